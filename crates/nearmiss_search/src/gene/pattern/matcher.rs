//! Whether an expression matches a text: backtracking with a bound on its work.

use super::tree::{Node, Pattern, code_points};

/// Steps after which a text counts as not matching.
const FUEL: u32 = 200_000;
/// Steps of all matches that one sampling or one mutation tries. An expression that backtracks without end uses up
/// [`FUEL`] each time; what it can then still find it has found in the first few.
const ALL_FUEL: u32 = 1_000_000;
/// Deepest recursion; a repetition of a single character needs none.
const DEPTH: u32 = 400;

/// What is left of the steps for the matches of one sampling or one mutation.
pub(super) struct Work(u32);

impl Work {
    /// All of it.
    pub fn new() -> Self {
        Self(ALL_FUEL)
    }

    /// Tells whether there is nothing left: no text matches any more.
    pub fn is_used_up(&self) -> bool {
        self.0 == 0
    }
}

/// Tells whether `pattern` matches `text` anywhere, or as a `whole`, as far as can be told with what is left of `work`.
pub(super) fn matches(pattern: &Pattern, text: &[u16], whole: bool, work: &mut Work) -> bool {
    let fuel = FUEL.min(work.0);
    let mut matcher = Matcher {
        text: code_points(text),
        captures: vec![None; pattern.groups + 1],
        fuel,
        depth: 0,
    };
    let end = matcher.text.len();
    let starts = if whole { 0..=0 } else { 0..=end };
    let mut matched = false;
    for start in starts {
        matched = matcher.run(&pattern.root, start, &mut |_, at| !whole || at == end);
        if matched || matcher.fuel == 0 {
            break;
        }
    }
    work.0 -= fuel - matcher.fuel;
    matched
}

struct Matcher {
    text: Vec<u32>,
    captures: Vec<Option<(usize, usize)>>,
    fuel: u32,
    depth: u32,
}

/// What has to match behind a node.
type Next<'a> = &'a mut dyn FnMut(&mut Matcher, usize) -> bool;

impl Matcher {
    fn run(&mut self, node: &Node, at: usize, next: Next<'_>) -> bool {
        if self.fuel == 0 || self.depth >= DEPTH {
            return false;
        }
        self.fuel -= 1;
        self.depth += 1;
        let matched = self.run_node(node, at, next);
        self.depth -= 1;
        matched
    }

    fn run_node(&mut self, node: &Node, at: usize, next: Next<'_>) -> bool {
        match node {
            Node::Empty => next(self, at),
            Node::Set(set) => {
                self.text.get(at).is_some_and(|point| set.contains(*point)) && next(self, at + 1)
            }
            Node::Start => at == 0 && next(self, at),
            Node::End => at == self.text.len() && next(self, at),
            Node::WordBoundary(wanted) => self.at_word_boundary(at) == *wanted && next(self, at),
            Node::Capture(number, inner) => {
                let before = self.captures[*number];
                let matched = self.run(inner, at, &mut |matcher, end| {
                    let inside = matcher.captures[*number];
                    matcher.captures[*number] = Some((at, end));
                    next(matcher, end) || {
                        matcher.captures[*number] = inside;
                        false
                    }
                });
                if !matched {
                    self.captures[*number] = before;
                }
                matched
            }
            Node::BackReference(number, ignore_case) => {
                let Some((start, end)) = self.captures.get(*number).copied().flatten() else {
                    return next(self, at);
                };
                let length = end - start;
                let same = at + length <= self.text.len()
                    && (0..length).all(|i| {
                        let (a, b) = (self.text[start + i], self.text[at + i]);
                        a == b || (*ignore_case && lower(a) == lower(b))
                    });
                same && next(self, at + length)
            }
            Node::Look { ahead, negative, inner } => {
                let found = if *ahead {
                    self.run(inner, at, &mut |_, _| true)
                } else {
                    (0..=at).rev().any(|start| self.run(inner, start, &mut |_, end| end == at))
                };
                found != *negative && next(self, at)
            }
            Node::Sequence(nodes) => self.run_sequence(nodes, at, next),
            Node::Alternatives(nodes) => nodes.iter().any(|node| self.run(node, at, next)),
            Node::Repeat { inner, min, max, lazy } => {
                let (min, max) = (*min as usize, *max as usize);
                if let Node::Set(set) = &**inner {
                    let longest = self.text[at..]
                        .iter()
                        .take(max)
                        .take_while(|point| set.contains(**point))
                        .count();
                    // Looking ahead is work, too: a row of such repetitions looks over the same text again and again.
                    self.fuel =
                        self.fuel.saturating_sub(u32::try_from(longest).unwrap_or(u32::MAX));
                    if longest < min {
                        return false;
                    }
                    return if *lazy {
                        (min..=longest).any(|count| next(self, at + count))
                    } else {
                        (min..=longest).rev().any(|count| next(self, at + count))
                    };
                }
                self.run_repeat(inner, min, max, *lazy, at, next)
            }
        }
    }

    fn run_sequence(&mut self, nodes: &[Node], at: usize, next: Next<'_>) -> bool {
        match nodes {
            [] => next(self, at),
            [last] => self.run(last, at, next),
            [first, rest @ ..] => {
                self.run(first, at, &mut |matcher, at| matcher.run_sequence(rest, at, next))
            }
        }
    }

    fn run_repeat(
        &mut self,
        inner: &Node,
        min: usize,
        max: usize,
        lazy: bool,
        at: usize,
        next: Next<'_>,
    ) -> bool {
        if lazy && min == 0 && next(self, at) {
            return true;
        }
        if max > 0 {
            let more = self.run(inner, at, &mut |matcher, end| {
                // An empty round beyond the minimum can go on for ever.
                (end > at || min > 0)
                    && matcher.run_repeat(inner, min.saturating_sub(1), max - 1, lazy, end, next)
            });
            if more {
                return true;
            }
        }
        !lazy && min == 0 && next(self, at)
    }

    fn at_word_boundary(&self, at: usize) -> bool {
        let is_word = |point: Option<&u32>| {
            point.is_some_and(|point| {
                char::from_u32(*point).is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
            })
        };
        let before = at.checked_sub(1).and_then(|before| self.text.get(before));
        is_word(before) != is_word(self.text.get(at))
    }
}

fn lower(point: u32) -> u32 {
    if (0x41..=0x5a).contains(&point) { point + 0x20 } else { point }
}
