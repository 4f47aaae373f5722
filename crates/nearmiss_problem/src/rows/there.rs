//! Rows of a plan that a test has already: what a call takes from a row, a query of it asks for by that row's key.

use std::collections::BTreeMap;

use nearmiss_search::{Action, ActionAt, Individual};
use nearmiss_sql::{Plan, Row, Schema, Wanted};

use super::fitting::text_of;
use super::inputs::is_free_input;
use crate::json_gene::gene_of_json;
use crate::json_pointer::child;

/// Answers which rows of a plan are rows that the test has, by the index of each among what it sets up: those whose key
/// an input of the call is taken from, and the rows that these take something from.
pub(super) fn rows_there(
    schema: &Schema,
    plan: &Plan,
    individual: &Individual,
    call: usize,
) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    let Some(action) = individual.calls.get(call) else { return found };
    for (index, row) in plan.rows.iter().enumerate() {
        if let Some(at) = taken_from(schema, row, action, &individual.setup) {
            found.insert(index, at);
        }
    }
    // A child knows its parents; rows stand behind these.
    for (index, row) in plan.rows.iter().enumerate().rev() {
        let Some(below) = found.get(&index).and_then(|at| individual.setup.get(*at)) else {
            continue;
        };
        for (column, wanted) in &row.columns {
            let Wanted::Same { row: above, .. } = wanted else { continue };
            let link = below.links.iter().find(|link| link.parameter == *column);
            let Some(ActionAt::Setup(at)) = link.map(|link| link.from) else { continue };
            let is_of_table = |one: &Action| one.template.setup() == Some(plan.rows[*above].table);
            if individual.setup.get(at).is_some_and(is_of_table) {
                found.entry(*above).or_insert(at);
            }
        }
    }
    found
}

/// Answers the row that a call takes the key of a planned row from.
fn taken_from(schema: &Schema, row: &Row, call: &Action, setup: &[Action]) -> Option<usize> {
    let table = &schema.tables[row.table];
    let [key] = &table.primary_key[..] else { return None };
    let column = table.column(key)?;
    let Some(Wanted::Value(value)) = row.columns.get(&column) else { return None };
    if text_of(&gene_of_json(value)).is_some_and(|text| is_free_input(call, &text)) {
        // The query asks for what another input says: that row is another one.
        return None;
    }
    let source = child("", key);
    call.links.iter().find_map(|link| match link.from {
        ActionAt::Setup(at) if link.source == source => {
            (setup.get(at)?.template.setup() == Some(row.table)).then_some(at)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use nearmiss_search::gene::Gene;
    use nearmiss_search::{GeneSpec, GeneValue, Link, TemplateId};
    use nearmiss_sql::{Asked, Dialect, plan};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_row_that_another_input_names_is_not_there() {
        let table = json!({"database": "d", "name": "depots", "primaryKey": ["id"],
            "columns": [{"name": "id", "type": "integer", "filled": "serial"}]});
        let schema = Schema { tables: vec![serde_json::from_value(table).unwrap()] };
        let number = GeneSpec::Integer { min: 1, max: 99, multiple_of: 0 };
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut action = |template, numbers: &[i64], links| {
            let genes = numbers.iter().map(|number_of| {
                let mut gene = Gene::new(&number, &mut rng);
                gene.set_value(&GeneValue::Integer(*number_of));
                gene
            });
            Action { template, genes: genes.collect(), links, user: None, malformed: None }
        };
        // `PUT /depots/{from}/{to}`: the first is a row of the test.
        let link = Link {
            parameter: 0,
            source: "/id".to_owned(),
            from: ActionAt::Setup(0),
            ..Link::default()
        };
        let individual = Individual {
            setup: vec![action(TemplateId::of_setup(0), &[5], Vec::new())],
            calls: vec![action(TemplateId(0), &[5, 7], vec![link])],
            ..Individual::default()
        };
        let there = |id: i64| {
            let values = [json!(id)];
            let text = "SELECT * FROM depots WHERE id = $1";
            let asked = Asked { dialect: Dialect::Postgres, text, values: &values };
            rows_there(&schema, &plan(&schema, &asked)[0], &individual, 0).len()
        };
        assert_eq!((there(5), there(1), there(7)), (1, 1, 0));
    }
}
