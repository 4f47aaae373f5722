//! Rows that point to one that a call removes.

use nearmiss_search::Individual;
use nearmiss_sql::{Asked, Dialect, Schema, plan};
use rand_pcg::Pcg64Mcg;

use super::ToldQuery;
use super::made::{Known, with_rows};

/// Most tables that are tried.
const MOST_TABLES: usize = 2;

/// Makes a test again, up to a call whose query removes a row of a table by its key, with a row of another table that points
/// to that; one test for each such table, the first ones.
pub(super) fn with_pointing(
    known: Known<'_>,
    (individual, call): (&Individual, usize),
    (removal, table): (&ToldQuery, &str),
    rng: &mut Pcg64Mcg,
) -> Vec<Individual> {
    let Some(dialect) = Dialect::named(&removal.dialect) else { return Vec::new() };
    let Some(table) = known.schema.find(&[table]) else { return Vec::new() };
    let [key] = &removal.values[..] else { return Vec::new() };
    let mut made = Vec::new();
    for text in joins(known.schema, table, dialect) {
        let values = [key.clone()];
        let asked = Asked { dialect, text: &text, values: &values };
        if let Some(plan) = plan(known.schema, &asked).first() {
            made.push(with_rows(known, plan, (individual, call), rng));
        }
        if made.len() == MOST_TABLES {
            break;
        }
    }
    made
}

/// Queries of the rows that point to one of a table, by the key of that.
fn joins(schema: &Schema, table: usize, dialect: Dialect) -> Vec<String> {
    let quote = if dialect == Dialect::MySql { '`' } else { '"' };
    let quoted = |name: &str| format!("{quote}{name}{quote}");
    let full = |at: usize| {
        let table = &schema.tables[at];
        let schema = table.schema.as_deref().map(|schema| format!("{}.", quoted(schema)));
        format!("{}{}", schema.unwrap_or_default(), quoted(&table.name))
    };
    let place = if dialect == Dialect::Postgres { "$1" } else { "?" };
    let mut found = Vec::new();
    for (at, other) in schema.tables.iter().enumerate().filter(|(at, _)| *at != table) {
        for key in &other.foreign_keys {
            let is_to = schema.referenced(other, key) == Some(table);
            if let ([column], [to], true) = (&key.columns[..], &key.references[..], is_to) {
                let (column, to) = (quoted(column), quoted(to));
                found.push(format!(
                    "SELECT 1 FROM {} a JOIN {} b ON a.{column} = b.{to} WHERE b.{to} = {place}",
                    full(at),
                    full(table)
                ));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use nearmiss_sql::{ForeignKey, Table};

    use super::*;

    #[test]
    fn each_foreign_key_to_a_table_is_a_way_to_point_to_it() {
        let keys = |table: &str| ForeignKey {
            columns: vec!["plot_id".to_owned()],
            table: table.to_owned(),
            references: vec!["id".to_owned()],
            ..ForeignKey::default()
        };
        let of = |name: &str, foreign_keys| Table {
            name: name.to_owned(),
            foreign_keys,
            ..Table::default()
        };
        let tables =
            vec![of("plots", vec![]), of("crops", vec![keys("plots")]), of("other", vec![])];
        let schema = Schema { tables };
        assert_eq!(
            joins(&schema, 0, Dialect::MySql),
            ["SELECT 1 FROM `crops` a JOIN `plots` b ON a.`plot_id` = b.`id` WHERE b.`id` = ?"]
        );
        assert!(joins(&schema, 1, Dialect::Postgres).is_empty());
    }
}
