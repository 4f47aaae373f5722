//! What holds round a place and not beyond it.

use super::Planner;

impl Planner<'_> {
    /// Walks with the text of this place rendered or not.
    pub(crate) fn with_rendered(&mut self, rendered: bool, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.rendered, rendered || self.printed);
        inside(self);
        self.rendered = outer;
    }

    /// Walks what V8 does not look into when it renders a callee: keys, static fields and blocks.
    pub(crate) fn without_callee(&mut self, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.callee_unseen, true);
        inside(self);
        self.callee_unseen = outer;
    }

    /// Walks a function or class: nothing of the place around holds inside.
    pub(crate) fn in_function(&mut self, wrapped: bool, inside: impl FnOnce(&mut Self)) {
        self.opaque += 1;
        let rendered = std::mem::replace(&mut self.rendered, false);
        let printed = std::mem::replace(&mut self.printed, false);
        let outer = std::mem::replace(&mut self.wrapped, wrapped);
        let answers = std::mem::replace(&mut self.answers, false);
        let unseen = std::mem::replace(&mut self.callee_unseen, false);
        let defaults = self.defaults.take();
        self.wrapped_in(1, inside);
        self.defaults = defaults;
        self.answers = answers;
        self.callee_unseen = unseen;
        self.wrapped = outer;
        self.printed = printed;
        self.rendered = rendered;
    }
}
