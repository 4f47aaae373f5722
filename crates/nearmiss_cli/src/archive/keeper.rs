//! Saves what a search knows while it goes on, on a thread of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use nearmiss_problem::rest::RestProblem;
use nearmiss_runner::SearchWords;
use nearmiss_search::{EvaluatedIndividual, Snapshot};
use nearmiss_targets::TargetId;

use super::codec::Names;
use super::document::{ArchiveDocument, StoredFault, StoredNear, write_atomically};
use super::merge::{MOST_NEAR, TestList};

/// At least so long from the beginning of one save to the next: with what a save takes itself, an
/// archive is never older than 5 s where something new was found.
const BETWEEN: Duration = Duration::from_secs(2);
/// The same where nothing new was found: what was tried is saved, too, and what is left to be tried.
const BETWEEN_OLD: Duration = Duration::from_secs(4);
/// Targets that are named at once: whoever names them keeps the search waiting.
const NAMED_AT_ONCE: usize = 512;

/// What a saved archive says of the search beside what it found.
#[derive(Clone, Debug)]
pub struct Origin {
    /// What people call the API.
    pub api: String,
    /// Seed.
    pub seed: u64,
    /// Names of the operations that were listed.
    pub operations: Vec<String>,
    /// What the search goes on from.
    pub before: Option<ArchiveDocument>,
}

/// Decides when to save, and hands over what.
#[derive(Debug)]
pub struct Keeper {
    sender: SyncSender<Snapshot>,
    busy: Arc<AtomicBool>,
    last: Option<Instant>,
    /// News when it was saved last.
    saved: u64,
}

impl Keeper {
    /// Whether to save now.
    pub fn wants(&mut self, news: u64, ended: bool) -> bool {
        let between = if news == self.saved { BETWEEN_OLD } else { BETWEEN };
        if !ended
            && (self.last.is_some_and(|last| last.elapsed() < between)
                || self.busy.load(Ordering::Acquire))
        {
            return false;
        }
        self.saved = news;
        self.last = Some(Instant::now());
        true
    }

    /// Saves.
    pub fn save(&self, snapshot: Snapshot) {
        self.busy.store(true, Ordering::Release);
        // The thread only ends with us.
        let _ = self.sender.send(snapshot);
    }
}

/// Begins to keep an archive at `path`; the thread ends when the keeper is dropped, and answers what
/// went wrong last, if the last save did.
pub fn keep<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    path: PathBuf,
    origin: Origin,
    problem: &'a RestProblem,
    words: Arc<SearchWords>,
) -> (Keeper, ScopedJoinHandle<'scope, Option<String>>) {
    let (sender, receiver) = sync_channel(1);
    let busy = Arc::new(AtomicBool::new(false));
    let keeper = Keeper { sender, busy: Arc::clone(&busy), last: None, saved: 0 };
    let thread = scope.spawn(move || save_all(&receiver, &path, &origin, problem, &words, &busy));
    (keeper, thread)
}

fn save_all(
    receiver: &Receiver<Snapshot>,
    path: &Path,
    origin: &Origin,
    problem: &RestProblem,
    words: &SearchWords,
    busy: &AtomicBool,
) -> Option<String> {
    let mut failed = None;
    while let Ok(snapshot) = receiver.recv() {
        let document = document_of(&snapshot, origin, problem, words);
        let text = serde_json::to_string(&document).unwrap_or_default();
        let written = write_atomically(path, &text);
        failed = written.err().map(|error| format!("--archive {}: {error}", path.display()));
        busy.store(false, Ordering::Release);
    }
    failed
}

/// The archive of a snapshot, with what it goes on from and has not tried again.
fn document_of(
    snapshot: &Snapshot,
    origin: &Origin,
    problem: &RestProblem,
    words: &SearchWords,
) -> ArchiveDocument {
    let names = Names::of(problem);
    let mut tests = TestList::default();
    let mut known: BTreeMap<u64, Option<usize>> = BTreeMap::new();
    let mut index = |tests: &mut TestList, by: &EvaluatedIndividual| {
        *known.entry(by.number).or_insert_with(|| Some(tests.index(&names.encode(&by.individual)?)))
    };
    let mut document = ArchiveDocument {
        api: origin.api.clone(),
        seed: origin.seed,
        calls: snapshot.calls,
        draws: snapshot.draws,
        operations: origin.operations.clone(),
        learnt: problem.learnt(origin.operations.len()),
        ..ArchiveDocument::empty()
    };
    document.operations.sort();
    for part in snapshot.covered.chunks(NAMED_AT_ONCE) {
        let targets: Vec<TargetId> = part.iter().map(|(target, _)| *target).collect();
        for (name, (_, by)) in named(words, &targets).into_iter().zip(part) {
            if let (Some(name), Some(test)) = (name, index(&mut tests, by)) {
                document.covered.insert(name, test);
            }
        }
    }
    if let Some(before) = &origin.before {
        document.calls += before.calls;
        for key in &snapshot.unsettled {
            if let Some(test) = before.covered.get(key)
                && !document.covered.contains_key(key)
            {
                let test = tests.index(&before.tests[*test]);
                document.covered.insert(key.clone(), test);
            }
        }
    }
    let mut nearest: BTreeMap<u64, (usize, &EvaluatedIndividual)> = BTreeMap::new();
    for (_, by) in &snapshot.near {
        nearest.entry(by.number).or_insert((0, by)).0 += 1;
    }
    let mut nearest: Vec<(usize, &EvaluatedIndividual)> = nearest.into_values().collect();
    nearest.sort_by_key(|(targets, by)| (std::cmp::Reverse(*targets), by.number));
    for (targets, by) in nearest.into_iter().take(MOST_NEAR) {
        if let Some(test) = index(&mut tests, by) {
            document.near.push(StoredNear { test, targets });
        }
    }
    document.tests = tests.tests;
    document.constants =
        snapshot.constants.iter().filter_map(|units| String::from_utf16(units).ok()).collect();
    let fault = |fault: &nearmiss_search::Fault| StoredFault {
        code: fault.code,
        operation: fault.operation.clone(),
        place: fault.place.clone(),
    };
    document.faults = snapshot.faults.iter().map(fault).collect();
    document.faults.sort();
    document.faults.dedup();
    document
}

fn named(words: &SearchWords, targets: &[TargetId]) -> Vec<Option<String>> {
    let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    targets.iter().map(|target| registry.name(*target)).collect()
}
