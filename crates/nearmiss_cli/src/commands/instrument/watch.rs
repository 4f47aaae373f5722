//! Doing it again whenever the input changes.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::{Event, EventKind, RecursiveMode, Watcher, recommended_watcher};

use super::inputs::watched_folders;
use super::settings::InstrumentSettings;
use crate::failure::Failure;
use crate::output::Output;

/// How long nothing must have changed: editors and git write several files at once.
const SETTLED: Duration = Duration::from_millis(100);
/// How often a stop from outside is looked for.
const LOOK: Duration = Duration::from_millis(200);

/// Calls `again` after each change of the input, until stopped.
///
/// # Errors
/// The system does not tell of changes.
pub fn watch(
    settings: &InstrumentSettings,
    interrupt: &Arc<AtomicBool>,
    output: &Output,
    mut again: impl FnMut() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let cannot = |error: notify::Error| Failure::system("changes cannot be watched", &error);
    let (sender, events) = channel();
    let mut watcher = recommended_watcher(sender).map_err(cannot)?;
    for folder in watched_folders(settings) {
        watcher.watch(&folder, RecursiveMode::Recursive).map_err(cannot)?;
    }
    output.say("watching for changes; stop with Ctrl-C");
    while wait(&events, &settings.out, interrupt) {
        nearmiss_sources::forget();
        // What is wrong now may be right after the next change.
        if let Err(failure) = again() {
            output.warn(&format!("error: {failure}"));
        }
    }
    Ok(())
}

/// Whether something changed; false when stopped.
fn wait(events: &Receiver<notify::Result<Event>>, out: &PathBuf, interrupt: &AtomicBool) -> bool {
    let matters = |event: notify::Result<Event>| {
        event.is_ok_and(|event| {
            let outside = event.paths.iter().any(|path| !path.starts_with(out));
            outside && !matches!(event.kind, EventKind::Access(_))
        })
    };
    let mut changed = false;
    loop {
        if interrupt.load(Ordering::Relaxed) {
            return false;
        }
        match events.recv_timeout(if changed { SETTLED } else { LOOK }) {
            Ok(event) => changed |= matters(event),
            Err(RecvTimeoutError::Timeout) if changed => return true,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}
