//! Saves what a search knows while it goes on, on a thread of its own.
//!
//! The search hands over what it knows more often than it is saved, and the thread saves the newest of it at
//! its own pace: a call that hangs holds up the search, but not what was found before it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use nearmiss_problem::Problem;
use nearmiss_problem::auth::looks_drawn;
use nearmiss_runner::{SearchWords, fault_key};
use nearmiss_search::{EvaluatedIndividual, Snapshot};
use nearmiss_targets::TargetId;

use super::codec::Names;
use super::document::{ArchiveDocument, StoredFault, StoredNear, write_atomically};
use super::last::keep_last;
use super::merge::{MOST_NEAR, TestList};
use super::pace::Pace;
use super::today::Today;

/// From the beginning of one save to the next: with what a save takes itself, an archive is never older
/// than 5 s.
const SAVE_EVERY: Duration = Duration::from_secs(2);
/// From one hand-over to the next where something new was found.
const TELL_NEWS: Duration = Duration::from_millis(500);
/// The same where nothing was: what was tried is saved, too, and what is left to be tried.
const TELL: Duration = Duration::from_secs(1);
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

/// Where what the search knows is saved.
#[derive(Clone, Debug)]
pub struct Places {
    /// The file that is written again and again, if one was asked for.
    pub archive: Option<PathBuf>,
    /// The folder of the API, which keeps what its last search knew at its end.
    pub api: PathBuf,
}

/// Decides when to hand over what is to be saved.
#[derive(Debug)]
pub struct Keeper {
    sender: Sender<Snapshot>,
    /// Only the end is saved.
    only_end: bool,
    last: Option<Instant>,
    /// News when it was handed over last.
    told: u64,
}

impl Keeper {
    /// Whether to hand over now.
    pub fn wants(&mut self, news: u64, ended: bool) -> bool {
        let between = if news == self.told { TELL } else { TELL_NEWS };
        let is_soon = self.last.is_some_and(|last| last.elapsed() < between);
        if !ended && (self.only_end || is_soon) {
            return false;
        }
        self.told = news;
        self.last = Some(Instant::now());
        true
    }

    /// Hands over what is to be saved next.
    pub fn save(&self, snapshot: Snapshot) {
        // The thread only ends with us.
        let _ = self.sender.send(snapshot);
    }
}

/// Begins to keep an archive at `places`; the thread ends when the keeper is dropped, and answers what
/// went wrong last, if the last save did.
pub fn keep<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    places: Places,
    origin: Origin,
    (problem, today): (&'a dyn Problem, Today<'a>),
    words: Arc<SearchWords>,
) -> (Keeper, ScopedJoinHandle<'scope, Vec<String>>) {
    let (sender, receiver) = channel();
    let only_end = places.archive.is_none();
    let keeper = Keeper { sender, only_end, last: None, told: 0 };
    let thread =
        scope.spawn(move || save_all(&receiver, &places, &origin, (problem, today), &words));
    (keeper, thread)
}

