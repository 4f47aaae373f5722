//! `doctor`: checks everything that a search and its suite need, and says what to do.

mod api;
mod checklist;
mod suite_packages;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use self::checklist::Checklist;
use super::fuzz::Host;
use super::init::package_manager::PackageManager;
use super::init::project::Project;
use super::init::surroundings;
use super::node_version::{OLDEST, node_version};
use crate::args::{FuzzArgs, duration};
use crate::config;
use crate::failure::Failure;
use crate::log::LogArgs;
use crate::output::Output;
use crate::settings::Settings;

/// What stands below the options.
pub const HELP: &str = "\
Examples:
  nearmiss doctor
  nearmiss doctor --start \"node server.js\" --openapi openapi.yaml

Takes the configuration and the options that `nearmiss fuzz` would take, starts the API as a search does
and without probes, resets it and logs its users in, and ends it. Writes nothing. A line begins with ok,
warn (a search runs, but finds less) or MISS (it does not run, or what it writes does not).

Exit codes: 0 nothing is missing, 1 something is, 2 wrong usage.";

/// Options of `doctor`: those of `fuzz` that say how the API is started and called.
#[derive(Args, Clone, Debug, Default)]
pub struct DoctorArgs {
    /// Command that starts the API.
    #[arg(long, value_name = "COMMAND")]
    pub start: Option<String>,
    /// Module with a driver class, instead of --start.
    #[arg(long, value_name = "FILE", conflicts_with = "start")]
    pub driver: Option<PathBuf>,
    /// OpenAPI document: a file, or a URL that the API answers.
    #[arg(long, value_name = "FILE|URL")]
    pub openapi: Option<String>,
    /// Directory of the API.
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// How state is reset before each test.
    #[arg(long, value_name = "restart|none|URL")]
    pub reset: Option<String>,
    /// Users and how they log in.
    #[arg(long, value_name = "FILE")]
    pub auth: Option<PathBuf>,
    /// Which server to test when the API starts several: the port that its code asks for.
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// How long the API may take until it listens.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub start_timeout: Option<Duration>,
    /// Format of the tests.
    #[arg(long, value_name = "NAME")]
    pub format: Option<String>,
    /// Where the tests go.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Configuration file.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Where the log goes.
    #[command(flatten)]
    pub log: LogArgs,
}

impl DoctorArgs {
    /// The same as those of a search.
    fn of_search(&self) -> FuzzArgs {
        FuzzArgs {
            start: self.start.clone(),
            driver: self.driver.clone(),
            openapi: self.openapi.clone(),
            cwd: self.cwd.clone(),
            reset: self.reset.clone(),
            auth: self.auth.clone(),
            port: self.port,
            start_timeout: self.start_timeout,
            format: self.format.clone(),
            out: self.out.clone(),
            config: self.config.clone(),
            ..FuzzArgs::default()
        }
    }
}

/// Runs the checks and answers the exit code.
///
/// # Errors
/// Wrong usage: no such folder.
pub fn run(args: &DoctorArgs, host: &Host, output: &Arc<Output>) -> Result<i32, Failure> {
    let here = std::env::current_dir().map_err(|error| Failure::system("no folder", &error))?;
    let folder = here.join(args.cwd.as_deref().unwrap_or(Path::new(".")));
    let folder = folder.canonicalize().map_err(|error| {
        Failure::usage(format!("the directory {} cannot be used: {error}", folder.display()))
    })?;
    let mut list = Checklist::new(output);
    check_node(&folder, &mut list);
    let (system, machine) = (std::env::consts::OS, std::env::consts::ARCH);
    list.ok("platform", &format!("{system} {machine}, nearmiss {}", env!("CARGO_PKG_VERSION")));
    let settings = check_configuration(args, (&here, &folder), host, &mut list);
    let project = check_project(&folder, &mut list);
    let Some(settings) = settings else { return Ok(list.end()) };
    let starts = api::check(&settings, host, &mut list, output)?;
    if let (false, Some(project)) = (starts, &project) {
        for need in surroundings::servers(project) {
            list.warn("needs", &need.what, &need.remedy);
        }
    }
    let manager = project.map_or(PackageManager::Npm, |project| PackageManager::of(&project).0);
    suite_packages::check(&settings, settings.format, manager, &mut list);
    Ok(list.end())
}

fn check_node(folder: &Path, list: &mut Checklist) {
    match node_version(folder) {
        Some((major, minor, patch)) if major >= OLDEST => {
            list.ok("node", &format!("{major}.{minor}.{patch}"));
        }
        Some((major, minor, patch)) => {
            let remedy = format!("install Node {OLDEST} or later");
            list.miss("node", &format!("{major}.{minor}.{patch} is too old"), &remedy);
        }
        None => {
            list.miss("node", "there is no `node` on the PATH", "install Node, or correct the PATH")
        }
    }
}

fn check_configuration(
    args: &DoctorArgs,
    (here, folder): (&Path, &Path),
    host: &Host,
    list: &mut Checklist,
) -> Option<Settings> {
    let given = args.config.as_ref().map(|typed| here.join(typed));
    let loaded = match config::load(&host.package, folder, given.as_deref()) {
        Ok(loaded) => loaded,
        Err(failure) => {
            list.miss("config", &failure.to_string(), "");
            return None;
        }
    };
    let settings = match Settings::load(&args.of_search(), here, &host.package) {
        Ok(settings) => settings,
        Err(failure) => {
            list.miss("config", &failure.to_string(), "");
            return None;
        }
    };
    match loaded.file {
        Some(file) => list.ok("config", &file.display().to_string()),
        None => list.ok("config", "none; what was typed is used"),
    }
    Some(settings)
}

/// What lies in the folder of the API.
fn check_project(folder: &Path, list: &mut Checklist) -> Option<Project> {
    let project = match Project::read(folder) {
        Ok(project) => project,
        Err(failure) => {
            list.miss("packages", &failure.to_string(), "");
            return None;
        }
    };
    let manager = PackageManager::of(&project).0;
    match surroundings::packages(&project, manager) {
        Some(need) if need.missing => list.miss("packages", &need.what, &need.remedy),
        Some(need) => list.warn("packages", &need.what, &need.remedy),
        None if project.has_manifest => list.ok("packages", "installed"),
        None => {}
    }
    if let Some(need) = surroundings::environment(&project) {
        list.warn("environment", &need.what, &need.remedy);
    }
    Some(project)
}
