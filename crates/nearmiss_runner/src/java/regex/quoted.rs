//! The letters of an expression, of which those between `\Q` and `\E` stand for themselves.

/// A letter, and whether it stands for itself.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Letter {
    pub letter: char,
    pub quoted: bool,
}

/// The letters without the signs that quote them. A `\\` is no sign of a quote, whatever follows it.
pub(super) fn letters_of(source: &str) -> Vec<Letter> {
    let chars: Vec<char> = source.chars().collect();
    let mut letters = Vec::with_capacity(chars.len());
    let (mut at, mut quoted) = (0, false);
    while at < chars.len() {
        let pair = (chars[at], chars.get(at + 1));
        match pair {
            ('\\', Some('E')) if quoted => {
                quoted = false;
                at += 1;
            }
            ('\\', Some('Q')) if !quoted => {
                quoted = true;
                at += 1;
            }
            // The end of no quote, as some code appends one to be sure.
            ('\\', Some('E')) => at += 1,
            ('\\', Some(next)) if !quoted => {
                letters.push(Letter { letter: '\\', quoted });
                letters.push(Letter { letter: *next, quoted });
                at += 1;
            }
            (letter, _) => letters.push(Letter { letter, quoted }),
        }
        at += 1;
    }
    letters
}
