//! Rows of a plan that a test has already: what a call takes from a row, a query of it asks for by that row's key.

use std::collections::BTreeMap;

use nearmiss_search::{Action, ActionAt, Individual};
use nearmiss_sql::{Plan, Row, Schema, Wanted};

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
    let Some(Wanted::Value(_)) = row.columns.get(&column) else { return None };
    let source = child("", key);
    call.links.iter().find_map(|link| match link.from {
        ActionAt::Setup(at) if link.source == source => {
            (setup.get(at)?.template.setup() == Some(row.table)).then_some(at)
        }
        _ => None,
    })
}
