//! What taint facts taught the search: constants worth trying anywhere, and individuals in which a
//! fact waits to be tried.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::met_values::MetValues;
use crate::repairs::{Chain, Repairs};
use crate::seen_facts::{FactKey, News, SeenFacts, key};
use crate::taint::{Input, News as Fact};
use crate::waiting::{FollowUp, Waiting};
use crate::wanted::Wanted;
use crate::{EvaluatedIndividual, Individual, Pair, ReadField, Specialisation, TemplateId};

/// Constants that are remembered; the oldest goes first.
const CONSTANT_LIMIT: usize = 256;
/// Longest constant that is remembered.
const CONSTANT_LENGTH: usize = 200;
/// Follow-ups of a fact about a part of a text: what stands in the other part is drawn anew each time.
const PART_TRIES: usize = 5;
/// Follow-ups of any other fact: which other inputs are tainted is drawn anew each time.
const TRIES: usize = 2;
/// How often facts that came at once are tried at once: what the other inputs are is not the same each time.
const COMBINATION_TRIES: u8 = 3;
/// Combinations whose tries are counted; then counting begins anew.
const COMBINATION_LIMIT: usize = 4096;
/// Facts of one input that are kept to be tried again.
const TOLD_LIMIT: usize = 24;
/// Evaluations that tell nothing of a tainted input after which it is tainted half as often.
const SILENCE: f64 = 8.0;
/// Share of the usual probability of tainting that remains: what lies behind other inputs may ask for this one.
const LEAST_TAINT: f64 = 0.2;

/// Follow-ups of a schema.
const SHAPE_TRIES: usize = 3;

/// What each of several inputs was told.
type Combination = Vec<(Input, FactKey)>;

/// What taint facts taught the search.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    constants: Vec<Vec<u16>>,
    oldest: usize,
    seen: SeenFacts,
    waiting: Waiting,
    met: MetValues,
    repairs: Repairs,
    /// Facts that came at once, by what was told of which input, and how often they were tried at once.
    together: BTreeMap<Combination, u8>,
    /// What inputs were told, where all of the text was tainted.
    told: BTreeMap<(TemplateId, usize), Vec<(usize, Specialisation)>>,
    /// Evaluations in a row in which an input was tainted and told nothing new.
    silent: BTreeMap<(TemplateId, usize), u32>,
}

impl Knowledge {
    /// Constants worth trying in any text.
    pub(crate) fn constants(&self) -> &[Vec<u16>] {
        &self.constants
    }

    /// Remembers constants of an earlier search.
    pub(crate) fn recall_constants(&mut self, constants: Vec<Vec<u16>>) {
        for text in constants {
            self.remember_constant(&Specialisation::Constant(text));
        }
    }

    /// What the texts of an input were told, with their ranks: it is worth trying again with other inputs beside it.
    pub(crate) fn told(
        &self,
        template: TemplateId,
        parameter: usize,
    ) -> &[(usize, Specialisation)] {
        self.told.get(&(template, parameter)).map_or(&[], Vec::as_slice)
    }

    /// How much of the usual probability an input is worth tainting with: less, the longer it has told nothing.
    pub(crate) fn taint_share(&self, template: TemplateId, parameter: usize) -> f64 {
        let silent = self.silent.get(&(template, parameter)).copied().unwrap_or_default();
        (SILENCE / (SILENCE + f64::from(silent))).max(LEAST_TAINT)
    }

    fn note_silence(&mut self, individual: &Individual, news: &[Fact]) {
        for (index, action) in individual.actions().enumerate() {
            for (parameter, gene) in action.genes.iter().enumerate() {
                let mut tainted = false;
                gene.visit_texts(&mut |text| tainted |= text.taint_number().is_some());
                if !tainted {
                    continue;
                }
                let told = news.iter().any(|(place, ..)| (place.0, place.1) == (index, parameter));
                let silent = self.silent.entry((action.template, parameter)).or_default();
                *silent = if told { 0 } else { silent.saturating_add(1) };
            }
        }
    }

    /// What values inputs have met.
    pub(crate) fn met(&self) -> &MetValues {
        &self.met
    }

