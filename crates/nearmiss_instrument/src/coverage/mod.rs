//! Coverage as people know it (statements, branch arms, functions with their places), told from the
//! slots of the probes.
//!
//! An item is covered when one of its *conditions* holds: slot `c >> 1` is above 0 (`c` even) or 1
//! (`c` odd). Where the slots of the table do not tell (an operand of a chain, a `case`, the value
//! of a class field) the planner adds slots that follow those of the table, so that the table is
//! the same with and without coverage. What cannot be told (operands in a text that V8 may print)
//! is no item.
//!
//! `if (a && b) c()` with the slots root 1, `&&` 2/3 yields the arms `[2·2+1]` and `[2·3+1]` of the
//! `if`, and of the chain the operands `a`: `[2·2]` (reached), `b`: `[2·2+1, 2·4]`, 4 being a slot
//! of its own.

mod collect;
mod items;
mod logical;
pub(crate) mod places;
mod slot_places;

use std::collections::HashMap;

use swc_core::common::Span;

pub use items::Coverage;
pub use slot_places::{SlotPlace, SlotRole, SourcePosition};

pub(crate) use collect::collect;
pub(crate) use logical::is_logical;
pub(crate) use slot_places::slot_places;

/// What a slot stands for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Mark {
    /// A statement.
    Statement,
    /// A side of `?:`, or what an arrow function answers.
    Value,
    /// A function, by its body.
    Function,
    /// The true slot of a predicate; the false one follows.
    Predicate,
    /// An operand of `??` was nullish.
    Nullish,
    /// A default value was used.
    Default,
    /// A `case` was chosen, by its test.
    Case,
    /// A tracked call, by its own slots.
    Call,
    /// A computed read.
    Read,
    /// What stands before a `?.`.
    Link,
}

/// Slots by the places of their nodes.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    slots: HashMap<(Mark, Span), u32>,
    reached: HashMap<Span, u32>,
}

impl Marks {
    pub(crate) fn set(&mut self, mark: Mark, span: Span, id: u32) {
        self.slots.insert((mark, span), id);
    }

    pub(crate) fn get(&self, mark: Mark, span: Span) -> Option<u32> {
        self.slots.get(&(mark, span)).copied()
    }

    /// All of them, in no order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Mark, Span, u32)> + '_ {
        self.slots.iter().map(|((mark, span), slot)| (*mark, *span, *slot))
    }

    /// A new slot, counted from the end of the table, for reaching the node at `span`.
    pub(crate) fn reached(&mut self, span: Span) -> u32 {
        let next = self.reached.len() as u32;
        *self.reached.entry(span).or_insert(next)
    }

    /// The slot of [`Self::reached`], if there is one.
    pub(crate) fn find_reached(&self, span: Span) -> Option<u32> {
        self.reached.get(&span).copied()
    }

    /// Number of slots beyond those of the table.
    pub(crate) fn extras(&self) -> u32 {
        self.reached.len() as u32
    }
}
