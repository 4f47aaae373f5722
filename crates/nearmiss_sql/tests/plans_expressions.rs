//! Rows for conditions on expressions, by their kinds. That they make real servers find something is tried elsewhere.

use nearmiss_sql::{Asked, Dialect, Schema, Wanted, plan};
use serde_json::{Value, json};

fn schema() -> Schema {
    let column = |name: &str, kind: &str| json!({"name": name, "type": kind, "nullable": true});
    let code = json!({"name": "code", "type": "text"});
    let tables = json!([
        {"database": "d", "schema": "public", "name": "points", "primaryKey": ["x", "y"],
         "columns": [{"name": "x", "type": "integer"}, {"name": "y", "type": "integer"}, column("z", "integer")]},
        {"database": "d", "schema": "public", "name": "notes", "columns":
            [column("name", "text"), column("country", "text"), column("born", "date"), column("ended", "date"),
             {"name": "tags", "type": "text", "array": true, "nullable": true}, column("data", "jsonb"),
             column("days", "daterange")]},
        {"database": "d", "schema": "public", "name": "stations", "primaryKey": ["code"],
         "columns": [code, column("opened", "date"), column("closed", "date")],
         "checks": ["length(code) = 4 AND code = upper(code)", "(opened IS NULL) = (closed IS NULL)"]},
        {"database": "d", "schema": "public", "name": "parts", "uniques": [["brand", "title"]], "columns":
            [{"name": "brand", "type": "text"}, {"name": "title", "type": "text"},
             {"name": "price", "type": "integer"}, {"name": "qty", "type": "integer", "default": "0"},
             {"name": "worth", "type": "integer", "default": "(price * qty)", "filled": "generated"}],
         "checks": ["char_length(title) >= 3", "price > 0"]},
    ]);
    Schema { tables: serde_json::from_value(tables).unwrap() }
}

/// Answers the values of the rows of each plan, `{"name": ["x"]}` by column.
fn plans(dialect: Dialect, text: &str) -> Vec<Value> {
    let schema = schema();
    let plans = plan(&schema, &Asked { dialect, text, values: &[] });
    let values = plans.iter().map(|plan| {
        let mut all = json!({});
        for row in &plan.rows {
            for (column, wanted) in &row.columns {
                let name = &schema.tables[row.table].columns[*column].name;
                let value = match wanted {
                    Wanted::Value(value) => value.clone(),
                    Wanted::Pattern(pattern) => json!(format!("/{pattern}/")),
                    Wanted::Free => json!("*"),
                    Wanted::Same { .. } => json!("same"),
                };
                if !all[name].is_array() {
                    all[name] = json!([]);
                }
                all[name].as_array_mut().unwrap().push(value);
            }
        }
        all
    });
    values.collect()
}

fn first(text: &str) -> Value {
    plans(Dialect::Postgres, text).into_iter().next().unwrap_or_default()
}

fn of_notes(condition: &str) -> Value {
    first(&format!("SELECT 1 FROM notes WHERE {condition}"))
}

fn of_points(condition: &str) -> Value {
    first(&format!("SELECT 1 FROM points WHERE {condition}"))
}

#[test]
fn equations_are_solved() {
    assert_eq!(of_points("x + y = 1000 AND x - y = 58"), json!({"x": [529], "y": [471]}));
    assert_eq!(of_points("x % 97 = 13 AND x > 100"), json!({"x": [110]}));
    assert_eq!(of_points("abs(x - 7) < 1"), json!({"x": [7]}));
    assert_eq!(of_points("x >> 4 = 3"), json!({"x": [48]}));
    assert_eq!(of_points("greatest(x, y) = 9 AND least(x, y) = 4"), json!({"x": [9], "y": [4]}));
    assert_eq!(
        first("SELECT 1 FROM parts WHERE price * qty > 1000 AND qty < 40")["qty"],
        json!([39])
    );
}

#[test]
fn arms_are_chosen() {
    let text = "CASE WHEN x < 5 THEN 'few' WHEN x < 9 THEN 'some' ELSE 'many' END = 'some'";
    assert_eq!(of_points(text), json!({"x": [5]}));
    assert_eq!(of_notes("coalesce(name, country) = 'a'"), json!({"name": ["a"]}));
    assert_eq!(of_points("(x, y) IN ((3, 4), (5, 6))"), json!({"x": [3], "y": [4]}));
    assert_eq!(of_points("x BETWEEN SYMMETRIC 9 AND 4"), json!({"x": [4]}));
}

