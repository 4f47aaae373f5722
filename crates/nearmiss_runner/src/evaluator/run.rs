//! One test: its calls are made by a lane and judged here.

use std::hash::{DefaultHasher, Hash, Hasher};

use nearmiss_problem::{Call, CallOutcome, Incident, Shown, Test, TestRun, TestedCall, ToldQuery};
use nearmiss_search::{Answers, Evaluation, Evaluator, Fault, Individual, individual_rng};
use nearmiss_targets::TargetId;
use nearmiss_targets::layout::fact;

use super::lane_test::{Called, Job, Outside, Settled};
use super::last_answer::LastAnswer;
use super::options::Lap;
use super::vain_links::vain_links;
use super::{SutEvaluator, registry};
use crate::incidents;
use crate::login::locked;
use crate::memory_growth::MOST_CALLS;

/// Seed of what oracles choose for their examinations; each test has a number of its own.
const EXAMINATIONS: u64 = 0x0e8a;

/// What the answers of a test showed.
pub(super) struct Seen {
    /// Keys of targets of answers, queries and faults, each with its heuristic.
    pub keys: Vec<(String, f64)>,
    /// Key of the statement that its first exception left unfinished, for each call that was made.
    thrown_at: Vec<Option<String>>,
}

/// How keys of targets that are faults begin.
pub(super) const FAULT: &str = "Fault_";

/// Key of the target that a fault is.
#[must_use]
pub fn fault_key(code: u32, operation: &str, place: &str) -> String {
    format!("{FAULT}{code}_{operation}_{place}")
}

