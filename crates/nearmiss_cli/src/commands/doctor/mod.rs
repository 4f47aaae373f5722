//! `doctor`: checks everything that a search and its suite need, and says what to do.

mod api;
mod checklist;
mod suite_packages;

use std::path::Path;
use std::sync::Arc;

use clap::{Arg, Args};

use self::checklist::Checklist;
use crate::config;
use crate::failure::Failure;
use crate::host::Host;
use crate::options::{self, LogArgs, Taken, Typed};
use crate::output::Output;
use crate::project::{OLDEST, PackageManager, Project, node_version, surroundings};
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

/// Options of `doctor`.
#[derive(Args, Clone, Debug)]
pub struct DoctorArgs {
    /// Those of a search that say how the API is started and called.
    #[command(flatten)]
    pub search: Typed<OfDoctor>,
    /// Where the log goes.
    #[command(flatten)]
    pub log: LogArgs,
}

/// Marks what was typed for `doctor`.
#[derive(Clone, Copy, Debug)]
pub struct OfDoctor;

impl Taken for OfDoctor {
    fn args() -> Vec<Arg> {
        let args = [
            options::api::START.arg(),
            options::api::DRIVER.arg(),
            options::api::OPENAPI.arg(),
            options::api::CWD.arg(),
            options::api::RESET.arg(),
            options::api::AUTH.arg().help("Users and how they log in: see `nearmiss fuzz --help`"),
            options::api::PORT.arg(),
            options::api::START_TIMEOUT.arg().help("How long the API may take until it listens"),
            options::results::FORMAT.arg(),
            options::results::OUT.arg(),
            options::results::CONFIG.arg(),
        ];
        args.map(|arg| arg.help_heading(None)).into()
    }
}

/// Runs the checks and answers the exit code.
///
/// # Errors
/// Wrong usage: no such folder.
pub fn run(args: &DoctorArgs, host: &Host, output: &Arc<Output>) -> Result<i32, Failure> {
    let here = std::env::current_dir().map_err(|error| Failure::system("no folder", &error))?;
    let folder = args.search.value(&options::api::CWD, &here).unwrap_or_else(|| here.clone());
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
    suite_packages::check(&settings, settings.results.format, manager, &mut list);
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
    let given = args.search.value(&options::results::CONFIG, here);
    let loaded = match config::load(host, folder, given.as_deref()) {
        Ok(loaded) => loaded,
        Err(failure) => {
            list.miss("config", &failure.to_string(), "");
            return None;
        }
    };
    let settings = match Settings::load(&args.search, here, host) {
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
