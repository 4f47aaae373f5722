//! Calls whose inputs hide all that is there: they are made to find some of it.
//!
//! A search covers what a filter does by leaving everything out. Who reads its test sees an empty list, which the same
//! call answers when the filter is broken.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::align::edits::{Edit, edited, omissions};
use crate::fault::repeated_faults;
use crate::fill::Beginnings;
use crate::shares::Shares;
use crate::transplant::{Place, is_same_call, single_values};
use crate::{
    Action, Answers, EvaluatedIndividual, Evaluator, Fault, GeneValue, Individual, SearchOutcome,
    TemplateId, Templates, letters_and_digits,
};

/// Beginnings of other tests that are tried before a call.
const BEGINNINGS: usize = 2;
/// Calls that make something else, tried beside one.
const OTHERS: usize = 2;
/// Letters of the name of a field that a longer name may end with: `minPages` asks for `pages`.
const LEAST_LETTERS: usize = 3;

/// A suite whose tests find something.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The tests, in their order.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Tests that find something now.
    pub changed: usize,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Changes tests that succeed and whose last call answers more when its optional inputs are left out, so that it answers
/// more with them: its inputs have values that a call before it has made something with, or that call makes what they
/// ask for, or another call of its operation does beside it. Where an answer holds nothing, another call of the
/// operation may make what it is to hold. The test covers all that it alone covers, twice, and shows
/// no fault that nobody knows. Ends early when the evaluator stops.
///
/// A test that shows a fault stays as it is.
pub fn find(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    templates: &Templates,
    evaluator: &mut dyn Evaluator,
) -> Found {
    let mut done = Found { tests: suite.to_vec(), ..Found::default() };
    let mut shares = Shares::of(suite, outcome);
    let (beginnings, makers) = (Beginnings::of(suite, templates), makers(suite));
    for (index, test) in suite.iter().enumerate() {
        let individual = &test.individual;
        let is_whole = individual.soaks || individual.is_long() || !individual.setup.is_empty();
        if is_whole || !test.faults.is_empty() || evaluator.stopped() {
            continue;
        }
        let (needed, calls) = (shares.only(index), 0);
        let known = &outcome.faults;
        let mut of_test =
            OfTest { test, needed, known, templates, makers: &makers, evaluator, calls };
        let found = of_test.found(&beginnings);
        done.calls += of_test.calls;
        if let Some(found) = found {
            done.changed += 1;
            shares.set(index, outcome.covered_by(&found));
            done.tests[index] = Arc::new(found);
        }
    }
    done
}

/// Lists calls of each operation that take nothing from others; first those that stand behind another one of it, since
/// what they make may be there beside something else.
fn makers(suite: &[Arc<EvaluatedIndividual>]) -> BTreeMap<TemplateId, Vec<Action>> {
    let mut found: BTreeMap<TemplateId, Vec<Action>> = BTreeMap::new();
    for test in suite.iter().filter(|test| test.faults.is_empty()) {
        let calls = &test.individual.calls;
        let is_maker = |call: &Action| call.links.is_empty() && call.malformed.is_none();
        for (index, call) in calls.iter().enumerate().filter(|(_, call)| is_maker(call)) {
            let known = found.entry(call.template).or_default();
            let is_behind = calls[..index].iter().any(|other| other.template == call.template);
            let same = known.iter().position(|other| is_same_call(other, call));
            match same {
                Some(at) if is_behind => known[..=at].rotate_right(1),
                None if is_behind => known.insert(0, call.clone()),
                None => known.push(call.clone()),
                Some(_) => {}
            }
        }
    }
    found
}

struct OfTest<'a> {
    test: &'a EvaluatedIndividual,
    /// Targets that it is to cover: no other test does.
    needed: BTreeSet<TargetId>,
    /// Faults of the search.
    known: &'a [Fault],
    templates: &'a Templates,
    makers: &'a BTreeMap<TemplateId, Vec<Action>>,
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