fn save_all(
    receiver: &Receiver<Snapshot>,
    places: &Places,
    origin: &Origin,
    (problem, mut today): (&dyn Problem, Today<'_>),
    words: &SearchWords,
) -> Vec<String> {
    let mut failed = None;
    let mut last = None;
    let mut pace = Pace::of(SAVE_EVERY);
    while let Some(snapshot) = pace.next(receiver) {
        today.renew();
        let document = document_of(snapshot, origin, (problem, &today), words);
        let text = serde_json::to_string(&document).unwrap_or_default();
        // Whatever found its way in beside the tests: a name, say.
        let text = today.mask(&text).into_owned();
        if let Some(path) = &places.archive {
            let written = write_atomically(path, &text);
            failed = written.err().map(|error| format!("--archive {}: {error}", path.display()));
        }
        last = Some(text);
    }
    let kept = last.and_then(|text| keep_last(&places.api, &text).err());
    failed.into_iter().chain(kept).collect()
}

/// The archive of a snapshot, with what it goes on from and has not tried again.
fn document_of(
    snapshot: &Snapshot,
    origin: &Origin,
    (problem, today): (&dyn Problem, &Today<'_>),
    words: &SearchWords,
) -> ArchiveDocument {
    let names = Names::of(problem);
    let mut tests = TestList::default();
    let mut known: BTreeMap<u64, Option<usize>> = BTreeMap::new();
    let mut index = |tests: &mut TestList, by: &EvaluatedIndividual| {
        *known
            .entry(by.number)
            .or_insert_with(|| Some(tests.index(&today.conceal(&names.encode(&by.individual)?)?)))
    };
    let mut document = ArchiveDocument {
        api: origin.api.clone(),
        seed: origin.seed,
        calls: snapshot.calls,
        draws: snapshot.draws,
        operations: origin.operations.clone(),
        learnt: problem.save(origin.operations.len()),
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
        add_untried(&mut document, &mut tests, before, snapshot, today);
    }
    let mut nearest: BTreeMap<u64, (usize, &EvaluatedIndividual)> = BTreeMap::new();
    for (_, by) in &snapshot.near {
        nearest.entry(by.number).or_insert((0, by)).0 += 1;
    }
    let mut nearest: Vec<(usize, &EvaluatedIndividual)> = nearest.into_values().collect();
    nearest.sort_by_key(|(targets, by)| (std::cmp::Reverse(*targets), by.number));
    for (targets, by) in nearest {
        if document.near.len() >= MOST_NEAR {
            break;
        }
        if let Some(test) = index(&mut tests, by)
            && document.near.iter().all(|near| near.test != test)
        {
            document.near.push(StoredNear { test, targets });
        }
    }
    document.tests = tests.tests;
    let constants = snapshot.constants.iter().filter_map(|units| String::from_utf16(units).ok());
    // The process may have told a token whose answer was lost: nobody knows it for one. Another process has other ones,
    // and tells them.
    let is_kept = |text: &String| !looks_drawn(text) && !today.is_secret(text);
    document.constants = constants.filter(is_kept).collect();
    let fault = |fault: &nearmiss_search::Fault| StoredFault {
        code: fault.code,
        operation: fault.operation.clone(),
        place: fault.place.clone(),
    };
    document.faults.extend(snapshot.faults.iter().map(fault));
    document.faults.sort();
    document.faults.dedup();
    document
}

/// Adds what is known from before and was not tried again yet: killed now, the next search is to find it.
fn add_untried(
    document: &mut ArchiveDocument,
    tests: &mut TestList,
    before: &ArchiveDocument,
    snapshot: &Snapshot,
    today: &Today<'_>,
) {
    document.calls += before.calls;
    // Who has not logged in today may do so tomorrow.
    let lacking: Vec<bool> = before.tests.iter().map(|test| today.lacks(test).is_some()).collect();
    let unsettled: BTreeSet<&String> = snapshot.unsettled.iter().collect();
    for (key, test) in &before.covered {
        if (unsettled.contains(key) || lacking[*test])
            && !document.covered.contains_key(key)
            && let Some(concealed) = today.conceal(&before.tests[*test])
        {
            document.covered.insert(key.clone(), tests.index(&concealed));
        }
    }
    let not_run: BTreeSet<usize> = snapshot.not_run.iter().copied().collect();
    for near in &before.near {
        if (not_run.contains(&near.test) || lacking[near.test])
            && let Some(concealed) = today.conceal(&before.tests[near.test])
        {
            let test = tests.index(&concealed);
            document.near.push(StoredNear { test, targets: near.targets });
        }
    }
    let faults = before.faults.iter().filter(|fault| {
        let key = fault_key(fault.code, &fault.operation, &fault.place);
        document.covered.contains_key(&key)
    });
    let faults: Vec<StoredFault> = faults.cloned().collect();
    document.faults.extend(faults);
}

fn named(words: &SearchWords, targets: &[TargetId]) -> Vec<Option<String>> {
    let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    targets.iter().map(|target| registry.name(*target)).collect()
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::auth::Users;
    use nearmiss_problem::{ProblemOptions, read_document};
    use nearmiss_runner::{LaneLogins, Logins};
    use serde_json::json;

    use super::*;
    use crate::archive::document::StoredTest;

    /// An API of one operation with the users ann and bob, whose key is `bobs-key-1`.
    fn api() -> (Box<dyn Problem>, LaneLogins) {
        let header = |value: &str| json!([{"name": "X-Key", "value": value}]);
        let auth = json!({"auth": [
            {"name": "ann", "fixedHeaders": header("anns-key-1")},
            {"name": "bob", "fixedHeaders": header("bobs-key-1")},
        ]});
        let users = Users::of(&auth, "test", &|_| None).unwrap();
        let parameters = json!([{"name": "x", "in": "query", "schema": {"type": "string"}}]);
        let document = json!({
            "openapi": "3.0.0",
            "info": {"title": "t", "version": "1"},
            "paths": {"/a": {"get": {"parameters": parameters, "responses": {}}}},
        });
        let options = ProblemOptions { users: users.names(), ..ProblemOptions::default() };
        let (problem, _) = read_document(&document.to_string(), &options).unwrap();
        (problem, LaneLogins::of(Logins::new(Arc::new(users))))
    }

    fn test(x: &str, user: Option<&str>) -> StoredTest {
        let call = json!({"operation": "GET:/a", "inputs": {"query:x": x}});
        let mut test: StoredTest = serde_json::from_value(json!({ "calls": [call] })).unwrap();
        test.calls[0].user = user.map(str::to_owned);
        test
    }

    /// `Line_a` is covered by the first, a fault by the second, and the third is near to something.
    fn before(users: [Option<&str>; 3]) -> ArchiveDocument {
        let fault = ("GET:/a".to_owned(), "here".to_owned());
        ArchiveDocument {
            tests: vec![test("1", users[0]), test("2", users[1]), test("3", users[2])],
            covered: BTreeMap::from([
                ("Line_a".to_owned(), 0),
                ("Fault_100_GET:/a_here".to_owned(), 1),
            ]),
            near: vec![StoredNear { test: 2, targets: 4 }],
            faults: vec![StoredFault { code: 100, operation: fault.0, place: fault.1 }],
            ..ArchiveDocument::empty()
        }
    }

    fn saved(
        before: &ArchiveDocument,
        snapshot: &Snapshot,
        (problem, logins): &(Box<dyn Problem>, LaneLogins),
    ) -> ArchiveDocument {
        let origin = Origin {
            api: String::new(),
            seed: 0,
            operations: Vec::new(),
            before: Some(before.clone()),
        };
        let today = Today::of(&**problem, logins.clone());
        document_of(snapshot, &origin, (&**problem, &today), &SearchWords::default())
    }

    /// What is to be compared: tests of covered keys, tests that are near, faults.
    fn held(document: &ArchiveDocument) -> (Vec<(&String, &StoredTest)>, Vec<&StoredTest>, usize) {
        let covered = document.covered.iter().map(|(key, test)| (key, &document.tests[*test]));
        let near = document.near.iter().map(|near| &document.tests[near.test]);
        (covered.collect(), near.collect(), document.faults.len())
    }

    #[test]
    fn what_was_not_run_again_yet_is_kept() {
        let (api, before) = (api(), before([None, Some("ann"), None]));
        let waiting = Snapshot {
            unsettled: before.covered.keys().cloned().collect(),
            not_run: vec![0, 1, 2],
            ..Snapshot::default()
        };
        assert_eq!(held(&saved(&before, &waiting, &api)), held(&before));
        // All of it was run, and shows nothing any more.
        let run = saved(&before, &Snapshot::default(), &api);
        assert_eq!(held(&run), (Vec::new(), Vec::new(), 0));
    }

    #[test]
    fn tests_of_who_cannot_log_in_today_are_kept_and_not_run() {
        let users = [Some("bob"), Some("bob"), Some("zoe")];
        let (api, before) = (api(), before(users));
        api.0.leave_out_user("bob");
        assert_eq!(held(&saved(&before, &Snapshot::default(), &api)), held(&before));
        let loaded = super::super::Loaded { document: Some(before), paths: vec!["a.json".into()] };
        let today = Today::of(&*api.0, api.1.clone());
        let (resumed, said) = loaded.take_up(&*api.0, &today).unwrap();
        assert!(resumed.tests.is_empty() && resumed.unfit.is_empty());
        assert_eq!(loaded.unverified(&today).len(), 2);
        assert!(said[0].contains(
            "2 tests of a.json are not run, since they need user `bob`, who cannot log in"
        ));
        assert!(said[1].contains("user `zoe`, who is not given"), "{said:?}");
    }

    #[test]
    fn no_secret_is_kept_and_each_comes_back() {
        let api = api();
        let plain = before([None; 3]);
        let mut before = plain.clone();
        before.tests[0] = test("send bobs-key-1", None);
        // The last one was given in an answer that was lost.
        let words = ["bobs-key-1", "of anns-key-1", "other", "acc.M8zDZAcuYYmGKDv7"];
        let snapshot = Snapshot {
            unsettled: vec!["Line_a".to_owned()],
            constants: words.iter().map(|text| text.encode_utf16().collect()).collect(),
            ..Snapshot::default()
        };
        let document = saved(&before, &snapshot, &api);
        let text = serde_json::to_string(&document).unwrap();
        assert!(!text.contains("key-1"), "{text}");
        assert_eq!(document.constants, ["other"]);
        let today = Today::of(&*api.0, api.1.clone());
        assert_eq!(today.reveal(&document.tests[0]), before.tests[0]);
        assert_eq!(today.lacks(&document.tests[0]), None);
        // Where nobody has that secret, the test waits.
        let nobody = Today::of(&*api.0, LaneLogins::of(Logins::new(Arc::new(Users::default()))));
        let lacks = nobody.lacks(&document.tests[0]).unwrap();
        assert!(lacks.starts_with("the secret NEARMISS_BOB_"), "{lacks}");
    }
}
