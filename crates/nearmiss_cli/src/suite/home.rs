//! What complete runs here showed, beside runs elsewhere.

use std::collections::BTreeMap;

use nearmiss_problem::auth::NOTHING;
use nearmiss_problem::{Call, CallOutcome, Part, Source, resolve_source};
use nearmiss_report::counted;
use nearmiss_runner::{PlainRun, PlainTest};
use nearmiss_writer::{Elsewhere, Expectation, HandedOn, Hidden, TestSuite};
use serde_json::Value;

use super::elsewhere::Visit;
use super::plain_runs::fate;
use crate::auth::Secrets;

/// The runs here.
pub(super) struct Home<'a> {
    /// The runs, at least one.
    pub runs: &'a [PlainRun],
    /// What must not be written.
    pub secrets: &'a Secrets,
}

impl Home<'_> {
    /// Makes the tests of a suite expect what all runs agree on.
    pub fn settle(&self, suite: &mut TestSuite, visits: &[Visit]) {
        for (index, case) in suite.cases.iter_mut().enumerate() {
            let visits: Vec<_> =
                visits.iter().map(|visit| (&visit.run[index], visit.follows)).collect();
            case.ends_api = self.runs[0][index].ended;
            case.expectations = self.expectations(index, &case.test.calls, &visits);
        }
    }

    /// Forgets what would be sent in the place of pieces of answers which each run found where they are taken from: nobody sends it.
    /// That a secret would be missing stays said.
    pub fn forget_fallbacks(&self, suite: &mut TestSuite) {
        for (index, case) in suite.cases.iter_mut().enumerate() {
            let is_found = |call: usize, source: &Source| {
                self.runs.iter().all(|run| match run[index].outcomes.get(call) {
                    Some(CallOutcome::Response(answer)) => {
                        resolve_source(answer, source, false).is_some()
                    }
                    _ => false,
                })
            };
            for call in &mut case.test.calls {
                call.http_mut().each_part_mut(&mut |part| match part {
                    Part::FromResponse { call, source, fallback }
                        if fallback.trim_matches('"') != NOTHING && is_found(*call, source) =>
                    {
                        fallback.clear();
                    }
                    _ => {}
                });
            }
        }
    }

    /// Tells whether a run elsewhere takes nothing more from what the tests of a suite expect than visits do.
    pub fn agrees_with(&self, run: &PlainRun, visits: &[Visit], suite: &TestSuite) -> bool {
        suite.cases.iter().enumerate().all(|(index, case)| {
            let visits = visits.iter().map(|visit| (&visit.run[index], visit.follows));
            let mut all: Vec<_> = visits.collect();
            let before = self.expectations(index, &case.test.calls, &all);
            all.push((&run[index], ""));
            let home = &self.runs[0][index];
            (home.ended || run[index].outcomes.len() == home.outcomes.len())
                && self.expectations(index, &case.test.calls, &all) == before
        })
    }

    /// For each test that does not end elsewhere as it does here, what that follows.
    pub fn lost(&self, visits: &[Visit]) -> Vec<Option<&'static str>> {
        let tests = self.runs[0].iter().enumerate();
        let lost = tests.map(|(index, test)| {
            let differs = |visit: &&Visit| {
                let away = &visit.run[index].outcomes;
                // Where the process ends by itself, it is by chance which of the later calls have an answer.
                let looked_at = if test.ended { 1 } else { test.outcomes.len() };
                let mut pairs = test.outcomes.iter().zip(away).take(looked_at).enumerate();
                (away.len() != test.outcomes.len() && !test.ended)
                    || pairs.any(|(call, (here, there))| {
                        fate(here) != fate(there) && !is_of_client(here, visits, index, call)
                    })
            };
            visits.iter().find(differs).map(|visit| visit.follows)
        });
        lost.collect()
    }

    fn expectations(
        &self,
        index: usize,
        steps: &[Call],
        visits: &[(&PlainTest, &'static str)],
    ) -> Vec<Expectation> {
        let runs: Vec<&PlainTest> = self.runs.iter().map(|run| &run[index]).collect();
        let calls = runs.iter().map(|run| run.outcomes.len()).min().unwrap_or(0).min(steps.len());
        let unmade = CallOutcome::Broken(String::new());
        let of_call = |call: usize| {
            let here: Vec<_> = runs.iter().map(|run| &run.outcomes[call]).collect();
            let there = visits.iter().map(|(test, follows)| Elsewhere {
                outcome: test.outcomes.get(call).unwrap_or(&unmade),
                follows,
            });
            let all = runs.iter().copied().chain(visits.iter().map(|(test, _)| *test));
            let handed_on = handed_on(&steps[..=call], &all.collect::<Vec<_>>());
            let there: Vec<Elsewhere<'_>> = there.collect();
            expectation(&steps[call], (&here, &there), &handed_on, self.secrets)
        };
        let mut expected: Vec<_> = (0..calls).map(of_call).collect();
        if runs[0].ended {
            doubt_answers_at_the_end(&mut expected);
        }
        expected
    }
}

/// Tells whether a call has an answer for one client and none for the other, wherever it is made: the client of the
/// tests reads answers that ours refuses, and the other way round.
fn is_of_client(here: &CallOutcome, visits: &[Visit], test: usize, call: usize) -> bool {
    let mut there = visits.iter().map(|visit| visit.run[test].outcomes.get(call));
    let is_answer = |outcome: &CallOutcome| matches!(outcome, CallOutcome::Response(_));
    let is_broken = |outcome: &CallOutcome| matches!(outcome, CallOutcome::Broken(_));
    match is_answer(here) {
        true => there.all(|outcome| outcome.is_some_and(is_broken)),
        false => is_broken(here) && there.all(|outcome| outcome.is_some_and(is_answer)),
    }
}

/// Tests that are not written, since they are right only here and now.
#[derive(Debug, Default)]
pub(super) struct Taken(BTreeMap<&'static str, usize>);

impl Taken {
    /// Counts those that follow something.
    pub fn note(&mut self, lost: &[Option<&'static str>]) {
        lost.iter().flatten().for_each(|follows| *self.0.entry(follows).or_default() += 1);
    }

    /// A line for each thing that they follow.
    pub fn told(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().map(|(follows, count)| {
            let tests = counted(*count, "test");
            format!("not written: {tests}, whose answers have another status elsewhere; it follows {follows}")
        })
    }
}

/// Leaves out all answers but the first where the process of the API ends by itself some time after an answer: how far
/// the others get hangs on the clock.
fn doubt_answers_at_the_end(expectations: &mut [Expectation]) {
    if expectations.last() == Some(&Expectation::Broken) {
        return;
    }
    for expectation in expectations.iter_mut().skip(1) {
        let why = "whether there is an answer: the API ends while these calls are made".to_owned();
        *expectation = Expectation::Unstable { left_out: vec![why] };
    }
}

/// Answers what these calls take from bodies of earlier answers, with what that is in each run; nothing that a run
/// has not.
fn handed_on(steps: &[Call], runs: &[&PlainTest]) -> Vec<HandedOn> {
    let mut found: Vec<HandedOn> = Vec::new();
    for part in steps.iter().flat_map(|step| step.parts()) {
        let Part::FromResponse {
            call, source: Source::Body(pointer) | Source::Json(pointer), ..
        } = part
        else {
            continue;
        };
        if found.iter().any(|known| (known.call, &known.pointer) == (*call, pointer)) {
            continue;
        }
        let value = |run: &&PlainTest| match run.outcomes.get(*call)? {
            // The client of the tests reads as JSON what is called so.
            CallOutcome::Response(answer) if answer.header("content-type")?.contains("json") => {
                serde_json::from_slice::<Value>(&answer.body).ok()?.pointer(pointer).cloned()
            }
            _ => None,
        };
        if let Some(values) = runs.iter().map(value).collect() {
            found.push(HandedOn { call: *call, pointer: pointer.clone(), values });
        }
    }
    found
}

/// Answers what all runs of a call agree on, without secrets.
fn expectation(
    step: &Call,
    (runs, elsewhere): (&[&CallOutcome], &[Elsewhere<'_>]),
    handed_on: &[HandedOn],
    secrets: &Secrets,
) -> Expectation {
    let call = step;
    let path = call.operation.path();
    let places = secrets.places.iter();
    let here = places.filter(|(method, known, _)| *method == call.http().method && known == path);
    let pointers: Vec<String> = here.map(|(_, _, pointer)| pointer.clone()).collect();
    let hidden =
        Hidden { secrets: Some(&secrets.known), pointers: &pointers, looks: secrets.users };
    Expectation::from_runs_and_elsewhere(runs, elsewhere, &hidden, handed_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_race_with_the_end_of_the_api_are_not_looked_at() {
        let answer = CallOutcome::Response(nearmiss_problem::HttpResponse {
            status: 200,
            ..Default::default()
        });
        let answered = Expectation::from_runs(&answer, &answer);
        let mut raced = [answered.clone(), answered.clone()];
        doubt_answers_at_the_end(&mut raced);
        assert_eq!(raced[0], answered);
        assert!(matches!(&raced[1], Expectation::Unstable { left_out } if left_out.len() == 1));
        let mut ended = [answered.clone(), answered.clone(), Expectation::Broken];
        doubt_answers_at_the_end(&mut ended);
        assert_eq!(ended, [answered.clone(), answered, Expectation::Broken]);
    }
}
