//! `explain`: start the API in explaining mode, run the tests of an archive, say how near they came to a target.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, MutexGuard, PoisonError};

use nearmiss_problem::Problem;
use nearmiss_problem::auth::Concealer;
use nearmiss_runner::{
    Explaining, LaneLogins, Logins, SearchWords, StartSutError, SutPool, SutSpec, TargetRegistry,
};
use nearmiss_targets::TargetId;
use serde_json::json;

use super::args::ExplainArgs;
use super::explanation::{Explanation, State, Subject, explain};
use super::places::FilePlaces;
use super::printed::lines;
use super::tried::{Archived, Tried, run_tests};
use super::wanted::{Wanted, file_of, tree_of};
use crate::archive::{self, Loaded, Today, last_archive};
use crate::auth;
use crate::colour::ColourArg;
use crate::databases::{self, Leave};
use crate::failure::Failure;
use crate::host::Host;
use crate::kept;
use crate::options::search;
use crate::output::Output;
use crate::outside;
use crate::read_problem::read_problem;
use crate::settings::Settings;
use crate::sut::{limits, sut_spec};
use crate::temporary;

/// Calls that are made unless --calls says otherwise.
const DEFAULT_CALLS: u64 = 2_000;
/// Targets of a line that are explained.
const MOST_EXPLAINED: usize = 3;
/// Targets of a line that are named beside them.
const MOST_NAMED: usize = 10;

/// Runs the command and answers the exit code.
///
/// # Errors
/// Wrong usage, no archive, no such target, a SUT that does not start.
pub fn run(args: &ExplainArgs, host: &Host, output: &Arc<Output>) -> Result<i32, Failure> {
    let here = std::env::current_dir().map_err(|error| Failure::system("no folder", &error))?;
    let mut settings = Settings::load(&args.fuzz, &here, host)?;
    let loaded = archive_of(&settings)?;
    let folder = temporary::folder()?;
    let words = Arc::new(SearchWords::default());
    let kept = kept::keep(&settings, output)?;
    let spec = Explaining::spec(SutSpec { kept: kept.clone(), ..sut_spec(&settings, host) });
    let homes = spec.homes.clone();
    let pool = SutPool::new(spec, folder.path().to_owned(), Arc::clone(&words));
    let sut = pool.take(None).map_err(|error| outside::start_failure(&error, &words))?;
    databases::refuse(Leave::of(&settings), &words)?;
    settings.api.reset = databases::reset_of(&settings, homes.as_ref(), kept.as_deref());
    pool.keep_spare();
    let users = auth::all_users(&settings, &sut)?;
    // What a search says of the document it has said when it ran.
    let silent = Output::new(true, ColourArg::Never);
    let (problem, _) = read_problem(&settings, &users, &sut, &silent)?;
    let with = (settings.api.reset.clone(), limits(&settings), Logins::new(Arc::clone(&users)));
    let explaining = Explaining::new(pool, sut, Arc::clone(&words), with)
        .map_err(|error| Failure::system("no event loop", &error))?;
    explaining.name_operations(problem.templates().into_iter().map(|template| template.name));
    let calls = args.fuzz.value(&search::CALLS, &here).unwrap_or(DEFAULT_CALLS);
    let mut run = Run { settings: &settings, host, words: &words, explaining, calls };
    for failure in run.explaining.log_in_all() {
        problem.leave_out_user(&failure.user);
        output.warn(&format!("warning: {failure}; tests of this user are not run"));
    }
    let tests = run.tests_of(&loaded, &*problem, output)?;
    let found = run.explain(&Wanted::parse(&args.target), &loaded, tests);
    run.explaining.close();
    drop(run);
    kept::tell(kept.as_deref(), output);
    tell(&found?, &loaded, args.json, output)?;
    Ok(0)
}

fn start_failure(error: StartSutError) -> Failure {
    Failure::start(error.to_string())
}

/// The archives that were named, else what the last search left behind.
fn archive_of(settings: &Settings) -> Result<Loaded, Failure> {
    if !settings.list(&search::RESUME).is_empty() {
        return archive::load(settings.list(&search::RESUME), None);
    }
    let last: PathBuf = last_archive(&settings.cwd);
    if !last.exists() {
        return Err(Failure::usage(format!(
            "no search of this API has been kept: there is no {}; run `nearmiss fuzz` first, or name an \
             archive with --resume",
            last.display()
        )));
    }
    archive::load(&[last], None)
}

/// What was found.
struct Found {
    explanations: Vec<Explanation>,
    /// Keys of other targets of the line that are not covered.
    others: Vec<String>,
    tests: usize,
    left_out: usize,
    calls: u64,
}

