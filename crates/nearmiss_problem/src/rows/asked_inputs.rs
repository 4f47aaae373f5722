//! Inputs that no row can have: a query compares them with a column whose checks forbid them.

use std::collections::BTreeMap;

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, ActionTemplate, GeneValue, Individual};
use nearmiss_sql::{Asked, Limits, Schema, WishedFor, limits, wishes};
use rand_pcg::Pcg64Mcg;

use super::passwords::give_inputs;

/// Times that an input of a query is made to fit.
const TRIES: u32 = 3;

/// Inputs of queries, and how often each was made to fit.
#[derive(Debug, Default)]
pub(super) struct AskedInputs {
    /// By operation, query, and index of the value.
    tries: BTreeMap<(String, String, usize), u32>,
    /// Limits of columns, by table: they are read of checks, and queries that find nothing are many.
    limits: BTreeMap<usize, BTreeMap<usize, Limits>>,
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
        if !asked.values.iter().any(serde_json::Value::is_string) {
            return made;
        }
        for wish in wishes(schema, asked) {
            let WishedFor::Column(table, column) = wish.wanted else { continue };
            let about = &schema.tables[table].columns[column];
            let given = asked.values.get(wish.value).and_then(|value| value.as_str());
            let Some(given) = given.filter(|_| about.is_text() || about.values.is_some()) else {
                continue;
            };
            let is_value = |values: &Vec<String>| values.iter().any(|value| value == given);
            let is_one = about.values.as_ref().is_none_or(is_value);
            let of_table = self.limits.entry(table).or_insert_with(|| limits(schema, table));
            if is_one && of_table.get(&column).is_none_or(|limits| limits.takes(given)) {
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

#[cfg(test)]
mod tests {
    use nearmiss_search::{GeneSpec, TemplateId};
    use nearmiss_sql::Dialect;
    use rand::SeedableRng;
    use serde_json::json;

    use super::*;
    use crate::rows::models::AskedOfTable;
    use crate::rows::specs::template_of;

    #[test]
    fn an_input_becomes_what_a_row_may_have() {
        let table = json!({"database": "d", "name": "firms", "columns": [{"name": "code", "type": "text"}],
            "checks": ["code ~ '^[A-Z]{3}-[0-9]{2}$'"]});
        let schema = Schema { tables: vec![serde_json::from_value(table).unwrap()] };
        let templates = [template_of(&schema, 0, &AskedOfTable::new())];
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut gene = Gene::new(&GeneSpec::Text { min_len: 0, max_len: 30 }, &mut rng);
        gene.set_value(&GeneValue::text("anything"));
        let call = Action {
            template: TemplateId(0),
            genes: vec![gene],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let individual = Individual { calls: vec![call], ..Individual::default() };
        let mut inputs = AskedInputs::default();
        let mut fitting = |value: &str| {
            let values = [json!(value)];
            let text = "SELECT 1 FROM firms WHERE code = upper($1)";
            let asked = Asked { dialect: Dialect::Postgres, text, values: &values };
            let about = ("GET:/firms/{code}", "q", &asked);
            inputs.fitting((&schema, &templates), (&individual, 0), about, &mut rng)
        };
        let made = fitting("ANYTHING");
        let GeneValue::Text(units) = made[0].calls[0].genes[0].value() else { panic!("{made:?}") };
        assert!(limits(&schema, 0)[&0].takes(&String::from_utf16_lossy(&units)), "{units:?}");
        assert_eq!(fitting("ABC-12").len(), 0, "a row may have it");
        assert_eq!(fitting("something else").len(), 0, "no input holds it");
        assert_eq!((0..9).map(|_| fitting("ANYTHING").len()).sum::<usize>(), 2, "it is given up");
    }
}
