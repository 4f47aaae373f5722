//! Inputs that no row can have: a query compares them with a column whose checks forbid them.

use std::collections::BTreeMap;

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, ActionTemplate, GeneValue, Individual};
use nearmiss_sql::{Asked, Schema, WishedFor, limits, wishes};
use rand_pcg::Pcg64Mcg;

use super::passwords::give_inputs;

/// Times that an input of a query is made to fit.
const TRIES: u32 = 3;

/// Inputs of queries, and how often each was made to fit.
#[derive(Debug, Default)]
pub(super) struct AskedInputs {
    /// By operation, query, and index of the value.
    tries: BTreeMap<(String, String, usize), u32>,
}

impl AskedInputs {
    /// Makes tests, up to the call whose query has found nothing, in which an input that no row can have is one that rows
    /// may have.
    pub fn fitting(
        &mut self,
        (schema, templates): (&Schema, &[ActionTemplate]),
        (individual, call): (&Individual, usize),
        (operation, shape, asked): (&str, &str, &Asked<'_>),
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let mut made = Vec::new();
        for wish in wishes(schema, asked) {
            let WishedFor::Column(table, column) = wish.wanted else { continue };
            let about = &schema.tables[table].columns[column];
            let given = asked.values.get(wish.value).and_then(|value| value.as_str());
            let Some(given) = given.filter(|_| about.is_text() || about.values.is_some()) else {
                continue;
            };
            let is_value = |values: &Vec<String>| values.iter().any(|value| value == given);
            let is_one = about.values.as_ref().is_none_or(is_value);
            let may_be = is_one
                && limits(schema, table).get(&column).is_none_or(|limits| limits.takes(given));
            if may_be {
                continue;
            }
            let key = (operation.to_owned(), shape.to_owned(), wish.value);
            let tries = self.tries.entry(key).or_default();
            let held = individual.calls.get(call).and_then(|action| input_like(action, given));
            let Some(held) = held.filter(|_| *tries < TRIES) else { continue };
            *tries += 1;
            let mut gene = Gene::new(&templates[table].parameters[column].1, rng);
            gene.complete();
            let GeneValue::Text(units) = gene.value() else { continue };
            let mut changed = individual.clone();
            changed.soaks = false;
            changed.calls.truncate(call + 1);
            if give_inputs(&mut changed.calls, &held, &String::from_utf16_lossy(&units)) {
                made.push(changed);
            }
        }
        made
    }
}

/// Finds the text among the inputs of a call that a query has been given, be it in other letters or without blanks.
fn input_like(action: &Action, given: &str) -> Option<String> {
    action.genes.iter().find_map(|gene| text_like(&gene.value(), given))
}

fn text_like(value: &GeneValue, given: &str) -> Option<String> {
    match value {
        GeneValue::Text(units) => {
            let text = String::from_utf16(units).ok()?;
            let is_it = text.trim().to_lowercase() == given.trim().to_lowercase();
            (is_it && !text.is_empty()).then_some(text)
        }
        GeneValue::List(items) => items.iter().find_map(|item| text_like(item, given)),
        GeneValue::Record(fields) => fields.iter().find_map(|(_, value)| text_like(value, given)),
        _ => None,
    }
}
