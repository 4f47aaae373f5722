//! Runs of a whole suite on the plain API.

use nearmiss_problem::CallOutcome;
use nearmiss_runner::{Logins, PlainRun, PlainTest, Reset, StartSutError, replay_on_plain_sut};
use nearmiss_writer::{SuiteFile, TestSuite};

use super::Plain;

/// One run of all files, `at_once` of them at the same time; `name` tells the runs of files apart.
pub(super) fn run_all(
    suite: &TestSuite,
    files: &[SuiteFile],
    name: &(dyn Fn(usize) -> String + Sync),
    plain: &Plain<'_>,
    logins: &Logins,
    reset: &Reset,
    at_once: usize,
) -> Result<PlainRun, StartSutError> {
    let run_file = |number: usize| {
        let cases = files[number].cases.iter();
        let tests: Vec<_> = cases.map(|case| suite.cases[*case].test.clone()).collect();
        let (name, limits) = (name(number), plain.limits);
        replay_on_plain_sut(plain.spec, plain.folder, &name, &tests, reset, limits, logins)
    };
    let mut outcomes: PlainRun = vec![PlainTest::default(); suite.cases.len()];
    let numbers: Vec<usize> = (0..files.len()).collect();
    for chunk in numbers.chunks(at_once) {
        let runs: Vec<_> = std::thread::scope(|scope| {
            let run_file = &run_file;
            let started: Vec<_> =
                chunk.iter().map(|number| scope.spawn(move || run_file(*number))).collect();
            started.into_iter().map(|thread| thread.join()).collect()
        });
        for (number, run) in chunk.iter().zip(runs) {
            let run = run.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            for (case, outcome) in files[*number].cases.iter().zip(run) {
                outcomes[*case] = outcome;
            }
        }
    }
    Ok(outcomes)
}

/// Whether each test went alike in all runs.
pub(super) fn repeating(runs: &[PlainRun]) -> impl Iterator<Item = bool> {
    let (first, others) = (&runs[0], &runs[1..]);
    let tests = first.iter().enumerate();
    tests.map(move |(index, test)| others.iter().all(|run| same_fates(test, &run[index])))
}

/// The status of an answer, or another number where there is none.
pub(super) fn fate(outcome: &CallOutcome) -> u16 {
    match outcome {
        CallOutcome::Response(answer) => answer.status,
        CallOutcome::Timeout => 1,
        CallOutcome::Broken(_) => 2,
    }
}

fn same_fates(a: &PlainTest, b: &PlainTest) -> bool {
    let (first, second) = (&a.outcomes, &b.outcomes);
    a.ended == b.ended
        && first.len() == second.len()
        && first.iter().zip(second).all(|(a, b)| fate(a) == fate(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_repeats_when_every_call_ends_alike() {
        let answer = |status| {
            CallOutcome::Response(nearmiss_problem::HttpResponse { status, ..Default::default() })
        };
        let test = |outcome, ended| PlainTest { outcomes: vec![outcome], ended };
        assert!(same_fates(&test(answer(200), false), &test(answer(200), false)));
        assert!(!same_fates(&test(answer(200), false), &test(answer(404), false)));
        assert!(!same_fates(&test(answer(200), false), &test(CallOutcome::Timeout, false)));
        assert!(!same_fates(&test(answer(200), false), &test(answer(200), true)));
    }
}
