//! What is needed to start a SUT, and its start.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::controlled::ControllerClient;
use crate::homes::Homes;
use crate::kept_files::KeptFiles;
use crate::outside::{InPlace, Outside};
use crate::start_command::StartCommand;
use crate::suite_sut::SuiteSupport;

/// Everything needed to start the SUT again and again.
#[derive(Clone, Debug)]
pub struct SutSpec {
    /// The start command; the environment that loads the runtime is added to it.
    pub start: StartCommand,
    /// Whether `start` is a driver host, which says itself when the SUT is ready.
    pub driver: bool,
    /// URL (`file:///...`) of the module that Node must load first.
    pub register: String,
    /// Directory that names of files are relative to, and below which files are instrumented.
    pub root: PathBuf,
    /// Globs of files to instrument; empty for the default.
    pub include: Vec<String>,
    /// Globs of files to leave out.
    pub exclude: Vec<String>,
    /// Whether the calls of validators and other libraries are seen through.
    pub adapters: bool,
    /// Whether the project's own TypeScript compiles what nothing else has compiled.
    pub project_compiles: bool,
    /// Whether to instrument at all.
    pub instrument: bool,
    /// Whether waits of the SUT take as long as its code says.
    pub real_timers: bool,
    /// Whether scheduled jobs of the SUT run.
    pub run_schedules: bool,
    /// Whom it may reach beside itself and its databases.
    pub outside: Outside,
    /// Flag: services that it calls are answered for.
    pub answers_services: bool,
    /// Whether databases are out of reach once it has started: what is in them may not change.
    pub hold_databases: bool,
    /// Those that calls may change all the same.
    pub in_place: InPlace,
    /// What is watched for in the process while it is instrumented: names of oracles.
    pub incidents: Vec<String>,
    /// How long it may take until it listens.
    pub start_limit: Duration,
    /// The wanted port of the server to test, when the SUT has several.
    pub port: Option<u16>,
    /// Where one server is to listen, as that of a process before it did; others listen on a free port.
    pub listen_at: Option<ListenAt>,
    /// The controller that starts it and runs it, in place of `start`.
    pub controller: Option<Arc<ControllerClient>>,
    /// What starts and resets it in runs of the written suite, in place of either.
    pub support: Option<SuiteSupport>,
    /// Flag: queries are told, so that rows can be put in for them.
    pub puts_rows: bool,
    /// Flag: all statements are told, with their times: to a core of another tool.
    pub tells_sql: bool,
    /// Homes that databases on servers are led to; none where the API works on the user's own.
    pub homes: Option<Arc<Homes>>,
    /// The files of the project, which are put back when no process of it runs any more; none where they are left to it.
    pub kept: Option<Arc<KeptFiles>>,
    /// Set to stop waiting for a start.
    pub interrupt: Arc<AtomicBool>,
}

/// A server by the port that its code wants, among those that want the same; and the port that it gets.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct ListenAt {
    pub(super) wanted: u16,
    pub(super) nth: usize,
    pub(super) port: u16,
}

/// The SUT could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartSutError {
    /// The operating system refused.
    #[error("the start command could not be run in {folder}: {source}")]
    Spawn {
        /// Its working directory.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It ended before it listened.
    #[error(
        "the start command `{command}` {how} before it listened on a port.{output}\nRun the command by itself to see what it needs."
    )]
    Exited {
        /// The command.
        command: String,
        /// Exit code or signal.
        how: String,
        /// The end of its output.
        output: String,
    },
    /// It runs but does not listen.
    #[error(
        "the start command `{command}` did not listen on a port within {} s.{cause}{output}\nGive it more time with --start-timeout, or check that it starts an HTTP server.", limit.as_secs()
    )]
    NeverListened {
        /// The command.
        command: String,
        /// How long we waited.
        limit: Duration,
        /// Why it may not, as far as that is seen.
        cause: String,
        /// The end of its output.
        output: String,
    },
    /// It has a server, but one of a kind that is not called.
    #[error(
        "the start command `{command}` starts an HTTP server {place}, which nearmiss does not call: have it listen on a port, in the main thread, while it is tested.{output}"
    )]
    NotCalled {
        /// The command.
        command: String,
        /// Where the server is.
        place: String,
        /// The end of its output.
        output: String,
    },
    /// It listens, but not where --port says.
    #[error(
        "the start command `{command}` asks for ports {wanted:?}, not for {port}; correct --port"
    )]
    OtherPorts {
        /// The command.
        command: String,
        /// What the user chose.
        port: u16,
        /// What its code asks for.
        wanted: Vec<u16>,
    },
    /// A database that it connects to has no home.
    #[error(
        "{0}\nNearmiss does not work on the database itself. --database in-place=HOST:PORT says that it may: then calls change what is in it."
    )]
    NoHome(String),
    /// It did not start on databases of ours, and might on its own.
    #[error(
        "{failure}\nNearmiss gave it a database of its own in place of {originals}: with the tables of that, but without a row. What else it needs there, the start command has to make; or let it work on the database itself, where what is in it may change: --database in-place=HOST:PORT."
    )]
    OnHomes {
        /// How it failed.
        failure: Box<StartSutError>,
        /// Databases that it is configured for.
        originals: String,
    },
    /// Ctrl-C.
    #[error("interrupted while the API was starting")]
    Interrupted,
    /// The controller did not do what it was asked for.
    #[error("the controller {0}")]
    Controller(String),
    /// The support file of the written suite did not do what its tests do by it.
    #[error("{0}")]
    Support(String),
    /// The driver said so.
    #[error("the driver could not start the SUT: {0}")]
    Driver(String),
}

impl SutSpec {
    /// The SUT as its users start it, in the folder of `start`: with the runtime that tells when it listens,
    /// and nothing else.
    #[must_use]
    pub fn plain(start: StartCommand, register: String, start_limit: Duration) -> Self {
        Self {
            root: start.cwd.clone(),
            start,
            driver: false,
            register,
            include: Vec::new(),
            exclude: Vec::new(),
            adapters: false,
            project_compiles: false,
            instrument: false,
            real_timers: true,
            run_schedules: true,
            outside: Outside::default(),
            answers_services: false,
            hold_databases: false,
            puts_rows: false,
            tells_sql: false,
            in_place: InPlace::default(),
            incidents: Vec::new(),
            start_limit,
            port: None,
            listen_at: None,
            controller: None,
            support: None,
            homes: None,
            kept: None,
            interrupt: Arc::default(),
        }
    }
}
