//! Homes of a real MariaDB: they have what the original has, and that is only read.

use nearmiss_databases::{At, Content, Home, HomeOptions};

use crate::servers::mariadb::{MariaDb, client, only_reads};
use crate::servers::own_user::temporary;
use crate::servers::postgres::{dumped, output};

/// Users with passwords and roles, and objects of every sort.
const OBJECTS: &str = r#"
CREATE DATABASE `the shop` CHARACTER SET utf8mb4 COLLATE utf8mb4_german2_ci;
CREATE DATABASE tenant_1;
CREATE USER app@'%' IDENTIFIED BY 'a\'b\\c';
CREATE USER reader@localhost IDENTIFIED BY 'r' WITH MAX_USER_CONNECTIONS 7;
CREATE USER docker@'172.18.%' IDENTIFIED BY 'd';
CREATE ROLE team;
GRANT ALL ON `the shop`.* TO app@'%';
GRANT ALL ON tenant_1.* TO team;
GRANT team TO app@'%';
GRANT SELECT ON tenant_1.* TO docker@'172.18.%';
USE `the shop`;
CREATE TABLE buyers (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(50) UNIQUE, state ENUM('new', 'öld') DEFAULT 'new',
  picture BLOB, at TIMESTAMP DEFAULT '2020-01-01 00:00:00', doc JSON, size INT AS (LENGTH(name)) STORED);
CREATE TABLE orders (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, buyer INT, FOREIGN KEY (buyer) REFERENCES buyers (id) ON DELETE CASCADE,
  price DECIMAL(8, 2) CHECK (price >= 0)) AUTO_INCREMENT = 500;
CREATE TABLE notes (what TEXT, FULLTEXT (what)) COMMENT 'what was noted';
CREATE SEQUENCE numbers START WITH 5 INCREMENT BY 3;
CREATE DEFINER = app@'%' SQL SECURITY DEFINER VIEW open AS SELECT id, name FROM buyers WHERE state = 'new';
CREATE DEFINER = reader@localhost FUNCTION twice(n INT) RETURNS INT DETERMINISTIC RETURN n * 2;
CREATE PROCEDURE fill() INSERT INTO notes VALUES ('filled');
CREATE TRIGGER noted AFTER INSERT ON orders FOR EACH ROW INSERT INTO notes VALUES (CONCAT('order ', NEW.id));
CREATE EVENT sometimes ON SCHEDULE EVERY 1 SECOND DO INSERT INTO tenant_1.ticks VALUES (1);
CREATE TABLE tenant_1.ticks (n INT);
INSERT INTO buyers (name, picture) SELECT CONCAT('buyer ', seq, '\t\\ "é"'), UNHEX('00FF0A27') FROM seq_1_to_50;
INSERT INTO orders (buyer, price) SELECT id, id FROM buyers ORDER BY id LIMIT 40;
SELECT NEXTVAL(numbers), NEXTVAL(numbers);
ALTER TABLE buyers AUTO_INCREMENT = 77;
GRANT SELECT (name) ON `the shop`.buyers TO reader@localhost;
GRANT EXECUTE ON FUNCTION `the shop`.twice TO reader@localhost;
INSERT INTO mysql.time_zone VALUES (1, 'N');
INSERT INTO mysql.time_zone_name VALUES ('Test/Zone', 1);
INSERT INTO mysql.time_zone_transition_type VALUES (1, 0, 12600, 0, 'TST');
SET GLOBAL time_zone = 'Test/Zone';
"#;

fn options(folder: &tempfile::TempDir) -> HomeOptions {
    HomeOptions { temporary: folder.path().to_owned(), ..HomeOptions::default() }
}

fn port_of(home: &Home) -> u16 {
    let At::Server { port, .. } = home.at() else { panic!("{home:?}") };
    *port
}

/// All of databases as a dump prints it.
fn dump(port: u16, login: (&str, &str), databases: &[&str]) -> String {
    let mut dump = client("mariadb-dump", port, login);
    dump.args(["--skip-comments", "--routines", "--triggers", "--events", "--hex-blob"]);
    dumped(dump.arg("--databases").args(databases))
}

/// All users as a dump prints them, but not those that each server has of its own.
fn users(port: u16, login: (&str, &str)) -> String {
    let mut dump = client("mariadb-dump", port, login);
    let text = dumped(dump.args(["--skip-comments", "--system=users"]));
    // They come in the order in which they were made.
    let mut lines: Vec<&str> =
        text.lines().filter(|line| !line.contains("nearmiss_home")).collect();
    lines.sort_unstable();
    lines.join("\n")
}

