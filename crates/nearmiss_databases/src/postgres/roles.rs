//! The roles of an original in its home: with their rights, settings and passwords, as far as these can be read.

use super::client::{Client, literal, name};
use super::facts::ServerFacts;
use crate::error::HomeError;
use crate::original::Login;
use crate::program;

/// Lines of what failed that are told.
const MOST_TOLD: usize = 5;

/// Copies the roles. Answers what was said of those that could not be made as they are; where reading them fails, what
/// was said.
pub(super) fn copy(
    original: &Client,
    database: &str,
    facts: &ServerFacts,
    home: &Client,
) -> Result<Result<Vec<String>, String>, HomeError> {
    let mut dump = original.command("pg_dumpall", database);
    dump.args(["--roles-only", "-l", database]);
    if !facts.reads_passwords {
        dump.arg("--no-role-passwords");
    }
    let ran = program::run(&mut dump, "");
    let ran = ran.map_err(|source| HomeError::program("pg_dumpall", source))?;
    if !ran.status.success() {
        return Ok(Err(ran.said));
    }
    // The home was made with it.
    let is_there = format!("CREATE ROLE {};", facts.first_role_quoted);
    let lines = ran.printed.lines().filter(|line| *line != is_there);
    let statements: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut psql = home.psql("template1");
    // What a provider's own server has (settings of its own, roles of its own) need not be here.
    psql.arg("--set=ON_ERROR_STOP=0");
    let ran = program::run(&mut psql, &statements);
    let ran = ran.map_err(|source| HomeError::program("psql", source))?;
    let failed = ran.said.lines().filter(|line| line.contains("ERROR:"));
    let told = failed.take(MOST_TOLD).map(|line| {
        let said = line.split_once("ERROR:").map_or(line, |(_, said)| said).trim();
        format!("a role is not as it was: {said}")
    });
    Ok(Ok(told.collect()))
}

/// Sets passwords that are known. A role that is not there is left out.
pub(super) fn set_passwords(home: &Client, logins: &[&Login]) -> Result<(), String> {
    let statements: String = logins
        .iter()
        .filter_map(|login| {
            let password = literal(login.password.as_ref()?.reveal());
            let (role, text) = (name(&login.user), literal(&login.user));
            Some(format!(
                "SELECT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = {text}) AS is_there \\gset\n\
                 \\if :is_there\nALTER ROLE {role} PASSWORD {password};\n\\endif\n"
            ))
        })
        .collect();
    home.tell("template1", &statements).map(|_| ())
}