    /// Takes in facts that were news to genes of this individual. What is news about an input of
    /// the SUT, too, waits to be followed up.
    pub(crate) fn take_in(&mut self, individual: &Arc<EvaluatedIndividual>, news: Vec<Fact>) {
        self.note_silence(&individual.individual, &news);
        let together = one_each(&news);
        for ((action, parameter, rank), number, specialisation) in news {
            self.remember_constant(&specialisation);
            let Some(called) = individual.individual.action(action) else { continue };
            let template = called.template;
            let context = context(&individual.individual, action, parameter, rank);
            let seen = self.seen.take_in((template, parameter, rank), &specialisation, &context);
            if seen != News::No {
                if !matches!(specialisation, Specialisation::EqualTo(_)) && context.is_empty() {
                    let told = self.told.entry((template, parameter)).or_default();
                    if told.len() < TOLD_LIMIT {
                        told.push((rank, specialisation.clone()));
                    }
                }
                let tries = match specialisation {
                    Specialisation::Prefix(_)
                    | Specialisation::Suffix(_)
                    | Specialisation::Contains(_)
                    | Specialisation::At(..)
                    | Specialisation::Date
                    | Specialisation::Url
                    | Specialisation::Json
                    | Specialisation::Of(_)
                    | Specialisation::Encoded(_) => PART_TRIES,
                    _ => TRIES,
                };
                let tries = if seen == News::Yes { tries } else { tries / 2 };
                let individual = Arc::clone(individual);
                let follow_up = FollowUp {
                    individual,
                    wanted: Wanted::Text(number, specialisation),
                    chain: None,
                };
                for follow_up in std::iter::repeat_n(follow_up, tries) {
                    self.waiting.push(follow_up);
                }
            }
        }
        self.follow_together(individual, together);
    }

    /// Several inputs were told something at once, so they may have to be right at once.
    fn follow_together(&mut self, individual: &Arc<EvaluatedIndividual>, facts: Vec<Fact>) {
        if facts.len() < 2 {
            return;
        }
        let mut combination = Vec::new();
        for ((action, parameter, rank), _, specialisation) in &facts {
            let Some(called) = individual.individual.action(*action) else { continue };
            let template = called.template;
            combination.push(((template, *parameter, *rank), key(specialisation)));
        }
        if self.together.len() >= COMBINATION_LIMIT {
            self.together.clear();
        }
        let tried = self.together.entry(combination).or_default();
        if *tried >= COMBINATION_TRIES {
            return;
        }
        *tried += 1;
        let together = facts.into_iter().map(|(_, number, what)| (number, what)).collect();
        let individual = Arc::clone(individual);
        let wanted = Wanted::Together(together);
        self.waiting.push(FollowUp { individual, wanted, chain: None });
    }

    /// Takes in values that met while this individual ran, and what was read of its JSON texts; `chain`: what was put
    /// in it just before. Answers whether anything of it is worth trying.
    pub(crate) fn take_in_met(
        &mut self,
        individual: &Arc<EvaluatedIndividual>,
        pairs: Vec<Pair>,
        fields: Vec<ReadField>,
        chain: Option<&Chain>,
    ) -> bool {
        let pairs: Arc<[Pair]> = pairs.into();
        if let Some(chain) = chain {
            let repairs = self.repairs.of(&individual.individual, &pairs, chain);
            for (wanted, chain) in repairs.into_iter().rev() {
                let individual = Arc::clone(individual);
                self.waiting.push_first(FollowUp { individual, wanted, chain: Some(chain) });
            }
        }
        let mut wanted = Vec::new();
        for pair in pairs.iter() {
            self.met.take_in(&individual.individual, pair, &mut wanted);
        }
        for field in fields {
            let Some(action) = individual.individual.calls.get(field.action) else { continue };
            let mut holds = false;
            for gene in &action.genes {
                gene.visit_texts(&mut |text| holds |= text.holds_json(&field.text));
            }
            if holds && self.met.is_new_field(action.template, &field) {
                wanted.extend(std::iter::repeat_n(Wanted::Field(field), TRIES));
            }
        }
        let news = !wanted.is_empty();
        for wanted in wanted {
            let chain = Chain::of(&individual.individual, &wanted, &pairs);
            self.waiting.push(FollowUp { individual: Arc::clone(individual), wanted, chain });
        }
        news
    }

    /// The inputs of these actions have a known shape now: they are tried first, and what was learnt
    /// of their texts may be learnt again.
    pub(crate) fn take_in_shapes(
        &mut self,
        individual: &Arc<EvaluatedIndividual>,
        news: &[(usize, usize)],
    ) {
        let mut actions: Vec<usize> = news.iter().map(|(action, _)| *action).collect();
        actions.dedup();
        for (action, parameter) in news {
            if let Some(called) = individual.individual.action(*action) {
                self.seen.forget(called.template, *parameter);
            }
        }
        for action in actions {
            for index in 0..SHAPE_TRIES {
                let wanted = Wanted::Shape { action, complete: index + 1 == SHAPE_TRIES };
                self.waiting.push(FollowUp {
                    individual: Arc::clone(individual),
                    wanted,
                    chain: None,
                });
            }
        }
    }

    /// The next fact to be tried.
    pub(crate) fn next_follow_up(&mut self) -> Option<FollowUp> {
        self.waiting.pop()
    }