impl OfTest<'_> {
    /// The test with something found; `None` where its inputs hide nothing, or nothing else shows what it is to show.
    fn found(&mut self, beginnings: &Beginnings<'_>) -> Option<EvaluatedIndividual> {
        let (last, before) = self.test.individual.calls.split_last()?;
        let Answers::Good(shown) = self.run(&self.test.individual.clone()).answers else {
            return None;
        };
        let own = self.held(before)?;
        let own: Vec<u32> = shown.into_iter().filter(|held| !own.contains(held)).collect();
        let ways: Vec<&[Action]> = match before {
            [] => beginnings.before(last.template).into_iter().take(BEGINNINGS).collect(),
            before => vec![before],
        };
        for before in ways {
            let made = self.held(before)?;
            let bare = bare(&with_last(before, last), self.templates);
            if self.evaluator.stopped() {
                return None;
            }
            let candidates = match self.holds_more(&bare, &own, &made) {
                true => candidates(before, last, self.templates, self.makers),
                false if own.is_empty() => otherwise_made(before, last, self.makers),
                false => continue,
            };
            for candidate in candidates {
                let found = self.accepted(candidate, &own);
                if found.is_some() || self.evaluator.stopped() {
                    return found;
                }
            }
        }
        None
    }

    /// What the answers to calls hold, if all succeed.
    fn held(&mut self, calls: &[Action]) -> Option<Vec<u32>> {
        if calls.is_empty() {
            return Some(Vec::new());
        }
        let individual = Individual { calls: calls.to_vec(), ..Individual::default() };
        match self.run(&individual).answers {
            Answers::Good(held) => Some(held),
            Answers::Refused(_) | Answers::Missing => None,
        }
    }

    fn holds_more(&mut self, individual: &Individual, own: &[u32], made: &[u32]) -> bool {
        let Answers::Good(held) = self.run(individual).answers else { return false };
        held.iter().any(|one| !own.contains(one) && !made.contains(one))
    }

    /// A test that holds more than what the test's own last call did, all of which it holds, and covers what is needed,
    /// twice.
    fn accepted(&mut self, individual: Individual, own: &[u32]) -> Option<EvaluatedIndividual> {
        let (_, before) = individual.calls.split_last()?;
        let made = self.held(before)?;
        let first = self.shows(&individual, own, &made)?;
        let again = self.shows(&individual, own, &made)?;
        Some(EvaluatedIndividual {
            number: self.test.number,
            individual,
            covered: first.covered.intersection(&again.covered).copied().collect(),
            faults: repeated_faults(&first.evaluation.faults, &again.evaluation.faults),
            strayed: again.evaluation.strayed,
        })
    }

    fn shows(&mut self, individual: &Individual, own: &[u32], made: &[u32]) -> Option<Shown> {
        let shown = self.run(individual);
        let Answers::Good(held) = &shown.answers else { return None };
        let holds_more = held.iter().any(|one| !own.contains(one) && !made.contains(one))
            && own.iter().all(|one| held.contains(one));
        let is_known = |fault: &Fault| self.known.iter().any(|known| known.is_same_as(fault));
        let is_sound = shown.evaluation.faults.iter().all(|(_, fault)| is_known(fault));
        (holds_more && is_sound && self.needed.is_subset(&shown.covered)).then_some(shown)
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }
}

fn with_last(before: &[Action], last: &Action) -> Individual {
    let calls = before.iter().chain([last]).cloned().collect();
    Individual { calls, ..Individual::default() }
}

/// Makes a test whose last call leaves out all that it may.
fn bare(individual: &Individual, templates: &Templates) -> Individual {
    let left_out = of_last(omissions(individual, templates), individual);
    edited(individual, &left_out.iter().collect::<Vec<_>>(), templates)
}

fn of_last(mut edits: Vec<Edit>, individual: &Individual) -> Vec<Edit> {
    edits.retain(|edit| edit.call + 1 == individual.calls.len());
    edits
}

/// Lists tests that may find something, in the order in which they are tried.
fn candidates(
    before: &[Action],
    last: &Action,
    templates: &Templates,
    makers: &BTreeMap<TemplateId, Vec<Action>>,
) -> Vec<Individual> {
    let asked = single_values(last, &templates.calls);
    let maker = maker(before, &asked, templates);
    let whole = with_last(before, last);
    let mut found = asking_for(maker.as_ref().map(|(maker, _)| *maker), &whole, templates);
    let Some((maker, wanted)) = maker else { return found };
    let own = &before[maker];
    found.push(edited(&whole, &wanted.iter().collect::<Vec<_>>(), templates));
    let others = makers.get(&own.template).into_iter().flatten();
    let others = others.filter(|other| !is_same_call(other, own)).take(OTHERS);
    for other in std::iter::once(own).chain(others) {
        let other = Action { user: own.user, ..other.clone() };
        let more: Vec<Action> = before.iter().cloned().chain([other]).collect();
        let whole = with_last(&more, last);
        found.extend(asking_for(Some(before.len()), &whole, templates));
        let wanted: Vec<Edit> =
            wanted.iter().map(|edit| Edit { call: before.len(), ..edit.clone() }).collect();
        let made = edited(&whole, &wanted.iter().collect::<Vec<_>>(), templates);
        let left = asking_for(Some(before.len()), &made, templates).pop();
        found.extend([made].into_iter().chain(left));
    }
    found
}

/// Lists tests whose last call asks for what one before it makes: with all else that it asks for, with the first of
/// that, and with nothing else.
fn asking_for(maker: Option<usize>, whole: &Individual, templates: &Templates) -> Vec<Individual> {
    let Some((last, before)) = whole.calls.split_last() else { return Vec::new() };
    let asked = single_values(last, &templates.calls);
    let made = maker.map(|maker| single_values(&before[maker], &templates.calls));
    let made = made.unwrap_or_default();
    let end = before.len();
    let value_of = |name: &str| {
        made.iter().find(|(_, field, _)| asks_for(name, field)).map(|(_, _, value)| value.clone())
    };
    let (taken, others): (Vec<_>, Vec<_>) =
        asked.iter().partition(|(_, name, _)| value_of(name).is_some());
    let taken = taken.into_iter().filter_map(|(place, name, _)| {
        Some(Edit { call: end, place: place.clone(), value: value_of(name)? })
    });
    let taken: Vec<Edit> = taken.collect();
    let vain = vain(whole, &others, &asked, templates);
    let first = first_of_all(end, &others, &vain);
    let ways = [&[][..], &first, &vain].map(|more| {
        let edits: Vec<&Edit> = taken.iter().chain(more).collect();
        edited(whole, &edits, templates)
    });
    ways.into()
}

