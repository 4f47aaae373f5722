//! The files beside the tests: they make the suite independent of whoever wrote it.

mod databases;
mod setup;
mod sqlite;

use nearmiss_problem::Place;
use serde_json::{Map, Value, json};

use super::accept::{usual_accept, with_usual_accept};
use super::payloads::Payloads;
use super::runner::Runner;
use super::users;
use crate::suite::{GeneratedFile, Language, ResetSpec, StartSpec, TestSuite};

const API: &str = include_str!("support/api.cjs");
const API_TYPES: &str = include_str!("support/api.d.cts");
const CALLS: &str = include_str!("support/calls.cjs");
const CALLS_TYPES: &str = include_str!("support/calls.d.cts");
const DRIVER_BASE: &str = include_str!("support/driver-base.cjs");
const DRIVER_HOST: &str = include_str!("support/driver-host.mjs");
const MATCHES: &str = include_str!("support/matches.cjs");
const MATCHES_TYPES: &str = include_str!("support/matches.d.cts");
const PRELOAD: &str = include_str!("support/preload.cjs");
const CLOCK: &str = include_str!("support/clock.cjs");
const CONTROLLED_SUT: &str = include_str!("support/controlled-sut.cjs");
/// What leads calls of the API to itself, as in the search.
const SELF_CALLS: &str = include_str!("../../../../../npm/nearmiss/sut/self_calls.cjs");
/// What keeps the API from strangers, as it does in the search.
const STRANGERS: [(&str, &str); 9] = [
    ("call_sites.cjs", include_str!("../../../../../npm/nearmiss/sut/strangers/call_sites.cjs")),
    ("clients.cjs", include_str!("../../../../../npm/nearmiss/sut/strangers/clients.cjs")),
    ("datagrams.cjs", include_str!("../../../../../npm/nearmiss/sut/strangers/datagrams.cjs")),
    ("drivers.cjs", include_str!("../../../../../npm/nearmiss/sut/strangers/drivers.cjs")),
    ("guard.cjs", include_str!("../../../../../npm/nearmiss/sut/strangers/guard.cjs")),
    ("names.cjs", include_str!("../../../../../npm/nearmiss/sut/strangers/names.cjs")),
    ("own.cjs", include_str!("../../../../../npm/nearmiss/sut/strangers/own.cjs")),
    ("sockets.cjs", include_str!("../../../../../npm/nearmiss/sut/strangers/sockets.cjs")),
    ("stand_ins.cjs", include_str!("../../../../../npm/nearmiss/sut/strangers/stand_ins.cjs")),
];
/// Program that answers for services that the API calls, as it does in the search.
const SERVICES: [(&str, &str); 9] = [
    ("answers.cjs", include_str!("../../../../../npm/nearmiss/setup/services/answers.cjs")),
    (
        "certificates.cjs",
        include_str!("../../../../../npm/nearmiss/setup/services/certificates.cjs"),
    ),
    ("der.cjs", include_str!("../../../../../npm/nearmiss/setup/services/der.cjs")),
    ("faults.cjs", include_str!("../../../../../npm/nearmiss/setup/services/faults.cjs")),
    ("leaps.cjs", include_str!("../../../../../npm/nearmiss/setup/services/leaps.cjs")),
    ("mail.cjs", include_str!("../../../../../npm/nearmiss/setup/services/mail.cjs")),
    ("server.cjs", include_str!("../../../../../npm/nearmiss/setup/services/server.cjs")),
    ("start.cjs", include_str!("../../../../../npm/nearmiss/setup/services/start.cjs")),
    ("tokens.cjs", include_str!("../../../../../npm/nearmiss/setup/services/tokens.cjs")),
];
/// What keeps the files of the project; the first three note what is written as in a search.
const FILES: [(&str, &str); 7] = [
    ("calls.cjs", include_str!("../../../../../npm/nearmiss/sut/kept_files/calls.js")),
    ("journal.cjs", include_str!("../../../../../npm/nearmiss/sut/kept_files/journal.js")),
    ("originals.cjs", include_str!("../../../../../npm/nearmiss/sut/kept_files/originals.js")),
    ("kept.cjs", include_str!("support/files/kept.cjs")),
    ("preload.cjs", include_str!("support/files/preload.cjs")),
    ("put-back.cjs", include_str!("support/files/put-back.cjs")),
    ("written.cjs", include_str!("support/files/written.cjs")),
];
const SUT: &str = include_str!("support/sut.cjs");
/// What forgets the counts of rate limiters; the first files are the same as in a search.
const LIMITERS: [(&str, &str); 10] = [
    ("counts.cjs", include_str!("../../../../../npm/nearmiss/sut/limiters/counts.cjs")),
    ("limiters.cjs", include_str!("../../../../../npm/nearmiss/sut/limiters/limiters.cjs")),
    (
        "express_rate_limit.cjs",
        include_str!("../../../../../npm/nearmiss/sut/limiters/express_rate_limit.cjs"),
    ),
    (
        "fastify_rate_limit.cjs",
        include_str!("../../../../../npm/nearmiss/sut/limiters/fastify_rate_limit.cjs"),
    ),
    (
        "koa_ratelimit.cjs",
        include_str!("../../../../../npm/nearmiss/sut/limiters/koa_ratelimit.cjs"),
    ),
    (
        "nestjs_throttler.cjs",
        include_str!("../../../../../npm/nearmiss/sut/limiters/nestjs_throttler.cjs"),
    ),
    (
        "rate_limiter_flexible.cjs",
        include_str!("../../../../../npm/nearmiss/sut/limiters/rate_limiter_flexible.cjs"),
    ),
    ("attach.cjs", include_str!("support/limiters/attach.cjs")),
    ("forget.cjs", include_str!("support/limiters/forget.cjs")),
    ("loader.mjs", include_str!("support/limiters/loader.mjs")),
];
/// The end of lines of support files that are there only where tests set something up in the API's process.
const OF_SETUP: &str = " //@setup";
/// The end of those that are there only where tests set something up beside it.
const OF_BESIDE: &str = " //@beside";
/// The end of those that are there only where the API has rate limiters.
const OF_LIMITS: &str = " //@limits";
/// The end of those that are there only where the API calls services, or where tests say what these answer.
const OF_SERVICES: &str = " //@services";
const OF_ANSWERS: &str = " //@answers";
/// The end of those that are there only where the API gets databases of the suite's own, or only where it does not.
const OF_DATABASES: &str = " //@databases";
const WITHOUT_DATABASES: &str = " //@no-databases";
/// The end of those that are there only where the API opens databases in files.
const OF_FILES: &str = " //@sqlite";
/// The end of those that are there where it does either.
const OF_EITHER: &str = " //@put-back";
const UNANSWERED: &str = include_str!("support/unanswered.cjs");

