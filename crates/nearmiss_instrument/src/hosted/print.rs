//! A tree as text, and which name of the text is which name of the tree.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use swc_core::common::util::take::Take as _;
use swc_core::common::{
    BytePos, FileName, SourceMap as Files, Span, Spanned as _, SyntaxContext, sync::Lrc,
};
use swc_core::ecma::ast::{EsVersion, Expr, Ident, ParenExpr, Program};
use swc_core::ecma::codegen::text_writer::WriteJs;
use swc_core::ecma::codegen::{Config as PrintConfig, Emitter, Node};
use swc_core::ecma::transforms::base::fixer::{fixer, paren_remover};
use swc_core::ecma::visit::{VisitMut, VisitMutWith};

use crate::lower::{LineKeepingWriter, PrintedMark};
use crate::source_map::LineIndex;

/// Names carry their number in the place of their position; no file reaches that far.
const FIRST_NAME: u32 = 0x8000_0000;

/// A printed tree.
pub(super) struct Printed {
    pub(super) code: String,
    pub(super) marks: Vec<PrintedMark>,
    /// Byte offset in `code`: the span (in the shifted tree) and context of the name there.
    pub(super) names: HashMap<usize, (Span, SyntaxContext)>,
}

/// Prints a tree whose positions are those of `source`, each statement on its line; `bare`: with no
/// more parentheses than it takes.
pub(super) fn print(mut program: Program, source: &str, bare: bool) -> io::Result<Printed> {
    let files: Lrc<Files> = Lrc::default();
    let file = files.new_source_file(FileName::Anon.into(), source.to_owned());
    if bare {
        program = program.apply(paren_remover(None));
    }
    // What passes made may lack parentheses.
    program = program.apply(fixer(None));
    // After the fixer, which takes all parentheses away that it does not need.
    program.visit_mut_with(&mut ParenthesiseJsx);
    let mut numbering = Numbering::default();
    program.visit_mut_with(&mut numbering);
    let names = Rc::new(numbering.names);

    let lines = LineIndex::new(source);
    let found = Rc::new(RefCell::new(HashMap::new()));
    let mut emitter = Emitter {
        cfg: PrintConfig::default().with_target(EsVersion::latest()),
        cm: Lrc::clone(&files),
        comments: None,
        wr: NameFinder {
            inner: LineKeepingWriter::new(&lines, file.start_pos, file.end_pos),
            names: Rc::clone(&names),
            found: Rc::clone(&found),
            announced: None,
        },
    };
    program.emit_with(&mut emitter)?;
    let (code, marks) = emitter.wr.inner.finish();
    let names = found.take();
    Ok(Printed { code, marks, names })
}

/// The printer tells no position for the `<` that begins an element, but it does for a parenthesis.
struct ParenthesiseJsx;

impl VisitMut for ParenthesiseJsx {
    fn visit_mut_expr(&mut self, expr: &mut Expr) {
        expr.visit_mut_children_with(self);
        if let Expr::JSXElement(_) | Expr::JSXFragment(_) = expr {
            let span = expr.span();
            *expr = Expr::Paren(ParenExpr { span, expr: expr.take().into() });
        }
    }
}

#[derive(Default)]
struct Numbering {
    names: Vec<(Span, SyntaxContext)>,
}

impl VisitMut for Numbering {
    fn visit_mut_ident(&mut self, name: &mut Ident) {
        let number = BytePos(FIRST_NAME + self.names.len() as u32);
        self.names.push((name.span, name.ctxt));
        name.span = Span::new(number, number);
    }
}

/// Notes where numbered names are printed, and gives the writer their real positions.
struct NameFinder<'a> {
    inner: LineKeepingWriter<'a>,
    names: Rc<Vec<(Span, SyntaxContext)>>,
    found: Rc<RefCell<HashMap<usize, (Span, SyntaxContext)>>>,
    /// The name whose position the printer told last: the position comes before the text.
    announced: Option<(Span, SyntaxContext)>,
}

impl NameFinder<'_> {
    fn name(&self, position: BytePos) -> Option<(Span, SyntaxContext)> {
        let number = position.0.checked_sub(FIRST_NAME)?;
        self.names.get(number as usize).copied()
    }

    fn span(&self, span: Option<Span>) -> Option<Span> {
        span.map(|span| self.name(span.lo).map_or(span, |(span, _)| span))
    }
}

impl WriteJs for NameFinder<'_> {
    fn increase_indent(&mut self) -> io::Result<()> {
        self.inner.increase_indent()
    }

    fn decrease_indent(&mut self) -> io::Result<()> {
        self.inner.decrease_indent()
    }

    fn write_semi(&mut self, span: Option<Span>) -> io::Result<()> {
        self.inner.write_semi(self.span(span))
    }

    fn write_space(&mut self) -> io::Result<()> {
        self.inner.write_space()
    }

    fn write_keyword(&mut self, span: Option<Span>, text: &'static str) -> io::Result<()> {
        self.inner.write_keyword(self.span(span), text)
    }

    fn write_operator(&mut self, span: Option<Span>, text: &str) -> io::Result<()> {
        self.inner.write_operator(self.span(span), text)
    }

    fn write_param(&mut self, text: &str) -> io::Result<()> {
        self.inner.write_param(text)
    }

    fn write_property(&mut self, text: &str) -> io::Result<()> {
        self.inner.write_property(text)
    }

    fn write_line(&mut self) -> io::Result<()> {
        self.inner.write_line()
    }

    fn write_lit(&mut self, span: Span, text: &str) -> io::Result<()> {
        self.inner.write_lit(span, text)
    }

    fn write_comment(&mut self, text: &str) -> io::Result<()> {
        self.inner.write_comment(text)
    }

    fn write_str_lit(&mut self, span: Span, text: &str) -> io::Result<()> {
        self.inner.write_str_lit(span, text)
    }

    fn write_str(&mut self, text: &str) -> io::Result<()> {
        self.inner.write_str(text)
    }

    fn write_symbol(&mut self, span: Span, text: &str) -> io::Result<()> {
        self.inner.write_symbol(span, text)?;
        if let Some(name) = self.announced.take() {
            let at = self.inner.length() - text.len();
            self.found.borrow_mut().insert(at, name);
        }
        Ok(())
    }

    fn write_punct(
        &mut self,
        span: Option<Span>,
        text: &'static str,
        commit_pending_semi: bool,
    ) -> io::Result<()> {
        self.inner.write_punct(self.span(span), text, commit_pending_semi)
    }

    fn care_about_srcmap(&self) -> bool {
        true
    }

    fn add_srcmap(&mut self, position: BytePos) -> io::Result<()> {
        let name = self.name(position);
        self.announced = name;
        match name {
            None => self.inner.add_srcmap(position),
            Some((span, _)) if span.is_dummy() => Ok(()),
            Some((span, _)) => self.inner.add_srcmap(span.lo),
        }
    }

    fn commit_pending_semi(&mut self) -> io::Result<()> {
        self.inner.commit_pending_semi()
    }
}
