//! The API sees nothing of what watches its rows: two databases, one of them watched, answer the same.

use crate::servers::reset::Shop;

/// Tables with triggers of their own, cascades, functions that write, and rights.
const SCHEMA: &str = r#"
CREATE TABLE log (id serial PRIMARY KEY, what text);
CREATE TABLE a (id serial PRIMARY KEY, name text UNIQUE, n int CHECK (n > 0), at int GENERATED ALWAYS AS (n * 2) STORED);
CREATE TABLE b (a int REFERENCES a ON DELETE CASCADE ON UPDATE CASCADE, word text, PRIMARY KEY (a, word));
CREATE TABLE keyless (n int);
CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO log (what) VALUES (TG_OP || ' ' || TG_TABLE_NAME); RAISE NOTICE 'logged %', TG_OP; RETURN NULL; END $$;
CREATE TRIGGER logs AFTER INSERT OR UPDATE OR DELETE ON a FOR EACH ROW EXECUTE FUNCTION logs();
CREATE TRIGGER logs AFTER DELETE ON b FOR EACH STATEMENT EXECUTE FUNCTION logs();
CREATE FUNCTION adds(text) RETURNS int LANGUAGE sql AS $$ INSERT INTO a (name, n) VALUES ($1, 1) RETURNING id $$;
CREATE VIEW names AS SELECT id, name FROM a;
CREATE TABLE own (id int PRIMARY KEY);
INSERT INTO a (name, n) SELECT 'n' || i, i FROM generate_series(1, 5) i;
INSERT INTO b SELECT i, 'w' FROM generate_series(1, 5) i;
"#;
/// Statements of an API; psql prints rows, tags of commands, notices and errors.
const STATEMENTS: &[&str] = &[
    "INSERT INTO a (name, n) VALUES ('x', 7) RETURNING *",
    "SELECT lastval(), currval('a_id_seq')",
    "INSERT INTO b VALUES (1, 'z'); SELECT lastval()",
    "INSERT INTO a (name, n) VALUES ('n1', 3) ON CONFLICT (name) DO UPDATE SET n = excluded.n RETURNING id, n",
    "INSERT INTO a (name, n) VALUES ('n1', 3) ON CONFLICT DO NOTHING RETURNING id",
    "MERGE INTO a USING (VALUES ('n2', 9), ('m', 4)) v (name, n) ON v.name = a.name WHEN MATCHED THEN UPDATE SET n = v.n \
     WHEN NOT MATCHED THEN INSERT (name, n) VALUES (v.name, v.n)",
    "WITH gone AS (DELETE FROM b WHERE a = 2 RETURNING *), made AS (INSERT INTO a (name, n) SELECT word, 1 FROM gone RETURNING id) \
     SELECT (SELECT count(*) FROM gone), id FROM made",
    "UPDATE a SET id = 50 WHERE id = 3 RETURNING id, at",
    "DELETE FROM a WHERE id IN (4, 5)",
    "DELETE FROM a WHERE id = 4711",
    "UPDATE names SET name = 'renamed' WHERE id = 1 RETURNING name",
    "SELECT adds('by a function')",
    "INSERT INTO a (name, n) VALUES ('n1', 0)",
    "INSERT INTO b VALUES (4711, 'none')",
    "BEGIN; INSERT INTO keyless VALUES (1), (2); SAVEPOINT s; DELETE FROM keyless; ROLLBACK TO s; SELECT * FROM keyless; COMMIT",
    "BEGIN; INSERT INTO a (name, n) VALUES ('undone', 1); ROLLBACK",
    "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT sum(n) FROM a; INSERT INTO a (name, n) VALUES ('s', 2); COMMIT",
    "BEGIN READ ONLY; SELECT count(*) FROM a; DELETE FROM a; COMMIT",
    "COPY (SELECT name FROM a ORDER BY id) TO STDOUT",
    "CREATE TEMPORARY TABLE t (id int); INSERT INTO t VALUES (1); SELECT * FROM t; DROP TABLE t",
    "DO $$ DECLARE n int; BEGIN UPDATE a SET n = n + 1; GET DIAGNOSTICS n = ROW_COUNT; RAISE NOTICE 'rows: %', n; END $$",
    "SET ROLE reader; INSERT INTO own VALUES (1); SELECT * FROM own",
    "SET ROLE reader; UPDATE a SET n = 3",
    "TRUNCATE keyless",
    "TRUNCATE a",
    "TRUNCATE a RESTART IDENTITY CASCADE",
    "SELECT lastval()",
    "SELECT * FROM log ORDER BY id",
];

