//! The names that a pattern binds.

use swc_core::ecma::ast::{AssignPatProp, BindingIdent, Ident, ObjectPatProp, Pat};

/// The names that a pattern binds.
pub(super) fn pattern_names<'a>(pattern: &'a Pat, names: &mut Vec<&'a Ident>) {
    struct Names<'a, 'b>(&'b mut Vec<&'a Ident>);
    impl<'a> Names<'a, '_> {
        fn pattern(&mut self, pattern: &'a Pat) {
            match pattern {
                Pat::Ident(BindingIdent { id, .. }) => self.0.push(id),
                Pat::Array(array) => {
                    array.elems.iter().flatten().for_each(|element| self.pattern(element));
                }
                Pat::Rest(rest) => self.pattern(&rest.arg),
                Pat::Assign(assign) => self.pattern(&assign.left),
                Pat::Object(object) => {
                    for property in &object.props {
                        match property {
                            ObjectPatProp::KeyValue(pair) => self.pattern(&pair.value),
                            ObjectPatProp::Assign(AssignPatProp { key, .. }) => {
                                self.0.push(&key.id)
                            }
                            ObjectPatProp::Rest(rest) => self.pattern(&rest.arg),
                        }
                    }
                }
                Pat::Expr(_) | Pat::Invalid(_) => {}
            }
        }
    }
    Names(names).pattern(pattern);
}
