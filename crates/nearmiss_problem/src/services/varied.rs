//! Answers of a test whose last call has not crashed, with something else in what they hold: nothing where there is something.
//!
//! Code reads fields of answers mostly without a comparison that would tell what is missing: a list that is empty, a record that
//! is not there.

use std::collections::BTreeMap;

use nearmiss_search::{GeneValue, Individual};

use super::answers_of;
use super::endpoint::BODY;
use crate::turns::is_turn;

/// Changes of one answer at most.
const MOST_CHANGES: usize = 40;
/// Depth of fields that are varied at most.
const MOST_DEPTH: usize = 4;

/// Fields of answers, and how often calls were answered that could be tried with others.
#[derive(Debug, Default)]
pub(super) struct Varied {
    /// By operation, endpoint and change.
    seen: BTreeMap<(String, usize, String), u32>,
}

impl Varied {
    /// Makes tests, up to a call, in which an answer lacks something; each one thing.
    pub fn of(
        &mut self,
        (individual, call): (&Individual, usize),
        operation: &str,
    ) -> Vec<Individual> {
        let mut made = Vec::new();
        for (setup, endpoint) in answers_of(individual) {
            let Some(body) = individual.setup[setup].genes.get(BODY) else { continue };
            for (change, value) in changes(&body.value()) {
                let seen = self.seen.entry((operation.to_owned(), endpoint, change)).or_default();
                *seen = seen.saturating_add(1);
                if !is_turn(*seen) {
                    continue;
                }
                let mut other = individual.clone();
                other.soaks = false;
                other.calls.truncate(call + 1);
                if other.setup[setup].genes[BODY].set_value(&value) {
                    made.push(other);
                }
            }
        }
        made
    }
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
