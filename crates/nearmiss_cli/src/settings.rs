//! What was typed and what the configuration file says, merged: what it means.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::args::{AlgorithmArg, FuzzArgs, Technique, duration};
use crate::auth::configured_users;
use crate::config::{self, Config, ConfigOptions};
use crate::failure::Failure;
use crate::headers::{self, StaticHeader};
use crate::language;
use crate::outside;
use crate::plateau::{Plateau, plateau};
use crate::report_files;
use crate::suite::real;
use nearmiss_problem::Focus;
use nearmiss_problem::auth::Users;
use nearmiss_problem::rest::oracle_names;
use nearmiss_runner::{Budget, Outside, Reset, Without};
use nearmiss_sources::SourceFilter;
use nearmiss_writer::{Language, OutputFormat};

/// How long a start may take.
const START_LIMIT: Duration = Duration::from_secs(60);
/// How long a start by a controller may take: one of the JVM takes more than 90 s where much else runs.
const CONTROLLER_START_LIMIT: Duration = Duration::from_secs(180);
/// Time budget when none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(600);
/// Calls a test has at most (design section 4).
const DEFAULT_MAX_ACTIONS: usize = 10;

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
    /// The command, or the driver as it is seen from a folder.
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

/// Settings of `fuzz`.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the API gets started.
    pub entry: Entry,
    /// Directory of the API, absolute.
    pub cwd: PathBuf,
    /// Schema file or URL; a driver may give it instead.
    pub openapi: Option<String>,
    /// Whether routes and inputs that no schema describes are called, too.
    pub unlisted: bool,
    /// How state is reset.
    pub reset: Reset,
    /// Static headers.
    pub headers: Vec<StaticHeader>,
    /// Users; a driver may name them instead.
    pub users: Option<Users>,
    /// Whether secrets are written beside the tests.
    pub write_secrets: bool,
    /// Wanted port of the server to test.
    pub port: Option<u16>,
    /// Folder that names of files are relative to, absolute.
    pub root: PathBuf,
    /// Include globs.
    pub include: Vec<String>,
    /// Exclude globs.
    pub exclude: Vec<String>,
    /// Whether the calls of validators and other libraries are seen through.
    pub adapters: bool,
    /// Limit of a start.
    pub start_limit: Duration,
    /// Limit of a call.
    pub call_limit: Duration,
    /// Budget.
    pub budget: Budget,
    /// Seed.
    pub seed: u64,
    /// Algorithm.
    pub algorithm: AlgorithmArg,
    /// Techniques that are left out.
    pub without: Without,
    /// Which operations are tested.
    pub focus: Focus,
    /// Techniques that sampling and mutation leave out.
    pub without_techniques: Vec<Technique>,
    /// Files of calls to begin with.
    pub seed_from: Vec<PathBuf>,
    /// Names of oracles that are off.
    pub without_oracles: Vec<String>,
    /// Longest test.
    pub max_actions: usize,
    /// Processes of the API that are called at the same time.
    pub workers: usize,
    /// Where what the search knows is saved.
    pub archive: Option<PathBuf>,
    /// Archives to go on from.
    pub resume: Vec<PathBuf>,
    /// Whether nothing but the tests of archives is run.
    pub only_resume: bool,
    /// How long nothing new may be found.
    pub plateau: Option<Plateau>,
    /// Where tests go, absolute.
    pub out: PathBuf,
    /// Where `report.json` goes; other reports lie beside it.
    pub report: PathBuf,
    /// Names of the reports to write.
    pub reports: Vec<&'static str>,
    /// Format of the tests.
    pub format: &'static dyn OutputFormat,
    /// Language of the tests.
    pub language: Language,
    /// The package that reads TypeScript for the runner, where it needs one.
    pub transformer: Option<&'static str>,
    /// Whether waits of the API take as long as its code says.
    pub real_timers: bool,
    /// Whether scheduled jobs of the API run.
    pub run_schedules: bool,
    /// Whether files of the API are left as its calls leave them.
    pub files_may_change: bool,
    /// Whom the API may reach beside itself and its databases.
    pub outside: Outside,
    /// Whether calls may change what is in the API's databases.
    pub data_may_change: bool,
    /// File of accepted faults.
    pub baseline: Option<PathBuf>,
    /// Whether it is brought up to date.
    pub update_baseline: bool,
    /// Whether faults make the exit code 1.
    pub fail_on_fault: bool,
    /// Where requests are logged.
    pub log_requests: Option<PathBuf>,
    /// Where the keys of covered targets are written.
    pub log_targets: Option<PathBuf>,
    /// End the SUT process after every so many tests.
    pub kill_every: Option<u32>,
    /// Whether a processor that nobody else needs is kept busy while the SUT works.
    pub busy_wait: bool,
    /// Whether the tests are run on the plain API, which says what they are to expect.
    pub replay: bool,
}

