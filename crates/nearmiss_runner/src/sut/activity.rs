//! Processor time of what a start command began: a compiler may take longer than any limit that suits a server.

use std::path::Path;
use std::time::{Duration, Instant};

use super::unseen::{group_of, processes};

/// Between two looks.
const EVERY: Duration = Duration::from_secs(1);
/// Ticks of processor time between two looks that are work; a server that waits has none or one.
const WORK: u64 = 5;

/// The processor time of a group of processes, looked at from time to time.
#[derive(Debug)]
pub(super) struct Activity {
    group: u32,
    looked: Instant,
    ticks: u64,
    works: bool,
}

impl Activity {
    /// Begins to look at a group.
    pub(super) fn of(group: u32) -> Self {
        Self { group, looked: Instant::now(), ticks: ticks(group), works: true }
    }

    /// Tells whether the group worked between the last two looks; true where the system does not tell yet.
    pub(super) fn goes_on(&mut self) -> bool {
        if self.looked.elapsed() >= EVERY {
            let now = ticks(self.group);
            // Processes that have ended take their time away.
            self.works = now < self.ticks || now - self.ticks >= WORK;
            self.ticks = now;
            self.looked = Instant::now();
        }
        self.works
    }
}

/// Adds up the ticks of the processes of a group.
fn ticks(group: u32) -> u64 {
    processes()
        .filter(|process| group_of(process) == Some(group))
        .filter_map(|process| spent(&process))
        .sum()
}

/// Reads the ticks that a process has spent: the 12th and 13th field behind its name, which is in brackets.
fn spent(process: &Path) -> Option<u64> {
    let stat = std::fs::read_to_string(process.join("stat")).ok()?;
    let mut fields = stat.rsplit(") ").next()?.split(' ').skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user + system)
}
