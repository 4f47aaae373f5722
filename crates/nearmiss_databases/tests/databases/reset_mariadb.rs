//! What tests change in a home of MariaDB is put back, whoever changed it, and the API sees nothing of it.

use nearmiss_databases::{Kept, PutBack};

use crate::servers::reset_mariadb::MariaShop;

/// Tables of every sort, with rows. `buyers` reaches others by each sort of cascade.
const TABLES: &str = r#"
CREATE TABLE buyers (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(30) UNIQUE, code INT UNIQUE, chief INT,
  state ENUM('new', 'öld') DEFAULT 'new', at TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  FOREIGN KEY (chief) REFERENCES buyers (id) ON DELETE SET NULL);
CREATE TABLE `the or``ders` (`i d` BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, buyer INT NOT NULL, doc JSON, picture BLOB,
  part DOUBLE, size INT AS (LENGTH(picture)) STORED, bits BIT(5), day DATE,
  FOREIGN KEY (buyer) REFERENCES buyers (id) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE `lines` (of BIGINT UNSIGNED, number INT, PRIMARY KEY (of, number),
  FOREIGN KEY (of) REFERENCES `the or``ders` (`i d`) ON DELETE CASCADE);
CREATE TABLE codes (id INT AUTO_INCREMENT PRIMARY KEY, code INT,
  FOREIGN KEY (code) REFERENCES buyers (code) ON DELETE SET NULL ON UPDATE CASCADE);
CREATE TABLE loose (code INT, FOREIGN KEY (code) REFERENCES buyers (code) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE words (word VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_german2_ci PRIMARY KEY, n INT);
CREATE TABLE moments (at DATETIME(6), part DECIMAL(20, 10), PRIMARY KEY (at, part));
CREATE TABLE keyless (n INT, what TEXT);
CREATE TABLE days (n INT, day DATE, PRIMARY KEY (n, day)) PARTITION BY RANGE (YEAR(day))
  (PARTITION past VALUES LESS THAN (2020), PARTITION coming VALUES LESS THAN MAXVALUE);
CREATE TABLE plain (id INT AUTO_INCREMENT PRIMARY KEY, n INT) ENGINE = MyISAM;
CREATE TABLE empty (id CHAR(36) PRIMARY KEY);
CREATE TABLE log (id INT AUTO_INCREMENT PRIMARY KEY, what VARCHAR(50));
CREATE TRIGGER shouts BEFORE INSERT ON buyers FOR EACH ROW SET NEW.name = CONCAT(NEW.name, '!');
CREATE TRIGGER logs AFTER DELETE ON words FOR EACH ROW INSERT INTO log (what) VALUES (CONCAT('gone ', OLD.word)) -- end
;
CREATE TRIGGER logs_too AFTER INSERT ON words FOR EACH ROW FOLLOWS_NOTHING: BEGIN DECLARE n INT DEFAULT 1;
  IF n = 1 THEN INSERT INTO log (what) VALUES (NEW.word); END IF; END;
CREATE SEQUENCE numbers START WITH 5;
INSERT INTO buyers (name, code, chief) SELECT CONCAT('n', seq), seq * 10, NULLIF(seq - 1, 0) FROM seq_1_to_20;
INSERT INTO `the or``ders` (buyer, doc, picture, part, bits, day) SELECT seq, '{"a": 1}', UNHEX('00FF0A27'), 0.1, 5, '2020-02-03'
  FROM seq_1_to_20;
INSERT INTO `lines` SELECT a.seq, b.seq FROM seq_1_to_20 a, seq_1_to_2 b;
INSERT INTO codes (code) SELECT seq * 10 FROM seq_1_to_20;
INSERT INTO loose SELECT seq * 10 FROM seq_1_to_5;
INSERT INTO words VALUES ('Straße', 1), ('apfel', 2);
INSERT INTO moments VALUES ('2020-02-03 10:00:00.123456', 0.1);
INSERT INTO keyless VALUES (1, 'same'), (1, 'same'), (2, NULL);
INSERT INTO days VALUES (1, '2019-01-01'), (2, '2021-01-01');
INSERT INTO plain (n) VALUES (1), (2);
SELECT NEXTVAL(numbers);
"#;

fn tables() -> String {
    // The client cuts at `;`, which bodies of triggers have.
    let (before, rest) = TABLES.split_once("CREATE TRIGGER logs_too").unwrap();
    let (body, after) = rest.split_once("END;\n").unwrap();
    let body = body.replace("FOLLOWS_NOTHING: ", "");
    format!("{before}DELIMITER //\nCREATE TRIGGER logs_too{body}END//\nDELIMITER ;\n{after}")
}

#[test]
fn rows_of_every_sort_of_table_are_put_back() {
    let mut shop = MariaShop::kept(&tables());
    assert_eq!(shop.put_back(), PutBack::default());
    let put_back =
        shop.undoes("INSERT INTO words VALUES ('x', 1); INSERT INTO words VALUES ('y', 2)");
    assert_eq!(put_back, PutBack { tables: 2, rows: 4, ..PutBack::default() });
    // By cascades, over three tables, from a self reference, and into one without a key.
    let put_back = shop.undoes("DELETE FROM buyers WHERE id = 3");
    assert_eq!(put_back.tables, 5);
    for statements in [
        "UPDATE buyers SET id = 500 WHERE id = 20",
        "UPDATE buyers SET code = 7 WHERE id = 2",
        "INSERT INTO buyers (id, name) VALUES (99, 'x'); UPDATE `the or``ders` SET buyer = 99 WHERE `i d` = 4; DELETE FROM buyers WHERE id = 99",
        "UPDATE buyers SET name = CONCAT('changed', id), state = 'öld' WHERE id < 5",
        "UPDATE `the or``ders` SET doc = '[]', picture = '', part = 0.3, bits = 1, day = NULL WHERE buyer < 5",
        "UPDATE words SET word = 'STRASSE' WHERE n = 1",
        "DELETE FROM words; INSERT INTO words VALUES ('other', 3)",
        "SET time_zone = '+09:00'; UPDATE moments SET part = 0.2; INSERT INTO moments VALUES (NOW(6), 1); UPDATE buyers SET at = '2021-01-01'",
        "DELETE FROM keyless WHERE n = 1 LIMIT 1; INSERT INTO keyless VALUES (3, 'new')",
        "UPDATE days SET day = '2022-02-02' WHERE n = 1",
        "ALTER TABLE days TRUNCATE PARTITION past",
        "TRUNCATE keyless",
        "TRUNCATE words; INSERT INTO words VALUES ('other', 3)",
        "SET foreign_key_checks = 0; TRUNCATE buyers; INSERT INTO buyers (name) VALUES ('first')",
        "INSERT INTO plain (n) VALUES (3)",
        "TRUNCATE plain",
        "START TRANSACTION; UPDATE plain SET n = 7; ROLLBACK",
        "INSERT INTO empty VALUES (UUID()); REPLACE INTO words VALUES ('apfel', 9)",
        "INSERT IGNORE INTO buyers (name, code) VALUES ('z', 10)",
        "SELECT NEXTVAL(numbers)",
    ] {
        shop.undoes(statements);
    }
    assert_eq!(shop.sql("SELECT NEXTVAL(numbers)"), "6");
    shop.put_back();
    assert_eq!(shop.sql("SELECT NEXTVAL(numbers)"), "6");
    // A statement of many rows takes more numbers than it needs.
    let next =
        "INSERT INTO buyers (name) VALUES ('next'); SELECT id, name FROM buyers WHERE id > 20";
    assert_eq!(shop.sql(next), "32\tnext!");
    shop.put_back();
    assert_eq!(shop.sql(next), "32\tnext!");
}

/// Statements of an API; the client prints rows, counts, warnings and errors.
const STATEMENTS: &[&str] = &[
    "INSERT INTO codes (code) VALUES (NULL), (10); SELECT LAST_INSERT_ID(), ROW_COUNT()",
    "INSERT INTO codes (code) VALUES (10); SELECT ROW_COUNT(), LAST_INSERT_ID(); INSERT INTO keyless VALUES (1, 'z'); SELECT LAST_INSERT_ID()",
    "INSERT INTO words VALUES ('apfel', 5) ON DUPLICATE KEY UPDATE n = 7; SELECT ROW_COUNT()",
    "INSERT IGNORE INTO words VALUES ('apfel', 5), ('too long for the column, far too long', 'x')",
    "SET sql_mode = ''; INSERT INTO words VALUES ('longer than this column may ever be', 'y'); UPDATE words SET n = 'q'",
    "REPLACE INTO words VALUES ('apfel', 6); SELECT ROW_COUNT()",
    "UPDATE buyers SET name = 'same'; SELECT ROW_COUNT()",
    "UPDATE words SET n = 8 WHERE word = 'apfel'; SELECT ROW_COUNT(), FOUND_ROWS()",
    "UPDATE words SET n = 8 WHERE word = 'apfel'; SELECT ROW_COUNT()",
    "DELETE FROM buyers WHERE id = 4; SELECT ROW_COUNT()",
    "DELETE FROM buyers WHERE id = 4711; SELECT ROW_COUNT()",
    "INSERT INTO `lines` VALUES (4711, 1)",
    "INSERT INTO loose VALUES (20) RETURNING code",
    "START TRANSACTION; INSERT INTO plain (n) VALUES (5); INSERT INTO words VALUES ('u', 1); ROLLBACK; SELECT * FROM plain",
    "START TRANSACTION; INSERT INTO words VALUES ('v', 1); SAVEPOINT s; DELETE FROM words; ROLLBACK TO s; COMMIT; SELECT * FROM words",
    "START TRANSACTION READ ONLY; DELETE FROM words; COMMIT",
    "LOCK TABLES words WRITE; INSERT INTO words VALUES ('locked', 1); UNLOCK TABLES",
    "CREATE TEMPORARY TABLE t (id INT PRIMARY KEY); INSERT INTO t VALUES (1); SELECT * FROM t",
    "SELECT SQL_CALC_FOUND_ROWS n FROM words LIMIT 1; SELECT FOUND_ROWS()",
    "SELECT id, what FROM log ORDER BY id; SELECT id, name FROM buyers WHERE id > 17",
];

#[test]
fn what_watches_a_database_is_not_seen_by_the_api() {
    let (mut watched, plain) = (MariaShop::kept(&tables()), MariaShop::new());
    plain.sql(&tables());
    let seen = |shop: &MariaShop| -> Vec<String> {
        STATEMENTS.iter().map(|one| format!("{one}\n{}", shop.sees(one))).collect()
    };
    let of_plain = seen(&plain);
    let of_watched = seen(&watched);
    for (one, other) in of_watched.iter().zip(&of_plain) {
        assert_eq!(one, other);
    }
    assert!(of_plain[3].contains("Warning"), "{}", of_plain[3]);
    assert!(watched.put_back().tables > 5);
    for (one, other) in seen(&watched).iter().zip(&of_plain) {
        assert_eq!(one, other);
    }
}

#[test]
fn sessions_that_hold_locks_are_ended_and_others_are_not() {
    let mut shop = MariaShop::kept("CREATE TABLE a (id INT PRIMARY KEY); INSERT INTO a VALUES (1)");
    let before = shop.dump();
    let [mut idle, mut writes] = [shop.session(), shop.session()];
    assert_eq!(idle.tells("SELECT 1;"), "1");
    assert_eq!(writes.tells("START TRANSACTION; INSERT INTO a VALUES (2);"), "");
    shop.sql("INSERT INTO a VALUES (3)");
    let put_back = shop.put_back();
    assert_eq!((put_back.ended_sessions, put_back.tables), (1, 1));
    assert_eq!(shop.dump(), before);
    assert!(writes.tells("COMMIT;").contains("ERROR"), "it has ended");
    assert_eq!(idle.tells("SELECT 2;"), "2");
    let mut locks = shop.session();
    assert_eq!(locks.tells("START TRANSACTION; SELECT id FROM a WHERE id = 1 FOR UPDATE;"), "1");
    // It locks a row that is to be put back, and has not written.
    shop.sql("INSERT INTO a VALUES (3)");
    assert_eq!(shop.put_back().ended_sessions, 0);
    locks.tells("UPDATE a SET id = 7;");
    assert_eq!(shop.put_back().ended_sessions, 1);
    assert_eq!(shop.dump(), before);
    assert_eq!(shop.put_back(), PutBack::default());
}

#[test]
fn changes_of_the_schema_are_taken_in_or_said() {
    let mut shop = MariaShop::kept(
        "CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9)); INSERT INTO a (name) VALUES ('one'), ('two')",
    );
    shop.sql("CREATE TABLE IF NOT EXISTS made (id INT AUTO_INCREMENT PRIMARY KEY); INSERT INTO made VALUES (), ()");
    let put_back = shop.put_back();
    assert!(!put_back.is_altered && put_back.rows == 2, "{put_back:?}");
    assert_eq!(shop.sql("INSERT INTO made VALUES (); SELECT id FROM made"), "1");
    assert_eq!(shop.put_back().rows, 1);
    // Made again just as it was.
    let before = shop.dump();
    let again = "DROP TABLE a; CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9)); INSERT INTO a VALUES (7, 'z')";
    shop.sql(again);
    assert!(!shop.put_back().is_altered);
    assert_eq!(shop.dump(), before);
    assert_eq!(shop.undoes("UPDATE a SET name = 'x'").tables, 1);
    // A later start.
    shop.sql("CREATE DATABASE tenant; CREATE TABLE tenant.t (id INT PRIMARY KEY)");
    shop.put_back();
    assert_eq!(
        shop.sql("SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'tenant'"),
        "0"
    );
    shop.sql("INSERT INTO a (name) VALUES ('three'); UPDATE a SET name = '1' WHERE id = 1; ALTER TABLE made ADD COLUMN n INT; \
              CREATE DATABASE tenant; CREATE TABLE tenant.t (id INT PRIMARY KEY)");
    assert!(shop.home.put_back().unwrap().is_altered);
    shop.sql(
        "CREATE DATABASE IF NOT EXISTS tenant; CREATE TABLE tenant.t (id INT PRIMARY KEY); \
              INSERT INTO a (name) VALUES ('three'); UPDATE a SET name = '1' WHERE id = 1",
    );
    assert_eq!(shop.home.keep().unwrap(), Kept { databases: 2, tables: 3 });
    let before = shop.dump();
    shop.sql("DELETE FROM a; INSERT INTO made (n) VALUES (1); INSERT INTO tenant.t VALUES (1)");
    let put_back = shop.put_back();
    assert_eq!((put_back.tables, put_back.is_altered), (3, false));
    assert_eq!(shop.dump(), before);
    shop.sql("DROP TABLE made");
    assert!(shop.put_back().is_altered);
    assert!(shop.put_back().is_altered);
}

#[test]
fn a_home_that_dies_and_comes_back_goes_on() {
    let mut shop = MariaShop::kept(
        "CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY); INSERT INTO a VALUES (1)",
    );
    let before = shop.dump();
    shop.sql("UPDATE a SET id = 2; INSERT INTO a VALUES (NULL)");
    let server = shop.home.server().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-9", &server]).status().unwrap().success());
    while shop.home.ended().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(shop.home.put_back().is_err());
    shop.home.restart().unwrap();
    assert_eq!(shop.sql("SELECT COUNT(*) FROM a"), "2");
    assert_eq!(shop.put_back().tables, 1);
    assert_eq!(shop.dump(), before);
}
