//! Which names are declared where: what may be read speculatively, and which function bodies may
//! be moved into a block.

mod function_names;
mod pattern_names;
mod reader;
mod walk;

use rustc_hash::{FxHashMap, FxHashSet};
use swc_core::atoms::Atom;
use swc_core::common::Spanned;
use swc_core::ecma::ast::Program;
use swc_core::ecma::visit::VisitWith;

use self::reader::Reader;
use crate::parse::offset;
use crate::replacements::is_function;

/// What the planner asks of the declarations of a file.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    pure_reads: FxHashSet<u32>,
    own_bindings: FxHashSet<u32>,
    local_bases: FxHashSet<u32>,
    unmovable: FxHashSet<u32>,
    renamed: FxHashMap<Atom, Atom>,
    /// A name may be a property of an object of the file's: it has a `with`.
    pub(crate) has_with: bool,
    /// The file refers to the runtime's global by its name.
    pub(crate) names_runtime: bool,
}

impl Scopes {
    /// Reads all declarations of a program.
    pub(crate) fn of(program: &Program) -> Self {
        let mut reader = Reader::new(offset(program.span().lo));
        program.visit_with(&mut reader);
        reader.finish()
    }

    /// Whether the identifier at this offset is a binding of the file that is initialised when it
    /// is read there, whatever ran before.
    pub(crate) fn is_pure_read(&self, at: u32) -> bool {
        self.pure_reads.contains(&at)
    }

    /// Whether the operand of a computed read or of `typeof` at this offset is a binding of the file, so that
    /// reading it once more after it was read runs nothing and cannot throw.
    pub(crate) fn is_own_binding(&self, at: u32) -> bool {
        self.own_bindings.contains(&at)
    }

    /// Whether the name at this offset, of which a property is read, is a binding of a function that is
    /// initialised when the statement begins: reading it there runs nothing and cannot throw.
    pub(crate) fn is_local_base(&self, at: u32) -> bool {
        self.local_bases.contains(&at)
    }

    /// The name of the tracked function that may be meant by a name: its own, or what an import or a pattern of the file
    /// takes out under another one.
    pub(crate) fn function_named<'a>(&'a self, name: &'a Atom) -> Option<&'a Atom> {
        if is_function(name) {
            return Some(name);
        }
        self.renamed.get(name)
    }

    /// Whether the function body that starts at this offset means the same inside a block.
    pub(crate) fn may_move_into_block(&self, body: u32) -> bool {
        !self.unmovable.contains(&body)
    }
}
