//! Runs of the suite at another time and another place: what a test expects has to be right for anyone who has the
//! project, next year, too.
//!
//! The suite that is run is the written one, sent by the client that it uses, on the API as it starts it; only that it
//! notes what comes of each call. First everything is other than here at once. Only if an answer then differs, each
//! thing is other alone, which says what that answer follows.

mod change;
mod order;
mod other_orders;
mod project_copy;
mod recorded;
mod variables;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nearmiss_report::counted;
use nearmiss_runner::{Homes, KeptFiles, PlainRun, WatchedFiles};
use nearmiss_writer::{StartSpec, SuiteUsers, TestSuite};

use self::change::{Change, other_days, shifted_clock};
use self::order::Order;
use self::project_copy::ProjectCopy;
use self::recorded::Recording;
use crate::installed::folder_of;
use crate::options::search;
use crate::settings::{Entry, Settings};

/// What a value follows that differs when everything is other, and with no change alone.
const TIME_AND_PLACE: &str = "time and place";

/// Time beyond that of further orders in which it is looked for what each answer follows that differs.
const EXPLAINING: Duration = Duration::from_mins(1);

/// What a value follows that is other on another day.
pub const BY_CLOCK: &str = "the clock";

/// A run elsewhere.
#[derive(Debug)]
pub struct Visit {
    /// What its answers follow where they differ.
    pub follows: &'static str,
    /// What came of the calls.
    pub run: PlainRun,
}

/// Copies the project as it is now, for runs of the suite, to a folder that goes with the run; or answers why that
/// cannot be.
pub fn before_search(
    settings: &Settings,
    kept: Option<&KeptFiles>,
    folder: &Path,
) -> Result<PathBuf, String> {
    let is_controlled = matches!(settings.api.entry, Entry::Controller(_));
    if !settings.is(&search::REPLAY) || is_controlled || packages(settings).is_none() {
        return Err("not asked for".to_owned());
    }
    let home = &settings.cwd;
    // Not below the project: whoever watches its sources would see all of them come and go.
    ProjectCopy { from: home, home, except: &settings.results.out, kept }
        .make(&folder.join("before"))
}

/// Answers the folder with the packages of the tests.
fn packages(settings: &Settings) -> Option<PathBuf> {
    let superagent = folder_of("superagent", &settings.results.out)
        .or_else(|| folder_of("superagent", &settings.cwd));
    superagent?.parent().map(Path::to_owned)
}

/// Where suites are run elsewhere.
pub struct World<'a> {
    /// What was asked for.
    pub settings: &'a Settings,
    /// A folder for what the runs need; what is in it is nobody else's.
    pub folder: PathBuf,
    /// A copy of the project that was made before the search, or why there is none.
    pub before: &'a Result<PathBuf, String>,
    /// Who calls, with the values of their secrets.
    pub users: SuiteUsers,
    /// The files of the project, which runs in its own folder leave as they were.
    pub kept: Option<&'a Arc<KeptFiles>>,
    /// URL of the server on which its databases are made; none where it has none of its own.
    pub database_url: Option<&'a str>,
    /// What keeps that server.
    pub homes: Option<&'a Homes>,
    /// Why runs would work on databases of the user's, so that there are none.
    pub hits_original: Option<&'a str>,
    /// Folder of the npm package.
    pub package: &'a Path,
    /// Moment from which no further order of the tests is tried, and a minute later no single change.
    pub until: Instant,
    /// Told what is run next, where that takes time.
    pub tell: &'a dyn Fn(&str),
}

/// What runs elsewhere showed.
#[derive(Debug, Default)]
pub struct Visits {
    /// The runs, in the order in which what they explain is told.
    pub visits: Vec<Visit>,
    /// What could not be tried, and why.
    pub untried: Vec<String>,
    /// Variables that the API read, and that not everybody has.
    variables: Vec<String>,
}

/// What is other in one run.
#[derive(Clone, Copy, Default)]
struct Others<'a> {
    changes: &'a [Change],
    /// Variables that are not set.
    unset: &'a [String],
    /// Where names of variables go that the API reads.
    names: Option<&'a Path>,
}

