//! Suites whose API gets databases of their own.

use super::*;
use crate::suite::{DATABASE_DRIVERS, DatabaseSupport};

fn on_databases(drivers: &[&str]) -> TestSuite {
    let mut suite = suite(Vec::new());
    suite.reset = ResetSpec::Database;
    suite.databases = Some(DatabaseSupport {
        drivers: drivers.iter().map(|name| (*name).to_owned()).collect(),
        ..DatabaseSupport::default()
    });
    suite
}

fn paths(suite: &TestSuite) -> Vec<String> {
    let files = Jest.write(suite).files.into_iter();
    files.filter_map(|file| file.path.strip_prefix("support/").map(str::to_owned)).collect()
}

fn content(suite: &TestSuite, path: &str) -> String {
    let found = Jest.write(suite).files.into_iter().find(|file| file.path == path);
    found.expect(path).content
}

#[test]
fn a_suite_brings_what_its_drivers_need_and_no_more() {
    let of = |drivers: &[&str]| {
        let all = paths(&on_databases(drivers)).into_iter();
        let ours = all.filter(|path| {
            path.contains("/drivers/") || path.contains("/dialects/") || path.contains("loader")
        });
        ours.collect::<Vec<_>>()
    };
    let pg = of(&["pg"]);
    assert!(pg.contains(&"databases/drivers/pg.cjs".to_owned()), "{pg:?}");
    assert!(pg.iter().all(|path| !path.contains("mysql") && !path.contains("loader")), "{pg:?}");
    // Modules of this driver are hooked by the loader.
    assert!(of(&["postgres"]).contains(&"databases/loader.mjs".to_owned()));
    let both = of(&["mysql2", "mariadb"]);
    let dialects = both.iter().filter(|path| *path == "databases/dialects/mysql.cjs");
    assert_eq!(dialects.count(), 1, "{both:?}");
    for driver in DATABASE_DRIVERS {
        assert!(of(&[driver]).contains(&format!("databases/drivers/{driver}.cjs")), "{driver}");
    }
}

#[test]
fn its_start_says_how_it_is_reset_and_what_fills_a_database() {
    let mut suite = on_databases(&["pg"]);
    assert!(content(&suite, "support/start.json").contains("\"reset\": \"database\""));
    assert!(!paths(&suite).contains(&"schema.sql".to_owned()));
    suite.databases = Some(DatabaseSupport {
        drivers: vec!["pg".to_owned()],
        schema: Some("CREATE TABLE books (id int);\n".to_owned()),
        leads_maintenance: true,
    });
    assert_eq!(content(&suite, "support/schema.sql"), "CREATE TABLE books (id int);\n");
    assert!(content(&suite, "support/start.json").contains("\"leadsMaintenance\": true"));
}

#[test]
fn what_leads_is_there_only_where_there_are_databases() {
    let led = on_databases(&["pg"]);
    let mut own = led.clone();
    own.databases = None;
    own.reset = ResetSpec::Restart;
    for path in ["support/sut.cjs", "support/preload.cjs"] {
        assert!(content(&led, path).contains("./databases/"), "{path}");
        assert!(!content(&own, path).contains("databases/"), "{path}");
        assert!(!content(&led, path).contains("//@") && !content(&own, path).contains("//@"));
    }
    let sut = content(&led, "support/sut.cjs");
    assert_eq!(sut.matches("\n  stop").count(), 1, "one `stop` is exported");
    assert!(paths(&own).iter().all(|path| !path.starts_with("databases/")));
}

#[test]
fn the_program_that_puts_back_is_that_of_a_search() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../npm/nearmiss/setup/sql/postgres");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let parts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    let program = content(&on_databases(&["pg"]), "support/databases/dialects/postgres.sql");
    assert_eq!(program, parts.collect::<String>());
}
