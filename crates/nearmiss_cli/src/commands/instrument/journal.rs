//! What people are told while files are instrumented, from many threads.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::Output;

/// How often a line of progress is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(2);

/// How much went wrong.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Files that got no probes although they should have, or were not written.
    pub left: usize,
    /// What is doubtful about files that were written.
    pub warnings: usize,
}

/// Tells and counts.
pub struct Journal {
    output: Arc<Output>,
    left: AtomicUsize,
    warnings: AtomicUsize,
    bar: Option<ProgressBar>,
    done: AtomicUsize,
    total: AtomicUsize,
    last_line: Mutex<Instant>,
}

impl Journal {
    /// A bar on a terminal, a line now and then elsewhere, nothing when quiet.
    pub fn new(output: &Arc<Output>) -> Self {
        let bar = (!output.quiet() && std::io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos} of {len} files  {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let target = ProgressDrawTarget::stderr_with_hz(8);
            ProgressBar::with_draw_target(Some(0), target).with_style(style)
        });
        Self {
            output: Arc::clone(output),
            left: AtomicUsize::new(0),
            warnings: AtomicUsize::new(0),
            bar,
            done: AtomicUsize::new(0),
            total: AtomicUsize::new(0),
            last_line: Mutex::new(Instant::now()),
        }
    }

    /// A file was not instrumented, or not written.
    pub fn left(&self, text: &str) {
        self.left.fetch_add(1, Ordering::Relaxed);
        self.tell(&format!("error: {text}"));
    }

    /// Something about a file is doubtful.
    pub fn warn(&self, text: &str) {
        self.warnings.fetch_add(1, Ordering::Relaxed);
        self.tell(&format!("warning: {text}"));
    }

    fn tell(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| self.output.warn(line)),
            None => self.output.warn(line),
        }
    }

    /// So many files are to be done.
    pub fn begin(&self, total: usize) {
        self.total.store(total, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_length(total as u64);
        }
    }

    /// One file is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            return;
        }
        let mut last = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            self.output.say(&format!("{done} of {} files", self.total.load(Ordering::Relaxed)));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// How much went wrong.
    pub fn counts(&self) -> Counts {
        Counts {
            left: self.left.load(Ordering::Relaxed),
            warnings: self.warnings.load(Ordering::Relaxed),
        }
    }
}