    /// Answers the next fact that the individual of this number told of a call of a template, or what goes on with such a one.
    pub(crate) fn next_follow_up_of(
        &mut self,
        template: TemplateId,
        number: u64,
    ) -> Option<FollowUp> {
        self.waiting.take_of(template, number)
    }

    /// Tells whether a fact waits that is to be tried before anything else.
    pub(crate) fn has_told(&self) -> bool {
        self.waiting.has_told()
    }

    /// Tells whether a fact waits to be tried.
    pub(crate) fn has_follow_up(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn remember_constant(&mut self, specialisation: &Specialisation) {
        let (Specialisation::Constant(text)
        | Specialisation::ConstantIgnoreCase(text)
        | Specialisation::Prefix(text)
        | Specialisation::Suffix(text)
        | Specialisation::Contains(text)) = specialisation
        else {
            return;
        };
        if text.is_empty() || text.len() > CONSTANT_LENGTH || self.constants.contains(text) {
            return;
        }
        if self.constants.len() < CONSTANT_LIMIT {
            self.constants.push(text.clone());
        } else {
            self.constants[self.oldest] = text.clone();
            self.oldest = (self.oldest + 1) % CONSTANT_LIMIT;
        }
    }
}

/// The first fact of each taint.
fn one_each(news: &[Fact]) -> Vec<Fact> {
    let mut found: Vec<Fact> = Vec::new();
    for fact in news {
        if !matches!(fact.2, Specialisation::EqualTo(_))
            && found.iter().all(|other| other.1 != fact.1)
        {
            found.push(fact.clone());
        }
    }
    found
}

/// What stands around the taint of a text; empty where all of it is tainted.
fn context(individual: &Individual, action: usize, parameter: usize, rank: usize) -> Vec<u16> {
    let gene = individual.action(action).and_then(|action| action.genes.get(parameter));
    let Some(gene) = gene else { return Vec::new() };
    let (mut at, mut context) = (0, Vec::new());
    gene.visit_texts(&mut |text| {
        if at == rank {
            context = text.context();
        }
        at += 1;
    });
    context
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;

    fn individual() -> Arc<EvaluatedIndividual> {
        let action = Action {
            template: TemplateId(3),
            genes: Vec::new(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        Arc::new(EvaluatedIndividual {
            number: 0,
            individual: Individual { calls: vec![action], ..Individual::default() },
            covered: Vec::new(),
            faults: Vec::new(),
            strayed: Vec::new(),
        })
    }

    fn constant(text: &str) -> Specialisation {
        Specialisation::Constant(text.encode_utf16().collect())
    }

    #[test]
    fn a_fact_about_an_input_is_followed_up_when_it_is_news() {
        let mut knowledge = Knowledge::default();
        let individual = individual();
        knowledge.take_in(&individual, vec![((0, 0, 0), 1, constant("a"))]);
        knowledge.take_in(&individual, vec![((0, 0, 0), 2, constant("a"))]);
        knowledge.take_in(&individual, vec![((0, 1, 0), 2, constant("a"))]);
        let mut numbers = Vec::new();
        while let Some(follow_up) = knowledge.next_follow_up() {
            let Wanted::Text(number, _) = follow_up.wanted else { panic!() };
            numbers.push(number);
        }
        // The same fact from number 2 about the same input is no news; about another input it is.
        assert_eq!(numbers, [1, 1, 2, 2]);
        assert!(!knowledge.has_follow_up());
        assert_eq!(knowledge.constants().len(), 1);
    }

    #[test]
    fn a_shape_is_tried_before_other_facts_once_an_action() {
        let mut knowledge = Knowledge::default();
        let individual = individual();
        knowledge.take_in(&individual, vec![((0, 0, 0), 1, constant("a"))]);
        knowledge.take_in_shapes(&individual, &[(0, 0), (0, 1)]);
        for index in 0..SHAPE_TRIES {
            let follow_up = knowledge.next_follow_up().unwrap();
            let Wanted::Shape { action: 0, complete } = follow_up.wanted else { panic!() };
            assert_eq!(complete, index == 0);
        }
        assert!(matches!(knowledge.next_follow_up().unwrap().wanted, Wanted::Text(1, _)));
        // The gene is another one now.
        while knowledge.next_follow_up().is_some() {}
        knowledge.take_in(&individual, vec![((0, 0, 0), 1, constant("a"))]);
        assert!(knowledge.has_follow_up());
    }

    #[test]
    fn memory_is_bounded() {
        let mut knowledge = Knowledge::default();
        let individual = individual();
        for n in 0..5000 {
            let news = vec![((0, n % 40, 0), 0, constant(&n.to_string()))];
            knowledge.take_in(&individual, news);
        }
        assert_eq!(knowledge.constants().len(), CONSTANT_LIMIT);
        assert!(knowledge.waiting.len() <= crate::waiting::LIMIT);
    }
}