impl Settings {
    /// Merges what was typed with the configuration file; what was typed wins.
    ///
    /// # Errors
    /// Wrong usage: a missing or contradictory option, or a configuration file that is wrong.
    pub fn load(args: &FuzzArgs, here: &Path, package: &Path) -> Result<Self, Failure> {
        let cwd = here.join(args.cwd.as_deref().unwrap_or(Path::new(".")));
        let cwd = cwd.canonicalize().map_err(|error| {
            Failure::usage(format!("the directory {} cannot be used: {error}", cwd.display()))
        })?;
        let given = args.config.as_ref().map(|typed| here.join(typed));
        let config = config::load(package, &cwd, given.as_deref())?;
        let settings = Self::merge(args, here, cwd, config)?;
        let wrong = |why: &dyn std::fmt::Display| Failure::usage(why.to_string());
        SourceFilter::new(&settings.include, &settings.exclude).map_err(|error| wrong(&error))?;
        if !settings.root.is_dir() {
            let root = settings.root.display();
            return Err(wrong(&format!(
                "root in the configuration file: there is no folder {root}"
            )));
        }
        Ok(settings)
    }

    fn merge(args: &FuzzArgs, here: &Path, cwd: PathBuf, config: Config) -> Result<Self, Failure> {
        let beside = config.folder(&cwd).to_owned();
        let config = config.options;
        let entry = entry_of(args, &config, &beside, here)?;
        let from_file = |text: &Option<String>, key: &str| match text {
            Some(text) => duration(text)
                .map(Some)
                .map_err(|why| Failure::usage(format!("{key} in the configuration file: {why}"))),
            None => Ok(None),
        };
        let calls = args.calls.or(if args.time.is_some() { None } else { config.calls });
        let budget = match (calls, args.time.or(from_file(&config.time, "time")?)) {
            (Some(calls), _) => Budget::Calls(calls),
            // As many as the tests need.
            (None, None) if args.only_resume => Budget::Calls(u64::MAX),
            (None, time) => Budget::Time(time.unwrap_or(DEFAULT_TIME)),
        };
        if matches!(budget, Budget::Calls(0)) || matches!(budget, Budget::Time(Duration::ZERO)) {
            return Err(Failure::usage("the budget is nothing; give --calls or --time".to_owned()));
        }
        let reset = args.reset.as_deref().or(config.reset.as_deref());
        let reset = match &entry {
            Entry::Controller(_) => {
                refuse_for_controller(args)?;
                Reset::Driver
            }
            entry => reset_of(reset, matches!(entry, Entry::Driver(_)), args.reset.is_some())?,
        };
        let default_start_limit = match &entry {
            Entry::Controller(_) => CONTROLLER_START_LIMIT,
            Entry::Start(_) | Entry::Driver(_) => START_LIMIT,
        };
        let out = match (&args.out, &config.out) {
            (Some(typed), _) => here.join(typed),
            (None, Some(written)) => beside.join(written),
            (None, None) => cwd.join("nearmiss-tests"),
        };
        // Paths in a suite lead from there to the API.
        let out = real(&out);
        let report = match (&args.report, &config.report) {
            (Some(typed), _) => here.join(typed),
            (None, Some(written)) => beside.join(written),
            (None, None) => out.join("report.json"),
        };
        let file = |typed: &Option<PathBuf>, written: &Option<PathBuf>| {
            let typed = typed.as_ref().map(|typed| here.join(typed));
            typed.or_else(|| written.as_ref().map(|written| beside.join(written)))
        };
        let either = |typed: &[String], written: &[String]| {
            if typed.is_empty() { written.to_vec() } else { typed.to_vec() }
        };
        let archive = match (&args.archive, &config.archive) {
            (Some(typed), _) => Some(here.join(typed)),
            (None, written) => written.as_ref().map(|written| beside.join(written)),
        };
        let written =
            config.plateau.as_deref().map(plateau).transpose().map_err(|why| {
                Failure::usage(format!("plateau in the configuration file: {why}"))
            })?;
        let baseline = baseline_of(args, &config, here, &beside)?;
        let format = language::format_of(args.format.as_deref(), config.format.as_deref())?;
        let language = language::language_of(args.language, config.language, format, &cwd)?;
        let max_actions = args.max_actions.or(config.max_actions).unwrap_or(DEFAULT_MAX_ACTIONS);
        Ok(Self {
            entry,
            openapi: match (&args.openapi, &config.openapi) {
                (Some(typed), _) => Some(seen_from(here, typed)),
                (None, written) => written.as_ref().map(|written| seen_from(&beside, written)),
            },
            unlisted: !(args.schema_only || config.schema_only),
            root: config.root.as_ref().map_or_else(|| cwd.clone(), |root| beside.join(root)),
            reset,
            headers: headers::all(
                &either(&args.header, &config.header),
                file(&args.header_file, &config.header_file),
            )?,
            users: configured_users(args.auth.as_deref(), here, &config, &beside)?,
            write_secrets: args.write_secrets || config.write_secrets,
            port: args.port.or(config.port),
            include: either(&args.include, &config.include),
            exclude: either(&args.exclude, &config.exclude),
            adapters: !args.no_adapters && config.adapters.unwrap_or(true),
            start_limit: args
                .start_timeout
                .or(from_file(&config.start_timeout, "startTimeout")?)
                .unwrap_or(default_start_limit),
            call_limit: args
                .call_timeout
                .or(from_file(&config.call_timeout, "callTimeout")?)
                .unwrap_or(Duration::from_secs(5)),
            budget,
            seed: args.seed.or(config.seed).unwrap_or(1),
            algorithm: args.algorithm.or(config.algorithm).unwrap_or(AlgorithmArg::Mio),
            without: Without {
                taint: args.without.contains(&Technique::Taint),
                heuristics: args.without.contains(&Technique::Heuristics),
            },
            seed_from: match args.seed_from.is_empty() {
                true => config.seed_from.iter().map(|file| beside.join(file)).collect(),
                false => args.seed_from.iter().map(|file| here.join(file)).collect(),
            },
            without_techniques: args.without.clone(),
            focus: Focus::of(
                &either(&args.only, &config.only),
                &either(&args.except, &config.except),
            )
            .map_err(|error| Failure::usage(error.to_string()))?,
            without_oracles: oracles_of(
                &either(&args.no_oracle, &config.no_oracle),
                !args.no_oracle.is_empty(),
            )?,
            max_actions: max_actions.max(1),
            workers: usize::from(args.workers.or(config.workers).unwrap_or(1).max(1)),
            archive,
            resume: args.resume.iter().map(|path| here.join(path)).collect(),
            only_resume: args.only_resume,
            plateau: args.plateau.or(written),
            out,
            reports: report_files::chosen(&either(&args.reports, &config.reports), &report)?,
            report,
            format,
            language,
            transformer: language::transformer_of(format, &cwd),
            real_timers: args.real_timers || config.real_timers,
            run_schedules: args.run_schedules || config.run_schedules,
            files_may_change: args.files_may_change || config.files_may_change,
            outside: outside::of(args, &config)?,
            data_may_change: args.data_may_change || config.data_may_change,
            baseline,
            update_baseline: args.update_baseline,
            fail_on_fault: args.fail_on_fault || config.fail_on_fault,
            log_requests: args.log_requests.as_ref().map(|path| here.join(path)),
            log_targets: args.log_targets.as_ref().map(|path| here.join(path)),
            kill_every: args.kill_every,
            busy_wait: !args.no_busy_wait,
            replay: !args.no_replay,
            cwd,
        })
    }
}

