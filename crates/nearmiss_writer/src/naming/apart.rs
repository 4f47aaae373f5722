//! Which of their facts tell tests apart.

use std::collections::{BTreeMap, BTreeSet};

use super::answer_facts;
use super::fact::{Fact, Kind};
use super::input_facts::{self, WHOLE_BODY};
use crate::suite::TestCase;

/// Facts that one name holds.
const MOST_FACTS: usize = 3;

/// Where facts are.
type Place = (Kind, usize, String);

/// For each of these tests the words that tell it from the others; none where nothing does.
pub(super) fn told_apart(cases: &[&TestCase]) -> Vec<Vec<String>> {
    let tests: Vec<BTreeMap<Place, Fact>> = cases.iter().map(|case| facts(case)).collect();
    let mut words = vec![Vec::new(); cases.len()];
    let all: Vec<usize> = (0..cases.len()).collect();
    split(&tests, &all, &mut words, MOST_FACTS);
    words
}

/// The facts of a test by place; the first of a place stands for all.
fn facts(case: &TestCase) -> BTreeMap<Place, Fact> {
    let inputs = input_facts::facts(case);
    // What only comes back says nothing that the call does not say.
    let sent: BTreeSet<&str> = inputs
        .iter()
        .filter_map(|fact| fact.words.split_once('='))
        .map(|(_, value)| value)
        .collect();
    let answers = answer_facts::facts(case).into_iter().filter(|fact| {
        let value = fact.words.split_once(" is ").map(|(_, value)| value);
        let echo = value
            .is_some_and(|value| sent.contains(value) || sent.contains(value.trim_matches('"')));
        fact.kind != Kind::Answer || !echo
    });
    let mut by_place = BTreeMap::new();
    for fact in answers.chain(inputs.iter().cloned()) {
        let place = (fact.kind, fact.place.0, fact.place.1.clone());
        by_place.entry(place).or_insert(fact);
    }
    by_place
}

/// What is said of a test in a place. Of a body without fields it would say little that a field is not
/// there.
fn said<'a>(
    test: &'a BTreeMap<Place, Fact>,
    place: &Place,
    otherwise: Option<&'a str>,
) -> Option<&'a str> {
    let found = test.get(place).or_else(|| {
        let whole = place.2.starts_with("json ");
        whole.then(|| test.get(&(place.0, place.1, WHOLE_BODY.to_owned()))).flatten()
    });
    found.map_or(otherwise, |fact| Some(fact.words.as_str()))
}

/// Splits tests by the place that says most about them, and each part again.
fn split(
    tests: &[BTreeMap<Place, Fact>],
    members: &[usize],
    words: &mut [Vec<String>],
    facts_left: usize,
) {
    if members.len() < 2 || facts_left == 0 {
        return;
    }
    let places: BTreeSet<&Place> =
        members.iter().flat_map(|member| tests[*member].keys()).collect();
    let mut best: Option<(Rank<'_>, Parts<'_>)> = None;
    for place in places {
        let facts = members.iter().filter_map(|member| tests[*member].get(place));
        let otherwise = facts.into_iter().find_map(|fact| fact.otherwise.as_deref());
        let mut parts: Parts<'_> = BTreeMap::new();
        for member in members {
            parts.entry(said(&tests[*member], place, otherwise)).or_default().push(*member);
        }
        if parts.len() < 2 {
            continue;
        }
        let letters = parts.keys().map(|words| words.map_or(0, str::len)).sum();
        let rank = (place.0, usize::MAX - parts.len(), letters, place);
        if best.as_ref().is_none_or(|(known, _)| rank < *known) {
            best = Some((rank, parts));
        }
    }
    let Some((_, parts)) = best else { return };
    for (said, members) in parts {
        for member in &members {
            words[*member].extend(said.filter(|said| !said.is_empty()).map(str::to_owned));
        }
        split(tests, &members, words, facts_left - 1);
    }
}

/// What is better comes first: facts that say more, more parts, shorter words.
type Rank<'a> = (Kind, usize, usize, &'a Place);
/// Members by what is said of them.
type Parts<'a> = BTreeMap<Option<&'a str>, Vec<usize>>;
