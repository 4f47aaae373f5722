//! What was typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::colour::ColourArg;
use crate::commands::clean::CleanArgs;
use crate::commands::completions::CompletionsArgs;
use crate::commands::doctor::DoctorArgs;
use crate::commands::init::InitArgs;
use crate::explain::{EXPLAIN_HELP, ExplainArgs};
use crate::options::{FuzzArgs, SourceMapsArg};
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
