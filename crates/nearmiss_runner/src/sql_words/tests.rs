use nearmiss_targets::layout::fact;
use nearmiss_wire::{
    DatabaseType, ExtraHeuristicEntryDto, ExtraHeuristicType, ExtraHeuristicsDto,
    SqlExecutionLogDto, SqlExecutionsDto,
};
use serde_json::json;

use super::*;
use crate::shared_map::Fact;

/// A table as homes tell it.
fn table(dialect: &str, name: &str, columns: Value, more: Value) -> Value {
    let columns: Vec<Value> = columns
        .as_array()
        .unwrap()
        .iter()
        .map(|column| {
            let mut whole = json!({ "type": "integer", "nullable": true });
            whole.as_object_mut().unwrap().extend(column.as_object().unwrap().clone());
            whole
        })
        .collect();
    let mut table = json!({
        "database": "app", "dialect": dialect, "name": name, "columns": columns, "primaryKey": ["id"],
    });
    table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    table
}

fn shop(dialect: &str) -> Vec<Value> {
    let id = json!({ "name": "id", "filled": "serial", "nullable": false });
    vec![
        table(
            dialect,
            "users",
            json!([id, { "name": "name", "type": "text" }]),
            json!({ "uniques": [["name"]] }),
        ),
        table(
            dialect,
            "orders",
            json!([id, { "name": "user_id" }, { "name": "total", "type": "numeric", "precision": 8, "scale": 2 }]),
            json!({
                "foreignKeys": [{ "columns": ["user_id"], "table": "users", "references": ["id"] }],
                "checks": ["total > 0"],
            }),
        ),
    ]
}

#[test]
fn tables_come_back_as_they_were_told() {
    for dialect in ["postgres", "mysql", "sqlite"] {
        let database = Database::of(&shop(dialect)).unwrap();
        let told = tables_of(&info_of(&database));
        assert_eq!(told.dialect, dialect);
        assert_eq!(told.schema, database.schema, "{dialect}");
    }
}

#[test]
fn the_database_is_the_one_with_most_tables() {
    let mut tables = shop("postgres");
    tables.insert(0, table("sqlite", "log", json!([{ "name": "id" }]), json!({})));
    let database = Database::of(&tables).unwrap();
    assert_eq!(database.schema.tables.len(), 2);
    assert!(database.table("log").is_none());
    assert!(database.table("app.public.ORDERS").is_some_and(|table| table.name == "orders"));
    assert!(Database::of(&[]).is_none());
}

