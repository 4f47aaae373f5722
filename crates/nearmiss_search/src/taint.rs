//! Tainted text: values like `_EM_3_XYZ_` that the runtime recognises wherever they arrive.
//!
//! A number is unique within an individual, so a fact about it names one gene; genes share a number
//! only when a fact said that two inputs must be equal.

use std::collections::BTreeSet;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::gene::FreeText;
use crate::{Individual, Specialisation, TaintFact, TaintNumbers, TemplateId};

impl TaintNumbers {
    /// The numbers that an individual uses.
    #[must_use]
    pub fn of(individual: &Individual) -> Self {
        let mut used = Self::default();
        visit_texts(individual, &mut |text| used.extend(text.taint_number()));
        used
    }
}

/// Calls `visit` for each text gene that is sent.
pub(crate) fn visit_texts(individual: &Individual, visit: &mut dyn FnMut(&dyn FreeText)) {
    for action in individual.actions() {
        for gene in &action.genes {
            gene.visit_texts(visit);
        }
    }
}

/// Calls `visit` for each text gene, also of inputs that are overridden by a link.
pub(crate) fn visit_texts_mut(
    individual: &mut Individual,
    visit: &mut dyn FnMut(&mut dyn FreeText),
) {
    for action in individual.actions_mut() {
        for gene in &mut action.genes {
            gene.visit_texts_mut(visit);
        }
    }
}

/// Share of sampled numbers that are tainted where text would be: a number out of bounds is refused
/// before the SUT looks at other inputs.
const FRESH_NUMBERS: f64 = 0.1;

/// Taints freshly sampled text, each with `probability`, and some numbers.
pub(crate) fn taint_fresh(individual: &mut Individual, probability: f64, rng: &mut Pcg64Mcg) {
    taint_fresh_by(individual, &|_, _| probability, rng);
}

/// The same, each text with the probability of its input, a template and the index of a parameter.
pub(crate) fn taint_fresh_by(
    individual: &mut Individual,
    probability: &dyn Fn(TemplateId, usize) -> f64,
    rng: &mut Pcg64Mcg,
) {
    let mut numbers = TaintNumbers::of(individual);
    for action in individual.actions_mut() {
        for (parameter, gene) in action.genes.iter_mut().enumerate() {
            let probability = probability(action.template, parameter);
            gene.visit_texts_mut(&mut |text| {
                let share = if text.is_numeric() { FRESH_NUMBERS } else { 1.0 };
                if text.take_fresh() && rng.random_bool(probability * share) {
                    text.taint(numbers.fresh());
                }
            });
        }
    }
}

/// Taints all numbers. Answers whether there are any.
pub(crate) fn taint_numbers(individual: &mut Individual) -> bool {
    let mut numbers = TaintNumbers::of(individual);
    let mut any = false;
    visit_texts_mut(individual, &mut |text| {
        if text.is_numeric() && text.taint_number().is_none() {
            any |= text.taint(numbers.fresh());
        }
    });
    any
}

/// Taints text that is free, or another part of a text that is partly free, each with
/// `probability` unless it holds the taint `except`: what lies behind a branch that opens now can
/// tell what it wants of the other inputs.
pub(crate) fn taint_free(
    individual: &mut Individual,
    probability: f64,
    except: u32,
    rng: &mut Pcg64Mcg,
) {
    let mut numbers = TaintNumbers::of(individual);
    visit_texts_mut(individual, &mut |text| {
        let own = text.taint_number();
        if own != Some(except) && rng.random_bool(probability) {
            text.taint_free(own.unwrap_or_else(|| numbers.fresh()), rng);
        }
    });
}

/// Gives copies of tainted text (an action that was copied within its individual) a number of
/// their own.
pub(crate) fn separate_copies(individual: &mut Individual) {
    let mut numbers = TaintNumbers::of(individual);
    let mut seen = BTreeSet::new();
    visit_texts_mut(individual, &mut |text| {
        if let Some(number) = text.taint_number()
            && !text.shares_taint()
            && !seen.insert(number)
        {
            text.renumber(numbers.fresh());
        }
    });
}

impl Individual {
    /// Taints text again that reads like a taint: of an individual that was restored from its values.
    pub fn retaint(&mut self) {
        let mut seen = BTreeSet::new();
        visit_texts_mut(self, &mut |text| {
            let number = text.retaint(&|number| seen.contains(&number));
            seen.extend(number);
        });
    }
}

/// Where a text gene stands: index of its action, of its parameter, and its rank among the texts of
/// that parameter.
pub(crate) type TextPlace = (usize, usize, usize);

/// An input of the SUT: template, parameter, rank of the text within the parameter.
pub(crate) type Input = (TemplateId, usize, usize);

/// News of a text: where it stands, its taint, what it should have been.
pub(crate) type News = (TextPlace, u32, Specialisation);

/// Notes facts at the genes that they are about. Answers, for each gene and fact that was news to
/// that gene, where it stands, its number and the fact.
pub(crate) fn learn(individual: &mut Individual, facts: &[TaintFact]) -> Vec<News> {
    let mut news = Vec::new();
    if facts.is_empty() {
        return news;
    }
    for (action_index, action) in individual.actions_mut().enumerate() {
        for (parameter, gene) in action.genes.iter_mut().enumerate() {
            let mut rank = 0;
            gene.visit_texts_mut(&mut |text| {
                if let Some(number) = text.taint_number() {
                    for fact in facts.iter().filter(|fact| fact.taint == number) {
                        if text.learn(&fact.specialisation) {
                            let place = (action_index, parameter, rank);
                            news.push((place, number, fact.specialisation.clone()));
                        }
                    }
                }
                rank += 1;
            });
        }
    }
    news
}

/// Puts a specialisation in the place of all text that holds this taint number.
pub(crate) fn specialise(
    individual: &mut Individual,
    number: u32,
    specialisation: &Specialisation,
    rng: &mut Pcg64Mcg,
) {
    visit_texts_mut(individual, &mut |text| {
        if text.taint_number() == Some(number) {
            text.specialise(specialisation, rng);
        }
    });
}
