//! `fuzz`: start the API, search, write tests and a report. Reads like a table of contents.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use nearmiss_problem::Problem;
use nearmiss_problem::auth::{Concealer, Users};
use nearmiss_report::{ReportedSource, ReportedUser, ResumedSummary, counted, fault_id};
use nearmiss_runner::{
    ControllerClient, EvaluatorOptions, Logins, Reached, Reset, SearchWords, SutPool, SutProcess,
    Timing, Without,
};
use nearmiss_search::{
    Algorithm, Fault, Minimised, MioParameters, SearchOptions, SearchOutcome, Transplanted,
};
use nearmiss_targets::TargetId;
use nearmiss_writer::{CaseKind, OutputFormat, WrittenSuite};

use super::read_problem::read_problem;
use super::searching::{Start, search};
use super::verifying::{Runs, verify};
use crate::archive::{self, ArchiveLock};
use crate::auth::{self, Secrets};
use crate::baseline::Baseline;
use crate::coverage::{self, Coverage};
use crate::databases;
use crate::failure::Failure;
use crate::host::Host;
use crate::hostile;
use crate::kept;
use crate::options::{AlgorithmArg, FuzzArgs, Technique, api, results, search};
use crate::output::Output;
use crate::outside;
use crate::progress::Progress;
use crate::project::{Project, surroundings};
use crate::report;
use crate::reported_sources;
use crate::seeds;
use crate::settings::{Entry, Settings};
use crate::suite::{self, Expected, Kept, Named, Reserve, Who};
use crate::sut::{limits, sut_spec};
use crate::temporary;
use crate::told::told_while_searching;
use crate::warnings::Warnings;
use crate::written_file::write_file;

/// What stands below the options.
pub const HELP: &str = "\
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

/// The file of a suite that says how users log in, and, where that is asked for, with what.
const USERS: &str = "support/users.json";

/// What a search left behind.
pub struct Searched {
    /// What was found.
    pub outcome: SearchOutcome,
    /// The tests that together cover all that is covered.
    pub minimised: Minimised,
    /// What was added to it; its tests are among those.
    pub transplanted: Transplanted,
    /// Targets covered at boot time.
    pub boot: BTreeSet<TargetId>,
    /// Calls made.
    pub calls: u64,
    /// Restarts of the SUT.
    pub restarts: u64,
    /// How long it took.
    pub seconds: f64,
    /// Where that time went.
    pub timing: Timing,
    /// Seconds that a processor worked for this process meanwhile; 0 where the system does not tell.
    pub processor: f64,
    /// The curve.
    pub progress: Progress,
    /// What people should know, with its category.
    pub warnings: Warnings,
    /// Those of them that were printed when the search began.
    pub said: Vec<String>,
    /// Who is logged in.
    pub logins: Logins,
    /// Why it ended.
    pub stopped: String,
    /// What became of the archives that it went on from.
    pub resumed: Option<ResumedSummary>,
    /// Why the SUT could not be started again, if it could not.
    pub gone: Option<String>,
    /// Whether calls reached anything.
    pub reached: Reached,
}

/// A run whose suite is written.
pub struct Finished<'a> {
    /// What was asked for.
    pub settings: &'a Settings,
    /// The API.
    pub problem: &'a dyn Problem,
    /// The search.
    pub searched: &'a Searched,
    /// The suite.
    pub expected: &'a Expected,
    /// Its files.
    pub written: &'a WrittenSuite,
    /// What tests and boot time cover.
    pub coverage: Coverage,
    /// Faults that are accepted.
    pub baseline: &'a Baseline,
    /// What people call the API.
    pub name: &'a str,
    /// The API's files with their targets.
    pub sources: Vec<ReportedSource>,
    /// Who called.
    pub users: Vec<ReportedUser>,
    /// What must not be written.
    pub secrets: &'a Concealer,
    /// Waits and scheduled jobs that did not happen as the code says: what, and where.
    pub suppressed: BTreeSet<(String, String)>,
}

