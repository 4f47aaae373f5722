//! Schemas: as a text of statements, and the tables that one has and another has not.

use super::client::{Client, name};
use super::sections::{Section, sections};
use crate::books;
use crate::program;

/// Options of a dump that an empty database of any name and owner takes.
const OPTIONS: &[&str] = &[
    "--format=plain",
    "--encoding=UTF8",
    "--no-owner",
    "--no-privileges",
    "--no-tablespaces",
    "--no-subscriptions",
    "--no-publications",
    "--no-security-labels",
    "--exclude-schema=nearmiss",
];
/// Asks for the names of tables, but ours and those of a session.
const TABLES: &str = "SELECT coalesce(json_agg(nspname || '.' || relname \
    ORDER BY nspname || '.' || relname), '[]') \
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace \
    WHERE relkind IN ('r', 'p') AND relpersistence <> 't' \
    AND nspname NOT IN ('pg_catalog', 'information_schema', 'nearmiss') AND nspname !~ '^pg_(toast|temp)'";

/// Answers the names of a database's tables, or what was said.
pub(super) fn tables(client: &Client, database: &str) -> Result<Vec<String>, String> {
    let names = client.read(database, TABLES)?;
    serde_json::from_value(names).map_err(|error| error.to_string())
}

/// Answers the tables of a database that are books of tools for migrations, as arguments of a dump.
pub(super) fn books(client: &Client, database: &str) -> Result<Vec<String>, String> {
    let query = format!(
        "SELECT coalesce(json_agg(json_build_array(nspname, relname)), '[]') FROM pg_catalog.pg_class c \
         JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace WHERE relkind IN ('r', 'p') AND relpersistence <> 't' \
         AND lower(relname) IN ({})",
        books::literals()
    );
    let found: Vec<(String, String)> = serde_json::from_value(client.read(database, &query)?)
        .map_err(|error| error.to_string())?;
    Ok(found
        .iter()
        .map(|(schema, table)| format!("--table={}.{}", name(schema), name(table)))
        .collect())
}

/// Answers the schema of a database and the rows of its books, or what was said.
pub(super) fn text(client: &Client, database: &str) -> Result<String, String> {
    let schema = dump(client, database, &["--schema-only".to_owned()])?;
    let mut text = "BEGIN;\n".to_owned();
    for section in sections(&schema) {
        if !is_ours(&section) && !section.name.starts_with("EXTENSION ") {
            section.lines.iter().filter_map(|line| taken(line, &section)).for_each(|line| {
                text.push_str(&line);
                text.push('\n');
            });
        }
    }
    let mut books = books(client, database)?;
    if !books.is_empty() {
        books.extend(["--data-only".to_owned(), "--column-inserts".to_owned()]);
        let rows = dump(client, database, &books)?;
        for section in sections(&rows).iter().filter(|one| !one.name.is_empty()) {
            text.push_str(&section.lines.join("\n"));
            text.push('\n');
        }
    }
    for view in populated(client, database)? {
        text.push_str(&view);
        text.push('\n');
    }
    text.push_str("COMMIT;\n");
    let lines = text.lines().filter(|line| !line.starts_with("\\unrestrict "));
    Ok(lines.flat_map(|line| [line, "\n"]).collect())
}

fn dump(client: &Client, database: &str, more: &[String]) -> Result<String, String> {
    let mut command = client.command("pg_dump", database);
    command.args(OPTIONS).args(more);
    let ran = program::run(&mut command, "");
    let ran = ran.map_err(|error| format!("pg_dump cannot be started: {error}"))?;
    if ran.status.success() { Ok(ran.printed) } else { Err(ran.said) }
}

/// Tells whether a section is of what watches the rows.
fn is_ours(section: &Section<'_>) -> bool {
    section.kind.ends_with("TRIGGER")
        && section.name.rsplit(' ').next().is_some_and(|name| name.starts_with("nearmiss_"))
}

/// Answers a line as it is to be; none where it is to be left out.
fn taken(line: &str, section: &Section<'_>) -> Option<String> {
    if section.name.is_empty() {
        // Settings end with the transaction: the driver's session goes on.
        if let Some(setting) = line.strip_prefix("SET ") {
            // The driver knows in which encoding it writes.
            if setting.starts_with("client_encoding") {
                return None;
            }
            return Some(format!("SET LOCAL {setting}"));
        }
        let path = "SELECT pg_catalog.set_config('search_path', '', false);";
        let is_left_out = line.is_empty() || line.starts_with("--") || line.starts_with('\\');
        return match line {
            _ if line == path => Some(path.replace("false", "true")),
            _ if is_left_out => None,
            line => Some(line.to_owned()),
        };
    }
    let made = line.strip_prefix("CREATE SCHEMA ").filter(|_| section.kind == "SCHEMA");
    // That of the name `public` is there.
    Some(made.map_or(line.to_owned(), |made| format!("CREATE SCHEMA IF NOT EXISTS {made}")))
}

/// Answers statements that fill the materialized views which a database has filled: without that nobody may ask them.
pub(super) fn populated(client: &Client, database: &str) -> Result<Vec<String>, String> {
    let query = "SELECT coalesce(json_agg(format('REFRESH MATERIALIZED VIEW %I.%I;', nspname, relname) \
                 ORDER BY c.oid), '[]') \
                 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace \
                 WHERE relkind = 'm' AND relispopulated AND nspname !~ '^pg_temp'";
    serde_json::from_value(client.read(database, query)?).map_err(|error| error.to_string())
}
