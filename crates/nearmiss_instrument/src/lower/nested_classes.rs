//! How deep classes stand inside one another. Where names clash swc's hygiene goes through the inside of a class
//! expression twice to keep its name, so its time doubles with each level: 40 levels take for ever.

use swc_core::common::Span;
use swc_core::ecma::ast::{Class, Program};
use swc_core::ecma::visit::{Visit, VisitWith};

/// Levels that take a moment. People write two.
const MOST_LEVELS: u32 = 12;

/// The first class that stands too deep inside others.
pub(super) fn first_too_deep(program: &Program) -> Option<Span> {
    let mut depth = Depth { levels: 0, found: None };
    program.visit_with(&mut depth);
    depth.found
}

struct Depth {
    levels: u32,
    found: Option<Span>,
}

impl Visit for Depth {
    fn visit_class(&mut self, class: &Class) {
        if self.found.is_some() {
            return;
        }
        self.levels += 1;
        if self.levels > MOST_LEVELS {
            self.found = Some(class.span);
        } else {
            class.visit_children_with(self);
        }
        self.levels -= 1;
    }
}
