//! The API itself: whether it starts, what it serves, whether it is reset and lets its users in.

use std::path::Path;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use nearmiss_problem::{FoundRoute, read_document};
use nearmiss_report::counted;
use nearmiss_runner::{
    CallLimits, Logins, Reset, SearchWords, StartSutError, SutProcess, SutSpec, Transport,
    load_schema, reset_by_call,
};

use super::checklist::Checklist;
use crate::auth;
use crate::databases::{self, Leave};
use crate::failure::Failure;
use crate::host::Host;
use crate::kept;
use crate::options::api;
use crate::output::Output;
use crate::outside;
use crate::read_problem::problem_options;
use crate::settings::{Entry, Settings};
use crate::sqlite_files;
use crate::sut::sut_spec;
use crate::temporary;

/// Files, and warnings of a schema, that are named.
const MOST_NAMED: usize = 5;
/// A restart that takes longer makes a search with `--reset restart` a slow one.
const SLOW_START: Duration = Duration::from_secs(2);

/// Starts the API with probes and looks at it, then without; answers whether it starts.
///
/// # Errors
/// The system did not give what we need, or the run was interrupted.
pub(super) fn check(
    settings: &Settings,
    host: &Host,
    list: &mut Checklist,
    output: &Output,
) -> Result<bool, Failure> {
    let kept = kept::keep(settings, output)?;
    let starts = look(
        settings,
        SutSpec { kept: kept.clone(), hold_databases: false, ..sut_spec(settings, host) },
        list,
    );
    kept::tell(kept.as_deref(), output);
    starts
}

/// The same, of an API whose files are kept.
fn look(settings: &Settings, spec: SutSpec, list: &mut Checklist) -> Result<bool, Failure> {
    let folder = temporary::folder()?;
    let words = Arc::new(SearchWords::default());
    let began = Instant::now();
    let Some(mut sut) = start(&spec, (folder.path(), "probes"), &words, list)? else {
        return Ok(false);
    };
    let took = began.elapsed();
    let wanted = match sut.server.wanted {
        0 => "any port".to_owned(),
        port => format!("port {port}"),
    };
    let seconds = took.as_secs_f64();
    let named = match &settings.api.entry {
        Entry::Start(command) => command.clone(),
        Entry::Controller(url) => format!("controller {url}"),
        Entry::Driver(driver) => format!("driver {}", driver.display()),
    };
    list.ok("start", &format!("{named} listens after {seconds:.1} s; its code wants {wanted}"));
    check_files(&words, list);
    let routes = sut.routes();
    check_schema(settings, &sut, &routes, list);
    check_reset(settings, (&sut, &spec), took, list)?;
    check_users(settings, &sut, list)?;
    check_servers(settings, &words, sut.server.wanted, list);
    check_databases(settings, &words, &spec, list);
    sut.stop();
    let plain = SutSpec { instrument: false, ..spec };
    if let Some(mut sut) = start(&plain, (folder.path(), "plain"), &Arc::default(), list)? {
        list.ok("plain", "it starts without probes, too, as the written tests start it");
        sut.stop();
    }
    Ok(true)
}

/// A process of the API; none if it does not start, which is told.
fn start(
    spec: &SutSpec,
    (folder, name): (&Path, &str),
    words: &Arc<SearchWords>,
    list: &mut Checklist,
) -> Result<Option<SutProcess>, Failure> {
    match spec.start(&folder.join(name), words, None) {
        Ok(sut) => Ok(Some(sut)),
        Err(StartSutError::Interrupted) => Err(Failure::start("interrupted".to_owned())),
        Err(error) => {
            let label = if spec.instrument { "start" } else { "plain" };
            list.miss(label, &outside::start_failure(&error, words).to_string(), "");
            Ok(None)
        }
    }
}

