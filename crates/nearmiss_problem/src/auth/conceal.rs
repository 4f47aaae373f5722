//! Secrets in texts: the search finds them in the API's code and sends them, and answers say them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use aho_corasick::AhoCorasick;

use super::pieces::Pieces;
use super::{Form, GivenSecrets, mask, writings};

/// Shorter texts stand everywhere by chance.
const LEAST_LETTERS: usize = 3;
/// What is as long is looked for in every writing, and not only in the usual ones.
const LONG: usize = 8;
/// The usual ways to write a secret.
pub(super) const FORMS: [Form; 3] = [Form::Plain, Form::Json, Form::Component];

/// A secret, and the expression that stands for it.
#[derive(Clone, Eq, PartialEq)]
pub struct Concealed {
    /// Name of the user, or nothing: `slot` is the name of an environment variable.
    pub user: String,
    /// Slot of [`Part::Credential`]; nothing: no expression stands for this one.
    pub slot: String,
    /// What is not to be seen.
    pub value: String,
}

impl Concealed {
    /// A value that an answer gave, and that is no user's.
    #[must_use]
    pub fn given(value: &str) -> Self {
        Self { user: String::new(), slot: String::new(), value: value.to_owned() }
    }

    /// Whether an expression can stand for it.
    #[must_use]
    pub fn has_expression(&self) -> bool {
        !self.slot.is_empty()
    }
}

impl std::fmt::Debug for Concealed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Concealed({} {})", self.user, self.slot)
    }
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TextPiece<'a> {
    /// Something that may be seen.
    Plain(&'a str),
    /// A secret, in the form that it is written in.
    Secret(&'a Concealed, Form),
}

/// Finds secrets in texts: all at once, in a time that hangs on the text and not on how many secrets
/// there are, as users who are made on the fly and logins that are renewed leave tens of thousands.
#[derive(Debug)]
pub struct Concealer {
    secrets: Vec<Concealed>,
    /// Each form of each secret that is long enough: its index, and the form.
    patterns: Vec<(usize, Form)>,
    finder: AhoCorasick,
    /// The long secrets as they are, in any case.
    folded: AhoCorasick,
    /// Which these are.
    long: Vec<usize>,
    /// Stretches of tokens.
    pieces: Pieces,
    /// Where those came from that no expression stands for.
    pub(super) given: GivenSecrets,
}

impl Concealer {
    /// Finds these; of several with one value the first.
    #[must_use]
    pub fn new(secrets: Vec<Concealed>) -> Self {
        let sought = |secret: &Concealed| secret.value.chars().count() >= LEAST_LETTERS;
        let sought = secrets.iter().enumerate().filter(|(_, secret)| sought(secret));
        let patterns: Vec<(usize, Form)> =
            sought.flat_map(|(index, _)| FORMS.map(|form| (index, form))).collect();
        let texts = patterns.iter().map(|(index, form)| form.of(&secrets[*index].value));
        // It takes all of them: they are far from 2 GiB together.
        let finder = AhoCorasick::new(texts).expect("secrets of an API are no gigabytes");
        let is_long = |index: &usize| is_long(&secrets[*index].value);
        let long: Vec<usize> = (0..secrets.len()).filter(is_long).collect();
        let folded = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(long.iter().map(|index| secrets[*index].value.as_str()))
            .expect("secrets of an API are no gigabytes");
        // The values of variables are people's: pieces of these may be words.
        let tokens = secrets.iter().filter(|one| !one.user.is_empty() || one.slot.is_empty());
        let pieces = Pieces::of(tokens.map(|one| one.value.as_str()));
        Self { secrets, patterns, finder, folded, long, pieces, given: GivenSecrets::default() }
    }

    /// Finds these, and knows where calls gave some.
    #[must_use]
    pub fn recalling(secrets: Vec<Concealed>, given: GivenSecrets) -> Self {
        Self { given, ..Self::new(secrets) }
    }

    /// The indices of the secrets that a text holds in any of their writings, or a part of them.
    pub(super) fn held(&self, text: &str) -> BTreeSet<usize> {
        let usual = self.finder.find_overlapping_iter(text);
        let usual = usual.map(|found| self.patterns[found.pattern().as_usize()].0);
        let held = RefCell::new(usual.collect::<BTreeSet<usize>>());
        writings::any(text, &|view| {
            let found = self.folded.find_overlapping_iter(view);
            held.borrow_mut().extend(found.map(|found| self.long[found.pattern().as_usize()]));
            false
        });
        held.into_inner()
    }

    pub(super) fn secret(&self, index: usize) -> &Concealed {
        &self.secrets[index]
    }

    /// Whether a text holds a secret in any of its writings: as it is, in other cases, in escapes of URLs and of
    /// JSON, in base64, base64url or hex; or a long piece of a token. Short secrets are looked for in the first and in
    /// escapes only.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        if self.secrets.is_empty() {
            return false;
        }
        self.finder.is_match(text)
            || self.pieces.is_in(text)
            || writings::any(text, &|view| self.folded.is_match(view))
    }

    /// A text for people, with names in the place of secrets.
    #[must_use]
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_in(text) { Cow::Owned(mask::masked(text, self)) } else { Cow::Borrowed(text) }
    }

    /// The value of the first secret that an expression stands for.
    #[must_use]
    pub fn value(&self, user: &str, slot: &str) -> Option<&str> {
        let of = |secret: &&Concealed| secret.user == user && secret.slot == slot;
        self.secrets.iter().find(of).map(|secret| secret.value.as_str())
    }

    /// A text in pieces, with each secret of the forms that are asked for on its own; where secrets
    /// overlap, the longest.
    #[must_use]
    pub fn split<'a>(&'a self, text: &'a str, forms: &[Form]) -> Vec<TextPiece<'a>> {
        let found = self.finder.find_overlapping_iter(text);
        let mut found: Vec<Stretch> = found
            .map(|found| (found.start(), found.end(), found.pattern().as_usize()))
            .filter(|(_, _, pattern)| forms.contains(&self.patterns[*pattern].1))
            .collect();
        let taken = apart(&mut found);
        let mut pieces = Vec::with_capacity(2 * taken.len() + 1);
        let mut at = 0;
        for (start, (end, pattern)) in taken {
            if at < start {
                pieces.push(TextPiece::Plain(&text[at..start]));
            }
            let (secret, form) = self.patterns[pattern];
            pieces.push(TextPiece::Secret(&self.secrets[secret], form));
            at = end;
        }
        if at < text.len() {
            pieces.push(TextPiece::Plain(&text[at..]));
        }
        pieces
    }
}