fn baseline_of(
    args: &FuzzArgs,
    config: &ConfigOptions,
    here: &Path,
    beside: &Path,
) -> Result<Option<PathBuf>, Failure> {
    let path = match (&args.baseline, &config.baseline) {
        (Some(typed), _) => Some(here.join(typed)),
        (None, written) => written.as_ref().map(|written| beside.join(written)),
    };
    if path.is_none() && args.update_baseline {
        return Err(Failure::usage(
            "--update-baseline needs the file: --baseline nearmiss.baseline.json, or `baseline` in the \
             configuration"
                .to_owned(),
        ));
    }
    Ok(path)
}

/// A schema file is seen from where it was written, if it is there; else from the API's
/// directory, as a URL is from nowhere.
fn seen_from(here: &Path, typed: &str) -> String {
    let path = here.join(typed);
    if path.is_file() { path.display().to_string() } else { typed.to_owned() }
}

/// Names of oracles, each of which there is.
fn oracles_of(names: &[String], typed: bool) -> Result<Vec<String>, Failure> {
    let known = oracle_names();
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(Failure::usage(format!(
            "{}: there is no oracle {name}; known: {}",
            named(typed, "--no-oracle", "noOracle"),
            known.join(", ")
        ))),
        None => Ok(names.to_vec()),
    }
}