/// The line of `support/sut.cjs` in whose place the runner's own variables are taken out.
const FORGETS: &str = "  // The variables of the test runner are taken out here.\n";

pub(super) fn files(
    runner: &dyn Runner,
    suite: &TestSuite,
    payloads: &Payloads,
) -> Vec<GeneratedFile> {
    let file = |name: &str, content: &str| GeneratedFile {
        path: format!("support/{name}"),
        content: content.to_owned(),
    };
    let mut files = vec![file("calls.cjs", CALLS)];
    if runner.has_api_file(suite) {
        let usual = usual_accept(suite);
        files.push(file("api.cjs", &with_usual_accept(API, usual.as_deref())));
    }
    let partial = runner.assertions().function(super::assertion::Claim::Holds).is_some();
    if partial {
        files.push(file("matches.cjs", MATCHES));
    }
    if suite.language == Language::Ts {
        files.push(file("api.d.cts", API_TYPES));
        files.push(file("calls.d.cts", CALLS_TYPES));
        files.extend(partial.then(|| file("matches.d.cts", MATCHES_TYPES)));
    }
    if matches!(suite.start, StartSpec::Driver { .. }) {
        files.push(file("driver-base.cjs", DRIVER_BASE));
        files.push(file("driver-host.mjs", DRIVER_HOST));
    }
    files.extend(payloads.files(suite.language));
    let sut = if suite.is_controlled() {
        files.extend(setup::files(suite).into_iter().map(|file| fitted(file, suite)));
        with_parts(CONTROLLED_SUT, suite)
    } else {
        files.push(file("preload.cjs", &with_parts(PRELOAD, suite)));
        files.push(file("self-calls.cjs", SELF_CALLS));
        if suite.reaches.is_some() {
            let guard = STRANGERS.iter();
            files.extend(guard.map(|(name, text)| file(&format!("strangers/{name}"), text)));
            let services = SERVICES.iter().filter(|_| suite.calls_services);
            let services = services.map(|(name, text)| (format!("setup/services/{name}"), text));
            files.extend(services.map(|(name, text)| file(&name, text)));
        }
        files.extend(suite.clock.as_ref().map(|_| file("clock.cjs", CLOCK)));
        files.extend(setup::files(suite).into_iter().map(|file| fitted(file, suite)));
        files.extend(databases::files(suite).into_iter().map(|file| fitted(file, suite)));
        if suite.limits_rates {
            let limiters = LIMITERS.iter();
            files.extend(limiters.map(|(name, text)| file(&format!("limiters/{name}"), text)));
        }
        with_parts(SUT, suite).replace(FORGETS, runner.forgets())
    };
    files.extend(sqlite::files(suite).into_iter().map(|file| fitted(file, suite)));
    if suite.keeps_files {
        files.extend(FILES.iter().map(|(name, text)| file(&format!("files/{name}"), text)));
    }
    files.push(file("start.json", &start(suite)));
    files.push(file("sut.cjs", &sut));
    files.push(file("unanswered.cjs", UNANSWERED));
    let users = users::files(suite).into_iter();
    files.extend(users.map(|file| fitted(file, suite)));
    files
}

