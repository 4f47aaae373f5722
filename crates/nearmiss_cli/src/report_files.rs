//! Which reports are written, and where: `report.json` always, others beside it.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use nearmiss_problem::auth::Concealer;
use nearmiss_report::RunSummary;
use nearmiss_report::formats::{ALL, ReportFormat};

use crate::failure::Failure;
use crate::output::Output;
use crate::written_file::write_file;

/// The report that is always written: other programs read it.
const ALWAYS: &str = "json";
/// The name for every report.
const EVERY: &str = "all";
/// First line of the list of what git leaves out.
const IGNORED: &str = "# Reports of the search; the tests need none of them.\n";
/// What GitHub shows as the summary of a job.
const JOB_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// Names of the reports to write, those by default if none is asked for. `report` is where `report.json`
/// goes. An entry may hold several names with commas between them.
///
/// # Errors
/// There is no report of some name, or `report.json` would be written where another report goes.
pub fn chosen(asked: &[String], report: &Path) -> Result<Vec<&'static str>, Failure> {
    let names: Vec<&str> = asked.iter().flat_map(|entry| entry.split(',')).map(str::trim).collect();
    let known = || ALL.iter().map(|format| format.name());
    if let Some(name) =
        names.iter().find(|name| **name != EVERY && !known().any(|own| own == **name))
    {
        return Err(Failure::usage(format!(
            "--reports {name}: there is no such report; known: {}, {EVERY}",
            known().collect::<Vec<_>>().join(", ")
        )));
    }
    let is_chosen = |format: &&&dyn ReportFormat| {
        let by_default = names.is_empty() && format.by_default();
        by_default
            || format.name() == ALWAYS
            || names.contains(&EVERY)
            || names.contains(&format.name())
    };
    let chosen: Vec<_> = ALL.iter().filter(is_chosen).collect();
    let file = report.file_name();
    match chosen.iter().find(|f| f.name() != ALWAYS && file == Some(f.file_name().as_ref())) {
        Some(format) => Err(Failure::usage(format!(
            "--report {}: the report `{}` is written there; give another name",
            report.display(),
            format.name()
        ))),
        None => Ok(chosen.iter().map(|format| format.name()).collect()),
    }
}

/// Writes the reports of these names and answers their files, `report.json` first.
///
/// # Errors
/// When one of them cannot be written.
pub fn write(
    names: &[&str],
    report: &Path,
    run: &RunSummary,
    secrets: &Concealer,
    output: &Output,
) -> Result<Vec<PathBuf>, Failure> {
    let mut formats: Vec<_> = ALL.iter().filter(|format| names.contains(&format.name())).collect();
    formats.sort_by_key(|format| format.name() != ALWAYS);
    let mut files = Vec::with_capacity(formats.len());
    for format in formats {
        let file = match format.name() {
            ALWAYS => report.to_owned(),
            _ => report.with_file_name(format.file_name()),
        };
        let text = format.write(run);
        // Whatever found its way into a message or a name.
        let text = secrets.mask(&text);
        write_file(&file, &text)?;
        if format.name() == "markdown" {
            add_to_job(&text, output);
        }
        files.push(file);
    }
    Ok(files)
}

/// Keeps reports that lie among the tests from git: those are kept for their own sake. One that is there stays as it is.
///
/// # Errors
/// The file cannot be written.
pub fn keep_from_git(out: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    let among = files.iter().filter(|file| file.parent() == Some(out));
    let names: Vec<String> = among
        .filter_map(|file| file.file_name())
        .map(|name| format!("/{}\n", name.to_string_lossy()))
        .collect();
    let ignore = out.join(".gitignore");
    if names.is_empty() || ignore.exists() {
        return Ok(());
    }
    write_file(&ignore, &format!("{IGNORED}{}", names.concat()))
}

/// Shows a text in the summary of the job, where there is one. A job that has none lacks nothing that is
/// not in the file.
fn add_to_job(text: &str, output: &Output) {
    let Some(summary) = std::env::var_os(JOB_SUMMARY).filter(|path| !path.is_empty()) else {
        return;
    };
    let opened = OpenOptions::new().create(true).append(true).open(&summary);
    if let Err(error) = opened.and_then(|mut file| file.write_all(text.as_bytes())) {
        output.warn(&format!("warning: the file of {JOB_SUMMARY} cannot be written: {error}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(asked: &[&str]) -> Result<Vec<&'static str>, String> {
        let asked: Vec<String> = asked.iter().map(|&name| name.to_owned()).collect();
        chosen(&asked, Path::new("out/report.json")).map_err(|failure| failure.to_string())
    }

    #[test]
    fn report_json_is_always_written() {
        assert!(names(&[]).unwrap().contains(&"json"));
        assert_eq!(names(&["sarif", "junit"]).unwrap(), ["json", "junit", "sarif"]);
        assert_eq!(names(&["junit, lcov"]).unwrap(), ["json", "junit", "lcov"]);
        assert_eq!(names(&["junit", "all"]).unwrap().len(), ALL.len());
    }

    #[test]
    fn an_unknown_report_is_told_which_there_are() {
        let why = names(&["junit", "pdf"]).unwrap_err();
        assert!(why.starts_with("--reports pdf: there is no such report; known: "), "{why}");
        assert!(ALL.iter().all(|format| why.contains(format.name())), "{why}");
        let why = chosen(&["markdown".to_owned()], Path::new("a/report.md")).unwrap_err();
        assert!(why.to_string().contains("`markdown`"), "{why}");
    }

    #[test]
    fn reports_lie_beside_report_json() {
        let folder = tempfile::tempdir().unwrap();
        let report = folder.path().join("ci/found.json");
        let run = RunSummary::default();
        let files =
            write(&["lcov", "json"], &report, &run, &Concealer::default(), &Output::default())
                .unwrap();
        assert_eq!(files, [report.clone(), report.with_file_name("lcov.info")]);
        assert!(files.iter().all(|file| file.is_file()));
    }

    #[test]
    fn git_leaves_out_reports_that_lie_among_the_tests() {
        let folder = tempfile::tempdir().unwrap();
        let (out, elsewhere) = (folder.path().join("tests"), folder.path().join("report.json"));
        let ignore = out.join(".gitignore");
        keep_from_git(&out, std::slice::from_ref(&elsewhere)).unwrap();
        assert!(!ignore.exists());
        keep_from_git(&out, &[elsewhere, out.join("report.json"), out.join("a.html")]).unwrap();
        let written = std::fs::read_to_string(&ignore).unwrap();
        assert_eq!(written, format!("{IGNORED}/report.json\n/a.html\n"));
        std::fs::write(&ignore, "own").unwrap();
        keep_from_git(&out, &[out.join("report.json")]).unwrap();
        assert_eq!(std::fs::read_to_string(&ignore).unwrap(), "own");
    }
}
