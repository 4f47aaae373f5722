//! What every report looks up in a run: each fault once, where it is in the source, and what was nearly
//! covered.

use std::collections::BTreeSet;
use std::path::Path;

use crate::run_summary::{
    ReportedCall, ReportedFault, ReportedTarget, ReportedTest, RunSummary, TargetKind,
};

/// Endings of files that Node runs.
const SCRIPTS: [&str; 8] = ["js", "cjs", "mjs", "jsx", "ts", "cts", "mts", "tsx"];

/// Starts of places that are parts of all answers: what is wrong there is so by one middleware or by one line of the document.
const OF_ALL_ANSWERS: [&str; 2] = ["status ", "content-type "];
/// The code of inputs that are accepted though they violate what is declared, and the ends of places where that is the type:
/// one check of types mends all of an operation.
const ACCEPTED: u32 = 102;
const OF_TYPE: &str = " type";
/// The code of stack traces in answers.
const STACK_TRACE: u32 = 209;

/// A line of a source file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SourceLine<'a> {
    /// Relative to the API's folder, with `/`.
    pub file: &'a str,
    /// From 1.
    pub line: u32,
}

/// A branch that no test takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearMiss<'a> {
    /// Its file, relative to the API's folder.
    pub file: &'a str,
    /// The branch.
    pub target: &'a ReportedTarget,
}

/// Answers what a fault has in common with those that one change mends, as far as its own words tell: its code, the
/// operation, or nothing where the cause is one of all answers, and its place.
#[must_use]
pub fn cause_of<'a>(code: u32, operation: &'a str, place: &'a str) -> (u32, &'a str, &'a str) {
    // What one error handler shows, it shows of every operation.
    if code == STACK_TRACE {
        return (code, "", "");
    }
    if code == ACCEPTED && place.ends_with(OF_TYPE) {
        return (code, operation, OF_TYPE);
    }
    let is_shared = OF_ALL_ANSWERS.iter().any(|start| place.starts_with(start));
    (code, if is_shared { "" } else { operation }, place)
}

impl RunSummary {
    /// Each fault once, as the first test that shows it has it; by code, operation and place.
    #[must_use]
    pub fn distinct_faults(&self) -> Vec<&ReportedFault> {
        let mut faults: Vec<&ReportedFault> = self.faults.iter().collect();
        faults.sort();
        let name =
            |fault: &ReportedFault| (fault.code, fault.operation.clone(), fault.place.clone());
        faults.dedup_by_key(|fault| name(fault));
        faults
    }

    /// Counts the causes of these faults: those of one code at one statement, or of one part of all answers, have one.
    #[must_use]
    pub fn causes_of(&self, faults: &[&ReportedFault]) -> usize {
        let cause = |fault: &ReportedFault| {
            let (code, operation, place) = cause_of(fault.code, &fault.operation, &fault.place);
            let operation = if self.source_of(fault).is_some() { "" } else { operation };
            (code, operation.to_owned(), place.to_owned())
        };
        faults.iter().map(|fault| cause(fault)).collect::<BTreeSet<_>>().len()
    }

    /// The test that shows a fault.
    #[must_use]
    pub fn test_of(&self, fault: &ReportedFault) -> Option<&ReportedTest> {
        self.tests.get(fault.test)
    }

    /// The call that shows a fault.
    #[must_use]
    pub fn call_of(&self, fault: &ReportedFault) -> Option<&ReportedCall> {
        self.test_of(fault)?.calls.get(fault.call)
    }

    /// The calls of a test up to the one that shows a fault, as lines of curl, in order; empty where that one is none.
    #[must_use]
    pub fn curl_of(&self, fault: &ReportedFault) -> String {
        if self.call_of(fault).is_none_or(|call| call.curl.is_empty()) {
            return String::new();
        }
        let calls = self.test_of(fault).map_or(&[][..], |test| &test.calls[..=fault.call]);
        let lines = calls.iter().map(|call| call.curl.as_str()).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Where in the API's source a fault is, if its place says so: `Statement_src/a.js_00010_0`,
    /// `src/a.js:10`, `src/a.js:10:5`.
    #[must_use]
    pub fn source_of<'a>(&self, fault: &'a ReportedFault) -> Option<SourceLine<'a>> {
        let place = fault.place.as_str();
        let (file, line) = statement(place).or_else(|| numbered(place))?;
        let known = self.sources.iter().any(|source| source.file == file);
        (line > 0 && (known || is_own_script(file))).then_some(SourceLine { file, line })
    }

    /// Branches that were reached and not taken, the nearest first.
    #[must_use]
    pub fn nearest_misses(&self, most: usize) -> Vec<NearMiss<'_>> {
        let of_file = self.sources.iter().flat_map(|source| {
            source.targets.iter().map(|target| NearMiss { file: &source.file, target })
        });
        let mut misses: Vec<NearMiss<'_>> = of_file
            .filter(|miss| {
                matches!(miss.target.kind, TargetKind::BranchTrue | TargetKind::BranchFalse)
                    && miss.target.heuristic > 0.0
                    && miss.target.heuristic < 1.0
            })
            .collect();
        misses.sort_by(|a, b| {
            let place = |miss: &NearMiss<'_>| (miss.target.line, miss.target.n, miss.target.kind);
            let nearer = b.target.heuristic.total_cmp(&a.target.heuristic);
            nearer.then_with(|| a.file.cmp(b.file)).then_with(|| place(a).cmp(&place(b)))
        });
        misses.truncate(most);
        misses
    }
}

