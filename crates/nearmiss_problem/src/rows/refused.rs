//! Rows that a check of their table refused: with other columns it may take them.

use std::collections::BTreeMap;

use nearmiss_search::{GeneValue, Individual};
use nearmiss_sql::Schema;

/// Times that rows are made again for one refusal.
const TRIES: u32 = 4;
/// Words of databases by which a check is known: SQLite's, MariaDB's and PostgreSQL's.
const OF_CHECKS: [&str; 3] =
    ["CHECK constraint failed", " failed for ", "violates check constraint"];

/// Refusals, and how often rows were made again for each.
#[derive(Debug, Default)]
pub(super) struct Refused {
    /// By what the database said, without the row.
    tries: BTreeMap<String, u32>,
}

impl Refused {
    /// Makes tests again whose rows were refused by a check, with the columns that they lacked, or without those that they
    /// may lack.
    pub fn again(
        &mut self,
        schema: &Schema,
        individual: &Individual,
        refused: &[(usize, String)],
    ) -> Vec<Individual> {
        let mut made = Vec::new();
        for (at, why) in refused {
            if !OF_CHECKS.iter().any(|words| why.contains(words)) {
                continue;
            }
            let said = why.split(" (Failing row").next().unwrap_or_default();
            let tries = self.tries.entry(said.to_owned()).or_default();
            if *tries < TRIES {
                *tries += 1;
                made.extend(changed(schema, individual, *at));
            }
        }
        made
    }
}

/// Makes a test again with other columns of a row.
fn changed(schema: &Schema, individual: &Individual, at: usize) -> Option<Individual> {
    let mut made = individual.clone();
    made.soaks = false;
    let row = made.setup.get_mut(at)?;
    let table = &schema.tables[row.template.setup()?];
    let links = &row.links;
    let may_lack = |column: usize| {
        let about = &table.columns[column];
        let points = table.foreign_keys.iter().any(|key| key.columns.contains(&about.name));
        let is_linked = links.iter().any(|link| link.parameter == column);
        !about.is_required() && about.filled.is_none() && !points && !is_linked
    };
    let columns: Vec<usize> = (0..row.genes.len()).filter(|column| may_lack(*column)).collect();
    let (lacking, given): (Vec<usize>, Vec<usize>) =
        columns.into_iter().partition(|column| row.genes[*column].value() == GeneValue::Absent);
    for column in &lacking {
        row.genes[*column].complete();
    }
    if lacking.is_empty() {
        for column in &given {
            row.genes[*column].set_value(&GeneValue::Absent);
        }
    }
    (!lacking.is_empty() || !given.is_empty()).then_some(made)
}
