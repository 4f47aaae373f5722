//! Values that a statement gives the rows that it changes.

use std::collections::BTreeMap;

use serde_json::Value;
use sqlparser::ast::{AssignmentTarget, ObjectName, Statement, TableFactor};

use crate::alternatives::Choices;
use crate::asked::Asked;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::terms::Constant;

/// Values that columns are given.
#[derive(Clone, Debug, PartialEq)]
pub struct Assigned {
    /// Table whose rows are changed, by its index.
    pub table: usize,
    /// Values that are known without a row, by the index of the column.
    pub values: BTreeMap<usize, Value>,
}

/// Reads which values an `UPDATE` gives the columns of its table. None of another statement, and of one that is not understood.
#[must_use]
pub fn assigned(schema: &Schema, asked: &Asked<'_>) -> Option<Assigned> {
    let (statement, places) = asked.parse()?;
    let Statement::Update(update) = &statement else { return None };
    let TableFactor::Table { name, .. } = &update.table.relation else { return None };
    let names = names_of(name);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let table = schema.find(&names)?;
    let reader = Reader::new(schema, (asked.values, &places), Choices::default());
    let values = update.assignments.iter().filter_map(|assignment| {
        let AssignmentTarget::ColumnName(name) = &assignment.target else { return None };
        let column = schema.tables[table].column(names_of(name).last()?)?;
        match reader.constant(&assignment.value)? {
            Constant::Value(value) => Some((column, value)),
            Constant::Now => None,
        }
    });
    Some(Assigned { table, values: values.collect() })
}

/// Answers the parts of a name, without their quotes.
fn names_of(name: &ObjectName) -> Vec<String> {
    let parts = name.0.iter();
    parts.map(|part| part.to_string().trim_matches(['"', '`']).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::asked::Dialect;

    fn read(dialect: Dialect, text: &str, values: &[Value]) -> Option<Assigned> {
        let table = json!({"database": "d", "name": "stays", "columns": [
            {"name": "id", "type": "integer"}, {"name": "room", "type": "integer"},
            {"name": "note", "type": "text"}]});
        let schema = Schema { tables: vec![serde_json::from_value(table).unwrap()] };
        assigned(&schema, &Asked { dialect, text, values })
    }

    #[test]
    fn values_of_an_update_are_read_by_their_columns() {
        let of = |values: &[(usize, Value)]| {
            Some(Assigned { table: 0, values: values.iter().cloned().collect() })
        };
        let text = "UPDATE stays SET room = $2, note = upper(note) WHERE id = $1";
        assert_eq!(read(Dialect::Postgres, text, &[json!(3), json!(7)]), of(&[(1, json!(7))]));
        let text = "update `stays` set `stays`.`note` = ?, `room` = 4 where `id` = ?";
        let found = read(Dialect::MySql, text, &[json!("a"), json!(3)]);
        assert_eq!(found, of(&[(2, json!("a")), (1, json!(4))]));
        assert_eq!(read(Dialect::Sqlite, "DELETE FROM stays WHERE id = 1", &[]), None);
        assert_eq!(read(Dialect::Sqlite, "UPDATE others SET room = 1", &[]), None);
    }
}
