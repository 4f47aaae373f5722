//! A server of PostgreSQL that is ours: made, set for speed, started.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

use super::client::{Client, literal};
use super::facts::DatabaseFacts;
use crate::error::HomeError;
use crate::ground::{self, Ground, Recipe};
use crate::options::HomeOptions;
use crate::program;
use crate::programs::Programs;
use crate::server_user::ServerUser;

/// Users who run servers of PostgreSQL where we are root.
const USERS: &[&str] = &["postgres"];

/// Settings for speed: nothing has to outlive the machine. The log has no statement and no row. Autovacuum comes often:
/// who reads tables that are emptied and filled hundreds of times a second reads through what they held since it came.
const FOR_SPEED: &str = "
fsync = off
synchronous_commit = off
full_page_writes = off
shared_buffers = 64MB
maintenance_work_mem = 128MB
wal_level = minimal
max_wal_senders = 0
max_wal_size = 1GB
checkpoint_timeout = 30min
autovacuum_max_workers = 1
autovacuum_naptime = 2s
autovacuum_vacuum_cost_delay = 0
bgwriter_delay = 1s
wal_writer_delay = 1s
jit = off
logging_collector = off
log_min_messages = warning
log_min_error_statement = panic
log_error_verbosity = terse
log_statement = none
log_duration = off
";
/// Rules of who is asked for a password: by the socket, whose folder nobody else enters, nobody.
const ACCESS: &str = "
local all all trust
local replication all trust
host all all 127.0.0.1/32 md5
host replication all 127.0.0.1/32 md5
";

/// Likeness of a new server.
pub(super) struct Like<'a> {
    /// The role that it is made with.
    pub first_role: &'a str,
    /// Settings.
    pub settings: &'a BTreeMap<String, String>,
    /// Template of databases that say nothing of their own.
    pub template: &'a DatabaseFacts,
}

/// Makes a server and starts it. Answers it, its port, and the client of its first role.
pub(super) fn start(
    programs: &Programs,
    like: &Like<'_>,
    options: &HomeOptions,
) -> Result<(Ground, u16, Client), HomeError> {
    let (folder, user) = ground::folder(&options.temporary, USERS)?;
    let (top, data) = (folder.path().to_owned(), folder.path().join("data"));
    initdb(programs, like, &data, &user)?;
    let wrong = |source| HomeError::folder(&top, source);
    std::fs::write(data.join("pg_hba.conf"), ACCESS).map_err(wrong)?;
    let configuration = data.join("postgresql.conf");
    let first = std::fs::read_to_string(&configuration).map_err(wrong)?;
    let client = |port| Client::of_home(&top, port, like.first_role, programs);
    let recipe = |port| {
        let text = format!("{first}{FOR_SPEED}{}", settings(like.settings, &top, port));
        std::fs::write(&configuration, text).map_err(wrong)?;
        Ok(Recipe {
            program: programs.path("postgres").to_owned(),
            arguments: vec![OsString::from("-D"), data.clone().into()],
            data: data.clone(),
            user: user.clone(),
            limit: options.start_limit,
        })
    };
    let (ground, port) =
        Ground::start(folder, &recipe, &|port| answers(&client(port), &top, port))?;
    Ok((ground, port, client(port)))
}

/// Tells whether a server takes connections.
pub(super) fn answers(client: &Client, folder: &Path, port: u16) -> bool {
    folder.join(format!(".s.PGSQL.{port}")).exists()
        && client.tell("template1", "SELECT 1;").is_ok()
}

fn initdb(
    programs: &Programs,
    like: &Like<'_>,
    data: &Path,
    user: &ServerUser,
) -> Result<(), HomeError> {
    let mut command = programs.command("initdb");
    command
        .arg("-D")
        .arg(data)
        .args(["-U", like.first_role, "-E", &like.template.encoding, "--locale=C"])
        .arg(format!("--lc-collate={}", like.template.collate))
        .arg(format!("--lc-ctype={}", like.template.ctype))
        .args(["--auth=trust", "--no-sync"])
        // The folder that we are in may be closed to another user.
        .current_dir("/");
    user.runs(&mut command);
    let ran = program::run(&mut command, "");
    let ran = ran.map_err(|source| HomeError::program("initdb", source))?;
    if ran.status.success() {
        return Ok(());
    }
    Err(HomeError::server(data.parent().unwrap_or(data), "initdb", ran.said))
}

/// Answers the settings of an original as far as they do not stand against ours, and where the server listens.
fn settings(of_original: &BTreeMap<String, String>, folder: &Path, port: u16) -> String {
    let mut text = String::new();
    for (name, value) in of_original {
        match (name.as_str(), value.as_str()) {
            // Only who reads the log needs more than the least.
            ("wal_level", "logical") => text.push_str("max_wal_senders = 10\n"),
            ("wal_level", _) => continue,
            // Before PostgreSQL 10 it was a switch.
            ("password_encryption", "on" | "off") => continue,
            // The suite and the reset connect as well.
            ("max_connections", value) => {
                let most = value.parse::<u32>().unwrap_or(0).max(100) + 20;
                let _ = writeln!(text, "{name} = {most}");
                continue;
            }
            _ => {}
        }
        let _ = writeln!(text, "{name} = {}", literal(value));
    }
    let socket = literal(&format!("\"{}\"", folder.display()));
    let _ = writeln!(text, "listen_addresses = '127.0.0.1'\nport = {port}");
    let _ = writeln!(text, "unix_socket_directories = {socket}\nunix_socket_permissions = 0700");
    text
}
