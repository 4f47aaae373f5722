//! Names of tests: what was called and what came back, and of tests that are alike in that what else
//! tells them apart, and why a call is refused.

mod answer_facts;
mod apart;
mod caused;
mod differences;
mod fact;
mod input_facts;
mod reason;

use std::collections::{BTreeMap, HashSet};

use nearmiss_problem::{Call, Part};

use self::differences::Samples;
use crate::Expectation;
use crate::suite::TestCase;

/// Earlier calls that are named, equal ones in a row as one: the last ones, which those before them lead to.
const NAMED_CALLS: usize = 3;
/// Methods of calls that change nothing.
const READS: [&str; 3] = ["GET", "HEAD", "OPTIONS"];
/// Characters of a path that are named.
const LONGEST_PATH: usize = 60;
/// Characters of a name that says all that leads to its test; a longer one says the last call alone, and of a fault none.
const LONGEST_NAME: usize = 140;

/// Says what a test is about, which is the call `about`, and what leads to it: `GET /books/{id} 200 after POST
/// /books`. Of other calls only a status says something that is no success. What only reads, and is answered, leads to
/// nothing.
#[must_use]
pub fn test_name(steps: &[Call], expectations: &[Expectation], about: usize) -> String {
    let Some(subject) = steps.get(about) else { return String::new() };
    // One user for all calls is named once, at the end.
    let one = subject.user.as_ref().filter(|_| steps.iter().all(|call| call.user == subject.user));
    // So is another user who makes all calls that lead to it.
    let leader = steps.first().and_then(|call| call.user.as_ref()).filter(|user| {
        let is_his = |call: &Call| call.user.as_ref() == Some(*user);
        one.is_none() && about > 1 && about + 1 == steps.len() && steps[..about].iter().all(is_his)
    });
    let by = |call: &Call| match &call.user {
        Some(user) if one.is_none() && leader != Some(user) => format!(" as {user}"),
        Some(_) | None => String::new(),
    };
    let fate = fate_word(expectations.get(about));
    let mut name = format!("{} {fate}{}", operation_words(subject), by(subject));
    let other = |(index, call): (usize, &Call)| {
        let fate = match expectations.get(index) {
            expected if is_success(expected) => String::new(),
            expected => format!(" {}", fate_word(expected)),
        };
        format!("{}{fate}{}", operation_words(call), by(call))
    };
    // What comes behind it shows something.
    let told = |(index, call): (usize, &Call)| {
        format!("{} {}{}", operation_words(call), fate_word(expectations.get(index)), by(call))
    };
    let calls = || steps.iter().enumerate();
    let leads = |(index, call): &(usize, &Call)| {
        let is_known = call.user == subject.user || subject.user.is_none() && leader.is_some();
        let is_read = READS.contains(&call.operation.verb()) && is_known;
        !is_read || !is_success(expectations.get(*index))
    };
    let led = |most| in_a_row(calls().take(about).filter(leads).map(other), most);
    let mut before = led(NAMED_CALLS);
    if name.chars().count() + before.chars().count() > LONGEST_NAME {
        before = led(1);
    }
    if !before.is_empty() {
        name.push_str(&format!(" after {before}"));
        let has_one = calls().take(about).filter(leads).count() == 1;
        let his = if has_one { " as" } else { ", all as" };
        name.extend(leader.map(|user| format!("{his} {user}")));
    }
    if about + 1 < steps.len() {
        name.push_str(&format!(
            ", then {}",
            in_a_row(calls().skip(about + 1).map(told), NAMED_CALLS)
        ));
    }
    if let Some(user) = one {
        name.push_str(&format!(" as {user}"));
    }
    name
}

/// The name of a test without what leads to its subject, or comes behind it.
fn alone(case: &TestCase) -> String {
    let about = subject(case);
    let expectations = case.expectations.get(about..=about).unwrap_or_default();
    case.test
        .calls
        .get(about..=about)
        .map_or_else(String::new, |call| test_name(call, expectations, 0))
}

/// The call that a test is about: the last one that shows a fault, or else the last one, or the one before it whose
/// effect that shows.
pub(crate) fn subject(case: &TestCase) -> usize {
    let last = case.test.calls.len().saturating_sub(1);
    let faulty = case.faults.iter().map(|fault| fault.call).max().filter(|call| *call <= last);
    faulty.unwrap_or(last - usize::from(case.shows_effect()))
}

/// Tells whether a call is answered as it wants to be, as far as is known.
fn is_success(expectation: Option<&Expectation>) -> bool {
    match expectation {
        Some(Expectation::Answer(answer)) => answer.status.is_none_or(|status| status < 400),
        Some(Expectation::Unstable { .. }) | None => true,
        Some(Expectation::Timeout | Expectation::Broken) => false,
    }
}

