//! Answers of a test whose last call has not crashed, with something else in what they hold: nothing where there is something, headers as
//! services send them, or what goes wrong with the network.
//!
//! Code reads fields of answers mostly without a comparison that would tell what is missing: a list that is empty, a record that
//! is not there.

use std::collections::BTreeMap;

use nearmiss_search::{Action, GeneValue, Individual};

use super::answers_of;
use super::endpoint::{BODY, Endpoint, FAULT, HEADERS};
use crate::turns::is_turn;

/// Changes of one body at most.
const MOST_CHANGES: usize = 40;
/// Depth of fields that are varied at most.
const MOST_DEPTH: usize = 4;
/// Texts that are sent as signed tokens, as `services.reply` has them: of somebody of whom all is told, and of somebody else.
const TOKENS: [&str; 2] = [
    r#"jwt:{"sub":"1","email":"ann@example.com","email_verified":true,"name":"Ann"}"#,
    r#"jwt:{"sub":"2"}"#,
];
/// Faults of the network, as `services.fail` has them; what is slow shows nothing that the others do not, and takes its time.
const FAULTS: [&str; 6] = ["refused", "reset", "timeout", "cut", "garbled", "page"];

/// Values of headers by their names, as services send them.
const USUAL: [(&str, &str); 12] = [
    ("content-type", "text/html; charset=utf-8"),
    ("etag", "\"1\""),
    ("last-modified", "Mon, 30 Nov 2026 10:00:00 GMT"),
    ("link", "</2?page=2>; rel=\"next\""),
    ("location", "/things/1"),
    ("retry-after", "1"),
    ("set-cookie", "session=1; Path=/"),
    ("www-authenticate", "Bearer error=\"invalid_token\""),
    ("x-ratelimit-remaining", "0"),
    ("x-ratelimit-reset", "1800000000"),
    ("ratelimit-remaining", "0"),
    ("x-total-count", "2"),
];

/// Fields of answers, and how often calls were answered that could be tried with others.
#[derive(Debug, Default)]
pub(super) struct Varied {
    /// By operation, endpoint and change.
    seen: BTreeMap<(String, usize, String), u32>,
}

/// A change of an answer: what it is, the parameter, and its new value.
type Change = (String, usize, GeneValue);

impl Varied {
    /// Makes tests, up to a call, in which an answer is another one; each in one thing.
    pub fn of(
        &mut self,
        (individual, call): (&Individual, usize),
        operation: &str,
        endpoints: &[Endpoint],
    ) -> Vec<Individual> {
        let mut made = Vec::new();
        // All that can be answered to a letter is tried.
        let is_varied =
            |endpoint: usize| endpoints.get(endpoint).is_some_and(|one| !one.is_of_mail());
        let answers: Vec<(usize, usize)> = answers_of(individual).collect();
        if answers.iter().any(|(setup, _)| is_failing(&individual.setup[*setup])) {
            return made;
        }
        for (setup, endpoint) in answers.into_iter().filter(|(_, endpoint)| is_varied(*endpoint)) {
            for (change, parameter, value) in changes_of(&individual.setup[setup]) {
                let seen = self.seen.entry((operation.to_owned(), endpoint, change)).or_default();
                *seen = seen.saturating_add(1);
                if !is_turn(*seen) {
                    continue;
                }
                let mut other = individual.clone();
                other.soaks = false;
                other.calls.truncate(call + 1);
                let gene = &mut other.setup[setup].genes[parameter];
                if parameter == FAULT {
                    gene.send(value);
                } else if !gene.set_value(&value) {
                    continue;
                }
                made.push(other);
            }
        }
        made
    }
}

/// Tells whether the name of a field is one of tokens that are signed: `id_token`, `accessToken`, `jwt`.
fn is_token(name: &str) -> bool {
    let name: String = name.chars().filter(|letter| *letter != '_' && *letter != '-').collect();
    matches!(name.to_lowercase().as_str(), "idtoken" | "accesstoken" | "jwt" | "token")
}

/// Tells whether something goes wrong in the place of an answer.
fn is_failing(answer: &Action) -> bool {
    answer.genes.get(FAULT).is_some_and(|fault| fault.value() != GeneValue::Null)
}