/// Tells whether a secret is long enough to be looked for in every writing.
pub(super) fn is_long(value: &str) -> bool {
    value.chars().count() >= LONG
}

/// Where something begins and ends, and what it is.
pub(super) type Stretch = (usize, usize, usize);

/// Of stretches that overlap the longest, and of these the first by what they are: where each begins, where it ends, and
/// what it is.
pub(super) fn apart(found: &mut [Stretch]) -> BTreeMap<usize, (usize, usize)> {
    found.sort_unstable_by_key(|(start, end, what)| (Reverse(end - start), *what, *start));
    let mut taken: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (start, end, what) in found {
        let before = taken.range(..*end).next_back();
        if before.is_none_or(|(_, (its_end, _))| its_end <= start) {
            taken.insert(*start, (*end, *what));
        }
    }
    taken
}

impl Default for Concealer {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(slot: &str, value: &str) -> Concealed {
        Concealed { user: String::new(), slot: slot.to_owned(), value: value.to_owned() }
    }

    /// Pieces with the slots of secrets in brackets.
    fn shown(concealer: &Concealer, text: &str) -> String {
        let pieces = concealer.split(text, &[Form::Plain]).into_iter().map(|piece| match piece {
            TextPiece::Plain(text) => text.to_owned(),
            TextPiece::Secret(secret, _) => format!("[{}]", secret.slot),
        });
        pieces.collect()
    }

    /// What one secret after another, the longest first, comes to.
    fn one_by_one(secrets: &[Concealed], text: &str) -> String {
        let mut longest: Vec<&Concealed> =
            secrets.iter().filter(|secret| secret.value.chars().count() >= LEAST_LETTERS).collect();
        longest.sort_by_key(|secret| Reverse(secret.value.len()));
        let mut parts = vec![(text.to_owned(), false)];
        for secret in longest {
            let pieces = parts.iter().flat_map(|(part, done)| {
                let mut pieces = Vec::new();
                if *done {
                    return vec![(part.clone(), true)];
                }
                for (index, between) in part.split(&secret.value).enumerate() {
                    if index > 0 {
                        pieces.push((format!("[{}]", secret.slot), true));
                    }
                    pieces.push((between.to_owned(), false));
                }
                pieces
            });
            parts = pieces.collect();
        }
        parts.into_iter().map(|(part, _)| part).collect()
    }

    #[test]
    fn the_longest_of_several_is_found_and_short_ones_are_not() {
        let secrets = [("A", "abc"), ("B", "bcdefg"), ("C", "abc"), ("D", "xy"), ("E", "é→𝒳")];
        let concealer = Concealer::new(secrets.map(|(slot, value)| secret(slot, value)).to_vec());
        assert_eq!(shown(&concealer, "abc abcdefg xy é→𝒳abcabc"), "[A] a[B] xy [E][A][A]");
        assert_eq!(shown(&concealer, "nothing"), "nothing");
        assert!(concealer.split("", &[Form::Plain]).is_empty());
        assert_eq!(concealer.value("", "B"), Some("bcdefg"));
        assert!(!Concealer::default().is_in("anything"));
    }

    #[test]
    fn many_secrets_come_to_the_same_as_one_after_another() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(7);
        let mut word = |least: usize, most: usize| -> String {
            let length = rng.random_range(least..=most);
            (0..length).map(|_| char::from(b'a' + rng.random_range(0..3_u8))).collect()
        };
        for round in 0..200 {
            let secrets: Vec<Concealed> =
                (0..6).map(|index| secret(&index.to_string(), &word(2, 6))).collect();
            let text = word(0, 40);
            let concealer = Concealer::new(secrets.clone());
            let expected = one_by_one(&secrets, &text);
            assert_eq!(shown(&concealer, &text), expected, "round {round}: {text}");
            assert_eq!(concealer.is_in(&text), expected != text);
        }
    }

    #[test]
    fn tens_of_thousands_of_tokens_are_one_pass_over_a_text() {
        // One token after another would read 60,000 times 4 MiB: hours.
        let token = |index: usize| format!("eyJhbGciOiJIUzI1NiJ9.{index:08x}{:08x}", index * 7919);
        let secrets = (0..20_000).map(|index| secret(&index.to_string(), &token(index))).collect();
        let concealer = Concealer::new(secrets);
        let text = format!("{}{}!", "eyJhbGciOiJIUzI1NiJ9 ".repeat(200_000), token(19_999));
        for _ in 0..5 {
            assert!(concealer.is_in(&text));
            assert!(shown(&concealer, &text).ends_with(" [19999]!"));
        }
    }
}
