//! ECMAScript regular expressions, source text to tree.
//!
//! Both grammars at once, since flags are not known: `\u{61}`, `\p{L}` and named groups as with the
//! flag `u`, stray brackets and braces as without. `(?i:..)` switches case off within its group.

use super::char_set::CharSet;
use super::tree::{Node, Pattern};

/// Deepest nesting of groups.
const DEPTH_LIMIT: usize = 100;
/// Repetitions beyond this are cut: no text of ours is as long.
const REPEAT_LIMIT: u32 = 4000;

/// Longest expression, in characters: what is longer is a generated list of words.
const LONGEST_SOURCE: usize = 20_000;

/// Parses the source of an expression (without slashes and flags); an error says what and where.
pub(super) fn parse(source: &str) -> Result<Pattern, String> {
    let chars: Vec<char> = source.chars().collect();
    if chars.len() > LONGEST_SOURCE {
        return Err(format!("it has {} characters, more than {LONGEST_SOURCE}", chars.len()));
    }
    let names = group_names(&chars);
    let mut parser = Parser { chars, at: 0, groups: 0, names, ignore_case: false, depth: 0 };
    let root = parser.alternatives()?;
    if parser.at < parser.chars.len() {
        return Err(parser.error("unmatched `)`"));
    }
    Ok(Pattern { root, groups: parser.groups })
}

/// The names of capturing groups in order; unnamed ones are empty.
fn group_names(chars: &[char]) -> Vec<String> {
    let mut names = Vec::new();
    let mut in_class = false;
    let mut at = 0;
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                if chars.get(at + 1) != Some(&'?') {
                    names.push(String::new());
                } else if chars.get(at + 2) == Some(&'<')
                    && !matches!(chars.get(at + 3), Some('=' | '!'))
                {
                    names.push(chars[at + 3..].iter().take_while(|c| **c != '>').collect());
                }
            }
            _ => {}
        }
        at += 1;
    }
    names
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    groups: usize,
    names: Vec<String>,
    ignore_case: bool,
    depth: usize,
}

