//! How the API is started and called, as the settings say it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use nearmiss_problem::rest::watched_oracles;
use nearmiss_runner::{CallLimits, Homes, StartCommand, SutSpec};

use crate::host::Host;
use crate::options::{CompilerArg, Technique, api, search};
use crate::settings::{Entry, Settings};

/// Answers the limits of calls.
pub fn limits(settings: &Settings) -> CallLimits {
    let rate = settings.get(&api::RATE_LIMIT).filter(|calls| *calls > 0);
    CallLimits {
        time: *settings.get(&api::CALL_TIMEOUT),
        apart: rate.map_or(Duration::ZERO, |calls| Duration::from_secs(1) / calls),
        ..CallLimits::default()
    }
}

/// Makes room for homes of databases: none where those of the user may change, or where others start the API.
fn homes(settings: &Settings) -> Option<Arc<Homes>> {
    let is_ours = !matches!(settings.api.entry, Entry::Controller(_));
    let are_wanted = is_ours && !settings.is(&api::DATA_MAY_CHANGE);
    are_wanted.then(|| Arc::new(Homes::new(std::env::temp_dir(), settings.api.in_place.clone())))
}

/// Answers how processes of the API are started, with probes and without a controller.
pub fn sut_spec(settings: &Settings, host: &Host) -> SutSpec {
    let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', "'\\''"));
    let command = match &settings.api.entry {
        Entry::Start(command) => command.clone(),
        Entry::Controller(url) => format!("controller {url}"),
        Entry::Driver(driver) => {
            let driver_host = host.package.join("driver/host.js");
            format!("node {} {}", quoted(&driver_host), quoted(driver))
        }
    };
    let homes = homes(settings);
    let without = settings.list(&search::WITHOUT);
    SutSpec {
        start: StartCommand { command, cwd: settings.cwd.clone(), env: Vec::new() },
        driver: matches!(settings.api.entry, Entry::Driver(_)),
        register: host.register.clone(),
        root: settings.api.root.clone(),
        include: settings.list(&api::INCLUDE).to_vec(),
        exclude: settings.list(&api::EXCLUDE).to_vec(),
        adapters: settings.is(&api::ADAPTERS),
        project_compiles: *settings.get(&api::COMPILER) == Some(CompilerArg::Typescript),
        instrument: true,
        real_timers: settings.is(&api::REAL_TIMERS),
        run_schedules: settings.is(&api::RUN_SCHEDULES),
        outside: settings.api.outside.clone(),
        answers_services: !without.contains(&Technique::Services),
        hold_databases: !settings.is(&api::DATA_MAY_CHANGE),
        in_place: settings.api.in_place.clone(),
        incidents: watched_oracles(&settings.search.without_oracles),
        start_limit: settings.api.start_limit,
        port: *settings.get(&api::PORT),
        listen_at: None,
        controller: None,
        support: None,
        // A controller that tells of tables puts rows in, too.
        puts_rows: (homes.is_some() || matches!(settings.api.entry, Entry::Controller(_)))
            && !without.contains(&Technique::Rows),
        tells_sql: false,
        homes,
        kept: None,
        interrupt: Arc::clone(&host.interrupt),
    }
}
