//! Processes that work against what measures them, or stay when they should be gone, as people are told of them.

use std::path::Path;
use std::sync::atomic::Ordering;

use nearmiss_report::{counted, visible};
use nearmiss_runner::SearchWords;

/// That the API has written over the map that it is measured by, if it has.
pub fn overwritten(words: &SearchWords) -> Option<String> {
    let tests = words.overwritten.load(Ordering::Relaxed) as usize;
    (tests > 0).then(|| {
        format!(
            "the API has written over the memory that it is measured by (a file of the temporary folder), in {}: what \
             these showed is left out",
            counted(tests, "test")
        )
    })
}

/// Processes that the API has left behind, where `folder` is that of the search.
pub fn left_running(folder: &Path) -> Vec<String> {
    let left = nearmiss_runner::left_running(folder).into_iter();
    left.map(|process| {
        let command = visible(&process.command).into_owned();
        format!(
            "a process that the API has started still runs: {} ({command}); nearmiss leaves it alone",
            process.pid
        )
    })
    .collect()
}
