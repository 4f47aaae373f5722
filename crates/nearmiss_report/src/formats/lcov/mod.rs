//! lcov: what the written tests and the start of the API cover, for `genhtml` and for services that show
//! coverage. Records as geninfo(1) describes them; hits are not counted, so that 1 stands for any number.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::ReportFormat;
use crate::run_summary::{ReportedSource, ReportedTarget, RunSummary, TargetKind};

/// A tracefile of lcov.
pub struct Lcov;

impl ReportFormat for Lcov {
    fn name(&self) -> &'static str {
        "lcov"
    }

    fn file_name(&self) -> &'static str {
        "lcov.info"
    }

    fn write(&self, run: &RunSummary) -> String {
        let mut text = String::new();
        for source in &run.sources {
            record(&mut text, source);
        }
        if text.is_empty() {
            // No test has a name here; a file of no bytes would look like one that was not written.
            text.push_str("TN:\n");
        }
        text
    }
}

/// A target that only tests cover that were not written does not count.
fn is_covered(target: &ReportedTarget) -> bool {
    target.boot || target.test.is_some()
}

fn record(text: &mut String, source: &ReportedSource) {
    // A line end would begin another field.
    let file: String = source.file.chars().filter(|c| !c.is_control()).collect();
    // Writing to a String does not fail.
    let _ = writeln!(text, "TN:\nSF:{file}");
    functions(text, source);
    branches(text, source);
    lines(text, source);
    text.push_str("end_of_record\n");
}

fn of_kind(source: &ReportedSource, kind: TargetKind) -> impl Iterator<Item = &ReportedTarget> {
    source.targets.iter().filter(move |target| target.kind == kind)
}

fn functions(text: &mut String, source: &ReportedSource) {
    // Names are not known; these are told apart as the keys of targets are.
    let name = |target: &ReportedTarget| format!("function_{}_{}", target.line, target.n);
    let functions: Vec<_> = of_kind(source, TargetKind::Function).collect();
    for function in &functions {
        let _ = writeln!(text, "FN:{},{}", function.line, name(function));
    }
    for function in &functions {
        let _ = writeln!(text, "FNDA:{},{}", u8::from(is_covered(function)), name(function));
    }
    let hit = functions.iter().filter(|function| is_covered(function)).count();
    let _ = writeln!(text, "FNF:{}\nFNH:{hit}", functions.len());
}

/// A predicate is a block of two branches: 0 true, 1 false.
fn branches(text: &mut String, source: &ReportedSource) {
    let mut predicates: BTreeMap<(u32, u32), Vec<(u8, bool)>> = BTreeMap::new();
    for (kind, branch) in [(TargetKind::BranchTrue, 0), (TargetKind::BranchFalse, 1)] {
        for target in of_kind(source, kind) {
            let outcomes = predicates.entry((target.line, target.n)).or_default();
            outcomes.push((branch, is_covered(target)));
        }
    }
    let (mut found, mut hit) = (0, 0);
    for ((line, block), outcomes) in predicates {
        let reached = outcomes.iter().any(|(_, covered)| *covered);
        for (branch, covered) in outcomes {
            found += 1;
            hit += usize::from(covered);
            let taken = match (reached, covered) {
                (false, _) => "-",
                (true, false) => "0",
                (true, true) => "1",
            };
            let _ = writeln!(text, "BRDA:{line},{block},{branch},{taken}");
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
}

fn lines(text: &mut String, source: &ReportedSource) {
    let lines: BTreeMap<u32, bool> =
        of_kind(source, TargetKind::Line).map(|target| (target.line, is_covered(target))).collect();
    for (line, covered) in &lines {
        let _ = writeln!(text, "DA:{line},{}", u8::from(*covered));
    }
    let hit = lines.values().filter(|covered| **covered).count();
    let _ = writeln!(text, "LF:{}\nLH:{hit}", lines.len());
}

#[cfg(test)]
mod tests;