impl Parser {
    fn error(&self, what: &str) -> String {
        format!("{what} at character {} of the expression", self.at)
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn eat(&mut self, text: &str) -> bool {
        let length = text.chars().count();
        let found = self.chars[self.at..].iter().take(length).copied().eq(text.chars());
        if found {
            self.at += length;
        }
        found
    }

    fn alternatives(&mut self) -> Result<Node, String> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err(self.error("groups nested too deep"));
        }
        let mut nodes = vec![self.sequence()?];
        while self.eat("|") {
            nodes.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Alternatives(nodes) })
    }

    fn sequence(&mut self) -> Result<Node, String> {
        let mut nodes = Vec::new();
        while let Some(next) = self.peek() {
            if next == '|' || next == ')' {
                break;
            }
            let term = self.term()?;
            nodes.push(self.quantified(term)?);
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.remove(0),
            _ => Node::Sequence(nodes),
        })
    }

    fn quantified(&mut self, inner: Node) -> Result<Node, String> {
        let (min, max) = match self.peek() {
            Some('*') => (0, u32::MAX),
            Some('+') => (1, u32::MAX),
            Some('?') => (0, 1),
            Some('{') => match self.braces() {
                Some((min, max, length)) => {
                    self.at += length - 1;
                    (min, max)
                }
                None => return Ok(inner),
            },
            _ => return Ok(inner),
        };
        self.at += 1;
        let lazy = self.eat("?");
        if min > max {
            return Err(self.error("numbers out of order in a quantifier"));
        }
        if min > REPEAT_LIMIT {
            return Err(self.error("a quantifier beyond what is sampled"));
        }
        let max = max.min(REPEAT_LIMIT);
        Ok(Node::Repeat { inner: Box::new(inner), min, max, lazy })
    }

    /// The bounds and length of `{2}`, `{2,}`, `{2,3}` here.
    fn braces(&self) -> Option<(u32, u32, usize)> {
        let end = self.chars[self.at..].iter().position(|c| *c == '}')?;
        let inside: String = self.chars[self.at + 1..self.at + end].iter().collect();
        let number = |text: &str| {
            (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
                .then(|| text.parse().unwrap_or(u32::MAX))
        };
        let (min, max) = match inside.split_once(',') {
            None => (number(&inside)?, number(&inside)?),
            Some((min, "")) => (number(min)?, u32::MAX),
            Some((min, max)) => (number(min)?, number(max)?),
        };
        Some((min, max, end + 1))
    }

    fn term(&mut self) -> Result<Node, String> {
        let Some(next) = self.peek() else { return Ok(Node::Empty) };
        match next {
            '^' => {
                self.at += 1;
                Ok(Node::Start)
            }
            '$' => {
                self.at += 1;
                Ok(Node::End)
            }
            '.' => {
                self.at += 1;
                Ok(Node::Set(CharSet::dot()))
            }
            '(' => self.group(),
            '[' => {
                let set = self.class()?;
                Ok(Node::Set(if self.ignore_case { set.ignoring_case() } else { set }))
            }
            '\\' => self.escape(),
            '*' | '+' | '?' => Err(self.error("nothing to repeat")),
            other => {
                self.at += 1;
                Ok(self.literal(u32::from(other)))
            }
        }
    }

    fn literal(&self, point: u32) -> Node {
        let set = CharSet::single(point);
        Node::Set(if self.ignore_case { set.ignoring_case() } else { set })
    }

    fn group(&mut self) -> Result<Node, String> {
        let before = self.ignore_case;
        self.at += 1;
        let node = if self.eat("?") {
            if self.eat("=") {
                self.look(true, false)?
            } else if self.eat("!") {
                self.look(true, true)?
            } else if self.eat("<=") {
                self.look(false, false)?
            } else if self.eat("<!") {
                self.look(false, true)?
            } else if self.eat("<") {
                while let Some(next) = self.peek() {
                    self.at += 1;
                    if next == '>' {
                        break;
                    }
                }
                self.capture()?
            } else {
                self.modifiers()?;
                self.alternatives()?
            }
        } else {
            self.capture()?
        };
        self.ignore_case = before;
        if !self.eat(")") {
            return Err(self.error("unterminated group"));
        }
        Ok(node)
    }

    /// `:`, `i:`, `-i:`, `ims-..:` of a group that captures nothing.
    fn modifiers(&mut self) -> Result<(), String> {
        let mut on = true;
        while let Some(next) = self.peek() {
            self.at += 1;
            match next {
                ':' => return Ok(()),
                '-' => on = false,
                'i' => self.ignore_case = on,
                'm' | 's' => {}
                _ => break,
            }
        }
        Err(self.error("an unknown kind of group"))
    }

    fn capture(&mut self) -> Result<Node, String> {
        self.groups += 1;
        let number = self.groups;
        Ok(Node::Capture(number, Box::new(self.alternatives()?)))
    }

    fn look(&mut self, ahead: bool, negative: bool) -> Result<Node, String> {
        Ok(Node::Look { ahead, negative, inner: Box::new(self.alternatives()?) })
    }

    fn escape(&mut self) -> Result<Node, String> {
        let Some(next) = self.chars.get(self.at + 1).copied() else {
            return Err(self.error("a backslash at the end"));
        };
        match next {
            'b' | 'B' => {
                self.at += 2;
                Ok(Node::WordBoundary(next == 'b'))
            }
            '1'..='9' => {
                let digits: String =
                    self.chars[self.at + 1..].iter().take_while(|c| c.is_ascii_digit()).collect();
                match digits.parse::<usize>() {
                    Ok(number) if number <= self.names.len() => {
                        self.at += 1 + digits.len();
                        Ok(Node::BackReference(number, self.ignore_case))
                    }
                    // An octal escape or an identity escape of the old grammar.
                    _ => {
                        let set = self.escaped_set()?;
                        Ok(Node::Set(set))
                    }
                }
            }
            'k' if self.names.iter().any(|name| !name.is_empty()) => {
                let name: String =
                    self.chars[self.at + 2..].iter().take_while(|c| **c != '>').skip(1).collect();
                let Some(index) = self.names.iter().position(|known| *known == name) else {
                    return Err(self.error("a reference to no group"));
                };
                self.at += 2 + name.chars().count() + 2;
                Ok(Node::BackReference(index + 1, self.ignore_case))
            }
            _ => {
                let set = self.escaped_set()?;
                Ok(Node::Set(if self.ignore_case { set.ignoring_case() } else { set }))
            }
        }
    }

    /// A class in brackets.
    fn class(&mut self) -> Result<CharSet, String> {
        self.at += 1;
        let negative = self.eat("^");
        let mut set = CharSet::default();
        loop {
            let Some(next) = self.peek() else {
                return Err(self.error("unterminated character class"));
            };
            if next == ']' {
                self.at += 1;
                break;
            }
            let first = self.class_atom()?;
            let is_range = self.peek() == Some('-')
                && self.chars.get(self.at + 1).is_some_and(|after| *after != ']');
            if let (true, Some(low)) = (is_range, first.only()) {
                self.at += 1;
                let last = self.class_atom()?;
                match last.only() {
                    Some(high) if high < low => {
                        return Err(self.error("range out of order in a character class"));
                    }
                    Some(high) => set.add(&CharSet::of(&[(low, high)])),
                    None => {
                        set.add(&first);
                        set.add(&CharSet::single(u32::from('-')));
                        set.add(&last);
                    }
                }
            } else {
                set.add(&first);
            }
        }
        // Ignoring case comes before negation: `[^a]` with `i` refuses `A`.
        let set = if self.ignore_case { set.ignoring_case() } else { set };
        Ok(if negative { set.negated() } else { set })
    }

    fn class_atom(&mut self) -> Result<CharSet, String> {
        match self.peek() {
            Some('\\') if self.chars.get(self.at + 1) == Some(&'b') => {
                self.at += 2;
                Ok(CharSet::single(0x08))
            }
            Some('\\') => self.escaped_set(),
            Some(other) => {
                self.at += 1;
                Ok(CharSet::single(u32::from(other)))
            }
            None => Err(self.error("unterminated character class")),
        }
    }

    /// The set of an escape sequence, inside or outside a class.
    fn escaped_set(&mut self) -> Result<CharSet, String> {
        let Some(next) = self.chars.get(self.at + 1).copied() else {
            return Err(self.error("a backslash at the end"));
        };
        self.at += 2;
        Ok(match next {
            'd' => CharSet::digits(),
            'D' => CharSet::digits().negated(),
            'w' => CharSet::word(),
            'W' => CharSet::word().negated(),
            's' => CharSet::space(),
            'S' => CharSet::space().negated(),
            'p' | 'P' if self.peek() == Some('{') => {
                let name: String =
                    self.chars[self.at + 1..].iter().take_while(|c| **c != '}').collect();
                self.at += name.chars().count() + 2;
                self.at = self.at.min(self.chars.len());
                let set = property(&name);
                if next == 'P' { set.negated() } else { set }
            }
            'f' => CharSet::single(0x0c),
            'n' => CharSet::single(0x0a),
            'r' => CharSet::single(0x0d),
            't' => CharSet::single(0x09),
            'v' => CharSet::single(0x0b),
            'c' => match self.peek() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.at += 1;
                    CharSet::single(u32::from(letter) % 32)
                }
                _ => {
                    self.at -= 1;
                    CharSet::single(u32::from('\\'))
                }
            },
            'x' => self.hexadecimal(2).map_or_else(|| CharSet::single(0x78), CharSet::single),
            'u' => CharSet::single(self.unicode_escape()),
            '0'..='7' => {
                let mut value = next.to_digit(8).unwrap_or(0);
                while let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) {
                    if value * 8 + digit > 0o377 {
                        break;
                    }
                    value = value * 8 + digit;
                    self.at += 1;
                }
                CharSet::single(value)
            }
            other => CharSet::single(u32::from(other)),
        })
    }

    /// `\u0061`, `\u{61}` or a surrogate pair `\ud83d\ude00`; `u` itself where it is none.
    fn unicode_escape(&mut self) -> u32 {
        if self.peek() == Some('{') {
            let digits: String =
                self.chars[self.at + 1..].iter().take_while(|c| c.is_ascii_hexdigit()).collect();
            let closed = self.chars.get(self.at + 1 + digits.len()) == Some(&'}');
            if closed && let Ok(point) = u32::from_str_radix(&digits, 16) {
                self.at += digits.len() + 2;
                return point.min(0x10_ffff);
            }
            return u32::from('u');
        }
        let Some(unit) = self.hexadecimal(4) else { return u32::from('u') };
        let start = self.at;
        if (0xd800..0xdc00).contains(&unit) && self.eat("\\u") {
            match self.hexadecimal(4) {
                Some(low) if (0xdc00..0xe000).contains(&low) => {
                    return 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                }
                _ => self.at = start,
            }
        }
        unit
    }

    fn hexadecimal(&mut self, length: usize) -> Option<u32> {
        let digits: String = self.chars.get(self.at..self.at + length)?.iter().collect();
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        self.at += length;
        u32::from_str_radix(&digits, 16).ok()
    }
}