#[test]
fn texts_are_taken_apart() {
    assert_eq!(
        of_notes("name || ' of ' || country = 'Ada of GB'"),
        json!({"name": ["Ada"], "country": ["GB"]})
    );
    assert_eq!(of_notes("substr(name, 3, 2) = 'xy'"), json!({"name": ["aaxy"]}));
    assert_eq!(
        of_notes("upper(trim(name)) = 'RUSH' AND name <> 'RUSH'"),
        json!({"name": [" RUSH "]})
    );
    assert_eq!(
        of_notes("split_part(name, '@', 2) = 'x.org' AND name ~ '^[a-z]+@[a-z]+[.][a-z]{2,}$'"),
        json!({"name": ["a@x.org"]})
    );
}

#[test]
fn times_are_of_their_parts() {
    assert_eq!(
        of_notes("extract(isodow FROM born) = 7 AND extract(year FROM born) = 1999"),
        json!({"born": ["1999-01-03"]})
    );
    assert_eq!(
        of_notes("born < ended - 3650"),
        json!({"born": ["2024-05-17"], "ended": ["2034-05-16"]})
    );
    let text = "SELECT 1 FROM notes WHERE strftime('%m-%d', born) = '10-31'";
    assert_eq!(plans(Dialect::Sqlite, text), [json!({"born": ["2024-10-31"]})]);
}

#[test]
fn lists_ranges_and_json_hold_what_is_asked_for() {
    assert_eq!(of_notes("array_length(tags, 1) = 2"), json!({"tags": [[1, 2]]}));
    assert_eq!(of_notes("tags[2] = 'b'"), json!({"tags": [["b", "b"]]}));
    assert_eq!(
        of_notes("days && daterange('2024-01-01', '2024-02-01')"),
        json!({"days": ["[2024-01-01,2024-02-01)"]})
    );
    assert_eq!(
        of_notes(
            "EXISTS (SELECT 1 FROM jsonb_array_elements_text(data->'ports') AS port WHERE port = 'usb')"
        ),
        json!({"data": [{"ports": ["usb"]}]})
    );
}

#[test]
fn checks_of_several_columns_are_kept() {
    assert_eq!(
        first("SELECT 1 FROM stations WHERE opened = '2024-01-01'"),
        json!({"code": ["AAAA"], "opened": ["2024-01-01"], "closed": ["*"]})
    );
}

#[test]
fn columns_that_are_computed_bound_what_they_are_made_of() {
    let found = first("SELECT 1 FROM parts WHERE worth = 750");
    assert_eq!((&found["price"], &found["qty"]), (&json!([1]), &json!([750])));
}

#[test]
fn rows_differ_in_unique_keys() {
    let text = "SELECT brand FROM parts GROUP BY brand HAVING sum(qty) = 100 AND count(*) > 1";
    let found = first(text);
    assert_eq!(found["brand"], json!(["*", "same"]));
    assert_eq!(found["title"], json!(["aaa", "aaab"]));
}

#[test]
fn windows_and_common_tables_have_rows_for_their_conditions() {
    let text = "SELECT 1 FROM (SELECT z, z - lag(z) OVER (ORDER BY x) AS step FROM points) s WHERE step = 5";
    assert_eq!(first(text)["z"].as_array().map(Vec::len), Some(2));
    let text = "SELECT 1 FROM (SELECT x, row_number() OVER (ORDER BY x) AS place FROM points) s WHERE place = 3";
    assert_eq!(first(text)["x"].as_array().map(Vec::len), Some(3));
}

#[test]
fn no_text_ends_the_program() {
    let text = "SELECT a FROM (SELECT x AS a, sum(y) OVER (ORDER BY x) AS b FROM points WHERE x % 0 = 1 AND \
                substr('é', 99999999999, -1) = '€' GROUP BY x HAVING count(*) = 18446744073709551615) s WHERE b > 1e9";
    for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
        for dialect in [Dialect::Postgres, Dialect::MySql, Dialect::Sqlite] {
            assert!(plans(dialect, &text[..end]).len() <= 6);
        }
    }
}
