//! Whatever the text of a query is, and whatever a database answers, a distance is one, or none is told. That distances are
//! right is tried on real databases: `nearmiss_databases`, `tests/databases`.

use std::path::Path;

use nearmiss_sql::{Asked, Dialect, Schema, database_of, distance, wishes};
use serde_json::{Value, json};

/// Characters by which a text is shorter from cut to cut.
const STEP: usize = 5;

/// Lists texts that a program has between quotes and that begin like queries.
fn queries(program: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = program;
    while let Some(start) = rest.find(['"', '`']) {
        let quote = rest.as_bytes()[start] as char;
        let inner = &rest[start + 1..];
        let Some(end) = inner.find(quote) else { break };
        let text = inner[..end].trim_start();
        let first = text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        if matches!(first.as_str(), "select" | "with" | "update" | "delete") {
            found.push(text.to_owned());
        }
        rest = &inner[end + 1..];
    }
    found
}

fn of_fixture(dialect: &str) -> Vec<String> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/suts/queries");
    let routes = std::fs::read_dir(fixtures.join(dialect).join("routes")).unwrap();
    let files = routes.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    files.flat_map(|program| queries(&program)).collect()
}

/// Answers rows that have anything where numbers, texts and flags may be expected.
fn anything(query: &str) -> Vec<Value> {
    let values = [
        json!(1),
        json!(null),
        json!("t"),
        json!(-1.5e300),
        json!("2024-02-30T99:00:00+99"),
        json!([1, "a", null]),
        json!({"a": {"b": [1]}}),
        json!(true),
        json!("{a,\"b\"}"),
        json!("%_\\"),
        json!("äöü\u{1f600}"),
        json!(""),
    ];
    let words = query.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    let names: Vec<&str> = words.filter(|word| word.starts_with("nearmiss_")).collect();
    let row = |shift: usize| {
        let value = |at: usize| values[(at * 7 + shift) % values.len()].clone();
        names
            .iter()
            .enumerate()
            .map(|(at, name)| ((*name).to_owned(), value(at)))
            .collect::<Value>()
    };
    (0..values.len()).map(row).chain([json!(1)]).collect()
}

#[test]
fn of_any_text_and_any_rows_are_between_nothing_and_everything() {
    let tables = json!([
        {"database": "a", "schema": "public", "name": "products", "primaryKey": ["id"], "columns": [{"name": "id", "type": "integer"}]},
    ]);
    let schema = Schema { tables: serde_json::from_value(tables).unwrap() };
    let values =
        [json!("it's \\ a"), json!(-5), json!(null), json!([1, "x"]), json!({"a": 1}), json!(true)];
    let (mut whole, mut understood) = (0, 0);
    for (dialect, name) in
        [(Dialect::Postgres, "pg"), (Dialect::MySql, "mariadb"), (Dialect::Sqlite, "sqlite")]
    {
        for text in of_fixture(name) {
            let ends = text.char_indices().map(|(at, _)| at).step_by(STEP);
            for end in ends.skip(3).chain([text.len()]) {
                let asked = Asked { dialect, text: &text[..end], values: &values };
                let mut count = 0;
                let mut ask = |query: &str| {
                    count += 1;
                    (count % 5 != 4).then(|| anything(query))
                };
                let found = distance(&schema, &asked, &mut ask);
                assert!(count <= 4, "{count} queries beside {text}");
                if let Some(found) = &found {
                    assert!((0.0..1.0).contains(&found.near), "{} of {}", found.near, asked.text);
                }
                let database = database_of(&schema, &asked);
                assert!(database.is_none_or(|name| name == "a"), "{database:?}");
                let wishes = wishes(&schema, &asked);
                assert!(wishes.iter().all(|wish| wish.value < 100), "{wishes:?}");
                whole += usize::from(end == text.len());
                understood += usize::from(end == text.len() && found.is_some());
            }
        }
    }
    assert!(whole > 200, "{whole} queries");
    assert!(understood * 10 > whole * 9, "{understood} of {whole} queries are understood");
}
