//! What was typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use nearmiss_writer::FORMAT_NAMES;

use crate::colour::ColourArg;
use crate::commands::clean::CleanArgs;
use crate::commands::completions::CompletionsArgs;
use crate::commands::doctor::DoctorArgs;
use crate::commands::init::InitArgs;
use crate::explain::{EXPLAIN_HELP, ExplainArgs};
use crate::language::LanguageArg;
use crate::log::LogArgs;
use crate::plateau::{Plateau, plateau};
use crate::replay::{REPLAY_HELP, ReplayArgs};
use crate::serve::{SERVE_HELP, ServeArgs};

/// How near did the test miss the branch? White-box fuzzing of Node.js APIs.
#[derive(Debug, Parser)]
#[command(name = "nearmiss", version, disable_help_subcommand = true, max_term_width = 100)]
pub struct Cli {
    /// Colours: auto, always or never. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are honoured.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, global = true)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub color: ColourArg,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Search for calls that cover an API's code and crash it; write them as tests.
    #[command(after_help = FUZZ_HELP)]
    Fuzz(Box<FuzzArgs>),
    /// Find out how an API starts and write a configuration for it.
    #[command(after_help = crate::commands::init::HELP)]
    Init(InitArgs),
    /// Check everything that a search of an API needs, and say what to do.
    #[command(after_help = crate::commands::doctor::HELP)]
    Doctor(Box<DoctorArgs>),
    /// Put probes into JavaScript and TypeScript ahead of time.
    #[command(after_help = INSTRUMENT_HELP)]
    Instrument(InstrumentArgs),
    /// Say of a target that is not covered how near the tests came to it, and with which values.
    #[command(after_help = EXPLAIN_HELP)]
    Explain(Box<ExplainArgs>),
    /// Run a written suite again: are its faults still there, do its tests pass, do they flicker?
    #[command(after_help = REPLAY_HELP)]
    Replay(ReplayArgs),
    /// Be the controller of an API for EvoMaster's core, which then searches.
    #[command(after_help = SERVE_HELP)]
    Serve(Box<ServeArgs>),
    /// Make one archive of several that searches of one API have saved; nothing is run.
    #[command(after_help = MERGE_HELP)]
    Merge(MergeArgs),
    /// Put back and take away what runs that were killed have left.
    #[command(after_help = crate::commands::clean::HELP)]
    Clean(CleanArgs),
    /// Print what a shell needs to complete commands and options.
    #[command(after_help = crate::commands::completions::HELP)]
    Completions(CompletionsArgs),
    /// Send steps to a server as a search would (for our own tests).
    #[command(hide = true)]
    InternalSend(InternalSendArgs),
    /// Replay logged requests against the plain API and print calls per second (for our benches).
    #[command(hide = true)]
    InternalReplayBench(ReplayBenchArgs),
    /// Search each operation by itself, on one process (for our own experiments).
    #[command(hide = true)]
    InternalApart(Box<ApartArgs>),
}

const FUZZ_HELP: &str = "\
Examples:
  nearmiss init && nearmiss fuzz
  nearmiss fuzz --start \"node server.js\" --openapi http://localhost:3000/openapi.json --time 10m
  nearmiss fuzz --start \"node server.js\" --openapi openapi.yaml --calls 20000 --seed 1
  nearmiss fuzz --driver nearmiss.driver.js

The API runs unchanged; its own files are instrumented as Node loads them. It listens on a free
port instead of its own, so nothing that already runs is touched. Options can also stand in
nearmiss.config.{mjs,js,cjs,ts,json} or under the key \"nearmiss\" of package.json, by their long names
in camelCase.