#[test]
fn values_are_read_as_they_are_printed() {
    let word = "SINGLE_APOSTROPHE_PLACEHOLDER";
    for (value, text) in [
        (json!("it's \"so\""), "\"it's \"so\"\"".to_owned()),
        (json!(""), "\"\"".to_owned()),
        (json!(7), "7".to_owned()),
        (json!(-1.5), "-1.5".to_owned()),
        (json!(true), "true".to_owned()),
        (json!(null), "null".to_owned()),
        (json!("\\x00ff"), format!("X{word}00ff{word}")),
    ] {
        assert_eq!(printed(&value, (false, true)), text);
        assert_eq!(read(&text), value, "{text}");
    }
    assert_eq!(printed(&json!(["a\"b", null, 1]), (true, false)), r#""{"a\"b",NULL,1}""#);
    assert_eq!(printed(&json!({ "a": 1 }), (false, false)), "\"{\"a\":1}\"");
    let list = format!("ARRAY[{word}a,b{word}, NULL, ARRAY[1, 2]]");
    assert_eq!(read(&list), json!(["a,b", null, [1, 2]]));
    assert_eq!(read("current_date"), json!("current_date"));
}

/// A fact about a statement of the first action.
fn statement(about: Value) -> Fact {
    (fact::QUERY, 0, 0, about.to_string().encode_utf16().collect())
}

#[test]
fn executions_are_those_of_the_action() {
    let database = Database::of(&shop("postgres"));
    let told = |text: &str, count: Option<u64>| json!({ "d": "postgres", "t": text, "v": ["x"], "n": count, "ms": 3 });
    let mut other = told("INSERT INTO users (name) VALUES ($1)", None);
    other["o"] = json!(true);
    let mut failed = told("DELETE FROM users WHERE id = 1", None);
    failed["e"] = json!("23503");
    let later = told("SELECT total FROM orders", Some(1));
    let facts = vec![
        statement(told("SELECT id FROM users WHERE name = $1", Some(0))),
        statement(told("UPDATE orders SET total = 1 WHERE user_id = 5", Some(2))),
        statement(other),
        statement(failed),
        (fact::QUERY, 1, 0, later.to_string().encode_utf16().collect()),
    ];
    let wants = Wants { distances: true, executions: true };
    let made = heuristics_of(0, &facts, database.as_ref(), wants);
    let distances: Vec<(&str, f64)> =
        made.heuristics.iter().map(|one| (one.id.as_str(), one.value)).collect();
    assert_eq!(
        distances,
        [
            ("SELECT id FROM users WHERE name = 'x'", 1.0),
            ("UPDATE orders SET total = 1 WHERE user_id = 5", 0.0),
        ]
    );
    let executions = made.sql_executions_dto.unwrap();
    assert_eq!(executions.number_of_sql_commands, 4);
    assert_eq!(executions.failed_where, [("users".to_owned(), vec!["name".to_owned()])].into());
    assert_eq!(executions.queried_data, [("users".to_owned(), vec!["*".to_owned()])].into());
    assert_eq!(executions.updated_data, [("orders".to_owned(), vec!["total".to_owned()])].into());
    assert_eq!(executions.inserted_data, [("users".to_owned(), vec!["name".to_owned()])].into());
    assert_eq!(executions.deleted_data, ["users"]);
    let thrown: Vec<bool> =
        executions.sql_execution_log_dto_list.iter().map(|one| one.threw_sql_exception).collect();
    assert_eq!(thrown, [false, false, false, true]);
    assert_eq!(
        heuristics_of(0, &facts, database.as_ref(), Wants::default()),
        ExtraHeuristicsDto::default()
    );
}

#[test]
fn reports_are_queries_that_found_something_or_nothing() {
    let info = info_of(&Database::of(&shop("mysql")).unwrap());
    assert_eq!(info.database_type, Some(DatabaseType::Mysql));
    let tables = tables_of(&info);
    let log = |text: &str| SqlExecutionLogDto {
        sql_command: text.to_owned(),
        ..SqlExecutionLogDto::default()
    };
    let near = "SELECT id FROM users WHERE name = 'x'";
    let found = "DELETE FROM users WHERE id = 1";
    let untold = "SELECT id FROM ORDERS WHERE total = 5";
    let mut told = ExtraHeuristicsDto {
        heuristics: [(near, 0.5), (found, 0.0)]
            .map(|(id, value)| ExtraHeuristicEntryDto {
                heuristic_type: Some(ExtraHeuristicType::Sql),
                id: id.to_owned(),
                value,
                ..ExtraHeuristicEntryDto::default()
            })
            .into(),
        sql_executions_dto: Some(SqlExecutionsDto {
            failed_where: [("app.orders".to_owned(), vec!["total".to_owned()])].into(),
            sql_execution_log_dto_list: [
                near,
                found,
                untold,
                "INSERT INTO users VALUES (1)",
                "COMMIT",
                near,
            ]
            .map(log)
            .into(),
            ..SqlExecutionsDto::default()
        }),
        ..ExtraHeuristicsDto::default()
    };
    let mut facts = Vec::new();
    note_reports(2, &told, Some(&tables), &mut facts);
    let read: Vec<(u16, Value)> = facts
        .iter()
        .map(|(_, action, _, text)| {
            (*action, serde_json::from_str(&String::from_utf16_lossy(text)).unwrap())
        })
        .collect();
    let query =
        |text: &str, count: u64| (2, json!({ "d": "mysql", "t": text, "v": [], "n": count }));
    assert_eq!(read, [query(near, 0), query(found, 1), query(untold, 0)]);
    told.sql_executions_dto = None;
    note_reports(2, &told, Some(&tables), &mut facts);
    assert_eq!(facts.len(), 3);
}
