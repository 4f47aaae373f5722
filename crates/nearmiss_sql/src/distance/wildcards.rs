//! How far a text is from a pattern.

use crate::patterns::Pattern;

/// Letters of texts and patterns that are looked at.
const LONGEST: usize = 200;

/// A part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part<'p> {
    Letter(char),
    /// One of these.
    OneOf(&'p [char]),
    AnyLetter,
    /// Any number of these.
    Many(&'p [char]),
    /// One of these, or nothing.
    Maybe(&'p [char]),
    AnyText,
}

impl Part<'_> {
    /// Answers what it costs to take a letter for it.
    fn cost(self, letter: char) -> f64 {
        match self {
            Self::Letter(wanted) => far(letter, wanted),
            Self::AnyLetter | Self::AnyText => 0.0,
            Self::OneOf(class) | Self::Many(class) | Self::Maybe(class) => {
                class.iter().map(|wanted| far(letter, *wanted)).fold(1.0, f64::min)
            }
        }
    }

    fn may_lack(self) -> bool {
        matches!(self, Self::AnyText | Self::Many(_) | Self::Maybe(_))
    }

    fn repeats(self) -> bool {
        matches!(self, Self::AnyText | Self::Many(_))
    }
}

/// Answers how many letters have to be changed, put in or left out until a text is like a pattern; less than one of each
/// letter that is another is how far it is.
pub(super) fn missing_letters(
    text: &str,
    pattern: &str,
    (escape, ignores_case): (Option<char>, bool),
) -> f64 {
    let folded = |text: &str| if ignores_case { text.to_lowercase() } else { text.to_owned() };
    cost(&folded(text), &parts_of(&folded(pattern), escape))
}

/// Answers the same of a regular expression.
pub(super) fn missing_of(text: &str, pattern: &Pattern) -> f64 {
    let mut parts = Vec::new();
    for (class, least, most) in pattern.classes() {
        parts.extend(std::iter::repeat_n(Part::OneOf(class), least));
        let more = most.saturating_sub(least);
        if most >= LONGEST {
            parts.push(Part::Many(class));
        } else {
            parts.extend(std::iter::repeat_n(Part::Maybe(class), more));
        }
    }
    parts.truncate(LONGEST);
    cost(text, &parts)
}

fn cost(text: &str, parts: &[Part<'_>]) -> f64 {
    let letters: Vec<char> = text.chars().take(LONGEST).collect();
    // The row before: costs of matching the first letters with the parts so far.
    let mut costs: Vec<f64> = (0_u32..).map(f64::from).take(letters.len() + 1).collect();
    for part in parts {
        let lacking = if part.may_lack() { 0.0 } else { 1.0 };
        let mut next = Vec::with_capacity(costs.len());
        next.push(costs[0] + lacking);
        for (at, letter) in letters.iter().enumerate() {
            let own = part.cost(*letter);
            let before = if part.repeats() { costs[at].min(next[at]) } else { costs[at] };
            // It is taken for the part, the part lacks, or the letter is too much.
            next.push((before + own).min(costs[at + 1] + lacking).min(next[at] + 1.0));
        }
        costs = next;
    }
    costs.last().copied().unwrap_or_default()
}

/// Answers how far a letter is from another one, from 0.5: that it is another counts more than how far it is.
fn far(one: char, other: char) -> f64 {
    if one == other {
        return 0.0;
    }
    let apart = f64::from(u32::from(one).abs_diff(u32::from(other)));
    0.5 + 0.5 * apart / (apart + 65_536.0)
}

fn parts_of(pattern: &str, escape: Option<char>) -> Vec<Part<'static>> {
    let mut letters = pattern.chars();
    let mut parts = Vec::new();
    while let Some(letter) = letters.next() {
        parts.push(match letter {
            letter if Some(letter) == escape => match letters.next() {
                Some(plain) => Part::Letter(plain),
                None => break,
            },
            '%' => Part::AnyText,
            '_' => Part::AnyLetter,
            letter => Part::Letter(letter),
        });
    }
    parts.truncate(LONGEST);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grow_with_each_letter() {
        let far = |text| missing_letters(text, "a_c%z", (Some('\\'), false));
        assert_eq!(far("abcz"), 0.0);
        assert_eq!(far("abc and z"), 0.0);
        assert!(far("abcy") > 0.0 && far("abcy") < far("axy"));
        assert!(far("axy") < far("q"));
        assert_eq!(missing_letters("A%", "a\\%", (Some('\\'), true)), 0.0);
        assert!(missing_letters("Ab", "a\\%", (Some('\\'), true)) > 0.0);
        assert_eq!(missing_letters("", "", (None, false)), 0.0);
        let pattern = Pattern::read("^ab[0-9]{2}x?[a-c]*$").unwrap();
        assert_eq!(["ab12", "ab12x", "ab12xcab"].map(|text| missing_of(text, &pattern)), [0.0; 3]);
        assert!(missing_of("ab1", &pattern) < missing_of("ab", &pattern));
        assert!(missing_of("ab12d", &pattern) < missing_of("ab1ddd", &pattern));
    }
}