#[test]
fn what_watches_a_database_is_not_seen_by_the_api() {
    let [mut watched, plain] = [Shop::new(), Shop::new()];
    for shop in [&watched, &plain] {
        shop.boss("CREATE ROLE reader; GRANT reader TO app");
        shop.sql(SCHEMA);
        shop.sql("GRANT ALL ON own TO reader");
    }
    watched.home.keep().unwrap();
    let ground = watched.dump();
    let seen = |shop: &Shop| -> Vec<String> {
        STATEMENTS.iter().map(|one| format!("{one}\n{}", shop.sees(one))).collect()
    };
    let of_plain = seen(&plain);
    assert_eq!(seen(&watched), of_plain);
    assert!(of_plain[0].contains("NOTICE:  logged INSERT") && of_plain[0].contains("INSERT 0 1"));
    let put_back = watched.put_back();
    assert!(put_back.tables >= 5 && !put_back.is_altered, "{put_back:?}");
    assert_eq!(watched.dump(), ground);
    // What the reset does is not seen either: the next test begins as the first did.
    assert_eq!(seen(&watched), of_plain);
    watched.put_back();

    let copies = |shop: &Shop| {
        let mut psql = shop.client("psql", "app", "shop");
        psql.args(["-Xc", "COPY a (name, n) FROM STDIN"]).stdin(std::process::Stdio::piped());
        let mut child = psql.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let rows = b"c1\t1\nc2\t2\n\\.\n";
        std::io::Write::write_all(child.stdin.as_mut().unwrap(), rows).unwrap();
        let output = child.wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!((copies(&watched), copies(&plain)), ("COPY 2\n".to_owned(), "COPY 2\n".to_owned()));
    watched.put_back();
    assert_eq!(watched.dump(), ground);
}

#[test]
fn serializable_transactions_fail_as_they_do_without_us() {
    let mut shop = Shop::kept(
        "CREATE TABLE a (id int PRIMARY KEY, n int); INSERT INTO a VALUES (1, 1), (2, 2)",
    );
    let before = shop.dump();
    // Two that write rows of their own, and read none of the other's, both commit: however much we write beside.
    let [mut one, mut other] = [shop.session(), shop.session()];
    for session in [&mut one, &mut other] {
        session.tells("BEGIN ISOLATION LEVEL SERIALIZABLE; SET enable_seqscan = off;");
    }
    assert_eq!(one.tells("UPDATE a SET n = 5 WHERE id = 1 RETURNING n;"), "5");
    assert_eq!(other.tells("INSERT INTO a VALUES (7, 7) RETURNING n;"), "7");
    assert_eq!(one.tells("COMMIT;"), "");
    assert_eq!(other.tells("COMMIT;"), "");
    assert_eq!(shop.put_back().tables, 1);
    assert_eq!(shop.dump(), before);
}

#[test]
fn sessions_that_hold_locks_are_ended_and_others_are_not() {
    let mut shop = Shop::kept("CREATE TABLE a (id int PRIMARY KEY); INSERT INTO a VALUES (1)");
    let before = shop.dump();
    let mut idle = shop.session();
    assert_eq!(idle.tells("SELECT 1;"), "1");
    // It only reads, in a transaction.
    let mut reads = shop.session();
    assert_eq!(reads.tells("BEGIN; SELECT id FROM a;"), "1");
    let mut writes = shop.session();
    assert_eq!(writes.tells("BEGIN; INSERT INTO a VALUES (2);"), "");
    let mut locks = shop.session();
    assert_eq!(locks.tells("BEGIN; SELECT id FROM a FOR UPDATE;"), "1");
    shop.sql("INSERT INTO a VALUES (3)");
    let put_back = shop.put_back();
    assert_eq!((put_back.ended_sessions, put_back.tables), (2, 1));
    assert_eq!(shop.dump(), before);
    assert!(writes.tells("COMMIT;").contains("terminating connection"));
    assert!(locks.tells("COMMIT;").contains("terminating connection"));
    assert_eq!(idle.tells("SELECT 2;"), "2");
    assert_eq!(reads.tells("SELECT id FROM a; COMMIT;"), "1");
    assert_eq!(shop.put_back(), nearmiss_databases::PutBack::default());
    // A transaction that comes to its end in time is waited for.
    let mut slow = shop.session();
    slow.tells("BEGIN; INSERT INTO a VALUES (4);");
    slow.gives("SELECT pg_sleep(0.05); COMMIT;");
    let put_back = shop.put_back();
    assert_eq!((put_back.ended_sessions, put_back.rows), (0, 1));
    assert_eq!(shop.dump(), before);
}
