//! Ignore comments: places that are to have no targets.
//!
//! Those of Istanbul and ours name a node of the tree (`/* istanbul ignore next|if|else|file */`,
//! `/* nearmiss ignore ... */`), those of c8 and of Node's own coverage name lines
//! (`/* c8 ignore next [n]|start|stop */`, also `v8` and `node:coverage`).

use swc_core::common::comments::{Comment, CommentKind, SingleThreadedComments};
use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::{ClassMember, IfStmt, Module, Program, Prop, Script};
use swc_core::ecma::visit::{Visit, VisitWith};

use crate::source_map::LineIndex;

/// Ranges without targets, sorted and apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ignored {
    ranges: Vec<(u64, u64)>,
    by_place: bool,
}

/// What a comment says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Mark {
    /// The node that follows.
    Next,
    /// The first arm of the `if` that follows.
    If,
    /// Its second arm.
    Else,
    /// Everything.
    File,
    /// So many lines.
    Lines(u32),
    /// Lines from here.
    Start,
    /// Lines up to here.
    Stop,
}

const TOOLS: [&str; 5] = ["istanbul", "nearmiss", "c8", "v8", "node:coverage"];

/// Whether a comment may say something: a tree with all its comments takes half as much memory again.
pub(crate) fn mentions(source: &str) -> bool {
    memchr::memmem::find_iter(source.as_bytes(), "ignore").any(|at| {
        let before = source[..at].trim_end();
        before.len() < at && TOOLS.iter().any(|tool| before.ends_with(tool))
    })
}

fn mark(comment: &Comment) -> Option<Mark> {
    let mut words = comment.text.split_whitespace();
    let tool = words.next()?;
    if words.next()? != "ignore" {
        return None;
    }
    let word = words.next()?;
    let end = word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len());
    let by_lines = match tool {
        "istanbul" | "nearmiss" => false,
        "c8" | "v8" | "node:coverage" if comment.kind == CommentKind::Block => true,
        _ => return None,
    };
    match (&word[..end], by_lines) {
        ("next", false) => Some(Mark::Next),
        ("next", true) => {
            Some(Mark::Lines(words.next().and_then(|count| count.parse().ok()).unwrap_or(1)))
        }
        ("start", true) => Some(Mark::Start),
        ("stop", true) => Some(Mark::Stop),
        ("if", _) => Some(Mark::If),
        ("else", _) => Some(Mark::Else),
        ("file", _) => Some(Mark::File),
        _ => None,
    }
}

/// A comment that speaks of the node after it.
struct Hint {
    mark: Mark,
    /// Offset at which the comment ends.
    from: u32,
    /// The outermost of the first nodes behind it.
    node: Option<(u32, u32)>,
}

impl Ignored {
    /// Reads the comments of a source whose first byte has the position `start`.
    pub(crate) fn of(
        program: &Program,
        comments: &SingleThreadedComments,
        source: &str,
        start: u32,
    ) -> Self {
        let mut marks = marks(comments, start);
        if marks.is_empty() {
            return Self::default();
        }
        marks.sort_by_key(|&(_, lo, _)| lo);
        let index = LineIndex::new(source);
        let mut ranges = Vec::new();
        let mut hints = Vec::new();
        let mut opened = None;
        for &(mark, lo, hi) in &marks {
            let line = index.line(lo as usize);
            match mark {
                Mark::File => ranges.push((0, u32::MAX)),
                Mark::Lines(count) => {
                    let before = &source[index.line_start(line).unwrap_or(0)..lo as usize];
                    let alone = !before.contains(|c: char| c.is_alphanumeric() || c == '_');
                    ranges.push(lines(&index, line, line + if alone { count } else { 0 }));
                }
                Mark::Start => opened = opened.or(Some(line)),
                Mark::Stop => {
                    if let Some(first) = opened.take() {
                        ranges.push(lines(&index, first, line));
                    }
                }
                Mark::Next | Mark::If | Mark::Else => {
                    hints.push(Hint { mark, from: hi, node: None })
                }
            }
        }
        if let Some(first) = opened {
            ranges.push(lines(&index, first, index.line_count()));
        }
        let mut nodes = Nodes { source, start, hints, ifs: Vec::new() };
        program.visit_with(&mut nodes);
        ranges.extend(nodes.ranges());
        Self::merged(ranges)
    }

    fn merged(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.sort_unstable();
        let mut apart: Vec<(u64, u64)> = Vec::new();
        for (from, to) in ranges {
            let (from, to) = (u64::from(from), u64::from(to));
            match apart.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => apart.push((from, to)),
            }
        }
        Self { ranges: apart, by_place: false }
    }

    /// The same ranges as [`place`]s, for lookups through a source map.
    pub(crate) fn by_place(self, source: &str) -> Self {
        let index = LineIndex::new(source);
        let at = |offset: u64| {
            let (line, column) = index.position((offset as usize).min(source.len()));
            if offset > source.len() as u64 { u64::MAX } else { place(line, column) }
        };
        let ranges = self.ranges.into_iter().map(|(from, to)| (at(from), at(to))).collect();
        Self { ranges, by_place: true }
    }

    /// Whether places are [`place`]s of the original rather than offsets.
    pub(crate) fn is_by_place(&self) -> bool {
        self.by_place
    }

    /// Whether nothing is ignored.
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether what begins at a place is ignored.
    pub(crate) fn covers(&self, at: u64) -> bool {
        let after = self.ranges.partition_point(|&(from, _)| from <= at);
        self.ranges[..after].last().is_some_and(|&(_, to)| at < to)
    }
}