/// Answers a support file as this suite needs it.
fn fitted(file: GeneratedFile, suite: &TestSuite) -> GeneratedFile {
    GeneratedFile { content: with_parts(&file.content, suite), ..file }
}

/// Answers a support file with the lines of setup, rate limiters and databases, or without.
fn with_parts(text: &str, suite: &TestSuite) -> String {
    let limits = suite.limits_rates && !suite.is_controlled();
    let is_led = databases::led(suite).is_some();
    let parts = [
        (OF_SETUP, setup::is_at(suite, Place::Api)),
        (OF_BESIDE, setup::is_at(suite, Place::Beside)),
        (OF_SERVICES, suite.calls_services),
        (OF_ANSWERS, setup::stays(suite)),
        (OF_LIMITS, limits),
        (OF_DATABASES, is_led),
        (WITHOUT_DATABASES, !is_led),
        (OF_FILES, sqlite::is_led(suite)),
        (OF_EITHER, is_led || sqlite::is_led(suite)),
    ];
    let lines = text.split_inclusive('\n').filter_map(|line| {
        let own = parts.iter().find(|(mark, _)| line.trim_end().ends_with(mark));
        match own {
            Some((mark, true)) => Some(line.replace(mark, "")),
            Some((_, false)) => None,
            None => Some(line.to_owned()),
        }
    });
    lines.collect()
}

fn start(suite: &TestSuite) -> String {
    let (mut spec, cwd, env) = match &suite.start {
        StartSpec::Controller { url, start_limit_ms } => {
            let spec =
                json!({ "controller": url, "startTimeoutMs": start_limit_ms, "inBand": true });
            return format!("{spec:#}\n");
        }
        StartSpec::Command { command, cwd, env } => (json!({ "command": command }), cwd, env),
        StartSpec::Driver { path, cwd, env } => (json!({ "driver": path }), cwd, env),
    };
    let variables: Map<String, Value> =
        env.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    spec["cwd"] = cwd.clone().into();
    spec["env"] = variables.into();
    spec["reset"] = match &suite.reset {
        ResetSpec::None => "none".into(),
        ResetSpec::Restart => "restart".into(),
        ResetSpec::AfterWrites => "after-writes".into(),
        ResetSpec::Driver => "driver".into(),
        ResetSpec::Database => "database".into(),
        ResetSpec::Url { method, target } => json!({ "method": method, "target": target }),
    };
    if suite.copies_databases {
        spec["copiesDatabases"] = true.into();
        if !suite.file_schemas.is_empty() {
            let drivers = suite.file_schemas.iter();
            let drivers = drivers.map(|one| (one.path.clone(), one.driver.clone().into()));
            spec["databaseDrivers"] = drivers.collect::<Map<_, _>>().into();
        }
        if !suite.shipped_files.is_empty() {
            spec["shippedDatabases"] = suite.shipped_files.clone().into();
        }
    }
    if let Some(databases) = &suite.databases
        && databases.leads_maintenance
    {
        spec["leadsMaintenance"] = true.into();
    }
    if let Some(hosts) = &suite.reaches {
        spec["reaches"] = hosts.clone().into();
    }
    if let Some(clock) = &suite.clock {
        spec["clock"] = clock.clone().into();
    }
    if !suite.needs.is_empty() {
        spec["needs"] = suite.needs.clone().into();
    }
    if suite.keeps_files {
        spec["keepsFiles"] = true.into();
    }
    if suite.is_in_band() {
        spec["inBand"] = true.into();
    }
    format!("{spec:#}\n")
}
