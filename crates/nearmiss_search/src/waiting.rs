//! Facts that wait to be tried, and which comes next.
//!
//! Values that met come by the thousand and bring little each; what a text was compared with comes
//! seldom and mostly opens a branch. In one queue the latter would wait behind the former, or be
//! dropped (measured on an API of 87 operations: a call of the one covered 0.3 targets, of the other 0.07).

use std::collections::VecDeque;
use std::sync::Arc;

use crate::repairs::Chain;
use crate::wanted::Wanted;
use crate::{EvaluatedIndividual, TemplateId};

/// Follow-ups of a kind that may wait; of more, the oldest go.
pub(crate) const LIMIT: usize = 2000;
/// One in so many of the others is a guess, as long as any waits.
const GUESS_EVERY: u32 = 12;

/// An individual in which something should become something else.
#[derive(Clone, Debug)]
pub(crate) struct FollowUp {
    pub individual: Arc<EvaluatedIndividual>,
    pub wanted: Wanted,
    /// What it begins or goes on with, if it puts something in the place of a part of a text.
    pub chain: Option<Chain>,
}

impl FollowUp {
    /// Finds the last call that it is about.
    pub(crate) fn about(&self) -> Option<usize> {
        let tainted = |numbers: &[u32]| {
            self.individual.individual.calls.iter().rposition(|action| {
                let mut found = false;
                for gene in &action.genes {
                    gene.visit_texts(&mut |text| {
                        found |=
                            text.taint_number().is_some_and(|number| numbers.contains(&number));
                    });
                }
                found
            })
        };
        match &self.wanted {
            Wanted::Text(number, _) => tainted(&[*number]),
            Wanted::Together(facts) => {
                tainted(&facts.iter().map(|(number, _)| *number).collect::<Vec<_>>())
            }
            Wanted::Instead(instead) => Some(instead.call),
            Wanted::Shift { action, .. }
            | Wanted::CheckDigits { action, .. }
            | Wanted::Shape { action, .. } => Some(*action),
            Wanted::Field(field) => Some(field.action),
        }
    }

    /// Answers the template of that call.
    fn template(&self) -> Option<TemplateId> {
        Some(self.individual.individual.calls.get(self.about()?)?.template)
    }
}

/// Follow-ups by how much is to be hoped from them.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    /// What shapes and texts should be: at once, the oldest first.
    told: VecDeque<FollowUp>,
    /// What goes on with a follow-up. The youngest first.
    begun: VecDeque<FollowUp>,
    /// Values that met, and several facts at once: the oldest first.
    met: VecDeque<FollowUp>,
    /// Numbers moved together: what may have to be right. The youngest first.
    guesses: VecDeque<FollowUp>,
    /// Counts what was taken of the latter two.
    taken: u32,
}

impl Waiting {
    /// Puts a follow-up behind the others of its kind; shapes before all others.
    pub(crate) fn push(&mut self, follow_up: FollowUp) {
        let queue = match follow_up.wanted {
            Wanted::Shape { .. } => {
                self.told.push_front(follow_up);
                self.told.truncate(LIMIT);
                return;
            }
            Wanted::Text(..) => &mut self.told,
            Wanted::Instead(_)
            | Wanted::CheckDigits { .. }
            | Wanted::Field(_)
            | Wanted::Together(_) => &mut self.met,
            Wanted::Shift { .. } => &mut self.guesses,
        };
        if queue.len() >= LIMIT {
            queue.pop_front();
        }
        queue.push_back(follow_up);
    }

    /// Puts a follow-up of a follow-up before the others: what it goes on with is seldom reached again.
    pub(crate) fn push_first(&mut self, follow_up: FollowUp) {
        if self.begun.len() >= LIMIT {
            self.begun.pop_front();
        }
        self.begun.push_back(follow_up);
    }

    /// The next one.
    pub(crate) fn pop(&mut self) -> Option<FollowUp> {
        if let Some(told) = self.told.pop_front() {
            return Some(told);
        }
        if let Some(begun) = self.begun.pop_back() {
            return Some(begun);
        }
        self.taken = self.taken.wrapping_add(1);
        let met = if self.taken.is_multiple_of(GUESS_EVERY) { None } else { self.met.pop_front() };
        met.or_else(|| self.guesses.pop_back()).or_else(|| self.met.pop_front())
    }

