//! What can be called: read of the document and the router, narrowed to what was asked for.

use nearmiss_problem::auth::Users;
use nearmiss_problem::{FoundRoute, Problem, ProblemOptions, read_document, read_routes};
use nearmiss_report::counted;
use nearmiss_runner::{SutProcess, load_schema};

use crate::failure::Failure;
use crate::mounts;
use crate::options::Technique;
use crate::options::{api, search};
use crate::output::Output;
use crate::settings::Settings;
use crate::warnings::Warnings;

/// Documents that are asked for.
const MOST_DOCUMENTS: usize = 20;

pub fn problem_options(settings: &Settings, users: &Users) -> ProblemOptions {
    let headers = settings.api.headers.iter();
    let secret = headers.clone().filter(|header| header.is_secret);
    ProblemOptions {
        secret_headers: secret.map(|header| header.name.clone()).collect(),
        headers: headers.map(|header| (header.name.clone(), header.value.clone())).collect(),
        users: users.names(),
        carried: users.carried(),
        without_oracles: settings.search.without_oracles.clone(),
        without_resources: settings.list(&search::WITHOUT).contains(&Technique::Resources),
        without_pool: settings.list(&search::WITHOUT).contains(&Technique::Pool),
        ..ProblemOptions::default()
    }
}

pub fn read_problem(
    settings: &Settings,
    users: &Users,
    sut: &SutProcess,
    output: &Output,
) -> Result<(Box<dyn Problem>, Warnings), Failure> {
    let told = |key: &str| sut.driver.as_ref().and_then(|driver| driver.problem[key].as_str());
    let from_driver = told("openapi").or(told("schema").map(|_| "the schema of the controller"));
    let options = problem_options(settings, users);
    let Some(source) = settings.get(&api::OPENAPI).as_deref().or(from_driver) else {
        if settings.is(&api::SCHEMA_ONLY) {
            return Err(Failure::usage(
                "--schema-only without a schema leaves nothing to call; give one with --openapi, or \
                 leave --schema-only out"
                    .to_owned(),
            ));
        }
        let routes = routes_to_call(settings, sut.routes(), output);
        for what in mounts::unknown(sut, &routes)? {
            output.warn(&format!("warning: {what}"));
        }
        output.say(&match routes.len() {
            0 => "no schema and no router that is known: paths are found by what the API compares them with".to_owned(),
            count => format!("no schema; the API's router has {count} routes"),
        });
        let (problem, warnings) = read_routes(&routes, &options);
        narrow(settings, &*problem, output)?;
        let warnings = warnings.iter().map(|warning| ("options", warning.to_string())).collect();
        return Ok((problem, warnings));
    };
    let unusable = |why: String| Failure::usage(format!("{source}: {why}"));
    let text = match (settings.get(&api::OPENAPI), told("schema")) {
        (None, Some(text)) => text.to_owned(),
        _ => load_schema(source, &settings.cwd, &sut.server)
            .map_err(|error| Failure::usage(error.to_string()))?,
    };
    let (problem, warnings) =
        read_document(&text, &options).map_err(|error| unusable(error.to_string()))?;
    let warnings: Warnings =
        warnings.iter().map(|warning| ("schema", format!("{source}: {warning}"))).collect();
    for (_, warning) in &warnings {
        output.warn(&format!("warning: {warning}"));
    }
    if settings.is(&api::SCHEMA_ONLY) {
        problem.note_routes(&sut.routes());
    } else {
        let routes = sut.routes();
        note_documents(settings, sut, &routes, &*problem);
        let added = problem.add_routes(&routes_to_call(settings, routes, output));
        if !added.is_empty() {
            output.say(&format!(
                "{} that the schema does not list: {}",
                counted(added.len(), "route"),
                shown(&added)
            ));
        }
    }
    narrow(settings, &*problem, output)?;
    if problem.templates().is_empty() {
        return Err(unusable("it describes no operation that can be called".to_owned()));
    }
    Ok((problem, warnings))
}

/// Reads the documents that the API serves, as far as their paths say that they are some.
fn note_documents(
    settings: &Settings,
    sut: &SutProcess,
    routes: &[FoundRoute],
    problem: &dyn Problem,
) {
    let is_document = |route: &&FoundRoute| {
        let is_get = route.method.eq_ignore_ascii_case("GET");
        is_get && route.is_documentation() && !route.path.contains(['{', '*', '<', '$'])
    };
    for route in routes.iter().filter(is_document).take(MOST_DOCUMENTS) {
        let url = format!("http://localhost:{}{}", sut.server.port, route.path);
        // A page, or what asks for a login: nothing is known then.
        let Ok(text) = load_schema(&url, &settings.cwd, &sut.server) else { continue };
        problem.note_document(&text);
    }
}

/// Answers the routes of the API without pages that describe it (Swagger UI, GraphiQL, the document itself) and files
/// that are sent as they are. They are no part of what it is for, and their texts make tests that nobody reads. Who
/// names operations with `--only` may name them, too.
fn routes_to_call(
    settings: &Settings,
    routes: Vec<FoundRoute>,
    output: &Output,
) -> Vec<FoundRoute> {
    if !settings.search.focus.is_all() {
        return routes;
    }
    let (pages, others): (Vec<_>, Vec<_>) =
        routes.into_iter().partition(FoundRoute::is_documentation);
    let (files, others): (Vec<_>, Vec<_>) = others.into_iter().partition(FoundRoute::sends_files);
    for (what, left_out) in [("pages of documentation", pages), ("files", files)] {
        let mut paths: Vec<String> = left_out.into_iter().map(|route| route.path).collect();
        paths.dedup();
        if !paths.is_empty() {
            output.say(&format!("never called: {what} ({})", shown(&paths)));
        }
    }
    others
}

/// Leaves the operations that the user asks for.
fn narrow(settings: &Settings, problem: &dyn Problem, output: &Output) -> Result<(), Failure> {
    if settings.search.focus.is_all() {
        return Ok(());
    }
    let narrowed = problem
        .narrow(&settings.search.focus)
        .map_err(|error| Failure::usage(error.to_string()))?;
    let asked = narrowed.asked.len();
    output.say(&format!("tested: {asked} operations ({})", shown(&narrowed.asked)));
    if !narrowed.needed.is_empty() {
        let needed = shown(&narrowed.needed);
        output.say(&format!("called for what those need: {needed}"));
    }
    output.say(&format!("never called: {} others", narrowed.left_out));
    Ok(())
}

/// Answers the first few names.
fn shown(names: &[String]) -> String {
    const MOST: usize = 5;
    let first = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > MOST { format!("{first}, ...") } else { first }
}
