//! How Vitest runs a suite again.

use crate::formats::rerun::{Rerun, arguments};

pub(super) fn arguments_of(rerun: &Rerun<'_>) -> Vec<String> {
    let mut all = arguments(&["run", "--reporter=json"]);
    all.push(format!("--outputFile={}", rerun.results));
    if (rerun.own)("vitest.config.mjs").is_some() {
        all.extend(arguments(&["--root", rerun.folder]));
    }
    all.extend(rerun.in_band("--no-file-parallelism"));
    all.extend(
        rerun.pattern().into_iter().flat_map(|pattern| ["--testNamePattern".to_owned(), pattern]),
    );
    all.extend_from_slice(rerun.files);
    all
}
