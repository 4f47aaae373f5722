//! Tests whose rows hold great numbers.

use nearmiss_search::{ActionTemplate, GeneSpec, GeneValue, Individual};
use nearmiss_sql::Table;

use super::made::Known;

/// A number beyond what people mean by many, which most columns take.
const LARGE: i64 = 1_000_000;

/// Makes a test again, up to a call, with great numbers in the rows of some tables that it begins with; nothing where these have
/// no numbers of their own. Keys stay as they are.
pub(super) fn with_large(
    known: Known<'_>,
    (individual, call): (&Individual, usize),
    tables: &[&str],
) -> Option<Individual> {
    let mut made = individual.clone();
    made.soaks = false;
    made.calls.truncate(call + 1);
    let mut has_changed = false;
    for row in &mut made.setup {
        let Some(at) = row.template.setup() else { continue };
        let (Some(table), Some(template)) = (known.schema.tables.get(at), known.templates.get(at))
        else {
            continue;
        };
        if !tables.iter().any(|name| table.name.eq_ignore_ascii_case(name)) {
            continue;
        }
        for column in numbers(table, template) {
            let is_linked = row.links.iter().any(|link| link.parameter == column);
            if let (Some(gene), false) = (row.genes.get_mut(column), is_linked) {
                gene.set_value(&GeneValue::Integer(bounded(&template.parameters[column].1)));
                has_changed = true;
            }
        }
    }
    has_changed.then_some(made)
}

/// Columns that hold numbers and are no part of a key.
fn numbers(table: &Table, template: &ActionTemplate) -> Vec<usize> {
    let of_others = table.foreign_keys.iter().flat_map(|key| &key.columns);
    let keys: Vec<&String> =
        table.primary_key.iter().chain(table.uniques.iter().flatten()).chain(of_others).collect();
    let is_number =
        |at: &usize| matches!(inner(&template.parameters[*at].1), GeneSpec::Integer { .. });
    let columns = 0..table.columns.len().min(template.parameters.len());
    columns.filter(|at| is_number(at) && !keys.contains(&&table.columns[*at].name)).collect()
}

/// The great number, or the greatest that a column takes.
fn bounded(spec: &GeneSpec) -> i64 {
    match inner(spec) {
        GeneSpec::Integer { max, .. } => LARGE.min(*max),
        _ => LARGE,
    }
}

fn inner(spec: &GeneSpec) -> &GeneSpec {
    match spec {
        GeneSpec::Optional(spec) | GeneSpec::Nullable(spec) => inner(spec),
        _ => spec,
    }
}
