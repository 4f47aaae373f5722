//! What has to be known of the tables of a server to put rows into them, out of its own lists.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::client::Client;

/// Asks for the lists.
const LISTS: &str = include_str!("../../../../npm/nearmiss/setup/sql/tables/mariadb.sql");
/// Types whose numbers of digits are part of them.
const WITH_DIGITS: &[&str] = &["decimal", "float", "double"];
/// Types that have a length.
const WITH_LENGTH: &[&str] = &["char", "varchar", "binary", "varbinary"];
/// Types that have fractions of seconds.
const WITH_FRACTIONS: &[&str] = &["time", "datetime", "timestamp"];

/// A line of the lists: its kind, database and table, and what it tells.
type Line = (String, String, String, Value);

#[derive(Debug, Default)]
struct Table {
    columns: Vec<Value>,
    indexes: BTreeMap<String, Vec<String>>,
    parents: BTreeMap<String, Parent>,
    checks: BTreeMap<String, String>,
}

#[derive(Debug, Default)]
struct Parent {
    columns: Vec<String>,
    database: String,
    table: String,
    references: Vec<String>,
}

#[derive(Deserialize)]
struct Column {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    /// The type as it was declared.
    whole: String,
    length: Option<u64>,
    precision: Option<u32>,
    scale: Option<u32>,
    nullable: String,
    default: Option<String>,
    extra: String,
    expression: Option<String>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    #[serde(default)]
    column: String,
    #[serde(default)]
    database: String,
    #[serde(default)]
    table: String,
    #[serde(default)]
    references: String,
    #[serde(default)]
    text: String,
}

/// Answers the tables of a server as [`crate::Home::tables`] does, or what was said.
pub(super) fn tables(home: &Client) -> Result<Vec<Value>, String> {
    let mut tables: BTreeMap<(String, String), Table> = BTreeMap::new();
    for line in home.tell(LISTS)?.lines() {
        let read = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"));
        let (kind, database, name, told): Line = read?;
        if kind == "table" {
            tables.insert((database, name), Table::default());
        // Views have columns, too.
        } else if let Some(table) = tables.get_mut(&(database, name)) {
            take(table, &kind, told).map_err(|error| format!("{error}: {line}"))?;
        }
    }
    Ok(tables.into_iter().map(|(name, table)| described(&name, table)).collect())
}

fn take(table: &mut Table, kind: &str, told: Value) -> Result<(), serde_json::Error> {
    if kind == "column" {
        table.columns.push(column(serde_json::from_value(told)?));
        return Ok(());
    }
    let Named { name, column, database, table: of, references, text } =
        serde_json::from_value(told)?;
    match kind {
        "index" => table.indexes.entry(name).or_default().push(column),
        "check" => {
            table.checks.insert(name, text);
        }
        _ => {
            let parent = table.parents.entry(name).or_default();
            (parent.database, parent.table) = (database, of);
            parent.columns.push(column);
            parent.references.push(references);
        }
    }
    Ok(())
}

fn column(column: Column) -> Value {
    let kind = column.kind.as_str();
    let is_boolean = column.whole.starts_with("tinyint(1)");
    let has = |kinds: &[&str]| kinds.contains(&kind);
    let is_long = has(WITH_LENGTH) || kind.ends_with("text") || kind.ends_with("blob");
    let length = match kind {
        "bit" => column.precision.map(u64::from),
        _ => column.length.filter(|_| is_long),
    };
    let has_digits = has(WITH_DIGITS) && column.scale.is_some();
    let default = column.default.filter(|default| default != "NULL");
    let gives_number = |default: &String| default.to_lowercase().starts_with("nextval(");
    let filled = if column.extra.contains("GENERATED") {
        Some("generated")
    } else if column.extra.contains("auto_increment") || default.as_ref().is_some_and(gives_number)
    {
        Some("serial")
    } else {
        None
    };
    json!({
        "name": column.name,
        "type": if is_boolean { "boolean" } else { kind },
        "length": length,
        "precision": column.precision.filter(|_| has_digits || has(WITH_FRACTIONS)),
        "scale": column.scale.filter(|_| has_digits),
        "unsigned": column.whole.contains(" unsigned"),
        "array": false,
        "nullable": column.nullable == "YES",
        "default": default.or(column.expression),
        "filled": filled,
        "values": has(&["enum", "set"]).then(|| values(&column.whole)),
        "checks": [],
    })
}

/// Reads the words of `enum('a','it''s')`.
fn values(whole: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = whole.chars().peekable();
    while let Some(letter) = letters.next() {
        match (&mut word, letter) {
            (None, '\'') => word = Some(String::new()),
            (None, _) => {}
            (Some(of), '\'') if letters.next_if_eq(&'\'').is_some() => of.push('\''),
            (Some(_), '\'') => words.extend(word.take()),
            (Some(of), '\\') => of.push(match letters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('0') => '\0',
                other => other.unwrap_or('\\'),
            }),
            (Some(of), letter) => of.push(letter),
        }
    }
    words
}

fn described((database, name): &(String, String), mut table: Table) -> Value {
    let json_columns: Vec<String> = table
        .checks
        .iter()
        .filter(|(of, text)| is_of_json(of, text))
        .map(|(of, _)| of.clone())
        .collect();
    for column in &mut table.columns {
        if json_columns.iter().any(|name| column["name"] == name.as_str()) {
            column["type"] = json!("json");
            column["length"] = Value::Null;
        }
    }
    table.checks.retain(|of, text| !is_of_json(of, text));
    let has = |column: &str| table.columns.iter().any(|one| one["name"] == column);
    let mut names = Map::new();
    for (index, columns) in &table.indexes {
        names.insert(index.clone(), json!(columns));
    }
    for (parent, of) in &table.parents {
        names.insert(parent.clone(), json!(of.columns));
    }
    for (check, text) in &table.checks {
        let used: Vec<&str> = backquoted(text).filter(|name| has(name)).collect();
        names.insert(check.clone(), json!(used));
    }
    let parents = table.parents.values().map(|parent| {
        json!({
            "columns": parent.columns, "schema": null, "database": parent.database,
            "table": parent.table, "references": parent.references,
        })
    });
    json!({
        "database": database, "schema": null, "name": name,
        "foreignKeys": parents.collect::<Vec<Value>>(),
        "primaryKey": table.indexes.remove("PRIMARY").unwrap_or_default(),
        "uniques": table.indexes.into_values().collect::<Vec<_>>(),
        "checks": table.checks.into_values().collect::<Vec<_>>(),
        "columns": table.columns, "names": names,
    })
}

/// Tells whether a check is the one that a column has which was declared as JSON.
fn is_of_json(column: &str, text: &str) -> bool {
    text == format!("json_valid(`{}`)", column.replace('`', "``"))
}

/// Answers the names in a check that stand in quotes of names, in order, each once.
fn backquoted(text: &str) -> impl Iterator<Item = &str> {
    let mut found: Vec<&str> = Vec::new();
    for name in text.split('`').skip(1).step_by(2) {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_an_enumeration_are_read() {
        assert_eq!(
            values(r"enum('a','it''s','','x,\\y)','\n')"),
            ["a", "it's", "", "x,\\y)", "\n"]
        );
    }
}
