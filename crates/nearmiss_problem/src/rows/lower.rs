//! Rows as what a test sets up: `sql.insert("users", { name: "Ann" })`.

use nearmiss_search::{Action, ActionAt, GeneValue, json_text};
use nearmiss_sql::{Column, Filled, Table};

use super::specs::full_name;
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

/// Answers a value as a column takes it: MySQL reads no time with a letter in it.
fn as_column(value: &GeneValue, column: &Column) -> GeneValue {
    let is_null = *value == GeneValue::Null && !column.nullable;
    if column.is_json() && (is_null || matches!(value, GeneValue::Text(_))) {
        // A document is written as one; what is no list or object would be read as its text.
        return match value {
            GeneValue::Text(units) if is_document(units) => value.clone(),
            _ => GeneValue::text(&json_text(value)),
        };
    }
    let GeneValue::Text(units) = value else { return value.clone() };
    // Half letters are none to a database, and some take no letter without a sign.
    let text = String::from_utf16_lossy(units).replace('\0', "");
    if !matches!(column.kind.as_str(), "datetime" | "timestamp") {
        return GeneValue::text(&text);
    }
    let day_and_time: String = text.replacen('T', " ", 1);
    let end = day_and_time.find(['Z', '+', '.']).unwrap_or(day_and_time.len());
    GeneValue::text(&day_and_time[..end])
}
