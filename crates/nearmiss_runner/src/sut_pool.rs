//! The active SUT process and a warm spare, so that a restart costs a switch.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use crate::control::SearchWords;
use crate::sut_process::{StartSutError, SutProcess, SutSpec};

/// Starts SUT processes of one kind and keeps a spare.
#[derive(Debug)]
pub struct SutPool {
    spec: SutSpec,
    folder: PathBuf,
    words: Arc<SearchWords>,
    started: u32,
    spare: Option<JoinHandle<Result<SutProcess, StartSutError>>>,
    keep_spare: bool,
}

impl SutPool {
    /// A pool that makes its sockets and maps in `folder`.
    #[must_use]
    pub fn new(spec: SutSpec, folder: PathBuf, words: Arc<SearchWords>) -> Self {
        Self { spec, folder, words, started: 0, spare: None, keep_spare: false }
    }

    /// From now on a spare stands beside the process in use.
    pub fn keep_spare(&mut self) {
        self.keep_spare = true;
        self.begin_spare();
    }

    fn begin_spare(&mut self) {
        let (spec, socket) = (self.spec.clone(), self.next_socket());
        let words = Arc::clone(&self.words);
        self.spare = Some(std::thread::spawn(move || spec.start(&socket, &words)));
    }

    /// A SUT process that listens: the spare if there is one, else a new one. A new spare is begun.
    ///
    /// # Errors
    /// When neither the spare nor a fresh process could be started.
    pub fn take(&mut self) -> Result<SutProcess, StartSutError> {
        let spare = self.spare.take().and_then(|spare| spare.join().ok()).and_then(Result::ok);
        let process = match spare.map(|mut spare| (spare.ended(), spare)) {
            Some((None, spare)) => spare,
            _ => {
                let socket = self.next_socket();
                self.spec.start(&socket, &self.words)?
            }
        };
        if self.keep_spare {
            self.begin_spare();
        }
        Ok(process)
    }

    fn next_socket(&mut self) -> PathBuf {
        self.started += 1;
        self.folder.join(format!("control-{}", self.started))
    }

    /// Ends the spare.
    pub fn close(&mut self) {
        drop(self.spare.take().map(JoinHandle::join));
    }
}

impl Drop for SutPool {
    fn drop(&mut self) {
        self.close();
    }
}
