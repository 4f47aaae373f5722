//! What follows from the options of what comes out.

use std::path::{Path, PathBuf};

use nearmiss_writer::{Language, OutputFormat};

use crate::failure::Failure;
use crate::language;
use crate::options::Options;
use crate::options::results::{BASELINE, FORMAT, LANGUAGE, OUT, REPORT, REPORTS, UPDATE_BASELINE};
use crate::report_files;
use crate::seen_from::real;

/// What is written, and where.
#[derive(Clone, Debug)]
pub struct ResultSettings {
    /// Where tests go, absolute.
    pub out: PathBuf,
    /// Where `report.json` goes; other reports lie beside it.
    pub report: PathBuf,
    /// Names of the reports to write.
    pub reports: Vec<&'static str>,
    /// Format of the tests.
    pub format: &'static dyn OutputFormat,
    /// Language of the tests.
    pub language: Language,
    /// The package that reads TypeScript for the runner, where it needs one.
    pub transformer: Option<&'static str>,
}

impl ResultSettings {
    /// Answers what follows for the API in `cwd`.
    ///
    /// # Errors
    /// Wrong usage.
    pub fn of(options: &Options, cwd: &Path) -> Result<Self, Failure> {
        let out = options.get(&OUT).clone().unwrap_or_else(|| cwd.join("nearmiss-tests"));
        // Paths in a suite lead from there to the API.
        let out = real(&out);
        let report = options.get(&REPORT).clone().unwrap_or_else(|| out.join("report.json"));
        refuse_update_of_nothing(options)?;
        let format = language::format_of(options.get::<String>(&FORMAT))?;
        Ok(Self {
            reports: report_files::chosen(options.list(&REPORTS), &report)?,
            out,
            report,
            format,
            language: language::language_of(*options.get(&LANGUAGE), format, cwd)?,
            transformer: language::transformer_of(format, cwd),
        })
    }
}

fn refuse_update_of_nothing(options: &Options) -> Result<(), Failure> {
    if options.is(&UPDATE_BASELINE) && options.get(&BASELINE).is_none() {
        return Err(Failure::usage(
            "--update-baseline needs the file: --baseline nearmiss.baseline.json, or `baseline` in the \
             configuration"
                .to_owned(),
        ));
    }
    Ok(())
}
