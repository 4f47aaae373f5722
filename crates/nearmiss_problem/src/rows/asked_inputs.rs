//! Inputs that no row can have: a query compares them with a column whose checks forbid them.

use std::collections::BTreeMap;

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, ActionTemplate, GeneValue, Individual};
use nearmiss_sql::{Asked, Column, Limits, Schema, WishedFor, limits, wishes};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

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
        if !asked.values.iter().any(|value| value.is_string() || value.is_number()) {
            return made;
        }
        for wish in wishes(schema, asked) {
            let WishedFor::Column(table, column) = wish.wanted else { continue };
            let about = &schema.tables[table].columns[column];
            let of_table = self.limits.entry(table).or_insert_with(|| limits(schema, table));
            let of_column = of_table.get(&column);
            let Some(held) = asked.values.get(wish.value).and_then(|given| {
                held_in_vain(about, of_column, given, individual.calls.get(call)?)
            }) else {
                continue;
            };
            let key = (operation.to_owned(), shape.to_owned(), wish.value);
            let tries = self.tries.entry(key).or_default();
            if *tries >= TRIES {
                continue;
            }
            *tries += 1;
            let mut gene = Gene::new(&templates[table].parameters[column].1, rng);
            gene.complete();
            let mut changed = individual.clone();
            changed.soaks = false;
            changed.calls.truncate(call + 1);
            let is_given = match (held, gene.value()) {
                (Held::Text(held), GeneValue::Text(units)) => {
                    give_inputs(&mut changed.calls, &held, &String::from_utf16_lossy(&units))
                }
                (Held::Number(held), value) => number_of(&value)
                    .is_some_and(|number| give_number(&mut changed.calls[call], held, number)),
                _ => false,
            };
            if is_given {
                made.push(changed);
            }
        }
        made
    }
}

/// An input of a call that no row can have.
enum Held {
    Text(String),
    Number(f64),
}

/// Finds the input that a query has been given for a column, if no row can have it there.
fn held_in_vain(
    about: &Column,
    limits: Option<&Limits>,
    given: &Value,
    action: &Action,
) -> Option<Held> {
    match given {
        Value::String(given) if about.is_text() || about.values.is_some() => {
            let is_value = |values: &Vec<String>| values.iter().any(|value| value == given);
            let is_one = about.values.as_ref().is_none_or(is_value);
            let may_be = is_one && limits.is_none_or(|limits| limits.takes(given));
            if may_be { None } else { input_like(action, given).map(Held::Text) }
        }
        Value::Number(given) if about.is_number() => {
            let (given, limits) = (given.as_f64()?, limits?);
            let may_be = limits.least.is_none_or(|least| given >= least)
                && limits.most.is_none_or(|most| given <= most);
            let is_held = |gene: &Gene| with_number(&gene.value(), given, given + 1.0).1;
            (!may_be && action.genes.iter().any(is_held)).then_some(Held::Number(given))
        }
        _ => None,
    }
}

fn number_of(value: &GeneValue) -> Option<f64> {
    match value {
        GeneValue::Integer(whole) => Some(*whole as f64),
        GeneValue::Double(number) => Some(*number),
        _ => None,
    }
}

/// Puts a number in the place of another one among the inputs of a call; answers whether all that hold it take it.
fn give_number(action: &mut Action, from: f64, to: f64) -> bool {
    action.genes.iter_mut().all(|gene| {
        let (value, is_other) = with_number(&gene.value(), from, to);
        !is_other || gene.set_value(&value)
    })
}

/// Answers a value with a number in the place of another one, and whether it held that.
fn with_number(value: &GeneValue, from: f64, to: f64) -> (GeneValue, bool) {
    let mut is_other = false;
    let mut changed = |value: &GeneValue| {
        let (value, is_changed) = with_number(value, from, to);
        is_other |= is_changed;
        value
    };
    let made = match value {
        GeneValue::Integer(whole) if *whole as f64 == from => {
            return (GeneValue::Integer(to.round() as i64), true);
        }
        GeneValue::Double(number) if *number == from => return (GeneValue::Double(to), true),
        GeneValue::List(items) => GeneValue::List(items.iter().map(changed).collect()),
        GeneValue::Record(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), changed(value)));
            GeneValue::Record(fields.collect())
        }
        other => other.clone(),
    };
    (made, is_other)
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

    #[test]
    fn a_number_becomes_what_a_row_may_have() {
        let table = json!({"database": "d", "name": "jars", "columns": [{"name": "rho", "type": "integer"}],
            "checks": ["rho BETWEEN 403 AND 1805"]});
        let schema = Schema { tables: vec![serde_json::from_value(table).unwrap()] };
        let templates = [template_of(&schema, 0, &AskedOfTable::new())];
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let spec = GeneSpec::Integer { min: -9_000, max: 9_000, multiple_of: 0 };
        let mut gene = Gene::new(&spec, &mut rng);
        gene.set_value(&GeneValue::Integer(-7));
        let call = Action {
            template: TemplateId(0),
            genes: vec![gene],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let individual = Individual { calls: vec![call], ..Individual::default() };
        let mut inputs = AskedInputs::default();
        let mut fitting = |value: i64| {
            let values = [json!(value)];
            let text = "SELECT 1 FROM jars WHERE rho = $1";
            let asked = Asked { dialect: Dialect::Postgres, text, values: &values };
            let about = ("GET:/jars", "q", &asked);
            inputs.fitting((&schema, &templates), (&individual, 0), about, &mut rng)
        };
        let made = fitting(-7);
        let GeneValue::Integer(whole) = made[0].calls[0].genes[0].value() else { panic!() };
        assert!((403..=1805).contains(&whole), "{whole}");
        assert_eq!(fitting(500).len(), 0, "a row may have it");
        assert_eq!(fitting(-8).len(), 0, "no input holds it");
    }
}
