//! The program that puts back is run as written suites do: by the API's own role, which is no administrator, as one text.

use std::path::Path;

use crate::servers::reset::Shop;

const SCHEMA: &str = "
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE TABLE p (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text UNIQUE, mood mood DEFAULT 'sad', written int DEFAULT 0,
  chief int REFERENCES p);
CREATE TABLE c (id serial PRIMARY KEY, p int NOT NULL REFERENCES p ON DELETE CASCADE);
CREATE TABLE x (id int PRIMARY KEY, y int);
CREATE TABLE y (id int PRIMARY KEY, x int REFERENCES x);
ALTER TABLE x ADD FOREIGN KEY (y) REFERENCES y;
CREATE TABLE late (id int PRIMARY KEY, other int NOT NULL REFERENCES late DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE keyless (n int);
CREATE FUNCTION counts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.written = NEW.written + 1; RETURN NEW; END $$;
CREATE TRIGGER counts BEFORE INSERT OR UPDATE ON p FOR EACH ROW EXECUTE FUNCTION counts();
INSERT INTO p (name, chief) SELECT 'n' || i, nullif(i - 1, 0) FROM generate_series(1, 5) i;
INSERT INTO c (p) SELECT i FROM generate_series(1, 5) i;
INSERT INTO x VALUES (1, NULL), (2, NULL);
INSERT INTO y VALUES (1, 1), (2, 2);
UPDATE x SET y = id;
INSERT INTO late VALUES (1, 2), (2, 1);
INSERT INTO keyless VALUES (1), (1);
";

/// The program, its files in the order of their names.
fn program() -> String {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/nearmiss/setup/sql/postgres");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn the_own_role_of_an_api_puts_back_by_foreign_keys_and_cycles() {
    let shop = Shop::new();
    shop.sql(SCHEMA);
    shop.boss("CREATE TABLE foreign_to_it (id int PRIMARY KEY); GRANT ALL ON foreign_to_it TO app");
    // As one text, as drivers give it.
    shop.sql(&program());
    assert_eq!(shop.sql("SELECT nearmiss.keep(100)"), "0");
    let before = shop.dump();
    for statements in [
        "UPDATE p SET name = 'z', mood = 'glad' WHERE id = 2; INSERT INTO p (name) VALUES ('new'); INSERT INTO c (p) VALUES (6)",
        "TRUNCATE p CASCADE",
        "DELETE FROM c; UPDATE p SET chief = NULL; DELETE FROM p",
        "TRUNCATE x, y",
        "UPDATE x SET y = NULL; UPDATE y SET x = NULL; DELETE FROM y WHERE id = 1; DELETE FROM x WHERE id = 2",
        "BEGIN; DELETE FROM late; INSERT INTO late VALUES (3, 3); COMMIT",
        "INSERT INTO p (name) VALUES ('q'); UPDATE c SET p = 6 WHERE id = 2; UPDATE p SET chief = 6 WHERE id = 3",
        "UPDATE p SET name = 'other' || name; INSERT INTO p (name) VALUES ('n1')",
        "DELETE FROM keyless WHERE ctid = '(0,1)'; INSERT INTO keyless VALUES (4)",
    ] {
        shop.sql(statements);
        assert_ne!(shop.dump(), before, "{statements}");
        let said = shop.sql("SELECT ended_sessions, is_altered FROM nearmiss.put_back(200)");
        assert_eq!(said, "0|f", "{statements}");
        assert_eq!(shop.dump(), before, "{statements}");
    }
    // A trigger of the user acts again.
    assert_eq!(shop.sql("INSERT INTO p (name) VALUES ('new') RETURNING written"), "1");
    // Without event triggers the schema is compared.
    shop.sql("CREATE TABLE made (id int); INSERT INTO made VALUES (1)");
    assert_eq!(shop.sql("SELECT tables, is_altered FROM nearmiss.put_back(200)"), "2|f");
    shop.sql("ALTER TABLE c ADD COLUMN more int");
    assert_eq!(shop.sql("SELECT is_altered FROM nearmiss.put_back(200)"), "t");
}
