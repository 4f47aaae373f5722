//! Homes without an original, and servers that end.

use std::process::Command;

use nearmiss_databases::{
    At, Engine, Home, HomeOptions, Kind, Login, NewDatabase, NewRole, Password, Programs, Version,
};

use crate::servers::mariadb;
use crate::servers::own_user::temporary;
use crate::servers::postgres::{client, output};

fn empty(kind: Kind, folder: &tempfile::TempDir) -> (Home, u16) {
    let options = HomeOptions { temporary: folder.path().to_owned(), ..HomeOptions::default() };
    let role = |user: &str, makes_databases| NewRole {
        login: Login { user: user.to_owned(), password: Some(Password::new("s'e\\t")) },
        is_administrator: false,
        makes_databases,
    };
    let database = NewDatabase { name: "the shop".to_owned(), owner: "app".to_owned() };
    let home = Home::empty(kind, &[role("app", false), role("maker", true)], &[database], &options);
    let home = home.unwrap_or_else(|error| panic!("{error}"));
    let At::Server { port, .. } = home.at() else { panic!("{home:?}") };
    let port = *port;
    (home, port)
}

fn dies_and_comes_back(home: &mut Home) {
    assert_eq!(home.ended(), None);
    let server = home.server().unwrap().to_string();
    assert!(Command::new("kill").args(["-9", &server]).status().unwrap().success());
    while home.ended().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(home.ended().unwrap().contains("signal: 9"), "{:?}", home.ended());
    home.restart().unwrap();
    assert_eq!(home.ended(), None);
}

#[test]
fn postgresql_is_made_without_an_original_and_comes_back_when_it_dies() {
    let temporary = temporary();
    let (mut home, port) = empty(Kind::Postgres, &temporary);
    let programs = Programs::find(Engine::Postgres, Version::default()).unwrap();
    let ask = |user: &str, query: &str| {
        let login = (user, "s'e\\t");
        let mut psql = client(programs.folder(), "psql", ("127.0.0.1", port), login, "the shop");
        output(psql.args(["-XqAt", "-c", query]))
    };
    assert_eq!(
        ask("app", "CREATE TABLE a (b int); INSERT INTO a VALUES (1)"),
        (true, String::new())
    );
    assert!(ask("maker", "CREATE DATABASE tenant").0 && !ask("app", "CREATE DATABASE other").0);
    dies_and_comes_back(&mut home);
    assert_eq!(ask("app", "SELECT * FROM a"), (true, "1\n".to_owned()));
    // By TCP nobody gets in without a password, and the administrator has none.
    let mut psql =
        client(programs.folder(), "psql", ("127.0.0.1", port), ("postgres", ""), "postgres");
    assert!(!output(psql.args(["-c", "SELECT 1"])).0);
    assert_eq!(home.admin().unwrap().user, "postgres");
}

#[test]
fn mariadb_is_made_without_an_original_and_comes_back_when_it_dies() {
    let temporary = temporary();
    let (mut home, port) = empty(Kind::MySql, &temporary);
    let ask = |user: &str, query: &str| {
        output(mariadb::client("mariadb", port, (user, "s'e\\t")).args(["-BN", "-e", query]))
    };
    let made = ask("app", "CREATE TABLE `the shop`.a (b int); INSERT INTO `the shop`.a VALUES (1)");
    assert_eq!(made, (true, String::new()));
    assert!(ask("maker", "CREATE DATABASE tenant").0 && !ask("app", "CREATE DATABASE other").0);
    dies_and_comes_back(&mut home);
    assert_eq!(ask("app", "SELECT * FROM `the shop`.a"), (true, "1\n".to_owned()));
    let admin = home.admin().unwrap();
    let word = admin.password.as_ref().unwrap().reveal();
    assert!(
        output(mariadb::client("mariadb", port, (&admin.user, word)).args(["-e", "SELECT 1"])).0
    );
    assert!(!format!("{home:?}").contains(word));
}
