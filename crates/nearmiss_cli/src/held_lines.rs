//! Files of lines that are written without the secrets that are known when they are written, not when they are told: a
//! token stands in a line before the answer that gave it was read.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use nearmiss_problem::auth::Concealer;
use nearmiss_runner::LaneLogins;

use crate::private;

/// How long lines are held, and how much of them.
const HELD_FOR: Duration = Duration::from_secs(5);
const MOST_HELD: usize = 4 << 20;

/// Whose secrets the lines of this process are kept free of.
static LOGINS: Mutex<Option<LaneLogins>> = Mutex::new(None);

/// From now on the secrets of these logins, and those that they are given, stand in no line.
pub fn keep_secret(logins: LaneLogins) {
    *LOGINS.lock().unwrap_or_else(PoisonError::into_inner) = Some(logins);
}

/// Tells whether nobody, not even who asks, has the secrets locked.
fn secrets_are_free() -> bool {
    match LOGINS.try_lock() {
        Ok(logins) => logins.as_ref().is_none_or(LaneLogins::are_free),
        Err(_) => false,
    }
}

/// A file whose lines are held for a while. What is held when the process is killed is lost.
#[derive(Debug)]
pub struct HeldLines {
    file: File,
    held: Vec<u8>,
    since: Instant,
    secrets: Concealer,
    /// Tokens that there were when the secrets were asked for.
    tokens: Option<usize>,
}

impl HeldLines {
    /// Begins a file that only its owner reads.
    ///
    /// # Errors
    /// What the system says.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: private::create(path)?,
            held: Vec::new(),
            since: Instant::now(),
            secrets: Concealer::default(),
            tokens: None,
        })
    }

    /// Writes what is held.
    ///
    /// # Errors
    /// What the system says.
    pub fn release(&mut self) -> io::Result<()> {
        self.renew();
        let text = String::from_utf8_lossy(&self.held);
        let written = text
            .split_inclusive('\n')
            .try_for_each(|line| self.file.write_all(self.secrets.mask(line).as_bytes()));
        self.held.clear();
        self.since = Instant::now();
        written
    }

    fn renew(&mut self) {
        let logins = LOGINS.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(logins) = logins.as_ref() else { return };
        let tokens = Some(logins.tokens());
        if self.tokens != tokens {
            self.secrets = Concealer::new(logins.together().secrets());
            self.tokens = tokens;
        }
    }
}

impl Write for HeldLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        let is_whole = self.held.last() == Some(&b'\n');
        let is_due = self.held.len() > MOST_HELD || self.since.elapsed() > HELD_FOR;
        // Who logs in writes lines while the secrets are locked: they wait for the next line.
        if is_whole && is_due && secrets_are_free() {
            self.release()?;
        }
        Ok(bytes.len())
    }

    /// Does nothing: who writes a line asks for it after each.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for HeldLines {
    fn drop(&mut self) {
        // Nobody is left to tell.
        let _ = self.release();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nearmiss_problem::auth::Users;
    use nearmiss_runner::Logins;

    use super::*;

    #[test]
    fn lines_are_free_of_what_became_known_after_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let mut lines = HeldLines::create(&path).unwrap();
        writeln!(lines, "with word-123").unwrap();
        let mut users = Users::default();
        users.variables.set("WORD", "word-123");
        keep_secret(LaneLogins::of(Logins::new(Arc::new(users))));
        writeln!(lines, "and WORD-123").unwrap();
        drop(lines);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "with ${WORD}\nand [secret]\n");
    }
}