Users of --auth (format of Web Fuzzing Commons):
  auth:
    - name: admin
      loginEndpointAuth:
        endpoint: /login
        verb: POST
        contentType: application/json
        payloadUserPwd: {username: admin, password: \"${SHOP_ADMIN_PASSWORD}\", usernameField: user, passwordField: password}
        token: {extractFrom: body, extractSelector: /token, sendIn: header, sendName: Authorization, sendTemplate: \"Bearer {token}\"}
    - name: clerk
      fixedHeaders: [{name: X-Api-Key, value: \"${SHOP_CLERK_KEY}\"}]
    - name: machine
      oauth2: {grant: client_credentials, endpoint: /oauth/token, clientId: m, clientSecret: \"${SHOP_M}\", scope: read}
expectCookies: true in place of token; createUsers makes a user before the login; authTemplate holds for all.
${NAME} is a variable of the environment. The written tests read secrets from the variables that the file
names, or from NEARMISS_<USER>_PASSWORD and the like: the head of support/users.cjs lists them.

Exit codes: 0 done, 1 faults were found and --fail-on-fault is given, 2 wrong usage or a schema that
cannot be used, 3 the API could not be started.";

const INSTRUMENT_HELP: &str = "\
Examples:
  nearmiss instrument src -o build
  nearmiss instrument 'src/**/*.ts' -o build --source-maps inline --watch

The output folder holds the same files: .ts, .tsx and .jsx files as .js, .mts as .mjs, .cts as .cjs, all
others copied; node_modules is left where it is. Node runs it like the input, with the package
nearmiss installed beside it, alone or under `nearmiss fuzz`.

Exit codes: 0 done, 1 some files are left without probes or could not be written (all others are
there), 2 wrong usage, nothing was written.";

const MERGE_HELP: &str = "\
Examples:
  nearmiss merge shard-1.json shard-2.json -o all.json
  nearmiss fuzz --start \"node server.js\" --resume all.json --only-resume

Of each target the shortest test is kept, of equals the one given first. The second command runs the
tests of the archive and writes them as a suite.

Exit codes: 0 done, 2 an archive that cannot be used, or archives of different APIs.";

/// Options of `merge`.
#[derive(Args, Clone, Debug)]
pub struct MergeArgs {
    /// Archives that `nearmiss fuzz --archive` has written.
    #[arg(required = true, value_name = "ARCHIVE")]
    pub archives: Vec<PathBuf>,
    /// Where the merged archive goes.
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// Print only warnings and errors.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Options of `instrument`.
#[derive(Args, Clone, Debug)]
pub struct InstrumentArgs {
    /// Folders, files or globs.
    #[arg(required = true, value_name = "FOLDER|FILE|GLOB")]
    pub inputs: Vec<String>,
    /// Folder that the output goes to.
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Put probes only into files that match; may be repeated. Relative to the root.
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,
    /// Put no probes into files that match; may be repeated. They are copied or compiled all the
    /// same.
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// Folder that files are named relative to in reports. Default: that of the nearest package.json.
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Source maps: beside the files (true, the default), in them (inline), or none (false).
    #[arg(
        long, value_enum, num_args = 0..=1, require_equals = false, default_missing_value = "true"
    )]
    pub source_maps: Option<SourceMapsArg>,
    /// Go on and do it again when files change.
    #[arg(long, short)]
    pub watch: bool,
    /// Exit with 1 on warnings too.
    #[arg(long)]
    pub strict: bool,
    /// Number of the first probe, for programs that are instrumented in several runs and loaded
    /// into one process.
    #[arg(long, value_name = "N")]
    pub first_slot: Option<u32>,
    /// Print only warnings and errors.
    #[arg(long, short)]
    pub quiet: bool,
    /// Configuration file. Default: nearmiss.config.* or the key "nearmiss" of package.json.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Options of `fuzz`. What is `None` was not typed and may come from the configuration file.
#[derive(Args, Clone, Debug, Default)]
pub struct FuzzArgs {
    /// Command that starts the API.
    #[arg(long, value_name = "COMMAND", help_heading = "The API")]
    pub start: Option<String>,
    /// Module with a driver class (startSut, stopSut, resetStateOfSUT, getProblemInfo ...), instead
    /// of --start.
    #[arg(long, value_name = "FILE", conflicts_with = "start", help_heading = "The API")]
    pub driver: Option<PathBuf>,
    /// Controller that starts the API, instead of --start: `nearmiss serve`, or a driver of EvoMaster's for the JVM or .NET
    /// (http://localhost:40100). Such APIs are a black box but for what their driver reports.
    #[arg(long, value_name = "URL", conflicts_with_all = ["start", "driver"], help_heading = "The API")]
    pub controller: Option<String>,
    /// OpenAPI document (2.0, 3.0, 3.1; JSON or YAML): a file, or a URL that the API answers. Without
    /// one, what the API's router serves is called.
    #[arg(long, value_name = "FILE|URL", help_heading = "The API")]
    pub openapi: Option<String>,
    /// Call only what the schema describes: no routes and inputs that are found in the running API.
    #[arg(long, help_heading = "The API")]
    pub schema_only: bool,
    /// Directory of the API.
    #[arg(long, value_name = "DIR", help_heading = "The API")]
    pub cwd: Option<PathBuf>,
    /// How state is reset before each test: a fresh process (restart), not at all (none), or a POST
    /// to a URL of the API.
    #[arg(long, value_name = "restart|none|URL", help_heading = "The API")]
    pub reset: Option<String>,
    /// Header sent with every call, as "Name: value"; may be repeated. ${NAME} is the environment variable NAME.
    #[arg(long, value_name = "HEADER", help_heading = "The API")]
    pub header: Vec<String>,
    /// File with more of them, one a line, for what should not be seen in the list of processes.
    #[arg(long, value_name = "FILE", help_heading = "The API")]
    pub header_file: Option<PathBuf>,
    /// Users and how they log in: headers, a login endpoint, OAuth2, or users made on the fly (YAML or
    /// JSON, see below). Secrets come from the environment.
    #[arg(long, value_name = "FILE", help_heading = "The API")]
    pub auth: Option<PathBuf>,
    /// Which server to test when the API starts several: the port that its code asks for.
    #[arg(long, value_name = "PORT", help_heading = "The API")]
    pub port: Option<u16>,
    /// Instrument only files that match; may be repeated. Default: the project's own files.
    #[arg(long, value_name = "GLOB", help_heading = "The API")]
    pub include: Vec<String>,
    /// Leave out files that match; may be repeated. node_modules is always left out.
    #[arg(long, value_name = "GLOB", help_heading = "The API")]
    pub exclude: Vec<String>,
    /// Leave libraries such as zod or joi as they are: their schemas are not seen through.
    #[arg(long, help_heading = "The API")]
    pub no_adapters: bool,
    /// How long the API may take until it listens. Default: 60 s; 180 s with --controller.
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "The API")]
    pub start_timeout: Option<Duration>,
    /// How long a call may take.
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "The API")]
    pub call_timeout: Option<Duration>,
    /// Let timers that a call starts wait as long as the code says. Default: a second at most, and
    /// never beyond the test.
    #[arg(long, help_heading = "The API")]
    pub real_timers: bool,
    /// Let scheduled jobs (node-cron, node-schedule, agenda ...) run during the search. Default: they
    /// do not.
    #[arg(long, help_heading = "The API")]
    pub run_schedules: bool,
    /// Leave the API's files and SQLite databases to it: nothing is copied, and what calls change stays changed.
    #[arg(long)]
    pub files_may_change: bool,
    /// Let the API connect to this host (HOST, HOST:PORT, or the path of a socket), which is neither
    /// itself nor a database; may be repeated. Default: connections to strangers are refused.
    #[arg(long, value_name = "HOST[:PORT]", help_heading = "The API")]
    pub allow_host: Vec<String>,
    /// Let the API connect to everybody: mails are sent, cards are charged.
    #[arg(long, help_heading = "The API")]
    pub real_services: bool,
    /// Calls may change what is in the database servers that the API uses. Without it, a search of an
    /// API that uses one ends before its first call.
    #[arg(long, help_heading = "The API")]
    pub data_may_change: bool,

    /// Budget in wall time, such as 90s, 10m, 1h. Default 10m.
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "The search")]
    pub time: Option<Duration>,
    /// Budget in HTTP calls. The same seed and calls write the same tests.
    #[arg(long, value_name = "N", conflicts_with = "time", help_heading = "The search")]
    pub calls: Option<u64>,
    /// Seed of the search. Default 1.
    #[arg(long, value_name = "N", help_heading = "The search")]
    pub seed: Option<u64>,
    /// Search algorithm.
    #[arg(long, value_enum, help_heading = "The search")]
    pub algorithm: Option<AlgorithmArg>,
    /// Leave a technique out, to see what it is worth; may be repeated.
    #[arg(long, value_enum, value_name = "TECHNIQUE", help_heading = "The search")]
    pub without: Vec<Technique>,
    /// Begin with the calls of a file: a HAR file, a Postman collection, or curl commands; may be
    /// repeated.
    #[arg(long, value_name = "FILE", help_heading = "The search")]
    pub seed_from: Vec<String>,
    /// Test only these operations: GET:/books/{id}, a path with all below it, globs (/**/pay),
    /// tag:NAME or an operationId; may be repeated. Others are called only for what those need.
    #[arg(long, value_name = "OPERATIONS", help_heading = "The search")]
    pub only: Vec<String>,
    /// Never call these operations; named as for --only, may be repeated.
    #[arg(long, value_name = "OPERATIONS", help_heading = "The search")]
    pub except: Vec<String>,
    /// Do not look for faults of this sort (http-500, invalid-response ...); may be repeated.
    #[arg(long, value_name = "ORACLE", help_heading = "The search")]
    pub no_oracle: Vec<String>,
    /// Longest test, in calls. Default 10.
    #[arg(long, value_name = "N", help_heading = "The search")]
    pub max_actions: Option<usize>,

    /// Processes of the API that are called at the same time. Default 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "The search")]
    pub workers: Option<u16>,
    /// Save what the search knows to this file, at the end and every few seconds.
    #[arg(long, value_name = "FILE", help_heading = "The search")]
    pub archive: Option<PathBuf>,
    /// Go on from what earlier searches saved; may be repeated, and may be the file of --archive.
    #[arg(long, value_name = "FILE", help_heading = "The search")]
    pub resume: Vec<PathBuf>,
    /// Only run the tests of --resume and write those that still hold.
    #[arg(long, requires = "resume", help_heading = "The search")]
    pub only_resume: bool,
    /// End the search when nothing new was found for so long: a share of the budget (20%), calls
    /// (5000) or time (5m).
    #[arg(long, value_name = "SHARE|CALLS|TIME", value_parser = plateau, help_heading = "The search")]
    pub plateau: Option<Plateau>,

    /// Where the tests go. Default nearmiss-tests in the API's directory.
    #[arg(long, value_name = "DIR", help_heading = "What comes out")]
    pub out: Option<PathBuf>,
    /// Where report.json goes. Default beside the tests.
    #[arg(long, value_name = "FILE", help_heading = "What comes out")]
    pub report: Option<PathBuf>,
    /// Other reports, beside report.json: html, junit, lcov, markdown, sarif, or all.
    /// Default html. In GitHub Actions,
    /// markdown is also added to the summary of the job.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "What comes out")]
    pub reports: Vec<String>,
    /// Test runner that the tests are for; `node` is node:test. Default jest.
    #[arg(long, value_name = "RUNNER", value_parser = FORMAT_NAMES, help_heading = "What comes out")]
    pub format: Option<String>,
    /// Language of the tests. Default ts where the package has a tsconfig.json, and both typescript and
    /// what the runner reads it with among its dependencies; else js.
    #[arg(long, value_enum, help_heading = "What comes out")]
    pub language: Option<LanguageArg>,
    /// Write passwords and other secrets beside the tests. Default: tests read them from the environment.
    #[arg(long, help_heading = "What comes out")]
    pub write_secrets: bool,
    /// File of accepted faults: they are told as such, and are none for --fail-on-fault.
    #[arg(long, value_name = "FILE", help_heading = "What comes out")]
    pub baseline: Option<PathBuf>,
    /// Accept what is found from now on, and take out of --baseline what is gone.
    #[arg(long, help_heading = "What comes out")]
    pub update_baseline: bool,
    /// Exit with 1 when a fault was found.
    #[arg(long, help_heading = "What comes out")]
    pub fail_on_fault: bool,
    /// Print only warnings and errors.
    #[arg(long, short, help_heading = "What comes out")]
    pub quiet: bool,
    /// Where the log goes.
    #[command(flatten)]
    pub log: LogArgs,
    /// Write every request that is sent, as JSON lines.
    #[arg(long, value_name = "FILE", help_heading = "What comes out")]
    pub log_requests: Option<PathBuf>,
    /// Configuration file. Default: nearmiss.config.* or the key "nearmiss" of package.json, in the
    /// API's directory or above it up to its package.json.
    #[arg(long, value_name = "FILE", help_heading = "What comes out")]
    pub config: Option<PathBuf>,
    /// Write the keys of the targets covered by tests and at boot time as JSON (for our own tests).
    #[arg(long, value_name = "FILE", hide = true)]
    pub log_targets: Option<PathBuf>,
    /// Signal the SUT process dead after every N tests (for our own tests of restarts).
    #[arg(long, value_name = "N", hide = true)]
    pub kill_every: Option<u32>,
    /// Sleep while the SUT works, also with a processor that nobody else needs (for our own benches
    /// of the time that the search takes of it).
    #[arg(long, hide = true)]
    pub no_busy_wait: bool,
    /// Write the tests without a look at what the plain API answers (for our own experiments that
    /// read nothing but the search's figures).
    #[arg(long, hide = true)]
    pub no_replay: bool,
}