/// Answers a number for what refused calls were answered.
fn refusal(outcomes: &[CallOutcome]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for outcome in outcomes {
        if let CallOutcome::Response(answer) = outcome
            && !answer.is_success()
        {
            (answer.status, &answer.body).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Answers which calls did not do what they asked for.
fn refused(outcomes: &[CallOutcome]) -> Vec<usize> {
    let is_refused = |outcome: &CallOutcome| match outcome {
        CallOutcome::Response(answer) => !answer.is_success(),
        CallOutcome::Timeout | CallOutcome::Broken(_) => false,
    };
    (0..outcomes.len()).filter(|index| is_refused(&outcomes[*index])).collect()
}

fn target_of(fault: &Fault) -> String {
    fault_key(fault.code, &fault.operation, &fault.place)
}

impl SutEvaluator<'_> {
    pub(super) fn lower(&mut self, individual: &Individual) -> Test {
        let mut clock = Lap::start();
        let test = self.problem.lower(individual);
        clock.add_to(&mut self.timing.lower);
        test
    }

    /// The test as a lane runs it; `None` if the budget leaves no call of it. What the budget cuts off
    /// is not made.
    pub(super) fn job(&self, test: &Test, soaks: bool) -> Option<Job> {
        let steps = &test.calls;
        let left = self.calls_left();
        let may_repeat = !self.options.users.list.is_empty() && left / 2 >= steps.len();
        let whole = steps.len() <= left;
        let steps = &steps[..steps.len().min(left)];
        let rest = left - steps.len();
        let soaks = soaks && whole && rest >= MOST_CALLS as usize;
        let soak_calls = if soaks { MOST_CALLS } else { 0 };
        let operations = steps.iter().map(|call| self.problem.operation_index(&call.operation));
        let operations = operations.collect();
        let (pairs, until) = (self.asks_pairs, self.until());
        let floors = Vec::new();
        (!steps.is_empty()).then(|| Job {
            test: Test { setup: test.setup.clone(), calls: steps.to_vec() },
            operations,
            pairs,
            floors,
            until,
            may_repeat,
            afresh: false,
            reset: None,
            soak_calls,
        })
    }

    /// What the answers of a test show.
    pub(super) fn judge(&mut self, steps: &[Call], called: &Called) -> (Evaluation, Seen) {
        let mut clock = Lap::start();
        let mut evaluation = Evaluation {
            calls: called.count,
            ran: called.outcomes.len(),
            disturbed: called.disturbed,
            ..Evaluation::default()
        };
        if self.held.is_some() {
            evaluation.vain_links = vain_links(steps, &called.outcomes);
            evaluation.refused = refused(&called.outcomes);
        }
        self.calls += u64::from(called.count);
        for warning in &called.warnings {
            self.warn(warning.clone());
        }
        evaluation.refused_setup = called.refused_setup.iter().map(|(at, _)| *at).collect();
        if let Some(why) = &called.failed_setup {
            self.warn(format!("a test could not be run: {why}"));
        }
        if let Some(failure) = &called.failed_login {
            self.leave_out(failure);
        }
        let mut thrown_at = Vec::with_capacity(called.outcomes.len());
        self.statuses.clear();
        let calls = steps.iter().zip(called.outcomes.iter().zip(&called.thrown_at));
        for (call, (outcome, thrown)) in calls {
            let thrown = thrown.map(|slot| self.place_of(slot));
            self.note_answer(&call.operation, outcome);
            self.reached.note(outcome);
            self.statuses.push(match outcome {
                CallOutcome::Response(answer) => answer.status,
                _ => 0,
            });
            thrown_at.push(thrown);
        }
        self.heed_too_many(&called.outcomes);
        if let Some(logins) = self.logins.first().filter(|_| !called.doubtful) {
            locked(logins).count(steps, &called.statuses());
        }
        if let Some(log) = &mut self.options.on_call {
            log(&called.sent);
        }
        self.answers = self.answers_of(steps, &called.outcomes);
        let last = called.outcomes.last().filter(|_| self.held.is_some());
        let of_call = called.outcomes.len().checked_sub(1).and_then(|at| steps.get(at));
        self.last_answer = of_call
            .zip(last)
            .map(|(call, outcome)| LastAnswer { call: call.clone(), outcome: outcome.clone() });
        clock.add_to(&mut self.timing.judge);
        (evaluation, Seen { keys: Vec::new(), thrown_at })
    }

    /// How a test was answered, if that is asked for.
    fn answers_of(&mut self, steps: &[Call], outcomes: &[CallOutcome]) -> Answers {
        let Some(held) = &mut self.held else { return Answers::Missing };
        let mut all = Vec::new();
        let mut refused = false;
        for (index, call) in steps.iter().enumerate() {
            let Some(CallOutcome::Response(answer)) = outcomes.get(index) else {
                return Answers::Missing;
            };
            refused |= !answer.is_success();
            if !refused && self.problem.is_asked(&call.operation) {
                all.extend(held.of(&steps[..=index], answer));
            }
        }
        if refused {
            return Answers::Refused(refusal(outcomes));
        }
        all.sort_unstable();
        all.dedup();
        Answers::Good(all)
    }

    /// What went wrong in the process of the SUT during a test.
    fn incidents_of(&self, called: &Called, settled: &Settled) -> Vec<Incident> {
        let outside = called.outside.iter().filter_map(|(index, outside)| match outside {
            Outside::Block(took, slot) => {
                Some(incidents::block(*index, *took, self.line_of(*slot)?))
            }
            Outside::Hang => Some(incidents::hang(*index)),
        });
        let mut all: Vec<Incident> = outside.collect();
        for thread in &settled.drained {
            let told = thread.facts.iter().filter(|fact| fact.0 == fact::INCIDENT);
            all.extend(told.filter_map(|(_, action, _, text)| incidents::told(*action, text)));
            let met = thread.facts.iter().filter_map(|(kind, action, taint, text)| {
                incidents::met_regex(*kind, *action, *taint, text)
            });
            all.extend(met);
        }
        let ran = called.outcomes.len();
        if let Some(growth) = settled.soaked.growth {
            all.push(incidents::growth(ran.saturating_sub(1), growth));
        }
        if let Some(how) = &settled.how {
            let end = incidents::ended(ran.saturating_sub(1), how, &all);
            all.push(end);
        }
        all.retain(|incident| incident.action < ran);
        all
    }

    /// Has the whole test judged, and lets oracles look further.
    fn judge_test(
        &mut self,
        individual: &Individual,
        steps: &[Call],
        (called, incidents, queries): (&Called, &[Incident], &[ToldQuery]),
        seen: &mut Seen,
        evaluation: &mut Evaluation,
    ) {
        let mut clock = Lap::start();
        let answers = called.outcomes.iter().zip(&seen.thrown_at);
        let calls: Vec<TestedCall<'_>> = steps
            .iter()
            .zip(answers)
            .map(|(call, (outcome, thrown_at))| TestedCall {
                call,
                outcome,
                thrown_at: thrown_at.as_deref(),
            })
            .collect();
        let run = TestRun { individual, calls: &calls, incidents, queries };
        for shown in self.problem.judge(&run).shown {
            match shown {
                Shown::Fault(index, fault) => {
                    seen.keys.push((target_of(&fault), 1.0));
                    evaluation.faults.push((index, fault));
                }
                Shown::Target(key, h) => seen.keys.push((key, h)),
            }
        }
        self.want_refusals();
        let mut rng = individual_rng(EXAMINATIONS, self.calls);
        self.problem.note(&run, self.used(), &mut rng);
        clock.add_to(&mut self.timing.judge);
    }

    /// Takes in what a test left behind in the maps.
    pub(super) fn take_in(
        &mut self,
        individual: &Individual,
        steps: &[Call],
        (called, settled, mut seen): (&Called, Settled, Seen),
        evaluation: &mut Evaluation,
    ) {
        // What the budget has cut off is no whole test.
        evaluation.disturbed |= settled.disturbed || called.outcomes.len() < steps.len();
        self.note_boot(&settled.boot);
        self.restarts += settled.restarts;
        self.calls += u64::from(settled.soaked.calls);
        evaluation.calls += settled.soaked.calls;
        if !called.nowhere {
            let mut incidents = self.incidents_of(called, &settled);
            let signatures = incidents::take_signatures(&mut incidents);
            if let Some(logins) = self.logins.first().filter(|_| !signatures.is_empty()) {
                locked(logins).note_signatures(&signatures);
            }
            self.teach_models();
            // How a test is judged hangs on what its rows hold.
            self.note_passwords(individual, steps, &settled);
            let told = (called, &incidents[..], &settled.queries[..]);
            self.judge_test(individual, steps, told, &mut seen, evaluation);
            self.note_queries(individual, steps, (called, &settled), (&mut seen, evaluation));
            self.note_services(individual, steps, &settled, (&mut seen, evaluation));
        }
        for warning in settled.warnings {
            self.warn(warning);
        }
        let mut clock = Lap::start();
        let ended_itself = settled.how.is_some();
        let seen = (&seen.keys[..], ended_itself);
        let inputs = self.collect(individual, settled.drained, seen, evaluation);
        self.teach(steps, inputs, evaluation);
        clock.add_to(&mut self.timing.drain);
    }

    /// Says of an answer that did not come, or not whole, why no test shows it; once an operation.
    fn note_answer(&mut self, operation: &str, outcome: &CallOutcome) {
        match outcome {
            CallOutcome::Response(answer) if answer.truncated => self.warn(format!(
                "{operation}: an answer of more than {} KiB was cut off there",
                self.options.limits.body >> 10
            )),
            CallOutcome::Response(_) => {}
            CallOutcome::Timeout => self.warn(format!(
                "{operation}: no whole answer within {} ms (--call-timeout)",
                self.options.limits.time.as_millis()
            )),
            CallOutcome::Broken(_) => self.warn(format!(
                "{operation}: the API closed the connection, or ended, before its answer was whole"
            )),
        }
    }

    /// The line of the statement at a slot: `src/a.ts:12`.
    fn line_of(&self, slot: u32) -> Option<String> {
        let registry = registry(&self.words);
        registry.slot(slot).map(|(file, entry)| format!("{file}:{}", entry.line))
    }

    pub(super) fn place_of(&self, slot: u32) -> String {
        let registry = registry(&self.words);
        registry.name(TargetId(slot)).unwrap_or_else(|| "outside of any statement".to_owned())
    }
}