    /// Takes the youngest one that is about a call of a template and was told by the individual of this number, or goes on
    /// with one: what met last may be why the program went no further.
    pub(crate) fn take_of(&mut self, template: TemplateId, number: u64) -> Option<FollowUp> {
        let is_wanted = |one: &FollowUp| {
            let goes_on = one.chain.as_ref().is_some_and(Chain::has_begun);
            (goes_on || one.individual.number == number) && one.template() == Some(template)
        };
        for queue in [&mut self.told, &mut self.begun, &mut self.met] {
            if let Some(at) = queue.iter().rposition(is_wanted) {
                return queue.remove(at);
            }
        }
        None
    }

    /// Tells whether there is one that is to be tried before anything else.
    pub(crate) fn has_told(&self) -> bool {
        !self.told.is_empty()
    }

    /// Tells whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.told.is_empty()
            && self.begun.is_empty()
            && self.met.is_empty()
            && self.guesses.is_empty()
    }

    /// How many there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.told.len() + self.begun.len() + self.met.len() + self.guesses.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Individual, Specialisation};

    fn follow_up(wanted: Wanted) -> FollowUp {
        let individual = Arc::new(EvaluatedIndividual {
            number: 0,
            individual: Individual::default(),
            covered: Vec::new(),
            faults: Vec::new(),
            strayed: Vec::new(),
        });
        FollowUp { individual, wanted, chain: None }
    }

    fn shift(action: usize) -> FollowUp {
        follow_up(Wanted::Shift { action, delta: 1.0 })
    }

    #[test]
    fn texts_come_before_values_and_guesses_seldom() {
        let mut waiting = Waiting::default();
        for action in 0..3 {
            waiting.push(shift(action));
        }
        let field = crate::ReadField { action: 0, text: Vec::new(), path: Vec::new() };
        for _ in 0..40 {
            waiting.push(follow_up(Wanted::Field(field.clone())));
        }
        waiting.push(follow_up(Wanted::Text(7, Specialisation::Json)));
        waiting.push(follow_up(Wanted::Shape { action: 0, complete: false }));
        assert!(matches!(waiting.pop().unwrap().wanted, Wanted::Shape { .. }));
        assert!(waiting.has_told());
        assert!(matches!(waiting.pop().unwrap().wanted, Wanted::Text(7, _)));
        assert!(!waiting.has_told());
        let first: Vec<bool> = (0..24)
            .map(|_| matches!(waiting.pop().unwrap().wanted, Wanted::Shift { .. }))
            .collect();
        assert_eq!(first.iter().filter(|is_guess| **is_guess).count(), 2);
        while waiting.pop().is_some() {}
        assert!(waiting.is_empty());
    }

    #[test]
    fn what_goes_on_with_a_follow_up_comes_before_what_waited_longer() {
        let mut waiting = Waiting::default();
        for action in 0..3 * LIMIT {
            waiting.push(shift(action));
        }
        let delta = 1.0;
        for index in 0..2 {
            let wanted = Wanted::CheckDigits { action: 0, parameter: 0, index, delta };
            waiting.push_first(follow_up(wanted));
        }
        waiting.push(shift(0));
        for wanted in [1, 0] {
            let next = waiting.pop().unwrap().wanted;
            assert!(matches!(next, Wanted::CheckDigits { index, .. } if index == wanted));
        }
        assert!(matches!(waiting.pop().unwrap().wanted, Wanted::Shift { .. }));
    }

    #[test]
    fn what_one_individual_told_of_a_template_is_taken_from_between_the_others() {
        let of = |template: u32, number: u64| {
            let action = Action {
                template: TemplateId(template),
                genes: Vec::new(),
                links: Vec::new(),
                user: None,
                malformed: None,
            };
            let digits = Wanted::CheckDigits { action: 0, parameter: 0, index: 0, delta: 1.0 };
            let mut follow_up = follow_up(digits);
            let whole = Arc::make_mut(&mut follow_up.individual);
            whole.individual.calls.push(action);
            whole.number = number;
            follow_up
        };
        let mut waiting = Waiting::default();
        for (template, number) in [(1, 5), (2, 5), (2, 6), (1, 6)] {
            waiting.push(of(template, number));
        }
        let taken = waiting.take_of(TemplateId(2), 5).unwrap();
        assert_eq!((taken.template(), taken.individual.number), (Some(TemplateId(2)), 5));
        assert!(waiting.take_of(TemplateId(2), 5).is_none());
        assert_eq!(waiting.len(), 3);
    }

    #[test]
    fn each_kind_is_bounded_and_keeps_the_youngest() {
        let mut waiting = Waiting::default();
        for action in 0..3 * LIMIT {
            waiting.push(shift(action));
        }
        assert_eq!(waiting.len(), LIMIT);
        assert!(matches!(
            waiting.pop().unwrap().wanted,
            Wanted::Shift { action, .. } if action == 3 * LIMIT - 1
        ));
    }
}
