//! Java's expressions (`java.util.regex.Pattern`), source text to tree. What only says how to search is left out: a
//! possessive quantifier and an atomic group match no text that others do not.

use super::quoted::{Letter, letters_of};
use super::set::Set;
use super::tree::{Node, Reference};

/// Deepest nesting of groups and classes.
const DEPTH_LIMIT: usize = 80;
/// Longest expression, in letters: what is longer is a generated list of words.
const LONGEST_SOURCE: usize = 20_000;

/// Parses an expression; an error says what is not understood.
pub(super) fn parse(source: &str) -> Result<Node, String> {
    let letters = letters_of(source);
    if letters.len() > LONGEST_SOURCE {
        return Err(format!("it has {} letters, more than {LONGEST_SOURCE}", letters.len()));
    }
    let mut parser = Parser { letters, at: 0, flags: Flags::default(), groups: 0, depth: 0 };
    let root = parser.alternatives()?;
    if parser.at < parser.letters.len() {
        return Err("a `)` without its group".to_owned());
    }
    Ok(root)
}

/// Flags that are on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    pub ignore_case: bool,
    multiline: bool,
    dot_all: bool,
    pub comments: bool,
    unix_lines: bool,
}

pub(super) struct Parser {
    letters: Vec<Letter>,
    pub at: usize,
    pub flags: Flags,
    groups: usize,
    pub depth: usize,
}

impl Parser {
    /// A letter that stands for itself or not.
    pub fn letter(&self, ahead: usize) -> Option<Letter> {
        self.letters.get(self.at + ahead).copied()
    }

    /// The sign that stands here, if it is one.
    pub fn sign(&self, ahead: usize) -> Option<char> {
        self.letter(ahead).filter(|letter| !letter.quoted).map(|letter| letter.letter)
    }

    /// Whether these signs stand here; they are left behind.
    pub fn eat(&mut self, signs: &str) -> bool {
        let found = signs.chars().enumerate().all(|(ahead, sign)| self.sign(ahead) == Some(sign));
        if found {
            self.at += signs.chars().count();
        }
        found
    }

    /// The text up to a sign, which is left behind.
    pub fn until(&mut self, end: char) -> Result<String, String> {
        let rest = &self.letters[self.at..];
        let length = rest.iter().position(|letter| letter.letter == end && !letter.quoted);
        let length = length.ok_or_else(|| format!("a `{end}` is missing"))?;
        let text = rest[..length].iter().map(|letter| letter.letter).collect();
        self.at += length + 1;
        Ok(text)
    }