struct Run<'a> {
    settings: &'a Settings,
    host: &'a Host,
    words: &'a SearchWords,
    explaining: Explaining,
    calls: u64,
}

impl Run<'_> {
    fn registry(&self) -> MutexGuard<'_, TargetRegistry> {
        self.words.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tests of the archive as this API knows them.
    fn tests_of(
        &self,
        loaded: &Loaded,
        problem: &dyn Problem,
        output: &Output,
    ) -> Result<Vec<Archived>, Failure> {
        let today = Today::of(problem, LaneLogins::of(self.explaining.logins().clone()));
        let (resumed, warnings) = loaded.take_up(problem, &today)?;
        for warning in warnings {
            output.warn(&format!("warning: {warning}"));
        }
        let tests = resumed.tests.into_iter().map(|test| {
            let lowered = problem.lower(&test.individual);
            let numbers = lowered.calls.iter().map(|call| problem.operation_index(&call.operation));
            let operations = numbers.collect();
            Archived { test: lowered, operations, covers: test.covers }
        });
        Ok(tests.collect())
    }

    fn explain(
        &mut self,
        wanted: &Wanted,
        loaded: &Loaded,
        tests: Vec<Archived>,
    ) -> Result<Found, Failure> {
        let mut targets = wanted.targets(&mut self.registry())?;
        if targets.is_empty() {
            // A module that is loaded late is known only then.
            let all: Vec<&Archived> = tests.iter().collect();
            self.try_tests(&all, &(0..0))?;
            targets = wanted.targets(&mut self.registry())?;
        }
        if targets.is_empty() {
            return Err(wanted.unknown(&self.registry()));
        }
        let ordered = in_order(&tests, &self.keys_of(&targets));
        let slots = slots_round(&self.registry(), &targets);
        let mut tried = self.try_tests(&ordered, &slots)?;
        let blocking = self.put_together(&targets, loaded, &tried).blocking();
        if !blocking.is_empty() {
            let slots = slots_round(&self.registry(), &blocking);
            tried.add_noted(self.try_tests(&ordered, &slots)?);
        }
        let secrets = Concealer::new(self.explaining.logins().secrets());
        tried.hide(&|text| secrets.mask(text).into_owned());
        let mut found = self.put_together(&targets, loaded, &tried);
        found.explain_blocking(&|target| self.explain_one(target, loaded, &tried));
        Ok(found)
    }

    fn try_tests(&mut self, tests: &[&Archived], slots: &Range<u32>) -> Result<Tried, Failure> {
        let budget = (self.calls, &*self.host.interrupt);
        run_tests(&mut self.explaining, tests, slots, budget).map_err(start_failure)
    }

    fn keys_of(&self, targets: &[TargetId]) -> Vec<String> {
        let registry = self.registry();
        targets.iter().filter_map(|target| registry.name(*target)).collect()
    }

    fn explain_one(&self, target: TargetId, loaded: &Loaded, tried: &Tried) -> Explanation {
        self.with_subject(target, loaded, tried, |subject| explain(subject, target))
    }

    fn with_subject<T>(
        &self,
        target: TargetId,
        loaded: &Loaded,
        tried: &Tried,
        ask: impl FnOnce(&Subject<'_>) -> T,
    ) -> T {
        let registry = self.registry();
        let file = file_of(&registry, target.0);
        let places = file.map(|file| FilePlaces::of(&registry, &self.settings.api.root, &file));
        let nothing = BTreeMap::new();
        let subject = Subject {
            registry: &registry,
            boot: self.explaining.boot(),
            archived: loaded.document.as_ref().map_or(&nothing, |document| &document.covered),
            tried,
            places: &places.unwrap_or_default(),
        };
        ask(&subject)
    }

    /// Explains the targets of a line: those that are not covered, nearest first, if there are any.
    fn put_together(&self, targets: &[TargetId], loaded: &Loaded, tried: &Tried) -> Found {
        let Some(first) = targets.first() else { return Found::none(tried) };
        let mut known: Vec<(TargetId, f64)> = self.with_subject(*first, loaded, tried, |subject| {
            targets.iter().map(|target| (*target, subject.heuristic(*target))).collect()
        });
        if known.iter().any(|(_, h)| *h < 1.0) {
            known.retain(|(_, h)| *h < 1.0);
        }
        known.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut found = Found::none(tried);
        let mut others = Vec::new();
        for (target, _) in known {
            if found.explanations.len() == MOST_EXPLAINED {
                others.push(target);
                continue;
            }
            let explanation = self.explain_one(target, loaded, tried);
            // A test that is a call has targets of its own beside those of the call: the same values.
            let is_told = found.explanations.iter().any(|told| told.is_twin_of(&explanation));
            if is_told {
                others.push(target);
            } else {
                found.explanations.push(explanation);
            }
        }
        found.others = self.keys_of(&others);
        found
    }
}

