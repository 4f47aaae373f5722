//! The target table of one source file: which slot is what.

use serde::{Deserialize, Serialize};

/// What a slot of the shared map stands for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SlotKind {
    /// The saturation cell of a predicate tree; no target. It becomes 1 once every slot of its
    /// tree is 1. [`SlotEntry::n`] is the number of slots of the tree, this one included.
    Root,
    /// A function body was entered.
    Function,
    /// A statement was entered (0.5) or completed (1).
    Statement,
    /// The true outcome of a predicate.
    BranchTrue,
    /// The false outcome of a predicate.
    BranchFalse,
    /// A tracked call answered true (or found something).
    ReplacementTrue,
    /// A tracked call answered false (or found nothing).
    ReplacementFalse,
    /// A tracked call of what throws on a wrong argument completed.
    CallCompleted,
    /// A tracked call of what throws on a wrong argument threw.
    CallThrew,
    /// A computed property read found the property.
    ObjectTrue,
    /// A computed property read found nothing.
    ObjectFalse,
    /// A validator accepted an input of a call.
    ValidationTrue,
    /// A validator refused an input of a call.
    ValidationFalse,
}

/// One slot of a file. Serialised as `[kind, line, n]`, since tables cross a process border once
/// per file and process.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(into = "(SlotKind, u32, u32)", from = "(SlotKind, u32, u32)")]
pub struct SlotEntry {
    /// What the slot stands for.
    pub kind: SlotKind,
    /// 1-based line in the original source.
    pub line: u32,
    /// Counts per original line and kind in source order from 0; for [`SlotKind::Root`] the number
    /// of slots of the tree.
    pub n: u32,
}

impl From<SlotEntry> for (SlotKind, u32, u32) {
    fn from(entry: SlotEntry) -> Self {
        (entry.kind, entry.line, entry.n)
    }
}

impl From<(SlotKind, u32, u32)> for SlotEntry {
    fn from((kind, line, n): (SlotKind, u32, u32)) -> Self {
        Self { kind, line, n }
    }
}

/// The slots of one source file: the slot `base + i` is `slots[i]`.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub struct TargetTable {
    /// The original source file, relative to the root of the SUT, with `/`.
    pub file: String,
    /// One entry a slot.
    pub slots: Vec<SlotEntry>,
}

impl TargetTable {
    /// The two slots of a validator: not of a file, but of an operation (`POST:/books`) and the name
    /// of a schema.
    #[must_use]
    pub fn validation(operation: &str, schema: &str) -> Self {
        let slot = |kind| SlotEntry { kind, line: 0, n: 0 };
        Self {
            file: format!("{operation}_{schema}"),
            slots: vec![slot(SlotKind::ValidationTrue), slot(SlotKind::ValidationFalse)],
        }
    }

    /// Whether this is the table of a source file, not of a validator.
    #[must_use]
    pub fn is_of_file(&self) -> bool {
        self.slots.first().is_none_or(|slot| slot.kind != SlotKind::ValidationTrue)
    }
}
