//! When what a search hands over is saved.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use nearmiss_search::Snapshot;

/// When what is saved.
pub(super) struct Pace {
    every: Duration,
    newest: Option<Snapshot>,
    /// When the last save began.
    saved: Option<Instant>,
    ended: bool,
}

impl Pace {
    pub(super) fn of(every: Duration) -> Self {
        Self { every, newest: None, saved: None, ended: false }
    }

    /// Waits for the time of the next save; what is known then. `None` once the last that the search
    /// handed over was saved.
    pub(super) fn next(&mut self, receiver: &Receiver<Snapshot>) -> Option<&Snapshot> {
        let mut is_saved = true;
        while !self.ended {
            let left = self
                .saved
                .map_or(Duration::ZERO, |saved| self.every.saturating_sub(saved.elapsed()));
            let wait = if self.newest.is_some() { left } else { Duration::MAX };
            match receiver.recv_timeout(wait) {
                Ok(snapshot) => {
                    self.newest = Some(snapshot);
                    is_saved = false;
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.saved = Some(Instant::now());
                    return self.newest.as_ref();
                }
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
            }
        }
        self.newest.as_ref().filter(|_| !is_saved)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn the_newest_is_saved_again_and_again_though_the_search_hangs_and_once_at_its_end() {
        let numbered = |calls| Snapshot { calls, ..Snapshot::default() };
        let (sender, receiver) = channel();
        let mut pace = Pace::of(Duration::from_millis(20));
        let mut next = || pace.next(&receiver).map(|snapshot| snapshot.calls);
        sender.send(numbered(1)).unwrap();
        assert_eq!([next(), next()], [Some(1); 2]);
        sender.send(numbered(2)).unwrap();
        sender.send(numbered(3)).unwrap();
        let began = Instant::now();
        assert_eq!([next(), next()], [Some(3); 2]);
        assert!(began.elapsed() > Duration::from_millis(20));
        sender.send(numbered(4)).unwrap();
        drop(sender);
        assert_eq!([next(), next()], [Some(4), None]);
    }
}
