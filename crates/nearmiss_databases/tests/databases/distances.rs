//! How near queries are to finding something, as the databases themselves compute it: it grows with each step towards what
//! a query wants.

use std::collections::BTreeMap;

use nearmiss_databases::Home;
use nearmiss_sql::{Asked, Dialect, Distance, Schema, distance};
use serde::Deserialize;
use serde_json::Value;

use crate::servers::reset::Shop;
use crate::servers::reset_mariadb::MariaShop;

/// Nearest that a query is told to be: the predicates hold, whatever it has found.
const ALL_HOLDS: f64 = 0.99;

/// Cases of both dialects, and of one.
const CASES: &str = include_str!("distances.json");

/// A query with its values, and what its tables have from step to step: each is nearer, and the last one is found.
#[derive(Deserialize)]
struct Case {
    query: String,
    values: Vec<Value>,
    steps: Vec<String>,
}

fn cases(dialect: &str) -> Vec<Case> {
    let mut all: BTreeMap<String, Vec<Case>> = serde_json::from_str(CASES).unwrap();
    let mut cases = all.remove("both").unwrap();
    cases.extend(all.remove(dialect).unwrap());
    cases
}

/// Answers the statements that bring the tables to a step: `t(n, m): 1, 2; u(k): 3`.
fn statements(step: &str) -> String {
    let mut all = "DELETE FROM u; DELETE FROM t;".to_owned();
    let rows = step.split("; ").filter(|row| !row.is_empty());
    for (index, row) in rows.enumerate() {
        let (names, values) = row.split_once("): ").unwrap();
        let (table, names) = names.split_once('(').unwrap();
        all += &format!("INSERT INTO {table} (id, {names}) VALUES ({index}, {values});");
    }
    all
}

fn near(home: &mut Home, schema: &Schema, dialect: Dialect, case: &Case) -> Option<Distance> {
    let mut text = String::new();
    for (index, part) in case.query.split('?').enumerate() {
        match dialect {
            Dialect::Postgres if index > 0 => text += &format!("${index}"),
            _ if index > 0 => text.push('?'),
            _ => {}
        }
        text.push_str(part);
    }
    let mut said = Vec::new();
    let mut ask = |query: &str| {
        let rows = home.ask("shop", query);
        said.push(format!("{query}\n  {rows:?}"));
        rows.ok()
    };
    let found = distance(schema, &Asked { dialect, text: &text, values: &case.values }, &mut ask);
    assert!(found.is_some(), "{text} {:?}\n{}", case.values, said.join("\n"));
    found
}

fn grows(home: &mut Home, sql: &mut dyn FnMut(&str), dialect: Dialect, cases: Vec<Case>) {
    let tables = home.tables().unwrap().into_iter();
    let tables = tables.map(|table| serde_json::from_value(table).unwrap()).collect();
    let schema = Schema { tables };
    let mut wrong = Vec::new();
    for case in cases {
        let steps = case.steps.iter().map(|step| {
            sql(&statements(step));
            near(home, &schema, dialect, &case).map_or(-1.0, |found| found.near)
        });
        let near: Vec<f64> = steps.collect();
        let grows = near.windows(2).all(|pair| pair[0] < pair[1]);
        let (last, before) = near.split_last().unwrap();
        if !grows || *last < ALL_HOLDS || before.iter().any(|near| *near >= ALL_HOLDS) {
            wrong.push(format!("{}: {near:?}", case.query));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn grow_with_each_step_on_postgres() {
    let mut shop = Shop::kept(
        "CREATE TABLE t (id int PRIMARY KEY, n int, m numeric(10, 2), name text, at timestamp, flag boolean, doc jsonb, \
           tags text[]); \
         CREATE TABLE u (id int PRIMARY KEY, t_id int, k int)",
    );
    let mut session = shop.session();
    let mut sql = |text: &str| assert_eq!(session.tells(text), "", "{text}");

    grows(&mut shop.home, &mut sql, Dialect::Postgres, cases("postgres"));
}

#[test]
fn grow_with_each_step_on_mariadb() {
    let mut shop = MariaShop::kept(
        "CREATE TABLE t (id INT PRIMARY KEY, n INT, m DECIMAL(10, 2), name VARCHAR(50), at DATETIME, flag BOOLEAN, doc JSON); \
         CREATE TABLE u (id INT PRIMARY KEY, t_id INT, k INT);",
    );

    let mut session = shop.session();
    let mut sql = |text: &str| assert_eq!(session.tells(text), "", "{text}");
    grows(&mut shop.home, &mut sql, Dialect::MySql, cases("mariadb"));
}
