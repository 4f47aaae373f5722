//! The users of an original in its home: with their rights and passwords, as far as these can be read.

use super::client::{Client, literal};
use super::facts::Facts;
use crate::error::HomeError;
use crate::options::HomeOptions;
use crate::original::{Login, Original};
use crate::program;
use crate::programs::Engine;

/// Lines of what failed that are told.
const MOST_TOLD: usize = 5;

/// Copies the users, or where they cannot be read the one who reads. Answers what is to be said of them.
pub(super) fn copy(reads: &Client, facts: &Facts, home: &Client) -> Result<Vec<String>, HomeError> {
    if facts.engine == Engine::MariaDb {
        let mut dump = reads.dump();
        // Who is there already (the owner of system views) stays.
        dump.args(["--system=users", "--insert-ignore"]);
        let ran = program::run(&mut dump, "");
        let ran = ran.map_err(|source| HomeError::program("mariadb-dump", source))?;
        if ran.status.success() {
            return run(home, &ran.printed);
        }
    }
    let mut notes = vec![format!(
        "users other than {} cannot be read: the home has none of them",
        facts.account
    )];
    let account = quoted(&facts.account);
    let grants = reads.read("SHOW GRANTS").unwrap_or_default();
    let mut statements =
        format!("CREATE USER IF NOT EXISTS {account}{};\n", identified(&reads.login));
    for grant in grants.iter().filter_map(|row| row.first()) {
        statements.push_str(grant);
        statements.push_str(";\n");
    }
    notes.extend(run(home, &statements)?);
    Ok(notes)
}

/// Makes those able to log in whose password is known and who cannot: the original knows them from another host.
pub(super) fn let_in(
    original: &Original,
    options: &HomeOptions,
    (home, port): (&Client, u16),
) -> Result<Vec<String>, HomeError> {
    let mut notes = Vec::new();
    for login in std::iter::once(&original.login).chain(&options.logins) {
        let goes = Client::of_port(port, login, &home.programs).tell("SELECT 1;");
        let Err(said) = goes else { continue };
        let query =
            format!("SELECT host, user FROM mysql.user WHERE user = {}", literal(&login.user));
        let known = home.read(&query).unwrap_or_default();
        let Some(host) = known.first().and_then(|row| row.first()) else {
            notes.push(format!("the user {} cannot log in to the home: {said}", login.user));
            continue;
        };
        let from = quoted(&format!("{}@{host}", login.user));
        let to = quoted(&format!("{}@localhost", login.user));
        let grants = home.read(&format!("SHOW GRANTS FOR {from}")).unwrap_or_default();
        let mut statements = format!("CREATE USER IF NOT EXISTS {to}{};\n", identified(login));
        for grant in grants.iter().filter_map(|row| row.first()) {
            // Its password is set already, and may be another one's.
            let grant = grant.split(" IDENTIFIED ").next().unwrap_or(grant);
            statements.push_str(&grant.replace(&from, &to));
            statements.push_str(";\n");
        }
        notes.extend(run(home, &statements)?);
        notes.push(format!(
            "the server knows {} from {host}: in the home it logs in from localhost, too",
            login.user
        ));
    }
    Ok(notes)
}

/// Answers an account as grants have it.
pub(super) fn quoted(account: &str) -> String {
    let (user, host) = account.rsplit_once('@').unwrap_or((account, "%"));
    format!("`{}`@`{}`", user.replace('`', "``"), host.replace('`', "``"))
}

/// Answers a name as SQL writes one.
pub(super) fn quoted_name(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}

/// Answers how a user is identified whose password is known.
pub(super) fn identified(login: &Login) -> String {
    let Some(password) = &login.password else { return String::new() };
    // No other form of a literal is taken here; of what is in one `\` alone depends on `sql_mode`.
    let text = password.reveal().replace('\\', "\\\\").replace('\'', "''");
    format!(" IDENTIFIED BY '{text}'")
}

/// Runs statements, also behind one that fails; answers what is to be said of those that do.
fn run(home: &Client, statements: &str) -> Result<Vec<String>, HomeError> {
    let mut sql = home.sql();
    sql.arg("--force");
    // In quotes a \ is one of two letters, whatever the server's own mode is.
    let statements = format!("SET SESSION sql_mode = '';\n{statements}");
    let ran = program::run(&mut sql, &statements);
    let ran = ran.map_err(|source| HomeError::program("mariadb", source))?;
    let failed = ran.said.lines().filter(|line| line.starts_with("ERROR"));
    let told = failed.take(MOST_TOLD).map(|line| {
        // What stands near an error may be the hash of a password.
        let said = line.split(" near ").next().unwrap_or(line);
        format!("a user is not as it was: {said}")
    });
    Ok(told.collect())
}
