//! Rows that a check of their table refused, or a row that has their key: with other columns, or other keys, it may take them.

use std::collections::BTreeMap;

use nearmiss_search::{GeneValue, Individual};
use nearmiss_sql::Schema;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::existing::is_of_key;
use super::fitting::text_of;
use super::inputs::is_free_input;

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
    /// may lack; and those whose key another row had, with another key, where nothing names that.
    pub fn again(
        &mut self,
        schema: &Schema,
        individual: &Individual,
        refused: &[(usize, String)],
    ) -> Vec<Individual> {
        let mut made = Vec::new();
        for (at, why) in refused {
            let is_of_key = is_of_key(why);
            if !is_of_key && !OF_CHECKS.iter().any(|words| why.contains(words)) {
                continue;
            }
            let said = why.split(&['(', '\'']).next().unwrap_or_default();
            let tries = self.tries.entry(said.to_owned()).or_default();
            if *tries < TRIES {
                made.extend(match is_of_key {
                    true => with_other_keys(schema, individual, *at, (*tries).into()),
                    false => changed(schema, individual, *at, *tries as usize),
                });
                *tries += 1;
            }
        }
        made
    }
}

/// Makes a test again with other keys of a row; what an input of a call says stays, since it names the row that is there.
fn with_other_keys(
    schema: &Schema,
    individual: &Individual,
    at: usize,
    seed: u64,
) -> Option<Individual> {
    let mut made = individual.clone();
    made.soaks = false;
    let row = made.setup.get_mut(at)?;
    let table = &schema.tables[row.template.setup()?];
    let names = table.uniques.iter().chain([&table.primary_key]).flatten();
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut is_changed = false;
    for column in names.filter_map(|name| table.column(name)) {
        let gene = &row.genes[column];
        let is_linked = row.links.iter().any(|link| link.parameter == column);
        let Some(text) = text_of(&gene.value()).filter(|_| !is_linked) else { continue };
        if individual.calls.iter().any(|call| is_free_input(call, &text)) {
            continue;
        }
        let gene = &mut row.genes[column];
        gene.randomize(&mut rng);
        gene.complete();
        is_changed = true;
    }
    is_changed.then_some(made)
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
            given("vouchers: Cannot add or update a child row: a foreign key constraint fails"),
            None,
            "that is no check"
        );
        assert_eq!((0..20).filter(|_| given(check).is_some()).count(), 5, "it is given up");
    }

    #[test]
    fn a_key_that_another_row_has_becomes_another_one() {
        let table = json!({"database": "d", "name": "firms", "primaryKey": ["id"], "uniques": [["code"]],
            "columns": [{"name": "id", "type": "integer", "filled": "serial"},
            {"name": "code", "type": "text"}, {"name": "name", "type": "text"}]});
        let schema = Schema { tables: vec![serde_json::from_value(table).unwrap()] };
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let genes = template_of(&schema, 0, &AskedOfTable::new()).parameters;
        let values = [GeneValue::Absent, GeneValue::text("a"), GeneValue::text("a")];
        let genes: Vec<Gene> = genes
            .iter()
            .zip(&values)
            .map(|((_, spec), value)| {
                let mut gene = Gene::new(spec, &mut rng);
                gene.set_value(value);
                gene
            })
            .collect();
        let call = Action {
            template: TemplateId(0),
            genes: vec![genes[1].clone()],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let row = Action { template: TemplateId::of_setup(0), genes, ..call.clone() };
        let of = |calls: Vec<Action>| {
            let individual =
                Individual { setup: vec![row.clone()], calls, ..Individual::default() };
            let why = "firms: Duplicate entry 'a' for key 'firms_code_unique'".to_owned();
            let made = Refused::default().again(&schema, &individual, &[(0, why)]);
            made.first().map(|made| made.setup[0].genes.iter().map(Gene::value).collect::<Vec<_>>())
        };
        let made = of(Vec::new()).unwrap();
        assert!(made[0] == values[0] && made[1] != values[1] && made[2] == values[2], "{made:?}");
        assert_eq!(of(vec![call]), None, "a call names it");
    }
}
