//! Why a call is answered as it is, told by what it has in other ways than calls of its operation that are answered
//! otherwise.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_problem::OperationName;

use super::input_facts::{Input, LINKED, WHOLE_BODY, inputs};
use super::subject;
use crate::suite::TestCase;
use crate::{Expectation, ShownCause};

/// Methods of calls that make something.
pub(super) const MAKE: [&str; 2] = ["POST", "PUT"];
/// Differences that one name tells.
const MOST_TOLD: usize = 2;
/// Values that are other ones than those of the call most like it: of more, nobody knows which one counts.
const MOST_VALUES: usize = 3;

/// All calls of a suite that show no fault, by their operations.
pub(super) struct Samples<'a> {
    by_operation: BTreeMap<&'a str, Vec<Sample<'a>>>,
}

struct Sample<'a> {
    status: u16,
    user: Option<&'a str>,
    inputs: Vec<Input>,
}

/// Ranks of differences, by how surely one is why; what is surer comes first.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Sureness {
    /// A value of another type.
    Type,
    /// Nothing in it, a number that is not positive, a very long text.
    Size,
    /// Something that all others have is not there.
    Missing,
    /// It is there in no other.
    More,
    /// A value that no other has.
    Value,
}

struct Difference {
    sureness: Sureness,
    place: String,
    words: String,
}

impl<'a> Samples<'a> {
    pub(super) fn of(cases: &'a [TestCase]) -> Self {
        let mut by_operation: BTreeMap<&str, Vec<Sample<'_>>> = BTreeMap::new();
        for case in cases {
            for (index, call) in case.test.calls.iter().enumerate() {
                let is_faulty = case.faults.iter().any(|fault| fault.call == index);
                let Some(status) = status_of(case, index).filter(|_| !is_faulty) else { continue };
                let user = call.user.as_deref();
                let sample = Sample { status, user, inputs: inputs(call) };
                by_operation.entry(&call.operation).or_default().push(sample);
            }
        }
        Self { by_operation }
    }

    /// Lists what tells why the call that a test is about is refused; `said`: the words of its answer.
    pub(super) fn reasons(&self, case: &TestCase, said: &str) -> Vec<String> {
        let about = subject(case);
        let Some(call) = case.test.calls.get(about) else { return Vec::new() };
        let status = status_of(case, about).unwrap_or(500);
        let others = self.others(&call.operation);
        let is_of_user = matches!(status, 401 | 403 | 404) && !others.is_empty();
        let user = call.user.as_deref();
        if is_of_user && others.iter().all(|other| other.user != user) {
            // The name of a user stands in that of the test.
            return user.map_or_else(|| vec!["as nobody".to_owned()], |_| Vec::new());
        }
        let own = inputs(call);
        if status == 404
            && let Some(name) = unknown_part(&own, &others, &call.operation)
        {
            let removed = was_removed(case, about);
            return if removed { Vec::new() } else { vec![format!("unknown {name}")] };
        }
        let mut found = differences(&own, &others);
        let mentioned = |one: &Difference| is_said(&one.place, said);
        let is_mentioned = found.iter().any(mentioned);
        if is_mentioned {
            found.retain(mentioned);
        }
        let surest = found.iter().map(|one| one.sureness).min();
        if surest == Some(Sureness::Value) && !is_mentioned {
            found = of_nearest(&own, &others);
        } else {
            found.retain(|one| Some(one.sureness) == surest);
        }
        let mut words = told(found, &own);
        if words.is_empty() && status == 409 && MAKE.contains(&call.operation.verb()) {
            words.push("when it exists already".to_owned());
        }
        words
    }

    /// Tells whether an answer names an input of the operation that a test is about, and another one than was found out
    /// to be why: some inputs decide which others are asked for.
    pub(super) fn names_another(&self, case: &TestCase, said: &str) -> bool {
        let Some(ShownCause::Input { name, .. }) = &case.cause else { return false };
        let Some(call) = case.test.calls.get(subject(case)) else { return false };
        let is_input = |inputs: &[Input]| inputs.iter().any(|input| is_said(&input.place, said));
        let mut samples = self.by_operation.get(&*call.operation).into_iter().flatten();
        !is_said(name, said) && samples.any(|sample| is_input(&sample.inputs))
    }

    /// Answers the calls of an operation that succeed: what others are refused for may be anything.
    fn others(&self, operation: &str) -> Vec<&Sample<'a>> {
        let all = self.by_operation.get(operation).map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|other| other.status < 400).collect()
    }
}

/// The status that is expected of a call.
pub(super) fn status_of(case: &TestCase, call: usize) -> Option<u16> {
    match case.expectations.get(call)? {
        Expectation::Answer(answer) => answer.status,
        Expectation::Timeout | Expectation::Broken | Expectation::Unstable { .. } => None,
    }
}

/// Tells whether something is removed before a call.
fn was_removed(case: &TestCase, about: usize) -> bool {
    let is_good = |index| status_of(case, index).is_some_and(|status| status < 400);
    let mut before = case.test.calls.iter().enumerate().take(about);
    before.any(|(index, call)| call.operation.verb() == "DELETE" && is_good(index))
}

