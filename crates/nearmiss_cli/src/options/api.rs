//! Options that say how the API starts, and what it may do while it is tested.

use std::path::PathBuf;
use std::time::Duration;

use super::kind::{Many, Maybe, OnUnless, Or, Switch};
use super::numbers::{Count, Port};
use super::option::{AnyOption, FuzzOption};
use super::places::{FileOrUrl, GivenUsers, Place, UsersOrFile};
use super::single::{Choice, Glob, Header, SourceMaps, Text, Time};
use super::words::{CompilerArg, SourceMapsArg};

/// All of them, in the order of the help.
pub const ALL: &[&dyn AnyOption] = &[
    &START,
    &DRIVER,
    &CONTROLLER,
    &OPENAPI,
    &SCHEMA_ONLY,
    &CWD,
    &RESET,
    &HEADER,
    &HEADER_FILE,
    &AUTH,
    &PORT,
    &INCLUDE,
    &EXCLUDE,
    &ROOT,
    &ADAPTERS,
    &COMPILER,
    &SOURCE_MAPS,
    &START_TIMEOUT,
    &CALL_TIMEOUT,
    &RATE_LIMIT,
    &REAL_TIMERS,
    &RUN_SCHEDULES,
    &FILES_MAY_CHANGE,
    &ALLOW_HOST,
    &REAL_SERVICES,
    &DATABASE,
    &DATA_MAY_CHANGE,
];

const HEADING: &str = "The API";

/// The command that starts the API.
pub const START: FuzzOption<Option<String>> =
    FuzzOption::new(HEADING, "start", &Maybe(&Text("COMMAND")), "Command that starts the API.");

/// The driver.
pub const DRIVER: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "driver",
    &Maybe(&Place("FILE")),
    "Module with a driver class (startSut, stopSut, resetStateOfSUT, getProblemInfo ...), instead of --start.",
)
.doc("Module with a driver class, instead of `start`.")
.excludes(&["start"]);

/// The controller.
pub const CONTROLLER: FuzzOption<Option<String>> = FuzzOption::new(
    HEADING,
    "controller",
    &Maybe(&Text("URL")),
    "Controller that starts the API, instead of --start: `nearmiss serve`, or a driver of EvoMaster's for the JVM or \
     .NET (http://localhost:40100). Such APIs are a black box but for what their driver reports.",
)
.only_typed()
.excludes(&["start", "driver"]);

/// The document of the API.
pub const OPENAPI: FuzzOption<Option<String>> = FuzzOption::new(
    HEADING,
    "openapi",
    &Maybe(&FileOrUrl),
    "OpenAPI document (2.0, 3.0, 3.1; JSON or YAML): a file, or a URL that the API answers. Without one, what the \
     API's router serves is called.",
)
.doc("OpenAPI document: a file or a URL.");

/// Whether only what the document describes is called.
pub const SCHEMA_ONLY: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "schema-only",
    &Switch,
    "Call only what the schema describes: no routes and inputs that are found in the running API.",
);

/// The directory of the API.
pub const CWD: FuzzOption<Option<PathBuf>> =
    FuzzOption::new(HEADING, "cwd", &Maybe(&Place("DIR")), "Directory of the API.").only_typed();

/// How state is reset.
pub const RESET: FuzzOption<Option<String>> = FuzzOption::new(
    HEADING,
    "reset",
    &Maybe(&Text("restart|databases|none|URL")),
    "How state is reset before each test: a fresh process (restart), what it changed in databases is put back \
     (databases, the default where the API uses any), not at all (none), or a POST to a URL of the API.",
)
.doc("How state is reset before each test: \"restart\", \"databases\", \"none\", or a URL of the API.");

/// Headers of every call.
pub const HEADER: FuzzOption<Vec<String>> = FuzzOption::new(
    HEADING,
    "header",
    &Many(&Header),
    "Header sent with every call, as \"Name: value\"; may be repeated. ${NAME} is the environment variable NAME.",
)
.doc("Headers of every call, as \"Name: value\"; `${NAME}` is the environment variable NAME.");

/// A file of headers.
pub const HEADER_FILE: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "header-file",
    &Maybe(&Place("FILE")),
    "File with more of them, one a line, for what should not be seen in the list of processes.",
)
.doc("File with more headers, one a line.");

/// Who may call.
pub const AUTH: FuzzOption<Option<GivenUsers>> = FuzzOption::new(
    HEADING,
    "auth",
    &Maybe(&UsersOrFile),
    "Users and how they log in: headers, a login endpoint, OAuth2, or users made on the fly (YAML or JSON, see \
     below). Secrets come from the environment.",
)
.doc("Users and how they log in: a file, or the same structure.");

/// The port of the server to test.
pub const PORT: FuzzOption<Option<u16>> = FuzzOption::new(
    HEADING,
    "port",
    &Maybe(&Port),
    "Which server to test when the API starts several: the port that its code asks for.",
);

/// Files that get probes.
pub const INCLUDE: FuzzOption<Vec<String>> = FuzzOption::new(
    HEADING,
    "include",
    &Many(&Glob),
    "Instrument only files that match; may be repeated. Default: the project's own files.",
)
.doc("Files to instrument, as globs relative to `root`. Default: the project's own files.");