/// The members of a Unicode property that we sample and check: ASCII and Latin, roughly. Others
/// are taken for letters.
fn property(name: &str) -> CharSet {
    let value = name.split('=').next_back().unwrap_or(name);
    let upper = [(0x41, 0x5a), (0xc0, 0xd6), (0xd8, 0xde)];
    let lower = [(0x61, 0x7a), (0xdf, 0xf6), (0xf8, 0xff)];
    match value {
        "Lu" | "Uppercase_Letter" | "Uppercase" => CharSet::of(&upper),
        "Ll" | "Lowercase_Letter" | "Lowercase" => CharSet::of(&lower),
        "N" | "Number" | "Nd" | "Decimal_Number" => CharSet::digits(),
        "P" | "Punctuation" => CharSet::of(&[
            (0x21, 0x23),
            (0x25, 0x2a),
            (0x2c, 0x2f),
            (0x3a, 0x3b),
            (0x3f, 0x40),
            (0x5b, 0x5d),
            (0x5f, 0x5f),
            (0x7b, 0x7b),
            (0x7d, 0x7d),
        ]),
        "S" | "Symbol" => CharSet::of(&[
            (0x24, 0x24),
            (0x2b, 0x2b),
            (0x3c, 0x3e),
            (0x5e, 0x5e),
            (0x60, 0x60),
            (0x7c, 0x7c),
            (0x7e, 0x7e),
        ]),
        "Z" | "Separator" | "Zs" | "Space_Separator" | "White_Space" => {
            CharSet::of(&[(0x20, 0x20), (0xa0, 0xa0), (0x2000, 0x200a)])
        }
        "Emoji" | "Emoji_Presentation" | "Extended_Pictographic" => {
            CharSet::of(&[(0x1_f600, 0x1_f64f)])
        }
        "Any" => CharSet::default().negated(),
        "ASCII" => CharSet::of(&[(0, 0x7f)]),
        _ => {
            let mut set = CharSet::of(&upper);
            set.add(&CharSet::of(&lower));
            set
        }
    }
}
