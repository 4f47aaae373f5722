//! Homes of a real PostgreSQL: they have what the original has, and that is only read.

use std::process::Stdio;

use nearmiss_databases::{At, Home, HomeOptions, Login, Password};

use crate::servers::own_user::temporary;
use crate::servers::postgres::{Postgres, client, dumped, only_reads, output};

/// Roles with passwords and settings, one of which may make no databases.
const ROLES: &str = "
CREATE ROLE app LOGIN PASSWORD 'a' NOCREATEDB;
CREATE ROLE reader LOGIN PASSWORD 'it''s' VALID UNTIL '2099-01-01';
CREATE ROLE team NOLOGIN;
GRANT team TO app;
ALTER ROLE app SET statement_timeout = '1h';
ALTER ROLE boss SET search_path = public;
";
/// Objects of every sort, in a database whose name has to be quoted.
const OBJECTS: &str = r#"
CREATE EXTENSION pgcrypto;
CREATE SCHEMA sales AUTHORIZATION app;
CREATE TYPE sales.state AS ENUM ('open', 'paid');
CREATE DOMAIN sales.price AS numeric CHECK (VALUE >= 0);
SET ROLE app;
CREATE TABLE sales.buyers (id serial PRIMARY KEY, name text UNIQUE, hash text DEFAULT public.crypt('x', public.gen_salt('md5')));
CREATE TABLE sales.orders (id int GENERATED ALWAYS AS IDENTITY (START 100 INCREMENT 5), buyer int REFERENCES sales.buyers,
  state sales.state NOT NULL DEFAULT 'open', price sales.price, tags text[], doc jsonb, PRIMARY KEY (id));
CREATE TABLE sales.log (at timestamptz, what text) PARTITION BY RANGE (at);
CREATE TABLE sales.log_old PARTITION OF sales.log FOR VALUES FROM (MINVALUE) TO ('2030-01-01');
CREATE INDEX ON sales.orders USING gin (doc);
CREATE VIEW sales.open AS SELECT * FROM sales.orders WHERE state = 'open';
CREATE MATERIALIZED VIEW sales.sums AS SELECT buyer, sum(price) FROM sales.orders GROUP BY 1;
CREATE FUNCTION sales.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
  $$ BEGIN INSERT INTO sales.log VALUES ('2020-01-01', 'order ' || NEW.id); RETURN NEW; END $$;
CREATE TRIGGER noted AFTER INSERT ON sales.orders FOR EACH ROW EXECUTE FUNCTION sales.note();
ALTER TABLE sales.buyers ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON sales.buyers TO reader USING (name = current_user);
GRANT USAGE ON SCHEMA sales TO reader;
GRANT SELECT (id, name) ON sales.buyers TO reader;
INSERT INTO sales.buyers (name) SELECT 'buyer ' || n || E' \t\\ "é"' FROM generate_series(1, 50) n;
INSERT INTO sales.orders (buyer, price, tags, doc) SELECT n, n * 1.5, ARRAY['a', NULL], '{"a": 1}' FROM generate_series(1, 40) n;
REFRESH MATERIALIZED VIEW sales.sums;
SELECT setval('sales.buyers_id_seq', 77, false);
RESET ROLE;
CREATE SEQUENCE public.numbers START 5;
SELECT nextval('public.numbers'), nextval('public.numbers');
SELECT lo_from_bytea(4242, '\xdeadbeef');
GRANT SELECT ON LARGE OBJECT 4242 TO app;
ALTER DEFAULT PRIVILEGES FOR ROLE app IN SCHEMA sales GRANT SELECT ON TABLES TO reader;
COMMENT ON TABLE sales.orders IS 'what was ordered';
CREATE RULE nothing AS ON DELETE TO sales.log DO INSTEAD NOTHING;
CREATE PUBLICATION all_of_it FOR ALL TABLES;
"#;

fn filled(shared: &str) -> Postgres {
    let server = Postgres::start(shared);
    server.sql("postgres", ROLES);
    server.sql("postgres", "CREATE DATABASE \"The Shop\" OWNER app");
    server.sql("postgres", "CREATE DATABASE tenant_1 OWNER app");
    server.sql("The Shop", OBJECTS);
    server.sql("tenant_1", "CREATE TABLE notes (id int); INSERT INTO notes VALUES (1)");
    server.sql(
        "postgres",
        "ALTER DATABASE \"The Shop\" SET timezone = 'Asia/Tokyo'; REVOKE CONNECT ON DATABASE \"The Shop\" FROM PUBLIC; \
         ALTER DATABASE \"The Shop\" SET default_transaction_read_only = on; \
         GRANT CONNECT ON DATABASE \"The Shop\" TO reader; ALTER ROLE app IN DATABASE \"The Shop\" SET work_mem = '8MB'",
    );
    server
}

