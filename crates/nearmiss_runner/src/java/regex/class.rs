//! Classes of Java's expressions: unions and intersections of classes, and what a backslash stands for.

use super::parse::Parser;
use super::property::property;
use super::set::Set;

impl Parser {
    /// A class in brackets: `[a-z&&[^aeiou]]`, `[a-f[0-9]]`.
    pub fn class(&mut self) -> Result<Set, String> {
        self.deeper()?;
        self.at += 1;
        let negative = self.eat("^");
        let mut met: Option<Set> = None;
        // What stands since the last `&&`; none where nothing does.
        let mut side: Option<Set> = None;
        loop {
            if self.flags.comments {
                self.skip_comments();
            }
            if self.letter(0).is_none() {
                return Err("a class without its `]`".to_owned());
            }
            let is_first = met.is_none() && side.is_none();
            if self.sign(0) == Some(']') && !is_first {
                self.at += 1;
                break;
            }
            if self.eat("&&") {
                met = if is_first { None } else { Some(meet(met, side.take())) };
                continue;
            }
            let item = if self.sign(0) == Some('[') { self.class()? } else { self.range()? };
            side = Some(side.unwrap_or_default().with(&item));
        }
        self.depth -= 1;
        let set = match met {
            Some(met) => meet(Some(met), side),
            None => side.unwrap_or_default(),
        };
        Ok(if negative { set.negated() } else { set })
    }

    /// A letter, a range or an escape in a class.
    fn range(&mut self) -> Result<Set, String> {
        let first = self.class_letter()?;
        let ends = matches!(self.sign(1), None | Some(']' | '['))
            && self.letter(1).is_none_or(|l| !l.quoted);
        let meets = self.sign(1) == Some('&') && self.sign(2) == Some('&');
        let (Some(low), Some('-'), false, false) = (first.only(), self.sign(0), ends, meets) else {
            return Ok(self.cased(&first));
        };
        self.at += 1;
        let last = self.class_letter()?;
        Ok(match last.only() {
            Some(high) if high < low => return Err("a range from more to less".to_owned()),
            Some(high) => self.cased(&Set::of(&[(low, high)])),
            None => self.cased(&first.with(&last).with(&Set::single(u32::from('-')))),
        })
    }

    fn class_letter(&mut self) -> Result<Set, String> {
        if self.flags.comments {
            self.skip_comments();
        }
        match self.letter(0) {
            None => Err("a class without its `]`".to_owned()),
            Some(letter) if letter.letter == '\\' && !letter.quoted => self.escaped_set(),
            Some(letter) => {
                self.at += 1;
                Ok(Set::single(u32::from(letter.letter)))
            }
        }
    }

    /// What a backslash and what follows it stand for, in a class and outside of one.
    pub fn escaped_set(&mut self) -> Result<Set, String> {
        let Some(next) = self.sign(1) else { return Err("a backslash at the end".to_owned()) };
        self.at += 2;
        Ok(match next {
            'd' => Set::digits(),
            'D' => Set::digits().negated(),
            'w' => Set::word(),
            'W' => Set::word().negated(),
            's' => Set::space(),
            'S' => Set::space().negated(),
            'h' => Set::horizontal(),
            'H' => Set::horizontal().negated(),
            'v' => Set::vertical(),
            'V' => Set::vertical().negated(),
            'p' | 'P' => {
                let set = self.named()?;
                if next == 'P' { set.negated() } else { set }
            }
            't' => Set::single(0x09),
            'n' => Set::single(0x0a),
            'r' => Set::single(0x0d),
            'f' => Set::single(0x0c),
            'a' => Set::single(0x07),
            'e' => Set::single(0x1b),
            'c' => {
                let letter = self.letter(0).ok_or("`\\c` at the end")?;
                self.at += 1;
                Set::single(u32::from(letter.letter) ^ 0x40)
            }
            '0' => Set::single(self.octal()?),
            'x' if self.eat("{") => {
                let digits = self.until('}')?;
                let point = u32::from_str_radix(&digits, 16).ok();
                Set::single(
                    point
                        .filter(|point| *point <= 0x10_ffff)
                        .ok_or(format!("`\\x{{{digits}}}`"))?,
                )
            }
            'x' => Set::single(self.hexadecimal(2)?),
            'u' => Set::single(self.unicode()?),
            letter if letter.is_ascii_alphanumeric() => return Err(format!("`\\{letter}`")),
            letter => Set::single(u32::from(letter)),
        })
    }

    /// A property: `{Alpha}`, `L`.
    fn named(&mut self) -> Result<Set, String> {
        let name = if self.eat("{") {
            self.until('}')?
        } else {
            let letter = self.letter(0).ok_or("`\\p` at the end")?;
            self.at += 1;
            letter.letter.to_string()
        };
        property(&name).ok_or_else(|| format!("`\\p{{{name}}}`"))
    }

    /// One to three digits, of three the first at most 3.
    fn octal(&mut self) -> Result<u32, String> {
        let mut value =
            self.sign(0).and_then(|sign| sign.to_digit(8)).ok_or("`\\0` without digits")?;
        self.at += 1;
        while let Some(digit) = self.sign(0).and_then(|sign| sign.to_digit(8)) {
            if value * 8 + digit > 0o377 {
                break;
            }
            value = value * 8 + digit;
            self.at += 1;
        }
        Ok(value)
    }

    fn hexadecimal(&mut self, length: usize) -> Result<u32, String> {
        let digits: String = (0..length).filter_map(|ahead| self.sign(ahead)).collect();
        if digits.len() != length || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(format!("{length} digits in base 16 that are `{digits}`"));
        }
        self.at += length;
        u32::from_str_radix(&digits, 16).map_err(|error| error.to_string())
    }

    /// `0061`, or the two halves `d83d\ude00`.
    fn unicode(&mut self) -> Result<u32, String> {
        let unit = self.hexadecimal(4)?;
        let start = self.at;
        if (0xd800..0xdc00).contains(&unit) && self.eat("\\u") {
            match self.hexadecimal(4)? {
                low @ 0xdc00..=0xdfff => {
                    return Ok(0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
                }
                _ => self.at = start,
            }
        }
        Ok(unit)
    }
}

/// What both sides of a `&&` hold; a side that is empty asks for nothing.
fn meet(one: Option<Set>, other: Option<Set>) -> Set {
    match (one, other) {
        (Some(one), Some(other)) => one.and(&other),
        (one, other) => one.or(other).unwrap_or_default(),
    }
}
