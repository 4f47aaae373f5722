//! Rows for conditions on expressions, by their kinds. That they make real servers find something is tried elsewhere.

use nearmiss_sql::{Asked, Dialect, Gives, Schema, Wanted, plan, plan_of};
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
    assert_eq!(found["title"], json!(["*", "aaab"]));
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

/// Tables whose checks are about letters, ranges, lists and documents.
fn strict() -> Schema {
    let column = |name: &str, kind: &str| json!({"name": name, "type": kind, "nullable": true});
    let tables = json!([
        {"database": "d", "schema": "public", "name": "firms", "columns": [
            {"name": "code", "type": "text"}, column("hash", "text"), column("key", "text"), column("terms", "jsonb"),
            {"name": "kinds", "type": "text", "array": true, "default": "'{}'"},
            {"name": "valid", "type": "daterange"}, column("starts", "date"), column("ends", "date"),
            column("percent", "integer"), column("amount", "integer")],
         "checks": ["code ~ '^[A-Z]{3}-[0-9]{2}$'", "hash LIKE 's$%$%'", "jsonb_typeof(terms) = 'object'",
            "lower(valid) >= '2001-01-01'", "upper_inf(valid) OR upper(valid) < '2100-01-01'", "ends >= starts",
            "percent IS NULL <> (amount IS NULL)"]},
        {"database": "d", "schema": "public", "name": "parts", "columns": [
            {"name": "kind", "type": "text"}, column("made", "date")],
         "checks": ["kind IN ('bolt', 'nut')"]},
    ]);
    Schema { tables: serde_json::from_value(tables).unwrap() }
}

/// Answers what the first plan of a query wants of the last row of a table, by column; `null` if there is none.
fn wanted(query: &str, values: &[Value], table: &str, is_whole: bool) -> Value {
    let schema = strict();
    let asked = Asked { dialect: Dialect::Postgres, text: query, values };
    let plans = plan_of(&schema, &asked, if is_whole { Gives::All } else { Gives::Needed });
    let Some(plan) = plans.first() else { return Value::Null };
    let row = plan.rows.iter().rfind(|row| schema.tables[row.table].name == table).unwrap();
    let columns = row.columns.iter().map(|(column, wanted)| {
        let value = match wanted {
            Wanted::Value(value) => value.clone(),
            Wanted::Pattern(pattern) => json!(format!("/{pattern}/")),
            Wanted::Free => json!("*"),
            Wanted::Same { .. } => json!("same"),
        };
        (schema.tables[row.table].columns[*column].name.clone(), value)
    });
    columns.collect()
}

#[test]
fn rows_keep_to_checks_of_what_nobody_asks_for() {
    let found = wanted("SELECT 1 FROM firms", &[], "firms", false);
    let range = json!("[\"2001-01-02\",\"2050-01-01\")");
    assert_eq!(found, json!({"code": "*", "valid": range, "percent": null, "amount": "*"}));
    let found = wanted("SELECT 1 FROM firms", &[], "firms", true);
    assert_eq!((&found["hash"], &found["terms"]), (&json!("*"), &json!("*")), "all of a row");
    assert!(found["ends"].as_str() >= found["starts"].as_str(), "{found}");
    assert_eq!(
        wanted("SELECT 1 FROM firms WHERE code = $1", &[json!("abc")], "firms", false),
        Value::Null
    );
    let found =
        wanted("SELECT 1 FROM firms WHERE code = upper($1)", &[json!("abc-12")], "firms", false);
    assert_eq!(found["code"], "ABC-12");
}

#[test]
fn lists_and_ranges_hold_what_is_in_other_columns() {
    let query =
        "SELECT 1 FROM parts p JOIN firms f ON p.kind = ANY (f.kinds) AND f.valid @> p.made";
    let found = wanted(query, &[], "firms", false);
    assert_eq!(found["kinds"], json!(["bolt"]));
    let made = &wanted(query, &[], "parts", false)["made"];
    assert_eq!(made, "2024-05-17", "which is in the range");
    let ends =
        "SELECT 1 FROM firms WHERE lower(valid) > '2020-02-02' AND upper(valid) = '2024-03-03'";
    let found = wanted(ends, &[], "firms", false);
    assert_eq!(found["valid"], "[\"2020-02-03\",\"2024-03-03\")");
    let open = wanted("SELECT 1 FROM firms WHERE upper_inf(valid)", &[], "firms", false);
    assert_eq!(open["valid"], "[\"2001-01-02\",)");
    let day = wanted(
        "SELECT 1 FROM firms WHERE valid @> $1::date",
        &[json!("2077-07-07")],
        "firms",
        false,
    );
    assert!(day["valid"].as_str().unwrap().ends_with("\"2077-07-08\")"), "{day}");
}

#[test]
fn conditions_are_compared_with_truth() {
    let text = "SELECT 1 FROM firms WHERE (terms @> '{\"strict\": true}') = $1";
    let found = |so: bool| wanted(text, &[json!(so)], "firms", false)["terms"].clone();
    assert_eq!((found(true), found(false)), (json!({"strict": true}), Value::Null));
}
