//! The tree of an expression, and what can be said of it.

use super::set::Set;

/// A part of an expression.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Node {
    /// Matches without consuming.
    Empty,
    /// One code point of a set.
    Set(Set),
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// The start of a line.
    LineStart,
    /// The end of a line.
    LineEnd,
    /// Between a word and what is none, or not there.
    Boundary(bool),
    /// A group that captures.
    Capture { name: Option<String>, inner: Box<Node> },
    /// What a group has captured, in any case if true.
    Reference(Reference, bool),
    /// What must stand, or must not stand, ahead or behind.
    Look { ahead: bool, negative: bool, inner: Box<Node> },
    /// One after another.
    Sequence(Vec<Node>),
    /// One of several.
    Alternatives(Vec<Node>),
    /// `min` to `max` times.
    Repeat { inner: Box<Node>, min: u32, max: Option<u32>, lazy: bool },
}

/// A group, by what it is referred to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Reference {
    Number(usize),
    Name(String),
}

impl Node {
    /// What nothing matches.
    pub fn never() -> Self {
        Self::Set(Set::default())
    }

    pub fn is_never(&self) -> bool {
        matches!(self, Self::Set(set) if set.is_empty())
    }

    /// One after another, as flat as can be.
    pub fn sequence(nodes: Vec<Self>) -> Self {
        let mut flat = Vec::with_capacity(nodes.len());
        for node in nodes {
            match node {
                Self::Empty => {}
                Self::Sequence(inner) => flat.extend(inner),
                node if node.is_never() => return node,
                node => flat.push(node),
            }
        }
        match flat.len() {
            0 => Self::Empty,
            1 => flat.remove(0),
            _ => Self::Sequence(flat),
        }
    }

    /// One of several, as flat as can be.
    pub fn alternatives(nodes: Vec<Self>) -> Self {
        let mut flat: Vec<Self> = Vec::with_capacity(nodes.len());
        for node in nodes {
            match node {
                Self::Alternatives(inner) => flat.extend(inner),
                node if node.is_never() || flat.contains(&node) => {}
                node => flat.push(node),
            }
        }
        match flat.len() {
            0 => Self::never(),
            1 => flat.remove(0),
            _ => Self::Alternatives(flat),
        }
    }

    /// Parts of it.
    pub fn children(&self) -> &[Self] {
        match self {
            Self::Capture { inner, .. } | Self::Look { inner, .. } | Self::Repeat { inner, .. } => {
                std::slice::from_ref(inner)
            }
            Self::Sequence(nodes) | Self::Alternatives(nodes) => nodes,
            _ => &[],
        }
    }

    /// Whether some part of it, or it, is such a one.
    pub fn any(&self, found: fn(&Self) -> bool) -> bool {
        found(self) || self.children().iter().any(|child| child.any(found))
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        1 + self.children().iter().map(Self::size).sum::<usize>()
    }

    /// Whether all texts match, but for the empty one and those of several lines: asked of an input it says nothing.
    pub fn is_anything(&self) -> bool {
        match self {
            Self::Repeat { inner, min: 0 | 1, max: None, .. } => match &**inner {
                Self::Set(set) => Set::dot().and(&set.negated()).is_empty(),
                inner => inner.is_anything(),
            },
            Self::Repeat { inner, min: 0 | 1, .. } => inner.is_anything(),
            Self::Capture { inner, .. } => inner.is_anything(),
            Self::Alternatives(nodes) => nodes.iter().any(Self::is_anything),
            Self::Sequence(nodes) => {
                let edge = |node: &Self| matches!(node, Self::Start | Self::End);
                nodes.iter().any(Self::is_anything)
                    && nodes.iter().all(|node| edge(node) || node.is_anything())
            }
            _ => false,
        }
    }

    /// Whether it is found in every text: it matches nothing at all, at least at one of the ends.
    pub fn is_everywhere(&self) -> bool {
        let one_end =
            !(self.any(|node| *node == Self::Start) && self.any(|node| *node == Self::End));
        one_end && self.is_nullable(true)
    }

    /// Whether it matches the empty text, at an end of the text or elsewhere.
    pub fn is_nullable(&self, at_end: bool) -> bool {
        match self {
            Self::Empty => true,
            Self::Start | Self::End | Self::LineStart | Self::LineEnd => at_end,
            Self::Capture { inner, .. } => inner.is_nullable(at_end),
            Self::Repeat { inner, min, .. } => *min == 0 || inner.is_nullable(at_end),
            Self::Sequence(nodes) => nodes.iter().all(|node| node.is_nullable(at_end)),
            Self::Alternatives(nodes) => nodes.iter().any(|node| node.is_nullable(at_end)),
            Self::Set(_) | Self::Boundary(_) | Self::Reference(..) | Self::Look { .. } => false,
        }
    }

    /// Appends it as JavaScript has it.
    pub fn print(&self, out: &mut String) {
        match self {
            Self::Empty => {}
            Self::Set(set) => set.print(out),
            Self::Start => out.push('^'),
            Self::End => out.push('$'),
            Self::LineStart => out.push_str(r"(?<=^|\n)"),
            Self::LineEnd => out.push_str(r"(?=\n|$)"),
            Self::Boundary(there) => out.push_str(if *there { r"\b" } else { r"\B" }),
            Self::Capture { name, inner } => {
                let name = name.as_ref().map(|name| format!("?<{name}>"));
                enclosed(out, &name.unwrap_or_default(), inner);
            }
            Self::Reference(reference, any_case) => {
                // In a group of its own: a digit may follow.
                out.push_str(if *any_case { "(?i:" } else { "(?:" });
                out.push_str(&match reference {
                    Reference::Number(number) => format!("\\{number})"),
                    Reference::Name(name) => format!("\\k<{name}>)"),
                });
            }
            Self::Look { ahead, negative, inner } => {
                let kind = match (ahead, negative) {
                    (true, false) => "?=",
                    (true, true) => "?!",
                    (false, false) => "?<=",
                    (false, true) => "?<!",
                };
                enclosed(out, kind, inner);
            }
            Self::Sequence(nodes) => {
                for node in nodes {
                    match node {
                        Self::Alternatives(_) => enclosed(out, "?:", node),
                        node => node.print(out),
                    }
                }
            }
            Self::Alternatives(nodes) => {
                for (index, node) in nodes.iter().enumerate() {
                    if index > 0 {
                        out.push('|');
                    }
                    node.print(out);
                }
            }
            Self::Repeat { inner, min, max, lazy } => {
                match &**inner {
                    Self::Set(_) | Self::Capture { .. } | Self::Reference(..) => inner.print(out),
                    inner => enclosed(out, "?:", inner),
                }
                out.push_str(&match (min, max) {
                    (0, None) => "*".to_owned(),
                    (1, None) => "+".to_owned(),
                    (0, Some(1)) => "?".to_owned(),
                    (min, None) => format!("{{{min},}}"),
                    (min, Some(max)) if min == max => format!("{{{min}}}"),
                    (min, Some(max)) => format!("{{{min},{max}}}"),
                });
                if *lazy {
                    out.push('?');
                }
            }
        }
    }
}

fn enclosed(out: &mut String, kind: &str, inner: &Node) {
    out.push('(');
    out.push_str(kind);
    inner.print(out);
    out.push(')');
}