/// Runs the command and answers the exit code.
///
/// # Errors
/// Wrong usage, a schema that cannot be used, a SUT that does not start.
pub fn run(args: &FuzzArgs, host: Host, output: &Arc<Output>) -> Result<i32, Failure> {
    let started = Instant::now();
    let here = std::env::current_dir().map_err(|error| Failure::system("no folder", &error))?;
    let mut settings = Settings::load(args, &here, &host.package)?;
    let format = settings.results.format;
    let baseline = Baseline::of(
        settings.get(&results::BASELINE).as_deref(),
        settings.is(&results::UPDATE_BASELINE),
    )?;
    let _writing = settings.get(&search::ARCHIVE).as_deref().map(ArchiveLock::claim).transpose()?;
    let loaded =
        archive::load(settings.list(&search::RESUME), settings.get(&search::ARCHIVE).as_deref())?;
    let name = name_of(&settings.cwd);
    let folder = temporary::folder()?;
    let words = Arc::new(SearchWords::default());
    let mut spec = sut_spec(&settings, &host);
    if let Entry::Controller(url) = &settings.api.entry {
        let client = ControllerClient::connect(url, spec.incidents.clone(), &words)
            .map_err(|error| Failure::start(error.to_string()))?;
        if !client.resets() {
            settings.api.reset = Reset::None;
        }
        // As many as it runs, whatever a configuration says that is made for starting the API.
        settings.search.workers = 1;
        spec.controller = Some(Arc::new(client));
    }
    let settings = settings;
    spec.kept = kept::keep(&settings, output)?;
    let before = suite::before_search(&settings, spec.kept.as_deref(), folder.path());
    output.say(&format!("starting {name}: {}", settings.api.entry.shown(&here)));
    let pool = SutPool::new(spec.clone(), folder.path().to_owned(), Arc::clone(&words));
    let sut = pool.take(None).map_err(|error| outside::start_failure(&error, &words))?;
    tell_servers(&sut, output);
    let (tested, protocol) = (sut.server.wanted, sut.server.protocol);
    let refused_at_start = outside::tell(&settings.api.outside, &words, output);
    databases::ask_leave(settings.is(&api::DATA_MAY_CHANGE), &words, output)?;
    let users = auth::all_users(&settings, &sut)?;
    let (problem, mut warnings) = read_problem(&settings, &users, &sut, output)?;
    databases::refuse(settings.is(&api::DATA_MAY_CHANGE), &words)?;
    seeds::take(&settings, &*problem, output)?;
    // Found out now rather than after ten minutes of search.
    let made = make_folder(&settings.results.out, "out")?;
    make_folder(settings.results.report.parent().unwrap_or(Path::new(".")), "report")?;
    pool.keep_spare();
    let listed: Vec<String> =
        problem.templates().into_iter().map(|template| template.name).collect();
    let count = listed.len();
    output.say(&format!("{count} operations; searching with seed {}", settings.get(&search::SEED)));

    let options = evaluator_options(&settings, &host, Arc::clone(&users));
    let start = Start { loaded: &loaded, name: &name, listed };
    let searched = search(&settings, options, &*problem, sut, pool, &words, start, output);
    let mut searched = searched.inspect_err(|_| {
        // Nothing comes out: the folder for it was made in vain, and is empty.
        if made {
            let _ = std::fs::remove_dir(&settings.results.out);
        }
    })?;
    databases::refuse(settings.is(&api::DATA_MAY_CHANGE), &words).inspect_err(|_| {
        if made {
            let _ = std::fs::remove_dir(&settings.results.out);
        }
    })?;
    let overwritten = hostile::overwritten(&words);
    searched.warnings.extend(overwritten.clone().map(|text| ("sut", text)));
    searched.warnings.extend(told_while_searching(&settings, &words, tested));
    searched.said.extend(refused_at_start);
    let tallies = searched.logins.tallies(&names_of(&*problem));
    searched.warnings.extend(auth::unreached(&tallies));
    for (_, warning) in &searched.warnings {
        if !searched.said.contains(warning) {
            output.warn(&format!("warning: {warning}"));
        }
    }
    warnings.append(&mut searched.warnings);
    searched.warnings = warnings;
    if let Some(gone) = &searched.gone {
        let why = if overwritten.is_some() { "" } else { "the API does not start any more: " };
        output.warn(&format!("the search ended early, {why}{gone}"));
    }
    let nothing = searched.reached.nothing();
    if let Some(nothing) = &nothing {
        output.warn(&format!("error: {nothing}"));
        searched.warnings.push(("sut", nothing.clone()));
    }
    if searched.outcome.stopped_early {
        output.say(&format!("the search ended early: {}", searched.stopped));
    }
    if let Some(resumed) = &searched.resumed {
        output.say(&resumed.line());
    }

    let secrets = Secrets::of(&users, &searched.logins);
    let (mut kept, unwritable) = suite::kept_tests(&*problem, &searched.minimised.tests, &secrets);
    // Without a reset a test may stand on what those before it left.
    if !matches!(settings.api.reset, Reset::None) {
        kept.sort_by_key(|kept| suite::reading_order(&kept.test.calls));
    }
    if unwritable > 0 {
        let tests = counted(unwritable, "test");
        let text = format!(
            "not written: {tests}, with secrets in their calls that no call of theirs gives"
        );
        output.warn(&format!("warning: {text}"));
        searched.warnings.push(("auth", text));
    }
    let of_users =
        auth::suite_users(&users, &searched.logins, settings.is(&results::WRITE_SECRETS));
    // What cannot be read says so elsewhere.
    let servers = Project::read(&settings.cwd).map(|project| surroundings::servers(&project));
    let shares_state = servers.is_ok_and(|servers| !servers.is_empty());
    let copies_databases = spec.kept.as_ref().is_some_and(|kept| kept.has_databases());
    let keeps_files = spec.kept.as_ref().is_some_and(|kept| kept.has_written());
    let named =
        Named { name: &name, port: tested, protocol, shares_state, copies_databases, keeps_files };
    let with_secrets = auth::suite_users(&users, &searched.logins, true);
    let runs = Runs {
        spec: &spec,
        folder: folder.path(),
        host: &host,
        before: &before,
        users: with_secrets,
    };
    let reserve = suite::not_in_the_suite(&searched);
    let warnings = &mut searched.warnings;
    let who = Who { users: of_users, logins: &searched.logins, secrets: &secrets };
    let (reserve, _) = suite::kept_tests(&*problem, &reserve, &secrets);
    let tests = (kept, Reserve::new(reserve));
    let expected =
        verify(&settings, named, format, &*problem, &runs, &who, tests, warnings, output)?;
    // Before anything of ours is written.
    kept::tell(spec.kept.as_deref(), output);
    let written = write_suite(&settings, format, &expected, &secrets)?;
    let told = spec.controller.as_ref().and_then(|client| client.told_units());
    let coverage = coverage::of(&words, &searched, told.as_ref());
    if let Some(path) = settings.get(&results::LOG_TARGETS) {
        write_file(path, &secrets.known.mask(&coverage::by_key(&words, &searched)))?;
    }
    for text in hostile::left_running(folder.path()) {
        output.warn(&format!("warning: {text}"));
        searched.warnings.push(("sut", text));
    }
    let kept: Vec<&Kept> = written.tests.iter().map(|test| &expected.kept[test.case]).collect();
    let sources = reported_sources::of(&settings.api.root, &words, &searched, &kept);
    let finished = Finished {
        name: &name,
        sources: reported_sources::without_secrets(sources, &secrets.known),
        settings: &settings,
        problem: &*problem,
        searched: &searched,
        expected: &expected,
        written: &written,
        coverage,
        baseline: &baseline,
        users: auth::reported_users(&tallies),
        secrets: &secrets.known,
        suppressed: words.suppressed.lock().unwrap_or_else(PoisonError::into_inner).clone(),
    };
    report::write(&finished, started.elapsed(), output)?;
    let any_fault = expected.suite.cases.iter().zip(&expected.kept).any(|(case, kept)| {
        let known = |(_, fault): &(usize, Fault)| {
            baseline.accepts(&fault_id(fault.code, &fault.operation, &fault.place))
        };
        // One that ends the API and shows no fault is one, too.
        let accepted = !kept.faults.is_empty() && kept.faults.iter().all(known);
        case.kind == CaseKind::Fault && !accepted
    });
    let failed = overwritten.is_some() || nothing.is_some();
    Ok(i32::from(failed || (settings.is(&results::FAIL_ON_FAULT) && any_fault)))
}