/// What runs with probes and what does not.
fn check_files(words: &SearchWords, list: &mut Checklist) {
    let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let (files, targets) = (registry.files().len(), registry.all().len());
    drop(registry);
    if files == 0 {
        let remedy =
            "check `include`, `exclude` and `root`, and whether the API's code is what starts";
        list.miss("files", "no file of the project has probes", remedy);
    } else {
        list.ok("files", &format!("{} with probes, {targets} targets", counted(files, "file")));
    }
    let skipped = words.skipped.lock().unwrap_or_else(PoisonError::into_inner);
    for (file, why) in skipped.iter().take(MOST_NAMED) {
        list.warn(
            "files",
            &format!("{file} runs without probes: {why}"),
            "what it does is not seen",
        );
    }
    if let Some(more @ 1..) = skipped.len().checked_sub(MOST_NAMED) {
        list.warn("files", &format!("{more} more run without probes"), "nearmiss fuzz names them");
    }
}

fn check_schema(
    settings: &Settings,
    sut: &SutProcess,
    routes: &[FoundRoute],
    list: &mut Checklist,
) {
    let from_driver = sut.driver.as_ref().and_then(|driver| driver.problem["openapi"].as_str());
    let found = match routes.len() {
        0 => "no router that is known".to_owned(),
        count => format!("the router has {}", counted(count, "route")),
    };
    let Some(source) = settings.get(&api::OPENAPI).as_deref().or(from_driver) else {
        match (!settings.is(&api::SCHEMA_ONLY), routes.len()) {
            (false, _) => list.miss("schema", "schemaOnly without a schema leaves nothing to call", "give one: --openapi"),
            (true, 0) => list.warn(
                "schema",
                &format!("none, and {found}"),
                "paths are found by what the API compares them with; a document finds more: --openapi",
            ),
            (true, _) => list.ok("schema", "none, and none is needed"),
        }
        list.ok("routes", &found);
        return;
    };
    let text = match load_schema(source, &settings.cwd, &sut.server) {
        Ok(text) => text,
        Err(error) => return list.miss("schema", &error.to_string(), ""),
    };
    // Who calls does not change what can be called.
    let options = problem_options(settings, &settings.api.users.clone().unwrap_or_default());
    let (problem, warnings) = match read_document(&text, &options) {
        Ok(parsed) => parsed,
        Err(error) => return list.miss("schema", &format!("{source}: {error}"), ""),
    };
    list.ok("schema", &format!("{source}: {}", counted(problem.operation_count(), "operation")));
    for warning in warnings.iter().take(MOST_NAMED) {
        list.warn("schema", &warning.to_string(), "correct it there");
    }
    if let Some(more @ 1..) = warnings.len().checked_sub(MOST_NAMED) {
        list.warn(
            "schema",
            &format!("{more} more places are not understood"),
            "nearmiss fuzz names them",
        );
    }
    let unlisted = problem.add_routes(routes);
    let beside = match unlisted.len() {
        0 => String::new(),
        count => format!(
            ", {count} of them not in the schema: {}",
            unlisted[..count.min(MOST_NAMED)].join(", ")
        ),
    };
    list.ok("routes", &format!("{found}{beside}"));
}

fn check_reset(
    settings: &Settings,
    (sut, spec): (&SutProcess, &SutSpec),
    took: Duration,
    list: &mut Checklist,
) -> Result<(), Failure> {
    let limits = CallLimits { time: *settings.get(&api::CALL_TIMEOUT), ..CallLimits::default() };
    match &databases::reset_of(settings, spec.homes.as_ref(), spec.kept.as_deref()) {
        Reset::None | Reset::AfterWrites => {
            list.ok("reset", "none: tests begin with what those before them left");
        }
        Reset::Databases => {
            list.ok("reset", "databases: what a test changed in them is put back");
        }
        Reset::Restart if took > SLOW_START => list.warn(
            "reset",
            &format!("restart, and a start takes {:.1} s, before each test", took.as_secs_f64()),
            "a URL of the API that resets its state is quicker",
        ),
        Reset::Restart => list.ok("reset", "restart"),
        Reset::Url(target) => {
            let mut transport =
                Transport::new(limits).map_err(|error| Failure::system("no event loop", &error))?;
            let host = sut.host();
            transport.connect_to(&host);
            match reset_by_call(&mut transport, target, &host) {
                Ok(()) => list.ok("reset", &format!("POST {target} works")),
                Err(why) => list.miss("reset", &why, "correct `reset`, or the endpoint"),
            }
        }
        Reset::Driver => match sut.order("reset", *settings.get(&api::CALL_TIMEOUT)) {
            Ok(_) => list.ok("reset", "resetStateOfSUT of the driver works"),
            Err(why) => {
                list.miss("reset", &format!("resetStateOfSUT failed: {why}"), "correct the driver")
            }
        },
    }
    Ok(())
}

