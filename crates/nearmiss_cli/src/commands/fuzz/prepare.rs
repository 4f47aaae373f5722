//! Before a search: what was asked for is read, the API is started, and it is known what can be called.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearmiss_problem::Problem;
use nearmiss_problem::auth::Users;
use nearmiss_report::fault_id;
use nearmiss_runner::{
    ControllerClient, Protocol, Reset, SearchWords, SutPool, SutProcess, SutSpec,
};
use nearmiss_search::Fault;
use nearmiss_writer::CaseKind;
use tempfile::TempDir;

use super::report::Baseline;
use super::seeds;
use crate::archive::{self, ArchiveLock, Loaded};
use crate::auth;
use crate::databases::{self, Leave};
use crate::failure::Failure;
use crate::host::Host;
use crate::kept;
use crate::options::{FuzzArgs, results, search};
use crate::output::Output;
use crate::outside;
use crate::read_problem::read_problem;
use crate::settings::{Entry, Settings};
use crate::sqlite_files;
use crate::suite::{self, Expected};
use crate::sut::sut_spec;
use crate::temporary;
use crate::warnings::Warnings;

/// A run from when it is known what can be called.
pub struct Prepared {
    /// What was asked for.
    pub settings: Settings,
    /// Faults that are accepted.
    pub baseline: Baseline,
    /// The archives that it goes on from.
    pub loaded: Loaded,
    /// What people call the API.
    pub name: String,
    /// What processes of the API tell.
    pub words: Arc<SearchWords>,
    /// How the API is started.
    pub spec: SutSpec,
    /// A copy of the project as it is before the search, or why there is none.
    pub before: Result<PathBuf, String>,
    /// The port that the tested server wanted.
    pub tested: u16,
    /// What it speaks.
    pub protocol: Protocol,
    /// Who may call.
    pub users: Arc<Users>,
    /// What can be called.
    pub problem: Box<dyn Problem>,
    /// Names of the operations that were known before the search.
    pub listed: Vec<String>,
    /// What people should know of the document.
    pub warnings: Warnings,
    /// Warnings of the start, which have been printed.
    pub said: Vec<String>,
    /// Homes of databases that people were told of.
    pub told_homes: usize,
    /// Databases in files that people were told of.
    pub told_files: usize,
    /// Whether the folder of the tests was made for this run.
    is_new: bool,
    /// Where sockets and maps go.
    pub folder: TempDir,
    /// While it is there, nobody else writes the archive.
    _writing: Option<ArchiveLock>,
}

/// Processes of the API.
pub struct Processes {
    /// The one that has been started.
    pub sut: SutProcess,
    /// Where others come from.
    pub pool: SutPool,
}