/// What people call the API: the name in its package.json, else its folder's.
fn name_of(folder: &Path) -> String {
    let text = std::fs::read_to_string(folder.join("package.json")).unwrap_or_default();
    let package: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    package["name"].as_str().map_or_else(
        || folder.file_name().map_or("api".to_owned(), |name| name.to_string_lossy().into_owned()),
        str::to_owned,
    )
}

fn tell_servers(sut: &SutProcess, output: &Output) {
    let server = &sut.server;
    if server.wanted != 0 && server.wanted != server.port {
        output.say(&format!(
            "the API wanted port {} and listens on {} instead",
            server.wanted, server.port
        ));
    }
}

pub(super) fn evaluator_options(
    settings: &Settings,
    host: &Host,
    users: Arc<Users>,
) -> EvaluatorOptions {
    let without = settings.list(&search::WITHOUT);
    EvaluatorOptions {
        users,
        budget: settings.search.budget,
        reset: settings.api.reset.clone(),
        limits: limits(settings),
        unlisted: !settings.is(&api::SCHEMA_ONLY),
        // The runtime has its own, short bound; only a SUT that blocks comes near this one, and how
        // busy the machine is must not decide.
        quiet_limit: *settings.get(&api::CALL_TIMEOUT),
        interrupt: Arc::clone(&host.interrupt),
        kill_every: *settings.get(&search::KILL_EVERY),
        busy_wait: settings.is(&search::BUSY_WAIT),
        on_call: None,
        without: Without {
            taint: without.contains(&Technique::Taint),
            heuristics: without.contains(&Technique::Heuristics),
        },
    }
}

