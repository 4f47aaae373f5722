//! `serve`: start the API and be its controller for EvoMaster's core.

mod args;
mod requirable;

use std::net::TcpListener;
use std::sync::Arc;

use nearmiss_runner::{
    AllowedHosts, Controller, ControllerOptions, SearchWords, ServedProblem, ServedSut, SutProcess,
    load_schema, path_on_sut, serve,
};
use nearmiss_wire::AuthenticationDto;
use serde_json::{Value, json};

pub use self::args::{HELP, ServeArgs};
use crate::databases::{self, Leave};
use crate::failure::Failure;
use crate::host::Host;
use crate::kept;
use crate::options::api;
use crate::output::Output;
use crate::outside;
use crate::settings::{Entry, Settings};
use crate::sqlite_files;
use crate::sut::{limits, sut_spec};
use crate::temporary;

/// What the core calls a SUT that has no driver class.
const NO_DRIVER: &str = "NearmissDriver";
/// The watcher of connections to other servers (`npm/nearmiss/sut/incidents`).
const OTHER_SERVERS: &str = "other-servers";

/// Runs the command and answers the exit code.
///
/// # Errors
/// Wrong usage, a port that is taken, a schema that cannot be used, a SUT that does not start.
pub fn run(args: &ServeArgs, host: &Host, output: &Arc<Output>) -> Result<i32, Failure> {
    let here = std::env::current_dir().map_err(|error| Failure::system("no folder", &error))?;
    let mut settings = Settings::load(&args.search, &here, host)?;
    let address = (args.controller_host, args.controller_port);
    let listener = TcpListener::bind(address).map_err(|error| {
        let (host, port) = address;
        Failure::usage(format!(
            "the controller cannot listen on {host}:{port}: {error}; choose with --controller-port and --controller-host"
        ))
    })?;
    let folder = temporary::folder()?;
    let words = Arc::new(SearchWords::default());
    let mut spec = sut_spec(&settings, host);
    let kept = kept::keep(&settings, output)?;
    spec.kept.clone_from(&kept);
    // Faults are the core's to find; where the SUT calls, it wants to know.
    spec.incidents = vec![OTHER_SERVERS.to_owned()];
    spec.tells_sql = true;
    // Who answers in the place of services is the core, too.
    spec.answers_services = false;
    output.say(&format!("starting the API: {}", settings.api.entry.shown(&here)));
    let sut = spec
        .start(&folder.path().join("served-0"), &words, None)
        .map_err(|error| outside::start_failure(&error, &words))?;
    databases::refuse(Leave::of(&settings), &words)?;
    databases::tell_homes(spec.homes.as_ref(), 0, output);
    sqlite_files::tell(kept.as_deref(), 0, output);
    settings.api.reset = databases::reset_of(&settings, spec.homes.as_ref(), kept.as_deref());
    let served = ServedSut {
        full_name: sut
            .driver
            .as_ref()
            .and_then(|driver| driver.name.clone())
            .unwrap_or_else(|| NO_DRIVER.to_owned()),
        problem: problem_of(&settings, &sut)?,
        auth: sut.driver.as_ref().map(|driver| auth_of(&driver.auth, output)).unwrap_or_default(),
    };
    if settings.api.users.is_some() {
        output.warn(
            "warning: auth of the configuration is not told to the core; name users in getInfoForAuthentication of the driver",
        );
    }
    let options = ControllerOptions {
        spec,
        folder: folder.path().to_owned(),
        reset: settings.api.reset.clone(),
        limits: limits(&settings),
        quiet_limit: *settings.get(&api::CALL_TIMEOUT),
    };
    let at = listener.local_addr().map_err(|error| Failure::system("no address", &error))?;
    let reach = if at.ip().is_loopback() {
        "only this machine reaches it"
    } else {
        "everybody who reaches this address can start and stop the API"
    };
    output.say(&format!("the API listens on http://{}", sut.host()));
    if let (Entry::Driver(driver), Some(ready)) = (&settings.api.entry, &sut.driver) {
        requirable::offer(driver, ready, &served.full_name, output);
    }
    // Said also where little is: nobody else tells the port.
    output.result(&format!(
        "the controller of {} listens on http://{at} ({reach}); Ctrl-C ends it",
        served.full_name
    ));
    let controller = Controller::new(options, words, served, sut);
    let hosts = AllowedHosts::new(args.controller_host, &args.controller_allow_host);
    serve(listener, controller, hosts, &host.interrupt)
        .map_err(|error| Failure::system("controller", &error))?;
    kept::tell(kept.as_deref(), output);
    Ok(0)
}

