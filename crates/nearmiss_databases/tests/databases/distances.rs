//! How near queries are to finding something, as the databases themselves compute it: it grows with each step towards what
//! a query wants.

use nearmiss_databases::Home;
use nearmiss_sql::{Asked, Dialect, Distance, Schema, distance};
use serde_json::{Value, json};

use crate::servers::reset::Shop;
use crate::servers::reset_mariadb::MariaShop;

/// Nearest that a query is told to be: the predicates hold, whatever it has found.
const ALL_HOLDS: f64 = 0.99;

/// A query with its values, and what its tables have from step to step: each is nearer, and the last one is found.
struct Case {
    text: &'static str,
    values: Value,
    steps: &'static [&'static str],
}

fn case(text: &'static str, values: Value, steps: &'static [&'static str]) -> Case {
    Case { text, values, steps }
}

/// Cases that both dialects have.
fn of_both() -> Vec<Case> {
    vec![
        case(
            "SELECT * FROM t WHERE n = ?",
            json!([100]),
            &["", "t(n): 1", "t(n): 50", "t(n): 99", "t(n): 100"],
        ),
        case(
            "SELECT * FROM t WHERE n > ?",
            json!([100]),
            &["t(n): 1", "t(n): 90", "t(n): 100", "t(n): 101"],
        ),
        case("SELECT * FROM t WHERE n <> ?", json!([100]), &["", "t(n): 100", "t(n): 101"]),
        case(
            "SELECT * FROM t WHERE n BETWEEN ? AND ?",
            json!([10, 20]),
            &["t(n): 100", "t(n): 30", "t(n): 21", "t(n): 15"],
        ),
        case(
            "SELECT id FROM t WHERE n NOT BETWEEN 10 AND 20",
            json!([]),
            &["t(n): 15", "t(n): 19", "t(n): 21"],
        ),
        case(
            "SELECT count(*) FROM t WHERE n IN (?, ?)",
            json!([10, 50]),
            &["t(n): 100", "t(n): 60", "t(n): 51", "t(n): 50"],
        ),
        case(
            "SELECT * FROM t AS x WHERE x.name = ?",
            json!(["magic"]),
            &["t(name): 'x'", "t(name): 'mxxxx'", "t(name): 'magix'", "t(name): 'magic'"],
        ),
        case(
            "SELECT * FROM t WHERE name LIKE 'ab%yz'",
            json!([]),
            &["t(name): 'q'", "t(name): 'ab'", "t(name): 'abqy'", "t(name): 'abqyz'"],
        ),
        case(
            "SELECT * FROM t WHERE NOT (n < 5 OR m > 10)",
            json!([]),
            &["t(n, m): 1, 50", "t(n, m): 1, 5", "t(n, m): 4, 5", "t(n, m): 5, 5"],
        ),
        case(
            "SELECT * FROM t WHERE n * 3 + m = ?",
            json!([100]),
            &["t(n, m): 1, 1", "t(n, m): 20, 1", "t(n, m): 32, 1", "t(n, m): 33, 1"],
        ),
        case(
            "SELECT * FROM t WHERE at > ?",
            json!(["2030-01-01T00:00:00.000Z"]),
            &[
                "t(at): '2001-01-01'",
                "t(at): '2029-01-01'",
                "t(at): '2029-12-31 23:00:00'",
                "t(at): '2030-02-01'",
            ],
        ),
        case(
            "SELECT * FROM t WHERE n = 1 AND name = 'x' AND flag",
            json!([]),
            &[
                "t(n, name): 2, 'z'",
                "t(n, name): 1, 'z'",
                "t(n, name): 1, 'x'",
                "t(n, name, flag): 1, 'x', TRUE",
            ],
        ),
        case(
            "SELECT * FROM t WHERE n = 7 OR name = 'abc'",
            json!([]),
            &[
                "t(n, name): 1000, 'x'",
                "t(n, name): 1000, 'abx'",
                "t(n, name): 8, 'q'",
                "t(n, name): 7, 'q'",
            ],
        ),
        case(
            "SELECT * FROM t WHERE lower(name) = ?",
            json!(["abc"]),
            &["t(name): 'X'", "t(name): 'AX'", "t(name): 'ABX'", "t(name): 'ABC'"],
        ),
        case("SELECT * FROM t WHERE n IS NULL", json!([]), &["", "t(n): 1", "t(name): 'a'"]),
        case(
            "SELECT * FROM t WHERE n IS NOT NULL AND n > 3",
            json!([]),
            &["t(name): 'a'", "t(n): 1", "t(n): 4"],
        ),
        case(
            "SELECT * FROM t WHERE (n, m) = (3, 4)",
            json!([]),
            &["t(n, m): 9, 9", "t(n, m): 3, 9", "t(n, m): 3, 4"],
        ),
        case(
            "SELECT * FROM t JOIN u ON u.t_id = t.n WHERE u.k = ?",
            json!([5]),
            &[
                "",
                "t(n): 9",
                "t(n): 900; u(k): 50",
                "t(n): 900; u(k): 5",
                "t(n): 8; u(k, t_id): 5, 7",
                "t(n): 7; u(k, t_id): 5, 7",
            ],
        ),
        case(
            "SELECT * FROM t, u WHERE u.t_id + t.n = 10",
            json!([]),
            &["t(n): 9", "t(n): 9; u(t_id): 100", "t(n): 9; u(t_id): 2", "t(n): 9; u(t_id): 1"],
        ),
        case(
            "SELECT * FROM t LEFT JOIN u ON u.t_id = t.n WHERE u.id IS NULL AND n = 2",
            json!([]),
            &["t(n): 30", "t(n): 2; u(t_id): 2", "t(n): 2; u(t_id): 1"],
        ),
        case(
            "SELECT * FROM t WHERE n = 1 AND EXISTS (SELECT 1 FROM u WHERE u.k = 70)",
            json!([]),
            &["t(n): 1", "t(n): 1; u(k): 1", "t(n): 1; u(k): 69", "t(n): 1; u(k): 70"],
        ),
        case(
            "SELECT * FROM t WHERE n IN (SELECT k FROM u WHERE k > 5)",
            json!([]),
            &[
                "t(n): 6",
                "t(n): 6; u(k): 1",
                "t(n): 6; u(k): 600",
                "t(n): 6; u(k): 7",
                "t(n): 6; u(k): 6",
            ],
        ),
        case(
            "SELECT EXISTS (SELECT 1 FROM t WHERE n = 40) AS found",
            json!([]),
            &["", "t(n): 1", "t(n): 39", "t(n): 40"],
        ),
        case(
            "SELECT name, count(*) FROM t WHERE n > 1 GROUP BY name HAVING count(*) >= 3",
            json!([]),
            &["", "t(n): 1", "t(n): 2", "t(n): 2; t(n): 2", "t(n): 2; t(n): 2; t(n): 2"],
        ),
        case(
            "SELECT n FROM t WHERE n = 90 UNION SELECT k FROM u WHERE k = 5",
            json!([]),
            &["t(n): 1", "t(n): 1; u(k): 1", "t(n): 1; u(k): 4", "t(n): 90; u(k): 4"],
        ),
        case(
            "WITH c AS (SELECT * FROM t WHERE n > 10) SELECT * FROM c WHERE name = 'x'",
            json!([]),
            &[
                "",
                "t(n): 1",
                "t(n): 9",
                "t(n, name): 11, 'q'",
                "t(n, name): 11, 'y'",
                "t(n, name): 11, 'x'",
            ],
        ),
        case(
            "SELECT * FROM (SELECT n AS a FROM t WHERE n > 10) q WHERE q.a < 13",
            json!([]),
            &["", "t(n): 1", "t(n): 9", "t(n): 99", "t(n): 13", "t(n): 12"],
        ),
        case(
            "UPDATE t SET m = 1 WHERE n = 100",
            json!([]),
            &["", "t(n): 1", "t(n): 99", "t(n): 100"],
        ),
        case("DELETE FROM t WHERE n = ?", json!([100]), &["", "t(n): 1", "t(n): 99", "t(n): 100"]),
        case(
            "SELECT * FROM t WHERE n = 5 FOR UPDATE",
            json!([]),
            &["", "t(n): 1", "t(n): 4", "t(n): 5"],
        ),
    ]
}

fn of_postgres() -> Vec<Case> {
    vec![
        case(
            "SELECT * FROM t WHERE name ~ '^ab[0-9]{2}$'",
            json!([]),
            &["t(name): 'q'", "t(name): 'ab'", "t(name): 'ab7'", "t(name): 'ab77'"],
        ),
        case(
            "SELECT * FROM t WHERE name ILIKE ?",
            json!(["%IT'S%"]),
            &["t(name): 'q'", "t(name): 'aitb'", "t(name): 'an it''s x'"],
        ),
        case(
            "SELECT * FROM t WHERE ? = ANY(tags)",
            json!(["abc"]),
            &["t(tags): '{}'", "t(tags): '{x}'", "t(tags): '{x,abd}'", "t(tags): '{x,abc}'"],
        ),
        case(
            "SELECT * FROM t WHERE n = ANY(?)",
            json!([[10, 20]]),
            &["t(n): 90", "t(n): 22", "t(n): 20"],
        ),
        case(
            "SELECT * FROM t WHERE tags @> ?",
            json!([["a", "bbb"]]),
            &["t(tags): '{x}'", "t(tags): '{x,a}'", "t(tags): '{bby,a}'", "t(tags): '{bbb,a}'"],
        ),
        case(
            "SELECT * FROM t WHERE doc->>'a' = ?",
            json!(["xyz"]),
            &[
                "t(n): 1",
                "t(doc): '{\"a\":\"q\"}'",
                "t(doc): '{\"a\":\"xyq\"}'",
                "t(doc): '{\"a\":\"xyz\"}'",
            ],
        ),
        case(
            "SELECT * FROM t WHERE doc @> ?",
            json!([{"a": {"b": 5}}]),
            &[
                "t(doc): '{}'",
                "t(doc): '{\"a\":{\"b\":90}}'",
                "t(doc): '{\"a\":{\"b\":6}}'",
                "t(doc): '{\"a\":{\"b\":5}}'",
            ],
        ),
        case(
            "SELECT * FROM t WHERE (doc->'a'->>'b')::int > $1",
            json!([5]),
            &[
                "t(n): 1",
                "t(doc): '{\"a\":{\"b\":-90}}'",
                "t(doc): '{\"a\":{\"b\":5}}'",
                "t(doc): '{\"a\":{\"b\":6}}'",
            ],
        ),
        case(
            "SELECT * FROM t WHERE at + interval '1 day' > now() + interval '100 years'",
            json!([]),
            &["t(at): '2001-01-01'", "t(at): '2020-01-01'", "t(at): '2999-01-01'"],
        ),
        case(
            "SELECT * FROM t WHERE n IS NOT DISTINCT FROM 5",
            json!([]),
            &["t(n): 1", "t(n): 4", "t(n): 5"],
        ),
        case(
            "SELECT * FROM t JOIN LATERAL unnest(tags) AS tag ON true WHERE tag = 'abc'",
            json!([]),
            &["t(n): 1", "t(tags): '{q}'", "t(tags): '{q,abq}'", "t(tags): '{abc}'"],
        ),
        case("SELECT * FROM t NATURAL JOIN (SELECT 5 AS n) five", json!([]), &["", "t(n): 5"]),
    ]
}

fn of_mariadb() -> Vec<Case> {
    vec![
        case(
            "SELECT * FROM t WHERE name REGEXP '^ab[0-9]{2}$'",
            json!([]),
            &["t(name): 'q'", "t(name): 'ab'", "t(name): 'ab7'", "t(name): 'ab77'"],
        ),
        case("SELECT * FROM t WHERE n <=> ?", json!([5]), &["t(n): 1", "t(n): 4", "t(n): 5"]),
        case(
            "SELECT * FROM t WHERE n IN (?)",
            json!([[10, 20]]),
            &["t(n): 90", "t(n): 22", "t(n): 20"],
        ),
        case(
            "SELECT * FROM t WHERE JSON_VALUE(doc, '$.a') = ?",
            json!(["xyz"]),
            &[
                "t(n): 1",
                "t(doc): '{\"a\":\"q\"}'",
                "t(doc): '{\"a\":\"xyq\"}'",
                "t(doc): '{\"a\":\"xyz\"}'",
            ],
        ),
        case(
            "SELECT `t`.* FROM `t` WHERE name LIKE ?",
            json!(["it's 5\\%"]),
            &["t(name): 'q'", "t(name): 'it''s'", "t(name): 'it''s 55'", "t(name): 'it''s 5%'"],
        ),
        case(
            "SELECT * FROM t WHERE (n = 1) XOR (m = 1)",
            json!([]),
            &["t(n, m): 90, 90", "t(n, m): 2, 90", "t(n, m): 1, 90"],
        ),
        case(
            "UPDATE t JOIN u ON u.t_id = t.n SET m = 5 WHERE u.k > 3",
            json!([]),
            &[
                "t(n): 1",
                "t(n): 1; u(k, t_id): 1, 5",
                "t(n): 1; u(k, t_id): 1, 1",
                "t(n): 1; u(k, t_id): 4, 1",
            ],
        ),
        case(
            "DELETE t FROM t WHERE n > DATEDIFF(?, '2020-01-01')",
            json!(["2020-01-11"]),
            &["t(n): 1", "t(n): 10", "t(n): 11"],
        ),
    ]
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
    let Value::Array(values) = &case.values else { panic!("{}", case.values) };
    let mut text = String::new();
    for (index, part) in case.text.split('?').enumerate() {
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
    let found = distance(schema, &Asked { dialect, text: &text, values }, &mut ask);
    assert!(found.is_some(), "{text} {values:?}\n{}", said.join("\n"));
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
            wrong.push(format!("{}: {near:?}", case.text));
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
    let cases = of_both().into_iter().chain(of_postgres()).collect();
    grows(&mut shop.home, &mut sql, Dialect::Postgres, cases);
}

#[test]
fn grow_with_each_step_on_mariadb() {
    let mut shop = MariaShop::kept(
        "CREATE TABLE t (id INT PRIMARY KEY, n INT, m DECIMAL(10, 2), name VARCHAR(50), at DATETIME, flag BOOLEAN, doc JSON); \
         CREATE TABLE u (id INT PRIMARY KEY, t_id INT, k INT);",
    );
    let cases = of_both().into_iter().chain(of_mariadb()).collect();
    let mut session = shop.session();
    let mut sql = |text: &str| assert_eq!(session.tells(text), "", "{text}");
    grows(&mut shop.home, &mut sql, Dialect::MySql, cases);
}
