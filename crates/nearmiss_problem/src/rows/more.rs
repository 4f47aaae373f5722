//! Tests with several rows that a query finds.

use nearmiss_search::Individual;
use nearmiss_sql::{Asked, Dialect, Plan, Row, Schema, Table, Wanted, plan};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::ToldQuery;
use super::made::{Known, with_rows};

/// Most rows of such a test, with those that they need.
const MOST_ROWS: usize = 100;
/// Step of a number that tells rows apart, from one row to the next.
const STEP: i64 = 1_000;

/// Makes a test again, up to a call, with so many rows more that a query of the call finds; nothing where it finds one at most,
/// or is not understood.
pub(super) fn with_more(
    known: Known<'_>,
    (individual, call): (&Individual, usize),
    query: &ToldQuery,
    count: usize,
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let dialect = Dialect::named(&query.dialect)?;
    let asked = Asked { dialect, text: &query.text, values: &query.values };
    let first = plan(known.schema, &asked).into_iter().next()?;
    if first.rows.last().is_none_or(|row| is_one(known.schema, row, &query.values)) {
        return None;
    }
    let mut made = individual.clone();
    for number in 0..count {
        if made.setup.len() + first.rows.len() > MOST_ROWS {
            break;
        }
        let other = another(known.schema, &first, number, &query.values);
        made = with_rows(known, &other, (&made, call), rng);
    }
    (made.setup.len() > individual.setup.len()).then_some(made)
}

/// Columns by which rows of a table are told apart.
fn keys(table: &Table) -> impl Iterator<Item = &Vec<String>> {
    std::iter::once(&table.primary_key).chain(&table.uniques).filter(|key| !key.is_empty())
}

/// Tells whether a query says which row it wants: there is no other one.
pub(super) fn is_one(schema: &Schema, row: &Row, values: &[Value]) -> bool {
    let table = &schema.tables[row.table];
    let is_given = |name: &String| {
        let wanted = table.column(name).and_then(|column| row.columns.get(&column));
        matches!(wanted, Some(Wanted::Value(value)) if values.contains(value))
    };
    keys(table).any(|key| key.iter().all(is_given))
}

/// The rows of a plan once more, with other keys where the query does not say which.
fn another(schema: &Schema, plan: &Plan, number: usize, values: &[Value]) -> Plan {
    let mut other = plan.clone();
    for row in &mut other.rows {
        let table = &schema.tables[row.table];
        let names = keys(table).flatten();
        let columns: Vec<usize> = names.filter_map(|name| table.column(name)).collect();
        for column in columns {
            let Some(Wanted::Value(value)) = row.columns.get_mut(&column) else { continue };
            if values.contains(value) {
                continue;
            }
            if table.columns[column].filled.is_some() {
                row.columns.remove(&column);
            } else {
                *value = varied(value, number);
            }
        }
    }
    other
}

/// A value that differs for each number.
fn varied(value: &Value, number: usize) -> Value {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    match value {
        Value::Number(given) => {
            given.as_i64().map_or_else(|| value.clone(), |given| (given + number * STEP).into())
        }
        Value::String(text) if is_uuid(text) => {
            format!("{}{number:04}", &text[..text.len() - 4]).into()
        }
        Value::String(text) if number > 0 => format!("{text}{number}").into(),
        _ => value.clone(),
    }
}

fn is_uuid(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_hexdigit();
    text.len() == 36 && text.bytes().all(|byte| byte == b'-' || is_digit(byte))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_differ_from_row_to_row() {
        assert_eq!(varied(&json!(7), 2), json!(2_007));
        assert_eq!(varied(&json!("a"), 0), json!("a"));
        assert_eq!(varied(&json!("a"), 3), json!("a3"));
        let id = json!("00000000-0000-4000-8000-000000000001");
        assert_eq!(varied(&id, 12), json!("00000000-0000-4000-8000-000000000012"));
    }
}
