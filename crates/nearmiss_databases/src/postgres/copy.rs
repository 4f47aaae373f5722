//! A database of an original in its home, as one snapshot of it was.

use std::process::Command;

use super::client::Client;
use super::facts::{AVAILABLE, DatabaseFacts, EXTENSIONS};
use super::locales::Locales;
use super::sections::{Section, sections};
use super::{refused, schema};
use crate::error::{HomeError, tells_full_disk};
use crate::options::{Content, HomeOptions};
use crate::original::Original;
use crate::program;
use crate::programs::{Engine, Programs, Version};

/// Milliseconds for which a table that somebody changes is waited for.
const LOCK_LIMIT: &str = "--lock-wait-timeout=30000";
/// The database that every new server has.
const FIRST_DATABASE: &str = "postgres";
/// Extensions by which statements reach others than their own server.
const REACHING: &[&str] = &["aws_s3", "dblink", "http", "pg_cron", "pg_net", "pgsql_http", "plsh"];
/// Has nothing of foreign data be reached: a foreign table is there, and who asks for its rows is told that it has no
/// handler.
const NOTHING_FOREIGN: &str = "
SELECT format('ALTER FOREIGN DATA WRAPPER %I NO HANDLER', fdwname) FROM pg_catalog.pg_foreign_data_wrapper
WHERE fdwhandler <> 0 AND fdwname <> 'file_fdw' \\gexec
SELECT format('ALTER SERVER %I OPTIONS (%s host %L, %s port %L%s)', srvname,
CASE WHEN options LIKE '%|host=%' THEN 'SET' ELSE 'ADD' END, '127.0.0.1',
CASE WHEN options LIKE '%|port=%' THEN 'SET' ELSE 'ADD' END, '1',
CASE WHEN options LIKE '%|hostaddr=%' THEN ', DROP hostaddr' ELSE '' END)
FROM (SELECT srvname, '|' || coalesce(array_to_string(srvoptions, '|'), '') AS options FROM pg_catalog.pg_foreign_server
JOIN pg_catalog.pg_foreign_data_wrapper wrapper ON wrapper.oid = srvfdw
WHERE fdwname IN ('postgres_fdw', 'dblink_fdw')) servers \\gexec
SELECT coalesce(json_agg(srvname), '[]') FROM pg_catalog.pg_foreign_server;
";

/// Copies databases of one original into one home.
pub(super) struct Copier<'a> {
    pub original: &'a Original,
    pub reads: &'a Client,
    pub home: &'a Client,
    pub locales: &'a Locales,
    /// Part that is copied, and bytes above which only the schema is.
    pub options: &'a HomeOptions,
    /// The folder of the home, for messages.
    pub folder: &'a std::path::Path,
}

