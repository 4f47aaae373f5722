//! Parts of an original of PostgreSQL and of MariaDB: names, schema, rows; what a home lacks, and its schema as a text.

use nearmiss_databases::{At, Content, Home, HomeOptions};

use crate::servers::mariadb::{MariaDb, client as sql_client, only_reads};
use crate::servers::own_user::temporary;
use crate::servers::postgres::{Postgres, client, dumped, output};

const OBJECTS: &str = r#"
CREATE EXTENSION pgcrypto;
CREATE SCHEMA drizzle;
CREATE SCHEMA "The Sales";
SET ROLE app;
CREATE TABLE public.knex_migrations (id serial PRIMARY KEY, name text);
CREATE TABLE public."SequelizeMeta" (name text PRIMARY KEY);
INSERT INTO public.knex_migrations (name) VALUES ('it''s
two lines'), ('b');
INSERT INTO public."SequelizeMeta" VALUES ('first.js');
RESET ROLE;
CREATE TABLE drizzle.__drizzle_migrations (id int PRIMARY KEY, hash text);
INSERT INTO drizzle.__drizzle_migrations VALUES (1, 'h');
CREATE TABLE "The Sales".a (id int GENERATED ALWAYS AS IDENTITY (START 5) PRIMARY KEY, who text DEFAULT 'canary');
INSERT INTO "The Sales".a (who) VALUES ('canary-1'), ('canary-2');
CREATE FUNCTION public.adds() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
SET search_path = public;
--
-- Name: no; Type: TABLE; Schema: public
--
END $$;
CREATE MATERIALIZED VIEW sums AS SELECT count(*) AS n FROM "The Sales".a;
"#;

fn original() -> Postgres {
    let server = Postgres::start("");
    server.sql(
        "postgres",
        "CREATE ROLE app LOGIN PASSWORD 'a'; CREATE ROLE other LOGIN PASSWORD 'o'",
    );
    server.sql("postgres", "CREATE DATABASE \"The Shop\" OWNER app ENCODING 'SQL_ASCII' TEMPLATE template0 LC_CTYPE 'C'");
    server.sql("The Shop", OBJECTS);
    server.sql(
        "The Shop",
        "ALTER DATABASE \"The Shop\" SET timezone = 'Asia/Tokyo'; REVOKE CONNECT ON DATABASE \"The Shop\" FROM PUBLIC; \
         GRANT CREATE ON SCHEMA public TO other; GRANT CONNECT ON DATABASE \"The Shop\" TO other",
    );
    server
}

fn home(server: &Postgres, folder: &tempfile::TempDir, content: Content) -> Home {
    let options =
        HomeOptions { temporary: folder.path().to_owned(), content, ..HomeOptions::default() };
    Home::make(&server.original("boss:b", "The%20Shop"), &options)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Asks the home of a server as a user with a password.
fn ask(server: &Postgres, home: &Home, login: (&str, &str), query: &str) -> (bool, String) {
    let At::Server { port, .. } = home.at() else { panic!("{home:?}") };
    let mut psql = client(server.bin(), "psql", ("127.0.0.1", *port), login, "The Shop");
    output(psql.args(["-XqAt", "-v", "ON_ERROR_STOP=1", "-c", query]))
}

const TABLES: [&str; 4] = [
    "The Sales.a",
    "drizzle.__drizzle_migrations",
    "public.SequelizeMeta",
    "public.knex_migrations",
];

#[test]
fn names_alone_have_owner_encoding_settings_and_grants_and_nothing_in_them() {
    let (server, folder) = (original(), temporary());
    let home = home(&server, &folder, Content::Names);
    let query = "SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding), current_setting('timezone'), datctype, \
        (SELECT count(*) FROM pg_class WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' \
        AND nspname <> 'information_schema')), (SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'The%') \
        FROM pg_database WHERE datname = current_database()";
    let expected = (true, "app|SQL_ASCII|Asia/Tokyo|C|0|0\n".to_owned());
    assert_eq!(ask(&server, &home, ("app", "a"), query), expected);
    assert!(ask(&server, &home, ("other", "o"), "CREATE TABLE public.mine (id int)").0);
    assert!(!ask(&server, &home, ("app", "wrong"), "SELECT 1").0);
    let from = server.log().len();
    let original = server.original("boss:b", "The%20Shop");
    assert_eq!(home.lacks(&original).unwrap(), TABLES);
    let statements = server.statements(from, "none");
    assert!(
        statements.iter().all(|one| crate::servers::postgres::only_reads(one)),
        "{statements:?}"
    );
    ask(&server, &home, ("app", "a"), "CREATE TABLE \"SequelizeMeta\" ()");
    assert_eq!(home.lacks(&original).unwrap().len(), 3);
}

#[test]
fn a_schema_comes_with_the_books_of_migrations_and_no_other_row() {
    let (server, folder) = (original(), temporary());
    let mut home = home(&server, &folder, Content::Schema);
    assert_eq!(home.lacks(&server.original("boss:b", "The%20Shop")).unwrap(), [] as [String; 0]);
    let query = "SELECT (SELECT count(*) FROM \"The Sales\".a), (SELECT string_agg(name, '|') FROM public.knex_migrations), \
        (SELECT name FROM public.\"SequelizeMeta\"), nextval('public.knex_migrations_id_seq'), \
        nextval('\"The Sales\".a_id_seq'), (SELECT hash FROM drizzle.__drizzle_migrations), (SELECT n FROM sums)";
    let expected = (true, "0|it's\ntwo lines|b|first.js|3|5|h|0\n".to_owned());
    assert_eq!(ask(&server, &home, ("boss", "b"), query), expected);
    let At::Server { port, socket, .. } = home.at().clone() else { panic!("{home:?}") };
    let place = (socket.display().to_string(), port);
    let dump = |database: &str| {
        let place = (place.0.as_str(), place.1);
        let mut dump = client(server.bin(), "pg_dump", place, ("boss", ""), database);
        dump.args(["--no-owner", "--no-privileges", "--exclude-schema=nearmiss", "--no-comments"]);
        let text = dumped(&mut dump);
        let is_left_out = |line: &&str| {
            line.contains("nearmiss") || line.starts_with("SET client_encoding") || line.len() < 3
        };
        text.lines().filter(|line| !is_left_out(line)).collect::<Vec<_>>().join("\n")
    };
    home.keep().unwrap();
    let text = home.schema("The Shop").unwrap();
    assert!(!text.contains("canary-") && !text.contains("nearmiss"), "{text}");
    assert!(!text.lines().any(|line| line.starts_with('\\') || line.contains("CREATE DATABASE")));
    // As a driver gives it: all at once, and the session goes on as it was.
    let run = |database: &str, text: &str| {
        let place = (place.0.as_str(), place.1);
        let mut psql = client(server.bin(), "psql", place, ("boss", ""), database);
        output(psql.args(["-XqAt", "-c", text, "-c", "SHOW search_path; SHOW statement_timeout"]))
    };
    assert!(run("postgres", "CREATE DATABASE other").0);
    let (ok, said) = run("other", &text);
    assert!(ok && said.ends_with("\"$user\", public\n0\n"), "{said}");
    let place = (place.0.as_str(), place.1);
    let setval =
        "SELECT setval('public.knex_migrations_id_seq', 3), setval('\"The Sales\".a_id_seq', 5)";
    let mut psql = client(server.bin(), "psql", place, ("boss", ""), "other");
    assert!(output(psql.args(["-c", setval])).0);
    assert_eq!(dump("other"), dump("The Shop"));
}

const OBJECTS_OF_MARIADB: &str = r"
CREATE DATABASE `the shop` CHARACTER SET utf8mb4 COLLATE utf8mb4_german2_ci;
CREATE USER app@'%' IDENTIFIED BY 'a';
GRANT ALL ON `the shop`.* TO app@'%';
USE `the shop`;
CREATE TABLE SequelizeMeta (name VARCHAR(50) PRIMARY KEY);
CREATE TABLE migrations (id INT AUTO_INCREMENT PRIMARY KEY, name TEXT);
CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY, who TEXT) AUTO_INCREMENT = 50;
CREATE SEQUENCE numbers START WITH 5;
CREATE DEFINER = app@'%' VIEW seen AS SELECT who FROM a;
CREATE DEFINER = app@'%' TRIGGER shouts BEFORE INSERT ON a FOR EACH ROW SET NEW.who = CONCAT(NEW.who, '!');
CREATE DEFINER = app@'%' PROCEDURE fill() INSERT INTO a (who) VALUES ('filled');
INSERT INTO SequelizeMeta VALUES ('first.js');
INSERT INTO migrations (name) VALUES ('one''s'), ('two');
INSERT INTO a (who) VALUES ('canary-1');
SELECT NEXTVAL(numbers);
";

#[test]
fn parts_of_mariadb_come_as_those_of_postgresql_do() {
    let (server, folder) = (MariaDb::start(&[]), temporary());
    server.sql(OBJECTS_OF_MARIADB);
    let original = server.original("boss:b", "the%20shop");
    let made = |content| {
        let options =
            HomeOptions { temporary: folder.path().to_owned(), content, ..HomeOptions::default() };
        Home::make(&original, &options).unwrap_or_else(|error| panic!("{error}"))
    };
    let ask = |home: &Home, login: (&str, &str), query: &str| {
        let At::Server { port, .. } = home.at() else { panic!("{home:?}") };
        let mut sql = sql_client("mariadb", *port, login);
        output(sql.args(["-BN", "-e", query]))
    };
    let names = made(Content::Names);
    let query = "SELECT default_collation_name, (SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = schema_name) \
        FROM information_schema.schemata WHERE schema_name = 'the shop'";
    assert_eq!(ask(&names, ("app", "a"), query), (true, "utf8mb4_german2_ci\t0\n".to_owned()));
    let from = server.log().len();
    let lacks = names.lacks(&original).unwrap();
    assert_eq!(lacks, ["the shop.a", "the shop.migrations", "the shop.SequelizeMeta"]);
    assert!(server.statements(from).iter().all(|one| only_reads(one)));
    drop(names);

    let mut home = made(Content::Schema);
    assert_eq!(home.lacks(&original).unwrap(), [] as [String; 0]);
    home.keep().unwrap();
    let text = home.schema("the shop").unwrap();
    assert!(
        !text.contains("canary") && !text.contains("nearmiss") && !text.contains("DELIMITER"),
        "{text}"
    );
    assert!(!text.contains("app`") && !text.contains("the shop"), "{text}");
    // As a driver gives it: as one text.
    let run = format!("CREATE DATABASE other;\nUSE other;\nDELIMITER $$\n{text}$$\nDELIMITER ;");
    let (ok, said) = ask(&home, ("boss", "b"), &run);
    assert!(ok, "{said}");
    for database in ["the shop", "other"] {
        let query = format!(
            "USE `{database}`; SELECT COUNT(*) FROM a; SELECT name FROM SequelizeMeta; SELECT GROUP_CONCAT(name) FROM migrations; \
             INSERT INTO migrations (name) VALUES ('x'); SELECT LAST_INSERT_ID(); CALL fill(); SELECT LAST_INSERT_ID(); \
             SELECT id, who FROM a; SELECT * FROM seen; SELECT NEXTVAL(numbers)"
        );
        let expected = "0\nfirst.js\none's,two\n3\n1\n1\tfilled!\nfilled!\n5\n";
        let (ok, said) = ask(&home, ("boss", "b"), &query);
        assert!(ok && said.replace("\n3\n3\n", "\n3\n1\n") == expected, "{database}: {said}");
    }
}
