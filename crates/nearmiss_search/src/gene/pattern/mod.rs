//! Text that matches an ECMAScript regular expression.
//!
//! The expression is parsed into a tree, text is sampled from the tree, and a matcher of our own
//! decides whether it matches: lookaheads, lookbehinds and word boundaries are hints when sampling
//! and exact when checking. A mutation edits the text and keeps the edit if it still matches.

mod char_set;
mod matcher;
mod parse;
mod sample;
mod tree;

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use matcher::Work;
use tree::Pattern;

use super::formats::{date, date_time, time, uuid};
use super::text::edit_units;
use crate::{FormatText, TextFormat};

/// Attempts to sample text that matches.
const SAMPLING_ATTEMPTS: u32 = 120;
/// Edits tried before a mutation samples anew.
const EDIT_ATTEMPTS: u32 = 24;
/// Share of mutations of text that must match somewhere that add one more match.
const ANOTHER: f64 = 0.15;
/// Share of mutations that sample anew.
const RESTART: f64 = 0.2;
/// Longest text of an expression, whatever the schema allows: the matcher backtracks.
const LENGTH_LIMIT: usize = 2000;

/// Forms that a text may have to have for what comes behind the expression, as much code checks the look
/// of a date and then reads it. None of them is made by an expression itself.
static FORMS: [&TextFormat; 4] = [&date::FORMAT, &date_time::FORMAT, &time::FORMAT, &uuid::FORMAT];
/// An expression that more of them match asks for none.
const MOST_FORMS: usize = 2;
/// Share of samples that have such a form, where there is one.
const OF_FORM: f64 = 0.5;

/// Probability that a text made for an expression has the length of the one that it takes the place of.
const KEEP_LENGTH: f64 = 0.7;
/// Longest text that is made for an expression in the place of another one.
const LONGEST: usize = 200;

/// Text of an expression.
#[derive(Clone, Debug)]
pub(crate) struct PatternText {
    pattern: Arc<Pattern>,
    /// Indices of the forms that it matches.
    forms: Vec<usize>,
    min: usize,
    max: usize,
    whole: bool,
    text: Vec<u16>,
}

/// Why no text can be sampled for a pattern, or `None` if one can. Without one, the gene of the
/// pattern is free text of its length.
#[must_use]
pub fn pattern_problem(pattern: &str, min_len: usize, max_len: usize) -> Option<String> {
    use rand::SeedableRng;
    let mut rng = Pcg64Mcg::seed_from_u64(0);
    PatternText::new(pattern, min_len, max_len, false, &mut rng).err()
}

impl PatternText {
    /// Sampled text that `source` matches, anywhere or as a `whole`; an error says why there is
    /// none.
    pub(crate) fn new(
        source: &str,
        min: usize,
        max: usize,
        whole: bool,
        rng: &mut Pcg64Mcg,
    ) -> Result<Self, String> {
        let pattern = Arc::new(parse::parse(source)?);
        let max = max.min(LENGTH_LIMIT);
        let mut gene = Self { pattern, forms: Vec::new(), min, max, whole, text: Vec::new() };
        gene.text = gene
            .sample(rng, &mut Work::new())
            .ok_or_else(|| format!("no text of {min} to {max} units was found for /{source}/"))?;
        let work = &mut Work::new();
        gene.forms =
            (0..FORMS.len()).filter(|form| gene.accepts(&of_form(*form, rng), work)).collect();
        if gene.forms.len() > MOST_FORMS {
            gene.forms.clear();
        }
        if let Some(text) = gene.sample_form(rng, work) {
            gene.text = text;
        }
        Ok(gene)
    }

    /// Samples text of an expression that the product itself has written.
    pub(super) fn of_ours(source: &str, longest: usize, rng: &mut Pcg64Mcg) -> Self {
        Self::new(source, 0, longest, true, rng)
            .unwrap_or_else(|problem| unreachable!("an expression of our own: {problem}"))
    }

    /// Text of a form that the expression matches, in a share of the cases.
    fn sample_form(&self, rng: &mut Pcg64Mcg, work: &mut Work) -> Option<Vec<u16>> {
        if self.forms.is_empty() || !rng.random_bool(OF_FORM) {
            return None;
        }
        let form = self.forms[rng.random_range(0..self.forms.len())];
        Some(of_form(form, rng)).filter(|text| self.accepts(text, work))
    }