/// A 0-based line and column as one number, in their order.
pub(crate) fn place(line: u32, column: u32) -> u64 {
    u64::from(line) << 32 | u64::from(column)
}

fn marks(comments: &SingleThreadedComments, start: u32) -> Vec<(Mark, u32, u32)> {
    let (leading, trailing) = comments.borrow_all();
    let all = leading.values().chain(trailing.values()).flatten();
    all.filter_map(|comment| {
        Some((mark(comment)?, comment.span.lo.0 - start, comment.span.hi.0 - start))
    })
    .collect()
}

/// From the start of one line to the end of another.
fn lines(index: &LineIndex<'_>, first: u32, last: u32) -> (u32, u32) {
    let start = |line| index.line_start(line).map_or(u32::MAX, |at| at as u32);
    (start(first), start(last + 1))
}

/// Finds the nodes that hints speak of.
struct Nodes<'a> {
    source: &'a str,
    start: u32,
    hints: Vec<Hint>,
    /// Where an `if` stands: its offset, and its arms.
    ifs: Vec<(u32, Span, Option<Span>)>,
}

impl Nodes<'_> {
    fn node(&mut self, span: Span) {
        let Some(lo) = span.lo.0.checked_sub(self.start) else { return };
        let hi = span.hi.0 - self.start;
        let after = self.hints.partition_point(|hint| hint.from <= lo);
        // Several comments may stand before one node.
        for hint in self.hints[..after].iter_mut().rev() {
            match hint.node {
                Some((from, to)) if from < lo || from == lo && to >= hi => break,
                _ if !follows(&self.source[hint.from as usize..lo as usize]) => break,
                _ => hint.node = Some((lo, hi)),
            }
        }
    }

    fn ranges(&self) -> Vec<(u32, u32)> {
        let arm = |span: Span| (span.lo.0 - self.start, span.hi.0 - self.start);
        let range = |hint: &Hint| {
            let (lo, hi) = hint.node?;
            let found = self.ifs.iter().find(|(at, ..)| *at == lo);
            match (hint.mark, found) {
                (Mark::Next, _) => Some((lo, hi)),
                (Mark::If, Some((_, first, _))) => Some(arm(*first)),
                (Mark::Else, Some((_, _, second))) => second.map(arm),
                _ => None,
            }
        };
        self.hints.iter().filter_map(range).collect()
    }
}

/// Whether nothing ends between a comment and a node.
fn follows(between: &str) -> bool {
    let mut rest = between;
    while let Some(at) = rest.find(['/', '}', ')', ']', ';', ',']) {
        let tail = &rest[at..];
        let end = if tail.starts_with("/*") {
            tail.find("*/").map(|end| end + 2)
        } else if tail.starts_with("//") {
            tail.find(['\n', '\r', '\u{2028}', '\u{2029}'])
        } else {
            return false;
        };
        rest = &tail[end.unwrap_or(tail.len())..];
    }
    true
}

impl Visit for Nodes<'_> {
    fn visit_span(&mut self, span: &Span) {
        self.node(*span);
    }

    // The program itself begins where its first statement does.
    fn visit_script(&mut self, script: &Script) {
        script.body.visit_with(self);
    }

    fn visit_module(&mut self, module: &Module) {
        module.body.visit_with(self);
    }

    // These have no span of their own.
    fn visit_prop(&mut self, property: &Prop) {
        self.node(property.span());
        property.visit_children_with(self);
    }

    fn visit_class_member(&mut self, member: &ClassMember) {
        self.node(member.span());
        member.visit_children_with(self);
    }

    fn visit_if_stmt(&mut self, branch: &IfStmt) {
        let at = branch.span.lo.0.saturating_sub(self.start);
        self.ifs.push((at, branch.cons.span(), branch.alt.as_ref().map(|arm| arm.span())));
        branch.visit_children_with(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(kind: CommentKind, text: &str) -> Comment {
        Comment { kind, span: Span::default(), text: text.into() }
    }

    #[test]
    fn marks_are_read_as_their_tools_read_them() {
        let block = |text| mark(&comment(CommentKind::Block, text));
        let line = |text| mark(&comment(CommentKind::Line, text));
        assert_eq!(block(" istanbul ignore next "), Some(Mark::Next));
        assert_eq!(block(" istanbul ignore next: too old to test "), Some(Mark::Next));
        assert_eq!(line(" istanbul ignore else "), Some(Mark::Else));
        assert_eq!(block(" istanbul ignore nextline "), None);
        assert_eq!(block(" c8 ignore next 3 "), Some(Mark::Lines(3)));
        assert_eq!(block(" v8 ignore start "), Some(Mark::Start));
        assert_eq!(block(" node:coverage ignore next "), Some(Mark::Lines(1)));
        assert_eq!(line(" c8 ignore next "), None);
        assert_eq!(block(" nearmiss ignore file "), Some(Mark::File));
        assert_eq!(block(" please ignore next "), None);
    }

    #[test]
    fn what_has_ended_is_not_followed() {
        assert!(follows(" \n /* } */ else // )\n "));
        assert!(!follows(" } "));
    }
}
