//! Changes of the schema and of databases in a home of PostgreSQL, and what is taken in after them.

use crate::servers::reset::Shop;

const SCHEMA: &str = "CREATE TABLE a (id serial PRIMARY KEY, name text); INSERT INTO a (name) VALUES ('one'), ('two'); \
    CREATE MATERIALIZED VIEW counts AS SELECT count(*) FROM a";

#[test]
fn tables_that_tests_make_stay_as_empty_ones() {
    let mut shop = Shop::kept(SCHEMA);
    shop.sql("CREATE TABLE IF NOT EXISTS made (id serial PRIMARY KEY, n int); INSERT INTO made (n) VALUES (1), (2)");
    let put_back = shop.put_back();
    assert!(!put_back.is_altered && put_back.rows == 2, "{put_back:?}");
    assert_eq!(
        shop.sql("SELECT count(*) FROM made; INSERT INTO made (n) VALUES (7) RETURNING id"),
        "0\n1"
    );
    assert_eq!(shop.put_back().rows, 1);
    assert_eq!(shop.sql("SELECT count(*) FROM made"), "0");
    // Statements that change nothing, and what is made and dropped within a test, leave nothing behind.
    let before = shop.dump();
    let statements = "CREATE TABLE IF NOT EXISTS made (id int); ALTER TABLE a ADD COLUMN IF NOT EXISTS name text; \
        CREATE TABLE away (id int); INSERT INTO away VALUES (1); DROP TABLE away; \
        CREATE VIEW seen AS SELECT 1; DROP VIEW seen; INSERT INTO a (name) VALUES ('x')";
    shop.sql(statements);
    let put_back = shop.put_back();
    assert!(!put_back.is_altered && put_back.rows == 1, "{put_back:?}");
    assert_eq!(shop.dump(), before);
}

#[test]
fn a_table_that_is_made_again_just_as_it_was_gets_its_rows() {
    let mut shop = Shop::kept(SCHEMA);
    let before = shop.dump();
    shop.sql(
        "DROP TABLE a CASCADE; CREATE TABLE a (id serial PRIMARY KEY, name text); INSERT INTO a (name) VALUES ('z'); \
         CREATE MATERIALIZED VIEW counts AS SELECT count(*) FROM a",
    );
    let put_back = shop.put_back();
    assert!(!put_back.is_altered, "{put_back:?}");
    assert_eq!(shop.sql("SELECT * FROM a"), "1|one\n2|two");
    shop.sql("SELECT setval('a_id_seq', 2)");
    assert_eq!(shop.dump(), before);
    shop.put_back();
    // Its triggers are there again.
    shop.sql("UPDATE a SET name = 'x'");
    assert_eq!(shop.put_back().tables, 1);
}

#[test]
fn what_cannot_be_put_back_is_said_until_it_is_taken_in() {
    for statement in [
        "ALTER TABLE a ADD COLUMN more int",
        "ALTER TABLE a RENAME TO b",
        "ALTER TABLE a ALTER COLUMN name SET NOT NULL",
        "CREATE UNIQUE INDEX ON a (name)",
        "DROP TABLE a CASCADE",
        "DROP MATERIALIZED VIEW counts",
    ] {
        let mut shop = Shop::kept(SCHEMA);
        shop.sql(statement);
        assert!(shop.put_back().is_altered, "{statement}");
        assert!(shop.put_back().is_altered, "{statement}");
        // The API starts again, and its migrations are part of the ground then.
        shop.home.keep().unwrap();
        let before = shop.dump();
        assert_eq!(shop.put_back(), nearmiss_databases::PutBack::default(), "{statement}");
        if !statement.starts_with("DROP TABLE") {
            shop.sql(&format!(
                "DELETE FROM {}",
                if statement.contains("TO b") { "b" } else { "a" }
            ));
            assert!(!shop.put_back().is_altered, "{statement}");
            assert_eq!(shop.dump(), before, "{statement}");
        }
    }
}

#[test]
fn a_later_start_is_taken_in_at_the_cost_of_what_it_changed() {
    let mut shop = Shop::kept(SCHEMA);
    shop.sql(
        "INSERT INTO a (name) VALUES ('seeded'); UPDATE a SET name = 'changed' WHERE id = 1; DELETE FROM a WHERE id = 2; \
         CREATE TABLE later (id int PRIMARY KEY); INSERT INTO later VALUES (1); CREATE TABLE other (n int)",
    );
    let kept = shop.home.keep().unwrap();
    let before = shop.dump();
    assert_eq!(kept.tables, 3);
    assert_eq!(shop.put_back(), nearmiss_databases::PutBack::default());
    shop.sql("DELETE FROM a; DELETE FROM later; INSERT INTO other VALUES (1); INSERT INTO a (name) VALUES ('x')");
    assert_eq!(shop.put_back().tables, 3);
    assert_eq!(shop.dump(), before);
}

