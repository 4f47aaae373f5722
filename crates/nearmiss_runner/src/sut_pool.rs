//! The SUT processes of a search: started, and, once one was lost, a warm spare kept for all of them, so that a restart
//! costs a switch.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::control::SearchWords;
use crate::sut::{StartSutError, SutProcess, SutSpec};

/// Starts in a row that may fail before a search or a replay gives up.
pub(crate) const MAX_FAILED_STARTS: u32 = 3;

/// Most spares that start at the same time.
const MOST_SPARES: usize = 4;

/// How often a spare that is still starting is looked at.
const LOOK: Duration = Duration::from_millis(2);

type Starting = JoinHandle<Result<SutProcess, StartSutError>>;

/// Starts SUT processes of one kind and keeps a spare. Several may take processes at the same time.
#[derive(Debug)]
pub struct SutPool {
    spec: SutSpec,
    folder: PathBuf,
    words: Arc<SearchWords>,
    started: AtomicU32,
    /// Those that were begun, the oldest first.
    spares: Mutex<VecDeque<Starting>>,
    /// So many are kept.
    kept: AtomicUsize,
}

impl SutPool {
    /// A pool that makes its sockets and maps in `folder`.
    #[must_use]
    pub fn new(spec: SutSpec, folder: PathBuf, words: Arc<SearchWords>) -> Self {
        let (started, kept) = (AtomicU32::new(0), AtomicUsize::new(0));
        Self { spec, folder, words, started, spares: Mutex::default(), kept }
    }

    /// From now on a spare is begun whenever a process is taken. Until one is, none may ever be needed, and its start would take
    /// time from the first tests.
    pub fn keep_spare(&self) {
        self.kept.store(1, Ordering::Relaxed);
    }

    /// Keeps as many spares as there are processors, if any are kept: most tests will take one.
    pub fn keep_more(&self) {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let more = |kept| (kept > 0).then_some(processors.min(MOST_SPARES));
        let _ = self.kept.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }

    /// Begins the spares that are kept and not there: a process will be taken soon.
    pub fn expect_restart(&self) {
        // A controller runs one.
        if self.spec.controller.is_some() {
            return;
        }
        let mut spares = self.spares();
        while spares.len() < self.kept.load(Ordering::Relaxed) {
            let (spec, socket) = (self.spec.clone(), self.next_socket());
            let words = Arc::clone(&self.words);
            spares.push_back(std::thread::spawn(move || spec.start(&socket, &words, None)));
        }
    }

    fn spares(&self) -> MutexGuard<'_, VecDeque<Starting>> {
        self.spares.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A process of its own that listens, whatever spare there is.
    ///
    /// # Errors
    /// When it cannot be started, or not before `until`.
    pub fn start(&self, until: Option<Instant>) -> Result<SutProcess, StartSutError> {
        self.spec.start(&self.next_socket(), &self.words, until)
    }

    /// A SUT process that listens: the spare if there is one, else a new one. A new spare is begun.
    ///
    /// # Errors
    /// When neither the spare nor a fresh process could be started, or not before `until`.
    pub fn take(&self, until: Option<Instant>) -> Result<SutProcess, StartSutError> {
        let spare = self.spares().pop_front();
        let spare = match spare {
            Some(spare) => {
                while !spare.is_finished() {
                    if until.is_some_and(|until| Instant::now() >= until) {
                        // It goes on starting, for whoever comes next or for the end.
                        self.spares().push_front(spare);
                        return Err(StartSutError::Interrupted);
                    }
                    std::thread::sleep(LOOK);
                }
                spare.join().ok().and_then(Result::ok)
            }
            None => None,
        };
        let process = match spare.and_then(|spare| self.usable(spare)) {
            Some(spare) => spare,
            None => self.start(until)?,
        };
        self.expect_restart();
        Ok(process)
    }

    /// Tells whether the SUT has a database whose data may not change.
    #[must_use]
    pub fn has_held_database(&self) -> bool {
        let outside = self.words.outside.lock().unwrap_or_else(PoisonError::into_inner);
        let mut databases = outside.databases.iter();
        self.spec.hold_databases && databases.any(|seen| !self.spec.in_place.has(&seen.at))
    }

    /// Answers what all processes of the search share.
    #[must_use]
    pub fn words(&self) -> &SearchWords {
        &self.words
    }

    /// The spare, unless it has ended or is not what a process is that starts now; then it is ended, before another one starts.
    fn usable(&self, mut spare: SutProcess) -> Option<SutProcess> {
        if spare.ended().is_some() {
            return None;
        }
        let is_fresh = spare.has_fresh_files();
        if !is_fresh {
            // An API that writes files does so again: the next spare would be begun in vain, too.
            self.kept.store(0, Ordering::Relaxed);
        }
        is_fresh.then_some(spare)
    }

    fn next_socket(&self) -> PathBuf {
        let number = self.started.fetch_add(1, Ordering::Relaxed) + 1;
        self.folder.join(format!("control-{number}"))
    }

    /// Ends the spares.
    pub fn close(&self) {
        let spares = std::mem::take(&mut *self.spares());
        for spare in spares {
            drop(spare.join());
        }
    }
}

impl Drop for SutPool {
    fn drop(&mut self) {
        self.close();
    }
}
