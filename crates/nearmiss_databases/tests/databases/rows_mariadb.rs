//! Tables of a home of MariaDB are told, rows are put into them and queries asked.

use std::io::Write as _;
use std::time::{Duration, Instant};

use nearmiss_databases::{PutBack, RowRefusal};
use serde_json::{Map, Value, json};

use crate::servers::reset_mariadb::MariaShop;

/// Columns of every type, keys of every sort, and names that need quotes.
const SCHEMA: &str = r#"
ALTER DATABASE shop CHARACTER SET utf8mb4;
CREATE TABLE kinds (
  id INT AUTO_INCREMENT PRIMARY KEY, yes BOOLEAN, tiny TINYINT UNSIGNED, small SMALLINT, mid MEDIUMINT,
  big BIGINT UNSIGNED, exact DECIMAL(20, 4), part FLOAT, half DOUBLE, bits BIT(5), word VARCHAR(5), code CHAR(3) CHARACTER SET latin1,
  small_text TINYTEXT, long_text LONGTEXT, bytes BLOB, few VARBINARY(4), fixed BINARY(2), day DATE, at DATETIME(3),
  stamp TIMESTAMP NULL, clock TIME(1), year YEAR, mood ENUM('sad', 'it''s', 'a\\b'), tags SET('x', 'y z', 'w'),
  doc JSON, spot POINT, shape GEOMETRY, id4 INET6, uid UUID, twice INT AS (small * 2) STORED, more INT AS (small + 1) VIRTUAL,
  made TIMESTAMP DEFAULT CURRENT_TIMESTAMP, told VARCHAR(9) DEFAULT 'it''s', CHECK (tiny < 200),
  CONSTRAINT both_are CHECK (small < mid));
CREATE TABLE `or``ders'` (`i d` BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, `select` VARCHAR(20) UNIQUE,
  `a\b` INT NOT NULL DEFAULT 7,
  chief BIGINT UNSIGNED, wanted INT NOT NULL, CONSTRAINT `is it?` FOREIGN KEY (chief) REFERENCES `or``ders'` (`i d`));
CREATE TABLE `lines` (of BIGINT UNSIGNED, number INT, what TEXT, PRIMARY KEY (number, of), UNIQUE once (of, number),
  FOREIGN KEY (of) REFERENCES `or``ders'` (`i d`) ON DELETE CASCADE);
CREATE TABLE counted (n INT, note VARCHAR(99));
CREATE TRIGGER counts BEFORE INSERT ON counted FOR EACH ROW SET NEW.n = NEW.n + 1;
CREATE VIEW seen AS SELECT * FROM counted;
CREATE SEQUENCE numbers;
CREATE DATABASE `ten ant`;
CREATE TABLE `ten ant`.parts (a INT, b BIGINT UNSIGNED, n INT DEFAULT NEXTVAL(shop.numbers),
  CONSTRAINT of_lines FOREIGN KEY (a, b) REFERENCES shop.`lines` (number, of));
"#;
/// A value for each column that can be given one.
const GIVEN: &str = r#"{
  "yes": true, "tiny": 7, "small": -3, "mid": 5, "big": 18446744073709551615, "exact": "1234567890123456.7891", 
  "part": 0.5,
  "half": 1e300, "bits": 5, "word": "é\uD83D\uDE00'\"", "code": "äb", "small_text": "`;\n\\! echo",
  "long_text": "a\tb\nc\\d\r:x\u0000\u001f'\\",
  "bytes": "\\x00ff0a5c", "few": "\\x", "fixed": "\\x0a0b", "day": "2024-02-29", "at": "2024-02-29T12:00:00.123Z",
  "stamp": "2024-02-29 12:00:00", "clock": "23:59:59.5", "year": 2024, "mood": "a\\b", "tags": ["w", "x"],
  "doc": { "b": 1, "a": ["x\ny", null, "\\", "\uD83D\uDE00"] }, "spot": "POINT(1 2)", "shape": "LINESTRING(0 0,1 1)",
  "id4": "::1", "uid": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "made": "2020-01-01 00:00:00", "told": "x"
}"#;
const ORDERS: &str = "or`ders'";

