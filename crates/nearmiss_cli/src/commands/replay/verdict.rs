//! What several runs say of tests and faults.

use std::collections::BTreeMap;

use nearmiss_writer::formats::Outcome;

use super::report_file::{ReportFile, WrittenCase, WrittenFault};

/// What became of a fault.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FaultVerdict {
    /// Its test passes: the API answers as it did.
    StillThere,
    /// Its test fails: the API answers something else.
    Gone,
    /// Some runs show it, others do not.
    Flickers,
    /// Its test was not run.
    NotRun,
}

/// The outcomes of each test, in the order of the runs.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// By id of the test.
    pub outcomes: BTreeMap<String, Vec<Outcome>>,
}

impl Verdicts {
    /// Notes how a test ended.
    pub fn note(&mut self, test: &WrittenCase, outcome: Outcome) {
        self.outcomes.entry(test.id.clone()).or_default().push(outcome);
    }

    fn of(&self, id: &str) -> &[Outcome] {
        self.outcomes.get(id).map_or(&[], Vec::as_slice)
    }

    fn passed(&self, id: &str) -> usize {
        self.of(id).iter().filter(|outcome| **outcome == Outcome::Passed).count()
    }

    /// What became of a fault.
    #[must_use]
    pub fn fault(&self, fault: &WrittenFault) -> FaultVerdict {
        let id = fault.test_case_id.as_deref().unwrap_or_default();
        match (self.passed(id), self.of(id).len()) {
            (_, 0) => FaultVerdict::NotRun,
            (0, _) => FaultVerdict::Gone,
            (passed, all) if passed == all => FaultVerdict::StillThere,
            _ => FaultVerdict::Flickers,
        }
    }

    /// Why the test of a fault failed, if it did.
    #[must_use]
    pub fn why(&self, id: &str) -> Option<&str> {
        self.of(id).iter().find_map(|outcome| match outcome {
            Outcome::Failed(why) => Some(why.as_str()),
            Outcome::Passed => None,
        })
    }

    /// Tests that failed in all runs.
    pub fn failing<'r>(&'r self, report: &'r ReportFile) -> impl Iterator<Item = &'r WrittenCase> {
        report
            .tests
            .iter()
            .filter(|test| !self.of(&test.id).is_empty() && self.passed(&test.id) == 0)
    }

    /// Tests that passed in some runs and failed in others, with how often they passed.
    pub fn flickering<'r>(
        &'r self,
        report: &'r ReportFile,
    ) -> impl Iterator<Item = (&'r WrittenCase, usize, usize)> {
        let tests = report.tests.iter();
        let counted = tests.map(|test| (test, self.passed(&test.id), self.of(&test.id).len()));
        counted.filter(|(_, passed, all)| (1..*all).contains(passed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_what_its_test_is() {
        let test = |id: &str| WrittenCase {
            id: id.to_owned(),
            file: "a.test.js".into(),
            name: id.to_owned(),
            line: 1,
        };
        let report = ReportFile { tests: ["a", "b", "c"].map(test).into(), faults: Vec::new() };
        let mut verdicts = Verdicts::default();
        let failed = || Outcome::Failed("500 is not 200".to_owned());
        for (index, outcomes) in
            [[Outcome::Passed, Outcome::Passed], [failed(), failed()], [Outcome::Passed, failed()]]
                .into_iter()
                .enumerate()
        {
            for outcome in outcomes {
                verdicts.note(&report.tests[index], outcome);
            }
        }
        let verdict = |id: &str| {
            let fault =
                serde_json::json!({"id": "1", "code": 100, "operation": "GET:/", "testCaseId": id});
            verdicts.fault(&serde_json::from_value(fault).unwrap())
        };
        use FaultVerdict::{Flickers, Gone, NotRun, StillThere};
        assert_eq!(["a", "b", "c", "d"].map(verdict), [StillThere, Gone, Flickers, NotRun]);
        assert_eq!(verdicts.why("b"), Some("500 is not 200"));
        assert_eq!(
            verdicts.failing(&report).map(|test| test.id.as_str()).collect::<Vec<_>>(),
            ["b"]
        );
        let flickering: Vec<_> = verdicts
            .flickering(&report)
            .map(|(test, passed, all)| (test.id.as_str(), passed, all))
            .collect();
        assert_eq!(flickering, [("c", 1, 2)]);
    }
}