    /// Goes one level deeper.
    pub fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err("groups nested too deep".to_owned());
        }
        Ok(())
    }

    /// Leaves blanks and comments behind, where they say nothing.
    pub fn skip_comments(&mut self) {
        while self.flags.comments {
            match self.sign(0) {
                Some('#') => {
                    while self.letter(0).is_some_and(|letter| letter.letter != '\n') {
                        self.at += 1;
                    }
                }
                Some(blank) if blank.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
    }

    /// The set, and its other case where that is ignored.
    pub fn cased(&self, set: &Set) -> Set {
        if self.flags.ignore_case { set.ignoring_case() } else { set.clone() }
    }

    fn alternatives(&mut self) -> Result<Node, String> {
        self.deeper()?;
        let mut nodes = vec![self.sequence()?];
        while self.eat("|") {
            nodes.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::alternatives(nodes) })
    }

    fn sequence(&mut self) -> Result<Node, String> {
        let mut nodes = Vec::new();
        loop {
            self.skip_comments();
            if self.letter(0).is_none() || matches!(self.sign(0), Some('|' | ')')) {
                return Ok(Node::sequence(nodes));
            }
            if let Some(term) = self.term()? {
                nodes.push(self.quantified(term)?);
            }
        }
    }

    fn quantified(&mut self, term: Node) -> Result<Node, String> {
        let mut node = term;
        loop {
            self.skip_comments();
            let (min, max) = match self.sign(0) {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => match self.braces()? {
                    Some(bounds) => bounds,
                    None => return Ok(node),
                },
                _ => return Ok(node),
            };
            self.at += 1;
            let lazy = self.eat("?");
            if !lazy {
                self.eat("+");
            }
            node = Node::Repeat { inner: Box::new(node), min, max, lazy };
        }
    }

    /// The bounds of `{2}`, `{2,}`, `{2,3}` here, up to the `}`.
    fn braces(&mut self) -> Result<Option<(u32, Option<u32>)>, String> {
        let start = self.at;
        self.at += 1;
        let Ok(inside) = self.until('}') else {
            self.at = start;
            return Ok(None);
        };
        self.at -= 1;
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let bounds = match inside.split_once(',') {
            None => number(&inside).map(|min| (min, Some(min))),
            Some((min, max)) if max.trim().is_empty() => number(min).map(|min| (min, None)),
            Some((min, max)) => number(min).zip(number(max)).map(|(min, max)| (min, Some(max))),
        };
        match bounds {
            Some((min, Some(max))) if min > max => Err("a quantifier from more to less".to_owned()),
            Some(bounds) => Ok(Some(bounds)),
            None => {
                self.at = start;
                Ok(None)
            }
        }
    }

    /// A part without its quantifier; none where only flags change.
    fn term(&mut self) -> Result<Option<Node>, String> {
        let Some(letter) = self.letter(0) else { return Ok(None) };
        if letter.quoted {
            self.at += 1;
            return Ok(Some(Node::Set(self.cased(&Set::single(u32::from(letter.letter))))));
        }
        match letter.letter {
            '(' => return self.group(),
            '[' => return self.class().map(|set| Some(Node::Set(set))),
            '\\' => return self.escape().map(Some),
            '*' | '+' | '?' => return Err(format!("a `{}` behind nothing", letter.letter)),
            _ => self.at += 1,
        }
        Ok(Some(match letter.letter {
            '^' if self.flags.multiline => Node::LineStart,
            '$' if self.flags.multiline => Node::LineEnd,
            '^' => Node::Start,
            '$' => Node::End,
            '.' => Node::Set(self.dot()),
            letter => Node::Set(self.cased(&Set::single(u32::from(letter)))),
        }))
    }

    fn dot(&self) -> Set {
        match (self.flags.dot_all, self.flags.unix_lines) {
            (true, _) => Set::any(),
            (false, true) => Set::single(u32::from('\n')).negated(),
            (false, false) => Set::dot(),
        }
    }

    fn group(&mut self) -> Result<Option<Node>, String> {
        let before = self.flags;
        self.at += 1;
        let node = if !self.eat("?") {
            self.groups += 1;
            Node::Capture { name: None, inner: Box::new(self.alternatives()?) }
        } else if let Some((ahead, negative)) = self.look() {
            Node::Look { ahead, negative, inner: Box::new(self.alternatives()?) }
        } else if self.eat("<") {
            let name = self.until('>')?;
            if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
                return Err(format!("a group of the name `{name}`"));
            }
            self.groups += 1;
            Node::Capture { name: Some(name), inner: Box::new(self.alternatives()?) }
        } else if self.eat(">") || self.change_flags()? {
            self.alternatives()?
        } else {
            // They hold up to the end of the group around.
            return Ok(None);
        };
        self.flags = before;
        if !self.eat(")") {
            return Err("a group without its `)`".to_owned());
        }
        Ok(Some(node))
    }

    /// Which way a group looks, and whether for what must not be there.
    fn look(&mut self) -> Option<(bool, bool)> {
        let kinds = [
            ("=", (true, false)),
            ("!", (true, true)),
            ("<=", (false, false)),
            ("<!", (false, true)),
        ];
        kinds.into_iter().find(|(signs, _)| self.eat(signs)).map(|(_, kind)| kind)
    }

    /// Takes in `i:`, `-s:` or `im-sx)`; answers whether a group follows.
    fn change_flags(&mut self) -> Result<bool, String> {
        let mut on = true;
        while let Some(sign) = self.sign(0) {
            self.at += 1;
            match sign {
                ':' => return Ok(true),
                ')' => return Ok(false),
                '-' => on = false,
                'i' => self.flags.ignore_case = on,
                'm' => self.flags.multiline = on,
                's' => self.flags.dot_all = on,
                'x' => self.flags.comments = on,
                'd' => self.flags.unix_lines = on,
                // Which letters beyond ASCII have a case, and are letters.
                'u' | 'U' => {}
                other => return Err(format!("a group that begins with `(?{other}`")),
            }
        }
        Err("a group without its `)`".to_owned())
    }

    fn escape(&mut self) -> Result<Node, String> {
        let Some(next) = self.sign(1) else { return Err("a backslash at the end".to_owned()) };
        self.at += 2;
        Ok(match next {
            'b' if self.eat("{g}") => return Err("`\\b{g}`".to_owned()),
            'b' | 'B' => Node::Boundary(next == 'b'),
            'A' | 'G' => Node::Start,
            'z' | 'Z' => Node::End,
            'R' => Node::alternatives(vec![
                Node::Sequence(vec![Node::Set(Set::single(0x0d)), Node::Set(Set::single(0x0a))]),
                Node::Set(Set::vertical()),
            ]),
            'X' => Node::Set(Set::any()),
            'k' if self.eat("<") => {
                Node::Reference(Reference::Name(self.until('>')?), self.flags.ignore_case)
            }
            '1'..='9' => {
                let mut number = next.to_digit(10).unwrap_or_default() as usize;
                if number > self.groups {
                    return Err(format!(
                        "a reference to the group {number}, which does not come before it"
                    ));
                }
                // More digits are its own as long as there are so many groups.
                while let Some(digit) = self.sign(0).and_then(|sign| sign.to_digit(10)) {
                    if number * 10 + digit as usize > self.groups {
                        break;
                    }
                    number = number * 10 + digit as usize;
                    self.at += 1;
                }
                Node::Reference(Reference::Number(number), self.flags.ignore_case)
            }
            _ => {
                self.at -= 2;
                let set = self.escaped_set()?;
                Node::Set(self.cased(&set))
            }
        })
    }
}
