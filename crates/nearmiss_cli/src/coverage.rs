//! Counts what was covered, by the kinds people know.

use std::collections::BTreeSet;

use nearmiss_targets::{SlotKind, TargetId, layout};

use nearmiss_runner::TargetRegistry;

/// Covered of total.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, serde::Serialize)]
pub struct Share {
    /// Targets covered by tests or at boot time.
    pub covered: usize,
    /// Targets known.
    pub total: usize,
}

impl Share {
    fn count(&mut self, covered: bool) {
        self.total += 1;
        self.covered += usize::from(covered);
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

/// Counts the targets in `covered` (by tests) and `boot`.
#[must_use]
pub fn count(
    registry: &TargetRegistry,
    covered: &BTreeSet<TargetId>,
    boot: &BTreeSet<TargetId>,
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
        if name.starts_with("Line_") {
            coverage.targets.count(is_covered);
            coverage.lines.count(is_covered);
        } else if name.starts_with("File_") || is_covered {
            // How many responses and faults there could be is not known: those seen are counted.
            coverage.targets.count(is_covered);
        }
    }
    coverage
}
