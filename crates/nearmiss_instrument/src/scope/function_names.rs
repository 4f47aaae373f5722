//! The names of one function, and whether its body may become a block.

use rustc_hash::{FxHashMap, FxHashSet};
use swc_core::atoms::Atom;

/// The names declared directly in one function.
#[derive(Default)]
pub(super) struct FunctionNames {
    pub(super) parameters: FxHashSet<Atom>,
    pub(super) vars: FxHashSet<Atom>,
    /// Functions declared at the top of the body, with their number.
    pub(super) functions: FxHashMap<Atom, u32>,
    pub(super) nested_functions: FxHashSet<Atom>,
    /// `let`, `const` and classes at the top of the body.
    pub(super) lexical: FxHashSet<Atom>,
    pub(super) evaluates_text: bool,
    pub(super) block_depth: u32,
}

impl FunctionNames {
    /// Functions declared at the top of a body become functions of a block when the body is moved
    /// into one: that must clash with nothing and shadow nothing.
    pub(super) fn body_may_move(&self) -> bool {
        !self.evaluates_text
            // An early error, which a block would hide.
            && self.lexical.is_disjoint(&self.parameters)
            && self.functions.iter().all(|(name, &count)| {
                count == 1
                    && name != "arguments"
                    && !self.parameters.contains(name)
                    && !self.vars.contains(name)
                    && !self.nested_functions.contains(name)
            })
    }
}