/// Search algorithms.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AlgorithmArg {
    /// Many independent objectives: evolves tests towards each target.
    Mio,
    /// The same calls and values, sampled at random: the baseline.
    Random,
}

/// Techniques that a search can do without.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Technique {
    /// What tainted values should have been.
    Taint,
    /// How near a target is to being covered.
    Heuristics,
    /// Which inputs matter to which target.
    Impacts,
    /// Which calls work on what others make.
    Resources,
    /// Values of answers, used again.
    Pool,
}

/// Source maps of instrumented files.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceMapsArg {
    /// A file beside each instrumented file.
    #[default]
    True,
    /// In the instrumented file.
    Inline,
    /// None.
    False,
}

/// Options of `internal-send`.
#[derive(Args, Debug)]
pub struct InternalSendArgs {
    /// JSON file with an array of steps.
    pub steps: PathBuf,
    /// `host:port` to send to.
    #[arg(long)]
    pub base: String,
    /// JSON file with values by user and slot.
    #[arg(long)]
    pub credentials: Option<PathBuf>,
}

/// Options of `internal-replay-bench`.
#[derive(Args, Debug)]
pub struct ReplayBenchArgs {
    /// JSON lines written by --log-requests.
    #[arg(long)]
    pub requests: PathBuf,
    /// Command that starts the API.
    #[arg(long)]
    pub start: String,
    /// Directory of the API.
    #[arg(long, default_value = ".")]
    pub cwd: PathBuf,
}

/// Options of `internal-apart`.
#[derive(Args, Debug)]
pub struct ApartArgs {
    /// Those of `fuzz`; the budget is that of each operation, the seed the first one.
    #[command(flatten)]
    pub fuzz: FuzzArgs,
    /// Seeds.
    #[arg(long, default_value_t = 1)]
    pub seeds: u64,
}

/// Reads `90s`, `10m`, `1h`, `500ms`; a bare number is seconds.
///
/// # Errors
/// With a text for people.
pub fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| format!("`{text}` is no time; try 90s or 10m"))?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is too long"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn times_are_read_in_the_usual_units() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert!(duration("ten").is_err() && duration("3 days").is_err());
    }
}
