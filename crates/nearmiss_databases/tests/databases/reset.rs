//! What tests change in a home of PostgreSQL is put back, whoever changed it.

use nearmiss_databases::PutBack;

use crate::servers::reset::Shop;

/// Tables of every sort, with rows.
const TABLES: &str = r#"
CREATE SCHEMA "The Sales";
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE DOMAIN price AS numeric CHECK (VALUE >= 0);
CREATE TABLE buyers (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text UNIQUE, chief int REFERENCES buyers);
CREATE TABLE "The Sales"."Or ""ders" ("I d" bigserial PRIMARY KEY, buyer int NOT NULL REFERENCES buyers ON DELETE CASCADE,
  state mood NOT NULL DEFAULT 'glad', tags text[], moods mood[], doc json, picture bytea, cost price,
  size int GENERATED ALWAYS AS (octet_length(picture)) STORED, at timestamptz DEFAULT now());
CREATE TABLE lines (of bigint REFERENCES "The Sales"."Or ""ders" ON DELETE CASCADE, number int, PRIMARY KEY (of, number));
CREATE TABLE moods (mood mood PRIMARY KEY, means text);
CREATE TABLE moments (at timestamptz, part float8, PRIMARY KEY (at, part));
CREATE TABLE keyless (n int, what text);
CREATE TABLE unique_only (n int, word text NOT NULL UNIQUE);
CREATE TABLE one (id int PRIMARY KEY, two int);
CREATE TABLE two (id int PRIMARY KEY, one int REFERENCES one DEFERRABLE INITIALLY DEFERRED);
ALTER TABLE one ADD FOREIGN KEY (two) REFERENCES two DEFERRABLE INITIALLY DEFERRED;
CREATE TABLE days (n int, day date, PRIMARY KEY (n, day)) PARTITION BY RANGE (day);
CREATE TABLE days_old PARTITION OF days FOR VALUES FROM (MINVALUE) TO ('2020-01-01');
CREATE TABLE days_new PARTITION OF days FOR VALUES FROM ('2020-01-01') TO (MAXVALUE);
CREATE TABLE base (id int PRIMARY KEY);
CREATE TABLE heir (more text, PRIMARY KEY (id)) INHERITS (base);
CREATE TABLE empty (id uuid PRIMARY KEY);
CREATE SEQUENCE cached CACHE 10;
INSERT INTO buyers (name, chief) SELECT 'buyer ' || n, nullif(n - 1, 0) FROM generate_series(1, 30) n;
INSERT INTO "The Sales"."Or ""ders" (buyer, tags, moods, doc, picture, cost)
  SELECT n, ARRAY['a,"b\', NULL], ARRAY['sad'::mood], '{"a" : 1}', '\x0001ff', n * 1.50 FROM generate_series(1, 30) n;
INSERT INTO lines SELECT n, m FROM generate_series(1, 30) n, generate_series(1, 2) m;
INSERT INTO moods VALUES ('sad', 'low'), ('glad', 'high');
INSERT INTO moments VALUES ('2020-02-03 10:00:00.123456+01', 0.1);
INSERT INTO keyless VALUES (1, 'same'), (1, 'same'), (2, NULL);
INSERT INTO unique_only VALUES (1, 'a'), (2, 'b');
BEGIN; INSERT INTO one VALUES (1, 1); INSERT INTO two VALUES (1, 1); COMMIT;
INSERT INTO days VALUES (1, '2019-01-01'), (2, '2021-01-01');
INSERT INTO base VALUES (1);
INSERT INTO heir VALUES (2, 'two');
SELECT nextval('cached');
"#;

#[test]
fn rows_of_every_sort_of_table_are_put_back() {
    let mut shop = Shop::kept(TABLES);
    assert_eq!(shop.put_back(), PutBack::default());
    let insert = "INSERT INTO buyers (name) VALUES ('x'); INSERT INTO buyers (name) VALUES ('y')";
    assert_eq!(shop.undoes(insert), PutBack { tables: 1, rows: 2, ..PutBack::default() });
    // By cascade, from a self reference and over two tables.
    let put_back = shop.undoes("UPDATE buyers SET chief = NULL; DELETE FROM buyers WHERE id = 3");
    assert_eq!(put_back.tables, 3);
    for statements in [
        "UPDATE \"The Sales\".\"Or \"\"ders\" SET \"I d\" = 1000, state = 'sad', tags = NULL, doc = '[]' WHERE \"I d\" = 30 \
         AND NOT EXISTS (SELECT FROM lines WHERE of = 30) OR buyer = 2 AND false; UPDATE lines SET number = 9 WHERE of = 2 AND number = 1",
        "UPDATE \"The Sales\".\"Or \"\"ders\" SET state = 'sad', moods = '{glad,sad}', picture = '', cost = NULL WHERE buyer < 5",
        "DELETE FROM moods; INSERT INTO moods VALUES ('sad', 'other')",
        "SET datestyle = 'SQL, DMY'; SET timezone = 'Asia/Tokyo'; SET extra_float_digits = 0; \
         UPDATE moments SET at = '11/12/2021 10:00'; INSERT INTO moments VALUES ('01/02/2022', 0.30000000000000004)",
        "DELETE FROM keyless WHERE ctid = '(0,1)'; INSERT INTO keyless VALUES (3, 'new')",
        "UPDATE unique_only SET word = CASE word WHEN 'a' THEN 'c' ELSE 'a' END",
        "BEGIN; UPDATE one SET id = 5, two = 5; UPDATE two SET id = 5, one = 5; COMMIT",
        "DELETE FROM lines; TRUNCATE buyers RESTART IDENTITY CASCADE",
        "UPDATE days SET day = '2022-02-02' WHERE n = 1",
        "INSERT INTO days_old VALUES (7, '2001-01-01'); DELETE FROM days_new",
        "TRUNCATE days_old",
        "UPDATE base SET id = id + 10",
        "DELETE FROM heir; INSERT INTO base VALUES (9)",
        "INSERT INTO empty VALUES (gen_random_uuid())",
        "SELECT setval('buyers_id_seq', 999)",
        "ALTER SEQUENCE buyers_id_seq RESTART WITH 5",
    ] {
        shop.undoes(statements);
    }
}

#[test]
fn a_home_that_dies_and_comes_back_goes_on() {
    let mut shop = Shop::kept("CREATE TABLE a (id int PRIMARY KEY); INSERT INTO a VALUES (1)");
    let before = shop.dump();
    shop.sql("UPDATE a SET id = 2");
    let server = shop.home.server().unwrap().to_string();
    // What was committed a moment ago may be lost with the server, but then as if it had never been.
    std::thread::sleep(std::time::Duration::from_millis(4_000));
    assert!(std::process::Command::new("kill").args(["-9", &server]).status().unwrap().success());
    while shop.home.ended().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(shop.home.put_back().is_err());
    shop.home.restart().unwrap();
    assert_eq!(shop.sql("SELECT id FROM a"), "2");
    assert_eq!(shop.put_back().tables, 1);
    assert_eq!(shop.dump(), before);
    shop.boss("ALTER TABLE a ADD COLUMN b int");
    assert!(shop.put_back().is_altered);
}