    fn accepts(&self, text: &[u16], work: &mut Work) -> bool {
        (self.min..=self.max).contains(&text.len())
            && matcher::matches(&self.pattern, text, self.whole, work)
    }

    fn sample(&self, rng: &mut Pcg64Mcg, work: &mut Work) -> Option<Vec<u16>> {
        if let Some(text) = self.sample_form(rng, work) {
            return Some(text);
        }
        for attempt in 0..SAMPLING_ATTEMPTS {
            let text = sample::sample(&self.pattern, self.min, self.whole, attempt, rng);
            if self.accepts(&text, work) {
                return Some(text);
            }
            if work.is_used_up() {
                break;
            }
        }
        None
    }

    /// One more match behind the text, since matches are counted, too.
    fn append(&mut self, rng: &mut Pcg64Mcg, work: &mut Work) -> bool {
        let Some(more) = self.sample(rng, work) else { return false };
        let text = [self.text.as_slice(), &[u16::from(b' ')], &more].concat();
        let accepted = self.accepts(&text, work);
        if accepted {
            self.text = text;
        }
        accepted
    }

    /// Changes the text; answers whether it is another now.
    pub(crate) fn mutate_text(&mut self, rng: &mut Pcg64Mcg) -> bool {
        let work = &mut Work::new();
        if !self.whole && rng.random_bool(ANOTHER) && self.append(rng, work) {
            return true;
        }
        if !rng.random_bool(RESTART) {
            for _ in 0..EDIT_ATTEMPTS {
                let mut text = self.text.clone();
                if rng.random_bool(0.5) {
                    replace_alike(&mut text, rng);
                } else {
                    edit_units(&mut text, self.min, self.max, rng);
                }
                if text != self.text && self.accepts(&text, work) {
                    self.text = text;
                    return true;
                }
            }
        }
        for _ in 0..3 {
            match self.sample(rng, work) {
                Some(text) if text != self.text => {
                    self.text = text;
                    return true;
                }
                _ => {}
            }
        }
        false
    }
}

fn of_form(form: usize, rng: &mut Pcg64Mcg) -> Vec<u16> {
    (FORMS[form].sample)(rng).units()
}

/// Puts another character of the same sort (digit, letter) in the place of one.
fn replace_alike(text: &mut [u16], rng: &mut Pcg64Mcg) {
    if text.is_empty() {
        return;
    }
    let at = rng.random_range(0..text.len());
    let range = match u8::try_from(text[at]) {
        Ok(b'0'..=b'9') => b'0'..=b'9',
        Ok(b'a'..=b'f') => b'a'..=b'f',
        Ok(b'a'..=b'z') => b'a'..=b'z',
        Ok(b'A'..=b'Z') => b'A'..=b'Z',
        _ => b' '..=b'~',
    };
    text[at] = u16::from(rng.random_range(range));
}

impl FormatText for PatternText {
    fn boxed_clone(&self) -> Box<dyn FormatText> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        if let Some(text) = self.sample(rng, &mut Work::new()) {
            self.text = text;
        }
    }

    fn mutate(&mut self, rng: &mut Pcg64Mcg) {
        self.mutate_text(rng);
    }

    fn units(&self) -> Vec<u16> {
        self.text.clone()
    }

    fn read(&mut self, units: &[u16]) -> bool {
        let accepted = self.accepts(units, &mut Work::new());
        if accepted {
            self.text = units.to_vec();
        }
        accepted
    }
}

/// Samples text that an expression matches, mostly of this length if there is such a text: it may be checked, too.
pub(super) fn pattern_text(
    source: &str,
    whole: bool,
    length: usize,
    rng: &mut Pcg64Mcg,
) -> Option<Vec<u16>> {
    if length <= LONGEST
        && rng.random_bool(KEEP_LENGTH)
        && let Ok(text) = PatternText::new(source, length, length, whole, rng)
        && text.text.len() == length
    {
        return Some(text.text);
    }
    PatternText::new(source, 0, LONGEST, whole, rng).ok().map(|text| text.text)
}

#[cfg(test)]
mod tests;
