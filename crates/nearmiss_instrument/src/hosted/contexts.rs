//! Positions and syntax contexts of the host's tree, put back into the probed one.

use std::collections::HashMap;

use swc_core::atoms::Atom;
use swc_core::common::{BytePos, Span, SyntaxContext};
use swc_core::ecma::ast::{
    ArrowExpr, BlockStmt, Class, Constructor, Function, Ident, Program, SwitchStmt,
};
use swc_core::ecma::visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use super::host_file::HostFile;
use super::places::{Name, Places};
use crate::InstrumentError;

/// Names that the edits declare begin so; [`super::private_names`] gives them their contexts.
pub(super) const PRIVATE: &str = "__nm$";

/// Gives every node of `probed` the place and context that its like has in the host's `program`.
pub(super) fn restore(
    probed: &mut Program,
    program: &Program,
    places: &Places<'_>,
    host: &HostFile<'_>,
) -> Result<(), InstrumentError> {
    let mut contexts = Contexts::default();
    program.visit_with(&mut contexts);
    let unresolved = SyntaxContext::empty().apply_mark(host.unresolved);
    let mut restore = Restore { contexts, places, unresolved, lost: None };
    probed.visit_mut_with(&mut restore);
    match restore.lost {
        None => Ok(()),
        Some(name) => Err(InstrumentError::Hosted(format!(
            "the name {name} of its probed text is not in the host's tree; please report this"
        ))),
    }
}

#[derive(Clone, Copy, Eq, Hash, PartialEq)]
enum Scope {
    Arrow,
    Block,
    Class,
    Constructor,
    Function,
    Switch,
}

/// The contexts of a tree by place.
#[derive(Default)]
struct Contexts {
    names: HashMap<(BytePos, Atom), SyntaxContext>,
    scopes: HashMap<(Scope, Span), SyntaxContext>,
}

macro_rules! read_scopes {
    ($($method:ident $node:ident $scope:ident $context:ident)*) => {
        $(fn $method(&mut self, node: &$node) {
            self.scopes.insert((Scope::$scope, node.span), node.$context);
            node.visit_children_with(self);
        })*
    };
}

impl Visit for Contexts {
    fn visit_ident(&mut self, name: &Ident) {
        self.names.insert((name.span.lo, name.sym.clone()), name.ctxt);
    }

    read_scopes! {
        visit_arrow_expr ArrowExpr Arrow ctxt
        visit_block_stmt BlockStmt Block ctxt
        visit_class Class Class ctxt
        visit_constructor Constructor Constructor ctxt
        visit_function Function Function ctxt
        visit_switch_stmt SwitchStmt Switch body_ctxt
    }
}

struct Restore<'a> {
    contexts: Contexts,
    places: &'a Places<'a>,
    unresolved: SyntaxContext,
    /// A name that has no like in the host's tree.
    lost: Option<Atom>,
}

macro_rules! write_scopes {
    ($($method:ident $node:ident $scope:ident $context:ident)*) => {
        $(fn $method(&mut self, node: &mut $node) {
            node.visit_mut_children_with(self);
            if let Some(&context) = self.contexts.scopes.get(&(Scope::$scope, node.span)) {
                node.$context = context;
            }
        })*
    };
}

impl VisitMut for Restore<'_> {
    fn visit_mut_span(&mut self, span: &mut Span) {
        *span = self.places.span(*span);
    }

    fn visit_mut_ident(&mut self, name: &mut Ident) {
        let place = self.places.name(name.span.lo);
        name.span = self.places.span(name.span);
        let context = match place {
            Name::Inserted if name.sym.starts_with(PRIVATE) => Some(SyntaxContext::empty()),
            Name::Inserted => Some(self.unresolved),
            Name::At(position) => self.contexts.names.get(&(position, name.sym.clone())).copied(),
            Name::Known(span, context) => {
                name.span = span;
                Some(context)
            }
            Name::Unknown => None,
        };
        match context {
            Some(context) => name.ctxt = context,
            None => {
                self.lost.get_or_insert_with(|| name.sym.clone());
            }
        }
    }

    write_scopes! {
        visit_mut_arrow_expr ArrowExpr Arrow ctxt
        visit_mut_block_stmt BlockStmt Block ctxt
        visit_mut_class Class Class ctxt
        visit_mut_constructor Constructor Constructor ctxt
        visit_mut_function Function Function ctxt
        visit_mut_switch_stmt SwitchStmt Switch body_ctxt
    }
}
