//! What is worth trying in an individual.

use crate::{MetValue, ReadField, Specialisation};

/// What should become what.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// All text with this taint number should become this.
    Text(u32, Specialisation),
    /// All text with these taint numbers should become these.
    Together(Vec<(u32, Specialisation)>),
    /// The inputs of this action should get the shape that is known; `complete`: with nothing left
    /// out.
    Shape { action: usize, complete: bool },
    /// An input that holds a value should hold another one.
    Instead(Instead),
    /// A number of this action should be more by this.
    Shift { action: usize, delta: f64 },
    /// Digits that may have to fit all others of a text should be more by this.
    CheckDigits { action: usize, parameter: usize, index: usize, delta: f64 },
    /// What a JSON text of this action stands for should have a field.
    Field(ReadField),
}

/// What should stand in the place of what.
#[derive(Clone, Debug)]
pub(crate) struct Instead {
    /// Call in which it met: those behind it tell nothing of it.
    pub call: usize,
    /// Action that holds it: that call, or what is set up.
    pub action: usize,
    pub parameter: usize,
    /// The gene inside of the parameter, in preorder.
    pub index: usize,
    pub from: MetValue,
    pub to: MetValue,
    /// Something next to it may do as well, or only that.
    pub beside: bool,
}