fn row(value: Value) -> Map<String, Value> {
    let Value::Object(row) = value else { panic!("{value}") };
    row
}

fn insert(shop: &mut MariaShop, table: &str, value: Value) -> Value {
    let shown = value.to_string();
    let made = shop.home.insert("shop", (None, table), &row(value));
    made.unwrap_or_else(|error| panic!("{shown}: {error:?}"))
}

fn refused(shop: &mut MariaShop, table: &str, value: Value) -> RowRefusal {
    let shown = value.to_string();
    shop.home.insert("shop", (None, table), &row(value)).expect_err(&shown)
}

fn told(refusal: &RowRefusal) -> [&str; 3] {
    [&refusal.code, &refusal.constraint, &refusal.column].map(|told| told.as_deref().unwrap_or(""))
}

#[test]
fn tables_of_all_databases_are_told() {
    let mut shop = MariaShop::kept(SCHEMA);
    let tables = shop.home.tables().unwrap();
    let named: Vec<String> =
        tables.iter().map(|table| format!("{}.{}", table["database"], table["name"])).collect();
    let expected = ["shop.counted", "shop.kinds", "shop.lines", "shop.or`ders'", "ten ant.parts"];
    assert_eq!(named.iter().map(|name| name.replace('"', "")).collect::<Vec<_>>(), expected);
    let [_, kinds, lines, orders, parts] = &tables[..] else { panic!() };
    assert_eq!(
        (&orders["primaryKey"], &orders["uniques"]),
        (&json!(["i d"]), &json!([["select"]]))
    );
    assert_eq!(
        orders["foreignKeys"],
        json!([{ "columns": ["chief"], "schema": null, "database": "shop", "table": ORDERS, "references": ["i d"] }])
    );
    assert_eq!(orders["names"]["is it?"], json!(["chief"]));
    assert_eq!(
        (&lines["primaryKey"], &lines["uniques"]),
        (&json!(["number", "of"]), &json!([["of", "number"]]))
    );
    assert_eq!(
        parts["foreignKeys"],
        json!([{ "columns": ["a", "b"], "schema": null, "database": "shop", "table": "lines", "references": ["number", "of"] }])
    );
    assert_eq!(parts["columns"][2]["filled"], "serial");
    assert_eq!(kinds["checks"], json!(["`tiny` < 200", "`small` < `mid`"]));
    assert_eq!(kinds["names"]["both_are"], json!(["small", "mid"]));
    types_are_told(kinds);
}

fn types_are_told(kinds: &Value) {
    let columns = kinds["columns"].as_array().unwrap();
    let shown = |keys: &[&str]| -> Value {
        let of =
            |column: &Value| keys.iter().map(|key| column[*key].clone()).collect::<Vec<Value>>();
        columns
            .iter()
            .map(|column| (column["name"].as_str().unwrap().to_owned(), json!(of(column))))
            .collect()
    };
    assert_eq!(
        shown(&["type", "length", "precision", "scale", "unsigned"]),
        json!({
            "id": ["int", null, null, null, false], "yes": ["boolean", null, null, null, false],
            "tiny": ["tinyint", null, null, null, true], "small": ["smallint", null, null, null, false],
            "mid": ["mediumint", null, null, null, false], "big": ["bigint", null, null, null, true],
            "exact": ["decimal", null, 20, 4, false], "part": ["float", null, null, null, false],
            "half": ["double", null, null, null, false], "bits": ["bit", 5, null, null, false],
            "word": ["varchar", 5, null, null, false], "code": ["char", 3, null, null, false],
            "small_text": ["tinytext", 255, null, null, false],
            "long_text": ["longtext", 4_294_967_295_u64, null, null, false],
            "bytes": ["blob", 65_535, null, null, false], "few": ["varbinary", 4, null, null, false],
            "fixed": ["binary", 2, null, null, false], "day": ["date", null, null, null, false],
            "at": ["datetime", null, 3, null, false], "stamp": ["timestamp", null, 0, null, false],
            "clock": ["time", null, 1, null, false], "year": ["year", null, null, null, false],
            "mood": ["enum", null, null, null, false], "tags": ["set", null, null, null, false],
            "doc": ["json", null, null, null, false], "spot": ["point", null, null, null, false],
            "shape": ["geometry", null, null, null, false], "id4": ["inet6", null, null, null, false],
            "uid": ["uuid", null, null, null, false], "twice": ["int", null, null, null, false],
            "more": ["int", null, null, null, false], "made": ["timestamp", null, 0, null, false],
            "told": ["varchar", 9, null, null, false],
        })
    );
    let filled = shown(&["filled", "default", "nullable"]);
    assert_eq!(filled["id"], json!(["serial", null, false]));
    assert_eq!(filled["twice"], json!(["generated", "`small` * 2", true]));
    assert_eq!(filled["more"], json!(["generated", "`small` + 1", true]));
    assert_eq!(filled["word"], json!([null, null, true]));
    assert_eq!(filled["told"], json!([null, "'it''s'", true]));
    let values = shown(&["values"]);
    assert_eq!(values["mood"], json!([["sad", "it's", "a\\b"]]));
    assert_eq!(values["tags"], json!([["x", "y z", "w"]]));
}

