//! The one way to the terminal: survives a closed or full pipe.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use nearmiss_report::visible;

use crate::colour::{ColourArg, RED, YELLOW, painted, shown};

/// Where the log finds what people were told.
pub const SAID: &str = "nearmiss::said";

/// Writes lines for people. After the first failed write to a stream it stays silent there, so
/// that `nearmiss fuzz | head` goes on to write the tests.
#[derive(Debug, Default)]
pub struct Output {
    quiet: bool,
    /// Whether standard output and standard error get colours.
    colours: (bool, bool),
    out_closed: AtomicBool,
    err_closed: AtomicBool,
}

impl Output {
    /// An output that shows only warnings and errors when `quiet`.
    #[must_use]
    pub fn new(quiet: bool, colour: ColourArg) -> Self {
        let colours = (colour.wanted_on(&stdout()), colour.wanted_on(&stderr()));
        Self { quiet, colours, ..Self::default() }
    }

    /// Whether only warnings and errors are shown.
    #[must_use]
    pub fn quiet(&self) -> bool {
        self.quiet
    }

    /// Whether something can be drawn on standard error and drawn over: it is a terminal, and escape
    /// codes are welcome there.
    #[must_use]
    pub fn draws(&self) -> bool {
        !self.quiet && self.colours.1 && stderr().is_terminal()
    }

    /// A line of the result, on standard output.
    pub fn say(&self, line: &str) {
        tracing::info!(target: SAID, "{}", shown(line, false));
        if !self.quiet {
            self.result(&shown(line, self.colours.0));
        }
    }

    /// A text that was asked for, whatever `quiet` says, as it is.
    pub fn result(&self, line: &str) {
        write_line(&mut stdout().lock(), line, &self.out_closed);
    }

    /// A warning or an error, on standard error.
    pub fn warn(&self, line: &str) {
        let plain = shown(line, false);
        if plain.starts_with("error:") {
            tracing::error!(target: SAID, "{plain}");
        } else {
            tracing::warn!(target: SAID, "{plain}");
        }
        let line = shown(line, self.colours.1);
        let styled =
            [("error:", RED), ("warning:", YELLOW)].into_iter().find_map(|(word, style)| {
                let rest = line.strip_prefix(word)?;
                Some(format!("{}{rest}", painted(word, style)))
            });
        let line = styled.filter(|_| self.colours.1).unwrap_or_else(|| line.into_owned());
        write_line(&mut stderr().lock(), &line, &self.err_closed);
    }
}

fn write_line(stream: &mut impl Write, line: &str, closed: &AtomicBool) {
    if closed.load(Ordering::Relaxed) {
        return;
    }
    // What the API says must not look like something else.
    let mut rest = [visible(line).as_bytes(), b"\n"].concat();
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
