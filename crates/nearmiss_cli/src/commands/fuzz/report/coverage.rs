//! Counts what was covered, by the kinds people know.

use std::collections::BTreeSet;
use std::sync::PoisonError;

use nearmiss_runner::{SearchWords, TargetRegistry, ToldUnits};
use nearmiss_targets::{SlotKind, TargetId, layout};

use crate::commands::fuzz::searched::Searched;

/// Covered of total.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, serde::Serialize)]
pub struct Share {
    /// Targets covered by tests or at boot time.
    pub covered: usize,
    /// Targets known.
    pub total: usize,
    /// These are those that a controller of another tool's has told of; there may be more.
    pub told_only: bool,
}

impl Share {
    fn count(&mut self, covered: bool) {
        self.total += 1;
        self.covered += usize::from(covered);
    }

    /// What a controller tells that there are in all; 0: it does not.
    fn is_of(&mut self, total: usize) {
        self.told_only = total == 0 && self.total > 0;
        self.total = self.total.max(total);
    }
}

/// Coverage by kind. Boot-time targets count as covered.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, serde::Serialize)]
pub struct Coverage {
    /// All targets, those of responses and faults included.
    pub targets: Share,
    /// Lines that hold a statement.
    pub lines: Share,
    /// Outcomes of predicates.
    pub branches: Share,
    /// Statements that were completed.
    pub statements: Share,
    /// Functions.
    pub functions: Share,
}

/// Counts what a search has covered. `told`: see [`count`].
#[must_use]
pub fn of(words: &SearchWords, searched: &Searched, told: Option<&ToldUnits>) -> Coverage {
    let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let covered = searched.outcome.archive.keys().copied().collect();
    count(&registry, &covered, &searched.boot, told)
}

/// Tells which targets are covered by tests and which at boot time, by key, as JSON.
#[must_use]
pub fn by_key(words: &SearchWords, searched: &Searched) -> String {
    let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let name = |target: &TargetId| registry.name(*target);
    let by_tests: Vec<String> = searched.outcome.archive.keys().filter_map(name).collect();
    let boot: Vec<String> = searched.boot.iter().filter_map(name).collect();
    let known: BTreeSet<String> = registry.all().iter().filter_map(name).collect();
    serde_json::json!({ "byTests": by_tests, "boot": boot, "known": known }).to_string()
}

/// Counts the targets in `covered` (by tests) and `boot`. `told`: what a controller of another tool's can be measured
/// by.
fn count(
    registry: &TargetRegistry,
    covered: &BTreeSet<TargetId>,
    boot: &BTreeSet<TargetId>,
    told: Option<&ToldUnits>,
) -> Coverage {
    let mut coverage = Coverage::default();
    for target in registry.all() {
        let is_covered = covered.contains(&target) || boot.contains(&target);
        if (target.0 as usize) < layout::SLOTS {
            coverage.targets.count(is_covered);
            match registry.slot(target.0).map(|(_, slot)| slot.kind) {
                Some(SlotKind::BranchTrue | SlotKind::BranchFalse) => {
                    coverage.branches.count(is_covered);
                }
                Some(SlotKind::Statement) => coverage.statements.count(is_covered),
                Some(SlotKind::Function) => coverage.functions.count(is_covered),
                _ => {}
            }
            continue;
        }
        let name = registry.name(target).unwrap_or_default();
        let is_told = told.is_some_and(|told| told.targets.contains(&target));
        // Keys are those of EvoMaster, ours among them.
        match name.split_once('_').map_or("", |(kind, _)| kind) {
            "Line" => coverage.lines.count(is_covered),
            "Branch" => coverage.branches.count(is_covered),
            "Statement" => coverage.statements.count(is_covered),
            "Function" => coverage.functions.count(is_covered),
            "File" => {}
            // How many responses and faults there could be is not known: those seen are counted.
            _ if is_told || is_covered => {}
            _ => continue,
        }
        coverage.targets.count(is_covered);
    }
    if let Some(told) = told {
        coverage.targets.is_of(0);
        coverage.lines.is_of(told.lines);
        coverage.branches.is_of(told.branches);
        coverage.statements.is_of(0);
        coverage.functions.is_of(0);
    }
    coverage
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of a driver of the JVM, as EvoMaster's `ObjectiveNaming` makes them.
    const OF_JVM: [&str; 8] = [
        "Class_com.foo.Bar",
        "Line_at_com.foo.Bar_00012",
        "Line_at_com.foo.Bar_00013",
        "Branch_at_com.foo.Bar_at_line_00012_position_0_trueBranch_154",
        "Branch_at_com.foo.Bar_at_line_00012_position_0_falseBranch_154",
        "Success_Call_at_com.foo.Bar_00012_0",
        "MethodReplacement_at_com.foo.Bar_00012_0_BOOLEAN_true",
        "Target_7_of_the_controller",
    ];

    fn shares(coverage: &Coverage) -> [(usize, usize, bool); 4] {
        [coverage.targets, coverage.lines, coverage.branches, coverage.statements]
            .map(|share| (share.covered, share.total, share.told_only))
    }

    #[test]
    fn targets_of_another_driver_are_counted_by_their_keys_and_of_all_that_it_knows() {
        let mut registry = TargetRegistry::default();
        let targets = OF_JVM.map(|key| registry.key(key));
        let answer = registry.key("200_GET:/a");
        registry.key("500_GET:/a");
        // The class and a line by the start, which has no numbers of the driver's; a branch by a test.
        let boot = BTreeSet::from([targets[0], targets[1]]);
        let covered = BTreeSet::from([targets[3], answer]);
        let told = BTreeSet::from_iter(targets[2..].iter().copied());
        let mut units = ToldUnits { targets: told, lines: 40, branches: 12 };
        let count = |units: &ToldUnits| count(&registry, &covered, &boot, Some(units));
        assert_eq!(
            shares(&count(&units)),
            [(4, 9, true), (1, 40, false), (1, 12, false), (0, 0, false)]
        );
        // One that does not say how many there are.
        (units.lines, units.branches) = (0, 0);
        assert_eq!(
            shares(&count(&units)),
            [(4, 9, true), (1, 2, true), (1, 2, true), (0, 0, false)]
        );
    }
}