#[test]
fn values_of_every_type_come_back_as_the_database_has_them() {
    for mode in ["", "ANSI,TRADITIONAL,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT"] {
        let mut shop = MariaShop::kept(SCHEMA);
        shop.sql(&format!("SET GLOBAL sql_mode = '{mode}'"));
        let before = shop.dump();
        let given: Value = serde_json::from_str(GIVEN).unwrap();
        let made = insert(&mut shop, "kinds", given.clone());
        for (name, value) in row(given) {
            let expected = match name.as_str() {
                "yes" => json!(1),
                "exact" => json!(1_234_567_890_123_456.8),
                "at" => json!("2024-02-29 12:00:00.123"),
                "tags" => json!("x,w"),
                _ => value,
            };
            assert_eq!(made[&name], expected, "{name}");
        }
        assert_eq!(json!([made["id"], made["twice"], made["more"]]), json!([1, -6, -2]));
        let made = insert(&mut shop, "kinds", json!({}));
        assert_eq!(
            json!([made["id"], made["doc"], made["spot"], made["bytes"]]),
            json!([2, null, null, null])
        );
        assert_eq!(insert(&mut shop, "kinds", json!({ "ID": 77, "bits": "101" }))["bits"], 5);
        let doc = "{\n\"a\"\n:\n \"nearmiss 4\"\n}";
        assert_eq!(
            insert(&mut shop, "kinds", json!({ "doc": doc }))["doc"],
            json!({ "a": "nearmiss 4" })
        );
        let long = "🦀\\'\n".repeat(100_000);
        assert_eq!(
            insert(&mut shop, "kinds", json!({ "long_text": long }))["long_text"],
            json!(long)
        );
        assert_eq!(shop.put_back().rows, 5);
        assert_eq!(shop.dump(), before);
    }
}

#[test]
fn rows_with_parents_go_in_and_are_put_back() {
    let mut shop = MariaShop::kept(SCHEMA);
    let before = shop.dump();
    let order = insert(&mut shop, ORDERS, json!({ "select": "x", "chief": null, "wanted": 1 }));
    assert_eq!(order, json!({ "i d": 1, "select": "x", "a\\b": 7, "chief": null, "wanted": 1 }));
    // One that refers to itself, with a key of its own.
    assert_eq!(
        insert(&mut shop, ORDERS, json!({ "i d": 500, "chief": 500, "wanted": 1 }))["chief"],
        500
    );
    insert(&mut shop, "lines", json!({ "of": 500, "number": 2, "what": "a" }));
    let part = row(json!({ "a": 2, "b": 500 }));
    assert_eq!(shop.home.insert("ten ant", (None, "parts"), &part).unwrap()["n"], 1);
    // A trigger changes the row.
    assert_eq!(insert(&mut shop, "counted", json!({ "n": 1, "note": "y" }))["n"], 2);
    assert_eq!(shop.sql("SELECT COUNT(*) FROM `lines`"), "1");
    let put_back = shop.put_back();
    assert_eq!((put_back.tables, put_back.is_altered), (4, false));
    assert_eq!(shop.dump(), before);
    assert_eq!(shop.sql("SELECT COUNT(*) FROM `ten ant`.parts"), "0");
    assert_eq!(insert(&mut shop, ORDERS, json!({ "select": "x", "wanted": 2 }))["i d"], 1);
    // A column that comes and goes.
    shop.sql("ALTER TABLE counted ADD COLUMN z INT");
    assert_eq!(told(&refused(&mut shop, "counted", json!({ "zz": 1 }))), ["1054", "", "zz"]);
    assert_eq!(insert(&mut shop, "counted", json!({ "n": 1 }))["z"], json!(null));
    shop.sql("ALTER TABLE counted DROP COLUMN z");
    assert_eq!(insert(&mut shop, "counted", json!({ "n": 1 })), json!({ "n": 2, "note": null }));
}

