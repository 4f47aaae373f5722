//! Which facts about which input are news.
//!
//! A fact is news once for each input. Where only a part of a text was tainted it may be news again: what is read
//! behind one prefix may be read behind another (`price:5`, `price:>5`). Most of those are not: what takes text
//! apart tells the same of each part, and what looks at the same header of each operation tells the same of each
//! (measured on an API of 87 operations: without the bounds below they took two thirds of the calls).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::taint::Input;
use crate::{Specialisation, TemplateId};

/// Different facts about one input that are followed up: a SUT that compares with random text must
/// not take the whole budget.
pub(crate) const FACTS_PER_INPUT: usize = 256;
/// Texts around a tainted part in which a fact is news to one input.
const CONTEXTS_PER_FACT: usize = 8;
/// Inputs to which a fact is news again in one context: what holds of all of them is known by then.
const INPUTS_PER_CONTEXT: usize = 3;
/// Facts in contexts whose inputs are counted; then counting begins anew.
const CONTEXT_LIMIT: usize = 1 << 14;

/// A specialisation in a form that can be ordered.
pub(crate) type FactKey = (u8, Vec<u16>);

/// How much of a fact is news.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum News {
    /// Nothing.
    No,
    /// The input was told it before, but not behind or before this text.
    Elsewhere,
    /// The input was never told it.
    Yes,
}

/// What each input was told, and what stood around its taint then.
#[derive(Debug, Default)]
pub(crate) struct SeenFacts {
    inputs: BTreeMap<Input, BTreeMap<FactKey, BTreeSet<Vec<u16>>>>,
    contexts: BTreeMap<(FactKey, Vec<u16>), usize>,
}

impl SeenFacts {
    /// Tells whether a fact is news about an input, with this around its taint (empty: all of the text is tainted). It
    /// is none from now on.
    pub(crate) fn take_in(
        &mut self,
        input: Input,
        specialisation: &Specialisation,
        context: &[u16],
    ) -> News {
        let facts = self.inputs.entry(input).or_default();
        let number = facts.len();
        let fact = key(specialisation);
        match facts.entry(fact.clone()) {
            Entry::Vacant(_) if number >= FACTS_PER_INPUT => News::No,
            Entry::Vacant(place) => {
                place.insert(BTreeSet::new()).insert(context.to_vec());
                News::Yes
            }
            Entry::Occupied(mut known) => {
                let known = known.get_mut();
                if context.is_empty()
                    || known.len() >= CONTEXTS_PER_FACT
                    || repeats(specialisation, context)
                    || !known.insert(context.to_vec())
                {
                    return News::No;
                }
                if self.contexts.len() >= CONTEXT_LIMIT {
                    self.contexts.clear();
                }
                let inputs = self.contexts.entry((fact, context.to_vec())).or_default();
                *inputs += 1;
                if *inputs > INPUTS_PER_CONTEXT { News::No } else { News::Elsewhere }
            }
        }
    }

    /// What was told of a parameter may be told anew.
    pub(crate) fn forget(&mut self, template: TemplateId, parameter: usize) {
        self.inputs.retain(|input, _| (input.0, input.1) != (template, parameter));
    }
}

/// Tells whether the text that a fact asks for stands around the taint already: a text that is taken apart at each
/// blank asks for blanks in all parts.
fn repeats(specialisation: &Specialisation, context: &[u16]) -> bool {
    match specialisation {
        Specialisation::Prefix(text)
        | Specialisation::Suffix(text)
        | Specialisation::Contains(text)
        | Specialisation::At(_, text) => {
            text.is_empty() || context.windows(text.len()).any(|part| part == text.as_slice())
        }
        _ => false,
    }
}

