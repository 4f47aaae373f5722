//! A start command is tried as a search starts it, but without probes.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use nearmiss_problem::CallOutcome;
use nearmiss_runner::{
    CallLimits, Homes, InPlace, KeptFiles, SearchWords, StartCommand, StartSutError, SutProcess,
    SutSpec, ToldFile, ToldHome, Transport, WireCall,
};

use super::schema::{FoundSchema, PATHS, understood};
use crate::databases;
use crate::failure::Failure;
use crate::host::Host;
use crate::kept;
use crate::mounts;
use crate::output::Output;
use crate::outside;
use crate::project::Project;
use crate::temporary;

/// Limits of a question for a document.
const LIMITS: CallLimits =
    CallLimits { time: Duration::from_secs(3), body: 64 << 20, apart: Duration::ZERO };

/// What a command has started.
#[derive(Clone, Debug, Default)]
pub struct Listens {
    /// How long it took.
    pub after: Duration,
    /// The port that its code wanted; 0 for any.
    pub wanted: u16,
    /// Ports of other servers of it.
    pub others: Vec<u16>,
    /// Routes of its router.
    pub routes: usize,
    /// A document that it serves.
    pub schema: Option<FoundSchema>,
    /// Databases on servers that it connects to.
    pub databases: Vec<String>,
    /// Databases in whose place a search gives it homes of our own.
    pub homes: Vec<ToldHome>,
    /// Reason why a database has none, if one has none.
    pub no_home: Option<String>,
    /// Databases in files, in whose place it gets others.
    pub files: Vec<ToldFile>,
    /// Sentences on what it serves and is not searched.
    pub unknown: Vec<String>,
}

/// Starts a command, looks at what listens, and ends it.
///
/// # Errors
/// The system did not give what we need, or the run was interrupted. The inner error: why the command
/// starts no API that can be called.
pub fn attempt(
    command: &str,
    project: &Project,
    limit: Duration,
    host: &Host,
    output: &Output,
) -> Result<Result<Listens, Failure>, Failure> {
    let kept = kept::keep_files(&project.folder, &[], output)?;
    let tried = with_files_kept(command, project, limit, host, &kept);
    kept::tell(Some(&*kept), output);
    tried
}

/// The same, of an API whose files are kept.
fn with_files_kept(
    command: &str,
    project: &Project,
    limit: Duration,
    host: &Host,
    kept: &Arc<KeptFiles>,
) -> Result<Result<Listens, Failure>, Failure> {
    let folder = temporary::folder()?;
    let (command, cwd) = (command.to_owned(), project.folder.clone());
    let start = StartCommand { command, cwd, env: Vec::new() };
    let interrupt = Arc::clone(&host.interrupt);
    let kept = Some(Arc::clone(kept));
    let homes = Some(Arc::new(Homes::new(std::env::temp_dir(), InPlace::default())));
    let plain = SutSpec::plain(start, host.register.clone(), limit);
    let mut spec = SutSpec { interrupt, kept, homes, ..plain };
    let words = Arc::new(SearchWords::default());
    let began = Instant::now();
    let mut started = spec.start(&folder.path().join("control"), &words, None);
    let mut no_home = None;
    if let Err(StartSutError::NoHome(why)) = started {
        // As whenever its user starts it: nothing is called here that changes data.
        no_home = Some(why);
        spec.homes = None;
        started = spec.start(&folder.path().join("control-itself"), &words, None);
    }
    let mut sut = match started {
        Ok(sut) => sut,
        Err(StartSutError::Interrupted) => {
            return Err(Failure::start("interrupted; nothing was written".to_owned()));
        }
        Err(error) => {
            return Ok(Err(outside::start_failure(&error, &words)));
        }
    };
    let after = began.elapsed();
    let routes = sut.routes();
    let paths: Vec<&str> = routes
        .iter()
        .filter(|route| route.method == "GET" && names_a_document(&route.path))
        .map(|route| route.path.as_str())
        .collect();
    let schema = served_schema(&sut, &paths)?;
    let unknown = mounts::unknown(&sut, &routes)?;
    let wanted = sut.server.wanted;
    let ports = words.wanted_ports.lock().unwrap_or_else(PoisonError::into_inner).clone();
    sut.stop();
    let others = ports.into_iter().filter(|port| *port != wanted).collect();
    let databases = databases::named(&words);
    let homes = spec.homes.map(|homes| homes.told()).unwrap_or_default();
    let files = spec.kept.map(|kept| kept.databases().told()).unwrap_or_default();
    let routes = routes.len();
    Ok(Ok(Listens {
        after,
        wanted,
        others,
        routes,
        schema,
        databases,
        homes,
        no_home,
        files,
        unknown,
    }))
}

/// Says what went wrong without the last line, which is for a command that somebody typed.
pub fn without_advice(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let advice = ["Run the command by itself", "Give it more time"];
    let is_advice = |line: &&&str| advice.iter().any(|start| line.starts_with(start));
    lines.iter().filter(|line| !is_advice(line)).copied().collect::<Vec<_>>().join("\n")
}

/// Whether a path looks like that of a document.
fn names_a_document(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let names = ["openapi", "swagger", "api-docs", "docs-json", "api-json", "docs/json"];
    !path.contains('{') && names.iter().any(|name| path.contains(name))
}

/// The document that the API serves, at one of these paths or a usual one.
fn served_schema(sut: &SutProcess, paths: &[&str]) -> Result<Option<FoundSchema>, Failure> {
    let mut transport =
        Transport::new(LIMITS).map_err(|error| Failure::system("no event loop", &error))?;
    transport.connect_to(&sut.host());
    for path in paths.iter().chain(&PATHS) {
        let call = WireCall {
            method: "GET".to_owned(),
            target: (*path).to_owned(),
            headers: vec![
                ("Host".to_owned(), sut.host()),
                ("Accept".to_owned(), "application/json, */*".to_owned()),
            ],
            body: None,
        };
        match transport.call(&call, || false) {
            CallOutcome::Response(answer) if answer.status == 200 && !answer.truncated => {
                let Ok(text) = String::from_utf8(answer.body) else { continue };
                let place = format!("http://localhost:{}{path}", sut.server.wanted);
                if let Ok(schema) = understood(&place, &text) {
                    return Ok(Some(schema));
                }
            }
            CallOutcome::Response(_) => {}
            // Who does not answer a question will not answer the next one either.
            CallOutcome::Timeout | CallOutcome::Broken(_) => return Ok(None),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_documents_are_told_by_their_names() {
        assert!(names_a_document("/v2/OpenAPI.json") && names_a_document("/docs-json"));
        assert!(!names_a_document("/swagger/{file}") && !names_a_document("/documents"));
    }

    #[test]
    fn advice_for_who_typed_the_command_is_left_out() {
        let text = "the start command `a` exited. Its output:\n  b\nRun the command by itself to see what it needs.";
        assert_eq!(without_advice(text), "the start command `a` exited. Its output:\n  b");
    }
}