#[test]
fn refusals_tell_what_is_wrong_and_leave_nothing() {
    let mut shop = MariaShop::kept(SCHEMA);
    insert(&mut shop, ORDERS, json!({ "i d": 100, "select": "x", "wanted": 1 }));
    for (table, value, expected) in [
        (ORDERS, json!({ "select": "x", "wanted": 1 }), ["1062", "select", ""]),
        (ORDERS, json!({ "i d": 100, "wanted": 1 }), ["1062", "PRIMARY", ""]),
        (ORDERS, json!({ "chief": 99, "wanted": 1 }), ["1452", "is it?", ""]),
        (ORDERS, json!({ "wanted": null }), ["1048", "", "wanted"]),
        (ORDERS, json!({}), ["1364", "", "wanted"]),
        ("kinds", json!({ "tiny": 200 }), ["4025", "CONSTRAINT_1", ""]),
        ("kinds", json!({ "small": 2, "mid": 1 }), ["4025", "both_are", ""]),
        ("kinds", json!({ "doc": "{" }), ["4025", "doc", "doc"]),
        ("kinds", json!({ "small": 70_000 }), ["1264", "", "small"]),
        ("kinds", json!({ "small": "a: b\nc" }), ["1366", "", "small"]),
        ("kinds", json!({ "word": "longer" }), ["1406", "", "word"]),
        ("kinds", json!({ "mood": "mad" }), ["1265", "", "mood"]),
        ("kinds", json!({ "day": "yesterday" }), ["1292", "", "day"]),
        ("kinds", json!({ "twice": 4 }), ["1906", "", "twice"]),
        ("kinds", json!({ "none": 4 }), ["1054", "", "none"]),
        ("missing", json!({ "none": 4 }), ["1146", "", ""]),
    ] {
        let refusal = refused(&mut shop, table, value.clone());
        assert_eq!(told(&refusal), expected, "{value}: {refusal:?}");
        assert!(!refusal.is_gone);
    }
    let elsewhere = shop.home.insert("nowhere", (None, "a"), &Map::new()).unwrap_err();
    assert_eq!(told(&elsewhere)[0], "1146", "{elsewhere:?}");
    assert_eq!(shop.sql("SELECT COUNT(*) FROM kinds"), "0");
    assert_eq!(shop.put_back().rows, 1);
}