/// Files that get none.
pub const EXCLUDE: FuzzOption<Vec<String>> = FuzzOption::new(
    HEADING,
    "exclude",
    &Many(&Glob),
    "Leave out files that match; may be repeated. node_modules is always left out.",
)
.doc("Files to leave out, as globs relative to `root`. node_modules is always left out.");

/// The folder that files are named relative to.
pub const ROOT: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "root",
    &Maybe(&Place("DIR")),
    "Folder that names of files are relative to. Default: that of the package.",
)
.only_configured();

/// Whether libraries are seen through.
pub const ADAPTERS: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "adapters",
    &OnUnless,
    "Leave libraries such as zod or joi as they are: their schemas are not seen through.",
)
.flag("no-adapters")
.doc("false: libraries such as zod or joi are left as they are during a search.");

/// The compiler of TypeScript.
pub const COMPILER: FuzzOption<Option<CompilerArg>> = FuzzOption::new(
    HEADING,
    "compiler",
    &Maybe(&Choice::shown("COMPILER")),
    "What compiles TypeScript that nothing else has compiled: nearmiss (the default), or typescript, the project's own, \
     file by file as its tsconfig.json says.",
);

/// Where source maps go.
pub const SOURCE_MAPS: FuzzOption<Option<SourceMapsArg>> = FuzzOption::new(
    HEADING,
    "source-maps",
    &Maybe(&SourceMaps),
    "Source maps beside the instrumented files (true, the default), in them, or none.",
)
.only_configured();

/// The limit of a start.
pub const START_TIMEOUT: FuzzOption<Option<Duration>> = FuzzOption::new(
    HEADING,
    "start-timeout",
    &Maybe(&Time),
    "How long the API may take until it listens. Default: 60 s; 180 s with --controller.",
);

/// The limit of a call.
pub const CALL_TIMEOUT: FuzzOption<Duration> =
    FuzzOption::new(HEADING, "call-timeout", &Or("5s", &Time), "How long a call may take.");

/// How many calls are made in a second.
pub const RATE_LIMIT: FuzzOption<Option<u32>> = FuzzOption::new(
    HEADING,
    "rate-limit",
    &Maybe(&Count::from(1)),
    "Make so many calls in a second at most, where a rate limiter keeps its counts beyond the process (Redis, a \
     gateway). Counts in the memory of the API are forgotten before each test.",
)
.doc("Calls in a second at most, where a rate limiter keeps its counts beyond the process (Redis, a gateway).");

/// Whether waits take as long as the code says.
pub const REAL_TIMERS: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "real-timers",
    &Switch,
    "Let timers that a call starts wait as long as the code says. Default: a second at most, and never beyond the \
     test.",
)
.doc("Timers that a call starts wait as long as the code says. Default: a second at most, and never beyond the test.");

/// Whether scheduled jobs run.
pub const RUN_SCHEDULES: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "run-schedules",
    &Switch,
    "Let scheduled jobs (node-cron, node-schedule, agenda ...) run during the search. Default: they do not.",
)
.doc("Scheduled jobs (node-cron, node-schedule, agenda ...) run during the search. Default: they do not.");

/// Whether files of the API are left as its calls leave them.
pub const FILES_MAY_CHANGE: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "files-may-change",
    &Switch,
    "Leave the API's files and SQLite databases to it: nothing is copied, and what calls change stays changed.",
)
.doc("The API's files and SQLite databases are left to it: what calls change stays changed.");

/// Strangers that the API may reach.
pub const ALLOW_HOST: FuzzOption<Vec<String>> = FuzzOption::new(
    HEADING,
    "allow-host",
    &Many(&Text("HOST[:PORT]")),
    "Let the API connect to this host (HOST, HOST:PORT, or the path of a socket), which is neither itself nor a \
     database; may be repeated. Default: connections to strangers are refused.",
)
.doc("Hosts that the API may connect to, as \"host\" or \"host:port\". Default: none but itself and its databases.");

/// Whether the API may reach everybody.
pub const REAL_SERVICES: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "real-services",
    &Switch,
    "Let the API connect to everybody: mails are sent, cards are charged.",
)
.doc("The API may connect to everybody: mails are sent, cards are charged.");

/// Databases that the API works on itself.
pub const DATABASE: FuzzOption<Vec<String>> = FuzzOption::new(
    HEADING,
    "database",
    &Many(&Text("in-place=HOST[:PORT]|with-rows=FILE")),
    "Let calls change what is in the databases of this server (in-place=HOST, HOST:PORT, or the path of a socket), or \
     give the API a copy of this file of SQLite with its rows, which may then stand in tests (with-rows=FILE); may be \
     repeated. Default: the API works on servers of our own in place of PostgreSQL, MySQL and MariaDB, and others are \
     not reached; files of SQLite that git does not have come without their rows.",
)
.doc(
    "Database servers whose data calls may change, as \"in-place=host\" or \"in-place=host:port\", and files of SQLite \
     that the API gets with their rows, as \"with-rows=file\". Default: none.",
);

/// Whether calls may change what is in databases.
pub const DATA_MAY_CHANGE: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "data-may-change",
    &Switch,
    "Calls may change what is in all database servers that the API uses. Without it, it works on servers of our own in \
     place of PostgreSQL, MySQL and MariaDB, and a search of an API that uses another one ends before its first call.",
)
.doc("Calls may change what is in all database servers that the API uses; see `database` for single ones.");
