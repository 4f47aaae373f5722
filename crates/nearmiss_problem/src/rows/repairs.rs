//! Rows of a test that a query has just missed: a value that met another one in a predicate becomes that one.

use std::collections::BTreeSet;

use nearmiss_search::{Action, GeneValue, Individual};
use nearmiss_sql::{Met, MetBy};
use serde_json::Value;

use super::fitting::text_of;
use crate::json_gene::gene_of_json;

/// Tests that are made for one query of an operation.
const MOST: usize = 24;
/// Tests that are made at once.
const AT_ONCE: usize = 6;

/// Values that were tried for a query of an operation.
#[derive(Debug, Default)]
pub(super) struct Repairs {
    tried: BTreeSet<String>,
}

impl Repairs {
    /// Makes tests, up to the call whose query has found nothing, in which what met would be equal: a column that holds the
    /// one value gets the other, or, where none holds either, a number of a row is more or less by what lacks.
    pub fn of(&mut self, individual: &Individual, call: usize, met: &[Met]) -> Vec<Individual> {
        let mut made = Vec::new();
        for met in met {
            let mut changes = held(&individual.setup, met);
            if changes.is_empty() {
                changes = shifted(&individual.setup, met);
            }
            for (row, column, value) in changes {
                let template = individual.setup[row].template.0;
                let key = format!("{template} {column} {value:?}");
                if made.len() >= AT_ONCE || self.tried.len() >= MOST || !self.tried.insert(key) {
                    continue;
                }
                let mut changed = individual.clone();
                changed.soaks = false;
                changed.calls.truncate(call + 1);
                let gene = &mut changed.setup[row].genes[column];
                if gene.set_value(&value) {
                    gene.settle();
                    made.push(changed);
                }
            }
        }
        made
    }
}

/// Lists the genes of rows that are their own: the index of the row, that of the column.
fn genes(setup: &[Action]) -> impl Iterator<Item = (usize, usize, GeneValue)> {
    setup.iter().enumerate().flat_map(|(row, action)| {
        let own = action.genes.iter().enumerate();
        let own =
            own.filter(|(column, _)| action.links.iter().all(|link| link.parameter != *column));
        own.map(move |(column, gene)| (row, column, gene.value()))
    })
}

/// Lists the columns that hold one value of a pair, with the other one.
fn held(setup: &[Action], met: &Met) -> Vec<(usize, usize, GeneValue)> {
    let [one, other] = &as_numbers(&met.values);
    let mut pairs = vec![(one, wanted(other, met.by))];
    if matches!(met.by, MetBy::Equality | MetBy::Order) {
        pairs.push((other, wanted(one, met.by)));
    }
    let mut found = Vec::new();
    for (from, to) in pairs {
        let Some(from) = text_of(&gene_of_json(from)) else { continue };
        for (row, column, value) in genes(setup) {
            if text_of(&value).as_deref() == Some(from.as_str()) {
                found.extend(to.iter().map(|to| (row, column, to.clone())));
            }
        }
    }
    found
}

/// Answers a text beside a number as the number that it is: values that are bound are texts to some databases.
fn as_numbers(values: &[Value; 2]) -> [Value; 2] {
    let numbers = values.each_ref().map(number_of);
    match numbers {
        [Some(_), Some(_)] if values.iter().any(Value::is_number) => {
            values.each_ref().map(|value| match value.as_str().map(str::parse::<i64>) {
                Some(Ok(whole)) => Value::from(whole),
                _ => value.as_str().map_or_else(|| value.clone(), |_| number_of(value).into()),
            })
        }
        _ => values.clone(),
    }
}

/// Answers what stands in the place of a value that met this one: what is next to it where an order was asked for.
fn wanted(value: &Value, by: MetBy) -> Vec<GeneValue> {
    match (by, number_of(value)) {
        (MetBy::Order, Some(number)) => {
            [1.0, -1.0].map(|step| GeneValue::Double(number + step)).map(whole).to_vec()
        }
        (MetBy::Like, _) => {
            let text = value.as_str().map(|pattern| pattern.replace('%', "").replace('_', "a"));
            text.map(|text| GeneValue::text(&text)).into_iter().collect()
        }
        (MetBy::Regex, _) => Vec::new(),
        (MetBy::Equality | MetBy::Order, _) => vec![gene_of_json(value)],
    }
}

/// Lists numbers of rows that are more, or less, by what lacks.
fn shifted(setup: &[Action], met: &Met) -> Vec<(usize, usize, GeneValue)> {
    let [Some(one), Some(other)] = met.values.each_ref().map(number_of) else { return Vec::new() };
    let beyond = if met.by == MetBy::Order { 1.0 } else { 0.0 };
    let lacks = other - one + beyond * (other - one).signum();
    if !matches!(met.by, MetBy::Equality | MetBy::Order) || lacks == 0.0 {
        return Vec::new();
    }
    let moved = |value: &GeneValue, by: f64| match value {
        GeneValue::Integer(number) => Some(whole(GeneValue::Double(*number as f64 + by))),
        GeneValue::Double(number) => Some(GeneValue::Double(number + by)),
        _ => None,
    };
    let both = genes(setup).flat_map(|(row, column, value)| {
        [lacks, -lacks].map(|by| moved(&value, by).map(|value| (row, column, value)))
    });
    both.flatten().collect()
}

fn number_of(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

/// Answers a whole number as such.
fn whole(value: GeneValue) -> GeneValue {
    match value {
        GeneValue::Double(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
            GeneValue::Integer(number as i64)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::gene::Gene;
    use nearmiss_search::{GeneSpec, TemplateId};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use serde_json::json;

    use super::*;

    /// A test with a row of two numbers.
    fn individual(values: [i64; 2]) -> Individual {
        let spec = GeneSpec::Integer { min: 0, max: 1000, multiple_of: 0 };
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let genes = values.map(|value| {
            let mut gene = Gene::new(&spec, &mut rng);
            gene.set_value(&GeneValue::Integer(value));
            gene
        });
        let action = Action {
            template: TemplateId::of_setup(0),
            genes: genes.to_vec(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        Individual { setup: vec![action], ..Individual::default() }
    }

    fn made(met: Met) -> Vec<[GeneValue; 2]> {
        let made = Repairs::default().of(&individual([7, 50]), 0, &[met]);
        made.iter().map(|made| [0, 1].map(|column| made.setup[0].genes[column].value())).collect()
    }

    fn values(values: [i64; 2]) -> [GeneValue; 2] {
        values.map(GeneValue::Integer)
    }

    #[test]
    fn a_column_gets_what_it_met() {
        let equal = Met { values: [json!(7), json!("9")], by: MetBy::Equality };
        assert_eq!(made(equal.clone()), [values([9, 50])]);
        let once = [equal];
        let more = Met { values: [json!(50), json!(99)], by: MetBy::Order };
        assert_eq!(made(more), [values([7, 100]), values([7, 98])]);
        let mut repairs = Repairs::default();
        let again = (0..3).map(|_| repairs.of(&individual([7, 50]), 0, &once).len());
        assert_eq!(again.collect::<Vec<usize>>(), [1, 0, 0], "once");
    }

    #[test]
    fn a_number_is_more_by_what_lacks() {
        let sum = Met { values: [json!(57), json!(60)], by: MetBy::Equality };
        assert_eq!(
            made(sum),
            [values([10, 50]), values([4, 50]), values([7, 53]), values([7, 47])]
        );
    }
}
