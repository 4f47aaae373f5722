//! Where the nodes stand that slots tell of.

use super::items::{Coverage, Place, Position};
use super::places::Places;
use super::{Mark, Marks};

/// A line from 1 and a column from 0, in UTF-16 units, of the source that the developer wrote.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct SourcePosition {
    /// From 1.
    pub line: u32,
    /// In UTF-16 units from 0.
    pub column: u32,
}

impl From<Position> for SourcePosition {
    fn from(Position { line, column }: Position) -> Self {
        Self { line, column }
    }
}

/// What a node is to its slots.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SlotRole {
    /// A statement, a side of `?:` or the value of an arrow function: one slot.
    Statement,
    /// A function, by its body: one slot.
    Function,
    /// A comparison, a chain or a value used as a condition.
    Predicate,
    /// The value of a `case`: true when it is chosen.
    Case,
    /// What stands before `??` or `?.`: true when it is null or undefined.
    Nullish,
    /// A default value: true when it is used.
    Default,
    /// A tracked call.
    Call,
    /// A computed read: true when something is found.
    Read,
}

impl SlotRole {
    fn of(mark: Mark) -> Self {
        match mark {
            Mark::Statement | Mark::Value => Self::Statement,
            Mark::Function => Self::Function,
            Mark::Predicate => Self::Predicate,
            Mark::Case => Self::Case,
            Mark::Nullish | Mark::Link => Self::Nullish,
            Mark::Default => Self::Default,
            Mark::Call => Self::Call,
            Mark::Read => Self::Read,
        }
    }

    /// Whether it has two slots, true and false.
    #[must_use]
    pub fn is_predicate(self) -> bool {
        !matches!(self, Self::Statement | Self::Function)
    }
}

/// The node that a slot tells of; of a predicate its first slot is named.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SlotPlace {
    /// Counted from the start of the file's table.
    pub slot: u32,
    /// What the node is.
    pub role: SlotRole,
    /// Where it begins.
    pub start: SourcePosition,
    /// Where it ends: behind its last character.
    pub end: SourcePosition,
    /// Of a function that has one: its name.
    pub name: Option<String>,
}

/// All places, by slot and from the outside in.
pub(crate) fn slot_places(
    marks: &Marks,
    places: &Places<'_>,
    coverage: &Coverage,
) -> Vec<SlotPlace> {
    let name_of = |slot: u32| {
        let tells = |conditions: &[u32]| conditions.iter().any(|condition| condition >> 1 == slot);
        let function = coverage.functions.iter().find(|function| tells(&function.conditions));
        function.and_then(|function| function.name.clone())
    };
    let of = |(mark, span, slot)| {
        let Place { start, end } = places.place(span)?;
        let role = SlotRole::of(mark);
        let name = if role == SlotRole::Function { name_of(slot) } else { None };
        Some(SlotPlace { slot, role, start: start.into(), end: end.into(), name })
    };
    let mut all: Vec<SlotPlace> = marks.all().filter_map(of).collect();
    all.sort_by_key(|place| (place.slot, place.start, std::cmp::Reverse(place.end)));
    // The value of an arrow function and what a test wraps may stand for one slot.
    all.dedup_by_key(|place| place.slot);
    all
}
