//! What is left of an expression once fixed text around an input is taken away: where `user-_EM_3_XYZ_` should match
//! `user-\d+`, the input should match `\d+`. By derivatives: Brzozowski, "Derivatives of Regular Expressions", section
//! 3 (1964).

use super::set::Set;
use super::tree::Node;

/// Parts beyond which a derivative is given up: each letter may double them.
const MOST_PARTS: usize = 4000;

/// What each of several inputs should match so that the whole does, with this text before, between and behind them (one
/// text more than inputs); `None` where that cannot be said of each of them alone.
pub(super) fn parts_of(whole: &Node, fixed: &[String]) -> Option<Vec<Node>> {
    let unknown = |node: &Node| {
        matches!(
            node,
            Node::Reference(..)
                | Node::Look { .. }
                | Node::Boundary(_)
                | Node::LineStart
                | Node::LineEnd
        )
    };
    let ([first, between @ .., last], false) = (fixed, whole.any(unknown)) else { return None };
    let mut rest = without_start(&without_captures(whole), first)?;
    rest = reversed(&without_start(&reversed(&rest), &last.chars().rev().collect::<String>())?);
    let mut parts = Vec::new();
    for text in between {
        let (part, behind) = split(&rest, text)?;
        parts.push(part);
        rest = behind;
    }
    parts.push(rest);
    Some(parts)
}

/// The same without groups that capture.
fn without_captures(node: &Node) -> Node {
    match node {
        Node::Capture { inner, .. } => without_captures(inner),
        Node::Sequence(nodes) => Node::sequence(nodes.iter().map(without_captures).collect()),
        Node::Alternatives(nodes) => {
            Node::alternatives(nodes.iter().map(without_captures).collect())
        }
        Node::Repeat { inner, min, max, lazy } => Node::Repeat {
            inner: Box::new(without_captures(inner)),
            min: *min,
            max: *max,
            lazy: *lazy,
        },
        other => other.clone(),
    }
}

/// What matches the texts that it matches, from their ends to their starts.
fn reversed(node: &Node) -> Node {
    match node {
        Node::Start => Node::End,
        Node::End => Node::Start,
        Node::Sequence(nodes) => Node::sequence(nodes.iter().rev().map(reversed).collect()),
        Node::Alternatives(nodes) => Node::alternatives(nodes.iter().map(reversed).collect()),
        Node::Repeat { inner, min, max, lazy } => {
            Node::Repeat { inner: Box::new(reversed(inner)), min: *min, max: *max, lazy: *lazy }
        }
        other => other.clone(),
    }
}

/// What is to follow `text` at the start.
fn without_start(node: &Node, text: &str) -> Option<Node> {
    let mut rest = node.clone();
    for (index, letter) in text.chars().enumerate() {
        rest = behind(&rest, u32::from(letter), index == 0);
        if rest.is_never() || rest.size() > MOST_PARTS {
            return None;
        }
    }
    Some(if text.is_empty() { rest } else { inside(&rest) }).filter(|rest| !rest.is_never())
}

/// What is to follow one letter.
fn behind(node: &Node, letter: u32, at_start: bool) -> Node {
    match node {
        Node::Set(set) if set.contains(letter) => Node::Empty,
        Node::Sequence(nodes) => {
            let mut ways = Vec::new();
            for (index, first) in nodes.iter().enumerate() {
                let mut way = vec![behind(first, letter, at_start)];
                way.extend_from_slice(&nodes[index + 1..]);
                ways.push(Node::sequence(way));
                if !is_passable(first, at_start) {
                    break;
                }
            }
            Node::alternatives(ways)
        }
        Node::Alternatives(nodes) => {
            Node::alternatives(nodes.iter().map(|node| behind(node, letter, at_start)).collect())
        }
        Node::Repeat { inner, max: Some(0), .. } if !inner.is_never() => Node::never(),
        Node::Repeat { inner, min, max, lazy } => {
            let min = if is_passable(inner, at_start) { 0 } else { min.saturating_sub(1) };
            let max = max.map(|max| max - 1);
            let again = Node::Repeat { inner: inner.clone(), min, max, lazy: *lazy };
            let again = if max == Some(0) { Node::Empty } else { again };
            Node::sequence(vec![behind(inner, letter, at_start), again])
        }
        _ => Node::never(),
    }
}

/// Whether a letter that follows may be the first one: nothing has to stand before it.
fn is_passable(node: &Node, at_start: bool) -> bool {
    match node {
        Node::Empty => true,
        Node::Start => at_start,
        Node::Repeat { inner, min, .. } => *min == 0 || is_passable(inner, at_start),
        Node::Sequence(nodes) => nodes.iter().all(|node| is_passable(node, at_start)),
        Node::Alternatives(nodes) => nodes.iter().any(|node| is_passable(node, at_start)),
        _ => false,
    }
}

/// The same where something stands before it: there is no start of the text any more.
fn inside(node: &Node) -> Node {
    match node {
        Node::Start => Node::never(),
        Node::Sequence(nodes) => Node::sequence(nodes.iter().map(inside).collect()),
        Node::Alternatives(nodes) => Node::alternatives(nodes.iter().map(inside).collect()),
        Node::Repeat { inner, min, max, lazy } => match inside(inner) {
            never if never.is_never() && *min == 0 => Node::Empty,
            never if never.is_never() => never,
            inner => Node::Repeat { inner: Box::new(inner), min: *min, max: *max, lazy: *lazy },
        },
        other => other.clone(),
    }
}

/// What stands before and behind the first place where the expression has this very text.
fn split(node: &Node, text: &str) -> Option<(Node, Node)> {
    let letters: Vec<u32> = text.chars().map(u32::from).collect();
    let Node::Sequence(nodes) = node else { return None };
    if letters.is_empty() {
        return None;
    }
    let is_letter = |(node, letter): (&Node, &u32)| *node == Node::Set(Set::single(*letter));
    let at =
        nodes.windows(letters.len()).position(|run| run.iter().zip(&letters).all(is_letter))?;
    let (before, rest) = nodes.split_at(at);
    Some((Node::sequence(before.to_vec()), Node::sequence(rest[letters.len()..].to_vec())))
}
