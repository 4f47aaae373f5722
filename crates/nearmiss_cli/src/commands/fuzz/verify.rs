//! The tests of a search are run as they will be written: what they expect, and whether they hold elsewhere, too.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use nearmiss_report::counted;
use nearmiss_runner::{ForSuites, Reset, SutSpec};
use nearmiss_search::Minimised;
use nearmiss_writer::{DatabaseSupport, FileSchema};

use super::growth::confirm_growth;
use super::prepare::Prepared;
use super::searched::Searched;
use crate::auth::{self, Secrets};
use crate::databases;
use crate::failure::Failure;
use crate::host::Host;
use crate::options::{results, search};
use crate::output::Output;
use crate::outside;
use crate::project::{Project, surroundings};
use crate::rate_limits;
use crate::sqlite_files;
use crate::suite::{self, Expected, Kept, Named, Plain, Reserve, Who, World};
use crate::sut::limits;
use crate::warnings::Warnings;

/// Time in which further orders of the tests are tried with a budget in calls: an API that compiles at each start would
/// take hours. Others are done long before, so that the same budget gives the same suite.
const LONGEST_ELSEWHERE: Duration = Duration::from_mins(5);

/// Answers the suite with what its runs agree on; without that where it is not run, or cannot be. What people should
/// know is said and noted.
///
/// # Errors
/// When files of the suite cannot be written.
pub fn verify(
    run: &Prepared,
    host: &Host,
    searched: &mut Searched,
    secrets: &Secrets,
    output: &Output,
) -> Result<Expected, Failure> {
    let settings = &run.settings;
    // Without a reset a test may stand on what those before it left.
    searched.in_any_order |= !matches!(settings.api.reset, Reset::None);
    let mut kept = tests_to_write(run, searched, secrets, output);
    let own = own_databases(run, &mut searched.warnings, output);
    let in_files = run.spec.kept.as_ref().map(|kept| kept.databases());
    let cwd = &run.settings.cwd;
    let schemas = in_files.map(|files| sqlite_files::schemas(files, cwd)).unwrap_or_default();
    let shipped = in_files.map(|files| sqlite_files::shipped(files, cwd)).unwrap_or_default();
    let in_any_order = searched.in_any_order;
    let named = Named { in_any_order, ..named(run, own.support.as_ref(), (&schemas, &shipped)) };
    let reserve = suite::not_in_the_suite(&searched.minimised, &searched.outcome);
    let (mut reserve, _) = suite::kept_tests(&*run.problem, (&reserve, &BTreeMap::new()), secrets);
    let logins = &searched.logins;
    confirm_growth(run, logins, [&mut kept, &mut reserve], &mut searched.warnings, output);
    let users = auth::suite_users(&run.users, logins, settings.is(&results::WRITE_SECRETS));
    let who = Who { users, logins, secrets };
    if !settings.is(&search::REPLAY) {
        return Ok(suite::without_expectations(settings, named, &who, kept));
    }
    let tests = (kept, Reserve::new(reserve));
    on_the_plain_api(run, host, (named, &own), &who, tests, &mut searched.warnings, output)
}

/// Needs of a suite for databases, and the place where runs of it work before it is written.
#[derive(Default)]
struct OwnDatabases {
    support: Option<DatabaseSupport>,
    url: Option<String>,
    /// Why there are none, though the API has some.
    missing: Option<String>,
}

/// Answers what the suite needs for databases that have homes.
fn own_databases(run: &Prepared, warnings: &mut Warnings, output: &Output) -> OwnDatabases {
    let needs = run.spec.homes.as_ref().map_or(Ok(None), |homes| homes.for_suites());
    match needs {
        Ok(None) => OwnDatabases::default(),
        Ok(Some(ForSuites { drivers, schema, is_first_database, url })) => {
            let support = DatabaseSupport { drivers, schema, leads_maintenance: is_first_database };
            OwnDatabases { support: Some(support), url: Some(url), missing: None }
        }
        Err(why) => {
            let text = format!("the suite works on the database of whoever runs it: {why}");
            output.warn(&format!("warning: {text}"));
            warnings.push(("sut", text));
            OwnDatabases { missing: Some(why), ..OwnDatabases::default() }
        }
    }
}