impl Copier<'_> {
    /// Copies one; answers what is to be said of it.
    pub fn copy(&self, facts: &DatabaseFacts) -> Result<Vec<String>, HomeError> {
        let database = facts.name.as_str();
        if self.options.content == Content::Names {
            self.copy_names(database)?;
            return Ok(self.locale_note(facts).into_iter().collect());
        }
        let mut notes = self.check_extensions(database)?;
        notes.extend(self.locale_note(facts));
        let without_rows = self.options.content == Content::Schema;
        let most_bytes = self.options.most_bytes;
        let is_large = !without_rows && facts.size.is_some_and(|size| size > most_bytes);
        if is_large {
            notes.push(format!(
                "{database}: only its schema is copied, without a row: it has {} MB, above the limit of {} MB",
                facts.size.unwrap_or(0) / 1_000_000,
                most_bytes / 1_000_000
            ));
        }
        self.fill(database, is_large || without_rows)?;
        if without_rows {
            self.copy_books(database)?;
        }
        self.analyze(database)?;
        notes.extend(self.close_ways_out(database)?);
        Ok(notes)
    }

    fn fill(&self, database: &str, schema_only: bool) -> Result<(), HomeError> {
        let mut dump = self.reads.command("pg_dump", database);
        dump.args([
            "--format=plain",
            "--create",
            "--no-tablespaces",
            "--no-subscriptions",
            LOCK_LIMIT,
        ]);
        if database == FIRST_DATABASE {
            dump.args(["--clean", "--if-exists"]);
        }
        if schema_only {
            dump.arg("--schema-only");
        }
        // Each statement of another server's dump as one of its own: its first lines make the database.
        self.pump(database, &mut dump, &mut self.home.psql("template1"))?;
        if schema_only { self.refresh_views(database) } else { Ok(()) }
    }

    /// Runs a dump into a client.
    fn pump(
        &self,
        database: &str,
        dump: &mut Command,
        psql: &mut Command,
    ) -> Result<(), HomeError> {
        let ran = program::run_into(dump, psql, &mut |line| self.locales.replaced(line));
        let (dumped, filled) = ran.map_err(|source| HomeError::program("pg_dump", source))?;
        // Who reads no more ends who prints: then the reader says why.
        let by_reader = dumped.said.is_empty() || dumped.said.contains("Broken pipe");
        if !dumped.status.success() && (filled.status.success() || !by_reader) {
            return Err(self.refused(database, &dumped.said));
        }
        if !filled.status.success() {
            return Err(self.not_filled(database, filled.said));
        }
        Ok(())
    }

    fn analyze(&self, database: &str) -> Result<(), HomeError> {
        let analyzed = self.home.tell(database, "ANALYZE;");
        analyzed.map_err(|said| self.not_filled(database, said)).map(|_| ())
    }

    /// Makes a database as the original's is, with nothing in it.
    fn copy_names(&self, database: &str) -> Result<(), HomeError> {
        let mut dump = self.reads.command("pg_dump", database);
        dump.args(["--format=plain", "--create", "--schema-only", "--no-tablespaces", LOCK_LIMIT]);
        if database == FIRST_DATABASE {
            dump.args(["--clean", "--if-exists"]);
        }
        let ran = program::run(&mut dump, "");
        let ran = ran.map_err(|source| HomeError::program("pg_dump", source))?;
        if !ran.status.success() {
            return Err(self.refused(database, &ran.said));
        }
        let mut statements = String::new();
        for section in sections(&ran.printed).iter().filter(|one| is_of_names(one)) {
            for line in &section.lines {
                let other = self.locales.replaced(line);
                statements.push_str(other.as_deref().unwrap_or(line));
                statements.push('\n');
            }
        }
        let filled = self.home.tell("template1", &statements);
        filled.map(|_| ()).map_err(|said| self.not_filled(database, said))
    }

    /// Copies the rows of the books of tools for migrations.
    fn copy_books(&self, database: &str) -> Result<(), HomeError> {
        let books = schema::books(self.reads, database);
        let books = books.map_err(|said| self.refused(database, &said))?;
        if books.is_empty() {
            return Ok(());
        }
        let mut dump = self.reads.command("pg_dump", database);
        dump.args(["--format=plain", "--data-only", LOCK_LIMIT]).args(books);
        self.pump(database, &mut dump, &mut self.home.psql(database))
    }

    /// Fills the materialized views that the original has filled: without that nobody may ask them.
    fn refresh_views(&self, database: &str) -> Result<(), HomeError> {
        let views = schema::populated(self.reads, database);
        let views = views.map_err(|said| self.refused(database, &said))?;
        let filled = self.home.tell(database, &views.join("\n"));
        filled.map(|_| ()).map_err(|said| self.not_filled(database, said))
    }

    fn locale_note(&self, facts: &DatabaseFacts) -> Option<String> {
        let missing = self.locales.fit(facts).1;
        (!missing.is_empty()).then(|| {
            format!(
                "{}: the locale {} is not on this machine, so texts are sorted by {}",
                facts.name,
                missing.join(" and "),
                self.locales.nearest(&facts.collate)
            )
        })
    }

    fn refused(&self, database: &str, said: &str) -> HomeError {
        refused::error(self.original, &self.reads.login.user, database, said)
    }

    fn not_filled(&self, database: &str, said: String) -> HomeError {
        if tells_full_disk(&said) {
            return HomeError::DiskFull { folder: self.folder.to_owned(), said };
        }
        HomeError::Fill { database: database.to_owned(), program: "psql".to_owned(), said }
    }

    /// Checks that the home can have the extensions of a database; answers what is to be said of them.
    fn check_extensions(&self, database: &str) -> Result<Vec<String>, HomeError> {
        let read = |client: &Client, database: &str, query: &str| {
            let value = client.read(database, query)?;
            serde_json::from_value::<Vec<String>>(value).map_err(|error| error.to_string())
        };
        let used = read(self.reads, database, EXTENSIONS);
        let used = used.map_err(|said| self.refused(database, &said))?;
        let available = read(self.home, "template1", AVAILABLE);
        let available = available.map_err(|said| self.not_filled(database, said))?;
        let missing = used.iter().filter(|name| !available.contains(name));
        let missing: Vec<String> = missing.cloned().collect();
        if !missing.is_empty() {
            return Err(missing_extensions(self.original, &self.home.programs, missing));
        }
        let reaching = used.iter().filter(|name| REACHING.contains(&name.as_str()));
        Ok(reaching
            .map(|name| format!("{database}: by its extension {name} statements may reach other servers, also from the home"))
            .collect())
    }

    /// Has nothing in the home reach what the original reaches by foreign servers.
    fn close_ways_out(&self, database: &str) -> Result<Vec<String>, HomeError> {
        let printed = self.home.tell(database, NOTHING_FOREIGN);
        let printed = printed.map_err(|said| self.not_filled(database, said))?;
        let servers: Vec<String> = serde_json::from_str(printed.trim()).map_err(|error| {
            HomeError::Answer { program: "psql".to_owned(), said: error.to_string() }
        })?;
        if servers.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![format!(
            "{database}: its foreign servers ({}) are not reached from the home",
            servers.join(", ")
        )])
    }
}

/// Tells whether a section is of a database itself, or of who may do what in it.
fn is_of_names(section: &Section<'_>) -> bool {
    let is_public = section.name == "public" || section.name == "SCHEMA public";
    let is_of_database = section.name.starts_with("DATABASE ");
    match section.kind {
        "" | "DATABASE" | "DATABASE PROPERTIES" | "DEFAULT ACL" => true,
        "SCHEMA" => is_public,
        "ACL" | "COMMENT" => is_public || is_of_database,
        _ => false,
    }
}

fn missing_extensions(
    original: &Original,
    programs: &Programs,
    extensions: Vec<String>,
) -> HomeError {
    let major = programs.version.major;
    let packages: Vec<String> = extensions
        .iter()
        .map(|name| match name.as_str() {
            "vector" => format!("postgresql-{major}-pgvector"),
            "postgis" => format!("postgresql-{major}-postgis-3"),
            name => format!("postgresql-{major}-{}", name.replace('_', "-")),
        })
        .collect();
    let server = Version { major, minor: 0 }.shown(Engine::Postgres);
    HomeError::ExtensionsMissing {
        place: original.place(),
        extensions,
        server: format!("PostgreSQL {server}"),
        package: format!("{} (names of Debian's packages)", packages.join(" ")),
    }
}
