//! The SUT processes of a search: started, and, once one was lost, one warm spare kept for all of them, so that a
//! restart costs a switch.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::control::SearchWords;
use crate::sut::{StartSutError, SutProcess, SutSpec};

/// Starts in a row that may fail before a search or a replay gives up.
pub(crate) const MAX_FAILED_STARTS: u32 = 3;

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
    spare: Mutex<Option<Starting>>,
    keep_spare: AtomicBool,
}

impl SutPool {
    /// A pool that makes its sockets and maps in `folder`.
    #[must_use]
    pub fn new(spec: SutSpec, folder: PathBuf, words: Arc<SearchWords>) -> Self {
        let (started, keep_spare) = (AtomicU32::new(0), AtomicBool::new(false));
        Self { spec, folder, words, started, spare: Mutex::new(None), keep_spare }
    }

    /// From now on a spare is begun whenever a process is taken. Until one is, none may ever be needed, and its start would take
    /// time from the first tests.
    pub fn keep_spare(&self) {
        self.keep_spare.store(true, Ordering::Relaxed);
    }

    /// Begins a spare, if there is none and any are kept: a process will be taken soon.
    pub fn expect_restart(&self) {
        // A controller runs one.
        if !self.keep_spare.load(Ordering::Relaxed) || self.spec.controller.is_some() {
            return;
        }
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.is_none() {
            let (spec, socket) = (self.spec.clone(), self.next_socket());
            let words = Arc::clone(&self.words);
            *spare = Some(std::thread::spawn(move || spec.start(&socket, &words, None)));
        }
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
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
        let spare = match spare {
            Some(spare) => {
                while !spare.is_finished() {
                    if until.is_some_and(|until| Instant::now() >= until) {
                        // It goes on starting, for whoever comes next or for the end.
                        *self.spare.lock().unwrap_or_else(PoisonError::into_inner) = Some(spare);
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
            self.keep_spare.store(false, Ordering::Relaxed);
        }
        is_fresh.then_some(spare)
    }

    fn next_socket(&self) -> PathBuf {
        let number = self.started.fetch_add(1, Ordering::Relaxed) + 1;
        self.folder.join(format!("control-{number}"))
    }

    /// Ends the spare.
    pub fn close(&self) {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(spare.map(JoinHandle::join));
    }
}

impl Drop for SutPool {
    fn drop(&mut self) {
        self.close();
    }
}
