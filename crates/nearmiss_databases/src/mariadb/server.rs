//! A server of MariaDB or MySQL that is ours: made, set for speed, started.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;
use std::path::Path;

use super::client::Client;
use crate::error::HomeError;
use crate::ground::{self, Ground, Recipe};
use crate::options::HomeOptions;
use crate::original::Login;
use crate::password::Password;
use crate::program;
use crate::programs::{Engine, Programs};
use crate::server_user::ServerUser;

/// Users who run such servers where we are root.
const USERS: &[&str] = &["mysql"];
/// User who may do everything in a home.
const ADMIN: &str = "nearmiss_home";
/// Settings for speed: nothing has to outlive the machine, but what was committed the server, which may die. Events do
/// not run: what they do would come at any time.
const FOR_SPEED: &str = "
bind_address = 127.0.0.1
skip_log_bin
innodb_flush_log_at_trx_commit = 2
innodb_flush_method = nosync
innodb_doublewrite = 0
innodb_buffer_pool_size = 64M
innodb_stats_persistent = 0
innodb_fast_shutdown = 2
sync_frm = 0
debug_no_sync = 1
performance_schema = 0
event_scheduler = OFF
log_bin_trust_function_creators = 1
";
/// Settings for which MySQL has another word, or none.
const OF_MYSQL: [(&str, &str); 3] = [
    ("sync_frm = 0\ndebug_no_sync = 1\n", ""),
    ("innodb_flush_method = nosync", "innodb_flush_method = O_DIRECT_NO_FSYNC"),
    ("bind_address", "mysqlx = 0\nbind_address"),
];

/// A server that was started.
pub(super) struct Started {
    pub ground: Ground,
    pub port: u16,
    /// Its administrator.
    pub admin: Client,
}

/// Makes a server and starts it.
pub(super) fn start(
    programs: &Programs,
    settings: &BTreeMap<String, String>,
    options: &HomeOptions,
) -> Result<Started, HomeError> {
    let (folder, user) = ground::folder(&options.temporary, USERS)?;
    let top = folder.path().to_owned();
    let wrong = |source| HomeError::folder(&top, source);
    let data = top.join("data");
    for made in [&data, &top.join("tmp")] {
        std::fs::create_dir(made).and_then(|()| user.owns(made)).map_err(wrong)?;
    }
    install(programs, &top, &user)?;
    let login = Login { user: ADMIN.to_owned(), password: Some(by_lot().map_err(wrong)?) };
    let first = top.join("first.sql");
    std::fs::write(&first, first_statements(programs.engine, &login)).map_err(wrong)?;
    let admin = Client::of_home(&top.join("sock"), &login, programs);
    let configuration = top.join("my.cnf");
    let recipe = |port| {
        let text = configured(programs.engine, settings, &top, port);
        std::fs::write(&configuration, text).map_err(wrong)?;
        let name = if programs.engine == Engine::MySql { "mysqld" } else { "mariadbd" };
        Ok(Recipe {
            program: programs.path(name).to_owned(),
            arguments: vec![format!("--defaults-file={}", configuration.display()).into()],
            data: data.clone(),
            user: user.clone(),
            limit: options.start_limit,
        })
    };
    let (ground, port) = Ground::start(folder, &recipe, &|_| answers(&admin))?;
    // It is run again by each start.
    std::fs::write(first, "SELECT 1;\n").map_err(wrong)?;
    Ok(Started { ground, port, admin })
}

/// Tells whether a server takes connections.
pub(super) fn answers(admin: &Client) -> bool {
    admin.tell("SELECT 1;").is_ok()
}

fn install(programs: &Programs, top: &Path, user: &ServerUser) -> Result<(), HomeError> {
    let (program, arguments): (&str, &[&str]) = match programs.engine {
        Engine::MySql => ("mysqld", &["--initialize-insecure"]),
        _ => (
            "mariadb-install-db",
            &[
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--skip-name-resolve",
                "--force",
            ],
        ),
    };
    let mut command = programs.command(program);
    command
        .arg("--no-defaults")
        .args(arguments)
        .arg(format!("--datadir={}", top.join("data").display()));
    // The folder that we are in may be closed to another user.
    command.current_dir("/").env("TMPDIR", top.join("tmp"));
    user.runs(&mut command);
    let ran = program::run(&mut command, "");
    let ran = ran.map_err(|source| HomeError::program(program, source))?;
    if ran.status.success() {
        return Ok(());
    }
    let said = format!("{}\n{}", ran.said, ran.printed);
    Err(HomeError::server(top, program, said.trim().to_owned()))
}

/// Answers what a new server does before it takes connections: nobody logs in without a password.
fn first_statements(engine: Engine, admin: &Login) -> String {
    let word = admin.password.as_ref().map_or("", Password::reveal);
    let account = format!("'{}'@'localhost'", admin.user);
    let root = match engine {
        Engine::MySql => "DROP USER IF EXISTS 'root'@'localhost';\n".to_owned(),
        // Its right to let users be others is given to nobody by a statement of this file.
        _ => format!(
            "UPDATE mysql.proxies_priv SET User = '{}' WHERE User = 'root' AND Host = 'localhost';\n\
             DELETE FROM mysql.proxies_priv WHERE User IN ('', 'root');\n\
             DELETE FROM mysql.global_priv WHERE User IN ('', 'root');\nFLUSH PRIVILEGES;\n",
            admin.user
        ),
    };
    format!(
        "CREATE USER {account} IDENTIFIED BY '{word}';\nGRANT ALL ON *.* TO {account} WITH GRANT OPTION;\n{root}"
    )
}

fn configured(
    engine: Engine,
    settings: &BTreeMap<String, String>,
    top: &Path,
    port: u16,
) -> String {
    let mut text = format!("[mysqld]{FOR_SPEED}");
    if engine == Engine::MySql {
        for (of_mariadb, of_mysql) in OF_MYSQL {
            text = text.replacen(of_mariadb, of_mysql, 1);
        }
    }
    let top = top.display();
    let _ = writeln!(
        text,
        "datadir = {top}/data\ntmpdir = {top}/tmp\nsocket = {top}/sock\nport = {port}"
    );
    let _ = writeln!(text, "pid_file = {top}/pid\ninit_file = {top}/first.sql");
    for (name, value) in settings {
        match name.as_str() {
            // Names of zones are known once their tables are there.
            "time_zone" if value.starts_with(['+', '-']) => {
                let _ = writeln!(text, "default_time_zone = {value}");
            }
            "time_zone" | "system_time_zone" => {}
            "tx_isolation" | "transaction_isolation" => {
                let _ = writeln!(text, "transaction_isolation = {value}");
            }
            // The suite and the reset connect as well.
            "max_connections" => {
                let most = value.parse::<u32>().unwrap_or(0).max(150) + 20;
                let _ = writeln!(text, "{name} = {most}");
            }
            name => {
                let _ = writeln!(text, "{name} = {value}");
            }
        }
    }
    text
}

/// Answers a password that nobody guesses.
fn by_lot() -> std::io::Result<Password> {
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(Password::new(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()))
}
