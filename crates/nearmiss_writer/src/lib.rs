//! Steps become files: test suites that people keep. No IO.
//!
//! A [`TestSuite`] goes in, an [`OutputFormat`] of [`formats::ALL`] turns it into
//! [`GeneratedFile`]s. What calls look like on the wire stands in this crate's README.

mod expectation;
pub mod formats;
mod hidden;
mod js_text;
mod js_value;
mod naming;
mod run_date;
mod suite;

pub use expectation::{
    AnswerExpectation, BodyExpectation, Expectation, JsonExpectation, is_of_runs,
};
pub use formats::{FORMAT_NAMES, OutputFormat};
pub use hidden::Hidden;
pub use naming::{test_name, unique_names};
pub use suite::{
    CaseKind, GeneratedFile, Module, ResetSpec, StartSpec, SuiteFile, SuiteUser, SuiteUsers,
    TestCase, TestSuite, WrittenSuite, WrittenTest,
};