/// What the settings or the driver name as the problem.
fn problem_of(settings: &Settings, sut: &SutProcess) -> Result<ServedProblem, Failure> {
    let from_driver = |key: &str| {
        let problem = sut.driver.as_ref().map(|driver| &driver.problem)?;
        problem[key].as_str().map(str::to_owned)
    };
    if let (None, Some(path)) = (settings.get(&api::OPENAPI), from_driver("graphql")) {
        return Ok(ServedProblem::GraphQl(path));
    }
    let Some(source) = settings.get(&api::OPENAPI).clone().or_else(|| from_driver("openapi"))
    else {
        return Err(Failure::usage(
            "EvoMaster's core needs a schema: give it with --openapi, or in getProblemInfo of the driver"
                .to_owned(),
        ));
    };
    // It may be another one after each start: the core asks for it.
    if let Some(path) = path_on_sut(&source, &sut.server) {
        return Ok(ServedProblem::RestAt(path.to_owned()));
    }
    let text = load_schema(&source, &settings.cwd, &sut.server)
        .map_err(|error| Failure::usage(error.to_string()))?;
    Ok(ServedProblem::Rest(text))
}

/// What `getInfoForAuthentication` answered, as the protocol has it: headers are a list, `${NAME}` is a variable of the environment, and
/// what in files is lower case is not. Who logs in by OAuth2, or is told in another way, is named and left out.
fn auth_of(told: &Value, output: &Output) -> Vec<AuthenticationDto> {
    let users = told.as_array().map(Vec::as_slice).unwrap_or_default();
    let mut known = Vec::new();
    for user in users {
        match user_of(user.clone()) {
            Ok(user) => known.push(user),
            Err(why) => {
                let name = user["name"].as_str().unwrap_or("without a name");
                output.warn(&format!("warning: the user {name} is not told to the core: {why}"));
            }
        }
    }
    known
}

fn user_of(mut user: Value) -> Result<AuthenticationDto, String> {
    if user.get("oauth2").is_some() {
        return Err("its protocol has no OAuth2".to_owned());
    }
    with_variables(&mut user)?;
    if let Some(headers) = user["headers"].as_object() {
        let list = headers.iter().map(|(name, value)| json!({"name": name, "value": value}));
        user["fixedHeaders"] = list.collect();
    }
    for place in [
        "loginEndpointAuth/token/extractFrom",
        "loginEndpointAuth/token/sendIn",
        "loginEndpointAuth/verb",
        "createUsers/verb",
    ] {
        if let Some(Value::String(word)) = user.pointer_mut(&format!("/{place}")) {
            *word = word.to_uppercase();
        }
    }
    serde_json::from_value(user).map_err(|error| error.to_string())
}

/// Puts variables of the environment into all texts.
fn with_variables(value: &mut Value) -> Result<(), String> {
    match value {
        Value::String(text) => {
            let (mut done, mut rest) = (String::new(), text.as_str());
            while let Some((before, (name, after))) = rest
                .split_once("${")
                .and_then(|(before, inside)| Some((before, inside.split_once('}')?)))
            {
                let found = std::env::var(name)
                    .map_err(|_| format!("the environment has no variable {name}"))?;
                done.push_str(before);
                done.push_str(&found);
                rest = after;
            }
            *text = done + rest;
            Ok(())
        }
        Value::Array(items) => items.iter_mut().try_for_each(with_variables),
        Value::Object(members) => members.values_mut().try_for_each(with_variables),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::ColourArg;

    #[test]
    fn users_are_told_in_the_words_of_the_protocol() {
        let told = json!([
            {"name": "ada", "headers": {"X-Key": "k"}},
            {"name": "bob", "loginEndpointAuth": {"endpoint": "/login", "verb": "POST",
                "token": {"extractFrom": "body", "extractSelector": "/token", "sendIn": "header", "sendName": "Authorization"}}},
            {"name": "machine", "oauth2": {"grant": "client_credentials"}},
            {"name": "eve", "headers": {"X-Key": "${NEARMISS_NO_SUCH_VARIABLE}"}},
        ]);
        let output = Output::new(true, ColourArg::Never);
        let users = serde_json::to_value(auth_of(&told, &output)).unwrap();
        assert_eq!(users[0]["fixedHeaders"], json!([{"name": "X-Key", "value": "k"}]));
        assert_eq!(users[1]["loginEndpointAuth"]["token"]["extractFrom"], "BODY");
        assert_eq!(users[1]["loginEndpointAuth"]["token"]["sendIn"], "HEADER");
        assert_eq!(users.as_array().unwrap().len(), 2);
    }
}