fn options(folder: &tempfile::TempDir) -> HomeOptions {
    HomeOptions { temporary: folder.path().to_owned(), ..HomeOptions::default() }
}

fn server_of(home: &Home) -> (String, u16) {
    let At::Server { port, socket, .. } = home.at() else { panic!("{home:?}") };
    (socket.display().to_string(), *port)
}

#[test]
fn a_home_has_what_the_original_has_and_that_is_only_read() {
    let server = filled("timezone='Europe/Paris'\nmax_prepared_transactions=7");
    // Somebody works on it all the time, and has a transaction open.
    let mut other = server.client("psql", "The Shop");
    let mut other =
        other.env("PGAPPNAME", "other").arg("-Xq").stdin(Stdio::piped()).spawn().unwrap();
    let open = "BEGIN READ WRITE; INSERT INTO sales.buyers (name) VALUES ('unseen');\n";
    std::io::Write::write_all(other.stdin.as_mut().unwrap(), open.as_bytes()).unwrap();
    let (globals, shop) = (server.globals(), server.dump("The Shop"));
    let from = server.log().len();
    let temporary = temporary();
    let mut options = options(&temporary);
    options.databases = vec!["tenant_1".to_owned()];
    let home = Home::make(&server.original("boss:b", "The%20Shop"), &options).unwrap();
    let statements = server.statements(from, "other");
    assert!(statements.len() > 50, "{statements:?}");
    let writes: Vec<&String> = statements.iter().filter(|one| !only_reads(one)).collect();
    assert!(writes.is_empty(), "{writes:#?}");
    assert_eq!(server.globals(), globals);
    assert_eq!(server.dump("The Shop"), shop);

    let (socket, port) = server_of(&home);
    let by_socket = |program: &str, database: &str| {
        client(server.bin(), program, (&socket, port), ("boss", ""), database)
    };
    assert_eq!(
        dumped(by_socket("pg_dump", "The Shop").arg("--create")),
        server_dump_created(&server)
    );
    assert_eq!(dumped(&mut by_socket("pg_dump", "tenant_1")), server.dump("tenant_1"));
    let of_home =
        dumped(by_socket("pg_dumpall", "postgres").args(["--globals-only", "-l", "postgres"]));
    assert_eq!(of_home, globals);
    assert!(home.notes().is_empty(), "{:?}", home.notes());
    // By TCP with the passwords of the original, and with no others.
    let ask = |login: (&str, &str), query: &str| {
        let mut psql = client(server.bin(), "psql", ("127.0.0.1", port), login, "The Shop");
        output(psql.args(["-XqAt", "-c", query]))
    };
    let (ok, said) = ask(("reader", "it's"), "SELECT 1");
    assert!(ok, "{said}");
    let settings = "SELECT current_setting('timezone'), current_setting('max_prepared_transactions'), current_setting('work_mem')";
    assert_eq!(ask(("app", "a"), settings), (true, "Asia/Tokyo|7|8MB\n".to_owned()));
    assert!(!ask(("app", "wrong"), "SELECT 1").0);
    assert_eq!(ask(("app", "a"), "SELECT count(*) FROM sales.buyers").1.trim(), "50");
    let (pid, folder) = (home.server().unwrap(), home.folder().to_owned());
    drop(home);
    assert!(!folder.exists() && !std::path::Path::new(&format!("/proc/{pid}")).exists());
    other.kill().unwrap();
    other.wait().unwrap();
}

fn server_dump_created(server: &Postgres) -> String {
    dumped(server.client("pg_dump", "The Shop").arg("--create"))
}