/// Answers the tests that the search kept, but for those that cannot be written.
fn tests_to_write(
    run: &Prepared,
    searched: &mut Searched,
    secrets: &Secrets,
    output: &Output,
) -> Vec<Kept> {
    let Minimised { tests, causes, .. } = &searched.minimised;
    let tests = (&tests[..], causes);
    let (mut kept, unwritable) = suite::kept_tests(&*run.problem, tests, secrets);
    if searched.in_any_order {
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
    suite::with_one_invented(kept, &run.words)
}

/// Answers what the suite says of the API.
fn named<'a>(
    run: &'a Prepared,
    databases: Option<&'a DatabaseSupport>,
    (file_schemas, shipped_files): (&'a [FileSchema], &'a [String]),
) -> Named<'a> {
    // What cannot be read says so elsewhere.
    let servers = Project::read(&run.settings.cwd).map(|project| surroundings::servers(&project));
    let kept = run.spec.kept.as_ref();
    // Each start of a suite has databases of its own; others that are known are shared.
    let are_own = databases.is_some() && databases::named(&run.words).is_empty();
    Named {
        name: &run.name,
        port: run.tested,
        protocol: run.protocol,
        shares_state: !are_own && servers.is_ok_and(|servers| !servers.is_empty()),
        copies_databases: kept.is_some_and(|kept| !kept.databases().told().is_empty()),
        file_schemas,
        shipped_files,
        keeps_files: kept.is_some_and(|kept| kept.has_written()),
        limits_rates: rate_limits::are_in_memory(&run.words),
        calls_services: outside::has_services(&run.words),
        in_any_order: false,
        databases,
    }
}

/// Answers the suite with what runs on the plain API agree on.
fn on_the_plain_api(
    run: &Prepared,
    host: &Host,
    (named, own): (Named<'_>, &OwnDatabases),
    who: &Who<'_>,
    (kept, reserve): (Vec<Kept>, Reserve),
    warnings: &mut Warnings,
    output: &Output,
) -> Result<Expected, Failure> {
    let (settings, folder) = (&run.settings, run.folder.path());
    let format = settings.results.format;
    let support = suite::write_support(settings, named, who, (format, &kept), &host.package)?;
    let (by, cannot) = match support {
        None => ("on the plain API", "the plain API does not start"),
        Some(_) => (
            "through support/sut.cjs of the suite",
            "support/sut.cjs of the suite does not start or reset the API",
        ),
    };
    output.say(&format!("running the tests three times {by}"));
    let mut warn = |text: String| {
        output.warn(&format!("warning: {text}"));
        warnings.push(("sut", text));
    };
    let spec = SutSpec { support, ..run.spec.clone() };
    let plain = Plain { spec: &spec, folder, limits: limits(settings) };
    let tell = |line: &str| output.say(line);
    let world = World {
        settings,
        folder: folder.to_owned(),
        before: &run.before,
        // With the values of their secrets: these runs are not written.
        users: auth::suite_users(&run.users, who.logins, true),
        kept: run.spec.kept.as_ref(),
        database_url: own.url.as_deref(),
        homes: run.spec.homes.as_deref(),
        hits_original: own.missing.as_deref(),
        package: &host.package,
        until: Instant::now() + settings.search.budget.after_search().unwrap_or(LONGEST_ELSEWHERE),
        tell: &tell,
    };
    let (wanted, tests) = (kept.clone(), (kept.clone(), reserve));
    let ran = suite::expect(settings, named, format, &*run.problem, &plain, (who, &world), tests);
    let expected = ran.unwrap_or_else(|error| {
        warn(format!("{cannot}, so the tests are written without expectations: {error}"));
        suite::without_expectations(settings, named, who, kept)
    });
    let stand_alone = named.in_any_order || !matches!(settings.api.reset, Reset::None);
    let expected = match stand_alone {
        true => suite::without_contained(suite::with_few_alike(expected, &run.words)),
        false => expected,
    };
    expected.elsewhere.iter().for_each(|text| warn(text.clone()));
    if let Some(lost) = suite::lost_faults(&wanted, &expected.kept) {
        warn(lost);
    }
    Ok(expected)
}