/// A specialisation in a form that can be ordered.
pub(crate) fn key(specialisation: &Specialisation) -> FactKey {
    let units = |text: &str| text.encode_utf16().collect();
    match specialisation {
        Specialisation::Constant(text) => (1, text.clone()),
        Specialisation::ConstantIgnoreCase(text) => (2, text.clone()),
        Specialisation::RegexPartial(source) => (3, units(source)),
        Specialisation::RegexWhole(source) => (4, units(source)),
        Specialisation::Prefix(text) => (5, text.clone()),
        Specialisation::Suffix(text) => (6, text.clone()),
        Specialisation::Contains(text) => (7, text.clone()),
        // Numbers change from individual to individual.
        Specialisation::EqualTo(_) => (8, Vec::new()),
        Specialisation::Number(number) => (9, units(&format!("{number:?}"))),
        Specialisation::Date => (10, Vec::new()),
        Specialisation::DateWith(part, value) => (13, units(&format!("{part:?} {value}"))),
        Specialisation::Url => (14, Vec::new()),
        Specialisation::UrlWith(part, text) => {
            (15, [units(&format!("{part:?} ")), text.clone()].concat())
        }
        Specialisation::At(at, text) => (11, [units(&format!("{at},")), text.clone()].concat()),
        Specialisation::Encoded(codec) => (12, units(&format!("{codec:?}"))),
        Specialisation::Json => (16, Vec::new()),
        Specialisation::Kind(kind) => (17, units(&format!("{kind:?}"))),
        Specialisation::Property(name) => (18, units(name)),
        Specialisation::Of(spec) => (19, units(&format!("{spec:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    fn input(template: u32) -> Input {
        (TemplateId(template), 0, 0)
    }

    #[test]
    fn a_fact_is_news_again_behind_another_text() {
        let mut seen = SeenFacts::default();
        let number = Specialisation::Number(None);
        assert_eq!(seen.take_in(input(0), &number, &[]), News::Yes);
        assert_eq!(seen.take_in(input(0), &number, &[]), News::No);
        assert_eq!(seen.take_in(input(0), &number, &units("price:")), News::Elsewhere);
        assert_eq!(seen.take_in(input(0), &number, &units("price:")), News::No);
        assert_eq!(seen.take_in(input(0), &number, &units("price:>")), News::Elsewhere);
        assert_eq!(seen.take_in(input(1), &number, &units("price:>")), News::Yes);
        seen.forget(TemplateId(0), 0);
        assert_eq!(seen.take_in(input(0), &number, &units("price:")), News::Yes);
    }

    #[test]
    fn what_takes_text_apart_is_followed_once() {
        let mut seen = SeenFacts::default();
        let blank = Specialisation::Contains(units(" "));
        assert_eq!(seen.take_in(input(0), &blank, &[]), News::Yes);
        assert_eq!(seen.take_in(input(0), &blank, &units("a b")), News::No);
        assert_eq!(seen.take_in(input(0), &blank, &units("a,")), News::Elsewhere);
    }

    #[test]
    fn what_many_inputs_are_told_is_news_to_some_of_them_again() {
        let mut seen = SeenFacts::default();
        let word = Specialisation::Constant(units("Bearer"));
        let mut again = 0;
        for template in 0..50 {
            assert_eq!(seen.take_in(input(template), &word, &[]), News::Yes);
            again += usize::from(seen.take_in(input(template), &word, &units(" ")) != News::No);
        }
        assert_eq!(again, INPUTS_PER_CONTEXT);
    }

    #[test]
    fn contexts_and_facts_of_an_input_are_bounded() {
        let mut seen = SeenFacts::default();
        let date = Specialisation::Date;
        let of_context = |n: usize| units(&n.to_string());
        let contexts =
            (0..100).filter(|n| seen.take_in(input(0), &date, &of_context(*n)) != News::No);
        assert_eq!(contexts.count(), CONTEXTS_PER_FACT);
        let constant = |n: usize| Specialisation::Constant(of_context(n));
        let facts = (0..1000).filter(|n| seen.take_in(input(1), &constant(*n), &[]) == News::Yes);
        assert_eq!(facts.count(), FACTS_PER_INPUT);
    }
}