/// A value with its place and the name of its field.
type Named = (Place, String, GeneValue);

/// Lists what the last call may leave out and nothing that is made has a field for: it leaves all out, mostly.
fn vain(
    whole: &Individual,
    others: &[&Named],
    asked: &[Named],
    templates: &Templates,
) -> Vec<Edit> {
    let is_inside = |place: &Place, edit: &Edit| {
        place.parameter == edit.place.parameter && place.path.starts_with(&edit.place.path)
    };
    let mut vain = of_last(omissions(whole, templates), whole);
    vain.retain(|edit| {
        let inside = asked.iter().filter(|(place, ..)| is_inside(place, edit)).count();
        inside > 0 && inside == others.iter().filter(|(place, ..)| is_inside(place, edit)).count()
    });
    vain
}

/// Lists the changes with which numbers that nothing has a field for (pages, how many) are 1, and all else is left out
/// that may be.
fn first_of_all(call: usize, others: &[&Named], vain: &[Edit]) -> Vec<Edit> {
    let numbers = others.iter().filter(|(_, _, value)| matches!(value, GeneValue::Integer(_)));
    let first: Vec<Edit> = numbers
        .map(|(place, ..)| Edit { call, place: place.clone(), value: GeneValue::Integer(1) })
        .collect();
    let holds_first = |edit: &Edit| {
        first.iter().any(|first| {
            first.place.parameter == edit.place.parameter
                && first.place.path.starts_with(&edit.place.path)
        })
    };
    let left_out = vain.iter().filter(|edit| !holds_first(edit)).cloned();
    first.iter().cloned().chain(left_out).collect()
}

/// Finds the last call that makes something which has what is asked for, and the changes of its fields with which it
/// makes what is asked for.
fn maker(before: &[Action], asked: &[Named], templates: &Templates) -> Option<(usize, Vec<Edit>)> {
    for (call, action) in before.iter().enumerate().rev() {
        let mut wanted = Vec::new();
        for (place, field, _) in single_values(action, &templates.calls) {
            let value = asked.iter().find(|(_, name, _)| asks_for(name, &field));
            let value = value.map(|(_, _, value)| value.clone());
            wanted.extend(value.map(|value| Edit { call, place, value }));
        }
        for (place, field) in lists(action) {
            let value = asked.iter().find(|(_, name, _)| asks_for_item(name, &field));
            let value = value.map(|(_, _, value)| GeneValue::List(vec![value.clone()]));
            wanted.extend(value.map(|value| Edit { call, place, value }));
        }
        if !wanted.is_empty() {
            return Some((call, wanted));
        }
    }
    None
}

/// Lists the lists in the fields of a call that takes nothing from others, with what they are called.
fn lists(action: &Action) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    let mut left: Vec<(Place, GeneValue)> = Vec::new();
    for (parameter, gene) in action.genes.iter().enumerate().filter(|_| action.links.is_empty()) {
        left.push((Place { parameter, path: Vec::new() }, gene.value()));
    }
    while let Some((place, value)) = left.pop() {
        match (value, place.path.last()) {
            (GeneValue::List(_), Some(name)) => {
                let name = letters_and_digits(name);
                found.push((place, name));
            }
            (GeneValue::Record(fields), _) => {
                left.extend(fields.into_iter().map(|(name, value)| {
                    let path = place.path.iter().cloned().chain([name]).collect();
                    (Place { parameter: place.parameter, path }, value)
                }))
            }
            _ => {}
        }
    }
    found
}

/// Tells whether an input of this name asks for an item of a list: `tag` for one of `tagList`.
fn asks_for_item(name: &str, field: &str) -> bool {
    name.len() >= LEAST_LETTERS && field.starts_with(name)
}

/// Lists tests in which another call of the operation makes what is read.
fn otherwise_made(
    before: &[Action],
    last: &Action,
    makers: &BTreeMap<TemplateId, Vec<Action>>,
) -> Vec<Individual> {
    let mut found = Vec::new();
    for (index, own) in before.iter().enumerate().filter(|(_, own)| own.links.is_empty()) {
        let others = makers.get(&own.template).into_iter().flatten();
        for other in others.filter(|other| !is_same_call(other, own)).take(OTHERS) {
            let mut whole = with_last(before, last);
            whole.calls[index] = Action { user: own.user, ..other.clone() };
            found.push(whole);
        }
    }
    found
}

/// Tells whether an input of this name asks for what a field has.
fn asks_for(name: &str, field: &str) -> bool {
    name == field || field.len() >= LEAST_LETTERS && name.ends_with(field)
}
