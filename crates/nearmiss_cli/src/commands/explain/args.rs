//! Options of `explain`.

use clap::Args;

use crate::options::FuzzArgs;

/// What stands below the options.
pub const HELP: &str = "\
Examples:
  nearmiss explain src/orders.js:41
  nearmiss explain orders.js:41:true --start \"node server.js\" --openapi openapi.yaml
  nearmiss explain Branch_at_src/orders.js_at_line_00041_position_0_trueBranch --resume all.json

The API is started with probes, and the tests of the last search of it run again (those that came near to the
target and those that cover what stands around it), with as many calls as --calls allows (default 2000). So the same
options are needed as for `nearmiss fuzz`; of a configuration file all are read. What the last search knew is kept in
.nearmiss/ of the API's directory; --resume takes another archive.

Exit codes: 0 explained, 2 no such target, no archive or other wrong usage, 3 the API could not be started.";

/// Options of `explain`.
#[derive(Args, Clone, Debug)]
pub struct ExplainArgs {
    /// A target by its key, or a place in the code: src/a.js:12, a.js:12, a.js:12:true.
    #[arg(value_name = "TARGET")]
    pub target: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// How the API is started and called, as for `nearmiss fuzz`.
    #[command(flatten)]
    pub fuzz: FuzzArgs,
}
