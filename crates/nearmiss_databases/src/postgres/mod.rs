//! Homes on servers of PostgreSQL.

mod client;
mod cluster;
mod connection;
mod copy;
mod facts;
mod inside;
mod keeper;
mod locales;
mod refused;
mod roles;
mod rows;
mod schema;
mod sections;
mod told;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use self::client::{Client, literal, name};
use self::cluster::Like;
use self::copy::Copier;
use self::facts::{DatabaseFacts, ServerFacts};
use self::inside::OfPostgres;
use self::locales::Locales;
use crate::error::{HomeError, tells_full_disk};
use crate::ground::{At, Ground};
use crate::made::Made;
use crate::options::{Content, HomeOptions, NewDatabase, NewRole};
use crate::original::{Login, Original};
use crate::programs::{Engine, Programs, Version};
use crate::room;

/// Databases that every server has, and that nobody misses in a home.
const EVERYWHERE: &[&str] = &["postgres", "template0", "template1"];

/// Makes a home that has what an original has.
///
/// # Errors
/// See [`HomeError`].
pub(crate) fn make(original: &Original, options: &HomeOptions) -> Result<Made, HomeError> {
    let login = options.reads_as.as_ref().unwrap_or(&original.login);
    let reads = Client::of_original(original, login, &Programs::latest(Engine::Postgres)?);
    let (facts, wanted) = ask(original, &reads, options)?;
    let programs = for_version(original, facts.version)?;
    let reads = Client::of_original(original, login, &programs);
    let rows = wanted.iter().filter(|_| options.content == Content::Rows);
    let sizes = rows.filter_map(|database| database.size);
    let whole: u64 = sizes.filter(|size| *size <= options.most_bytes).sum();
    room::check(&options.temporary, whole, room::OF_SERVER)?;
    let locales = Locales::of_machine();
    let template = facts.databases.iter().find(|database| database.name == "template1");
    let template = locales.fit(template.unwrap_or(&wanted[0])).0;
    let first_role = facts.first_role.as_str();
    let like = Like { first_role, settings: &facts.settings, template: &template };
    let mut notes = Vec::new();
    let (ground, port, home) = start(&programs, &like, options, &mut notes)?;
    let copied = roles::copy(&reads, &original.database, &facts, &home)?;
    let refused = |said: String| refused::error(original, &login.user, &original.database, &said);
    notes.extend(copied.map_err(refused)?);
    notes.extend(passwords(original, options, &facts, &home)?);
    let folder = ground.folder();
    let copier =
        Copier { original, reads: &reads, home: &home, locales: &locales, options, folder };
    for database in &wanted {
        notes.extend(copier.copy(database)?);
    }
    notes.extend(not_copied(&facts, &wanted));
    Ok(made(ground, port, &home, (notes, options)))
}

/// Makes a home with roles and databases that are empty; the locale is the plainest.
///
/// # Errors
/// See [`HomeError`].
pub(crate) fn empty(
    roles: &[NewRole],
    databases: &[NewDatabase],
    options: &HomeOptions,
) -> Result<Made, HomeError> {
    let programs = Programs::latest(Engine::Postgres)?;
    let locale = Locales::of_machine().nearest("C.UTF-8").to_owned();
    let template = DatabaseFacts {
        name: "template1".to_owned(),
        encoding: "UTF8".to_owned(),
        collate: locale.clone(),
        ctype: locale,
        size: None,
    };
    let like = Like { first_role: "postgres", settings: &BTreeMap::new(), template: &template };
    let (ground, port, home) = cluster::start(&programs, &like, options)?;
    // Who logs in is known to a server that is killed and started again, too.
    let mut statements = "SET synchronous_commit = on;\n".to_owned();
    for role in roles {
        let can = if role.is_administrator { "SUPERUSER" } else { "NOSUPERUSER" };
        let makes = if role.makes_databases { "CREATEDB" } else { "NOCREATEDB" };
        let role_name = name(&role.login.user);
        if role.login.user != home.login.user {
            let _ = writeln!(statements, "CREATE ROLE {role_name} LOGIN {can} {makes};");
        }
        if let Some(password) = &role.login.password {
            let password = literal(password.reveal());
            let _ = writeln!(statements, "ALTER ROLE {role_name} PASSWORD {password};");
        }
    }
    for database in databases.iter().filter(|one| !EVERYWHERE.contains(&one.name.as_str())) {
        let (database, owner) = (name(&database.name), name(&database.owner));
        let _ = writeln!(statements, "CREATE DATABASE {database} OWNER {owner};");
    }
    home.tell("template1", &statements).map_err(|said| not_made(&ground, said))?;
    Ok(made(ground, port, &home, (Vec::new(), options)))
}

