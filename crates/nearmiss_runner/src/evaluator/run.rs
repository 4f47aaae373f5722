//! One test: its calls in an open epoch.

use nearmiss_problem::rest::TestedCall;
use nearmiss_problem::{CallOutcome, Incident, Step};
use nearmiss_search::{Evaluation, Fault, Individual, individual_rng};
use nearmiss_targets::TargetId;
use nearmiss_targets::layout::fact;

use super::options::Lap;
use super::{SutEvaluator, registry};
use crate::incidents::{self, Watch};
use crate::resolve::wire_call;
use crate::shared_map::Drained;
use crate::sut_process::SutProcess;

/// Seed of what oracles choose for their examinations; each test has a number of its own.
const EXAMINATIONS: u64 = 0x0e8a;

/// What the calls of a test showed.
struct Ran {
    /// Keys of targets of answers and faults, each with its heuristic.
    seen: Vec<(String, f64)>,
    /// What became of each call that was made.
    outcomes: Vec<CallOutcome>,
    /// Key of the statement that its first exception left unfinished, for each call that was made.
    thrown_at: Vec<Option<String>>,
    /// What went wrong in the process, as it is seen from outside.
    incidents: Vec<Incident>,
}

/// How keys of targets that are faults begin.
pub(super) const FAULT: &str = "Fault_";

fn target_of(fault: &Fault) -> String {
    format!("{FAULT}{}_{}_{}", fault.code, fault.operation, fault.place)
}