/// File and line of the key of a statement.
fn statement(place: &str) -> Option<(&str, u32)> {
    let (rest, _) = place.strip_prefix("Statement_")?.rsplit_once('_')?;
    let (file, line) = rest.rsplit_once('_')?;
    Some((file, line.parse().ok()?))
}

/// File and line of `file:line` and `file:line:column`.
fn numbered(place: &str) -> Option<(&str, u32)> {
    let (rest, last) = place.rsplit_once(':')?;
    let last = last.parse().ok()?;
    match rest.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
        Some((file, Ok(line))) => Some((file, line)),
        _ => Some((rest, last)),
    }
}

/// Whether this looks like a file of the API that has no targets: one that was left without probes.
fn is_own_script(file: &str) -> bool {
    let path = Path::new(file);
    let is_script = path
        .extension()
        .and_then(|ending| ending.to_str())
        .is_some_and(|ending| SCRIPTS.contains(&ending));
    let inside = |part: &str| !matches!(part, ".." | "node_modules" | "");
    is_script && !file.contains("://") && file.split('/').all(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_summary::ReportedSource;

    fn fault(place: &str, test: usize, message: &str) -> ReportedFault {
        ReportedFault {
            code: 100,
            operation: "GET:/a".to_owned(),
            place: place.to_owned(),
            test,
            message: message.to_owned(),
            ..ReportedFault::default()
        }
    }

    #[test]
    fn a_fault_is_shown_once_by_its_first_test() {
        let run = RunSummary {
            faults: vec![fault("b", 1, "x"), fault("a", 3, "late"), fault("a", 2, "early")],
            ..RunSummary::default()
        };
        let shown: Vec<_> =
            run.distinct_faults().iter().map(|fault| (fault.place.as_str(), fault.test)).collect();
        assert_eq!(shown, [("a", 2), ("b", 1)]);
        assert!(run.test_of(&run.faults[0]).is_none());
        assert_eq!(run.curl_of(&run.faults[0]), "");
    }

    #[test]
    fn places_that_name_a_line_of_the_source_are_read() {
        let run = RunSummary {
            sources: vec![ReportedSource {
                file: "bin/www".to_owned(),
                ..ReportedSource::default()
            }],
            ..RunSummary::default()
        };
        let of = |place: &str| {
            let fault = fault(place, 0, "");
            run.source_of(&fault).map(|at| (at.file.to_owned(), at.line))
        };
        let at = |file: &str, line| Some((file.to_owned(), line));
        assert_eq!(of("Statement_src/a_b.js_00010_0"), at("src/a_b.js", 10));
        assert_eq!(of("Statement_bin/www_123456_12"), at("bin/www", 123_456));
        assert_eq!(of("src/a.ts:10"), at("src/a.ts", 10));
        assert_eq!(of("src/a.ts:10:5"), at("src/a.ts", 10));
        let none = [
            "",
            "reflected",
            "body/id required",
            "127.0.0.1:80",
            "https://a.example/b.js:10",
            "../other/a.js:3",
            "/etc/a.js:3",
            "node_modules/pg/index.js:3",
            "src/a.js:0",
            "Statement_",
        ];
        for place in none {
            assert_eq!(of(place), None, "{place}");
        }
    }

    #[test]
    fn the_nearest_branches_come_first() {
        let target = |line: u32, kind, heuristic| ReportedTarget {
            key: format!("{line}"),
            kind,
            line,
            n: 0,
            heuristic,
            boot: false,
            test: None,
            first_at: None,
        };
        let source =
            |file: &str, targets| ReportedSource { file: file.to_owned(), text: None, targets };
        let run = RunSummary {
            sources: vec![
                source(
                    "a.js",
                    vec![
                        target(1, TargetKind::BranchTrue, 1.0),
                        target(2, TargetKind::BranchFalse, 0.5),
                        target(3, TargetKind::BranchTrue, 0.0),
                        target(4, TargetKind::Statement, 0.5),
                    ],
                ),
                source(
                    "b.js",
                    vec![
                        target(1, TargetKind::BranchTrue, 0.9),
                        target(2, TargetKind::BranchTrue, 0.5),
                    ],
                ),
            ],
            ..RunSummary::default()
        };
        let shown = |most| -> Vec<_> {
            let misses = run.nearest_misses(most);
            misses.iter().map(|miss| (miss.file, miss.target.line)).collect()
        };
        assert_eq!(shown(9), [("b.js", 1), ("a.js", 2), ("b.js", 2)]);
        assert_eq!(shown(1), [("b.js", 1)]);
    }
}
