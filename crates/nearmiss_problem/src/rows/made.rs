//! Tests with the rows of a plan.

use std::collections::BTreeMap;

use nearmiss_search::gene::Gene;
use nearmiss_search::{
    Action, ActionAt, ActionTemplate, GeneSpec, GeneValue, Individual, Link, TemplateId, json_text,
};
use nearmiss_sql::{Plan, Row, Schema, Wanted};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::existing::Existing;
use super::inputs::{lead_to_row, link_inputs};
use super::passwords::{Passwords, may_hold_hash};
use super::there::rows_there;
use crate::json_gene::gene_of_json;
use crate::json_pointer::child;

/// Tables, the templates of their rows, and what is known of their passwords.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub schema: &'a Schema,
    pub templates: &'a [ActionTemplate],
    pub passwords: &'a Passwords,
    pub existing: &'a Existing,
    /// Operation of the call that rows are made for; empty where that does not matter.
    pub operation: &'a str,
}

/// Makes the test again with the rows of a plan, up to the call whose query asked for them. Rows that the test has
/// already get what is wanted of them; answers nothing where that changes nothing.
pub(super) fn with_rows(
    known: Known<'_>,
    plan: &Plan,
    (individual, call): (&Individual, usize),
    rng: &mut Pcg64Mcg,
) -> Individual {
    let mut made = individual.clone();
    made.soaks = false;
    made.calls.truncate(call + 1);
    let mut places = rows_there(known.schema, plan, individual, call);
    for (index, row) in plan.rows.iter().enumerate() {
        if let Some(at) = places.get(&index) {
            change(&mut made.setup[*at], row, known.schema);
            continue;
        }
        if known.existing.has(known.schema, plan, index) {
            continue;
        }
        let action = action_of(row, known, &places, plan, rng);
        places.insert(index, made.setup.len());
        made.setup.push(action);
        give_inputs(&mut made, call, row, known);
    }
    made
}

/// Gives a row of the test what a plan wants of it; what it takes from other rows stays so.
fn change(action: &mut Action, row: &Row, schema: &Schema) {
    let table = &schema.tables[row.table];
    for (column, allowed) in &row.asked {
        let is_linked = action.links.iter().any(|link| link.parameter == *column);
        let is_key = table.primary_key.contains(&table.columns[*column].name);
        let is_left =
            is_linked || is_key || allowed.takes(&json_of(&action.genes[*column].value()));
        if let (Some(Wanted::Value(value)), false) = (row.columns.get(column), is_left) {
            give(&mut action.genes[*column], &gene_of_json(value));
            action.genes[*column].settle();
        }
    }
}

/// Answers a value as JSON; null for one that is not given.
fn json_of(value: &GeneValue) -> Value {
    serde_json::from_str(&json_text(value)).unwrap_or(Value::Null)
}

/// Makes the action of a row. `places`: those of the rows before it.
fn action_of(
    row: &Row,
    known: Known<'_>,
    places: &BTreeMap<usize, usize>,
    plan: &Plan,
    rng: &mut Pcg64Mcg,
) -> Action {
    let table = &known.schema.tables[row.table];
    let mut genes = Vec::new();
    let mut links = Vec::new();
    for (column, (_, spec)) in known.templates[row.table].parameters.iter().enumerate() {
        let mut gene = Gene::new(spec, rng);
        let hash = known.passwords.hash_for(row.table, column);
        let is_free = row.columns.get(&column).is_none_or(|wanted| *wanted == Wanted::Free);
        match row.columns.get(&column) {
            _ if is_free && hash.is_some() => {
                give(&mut gene, &GeneValue::text(hash.unwrap_or_default()));
                gene.settle();
            }
            None if may_hold_hash(&table.columns[column]) => gene.complete(),
            None if !table.columns[column].is_required() => {
                gene.set_value(&GeneValue::Absent);
            }
            None | Some(Wanted::Free) => gene.complete(),
            Some(Wanted::Value(Value::Null)) if table.columns[column].default.is_none() => {
                give(&mut gene, &GeneValue::Absent);
            }
            Some(Wanted::Value(value)) => give(&mut gene, &gene_of_json(value)),
            Some(Wanted::Pattern(pattern)) => {
                let (pattern, max_len) = (pattern.clone(), longest(spec));
                gene = Gene::new(&GeneSpec::Pattern { pattern, min_len: 0, max_len }, rng);
            }
            Some(Wanted::Same { row: of, column: other }) => {
                gene.complete();
                let above = &plan.rows[*of];
                // What it is where the row is refused, since there is one like it.
                if let Some(Wanted::Value(value)) = above.columns.get(other) {
                    give(&mut gene, &gene_of_json(value));
                }
                links.extend(places.get(of).map(|at| Link {
                    parameter: column,
                    path: Vec::new(),
                    from: ActionAt::Setup(*at),
                    source: child("", &known.schema.tables[above.table].columns[*other].name),
                }));
            }
        }
        if row.columns.get(&column).is_some_and(|wanted| *wanted != Wanted::Free) {
            // What the query asks for is what it says, and no taint.
            gene.settle();
        }
        genes.push(gene);
    }
    let template = TemplateId::of_setup(row.table);
    Action { template, genes, links, user: None, malformed: None }
}

/// Gives a gene a value, also one that its constraints speak against: the database has the last word.
fn give(gene: &mut Gene, value: &GeneValue) {
    if !gene.set_value(value) {
        gene.send(value.clone());
    }
}

fn longest(spec: &GeneSpec) -> usize {
    match spec {
        GeneSpec::Text { max_len, .. } => *max_len,
        GeneSpec::Optional(inner) | GeneSpec::Nullable(inner) => longest(inner),
        _ => usize::from(u8::MAX),
    }
}

/// Has inputs that hold a value of the last row take it from there. A key that the database gives by itself is left to it.
fn give_inputs(made: &mut Individual, call: usize, row: &Row, known: Known<'_>) {
    let at = made.setup.len() - 1;
    let table = &known.schema.tables[row.table];
    let is_about = is_about(known.operation, &table.name);
    for (column, wanted) in &row.columns {
        let (Wanted::Value(value), about) = (wanted, &table.columns[*column]) else { continue };
        let is_key = about.filled.is_some()
            || table.primary_key.contains(&about.name)
            || table.uniques.iter().any(|unique| unique.contains(&about.name));
        let from = (at, about.name.as_str());
        let is_linked = is_key
            && (link_inputs(made, call, &gene_of_json(value), from)
                || (is_about && lead_to_row(made, call, from)));
        if !is_linked {
            continue;
        }
        if about.filled.is_some() {
            made.setup[at].genes[*column].set_value(&GeneValue::Absent);
        }
    }
}

/// Tells by its name whether an operation is about the rows of a table: `GET:/orders/{orderId}` is about `orders`.
fn is_about(operation: &str, table: &str) -> bool {
    const SHORTEST: usize = 3;
    let plain = |text: &str| text.replace(['_', '-'], "").to_lowercase();
    let (operation, table) = (plain(operation), plain(table));
    let stem = table.trim_end_matches('s').trim_end_matches("ie");
    stem.len() >= SHORTEST && operation.contains(stem)
}