fn made(
    ground: Ground,
    port: u16,
    home: &Client,
    (notes, options): (Vec<String>, &HomeOptions),
) -> Made {
    let socket = ground.folder().to_owned();
    let at = At::Server { host: "127.0.0.1".to_owned(), port, socket: socket.clone() };
    let admin = home.login.clone();
    let inside = Box::new(OfPostgres::new(home, (socket, port), options.reads_as.clone()));
    Made { ground, at, admin, notes, inside }
}

/// Asks an original what it is, and answers the databases of it that are to be copied.
fn ask(
    original: &Original,
    reads: &Client,
    options: &HomeOptions,
) -> Result<(ServerFacts, Vec<DatabaseFacts>), HomeError> {
    let refused =
        |database: &str, said: &str| refused::error(original, &reads.login.user, database, said);
    let facts = reads.read(&original.database, &facts::server_query());
    let facts = facts.map_err(|said| refused(&original.database, &said))?;
    let mut facts: ServerFacts = serde_json::from_value(facts).map_err(|error| {
        HomeError::Answer { program: "psql".to_owned(), said: error.to_string() }
    })?;
    if facts.settings.len() < facts::SETTINGS.len() {
        // The database has some of its own, which come with it. What the server has for others, another database tells,
        // if any.
        let of_server = reads.read(EVERYWHERE[0], &facts::settings_query());
        let of_server = of_server.ok().and_then(|settings| serde_json::from_value(settings).ok());
        facts.settings = of_server.unwrap_or(facts.settings);
    }
    let mut names: Vec<&String> = vec![&original.database];
    names.extend(options.databases.iter().filter(|name| **name != original.database));
    let found = names.iter().map(|name| {
        let found = facts.databases.iter().find(|database| database.name == **name);
        let missing = || refused(name, &format!("database \"{name}\" does not exist"));
        found.cloned().ok_or_else(missing)
    });
    let wanted = found.collect::<Result<Vec<DatabaseFacts>, HomeError>>()?;
    Ok((facts, wanted))
}

fn for_version(original: &Original, number: u32) -> Result<Programs, HomeError> {
    // 150018 is 15.18, and before PostgreSQL 10 90624 was 9.6.24.
    let server = Version { major: number / 10_000, minor: number / 100 % 100 };
    Programs::for_original(Engine::Postgres, server, &original.place())
}

/// Starts the server of a home; without the original's libraries where one of them is not here.
fn start(
    programs: &Programs,
    like: &Like<'_>,
    options: &HomeOptions,
    notes: &mut Vec<String>,
) -> Result<(Ground, u16, Client), HomeError> {
    match cluster::start(programs, like, options) {
        Err(HomeError::Server { said, .. }) if said.contains("could not access file") => {
            let mut settings = like.settings.clone();
            let libraries = settings.remove("shared_preload_libraries").unwrap_or_default();
            notes.push(format!(
                "the server loads {libraries} (shared_preload_libraries), which is not on this machine: the home does without"
            ));
            cluster::start(programs, &Like { settings: &settings, ..*like }, options)
        }
        other => other,
    }
}

/// Sets the passwords that are known where the original does not show them, and answers what is to be said of the
/// others.
fn passwords(
    original: &Original,
    options: &HomeOptions,
    facts: &ServerFacts,
    home: &Client,
) -> Result<Option<String>, HomeError> {
    if facts.reads_passwords {
        return Ok(None);
    }
    let logins: Vec<&Login> = std::iter::once(&original.login).chain(&options.logins).collect();
    roles::set_passwords(home, &logins).map_err(|said| HomeError::Fill {
        database: original.database.clone(),
        program: "psql".to_owned(),
        said,
    })?;
    let known: Vec<&str> = logins.iter().map(|login| login.user.as_str()).collect();
    Ok(Some(format!(
        "passwords of other roles than {} cannot be read: in the home those log in by the Unix socket alone",
        known.join(", ")
    )))
}

/// Answers what is to be said of databases that are not copied.
fn not_copied(facts: &ServerFacts, wanted: &[DatabaseFacts]) -> Option<String> {
    let is_copied = |name: &str| wanted.iter().any(|database| database.name == name);
    let others = facts.databases.iter().map(|database| database.name.as_str());
    let others = others.filter(|name| !is_copied(name) && !EVERYWHERE.contains(name));
    let others: Vec<&str> = others.collect();
    let all = others.join(", ");
    (!others.is_empty()).then(|| format!("other databases of the server are not copied: {all}"))
}

fn not_made(ground: &Ground, said: String) -> HomeError {
    if tells_full_disk(&said) {
        return HomeError::DiskFull { folder: ground.folder().to_owned(), said };
    }
    HomeError::Server { program: "psql".to_owned(), said }
}
