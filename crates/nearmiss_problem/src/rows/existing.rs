//! Rows that are there before a test begins, as far as refusals have told: plans use them, and put in no other ones with their
//! keys.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::{Action, Individual};
use nearmiss_sql::{Plan, Schema, Table, Wanted};

use super::fitting::text_of;
use crate::json_gene::gene_of_json;

/// Words of databases by which it is known that another row has a key: SQLite's, MariaDB's and PostgreSQL's.
const OF_KEYS: [&str; 3] =
    ["UNIQUE constraint failed", "Duplicate entry", "duplicate key value violates"];

/// Tells whether a row was refused since another one has its key.
pub(super) fn is_of_key(why: &str) -> bool {
    OF_KEYS.iter().any(|words| why.contains(words))
}

/// Keys of rows that are there.
#[derive(Debug, Default)]
pub(super) struct Existing {
    /// By the index of their table.
    keys: BTreeMap<usize, BTreeSet<String>>,
}

impl Existing {
    /// Takes in why rows of a test were refused: since rows are put in before all calls, and where the test has no other row
    /// of the table, one with that key was there.
    pub fn note(&mut self, schema: &Schema, individual: &Individual, refused: &[(usize, String)]) {
        for (at, why) in refused {
            let Some(row) = individual.setup.get(*at) else { continue };
            let Some(index) = row.template.setup() else { continue };
            let alone = individual.setup.iter().filter(|other| other.template == row.template);
            let table = &schema.tables[index];
            if is_of_primary_key(why, table)
                && alone.count() == 1
                && let Some(key) = key_of(table, row)
            {
                self.keys.entry(index).or_default().insert(key);
            }
        }
    }

    /// Tells whether a row of a plan is there, and those that point to it can be given what they take of it.
    pub fn has(&self, schema: &Schema, plan: &Plan, index: usize) -> bool {
        let row = &plan.rows[index];
        let Some(keys) = self.keys.get(&row.table) else { return false };
        let table = &schema.tables[row.table];
        let value = |column: usize| match row.columns.get(&column) {
            Some(Wanted::Value(value)) => text_of(&gene_of_json(value)),
            _ => None,
        };
        let key = only_key(table).and_then(value);
        let taken = plan.rows.iter().flat_map(|other| other.columns.values());
        let mut taken = taken.filter_map(|wanted| match wanted {
            Wanted::Same { row, column } if *row == index => Some(*column),
            _ => None,
        });
        key.is_some_and(|key| keys.contains(&key)) && taken.all(|column| value(column).is_some())
    }
}

/// Answers the index of the column that is the primary key alone.
fn only_key(table: &Table) -> Option<usize> {
    match &table.primary_key[..] {
        [key] => table.column(key),
        _ => None,
    }
}

/// Answers the key of a row that says it itself.
fn key_of(table: &Table, row: &Action) -> Option<String> {
    let column = only_key(table)?;
    let is_linked = row.links.iter().any(|link| link.parameter == column);
    if is_linked { None } else { text_of(&row.genes[column].value()) }
}

/// Tells whether it is the primary key that another row has.
fn is_of_primary_key(why: &str, table: &Table) -> bool {
    let in_sqlite = table.primary_key.first().map(|key| format!("{}.{key}", table.name));
    is_of_key(why)
        && (why.contains("for key 'PRIMARY'")
            || why.contains(&format!("\"{}_pkey\"", table.name))
            || in_sqlite.is_some_and(|key| why.trim_end().ends_with(&key)))
}

#[cfg(test)]
mod tests {
    use nearmiss_search::gene::Gene;
    use nearmiss_search::{GeneSpec, GeneValue, TemplateId};
    use nearmiss_sql::{Asked, Dialect, plan};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_there_is_told_by_refusals() {
        let key = |name: &str| json!({"name": name, "type": "integer"});
        let members = json!({"database": "d", "name": "members", "primaryKey": ["id"],
            "columns": [key("id")]});
        let cards = json!({"database": "d", "name": "cards", "primaryKey": ["id"],
            "columns": [key("id"), key("member_id")], "foreignKeys":
            [{"columns": ["member_id"], "table": "members", "references": ["id"]}]});
        let tables = [members, cards].map(|table| serde_json::from_value(table).unwrap());
        let schema = Schema { tables: tables.into() };
        let spec = GeneSpec::Integer { min: 1, max: 99, multiple_of: 0 };
        let mut gene = Gene::new(&spec, &mut Pcg64Mcg::seed_from_u64(1));
        gene.set_value(&GeneValue::Integer(3));
        let row = Action {
            template: TemplateId::of_setup(0),
            genes: vec![gene],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let test =
            |rows: usize| Individual { setup: vec![row.clone(); rows], ..Individual::default() };
        let values = [json!(3)];
        let text = "SELECT 1 FROM cards c JOIN members m ON m.id = c.member_id WHERE m.id = $1";
        let asked = Asked { dialect: Dialect::Postgres, text, values: &values };
        let plan = &plan(&schema, &asked)[0];
        let has = |why: &str, rows: usize| {
            let mut existing = Existing::default();
            existing.note(&schema, &test(rows), &[(0, why.to_owned())]);
            (0..plan.rows.len())
                .filter(|row| existing.has(&schema, plan, *row))
                .map(|row| plan.rows[row].table)
                .collect::<Vec<_>>()
        };
        for why in [
            "members: UNIQUE constraint failed: members.id",
            "members: Duplicate entry '3' for key 'PRIMARY'",
            "members: duplicate key value violates unique constraint \"members_pkey\" (Key (id)=(3) already exists.)",
        ] {
            assert_eq!(has(why, 1), [0], "{why}");
            assert!(has(why, 2).is_empty(), "it may be the other row of the test");
        }
        assert!(has("members: UNIQUE constraint failed: members.email", 1).is_empty());
        assert!(has("members: CHECK constraint failed: members_id", 1).is_empty());
    }
}
