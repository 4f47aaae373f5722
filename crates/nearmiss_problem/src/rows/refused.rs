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

#[cfg(test)]
mod tests {
    use nearmiss_search::gene::Gene;
    use nearmiss_search::{Action, TemplateId};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use serde_json::json;

    use super::*;
    use crate::rows::models::AskedOfTable;
    use crate::rows::specs::template_of;

    #[test]
    fn columns_that_a_row_may_lack_are_tried_with_and_without() {
        let column = |name: &str| json!({"name": name, "type": "integer", "nullable": true});
        let table = json!({"database": "d", "name": "vouchers", "columns":
            [{"name": "code", "type": "text"}, column("percent"), column("amount")]});
        let schema = Schema { tables: vec![serde_json::from_value(table).unwrap()] };
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let genes = template_of(&schema, 0, &AskedOfTable::new()).parameters;
        let genes = genes.iter().map(|(_, spec)| {
            let mut gene = Gene::new(spec, &mut rng);
            gene.set_value(&GeneValue::Absent);
            gene
        });
        let row = Action {
            template: TemplateId::of_setup(0),
            genes: genes.collect(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let individual = Individual { setup: vec![row], ..Individual::default() };
        let mut refused = Refused::default();
        let mut given = |why: &str| {
            let made = refused.again(&schema, &individual, &[(0, why.to_owned())]);
            made.first().map(|made| {
                let is_given =
                    |column: &usize| made.setup[0].genes[*column].value() != GeneValue::Absent;
                (1..3).filter(is_given).collect::<Vec<_>>()
            })
        };
        let check = "vouchers: CONSTRAINT `vouchers_one_of` failed for `shop`.`vouchers`";
        assert_eq!(given(check), Some(vec![1, 2]), "all of them");
        assert_eq!([given(check), given(check)], [Some(vec![1]), Some(vec![2])], "each by itself");
        assert_eq!(
            given("vouchers: Duplicate entry '3' for key 'PRIMARY'"),
            None,
            "that is no check"
        );
        assert_eq!((0..20).filter(|_| given(check).is_some()).count(), 5, "it is given up");
    }
}