#[test]
fn a_row_waits_for_no_lock_for_long_and_a_lost_session_comes_back() {
    let mut shop = MariaShop::kept("CREATE TABLE a (id INT PRIMARY KEY)");
    let mut holds = shop.session();
    holds.tells("START TRANSACTION; INSERT INTO a VALUES (1);");
    let began = Instant::now();
    assert_eq!(told(&refused(&mut shop, "a", json!({ "id": 1 })))[0], "1205");
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    holds.tells("ROLLBACK;");
    drop(holds);
    let own = "SELECT GROUP_CONCAT('KILL ', id SEPARATOR '; ') FROM information_schema.processlist \
               WHERE id <> CONNECTION_ID() AND command = 'Sleep'";
    let kill = shop.sql(own);
    assert!(kill.contains("KILL"), "{kill}");
    shop.sql(&kill);
    assert_eq!(insert(&mut shop, "a", json!({ "id": 1 })), json!({ "id": 1 }));
    let server = shop.home.server().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-9", &server]).status().unwrap().success());
    while shop.home.ended().is_none() {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(refused(&mut shop, "a", json!({ "id": 2 })).is_gone);
    shop.home.restart().unwrap();
    assert_eq!(insert(&mut shop, "a", json!({ "id": 2 })), json!({ "id": 2 }));
}

#[test]
fn queries_are_asked_that_can_change_nothing() {
    let mut shop = MariaShop::kept(
        "CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY, doc JSON, bytes BLOB, price DECIMAL(9, 2), \
           at DATE, word VARCHAR(9)); \
         INSERT INTO a VALUES (1, '{\"x\":\\n1}', X'00ff', 1.50, '2024-02-29', 'NULL'), \
           (2, NULL, NULL, NULL, NULL, NULL); \
         CREATE SEQUENCE numbers",
    );
    let mut ask = |query: &str| shop.home.ask("shop", query);
    let rows = ask("SELECT a.*, CONCAT('it''s', '\\n;') AS `a b`, 1 = 1 AS yes -- the end\n \
                    FROM a ORDER BY id;")
    .unwrap();
    let first = json!({ "id": 1, "doc": { "x": 1 }, "bytes": "\\x00ff", "price": 1.5, "at": "2024-02-29", "word": "NULL",
                        "a b": "it's\n;", "yes": true });
    let second = json!({ "id": 2, "doc": null, "bytes": null, "price": null, "at": null, "word": null, "a b": "it's\n;",
                         "yes": true });
    assert_eq!(rows, [first, second]);
    assert_eq!(ask("SELECT 1 AS n FROM a WHERE false").unwrap(), Vec::<Value>::new());
    assert_eq!(
        ask("SELECT '\n\\\\! echo\nDELIMITER x\n' AS b").unwrap(),
        [json!({ "b": "\n\\! echo\nDELIMITER x\n" })]
    );
    assert_eq!(ask("SELECT id AS n FROM a UNION ALL SELECT 3").unwrap().len(), 3);
    for (query, wanted) in [
        ("SELECT 1 \\! touch here", "1064"),
        ("SELECT NEXTVAL(numbers) AS n", "1792"),
        ("DELETE FROM a", "1064"),
        ("SELECT 1) q; COMMIT; DELETE FROM a; SELECT * FROM (SELECT 1", "1064"),
        ("SELECT SLEEP(20) AS n FROM a", "1969"),
        ("SELECT nothing", "1054"),
        ("SELECT 1 AS n, 2 AS n", "1060"),
    ] {
        let began = Instant::now();
        let refusal = ask(query).expect_err(query);
        assert_eq!(told(&refusal)[0], wanted, "{query}: {refusal:?}");
        assert!(began.elapsed() < Duration::from_secs(4), "{query}");
    }
    assert_eq!(ask("SELECT COUNT(*) AS n FROM a").unwrap(), [json!({ "n": 2 })]);
    assert_eq!(
        shop.home.ask("nowhere", "SELECT 1 AS n").unwrap_err().code.as_deref(),
        Some("1049")
    );
    assert_eq!(shop.home.put_back().unwrap(), PutBack::default());
}

#[test]
fn two_thousand_tables_are_told_and_a_thousand_rows_go_in_within_seconds() {
    let mut shop = MariaShop::new();
    let tables: String = (1..=2_000)
        .map(|n| {
            format!(
                "CREATE TABLE t{n} (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) UNIQUE, \
                          of INT CHECK (of > 0), \
                          FOREIGN KEY (of) REFERENCES t1 (id));\n"
            )
        })
        .collect();
    for part in tables.lines().collect::<Vec<_>>().chunks(400) {
        shop.sql(&part.join("\n"));
    }
    let began = Instant::now();
    assert_eq!(shop.home.tables().unwrap().len(), 2_000);
    let took = began.elapsed();
    insert(&mut shop, "t1", json!({ "name": "first" }));
    let began = Instant::now();
    for n in 0..1_000 {
        insert(&mut shop, "t2", json!({ "name": format!("n{n}"), "of": 1 }));
    }
    let text =
        format!("2,000 tables told in {took:?}, 1,000 rows inserted in {:?}", began.elapsed());
    writeln!(std::io::stderr(), "{text}").unwrap();
    assert!(took < Duration::from_secs(60) && began.elapsed() < Duration::from_secs(60));
}