impl World<'_> {
    /// Runs a suite elsewhere; `agrees`: every test showed in a run what it showed here, or what it showed in one of
    /// the visits.
    pub fn visit(&self, suite: &TestSuite, agrees: &dyn Fn(&PlainRun, &[Visit]) -> bool) -> Visits {
        let mut found = Visits::default();
        if matches!(self.settings.api.entry, Entry::Controller(_)) {
            return found;
        }
        // Without the packages of the tests, which the closing lines ask for, they cannot be run.
        if packages(self.settings).is_none() {
            return found;
        }
        if let Some(why) = self.hits_original {
            found.untried.push(format!("not tried: another time and place: {why}"));
            return found;
        }
        if let Err(why) = self.before {
            found.untried.push(why.clone());
        }
        let count = counted(suite.cases.len(), "test");
        (self.tell)(&format!("running {count} at another time and place"));
        let now = jiff::Timestamp::now().as_millisecond();
        let all: Vec<Change> =
            Change::all(now).filter(|change| self.is_together(*change, now)).collect();
        let names = self.folder.join("variables");
        let _ = std::fs::remove_file(&names);
        let (together, apart) = self.together(suite, &all, &names);
        found.variables = variables::candidates(&names);
        if let Ok(run) = &together
            && agrees(run, &[])
        {
            let days = other_days(now).iter().skip(1).map(|day| Change::Clock(*day));
            for change in days.chain(apart) {
                match self.run(suite, Others { changes: &[change], ..Others::default() }) {
                    Ok(run) if agrees(&run, &[]) => {}
                    Ok(run) => found.visits.push(Visit { follows: change.followed(), run }),
                    Err(why) if apart == Some(change) => {
                        found.untried.push(not_tried(change, &why))
                    }
                    Err(_) => {}
                }
            }
            self.visit_orders(suite, agrees, &mut found.visits);
            return found;
        }
        let mut possible = Vec::new();
        let mut differed = Vec::new();
        for change in Change::all(now) {
            // What differed when all was other says enough for a test to be right.
            if together.is_ok() && Instant::now() >= self.until + EXPLAINING {
                (self.tell)(
                    "what each answer follows that differed is not looked for: no time is left",
                );
                break;
            }
            if change.after().is_some_and(|first| !differed.contains(&first)) {
                continue;
            }
            if change == Change::Earlier && self.before.is_err() {
                continue;
            }
            match self.run(suite, Others { changes: &[change], ..Others::default() }) {
                Ok(run) => {
                    possible.push(change);
                    if !agrees(&run, &[]) {
                        differed.push(change);
                        found.visits.push(Visit { follows: change.followed(), run });
                    }
                    if matches!(change, Change::Order(_)) {
                        self.visit_orders(suite, agrees, &mut found.visits);
                    }
                }
                Err(why) => found.untried.push(not_tried(change, &why)),
            }
        }
        let together = together.or_else(|_| {
            possible.retain(|change| self.is_together(*change, now));
            self.run(suite, Others { changes: &possible, ..Others::default() })
        });
        found.visits.extend(together.ok().map(|run| Visit { follows: TIME_AND_PLACE, run }));
        found
    }

    /// Runs a suite with all of these changes; where the API does not start so, without the first one without which it
    /// does: that is answered, too, to be tried apart.
    fn together(
        &self,
        suite: &TestSuite,
        all: &[Change],
        names: &Path,
    ) -> (Result<PlainRun, String>, Option<Change>) {
        let run = |changes: &[Change]| {
            self.run(suite, Others { changes, names: Some(names), ..Others::default() })
        };
        let together = run(all);
        if together.is_err() {
            for apart in all.iter().take_while(|_| Instant::now() < self.until + EXPLAINING) {
                let others: Vec<Change> = all.iter().filter(|one| *one != apart).copied().collect();
                if let Ok(found) = run(&others) {
                    return (Ok(found), Some(*apart));
                }
            }
        }
        (together, None)
    }

    /// The variables without which tests show something else, or the API does not start; `agrees`: every test showed
    /// what it is expected to show.
    pub fn needed(
        &self,
        suite: &TestSuite,
        visits: &Visits,
        agrees: &dyn Fn(&PlainRun) -> bool,
    ) -> Vec<String> {
        let ends = self.until + EXPLAINING;
        let mut is_told = false;
        variables::needed(&visits.variables, &mut |unset| {
            // Of many only the first run is there to say that all of them can be done without.
            if Instant::now() >= ends && unset.len() < visits.variables.len() {
                if !std::mem::replace(&mut is_told, true) {
                    (self.tell)(
                        "which variables the suite needs is not looked for: no time is left",
                    );
                }
                return true;
            }
            let others = Others { unset, ..Others::default() };
            self.run(suite, others).is_ok_and(|run| agrees(&run))
        })
    }

    /// Whether something is other when everything is: a copy that was made before the search stands in another folder.
    fn is_together(&self, change: Change, now: i64) -> bool {
        match change {
            Change::Clock(day) => day == other_days(now)[0],
            Change::Folder => false,
            Change::Earlier => self.before.is_ok(),
            // Of each kind the first.
            change => change.after().is_none(),
        }
    }

    /// Runs a suite; once more where the server of its databases had ended, which says nothing of the suite.
    fn run(&self, suite: &TestSuite, others: Others<'_>) -> Result<PlainRun, String> {
        let run = self.run_once(suite, others);
        let why = run.as_ref().err();
        tracing::debug!(changes = ?others.changes, unset = ?others.unset, ?why, "run elsewhere");
        match self.homes.is_some_and(Homes::revive_for_suites) {
            true => self.run_once(suite, others),
            false => run,
        }
    }

    fn run_once(&self, suite: &TestSuite, others: Others<'_>) -> Result<PlainRun, String> {
        let changes = others.changes;
        let packages = packages(self.settings).ok_or("superagent is not installed")?;
        let folder = tempfile::Builder::new().prefix("run-").tempdir_in(&self.folder);
        let folder = folder.map_err(|error| error.to_string())?;
        let mut suite = suite.clone();
        suite.users = Some(self.users.clone());
        let order = changes.iter().find_map(|change| change.order()).unwrap_or(Order::Written);
        let watched = self.place(&mut suite, others, folder.path())?;
        let mut variables: Vec<_> =
            changes.iter().flat_map(|change| change.variables(folder.path())).collect();
        let limit = self.settings.api.start_limit.as_millis().to_string();
        variables.push(("SUT_START_TIMEOUT_MS", limit));
        variables.extend(self.database_url.map(|url| ("SUT_DATABASE_URL", url.to_owned())));
        let home = folder.path().join("home");
        std::fs::create_dir(home).map_err(|error| error.to_string())?;
        let folder = folder.path().join("suite");
        let unset = others.unset;
        let recording = Recording { suite, order, folder, packages: &packages, variables, unset };
        let run = recording.run();
        if let (Some(watched), Some(kept)) = (watched, self.kept) {
            drop(watched);
            kept.put_back();
        }
        run
    }

    /// Makes a suite start its API where the changes say. Answers what watches its files, where these are the project's
    /// own.
    fn place(
        &self,
        suite: &mut TestSuite,
        others: Others<'_>,
        folder: &Path,
    ) -> Result<Option<WatchedFiles>, String> {
        let changes = others.changes;
        let home = &self.settings.cwd;
        let copied = |from: &Path| {
            let except = &self.settings.results.out;
            ProjectCopy { from, home, except, kept: None }.make(&folder.join("elsewhere"))
        };
        let project = if changes.contains(&Change::Earlier) {
            copied(self.before.as_ref().map_err(String::clone)?)?
        } else if changes.contains(&Change::Folder) {
            copied(home)?
        } else {
            home.clone()
        };
        let shown = |path: &Path| path.display().to_string();
        let env = match &mut suite.start {
            StartSpec::Controller { .. } => return Ok(None),
            StartSpec::Command { cwd, env, .. } => {
                *cwd = shown(&project);
                env
            }
            StartSpec::Driver { path, cwd, env } => {
                let Entry::Driver(driver) = &self.settings.api.entry else { return Ok(None) };
                let below = driver.strip_prefix(home).map(|below| project.join(below));
                *path = shown(below.as_ref().unwrap_or(driver));
                *cwd = shown(&project);
                env
            }
        };
        let mut options = std::env::var("NODE_OPTIONS").unwrap_or_default();
        let mut load = |name: &str, text: &str| {
            let file = folder.join(name);
            options.push_str(&format!(" --require \"{}\"", shown(&file)));
            std::fs::write(file, text).map_err(|error| error.to_string())
        };
        for change in changes {
            if let Change::Clock(day) = change {
                let now = jiff::Timestamp::now().as_millisecond();
                load("later.cjs", &shifted_clock(now, *day))?;
            }
        }
        if let Some(names) = others.names {
            load("noting.cjs", &variables::noting(names))?;
        }
        let kept = self.kept.filter(|_| project == *home);
        let watched = kept.map(|kept| kept.watch());
        if let Some(watched) = &watched {
            load("watching.cjs", &watched.program(self.package))?;
        }
        if !options.is_empty() {
            env.push(("NODE_OPTIONS".to_owned(), options.trim().to_owned()));
        }
        Ok(watched)
    }
}

/// Says that a change was not tried, and why.
fn not_tried(change: Change, why: &str) -> String {
    format!("not tried: {}: {why}", change.tried())
}
