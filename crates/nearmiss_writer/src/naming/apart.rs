//! Which of their facts tell tests apart.

use std::collections::{BTreeMap, BTreeSet};

use super::fact::{Fact, Kind};
use super::input_facts::{self, WHOLE_BODY};
use super::{answer_facts, subject};
use crate::suite::TestCase;

/// Facts that one name holds.
const MOST_FACTS: usize = 3;

/// Place of a fact: how many calls from the one that the test is about, and where in it.
type Place = (Kind, usize, String);

/// For each of these tests the words that tell it from the others; none where nothing does.
pub(super) fn told_apart(cases: &[&TestCase]) -> Vec<Vec<String>> {
    let tests: Vec<BTreeMap<Place, Fact>> = cases.iter().map(|case| facts(case)).collect();
    let mut words = vec![Vec::new(); cases.len()];
    let all: Vec<usize> = (0..cases.len()).collect();
    split(&tests, &all, &mut words, MOST_FACTS);
    words
}

/// Leaves out that an input is not there, where something else is said and tells the test from the others.
pub(super) fn without_needless(mut told: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let is_absence = |words: &String| words.starts_with("without ");
    for index in 0..told.len() {
        let mut fewer = told[index].clone();
        fewer.retain(|words| !is_absence(words));
        let is_taken = told.iter().enumerate().any(|(at, other)| at != index && *other == fewer);
        if !fewer.is_empty() && !is_taken {
            told[index] = fewer;
        }
    }
    told
}

/// Says of each test of which nothing is said what input it alone has.
pub(super) fn with_own_inputs(cases: &[&TestCase], mut told: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let tests: Vec<BTreeMap<Place, Fact>> = cases.iter().map(|case| facts(case)).collect();
    for (index, words) in told.iter_mut().enumerate().filter(|(_, words)| words.is_empty()) {
        let is_own = |(place, fact): &(&Place, &Fact)| {
            let others = tests.iter().enumerate().filter(|(other, _)| *other != index);
            let mut said = others.filter_map(|(_, test)| test.get(*place));
            let is_single = place.0 == Kind::Input && place.1 == 0 && !place.2.contains('[');
            is_single && fact.place.1 != "body" && said.all(|other| other.words != fact.words)
        };
        let own = tests[index].iter().filter(is_own).map(|(_, fact)| &fact.words);
        words.extend(own.min_by_key(|words| words.len()).cloned());
    }
    told
}

/// The facts of a test by place; the first of a place stands for all.
fn facts(case: &TestCase) -> BTreeMap<Place, Fact> {
    let inputs = input_facts::facts(case);
    // What only comes back says nothing that the call does not say.
    let sent: BTreeSet<&str> = inputs
        .iter()
        .filter(|fact| !fact.place.1.contains('['))
        .filter_map(|fact| fact.words.split_once('='))
        .map(|(_, value)| value)
        .collect();
    let answers = answer_facts::facts(case).into_iter().filter(|fact| {
        let value = fact.words.split_once(" is ").map(|(_, value)| value);
        let echo = value
            .is_some_and(|value| sent.contains(value) || sent.contains(value.trim_matches('"')));
        fact.kind != Kind::Answer || !echo
    });
    let about = subject(case);
    let mut by_place = BTreeMap::new();
    for fact in answers.chain(inputs.iter().cloned()) {
        let place = (fact.kind, about.abs_diff(fact.place.0), fact.place.1.clone());
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
    let messages = messages(members.iter().map(|member| &tests[*member]));
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
        let rank = Rank {
            of_another_call: place.1 > 0 && !matches!(place.0, Kind::Message | Kind::Fault),
            kind: place.0,
            is_unmentioned: place.0 == Kind::Input && !is_mentioned(&place.2, &messages),
            together: usize::MAX - parts.len(),
            depth: place.2.matches('[').count(),
            letters,
            place,
        };
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

/// Ranks how much a place says; what is better comes first.
#[derive(Eq, Ord, PartialEq, PartialOrd)]
struct Rank<'a> {
    /// It is of a call that leads to the one which the test is about.
    of_another_call: bool,
    kind: Kind,
    /// It is an input that the API does not name where it says what is wrong: nothing may hang on it.
    is_unmentioned: bool,
    /// Falls with the number of parts that the tests fall into.
    together: usize,
    /// Lists that it stands in.
    depth: usize,
    /// Of all that would be said.
    letters: usize,
    place: &'a Place,
}

/// Members by what is said of them.
type Parts<'a> = BTreeMap<Option<&'a str>, Vec<usize>>;

/// The words of what the API says where it refuses the calls that the tests are about, letters and digits in lower
/// case.
fn messages<'a>(tests: impl Iterator<Item = &'a BTreeMap<Place, Fact>>) -> BTreeSet<String> {
    let facts = tests.flat_map(|test| test.values());
    let said = facts.filter(|fact| fact.kind == Kind::Message).map(|fact| fact.words.as_str());
    said.flat_map(|words| words.split(|letter: char| !letter.is_alphanumeric()))
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty())
        .collect()
}

/// Tells whether messages name the input of a place (`json items[0].pageSize`), in one word or in several.
fn is_mentioned(place: &str, messages: &BTreeSet<String>) -> bool {
    let name = place.split_once(' ').map_or(place, |(_, name)| name);
    let name = name.rsplit('.').next().unwrap_or(name);
    let name = name.split('[').next().unwrap_or(name);
    let whole: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
    if messages.contains(&whole.to_lowercase()) {
        return true;
    }
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphanumeric()) {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words.len() > 1 && words.iter().all(|word| messages.contains(word))
}

/// Tells whether a message is nothing but the name of an input of which something is said beside it: `size` of
/// `size=-3`, `tenant` of `without X-Tenant`.
pub(super) fn names_input(message: &str, said: &[String]) -> bool {
    said.iter().any(|words| {
        let name = words.strip_prefix("without ").unwrap_or(words);
        let name = name.strip_prefix("a ").unwrap_or(name);
        let name = name.split(['=', ' ']).next().unwrap_or(name);
        let last = name.rsplit('.').next().and_then(|last| last.split('[').next());
        let is_end = |last: &str| {
            let end = last.rsplit(['-', '_']).next().unwrap_or(last);
            last.eq_ignore_ascii_case(message) || end.eq_ignore_ascii_case(message)
        };
        last.is_some_and(is_end)
    })
}
