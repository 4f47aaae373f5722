//! Databases in files of SQLite: the API gets others in their place, and people are told what these hold.

use std::path::Path;

use nearmiss_runner::{Files, Ground, KeptFiles, ToldFile};
use nearmiss_writer::FileSchema;

use crate::output::Output;
use crate::project::Project;
use crate::settings::Settings;

/// Packages that open such files, and those that stand on them.
const DRIVERS: [&str; 5] =
    ["@libsql/client", "better-sqlite3", "better-sqlite3-multiple-ciphers", "libsql", "sqlite3"];

/// Says of each file that the API has opened what is in its place; not of the first `told`. Answers how many there are.
pub fn tell(kept: Option<&KeptFiles>, told: usize, output: &Output) -> usize {
    let files = kept.map(|kept| kept.databases().told()).unwrap_or_default();
    for file in files.iter().skip(told) {
        output.say(&format!("{}: {}", shown(file), words(file)));
    }
    files.len()
}

/// Names a file as people are told of it.
pub fn shown(file: &ToldFile) -> String {
    format!("SQLite in {} ({})", file.original.display(), file.driver)
}

/// Says what the API has in place of a file.
pub fn words(file: &ToldFile) -> &'static str {
    match file.from {
        Some(Ground::Start) => {
            "left alone; the API gets an empty one in its place, and what the start command makes in it"
        }
        Some(Ground::Schema) => {
            "left alone; the API gets one in its place with its tables, without their rows"
        }
        None => {
            "left alone; the API gets a copy, with its rows, since it is part of the project (git has it), or was named"
        }
    }
}

/// Tells whether files are put back between tests, or may still be opened that are.
pub fn may_be_used(settings: &Settings, kept: Option<&KeptFiles>) -> bool {
    let Some(kept) = kept else { return false };
    let has_driver = || {
        let project = Project::read(&settings.cwd);
        project.is_ok_and(|project| DRIVERS.iter().any(|driver| project.uses(driver)))
    };
    kept.databases().are_used() || has_driver()
}

/// Tells whether files were put back between tests.
pub fn are_used(kept: Option<&KeptFiles>) -> bool {
    kept.is_some_and(|kept| kept.databases().are_used())
}

/// Answers the tables that files begin with in suites; their paths are from the folder that the API starts in.
pub fn schemas(files: &Files, cwd: &Path) -> Vec<FileSchema> {
    let cwd = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
    let schemas = files.told().into_iter().filter_map(|file| {
        let path = file.original.strip_prefix(&cwd).ok()?.to_str()?.to_owned();
        Some(FileSchema { path, driver: file.driver, text: file.schema? })
    });
    schemas.collect()
}

/// Answers databases that are part of the project, by their paths from the folder that the API starts in.
pub fn shipped(files: &Files, cwd: &Path) -> Vec<String> {
    let cwd = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
    let shipped = files.told().into_iter().filter(|file| file.from.is_none());
    let paths = shipped
        .filter_map(|file| file.original.strip_prefix(&cwd).ok()?.to_str().map(str::to_owned));
    paths.collect()
}