/// Lists the changes of an answer.
fn changes_of(answer: &Action) -> Vec<Change> {
    let value =
        |parameter: usize| answer.genes.get(parameter).map(nearmiss_search::gene::Gene::value);
    let mut found = Vec::new();
    if let Some(body) = value(BODY) {
        found.extend(changes(&body).into_iter().map(|(change, body)| (change, BODY, body)));
    }
    if let Some(GeneValue::Record(headers)) = value(HEADERS) {
        for (index, (name, old)) in headers.iter().enumerate() {
            let usual = USUAL.iter().filter(|(header, _)| header == name);
            let usual = usual.map(|(_, value)| GeneValue::text(value));
            for new in usual.chain([GeneValue::Null]).filter(|new| new != old) {
                let mut headers = headers.clone();
                let what = if new == GeneValue::Null { "gone" } else { "usual" };
                headers[index].1 = new;
                found.push((format!("{name}: {what}"), HEADERS, GeneValue::Record(headers)));
            }
        }
    }
    if answer.genes.len() > FAULT {
        let faults = FAULTS.map(|fault| (fault.to_owned(), FAULT, GeneValue::text(fault)));
        found.extend(faults);
    }
    found
}

/// Lists what a body may lack, each with what it is then.
fn changes(body: &GeneValue) -> Vec<(String, GeneValue)> {
    let mut found = Vec::new();
    add(body, (String::new(), 0), &|value| value, &mut found);
    found.truncate(MOST_CHANGES);
    found
}

/// Adds what a value may lack. `whole`: the body with another value in its place.
fn add(
    value: &GeneValue,
    (at, depth): (String, usize),
    whole: &dyn Fn(GeneValue) -> GeneValue,
    found: &mut Vec<(String, GeneValue)>,
) {
    if depth > MOST_DEPTH || found.len() >= MOST_CHANGES {
        return;
    }
    match value {
        GeneValue::Record(fields) => {
            for (index, (name, field)) in fields.iter().enumerate() {
                let with = |value: GeneValue| {
                    let mut fields = fields.clone();
                    fields[index].1 = value;
                    whole(GeneValue::Record(fields))
                };
                let mut without = fields.clone();
                without.remove(index);
                let at = format!("{at}/{name}");
                found.push((format!("{at} gone"), whole(GeneValue::Record(without))));
                if *field != GeneValue::Null {
                    found.push((format!("{at} null"), with(GeneValue::Null)));
                }
                if is_token(name) {
                    let tokens = TOKENS.iter().map(|token| GeneValue::text(token));
                    let tokens = tokens.enumerate().filter(|(_, token)| token != field);
                    let signed =
                        tokens.map(|(nth, token)| (format!("{at} token {nth}"), with(token)));
                    found.extend(signed);
                }
                add(field, (at, depth + 1), &with, found);
            }
        }
        GeneValue::List(items) => {
            let Some(first) = items.first() else { return };
            found.push((format!("{at} empty"), whole(GeneValue::List(Vec::new()))));
            let with = |value: GeneValue| {
                let mut items = items.clone();
                items[0] = value;
                whole(GeneValue::List(items))
            };
            add(first, (format!("{at}/-"), depth + 1), &with, found);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::json_text;

    use super::*;

    #[test]
    fn a_body_lacks_one_thing_at_a_time() {
        let item = GeneValue::Record(vec![("a".to_owned(), GeneValue::Integer(1))]);
        let body = GeneValue::Record(vec![
            ("list".to_owned(), GeneValue::List(vec![item, GeneValue::Null])),
            ("none".to_owned(), GeneValue::Null),
        ]);
        let found: Vec<String> = changes(&body).iter().map(|(_, value)| json_text(value)).collect();
        let expected = [
            r#"{"none":null}"#,
            r#"{"list":null,"none":null}"#,
            r#"{"list":[],"none":null}"#,
            r#"{"list":[{},null],"none":null}"#,
            r#"{"list":[{"a":null},null],"none":null}"#,
            r#"{"list":[{"a":1},null]}"#,
        ];
        assert_eq!(found, expected);
        assert!(changes(&GeneValue::text("x")).is_empty());
    }
}