/// The first parameter of the path with a value that no other has; where no other is known, the last one.
fn unknown_part(own: &[Input], others: &[&Sample<'_>], operation: &str) -> Option<String> {
    let mut parts = own.iter().filter(|input| input.place.starts_with("path "));
    let name = |input: &Input| input.place.trim_start_matches("path ").to_owned();
    if others.is_empty() {
        let path = OperationName::parts_of(operation).1;
        let mut names = path.split('/').rev().filter_map(|part| part.strip_prefix('{'));
        return names.next()?.strip_suffix('}').filter(|name| is_name(name)).map(str::to_owned);
    }
    let is_unknown = |input: &&Input| !input.words.contains(LINKED) && !is_known(input, others);
    parts.find(is_unknown).map(name).filter(|name| is_name(name))
}

pub(super) fn is_name(name: &str) -> bool {
    name.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
}

fn is_known(input: &Input, others: &[&Sample<'_>]) -> bool {
    let is_same = |other: &Input| other.place == input.place && other.words == input.words;
    others.iter().any(|other| other.inputs.iter().any(is_same))
}

/// Lists what a call has that no other has, and what it lacks that all of them have.
fn differences(own: &[Input], others: &[&Sample<'_>]) -> Vec<Difference> {
    let mut found = Vec::new();
    if others.is_empty() {
        return found;
    }
    for input in own.iter().filter(|input| !is_known(input, others)) {
        let same = |other: &&Input| other.place == input.place;
        let theirs: Vec<&Input> =
            others.iter().filter_map(|other| other.inputs.iter().find(same)).collect();
        let Some((sureness, words)) = of_value(input, &theirs) else { continue };
        found.push(Difference { sureness, place: input.place.clone(), words });
    }
    let here: BTreeSet<&str> = own.iter().map(|input| input.place.as_str()).collect();
    let has_fields = here.iter().any(|place| place.starts_with("json ")) || here.contains("body");
    let is_whole = here.contains(WHOLE_BODY) && !own.iter().any(Input::is_empty_object);
    let first = others.first().into_iter().flat_map(|other| &other.inputs);
    let in_all = |input: &&Input| {
        let is_same = |other: &Input| other.place == input.place;
        others.iter().all(|other| other.inputs.iter().any(is_same))
    };
    let is_lacked = |input: &&Input| {
        let place = input.place.as_str();
        let is_beside =
            !place.starts_with("json ") || !is_whole && has_fields && is_below_known(place, &here);
        !here.contains(place) && is_beside
    };
    for input in first.filter(in_all).filter(is_lacked) {
        let Some(words) = input.otherwise.clone() else { continue };
        found.push(Difference { sureness: Sureness::Missing, place: input.place.clone(), words });
    }
    found
}

/// Tells whether what holds a field (`json address.city`) is there.
fn is_below_known(place: &str, here: &BTreeSet<&str>) -> bool {
    place.rsplit_once('.').is_none_or(|(above, _)| here.contains(above))
}

/// Tells how a value differs from those in the same place.
fn of_value(input: &Input, theirs: &[&Input]) -> Option<(Sureness, String)> {
    if theirs.is_empty() {
        let is_part = input.place.contains('.') || input.place.contains('[');
        return (!is_part).then(|| (Sureness::More, input.words.clone()));
    }
    if input.words.contains(LINKED) {
        return None;
    }
    if theirs.iter().all(|other| other.kind != input.kind) {
        return Some((Sureness::Type, input.as_type()));
    }
    if input.is_odd && !theirs.iter().any(|other| other.is_odd) {
        return Some((Sureness::Size, input.words.clone()));
    }
    let is_value = !theirs.iter().any(|other| other.words.contains(LINKED));
    (is_value && !input.holds_more()).then(|| (Sureness::Value, input.words.clone()))
}

/// The values that are other ones than those of the call that has the fewest such.
fn of_nearest(own: &[Input], others: &[&Sample<'_>]) -> Vec<Difference> {
    let unlike = |other: &&Sample<'_>| differences(own, &[*other]);
    let nearest = others.iter().map(unlike).filter(|found| !found.is_empty());
    let mut nearest = nearest.min_by_key(Vec::len).unwrap_or_default();
    nearest.retain(|one| one.sureness == Sureness::Value);
    if nearest.len() > MOST_VALUES { Vec::new() } else { nearest }
}

/// The words of some differences, best first; where all is missing, that.
fn told(found: Vec<Difference>, own: &[Input]) -> Vec<String> {
    let is_missing = |one: &Difference| one.sureness == Sureness::Missing;
    if found.len() > 1 && found.iter().all(is_missing) && own.iter().any(Input::is_empty_object) {
        return vec!["with an empty body".to_owned()];
    }
    let more = found.len().saturating_sub(MOST_TOLD);
    let missing = found.iter().all(is_missing);
    let mut words: Vec<String> = found.into_iter().map(|one| one.words).collect();
    words.truncate(MOST_TOLD);
    if missing && words.len() > 1 {
        let names = words.iter().map(|words| words.trim_start_matches("without "));
        let names: Vec<&str> = names.collect();
        let rest = if more > 0 { ", ..." } else { "" };
        let and = if more > 0 { ", " } else { " and " };
        return vec![format!("without {}{rest}", names.join(and))];
    }
    words
}

/// Tells whether an answer names the input of a place.
fn is_said(place: &str, said: &str) -> bool {
    let name = place.rsplit([' ', '.']).next().unwrap_or(place);
    let name = name.split('[').next().unwrap_or(name);
    let mut words = said.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    !name.is_empty() && words.any(|word| word.eq_ignore_ascii_case(name))
}
