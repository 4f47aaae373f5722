//! Rows that a check of their table refused: with other columns it may take them.

use std::collections::BTreeMap;

use nearmiss_search::{GeneValue, Individual};
use nearmiss_sql::Schema;

/// Times that rows are made again for one refusal.
const TRIES: u32 = 8;
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
                made.extend(changed(schema, individual, *at, *tries as usize));
                *tries += 1;
            }
        }
        made
    }
}

/// Makes a test again with other columns of a row: first with all, then with each of them in turn, or without it.
fn changed(schema: &Schema, individual: &Individual, at: usize, turn: usize) -> Option<Individual> {
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
    let lacks = |column: &usize| row.genes[*column].value() == GeneValue::Absent;
    let is_whole = !columns.iter().any(lacks);
    let chosen = match turn.checked_sub(1) {
        None if !is_whole => columns,
        turn if columns.is_empty() => return turn.and(None),
        turn => vec![columns[turn.unwrap_or(0) % columns.len()]],
    };
    for column in chosen {
        let gene = &mut row.genes[column];
        if gene.value() == GeneValue::Absent {
            gene.complete();
        } else if turn > 0 || is_whole {
            gene.set_value(&GeneValue::Absent);
        }
    }
    Some(made)
}
