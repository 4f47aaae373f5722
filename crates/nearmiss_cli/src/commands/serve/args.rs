//! Options of `serve`.

use std::net::IpAddr;

use clap::{Arg, Args};
use nearmiss_runner::allowed_host;

use crate::options::{LogArgs, Taken, Typed, api, results};

/// What stands below the options.
pub const HELP: &str = "\
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

/// Options of `serve`.
#[derive(Args, Clone, Debug)]
pub struct ServeArgs {
    /// Those of a search that say how the API is started.
    #[command(flatten)]
    pub search: Typed<OfServe>,
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
    /// Where the log goes.
    #[command(flatten)]
    pub log: LogArgs,
}

/// Marks what was typed for `serve`.
#[derive(Clone, Copy, Debug)]
pub struct OfServe;

impl Taken for OfServe {
    fn args() -> Vec<Arg> {
        let driver = api::DRIVER.arg().long(None).value_name("DRIVER");
        let args = [
            driver.help("Module with a driver class, as for `fuzz --driver`"),
            api::START.arg().help("Command that starts the API, instead of a driver"),
            api::OPENAPI.arg().help(
                "OpenAPI document: a file, or a URL that the API answers. A driver may name it",
            ),
            api::CWD.arg(),
            api::RESET.arg().help(
                "How state is reset before each test: a fresh process (restart), not at all (none), or a POST to a URL of the \
                 API. Default: by the driver, if there is one",
            ),
            api::PORT.arg(),
            api::INCLUDE.arg(),
            api::EXCLUDE.arg(),
            api::START_TIMEOUT.arg().help("How long the API may take until it listens. Default: 60 s"),
            api::CALL_TIMEOUT.arg().help("How long a reset may take. Default 5s"),
            api::REAL_TIMERS.arg(),
            api::RUN_SCHEDULES.arg().help(
                "Let scheduled jobs (node-cron, node-schedule, agenda ...) run. Default: they do not",
            ),
            results::QUIET.arg(),
            results::CONFIG.arg().help("Configuration file. Default: that of `fuzz`"),
        ];
        args.map(|arg| arg.help_heading(None)).into()
    }
}