impl Found {
    fn none(tried: &Tried) -> Self {
        Self {
            explanations: Vec::new(),
            others: Vec::new(),
            tests: tried.tests.len(),
            left_out: tried.left_out,
            calls: tried.calls,
        }
    }

    /// Targets that stand in the way of others.
    fn blocking(&self) -> Vec<TargetId> {
        let ways = self.explanations.iter().filter_map(|one| one.in_the_way.as_ref());
        let mut ids: Vec<TargetId> = ways.filter_map(|way| way.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Explains those, each once, unless that is done beside them.
    fn explain_blocking(&mut self, explain: &dyn Fn(TargetId) -> Explanation) {
        let mut done: Vec<String> =
            self.explanations.iter().map(|one| one.target.clone()).collect();
        for way in self.explanations.iter_mut().filter_map(|one| one.in_the_way.as_mut()) {
            let is_new = way.target.as_ref().is_some_and(|target| !done.contains(target));
            if let (Some(id), true) = (way.id, is_new) {
                let inner = explain(id);
                done.push(inner.target.clone());
                if inner.state == State::Near
                    && !(inner.nearest.is_empty() && inner.error.is_none())
                {
                    way.explanation = Some(Box::new(inner));
                }
            }
        }
    }
}

/// Tests in the order to run them: those that cover the targets, those that came near to something, those that cover something
/// of the same file, all others.
fn in_order<'t>(tests: &'t [Archived], keys: &[String]) -> Vec<&'t Archived> {
    let file = keys.first().and_then(|key| {
        let start =
            key.find("_at_").map_or_else(|| key.find('_').map(|at| at + 1), |at| Some(at + 4));
        let rest = &key[start?..];
        let end = rest.find("_at_line_").or_else(|| rest.find("_0"))?;
        Some(rest[..end].to_owned())
    });
    let rank = |test: &&Archived| {
        if test.covers.iter().any(|key| keys.contains(key)) {
            return 0;
        }
        if test.covers.is_empty() {
            return 1;
        }
        let same = |key: &String| file.as_ref().is_some_and(|file| key.contains(file));
        if test.covers.iter().any(same) { 2 } else { 3 }
    };
    let mut ordered: Vec<&Archived> = tests.iter().collect();
    ordered.sort_by_key(rank);
    ordered
}

/// The slots from the first to the last of the trees of targets, which stand in one file.
fn slots_round(registry: &TargetRegistry, targets: &[TargetId]) -> Range<u32> {
    let trees = targets.iter().filter(|target| file_of(registry, target.0).is_some());
    let trees: Vec<Range<u32>> = trees.map(|target| tree_of(registry, target.0)).collect();
    let start = trees.iter().map(|tree| tree.start).min().unwrap_or(0);
    start..trees.iter().map(|tree| tree.end).max().unwrap_or(start)
}

fn tell(found: &Found, loaded: &Loaded, as_json: bool, output: &Output) -> Result<(), Failure> {
    let here = std::env::current_dir().unwrap_or_default();
    let shown = |path: &PathBuf| path.strip_prefix(&here).unwrap_or(path).display().to_string();
    let archives: Vec<String> = loaded.paths.iter().map(shown).collect();
    if as_json {
        let all = json!({
            "archives": archives,
            "tests": found.tests,
            "testsLeftOut": found.left_out,
            "calls": found.calls,
            "targets": found.explanations,
            "others": found.others,
        });
        let text = serde_json::to_string_pretty(&all)
            .map_err(|error| Failure::system("no JSON can be made", &error))?;
        output.result(&text);
        return Ok(());
    }
    for (index, explanation) in found.explanations.iter().enumerate() {
        if index > 0 {
            output.result("");
        }
        lines(explanation).iter().for_each(|line| output.result(line));
    }
    if !found.others.is_empty() {
        output.result("");
        output.result("also on this line:");
        let named = found.others.iter().take(MOST_NAMED);
        named.for_each(|key| output.result(&format!("  {key}")));
    }
    output.result("");
    let left_out = match found.left_out {
        0 => String::new(),
        count => format!("; {count} more were left out, --calls runs them"),
    };
    output.say(&format!("from {} tests of {}{left_out}", found.tests, archives.join(", ")));
    Ok(())
}
