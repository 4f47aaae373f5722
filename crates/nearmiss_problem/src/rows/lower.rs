//! Rows as what a test sets up: `sql.insert("users", { name: "Ann" })`.

use nearmiss_search::{Action, ActionAt, GeneValue, json_text};
use nearmiss_sql::{Column, Filled, Table};

use super::specs::{EXACT, full_name};
use crate::{Part, Setup, Source};

/// Makes the setup of a row.
pub(super) fn setup_of(tables: &[Table], action: &Action) -> Option<Setup> {
    let table = tables.get(action.template.setup()?)?;
    let name = serde_json::Value::from(full_name(table)).to_string();
    Some(Setup {
        kind: "sql".to_owned(),
        function: "insert".to_owned(),
        arguments: vec![vec![Part::Text(name)], row_of(table, action)],
    })
}

/// Writes the columns of a row that are given, as an object of JSON.
fn row_of(table: &Table, action: &Action) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut text = "{".to_owned();
    for (index, (column, gene)) in table.columns.iter().zip(&action.genes).enumerate() {
        let link = action.links.iter().find(|link| link.parameter == index);
        let value = gene.value();
        let is_given = link.is_some() || value != GeneValue::Absent;
        if !is_given || column.filled == Some(Filled::Generated) {
            continue;
        }
        if text != "{" || !parts.is_empty() {
            text.push(',');
        }
        text.push_str(&serde_json::Value::from(column.name.as_str()).to_string());
        text.push(':');
        let plain = json_text(&as_column(&value, column));
        match link {
            None => text.push_str(&plain),
            Some(link) => {
                parts.push(Part::Text(std::mem::take(&mut text)));
                let source = Source::Json(link.source.clone());
                parts.push(match link.from {
                    ActionAt::Setup(setup) => Part::FromSetup { setup, source, fallback: plain },
                    ActionAt::Call(call) => Part::FromResponse { call, source, fallback: plain },
                });
            }
        }
    }
    text.push('}');
    parts.push(Part::Text(text));
    parts
}

/// Tells whether a text is a document of JSON.
fn is_document(units: &[u16]) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(&String::from_utf16_lossy(units)).is_ok()
}

/// Answers a value as a column takes it: MySQL reads no time with a letter or a zone in it. A whole number that JavaScript
/// does not have exactly is a text, of which databases make the number: the suite would say another one.
fn as_column(value: &GeneValue, column: &Column) -> GeneValue {
    let is_null = *value == GeneValue::Null && !column.nullable;
    if column.is_json() && (is_null || matches!(value, GeneValue::Text(_))) {
        // A document is written as one; what is no list or object would be read as its text.
        return match value {
            GeneValue::Text(units) if is_document(units) => value.clone(),
            _ => GeneValue::text(&json_text(value)),
        };
    }
    if let GeneValue::Integer(number) = value
        && number.unsigned_abs() > EXACT.unsigned_abs()
        && column.is_whole()
    {
        return GeneValue::text(&number.to_string());
    }
    let GeneValue::Text(units) = value else { return value.clone() };
    // Half letters are none to a database, and some take no letter without a sign.
    let text = String::from_utf16_lossy(units).replace('\0', "");
    match column.kind.as_str() {
        "datetime" | "timestamp" => {
            let day_and_time: String = text.replacen('T', " ", 1);
            GeneValue::text(without_zone(&day_and_time, &['Z', '+', '.']))
        }
        "time" => GeneValue::text(without_zone(&text, &['Z', '+', '-', '.'])),
        _ => GeneValue::text(&text),
    }
}

/// Cuts a time before the first of some letters; where it begins with one, that is its sign.
fn without_zone<'a>(text: &'a str, begins: &[char]) -> &'a str {
    let found = text.char_indices().skip(1).find(|(_, letter)| begins.contains(letter));
    found.map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_that_javascript_does_not_have_are_texts() {
        let column = |kind: &str| Column { kind: kind.to_owned(), ..Column::default() };
        let as_bigint = |number: i64| as_column(&GeneValue::Integer(number), &column("bigint"));
        assert_eq!(as_bigint(EXACT), GeneValue::Integer(EXACT));
        assert_eq!(as_bigint(i64::MAX), GeneValue::text("9223372036854775807"));
        assert_eq!(as_bigint(i64::MIN), GeneValue::text("-9223372036854775808"));
        let number = GeneValue::Integer(i64::MAX);
        assert_eq!(as_column(&number, &column("double precision")), number);
    }

    #[test]
    fn times_have_no_zone() {
        for (kind, value, taken) in [
            ("time", "12:47:19Z", "12:47:19"),
            ("time", "04:09:08.940+02:00", "04:09:08"),
            ("time", "-04:09:08", "-04:09:08"),
            ("datetime", "2020-01-02T12:47:19Z", "2020-01-02 12:47:19"),
            ("time without time zone", "12:47:19Z", "12:47:19Z"),
        ] {
            let column = Column { kind: kind.to_owned(), ..Column::default() };
            assert_eq!(
                as_column(&GeneValue::text(value), &column),
                GeneValue::text(taken),
                "{value}"
            );
        }
    }
}