#[test]
fn views_triggers_and_other_roads_of_writing_are_watched() {
    let mut shop = Shop::kept(SCHEMA);
    let before = shop.dump();
    // A materialized view shows the rows of the ground again.
    shop.sql("INSERT INTO a (name) VALUES ('x'); REFRESH MATERIALIZED VIEW counts");
    assert_eq!(shop.sql("SELECT * FROM counts"), "3");
    shop.put_back();
    assert_eq!((shop.sql("SELECT * FROM counts"), shop.dump()), ("2".to_owned(), before.clone()));
    // Who loads rows switches triggers off.
    shop.boss("ALTER TABLE a DISABLE TRIGGER ALL; DELETE FROM a; ALTER TABLE a ENABLE TRIGGER ALL");
    assert!(!shop.put_back().is_altered);
    assert_eq!(shop.dump(), before);
    shop.boss("SET session_replication_role = replica; DELETE FROM a");
    assert_eq!(shop.put_back().tables, 1);
    assert_eq!(shop.dump(), before);
    // Nobody hears of the reset.
    shop.boss(
        "CREATE FUNCTION tells() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NOTIFY told; RETURN NULL; END $$; \
         CREATE TRIGGER tells AFTER INSERT OR DELETE ON a FOR EACH ROW EXECUTE FUNCTION tells()",
    );
    shop.home.keep().unwrap();
    shop.sql("DELETE FROM a");
    let mut listens = shop.session();
    listens.tells("LISTEN told;");
    assert_eq!(shop.put_back().rows, 2);
    let heard = listens.tells("SELECT pg_sleep(0.1), 1;");
    assert_eq!(heard, "|1");
}

#[test]
fn databases_that_tests_make_are_dropped_and_those_of_the_ground_are_put_back() {
    let mut shop = Shop::new();
    shop.boss("CREATE DATABASE \"The Tenant\" OWNER app");
    let tenant = |shop: &Shop, statements: &str| {
        let mut psql = shop.client("psql", "app", "The Tenant");
        crate::servers::postgres::output(psql.args(["-XqAtc", statements])).1
    };
    tenant(&shop, "CREATE TABLE a (id int PRIMARY KEY)");
    assert_eq!(shop.home.keep().unwrap(), nearmiss_databases::Kept { databases: 3, tables: 1 });
    shop.sql("CREATE DATABASE tenant_2");
    let used = shop.client("psql", "app", "tenant_2").args(["-c", "SELECT pg_sleep(60)"]).spawn();
    let mut used = used.unwrap();
    tenant(&shop, "INSERT INTO a VALUES (1)");
    let put_back = shop.put_back();
    assert_eq!((put_back.tables, put_back.rows, put_back.is_altered), (1, 1, false));
    assert_eq!(tenant(&shop, "SELECT count(*) FROM a"), "0\n");
    assert_eq!(shop.sql("SELECT count(*) FROM pg_database WHERE datname = 'tenant_2'"), "0");
    used.kill().unwrap();
    used.wait().unwrap();
    shop.boss("DROP DATABASE \"The Tenant\" WITH (FORCE)");
    assert!(shop.put_back().is_altered);
}

#[test]
fn two_thousand_tables_are_taken_in_and_one_is_put_back() {
    let mut shop = Shop::new();
    shop.sql("DO $$ BEGIN FOR i IN 1..2000 LOOP EXECUTE format('CREATE TABLE t%s (id int PRIMARY KEY)', i); \
              IF i % 500 = 0 THEN COMMIT; END IF; END LOOP; END $$");
    shop.sql("INSERT INTO t7 VALUES (1)");
    assert_eq!(shop.home.keep().unwrap().tables, 2000);
    shop.sql("DELETE FROM t7; INSERT INTO t1999 VALUES (1)");
    assert_eq!(shop.put_back().tables, 2);
    assert_eq!(shop.sql("SELECT (SELECT count(*) FROM t7), (SELECT count(*) FROM t1999)"), "1|0");
    assert_eq!(shop.home.keep().unwrap().tables, 2000);
}
