//! Homes on servers of MariaDB and MySQL.

mod client;
mod copy;
mod facts;
mod inside;
mod keeper;
mod refused;
mod rows;
mod schema;
mod server;
mod tables;
mod told;
mod users;
mod values;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use self::client::{Client, literal};
use self::copy::Copier;
use self::facts::Facts;
use self::inside::OfMariaDb;
use self::server::Started;
use self::users::{identified, quoted};
use crate::error::HomeError;
use crate::ground::At;
use crate::made::Made;
use crate::options::{Content, HomeOptions, NewDatabase, NewRole};
use crate::original::Original;
use crate::programs::{Engine, Programs};
use crate::room;

/// Databases that every server has.
const EVERYWHERE: &[&str] = &["information_schema", "mysql", "performance_schema", "sys"];

/// Makes a home that has what an original has.
///
/// # Errors
/// See [`HomeError`].
pub(crate) fn make(original: &Original, options: &HomeOptions) -> Result<Made, HomeError> {
    let login = options.reads_as.as_ref().unwrap_or(&original.login);
    let reads = Client::of_original(original, login, &any()?);
    let facts = facts::ask(&reads);
    let facts =
        facts.map_err(|said| refused::error(original, &login.user, &original.database, &said))?;
    let wanted = wanted(original, options, &facts)?;
    let programs = Programs::for_original(facts.engine, facts.version, &original.place())?;
    let reads = Client::of_original(original, login, &programs);
    let rows = wanted.iter().filter(|_| options.content == Content::Rows);
    let sizes = rows.filter_map(|name| facts.sizes.get(*name));
    let whole: u64 = sizes.filter(|size| **size <= options.most_bytes).sum();
    room::check(&options.temporary, whole, room::OF_SERVER)?;
    let started = server::start(&programs, &facts.settings, options)?;
    let (home, folder) = (&started.admin, started.ground.folder());
    let copier = Copier { original, reads: &reads, home, facts: &facts, folder };
    let mut notes = set_zone(&copier)?;
    notes.extend(copier.copy(&wanted, options)?);
    // Rights on tables are given once these are there.
    notes.extend(users::copy(&reads, &facts, home)?);
    notes.extend(users::let_in(original, options, (home, started.port))?);
    if facts.runs_events {
        notes.push("events do not run in the home, as they do on the server".to_owned());
    }
    notes.extend(not_copied(&facts, &wanted));
    Ok(made(started, (notes, options)))
}

/// Makes a home with users and databases that are empty, of MariaDB where that is on this machine, else of MySQL.
///
/// # Errors
/// See [`HomeError`].
pub(crate) fn empty(
    roles: &[NewRole],
    databases: &[NewDatabase],
    options: &HomeOptions,
) -> Result<Made, HomeError> {
    let started = server::start(&any()?, &BTreeMap::new(), options)?;
    let mut statements = "SET SESSION sql_mode = '';\n".to_owned();
    for database in databases {
        let name = database.name.replace('`', "``");
        let _ = writeln!(statements, "CREATE DATABASE `{name}`;");
    }
    for role in roles {
        let user = quoted(&format!("{}@%", role.login.user));
        let _ = writeln!(statements, "CREATE USER {user}{};", identified(&role.login));
        if role.is_administrator {
            let _ = writeln!(statements, "GRANT ALL ON *.* TO {user} WITH GRANT OPTION;");
        } else if role.makes_databases {
            let _ = writeln!(statements, "GRANT CREATE, DROP ON *.* TO {user};");
        }
        for owned in databases.iter().filter(|owned| owned.owner == role.login.user) {
            // In the name of a grant these two stand for others.
            let name = owned.name.replace('`', "``").replace('_', "\\_").replace('%', "\\%");
            let _ = writeln!(statements, "GRANT ALL ON `{name}`.* TO {user};");
        }
    }
    let told = started.admin.tell(&statements);
    told.map_err(|said| HomeError::server(started.ground.folder(), "mariadb", said))?;
    Ok(made(started, (Vec::new(), options)))
}

/// Finds the programs of either product: their clients speak to both.
fn any() -> Result<Programs, HomeError> {
    let of_mariadb = Programs::latest(Engine::MariaDb);
    of_mariadb.or_else(|error| Programs::latest(Engine::MySql).map_err(|_| error))
}

fn made(started: Started, (notes, options): (Vec<String>, &HomeOptions)) -> Made {
    let Started { ground, port, admin } = started;
    let socket = ground.folder().join("sock");
    let at = At::Server { host: "127.0.0.1".to_owned(), port, socket };
    let login = admin.login.clone();
    let inside = Box::new(OfMariaDb::new(admin, options.reads_as.clone()));
    Made { ground, at, admin: login, notes, inside }
}

/// Answers the databases that are to be copied.
fn wanted<'a>(
    original: &'a Original,
    options: &'a HomeOptions,
    facts: &Facts,
) -> Result<Vec<&'a str>, HomeError> {
    let mut names: Vec<&str> = Vec::new();
    let all = std::iter::once(&original.database).chain(&options.databases);
    for name in all.filter(|name| !name.is_empty()) {
        if !facts.sizes.contains_key(name) {
            let said = format!("1049: none that {} may see", facts.account);
            return Err(refused::error(original, &original.login.user, name, &said));
        }
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    Ok(names)
}

/// Sets the time zone of the original where it has a name; answers what is to be said of it.
fn set_zone(copier: &Copier<'_>) -> Result<Vec<String>, HomeError> {
    let settings = &copier.facts.settings;
    let named = settings.get("time_zone").filter(|zone| !zone.starts_with(['+', '-']));
    let Some(zone) = named.filter(|zone| *zone != "SYSTEM") else { return Ok(Vec::new()) };
    let is_set = copier.copy_zones().is_ok();
    let set = format!("SET GLOBAL time_zone = {};\n", literal(zone));
    if !is_set || copier.home.tell(&set).is_err() {
        return Ok(vec![format!(
            "the time zone {zone} of the server is not known in the home, which has this machine's"
        )]);
    }
    let first = copier.folder.join("first.sql");
    std::fs::write(first, set).map_err(|source| HomeError::folder(copier.folder, source))?;
    Ok(Vec::new())
}

/// Answers what is to be said of databases that are not copied.
fn not_copied(facts: &Facts, wanted: &[&str]) -> Option<String> {
    let others = facts.sizes.keys().map(String::as_str);
    let others = others.filter(|name| !wanted.contains(name) && !EVERYWHERE.contains(name));
    let others: Vec<&str> = others.collect();
    let all = others.join(", ");
    (!others.is_empty()).then(|| format!("other databases of the server are not copied: {all}"))
}
