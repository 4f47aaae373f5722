//! Tests with the rows of a plan.

use nearmiss_search::gene::Gene;
use nearmiss_search::{
    Action, ActionAt, ActionTemplate, GeneSpec, GeneValue, Individual, Link, TemplateId,
};
use nearmiss_sql::{Plan, Row, Schema, Wanted};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::fitting::gene_value;
use super::inputs::link_inputs;

/// Makes the test again with the rows of a plan, up to the call whose query asked for them.
pub(super) fn with_rows(
    schema: &Schema,
    templates: &[ActionTemplate],
    plan: &Plan,
    (individual, call): (&Individual, usize),
    rng: &mut Pcg64Mcg,
) -> Individual {
    let mut made = individual.clone();
    made.soaks = false;
    made.calls.truncate(call + 1);
    let base = made.setup.len();
    for row in &plan.rows {
        let action = action_of(row, &templates[row.table], base, schema, plan, rng);
        made.setup.push(action);
    }
    for (index, row) in plan.rows.iter().enumerate() {
        give_inputs(&mut made, call, (base + index, row), schema);
    }
    made
}

/// Makes the action of a row.
fn action_of(
    row: &Row,
    template: &ActionTemplate,
    base: usize,
    schema: &Schema,
    plan: &Plan,
    rng: &mut Pcg64Mcg,
) -> Action {
    let table = &schema.tables[row.table];
    let mut genes = Vec::new();
    let mut links = Vec::new();
    for (column, (_, spec)) in template.parameters.iter().enumerate() {
        let mut gene = Gene::new(spec, rng);
        match row.columns.get(&column) {
            None if !table.columns[column].is_required() => {
                drop(gene.set_value(&GeneValue::Absent))
            }
            None | Some(Wanted::Free) => gene.complete(),
            Some(Wanted::Value(Value::Null)) if table.columns[column].default.is_none() => {
                gene.set_value(&GeneValue::Absent);
            }
            Some(Wanted::Value(value)) => give(&mut gene, &gene_value(value)),
            Some(Wanted::Pattern(pattern)) => {
                let (pattern, max_len) = (pattern.clone(), longest(spec));
                gene = Gene::new(&GeneSpec::Pattern { pattern, min_len: 0, max_len }, rng);
            }
            Some(Wanted::Same { row: of, column: other }) => {
                gene.complete();
                let other_table = &schema.tables[plan.rows[*of].table];
                links.push(Link {
                    parameter: column,
                    path: Vec::new(),
                    from: ActionAt::Setup(base + of),
                    source: pointer(&other_table.columns[*other].name),
                });
            }
        }
        if row.columns.contains_key(&column) && row.columns[&column] != Wanted::Free {
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

/// Has inputs that hold a value of the row take it from there. A key that the database gives by itself is left to it.
fn give_inputs(made: &mut Individual, call: usize, (at, row): (usize, &Row), schema: &Schema) {
    let table = &schema.tables[row.table];
    for (column, wanted) in &row.columns {
        let (Wanted::Value(value), about) = (wanted, &table.columns[*column]) else { continue };
        let is_key = about.filled.is_some()
            || table.primary_key.contains(&about.name)
            || table.uniques.iter().any(|unique| unique.contains(&about.name));
        if !is_key || !link_inputs(made, call, &gene_value(value), (at, &about.name)) {
            continue;
        }
        if about.filled.is_some() {
            made.setup[at].genes[*column].set_value(&GeneValue::Absent);
        }
    }
}

fn pointer(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}
