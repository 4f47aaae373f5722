//! Options of `instrument`.

use std::path::PathBuf;

use clap::Args;

use crate::options::{CompilerArg, SourceMapsArg};

/// What stands below the options.
pub const HELP: &str = "\
Examples:
  nearmiss instrument src -o build
  nearmiss instrument 'src/**/*.ts' -o build --source-maps inline --watch

The output folder holds the same files: .ts, .tsx and .jsx files as .js, .mts as .mjs, .cts as .cjs, all
others copied; node_modules is left where it is. Node runs it like the input, with the package
nearmiss installed beside it, alone or under `nearmiss fuzz`.

Exit codes: 0 done, 1 some files are left without probes or could not be written (all others are
there), 2 wrong usage, nothing was written.";

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
    /// What compiles TypeScript: nearmiss (the default), or the project's own TypeScript, file by file.
    #[arg(long, value_enum)]
    pub compiler: Option<CompilerArg>,
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