/// The last calls in a list, so many at most, equal ones in a row once: `3 times POST /books, PUT /books and DELETE
/// /books`.
fn in_a_row(calls: impl Iterator<Item = String>, most: usize) -> String {
    let mut rows: Vec<(String, usize)> = Vec::new();
    for call in calls {
        match rows.last_mut() {
            Some((same, times)) if *same == call => *times += 1,
            _ => rows.push((call, 1)),
        }
    }
    let unsaid = rows.len().saturating_sub(most);
    let said = rows.into_iter().skip(unsaid).map(|(call, times)| match times {
        1 => call,
        2 => format!("twice {call}"),
        times => format!("{times} times {call}"),
    });
    let said: Vec<String> = said.collect();
    match said.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// `GET:/books/{id}` as people say it: `GET /books/{id}`; of a path that nobody has named so, what is sent.
pub(crate) fn operation_words(call: &Call) -> String {
    let path = match call.operation.is_of_people() {
        true => call.operation.path().to_owned(),
        false => sent_path(call),
    };
    format!("{} {path}", call.operation.verb())
}

/// The path that a call is sent to; `{id}` where that is taken from another answer.
fn sent_path(call: &Call) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::FromResponse { .. }
        | Part::FromSetup { .. }
        | Part::Credential { .. }
        | Part::Written { .. } => "{id}".to_owned(),
    };
    let target: String = call.http().target.iter().map(text).collect();
    let path = target.split('?').next().unwrap_or_default();
    match path.char_indices().nth(LONGEST_PATH) {
        Some((end, _)) => format!("{}...", &path[..end]),
        None => path.to_owned(),
    }
}

fn fate_word(expectation: Option<&Expectation>) -> String {
    match expectation {
        Some(Expectation::Answer(answer)) => {
            answer.status.map_or_else(|| "any status".to_owned(), |status| status.to_string())
        }
        Some(Expectation::Timeout) => "timeout".to_owned(),
        Some(Expectation::Broken) => "broken connection".to_owned(),
        Some(Expectation::Unstable { .. }) | None => "unstable".to_owned(),
    }
}

/// A name for each test; no name occurs twice.
#[must_use]
pub fn names(cases: &[TestCase]) -> Vec<String> {
    let samples = Samples::of(cases);
    let vague = reason::vague_messages(cases);
    let mut names: Vec<String> = Vec::with_capacity(cases.len());
    let mut alike = Alike::new();
    for (index, case) in cases.iter().enumerate() {
        if case.name.is_empty() {
            let name = test_name(&case.test.calls, &case.expectations, subject(case));
            let reasons = reason::reasons(case, &samples, &vague);
            alike.entry((name.clone(), reasons)).or_default().push(index);
            names.push(name);
        } else {
            names.push(case.name.clone());
        }
    }
    let mut told: Vec<Vec<String>> = vec![Vec::new(); cases.len()];
    for (group, wanted) in to_tell_apart(&alike) {
        let members: Vec<&TestCase> = group.iter().map(|index| &cases[*index]).collect();
        let words = apart::without_needless(apart::told_apart(&members));
        let words = with_causes(&members, apart::with_own_inputs(&members, words));
        for (index, words) in group.iter().zip(words).take(wanted) {
            told[*index] = words;
        }
    }
    for ((_, reasons), group) in alike {
        for index in group {
            let told = &told[index];
            let said = reasons.iter().filter(|reason| !told.contains(reason)).cloned();
            let words: Vec<String> = said.chain(told.iter().cloned()).collect();
            names[index] = with_words(&names[index], words, &cases[index]);
        }
    }
    unique_names(names)
}

/// Says of tests that are told apart why each is refused, where that is known and tells it from the others.
fn with_causes(members: &[&TestCase], mut words: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let causes: Vec<Option<String>> = members.iter().map(|case| reason::caused(case)).collect();
    for (cause, words) in causes.iter().zip(&mut words) {
        let is_own = causes.iter().filter(|other| *other == cause).count() == 1;
        if let Some(cause) = cause.as_ref().filter(|_| is_own) {
            *words = vec![cause.clone()];
        }
    }
    words
}

/// Tests by their names and the reasons that these tell.
type Alike = BTreeMap<(String, Vec<String>), Vec<usize>>;

/// Groups of tests that are to be told apart, with how many of each, from the first on: tests of one name and for one
/// reason, and each of which no reason is known with all others of its name.
fn to_tell_apart(alike: &Alike) -> Vec<(Vec<usize>, usize)> {
    let several = alike.values().filter(|group| group.len() > 1);
    let mut groups: Vec<_> = several.map(|group| (group.clone(), group.len())).collect();
    let unsaid =
        alike.iter().filter(|((_, reasons), group)| reasons.is_empty() && group.len() == 1);
    for ((name, _), alone) in unsaid {
        let is_other =
            |(other, reasons): &(String, Vec<String>)| other == name && !reasons.is_empty();
        let others = alike.iter().filter(|(key, _)| is_other(key));
        let others = others.flat_map(|(_, group)| group).copied();
        let group: Vec<usize> = alone.iter().copied().chain(others).collect();
        groups.extend(Some((group, 1)).filter(|(group, _)| group.len() > 1));
    }
    groups
}

/// A name with what else tells its test from others, and why it is answered so.
fn with_words(name: &str, mut words: Vec<String>, case: &TestCase) -> String {
    if words.len() > 1 && apart::names_input(&words[0], &words[1..]) {
        words.remove(0);
    }
    if words.is_empty() {
        return name.to_owned();
    }
    let words = words.join(", ");
    let whole = format!("{name}: {words}");
    let is_long = whole.chars().count() > LONGEST_NAME && !case.faults.is_empty();
    // A fault says more than what leads to it, which the test shows.
    if is_long { format!("{}: {words}", alone(case)) } else { whole }
}

/// Numbers what occurs again: `a`, `a (2)`, `a (3)`.
fn unique_names(names: Vec<String>) -> Vec<String> {
    let mut taken = HashSet::new();
    let unique = names.into_iter().map(|name| {
        let mut candidate = name.clone();
        let mut n = 2;
        while !taken.insert(candidate.clone()) {
            candidate = format!("{name} ({n})");
            n += 1;
        }
        candidate
    });
    unique.collect()
}

#[cfg(test)]
mod tests;
