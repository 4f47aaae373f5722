//! The one way to the terminal: survives a closed or full pipe.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes lines for people. After the first failed write to a stream it stays silent there, so
/// that `nearmiss fuzz | head` goes on to write the tests.
#[derive(Debug, Default)]
pub struct Output {
    quiet: bool,
    out_closed: AtomicBool,
    err_closed: AtomicBool,
}

impl Output {
    /// An output that shows only warnings and errors when `quiet`.
    #[must_use]
    pub fn new(quiet: bool) -> Self {
        Self { quiet, ..Self::default() }
    }

    /// Whether only warnings and errors are shown.
    #[must_use]
    pub fn quiet(&self) -> bool {
        self.quiet
    }

    /// A line of the result, on standard output.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            self.result(line);
        }
    }

    /// A line that was asked for, whatever `quiet` says.
    pub fn result(&self, line: &str) {
        write_line(&mut std::io::stdout().lock(), line, &self.out_closed);
    }

    /// A warning or an error, on standard error.
    pub fn warn(&self, line: &str) {
        write_line(&mut std::io::stderr().lock(), line, &self.err_closed);
    }
}

fn write_line(stream: &mut impl Write, line: &str, closed: &AtomicBool) {
    if closed.load(Ordering::Relaxed) {
        return;
    }
    let mut rest = [line.as_bytes(), b"\n"].concat();
    while !rest.is_empty() {
        match stream.write(&rest) {
            Ok(n @ 1..) => drop(rest.drain(..n)),
            // Node sets pipes to non-blocking; a reader that is slow is waited for.
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            _ => return closed.store(true, Ordering::Relaxed),
        }
    }
    let _ = stream.flush();
}