#[test]
fn a_home_has_what_the_original_has_and_that_is_only_read() {
    let server = MariaDb::start(&[
        "--sql-mode=ANSI_QUOTES,STRICT_ALL_TABLES",
        "--auto-increment-increment=2",
    ]);
    server.sql(OBJECTS);
    let boss = ("boss", "b");
    let shop = dump(server.port, boss, &["the shop", "tenant_1"]);
    let all_users = users(server.port, boss);
    let from = server.log().len();
    let temporary = temporary();
    let mut options = options(&temporary);
    options.databases = vec!["tenant_1".to_owned()];
    let home = Home::make(&server.original("boss:b", "the%20shop"), &options).unwrap();
    let statements = server.statements(from);
    let writes: Vec<&String> = statements.iter().filter(|one| !only_reads(one)).collect();
    assert!(writes.is_empty() && statements.len() > 50, "{writes:#?}");
    assert_eq!(users(server.port, boss), all_users);
    let port = port_of(&home);
    assert_eq!(home.notes(), &[] as &[String]);
    assert_eq!(dump(port, boss, &["the shop", "tenant_1"]), shop);
    assert_eq!(users(port, boss), all_users);
    let ask = |login: (&str, &str), query: &str| {
        let mut sql = client("mariadb", port, login);
        output(sql.args(["-BN", "-e", query]))
    };
    let settings = "SELECT @@GLOBAL.sql_mode, @@GLOBAL.time_zone, @@GLOBAL.auto_increment_increment, NEXTVAL(`the shop`.numbers)";
    let (ok, said) = ask(("app", "a'b\\c"), settings);
    assert!(ok, "{said}");
    assert_eq!(said.trim(), "ANSI_QUOTES,STRICT_ALL_TABLES\tTest/Zone\t2\t3005");
    let (ok, said) = ask(
        ("reader", "r"),
        "SELECT `the shop`.twice(4), (SELECT COUNT(*) FROM `the shop`.buyers)",
    );
    assert!(ok && said.trim() == "8\t50", "{said}");
    let (ok, said) = ask(("reader", "r"), "CREATE DATABASE x");
    assert!(!ok && said.contains("denied"), "{said}");
    // Nobody gets in without a password.
    for user in ["app", "boss", "nearmiss_home"] {
        assert!(!ask((user, ""), "SELECT 1").0, "{user}");
    }
    let folder = home.folder().to_owned();
    drop(home);
    assert!(!folder.exists());
}

#[test]
fn a_user_without_rights_of_its_server_gets_a_home_as_well() {
    let server = MariaDb::start(&[]);
    server.sql(OBJECTS);
    server.sql("GRANT ALL ON tenant_1.* TO app@'%'; INSERT INTO tenant_1.ticks VALUES (4)");
    let temporary = temporary();
    let mut options = options(&temporary);
    let from = server.log().len();
    let login = "app:a'b%5Cc";
    let home = Home::make(&server.original(login, "tenant_1"), &options).unwrap();
    let statements = server.statements(from);
    assert!(statements.iter().all(|one| only_reads(one)), "{statements:#?}");
    let notes = home.notes().join("\n");
    assert!(notes.contains("users other than app@% cannot be read"), "{notes}");
    assert!(notes.contains("other databases of the server are not copied: the shop"), "{notes}");
    let mut sql = client("mariadb", port_of(&home), ("app", "a'b\\c"));
    let (ok, said) =
        output(sql.args(["-BN", "-e", "SELECT * FROM tenant_1.ticks; SELECT CURRENT_USER()"]));
    assert_eq!((ok, said.as_str()), (true, "4\napp@%\n"));
    drop(home);
    // A user of another host, whom an administrator reads for, and a database above the limit.
    options.reads_as = Some(server.original("boss:b", "").login);
    options.most_bytes = 1;
    let home = Home::make(&server.original("docker:d", "tenant_1"), &options).unwrap();
    let notes = home.notes().join("\n");
    assert!(notes.contains("the server knows docker from 172.18.%"), "{notes}");
    assert!(notes.contains("tenant_1: only its schema is copied"), "{notes}");
    let mut sql = client("mariadb", port_of(&home), ("docker", "d"));
    let (ok, said) = output(sql.args(["-BN", "-e", "SELECT COUNT(*) FROM tenant_1.ticks"]));
    assert_eq!((ok, said.as_str()), (true, "0\n"));
}

#[test]
fn a_client_that_names_no_database_makes_its_own() {
    let (server, folder) = (MariaDb::start(&[]), temporary());
    server.sql("CREATE USER maker@'%' IDENTIFIED BY 'm'; GRANT ALL ON *.* TO maker@'%'");
    let original = server.original("maker:m", "");
    for content in [Content::Names, Content::Schema] {
        let home = Home::make(&original, &HomeOptions { content, ..options(&folder) }).unwrap();
        let mut sql = client("mariadb", port_of(&home), ("maker", "m"));
        let made =
            output(sql.args(["-BN", "-e", "CREATE DATABASE own; USE own; SELECT DATABASE()"]));
        assert_eq!(made, (true, "own\n".to_owned()));
    }
}

#[test]
fn failures_name_what_is_wrong_and_what_to_do() {
    let mut server = MariaDb::start(&[]);
    server.sql(OBJECTS);
    let temporary = temporary();
    let make = |login: &str, database: &str| {
        let made = Home::make(&server.original(login, database), &options(&temporary));
        made.map(|home| home.notes().to_vec()).unwrap_err().to_string()
    };
    let text = make("app:wrong", "the%20shop");
    assert!(text.contains("does not take the password of the user `app`"), "{text}");
    let text = make("boss:b", "nothing");
    assert!(text.contains("has no database `nothing`"), "{text}");
    let text = make("reader:r", "the%20shop");
    assert!(text.contains("may not read all of") && text.contains("name a user who may"), "{text}");
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0, "nothing is left");
    assert!(server.version().major >= 10);
    server.kill();
    let original = server.original("boss:b", "the%20shop");
    let text = Home::make(&original, &options(&temporary)).unwrap_err().to_string();
    assert!(
        text.contains("no server of a database answers") && text.contains("start it"),
        "{text}"
    );
}
