//! What follows from the options of the API.

use std::path::{Path, PathBuf};
use std::time::Duration;

use nearmiss_problem::auth::Users;
use nearmiss_runner::{InPlace, Outside, Reset};

use super::users::configured_users;
use crate::failure::Failure;
use crate::headers::{self, StaticHeader};
use crate::options::Options;
use crate::options::api::{
    AUTH, CONTROLLER, DATABASE, DRIVER, HEADER, HEADER_FILE, PORT, RESET, ROOT, START,
    START_TIMEOUT,
};
use crate::options::search::WORKERS;
use crate::outside;

/// How long a start may take.
const START_LIMIT: Duration = Duration::from_secs(60);
/// How long a start by a controller may take: one of the JVM takes more than 90 s where much else runs.
const CONTROLLER_START_LIMIT: Duration = Duration::from_secs(180);

/// How the API gets started.
#[derive(Clone, Debug)]
pub enum Entry {
    /// By a shell command.
    Start(String),
    /// By a driver module.
    Driver(PathBuf),
    /// By a controller at this address.
    Controller(String),
}

impl Entry {
    /// Answers the command, or the driver as it is seen from a folder.
    pub fn shown(&self, here: &Path) -> String {
        match self {
            Self::Start(command) => command.clone(),
            Self::Controller(url) => format!("controller {url}"),
            Self::Driver(driver) => {
                driver.strip_prefix(here).unwrap_or(driver).display().to_string()
            }
        }
    }
}

/// How the API is started, reset and called.
#[derive(Clone, Debug)]
pub struct ApiSettings {
    /// How it gets started.
    pub entry: Entry,
    /// How state is reset.
    pub reset: Reset,
    /// Folder that names of files are relative to, absolute.
    pub root: PathBuf,
    /// Limit of a start.
    pub start_limit: Duration,
    /// Static headers.
    pub headers: Vec<StaticHeader>,
    /// Users; a driver may name them instead.
    pub users: Option<Users>,
    /// Whom it may reach beside itself and its databases.
    pub outside: Outside,
    /// Databases that it works on itself.
    pub in_place: InPlace,
    /// Databases in files that it gets with their rows, by their real paths.
    pub with_rows: Vec<PathBuf>,
}

impl ApiSettings {
    /// Answers what follows for the API in `cwd`.
    ///
    /// # Errors
    /// Wrong usage.
    pub fn of(options: &Options, cwd: &Path) -> Result<Self, Failure> {
        let entry = entry_of(options)?;
        let reset = reset_of(options, &entry)?;
        let (in_place, with_rows) = databases_of(options, cwd)?;
        let start_limit = match &entry {
            Entry::Controller(_) => CONTROLLER_START_LIMIT,
            Entry::Start(_) | Entry::Driver(_) => START_LIMIT,
        };
        Ok(Self {
            entry,
            reset,
            root: options.get(&ROOT).clone().unwrap_or_else(|| cwd.to_owned()),
            start_limit: options.get(&START_TIMEOUT).unwrap_or(start_limit),
            headers: headers::all(options.list(&HEADER), options.get(&HEADER_FILE).as_deref())?,
            users: configured_users(options.get(&AUTH).as_ref())?,
            outside: outside::of(options)?,
            in_place,
            with_rows,
        })
    }
}

fn entry_of(options: &Options) -> Result<Entry, Failure> {
    if let Some(url) = options.get(&CONTROLLER) {
        return Ok(Entry::Controller(url.clone()));
    }
    if let Some(start) = options.get(&START) {
        return Ok(Entry::Start(start.clone()));
    }
    let Some(driver) = options.get(&DRIVER) else {
        return Err(Failure::usage(
            "how does the API start? `nearmiss init` finds out and writes a nearmiss.config.mjs; or give \
             --start \"node server.js\" (or --driver FILE)"
                .to_owned(),
        ));
    };
    driver.canonicalize().map(Entry::Driver).map_err(|error| {
        Failure::usage(format!("the driver {} cannot be used: {error}", driver.display()))
    })
}

/// Reads what `--database` says of servers, and of files.
fn databases_of(options: &Options, cwd: &Path) -> Result<(InPlace, Vec<PathBuf>), Failure> {
    let (mut in_place, mut with_rows) = (Vec::new(), Vec::new());
    let named = options.named(&DATABASE);
    for text in options.get(&DATABASE).iter() {
        match text.split_once('=').filter(|(_, what)| !what.is_empty()) {
            Some(("in-place", host)) => in_place.push(host.to_owned()),
            Some(("with-rows", file)) => {
                with_rows.push(cwd.join(file).canonicalize().map_err(|error| {
                    Failure::usage(format!("{named}: the database {file} cannot be read: {error}"))
                })?)
            }
            _ => {
                return Err(Failure::usage(format!(
                    "{named} takes in-place=HOST, in-place=HOST:PORT or with-rows=FILE, not `{text}`"
                )));
            }
        }
    }
    Ok((InPlace(in_place), with_rows))
}

fn reset_of(options: &Options, entry: &Entry) -> Result<Reset, Failure> {
    match (entry, options.get(&RESET).as_deref()) {
        (Entry::Controller(_), _) => refuse_for_controller(options).map(|()| Reset::Driver),
        (Entry::Driver(_), None) => Ok(Reset::Driver),
        (_, None | Some("none")) => Ok(Reset::None),
        (_, Some("restart")) => Ok(Reset::Restart),
        (_, Some("databases")) => Ok(Reset::Databases),
        (_, Some(url)) => {
            let target = match url.strip_prefix("http://") {
                Some(rest) => rest.find('/').map_or("/", |at| &rest[at..]),
                None => url,
            };
            if target.starts_with('/') {
                return Ok(Reset::Url(target.to_owned()));
            }
            Err(Failure::usage(format!(
                "{} takes restart, databases, none, or a URL or path of the API, not `{url}`",
                options.named(&RESET)
            )))
        }
    }
}

/// Refuses what the controller decides, or cannot do.
fn refuse_for_controller(options: &Options) -> Result<(), Failure> {
    let many = options.typed(&WORKERS).is_some_and(|workers| *workers > 1);
    let refused = [
        (options.is_typed(&RESET), "--reset: the controller resets the API, as it was started to"),
        (options.is_typed(&PORT), "--port: the controller says where the API listens"),
        (many, "--workers: a controller runs one process of the API"),
    ];
    match refused.iter().find(|(is_given, _)| *is_given) {
        Some((_, why)) => Err(Failure::usage(format!("{why}; leave it out with --controller"))),
        None => Ok(()),
    }
}