#[test]
fn a_role_without_rights_of_its_server_gets_a_home_as_well() {
    let server = filled("");
    server.sql("tenant_1", "ALTER TABLE notes OWNER TO app");
    server.sql("postgres", "ALTER DATABASE tenant_1 SET search_path = public, sales");
    let globals = server.globals();
    let from = server.log().len();
    let temporary = temporary();
    let mut options = options(&temporary);
    options.logins =
        vec![Login { user: "reader".to_owned(), password: Some(Password::new("it's")) }];
    let home = Home::make(&server.original("app:a", "tenant_1"), &options).unwrap();
    let statements = server.statements(from, "");
    let writes: Vec<&String> = statements.iter().filter(|one| !only_reads(one)).collect();
    assert!(writes.is_empty() && statements.len() > 50, "{writes:#?}");
    assert_eq!(server.globals(), globals);
    let notes = home.notes().join("\n");
    assert!(notes.contains("passwords of other roles than app, reader cannot be read"), "{notes}");
    assert!(notes.contains("other databases of the server are not copied: The Shop"), "{notes}");
    let (_, port) = server_of(&home);
    for login in [("app", "a"), ("reader", "it's")] {
        let mut psql = client(server.bin(), "psql", ("127.0.0.1", port), login, "tenant_1");
        let (ok, said) = output(psql.args(["-XqAt", "-c", "SHOW search_path"]));
        assert_eq!((ok, said.as_str()), (true, "public, sales\n"));
    }
    let mut psql = client(server.bin(), "psql", ("127.0.0.1", port), ("app", "a"), "tenant_1");
    let (ok, said) = output(psql.args(["-XqAt", "-c", "CREATE DATABASE x"]));
    assert!(!ok && said.contains("permission denied"), "{said}");
}

#[test]
fn failures_name_what_is_wrong_and_what_to_do() {
    let mut server = filled("");
    server.sql("postgres", "ALTER DATABASE \"The Shop\" RESET default_transaction_read_only");
    let temporary = temporary();
    let make = |login: &str, database: &str| {
        let made = Home::make(&server.original(login, database), &options(&temporary));
        made.map(|home| home.notes().to_vec()).unwrap_err().to_string()
    };
    let text = make("app:wrong", "tenant_1");
    assert!(text.contains("does not take the password of the user `app`"), "{text}");
    assert!(!text.contains("wrong:") && !text.contains(":wrong"), "{text}");
    let text = make("app:a", "nothing");
    assert!(text.contains("has no database `nothing`"), "{text}");
    // A role that reads a part of it.
    let text = make("reader:it's", "The%20Shop");
    assert!(text.contains("may not read all of") && text.contains("name a user who may"), "{text}");
    // An extension that is not here.
    let control = "INSERT INTO pg_extension SELECT 99999, 'vector', extowner, extnamespace, true, '0.7', NULL, NULL \
                   FROM pg_extension WHERE extname = 'plpgsql'";
    server.sql("tenant_1", control);
    let text = make("boss:b", "tenant_1");
    assert!(text.contains("the extension vector") && text.contains("-pgvector"), "{text}");
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0, "nothing is left");
    server.kill();
    let original = server.original("app:a", "tenant_1");
    let text = Home::make(&original, &options(&temporary)).unwrap_err().to_string();
    assert!(
        text.contains("no server of a database answers") && text.contains("start it"),
        "{text}"
    );
}

#[test]
fn a_large_database_gives_its_schema_and_foreign_servers_are_not_reached() {
    let server = filled("");
    let foreign = format!(
        "CREATE EXTENSION postgres_fdw; CREATE SERVER me FOREIGN DATA WRAPPER postgres_fdw \
         OPTIONS (hostaddr '127.0.0.1', port '{}', dbname 'tenant_1'); \
         CREATE USER MAPPING FOR PUBLIC SERVER me OPTIONS (user 'boss', password 'b'); \
         CREATE FOREIGN TABLE far (id int) SERVER me OPTIONS (table_name 'notes'); \
         CREATE TABLE near (id int); INSERT INTO near VALUES (1); INSERT INTO far VALUES (2)",
        server.port
    );
    server.sql("postgres", &foreign);
    let temporary = temporary();
    let mut options = options(&temporary);
    options.most_bytes = 1_000_000;
    // The database that every server has.
    let home = Home::make(&server.original("boss:b", "postgres"), &options).unwrap();
    let notes = home.notes().join("\n");
    assert!(notes.contains("postgres: only its schema is copied"), "{notes}");
    assert!(notes.contains("its foreign servers (me) are not reached"), "{notes}");
    let (socket, port) = server_of(&home);
    let ask = |query: &str| {
        let mut psql = client(server.bin(), "psql", (&socket, port), ("boss", ""), "postgres");
        output(psql.args(["-XqAt", "-c", query]))
    };
    assert_eq!(ask("SELECT count(*) FROM near"), (true, "0\n".to_owned()));
    let (ok, said) = ask("INSERT INTO far VALUES (3)");
    assert!(!ok && said.contains("has no handler"), "{said}");
    assert_eq!(server.sql("tenant_1", "SELECT count(*) FROM notes"), "2");
}