pub(super) fn search_options(settings: &Settings) -> SearchOptions {
    let algorithm = match settings.get(&search::ALGORITHM) {
        AlgorithmArg::Mio => Algorithm::Mio,
        AlgorithmArg::Random => Algorithm::Random,
    };
    SearchOptions {
        seed: *settings.get(&search::SEED),
        max_actions: settings.search.max_actions,
        algorithm,
        mio: MioParameters {
            impacts: !settings.list(&search::WITHOUT).contains(&Technique::Impacts),
            ..MioParameters::default()
        },
    }
}

fn names_of(problem: &dyn Problem) -> Vec<String> {
    problem.templates().into_iter().map(|template| template.name).collect()
}

fn write_suite(
    settings: &Settings,
    format: &dyn OutputFormat,
    expected: &Expected,
    secrets: &Secrets,
) -> Result<WrittenSuite, Failure> {
    let mut written = format.write(&expected.suite);
    for file in &mut written.files {
        let path = settings.results.out.join(&file.path);
        // What starts and logs in holds no more than it is to hold: values where they are asked for.
        let is_support = file.path.contains("support/");
        if !is_support && let Cow::Owned(masked) = secrets.known.mask(&file.content) {
            file.content = masked;
        }
        write_file(&path, &file.content)?;
        if file.path.ends_with(USERS) {
            let restricted = std::fs::set_permissions(&path, Permissions::from_mode(0o600));
            restricted.map_err(|error| Failure::system("users.json", &error))?;
        }
    }
    Ok(written)
}

/// Makes the folder of an option, which may stand in the configuration, too; answers whether it was not there.
fn make_folder(path: &Path, option: &str) -> Result<bool, Failure> {
    let is_new = !path.exists();
    std::fs::create_dir_all(path).map_err(|error| {
        let path = path.display();
        Failure::usage(format!("the folder {path} (--{option}) cannot be made: {error}"))
    })?;
    Ok(is_new)
}
