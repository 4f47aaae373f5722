//! Rows of the homes of one process tree, on real servers.

use std::fs::Permissions;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::sync::Arc;

use nearmiss_databases::{Engine, Programs, Version};
use serde_json::{Map, Value, json};

use super::{AskedHome, Homes, Lease};
use crate::outside::InPlace;

/// Leads a connection to a server that is not there, and runs statements where it is led to.
fn run_in_home(programs: &Programs, lease: &Lease, port: u16, database: &str, statements: &str) {
    let asked = json!({
        "driver": "pg", "dialect": "postgres", "host": "127.0.0.1", "port": port, "user": "app", "database": database,
    });
    let asked: AskedHome = serde_json::from_value(asked).unwrap();
    let led = lease.lead(&asked);
    let ran = Command::new(programs.folder().join("psql"))
        .args(["-XqAt", "-v", "ON_ERROR_STOP=1", "-U", "app", "-d", database])
        .args(["-h", led["host"].as_str().unwrap(), "-p", &led["port"].to_string()])
        .args(["-c", statements])
        .status();
    assert!(ran.unwrap().success(), "{led}");
}

fn row(value: Value) -> Map<String, Value> {
    let Value::Object(row) = value else { panic!("{value}") };
    row
}

#[test]
fn rows_go_into_the_home_that_has_the_database_and_are_put_back() {
    let Ok(programs) = Programs::find(Engine::Postgres, Version::default()) else {
        // The gate says so, too.
        writeln!(std::io::stderr(), "not run: PostgreSQL is not installed").unwrap();
        return;
    };
    let temporary = tempfile::Builder::new().prefix("t-").tempdir().unwrap();
    std::fs::set_permissions(temporary.path(), Permissions::from_mode(0o755)).unwrap();
    let homes = Arc::new(Homes::new(temporary.path().to_owned(), InPlace::default()));
    let lease = homes.lease();
    run_in_home(
        &programs,
        &lease,
        1,
        "shop",
        "CREATE TABLE a (id serial PRIMARY KEY, name text UNIQUE)",
    );
    run_in_home(&programs, &lease, 2, "depot", "CREATE SCHEMA s; CREATE TABLE s.b (n int)");
    assert_eq!(lease.reset(), Ok(0));
    let tables = lease.tables();
    let named: Vec<String> =
        tables.iter().map(|table| format!("{} {}", table["database"], table["name"])).collect();
    assert_eq!(named, ["\"shop\" \"a\"", "\"depot\" \"b\""]);
    let insert = |database: &str, table, value| lease.insert(database, table, &row(value));
    let ann = json!({ "name": "Ann" });
    let made = insert("shop", (Some("public"), "a"), ann.clone()).unwrap();
    assert_eq!(made, Ok(json!({ "id": 1, "name": "Ann" })));
    assert_eq!(insert("depot", (Some("s"), "b"), json!({ "n": 7 })), Some(Ok(json!({ "n": 7 }))));
    let twice = insert("shop", (None, "a"), ann).unwrap().unwrap_err();
    assert_eq!(twice.constraint.as_deref(), Some("a_name_key"));
    assert_eq!(
        lease.ask("depot", "SELECT sum(n) AS n FROM s.b"),
        Some(Ok(vec![json!({ "n": 7 })]))
    );
    assert!(insert("other", (None, "a"), json!({})).is_none());
    assert!(lease.ask("other", "SELECT 1").is_none());
    assert_eq!(lease.reset(), Ok(0));
    for (database, table) in [("shop", "a"), ("depot", "s.b")] {
        let count = lease.ask(database, &format!("SELECT count(*) AS n FROM {table}"));
        assert_eq!(count, Some(Ok(vec![json!({ "n": 0 })])), "{table}");
    }
}