/// Starts the API and reads what can be called.
///
/// # Errors
/// Wrong usage, a schema that cannot be used, a SUT that does not start.
pub fn prepare(
    args: &FuzzArgs,
    host: &Host,
    output: &Arc<Output>,
) -> Result<(Prepared, Processes), Failure> {
    let here = std::env::current_dir().map_err(|error| Failure::system("no folder", &error))?;
    let mut settings = Settings::load(args, &here, host)?;
    let update = settings.is(&results::UPDATE_BASELINE);
    let baseline = Baseline::of(settings.get(&results::BASELINE).as_deref(), update)?;
    let archive = settings.get(&search::ARCHIVE).as_deref();
    let writing = archive.map(ArchiveLock::claim).transpose()?;
    let loaded = archive::load(settings.list(&search::RESUME), archive)?;
    let name = name_of(&settings.cwd);
    let folder = temporary::folder()?;
    let words = Arc::new(SearchWords::default());
    let mut spec = sut_spec(&settings, host);
    spec.controller = controller_of(&mut settings, &spec, &words)?;
    spec.kept = kept::keep(&settings, output)?;
    let before = suite::before_search(&settings, spec.kept.as_deref(), folder.path());
    output.say(&format!("starting {name}: {}", settings.api.entry.shown(&here)));
    let pool = SutPool::new(spec.clone(), folder.path().to_owned(), Arc::clone(&words));
    let sut = pool.take(None).map_err(|error| outside::start_failure(&error, &words))?;
    tell_servers(&sut, output);
    let (tested, protocol) = (sut.server.wanted, sut.server.protocol);
    let said = outside::tell(&settings.api.outside, &words, output);
    databases::ask_leave(Leave::of(&settings), &words, output)?;
    let told_homes = databases::tell_homes(spec.homes.as_ref(), 0, output);
    let kept = spec.kept.as_deref();
    let told_files = sqlite_files::tell(kept, 0, output);
    settings.api.reset = databases::reset_of(&settings, spec.homes.as_ref(), kept);
    let settings = settings;
    let users = auth::all_users(&settings, &sut)?;
    let (problem, warnings) = read_problem(&settings, &users, &sut, output)?;
    databases::refuse(Leave::of(&settings), &words)?;
    seeds::take(&settings, &*problem, output)?;
    // Found out now rather than after ten minutes of search.
    let is_new = make_folder(&settings.results.out, "out")?;
    make_folder(settings.results.report.parent().unwrap_or(Path::new(".")), "report")?;
    pool.keep_spare();
    let listed = names_of(&*problem);
    let (count, seed) = (listed.len(), settings.get(&search::SEED));
    output.say(&format!("{count} operations; searching with seed {seed}"));
    let run = Prepared {
        settings,
        baseline,
        loaded,
        name,
        words,
        spec,
        before,
        tested,
        protocol,
        users,
        problem,
        listed,
        warnings,
        said,
        told_homes,
        told_files,
        is_new,
        folder,
        _writing: writing,
    };
    Ok((run, Processes { sut, pool }))
}

/// Answers the controller that starts the API, if one does: the settings become what it can do.
fn controller_of(
    settings: &mut Settings,
    spec: &SutSpec,
    words: &Arc<SearchWords>,
) -> Result<Option<Arc<ControllerClient>>, Failure> {
    let Entry::Controller(url) = &settings.api.entry else { return Ok(None) };
    let client = ControllerClient::connect(url, spec.incidents.clone(), words)
        .map_err(|error| Failure::start(error.to_string()))?;
    if !client.resets() {
        settings.api.reset = Reset::None;
    }
    // As many as it runs, whatever a configuration says that is made for starting the API.
    settings.search.workers = 1;
    Ok(Some(Arc::new(client)))
}

impl Prepared {
    /// Answers names of all operations that are known by now.
    pub fn operations(&self) -> Vec<String> {
        names_of(&*self.problem)
    }

    /// Removes the folder of the tests where it was made for this run: nothing comes out, and it is empty.
    pub fn remove_folder(&self) {
        if self.is_new {
            let _ = std::fs::remove_dir(&self.settings.results.out);
        }
    }

    /// Tells whether a test shows a fault that is not accepted, and that is to fail the run.
    pub fn fails_on(&self, expected: &Expected) -> bool {
        let known = |(_, fault): &(usize, Fault)| {
            self.baseline.accepts(&fault_id(fault.code, &fault.operation, &fault.place))
        };
        let any_fault = expected.suite.cases.iter().zip(&expected.kept).any(|(case, kept)| {
            let mut shown = kept.faults.iter().chain(&kept.told_elsewhere).peekable();
            // One that ends the API and shows no fault is one, too.
            let is_fault = shown.peek().is_none() && case.kind == CaseKind::Fault;
            is_fault || !shown.all(known)
        });
        self.settings.is(&results::FAIL_ON_FAULT) && any_fault
    }
}

fn names_of(problem: &dyn Problem) -> Vec<String> {
    problem.templates().into_iter().map(|template| template.name).collect()
}

/// Answers what people call the API: the name in its package.json, else its folder's.
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

/// Makes the folder of an option, which may stand in the configuration, too; answers whether it was not there.
fn make_folder(path: &Path, option: &str) -> Result<bool, Failure> {
    let is_new = !path.exists();
    std::fs::create_dir_all(path).map_err(|error| {
        let path = path.display();
        Failure::usage(format!("the folder {path} (--{option}) cannot be made: {error}"))
    })?;
    Ok(is_new)
}
