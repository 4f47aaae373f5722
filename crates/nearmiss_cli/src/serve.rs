//! Options of `serve`.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use nearmiss_runner::allowed_host;

use crate::args::{FuzzArgs, duration};
use crate::log::LogArgs;

/// What stands below the options.
pub const SERVE_HELP: &str = "\
Examples:
  nearmiss serve driver.js
  nearmiss serve --start \"node server.js\" --openapi openapi.yaml --reset restart

EvoMaster's core (not part of nearmiss) then drives the API, with its own search:
  java -jar evomaster.jar --blackBox false --sutControllerPort 40100 --jsControllerPath ../driver.js

The suites that it writes (generated_tests/*_Test.js) require the driver file, as seen from their
folder: a class with startSut, stopSut, resetStateOfSUT and getProblemInfo as module.exports. For a
driver in TypeScript or an ES module, a file that they can require is written beside it. They need
packages, and Jest has to be told their names:
  npm install --save-dev jest superagent urijs
  npx jest --testRegex '_Test\\.js$' generated_tests

Options can also stand in the configuration file of `fuzz`.

Exit codes: 0 ended by Ctrl-C, 2 wrong usage or a schema that cannot be used, 3 the API could not be started.";

/// Options of `serve`. What is `None` was not typed and may come from the configuration file.
#[derive(Args, Clone, Debug)]
pub struct ServeArgs {
    /// Module with a driver class, as for `fuzz --driver`.
    #[arg(value_name = "DRIVER", conflicts_with = "start")]
    pub driver: Option<PathBuf>,
    /// Command that starts the API, instead of a driver.
    #[arg(long, value_name = "COMMAND")]
    pub start: Option<String>,
    /// OpenAPI document: a file, or a URL that the API answers. A driver may name it.
    #[arg(long, value_name = "FILE|URL")]
    pub openapi: Option<String>,
    /// Port that the core connects to; 0: any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 40100)]
    pub controller_port: u16,
    /// Address of this machine to listen on. By default only programs of this machine reach the controller, which starts and
    /// stops processes for everybody who does.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub controller_host: IpAddr,
    /// Name or address of this machine by which others may call the controller; may be repeated. Without it requests
    /// are taken for localhost, 127.0.0.0/8, [::1] and the address of --controller-host: what calls by another name may
    /// be a page in a browser.
    #[arg(long, value_name = "NAME", value_parser = allowed_host)]
    pub controller_allow_host: Vec<String>,
    /// Directory of the API.
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// How state is reset before each test: a fresh process (restart), not at all (none), or a POST
    /// to a URL of the API. Default: by the driver, if there is one.
    #[arg(long, value_name = "restart|none|URL")]
    pub reset: Option<String>,
    /// Which server to test when the API starts several: the port that its code asks for.
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Instrument only files that match; may be repeated. Default: the project's own files.
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,
    /// Leave out files that match; may be repeated. node_modules is always left out.
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// How long the API may take until it listens. Default: 60 s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub start_timeout: Option<Duration>,
    /// How long a reset may take.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub call_timeout: Option<Duration>,
    /// Let timers that a call starts wait as long as the code says. Default: a second at most, and
    /// never beyond the test.
    #[arg(long)]
    pub real_timers: bool,
    /// Let scheduled jobs (node-cron, node-schedule, agenda ...) run. Default: they do not.
    #[arg(long)]
    pub run_schedules: bool,
    /// Print only warnings and errors.
    #[arg(long, short)]
    pub quiet: bool,
    /// Where the log goes.
    #[command(flatten)]
    pub log: LogArgs,
    /// Configuration file. Default: that of `fuzz`.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

impl ServeArgs {
    /// The same as options of a search: what they have in common means the same.
    pub fn of_fuzz(&self) -> FuzzArgs {
        let args = self.clone();
        FuzzArgs {
            driver: args.driver,
            start: args.start,
            openapi: args.openapi,
            cwd: args.cwd,
            reset: args.reset,
            port: args.port,
            include: args.include,
            exclude: args.exclude,
            start_timeout: args.start_timeout,
            call_timeout: args.call_timeout,
            real_timers: args.real_timers,
            run_schedules: args.run_schedules,
            config: args.config,
            ..FuzzArgs::default()
        }
    }
}