fn check_users(settings: &Settings, sut: &SutProcess, list: &mut Checklist) -> Result<(), Failure> {
    let users = match auth::all_users(settings, sut) {
        Ok(users) => users,
        Err(failure) => {
            list.miss("users", &failure.to_string(), "");
            return Ok(());
        }
    };
    if users.list.is_empty() {
        list.ok("users", "none: every call is made as nobody");
        return Ok(());
    }
    let limits = CallLimits { time: *settings.get(&api::CALL_TIMEOUT), ..CallLimits::default() };
    let mut transport =
        Transport::new(limits).map_err(|error| Failure::system("no event loop", &error))?;
    let server = sut.at();
    transport.connect_to(&server.host);
    transport.wait_for(server.databases);
    let mut logins = Logins::new(Arc::clone(&users));
    let failures = logins.log_in_all(&sut.at(), &mut transport);
    for user in &users.list {
        match failures.iter().find(|failure| failure.user == user.name) {
            Some(failure) => {
                let what = format!("{}: {}: {}", user.name, failure.step, failure.why);
                list.miss("users", &what, "correct `auth`");
            }
            None if user.login.is_none() => {
                list.ok("users", &format!("{}: calls with fixed headers", user.name));
            }
            None => list.ok("users", &format!("{}: logs in", user.name)),
        }
    }
    for warning in &users.warnings {
        list.warn("users", warning, "calls as this user may be refused");
    }
    Ok(())
}

/// Databases that the API was seen to use: calls change what is in them.
fn check_databases(settings: &Settings, words: &SearchWords, spec: &SutSpec, list: &mut Checklist) {
    for file in spec.kept.iter().flat_map(|kept| kept.databases().told()) {
        let what = format!("{}: {}", sqlite_files::shown(&file), sqlite_files::words(&file));
        list.ok("database", &what);
    }
    for home in spec.homes.iter().flat_map(|homes| homes.told()) {
        let what = format!("{} ({}): {}", home.original, home.driver, databases::home_words(&home));
        list.ok("database", &what);
        home.notes.iter().for_each(|note| list.ok("database", note));
    }
    for database in databases::named(words) {
        let what = format!("{database}: calls of a search change what is in it");
        match databases::refuse(Leave::of(settings), words).is_ok() {
            true => list.ok("database", &format!("{what}, and may")),
            false => list.warn(
                "database",
                &what,
                "use one whose data may be lost, and set `dataMayChange`",
            ),
        }
    }
}

/// Several servers, of which one was taken.
fn check_servers(settings: &Settings, words: &SearchWords, tested: u16, list: &mut Checklist) {
    let wanted = words.wanted_ports.lock().unwrap_or_else(PoisonError::into_inner);
    let others: Vec<String> =
        wanted.iter().filter(|port| **port != tested).map(u16::to_string).collect();
    if settings.get(&api::PORT).is_none() && !others.is_empty() {
        let what = format!(
            "several servers: the one on port {tested} is tested, not {}",
            others.join(", ")
        );
        list.warn("port", &what, "choose with `port`");
    }
}
