//! What statements mention, and how they are written with their values.

use nearmiss_sql::{Asked, Column, Columns, Dialect, Does, Schema, Table, inlined, mentioned};
use serde_json::{Value, json};

fn table(name: &str, columns: &[&str]) -> Table {
    let columns =
        columns.iter().map(|name| Column { name: (*name).to_owned(), ..Column::default() });
    Table { name: name.to_owned(), columns: columns.collect(), ..Table::default() }
}

fn shop() -> Schema {
    Schema {
        tables: vec![
            table("users", &["id", "name", "year"]),
            table("orders", &["id", "user_id", "total", "at"]),
        ],
    }
}

fn named(schema: &Schema, columns: &Columns) -> String {
    let named = columns.iter().map(|(table, columns)| {
        let table = &schema.tables[*table];
        let columns: Vec<&str> =
            columns.iter().map(|column| table.columns[*column].name.as_str()).collect();
        format!("{}({})", table.name, columns.join(","))
    });
    named.collect::<Vec<String>>().join(" ")
}

#[test]
fn columns_are_those_that_the_clauses_name() {
    let schema = shop();
    for (dialect, text, does, written, read, conditions) in [
        (
            Dialect::Postgres,
            "SELECT * FROM users WHERE name = $1",
            Does::Reads,
            "",
            "users(id,name,year)",
            "users(name)",
        ),
        (
            Dialect::Postgres,
            "SELECT u.name, count(*) FROM users AS u JOIN orders o ON o.user_id = u.id WHERE o.total > 5 GROUP BY u.name",
            Does::Reads,
            "",
            "users(id,name) orders(user_id,total)",
            "users(id) orders(user_id,total)",
        ),
        (
            Dialect::MySql,
            "SELECT `o`.* FROM users, `orders` `o` WHERE users.id = o.user_id AND EXTRACT(YEAR FROM o.at) = 2024",
            Does::Reads,
            "",
            "users(id,year) orders(id,user_id,total,at)",
            "users(id,year) orders(user_id,at)",
        ),
        (
            Dialect::Sqlite,
            "SELECT name FROM users WHERE id IN (SELECT user_id FROM orders WHERE total = ?)",
            Does::Reads,
            "",
            "users(id,name) orders(user_id,total)",
            "users(id) orders(total)",
        ),
        (
            Dialect::Postgres,
            "INSERT INTO public.orders (user_id, total) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING at",
            Does::Inserts,
            "user_id,total",
            "orders(id,at)",
            "",
        ),
        (
            Dialect::Postgres,
            "UPDATE orders SET total = total + 1, at = now() WHERE id = 3",
            Does::Updates,
            "total,at",
            "orders(id,total)",
            "orders(id)",
        ),
        (
            Dialect::Sqlite,
            "DELETE FROM users WHERE year < 2000",
            Does::Deletes,
            "",
            "users(year)",
            "users(year)",
        ),
        (
            Dialect::Postgres,
            "WITH old AS (SELECT id FROM users) DELETE FROM orders USING old WHERE orders.user_id = old.id",
            Does::Deletes,
            "",
            "users(id) orders(user_id)",
            "orders(user_id)",
        ),
    ] {
        let found = mentioned(&schema, &Asked { dialect, text, values: &[] }).unwrap();
        assert_eq!(found.does, does, "{text}");
        let target = found.target.map(|table| &schema.tables[table]);
        let names: Vec<&str> =
            found.written.iter().map(|at| target.unwrap().columns[*at].name.as_str()).collect();
        assert_eq!(names.join(","), written, "{text}");
        assert_eq!(named(&schema, &found.read), read, "{text}");
        assert_eq!(named(&schema, &found.conditions), conditions, "{text}");
    }
}

#[test]
fn statements_that_do_nothing_with_rows_mention_nothing() {
    for text in ["BEGIN", "CREATE TABLE users (id int)", "SET search_path = a", ""] {
        let asked = Asked { dialect: Dialect::Postgres, text, values: &[] };
        assert_eq!(mentioned(&shop(), &asked), None, "{text}");
    }
}

#[test]
fn values_stand_in_their_places() {
    let written = |dialect, text: &str, values: &[Value]| inlined(&Asked { dialect, text, values });
    let values = [json!("it's"), json!(7), json!(null), json!(true)];
    let text = "SELECT '$1', $2::int FROM a WHERE b = $1 AND c IS NOT DISTINCT FROM $3 AND d = $9";
    assert_eq!(
        written(Dialect::Postgres, text, &values),
        "SELECT '$1', 7::int FROM a WHERE b = 'it''s' AND c IS NOT DISTINCT FROM NULL AND d = $9"
    );
    assert_eq!(
        written(Dialect::MySql, "UPDATE a SET b = ?, c = ? WHERE d = ?", &values),
        "UPDATE a SET b = 'it''s', c = 7 WHERE d = NULL"
    );
    assert_eq!(
        written(Dialect::Sqlite, "SELECT :x, @y", &[json!({ "x": 1.5, "y": ["a"] })]),
        "SELECT 1.5, ARRAY['a']"
    );
    assert_eq!(
        written(Dialect::Postgres, "SELECT ANY($1)", &[json!([1, 2])]),
        "SELECT ANY(ARRAY[1, 2])"
    );
}