impl SutEvaluator<'_> {
    /// Runs the steps of a test, which are those of `individual`, with or without fakes.
    pub(super) fn run_test(&mut self, individual: &Individual, steps: &[Step]) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let mut clock = Lap::start();
        self.statuses.clear();
        if !self.ready() || !self.log_in(steps) {
            evaluation.disturbed = true;
            return evaluation;
        }
        self.in_segment += 1;
        self.epoch = self.epoch.wrapping_add(1).max(1);
        let epoch = self.epoch;
        if let Some(sut) = &mut self.sut {
            sut.open_epoch(epoch, self.options.unlisted, self.asks_pairs);
            sut.set_floors(&self.floors, &self.new_floors);
            self.new_floors.clear();
        }
        clock.add_to(&mut self.timing.prepare);
        let mut ran = self.run_steps(steps, &mut evaluation);
        let drained = self.close_and_drain(&mut evaluation);
        let incidents = self.incidents_of(&ran, &drained, &evaluation);
        self.judge_test(individual, steps, &incidents, &mut ran, &mut evaluation);
        let inputs = self.collect(individual, drained, &ran.seen, &mut evaluation);
        self.teach(steps, inputs, &mut evaluation);
        if evaluation.disturbed {
            self.note_end();
            self.sut = None;
        }
        evaluation
    }

    pub(super) fn lower(&mut self, individual: &Individual) -> Vec<Step> {
        let mut clock = Lap::start();
        let steps = self.problem.lower(individual);
        clock.add_to(&mut self.timing.lower);
        steps
    }

    /// Runs the steps of one test in an open epoch.
    fn run_steps(&mut self, steps: &[Step], evaluation: &mut Evaluation) -> Ran {
        let mut outcomes: Vec<CallOutcome> = Vec::with_capacity(steps.len());
        let mut thrown_at = Vec::with_capacity(steps.len());
        let mut seen = Vec::new();
        let mut incidents = Vec::new();
        for (index, Step::Http(call)) in steps.iter().enumerate() {
            let Some(sut) = &mut self.sut else { break };
            let mut clock = Lap::start();
            let wire = wire_call(call, &outcomes, &sut.host(), self.logins.credentials());
            if index == 0 && self.options.kill_every.is_some_and(|n| self.epoch.is_multiple_of(n)) {
                sut.kill();
                self.killed = true;
            }
            let operation = self.problem.operation_index(&call.operation);
            sut.begin_action(index, operation, index + 1 == steps.len());
            let before = sut.requests();
            if let Some(log) = &mut self.options.on_call {
                log(&wire);
            }
            clock.add_to(&mut self.timing.lower);
            let in_vain = self.in_vain.get(&call.operation).copied().unwrap_or_default();
            let watch = Watch::begin(sut, in_vain);
            let outcome = self.transport.call_watched(
                &wire,
                || sut.requests() != before,
                |left| watch.look(left),
            );
            let blocked = watch.blocked();
            clock.add_to(&mut self.timing.calls);
            self.last_call_seen = sut.requests() != before;
            self.calls += 1;
            evaluation.calls += 1;
            evaluation.ran = index + 1;
            let thrown = sut.thrown_at().map(|slot| self.place_of(slot));
            for fault in self.problem.judge(call, &outcome, thrown.as_deref()) {
                seen.push((target_of(&fault), 1.0));
                evaluation.faults.push((index, fault));
            }
            seen.extend(self.problem.response_targets(call, &outcome));
            clock.add_to(&mut self.timing.judge);
            let lost = !matches!(outcome, CallOutcome::Response(_));
            let hung = outcome == CallOutcome::Timeout;
            self.note_answer(&call.operation, &outcome);
            self.statuses.push(match &outcome {
                CallOutcome::Response(answer) => answer.status,
                _ => 0,
            });
            outcomes.push(outcome);
            thrown_at.push(thrown);
            // What an earlier call of the same operation touched is not touched again: the place would be wrong.
            let is_first =
                steps[..index].iter().all(|Step::Http(other)| other.operation != call.operation);
            if let (Some((took, Some(slot))), true) = (blocked, is_first)
                && let Some(place) = self.line_of(slot)
            {
                incidents.push(incidents::block(index, took, place));
            }
            let is_lost = lost && self.lost_after(hung);
            if hung && !is_lost && self.last_call_seen {
                self.in_vain.entry(call.operation.clone()).or_default().hangs += 1;
                // A stream that stays open is no call that is forgotten.
                if !self.transport.answered() {
                    incidents.push(incidents::hang(index));
                }
            }
            if hung && is_lost && blocked.is_some() {
                self.in_vain.entry(call.operation.clone()).or_default().blocks += 1;
            }
            if is_lost {
                evaluation.disturbed = true;
                break;
            }
        }
        Ran { seen, outcomes, thrown_at, incidents }
    }

    /// What went wrong in the process of the SUT during a test.
    fn incidents_of(
        &mut self,
        ran: &Ran,
        drained: &[Drained],
        evaluation: &Evaluation,
    ) -> Vec<Incident> {
        let mut all = ran.incidents.clone();
        for thread in drained {
            let told = thread.facts.iter().filter(|fact| fact.0 == fact::INCIDENT);
            all.extend(told.filter_map(|(_, action, _, text)| incidents::told(*action, text)));
            let met = thread.facts.iter().filter_map(|(kind, action, taint, text)| {
                incidents::met_regex(*kind, *action, *taint, text)
            });
            all.extend(met);
        }
        let lost = evaluation.disturbed || self.gone_quietly;
        let how = self.sut.as_mut().filter(|_| lost && !self.killed).and_then(SutProcess::ended);
        self.ended_itself = how.is_some();
        if let Some(how) = how {
            let end = incidents::ended(evaluation.ran.saturating_sub(1), &how, &all);
            all.push(end);
        }
        self.killed = false;
        let ran = evaluation.ran;
        all.retain(|incident| incident.action < ran);
        all
    }

    /// Has the whole test judged, and lets oracles look further.
    fn judge_test(
        &mut self,
        individual: &Individual,
        steps: &[Step],
        incidents: &[Incident],
        ran: &mut Ran,
        evaluation: &mut Evaluation,
    ) {
        let mut clock = Lap::start();
        let answers = ran.outcomes.iter().zip(&ran.thrown_at);
        let calls: Vec<TestedCall<'_>> = steps
            .iter()
            .zip(answers)
            .map(|(Step::Http(call), (outcome, thrown_at))| TestedCall {
                call,
                outcome,
                thrown_at: thrown_at.as_deref(),
            })
            .collect();
        for (index, fault) in self.problem.judge_test(individual, &calls, incidents) {
            ran.seen.push((target_of(&fault), 1.0));
            evaluation.faults.push((index, fault));
        }
        let mut rng = individual_rng(EXAMINATIONS, self.calls);
        self.problem.note_test(individual, &calls, incidents, &mut rng);
        self.problem.note_answers(individual, &calls);
        clock.add_to(&mut self.timing.judge);
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
