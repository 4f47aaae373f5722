//! Steps become files: test suites that people keep. No IO.
//!
//! A [`TestSuite`] goes in, an [`OutputFormat`] of [`formats::ALL`] turns it into
//! [`GeneratedFile`]s. What calls look like on the wire stands in this crate's README.

mod curl;
mod expectation;
pub mod formats;
mod hidden;
mod js_text;
mod js_value;
mod naming;
mod run_date;
mod shown;
mod suite;

pub use curl::curl;
pub use expectation::{
    AnswerExpectation, BodyExpectation, Elsewhere, Expectation, HandedOn, JsonExpectation,
    is_of_runs,
};
pub use formats::recording::{RecordingSuite, clock_ahead, recording, recording_files};
pub use formats::{FORMAT_NAMES, OutputFormat, TypeScript, oldest_major};
pub use hidden::Hidden;
pub use naming::{names, test_name};
pub use shown::{ShownCause, ShownFault};
pub use suite::{
    CaseKind, DATABASE_DRIVERS, DatabaseSupport, FileSchema, GeneratedFile, Language, Module,
    PLACEHOLDER_BASE, ResetSpec, RunCommand, StartSpec, SuiteFile, SuiteSetup, SuiteUser,
    SuiteUsers, TestCase, TestSuite, WrittenSuite, WrittenTest,
};
