//! Tells how near queries are to finding something: `distance TABLES.json DIALECT`, the tables as homes tell them, and a line
//! of JSON for each query on the standard input, `{"text": "SELECT 1", "values": []}`. What it asks the database it prints,
//! `{"ask": "SELECT 1"}`, and reads the rows, a list of objects, from the next line; null where it is refused. Then it
//! answers `{"near": 0.5}`, or null.

use std::io::{BufRead, Lines, StdinLock};

use nearmiss_sql::{Asked, Dialect, Schema, distance};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Query {
    text: String,
    #[serde(default)]
    values: Vec<Value>,
}

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [tables, dialect] = &arguments[..] else {
        return Err("distance TABLES.json DIALECT".into());
    };
    let schema = Schema { tables: serde_json::from_str(&std::fs::read_to_string(tables)?)? };
    let dialect = Dialect::named(dialect).ok_or("no such dialect")?;
    let mut lines: Lines<StdinLock<'_>> = std::io::stdin().lock().lines();
    while let Some(line) = lines.next() {
        let query: Query = serde_json::from_str(&line?)?;
        let mut ask = |text: &str| -> Option<Vec<Value>> {
            println!("{}", json!({ "ask": text }));
            serde_json::from_str(&lines.next()?.ok()?).ok()?
        };
        let asked = Asked { dialect, text: &query.text, values: &query.values };
        let found = distance(&schema, &asked, &mut ask);
        println!("{}", json!({ "near": found.map(|found| found.near) }));
    }
    Ok(())
}