fn entry_of(
    args: &FuzzArgs,
    config: &ConfigOptions,
    beside: &Path,
    here: &Path,
) -> Result<Entry, Failure> {
    if let Some(url) = &args.controller {
        return Ok(Entry::Controller(url.clone()));
    }
    if let Some(start) = &args.start {
        return Ok(Entry::Start(start.clone()));
    }
    let driver = match (&args.driver, &config.driver) {
        (Some(typed), _) => Some(here.join(typed)),
        (None, Some(written)) if config.start.is_none() => Some(beside.join(written)),
        _ => None,
    };
    if let Some(driver) = driver {
        let driver = driver.canonicalize().map_err(|error| {
            Failure::usage(format!("the driver {} cannot be used: {error}", driver.display()))
        })?;
        return Ok(Entry::Driver(driver));
    }
    config.start.clone().map(Entry::Start).ok_or_else(|| {
        Failure::usage(
            "how does the API start? `nearmiss init` finds out and writes a nearmiss.config.mjs; or give \
             --start \"node server.js\" (or --driver FILE)"
                .to_owned(),
        )
    })
}

/// How a message names an option: as it was typed, or as the file has it.
fn named(typed: bool, option: &str, key: &str) -> String {
    if typed { option.to_owned() } else { format!("{key} in the configuration file") }
}

/// What the controller decides, or cannot do.
fn refuse_for_controller(args: &FuzzArgs) -> Result<(), Failure> {
    let many = args.workers.is_some_and(|workers| workers > 1);
    let refused = [
        (args.reset.is_some(), "--reset: the controller resets the API, as it was started to"),
        (args.port.is_some(), "--port: the controller says where the API listens"),
        (many, "--workers: a controller runs one process of the API"),
    ];
    match refused.iter().find(|(is_given, _)| *is_given) {
        Some((_, why)) => Err(Failure::usage(format!("{why}; leave it out with --controller"))),
        None => Ok(()),
    }
}

fn reset_of(text: Option<&str>, driver: bool, typed: bool) -> Result<Reset, Failure> {
    match text {
        None if driver => Ok(Reset::Driver),
        None | Some("none") => Ok(Reset::None),
        Some("restart") => Ok(Reset::Restart),
        Some(url) => {
            let target = match url.strip_prefix("http://") {
                Some(rest) => rest.find('/').map_or("/", |at| &rest[at..]),
                None => url,
            };
            if target.starts_with('/') {
                return Ok(Reset::Url(target.to_owned()));
            }
            Err(Failure::usage(format!(
                "{} takes restart, none, or a URL or path of the API, not `{url}`",
                named(typed, "--reset", "reset")
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> FuzzArgs {
        FuzzArgs { start: Some("node x.js".to_owned()), ..FuzzArgs::default() }
    }

    fn merged(args: &FuzzArgs, config: &str) -> Result<Settings, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let config = serde_json::from_str(config).unwrap();
        Settings::merge(args, folder.path(), folder.path().to_owned(), config)
    }

    #[test]
    fn what_was_typed_wins_over_the_file() {
        let config = r#"{"options":{"start":"node a.js","calls":10,"seed":3,"reset":"restart"}}"#;
        let args = FuzzArgs { seed: Some(9), ..FuzzArgs::default() };
        let settings = merged(&args, config).unwrap();
        assert!(matches!(settings.entry, Entry::Start(command) if command == "node a.js"));
        assert!(matches!(settings.budget, Budget::Calls(10)));
        assert!(matches!(settings.reset, Reset::Restart));
        assert_eq!(settings.seed, 9);
        let timed = FuzzArgs { time: Some(Duration::from_secs(1)), ..FuzzArgs::default() };
        let settings = merged(&timed, config).unwrap();
        assert!(matches!(settings.budget, Budget::Time(_)));
    }

    #[test]
    fn paths_of_a_file_are_relative_to_its_folder() {
        let config = r#"{"file":"/a/nearmiss.config.mjs","options":{"out":"tests","root":"src"}}"#;
        let settings = merged(&start(), config).unwrap();
        assert_eq!(settings.out, Path::new("/a/tests"));
        assert_eq!(settings.root, Path::new("/a/src"));
        assert_eq!(settings.report, Path::new("/a/tests/report.json"));
    }

    #[test]
    fn wrong_usage_is_named() {
        let message = |args: &FuzzArgs| merged(args, r#"{"options":{}}"#).unwrap_err().to_string();
        assert!(message(&FuzzArgs::default()).contains("--start"));
        let odd = FuzzArgs { reset: Some("sometimes".to_owned()), ..start() };
        assert!(message(&odd).contains("sometimes"));
        let odd = FuzzArgs { header: vec!["no colon".to_owned()], ..start() };
        assert!(message(&odd).contains("no colon"));
    }
}
