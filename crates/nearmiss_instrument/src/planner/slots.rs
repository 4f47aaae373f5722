//! Slots and trees as they are planned, in the order of the walk.

use nearmiss_targets::{SlotEntry, SlotKind};
use rustc_hash::FxHashMap;

use super::Planner;

/// A slot as it is planned; its number on its line is counted at the end.
pub(super) struct Draft {
    kind: SlotKind,
    line: u32,
    at: u32,
    length: u32,
}

impl Planner<'_> {
    /// A new slot for the place `at`.
    pub(crate) fn slot(&mut self, kind: SlotKind, line: u32, at: u32) -> u32 {
        self.slots.push(Draft { kind, line, at, length: 0 });
        self.slots.len() as u32 - 1
    }

    /// A new tree: its root cell. The slots that follow until [`Self::end_tree`] belong to it.
    pub(crate) fn begin_tree(&mut self, line: u32, at: u32) -> u32 {
        self.slot(SlotKind::Root, line, at)
    }

    /// Ends the tree `root`.
    pub(crate) fn end_tree(&mut self, root: u32) {
        let length = self.slots.len() as u32 - root;
        self.slots[root as usize].length = length;
        self.roots.extend([root, length]);
    }

    /// A tree of one predicate: its root cell and the first of its two slots.
    pub(crate) fn single(&mut self, kinds: [SlotKind; 2], at: u32) -> Option<(u32, u32)> {
        let line = self.line(at)?;
        let root = self.begin_tree(line, at);
        let id = self.slot(kinds[0], line, at);
        self.slot(kinds[1], line, at);
        self.end_tree(root);
        Some((root, id))
    }

    /// How many slots there are so far.
    pub(crate) fn slot_count(&self) -> usize {
        self.slots.len()
    }
}

/// Kinds that are counted on their line.
const COUNTED: usize = 10;

/// Numbers slots on their line and kind in the order of the source.
pub(super) fn count(drafts: &[Draft]) -> Vec<SlotEntry> {
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_key(|&index| drafts[index].at);
    let mut slots: Vec<SlotEntry> =
        drafts.iter().map(|d| SlotEntry { kind: d.kind, line: d.line, n: d.length }).collect();
    let mut next = Next::new(drafts);
    for index in order {
        let draft = &drafts[index];
        let kind = match draft.kind {
            // Validators have no slots in a file.
            SlotKind::Root | SlotKind::ValidationTrue | SlotKind::ValidationFalse => continue,
            SlotKind::Function => 0,
            SlotKind::Statement => 1,
            SlotKind::BranchTrue => 2,
            SlotKind::BranchFalse => 3,
            SlotKind::ReplacementTrue => 4,
            SlotKind::ReplacementFalse => 5,
            SlotKind::ObjectTrue => 6,
            SlotKind::ObjectFalse => 7,
            SlotKind::CallCompleted => 8,
            SlotKind::CallThrew => 9,
        };
        let n = next.of(draft.line, kind);
        slots[index].n = *n;
        *n += 1;
    }
    slots
}

/// The next number on each line, of each kind. An incoming map may name any line, so only where
/// there are about as many lines as slots is it a list.
enum Next {
    Dense(Vec<[u32; COUNTED]>),
    Sparse(FxHashMap<(u32, usize), u32>),
}

impl Next {
    fn new(drafts: &[Draft]) -> Self {
        let last = drafts.iter().map(|draft| draft.line as usize).max().unwrap_or(0);
        if last <= drafts.len() {
            Self::Dense(vec![[0; COUNTED]; last + 1])
        } else {
            Self::Sparse(FxHashMap::default())
        }
    }

    fn of(&mut self, line: u32, kind: usize) -> &mut u32 {
        match self {
            Self::Dense(lines) => &mut lines[line as usize][kind],
            Self::Sparse(lines) => lines.entry((line, kind)).or_insert(0),
        }
    }
}
