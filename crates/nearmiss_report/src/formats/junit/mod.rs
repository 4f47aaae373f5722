//! JUnit XML, as Jenkins, GitLab and others read it (schema: junit-10.xsd of Jenkins, and `file` and
//! `line` of a testcase, which most know beside it).
//!
//! The written tests state what the API does now, so all of them pass: what fails here are findings. Each
//! fault is a testcase of its own, under the name that it keeps in later runs, since most readers look at
//! one failure of a testcase and tell old failures from new ones by names.

use std::collections::BTreeMap;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::ReportFormat;
use crate::run_summary::{ReportedFault, ReportedTest, RunSummary};
use crate::visible::visible;

/// JUnit XML.
pub struct Junit;

impl ReportFormat for Junit {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn file_name(&self) -> &'static str {
        "junit.xml"
    }

    fn write(&self, run: &RunSummary) -> String {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        document(&mut writer, &suites(run), &run.api).expect("memory takes what is written");
        let mut text = String::from_utf8_lossy(&writer.into_inner()).into_owned();
        text.push('\n');
        text
    }
}

/// A testcase: a test that shows no fault, or a fault.
struct Case<'a> {
    name: String,
    test: Option<&'a ReportedTest>,
    failure: Option<Failure>,
}

struct Failure {
    kind: String,
    message: String,
    text: String,
}

/// The cases of each file.
fn suites(run: &RunSummary) -> BTreeMap<&str, Vec<Case<'_>>> {
    let mut faults: BTreeMap<usize, Vec<&ReportedFault>> = BTreeMap::new();
    for fault in run.distinct_faults() {
        faults.entry(fault.test).or_default().push(fault);
    }
    let mut suites: BTreeMap<&str, Vec<Case<'_>>> = BTreeMap::new();
    for (index, test) in run.tests.iter().enumerate() {
        let cases = suites.entry(&test.file).or_default();
        match faults.remove(&index) {
            Some(shown) => cases.extend(shown.into_iter().map(|fault| case(run, fault))),
            None => {
                cases.push(Case { name: test.name.clone(), test: Some(test), failure: None });
            }
        }
    }
    let without_test = faults.into_values().flatten().map(|fault| case(run, fault));
    for case in without_test {
        suites.entry("faults").or_default().push(case);
    }
    suites
}

fn case<'a>(run: &'a RunSummary, fault: &ReportedFault) -> Case<'a> {
    let (id, kind) = (fault.id(), format!("{} {}", fault.code, fault.title));
    let mut text = format!("fault {id}: {kind}\n{}: {}\n", fault.operation, fault.message);
    let test = run.test_of(fault);
    if let Some(test) = test {
        let call = fault.call + 1;
        text.push_str(&format!("{}:{} {}, call {call}\n", test.file, test.start_line, test.name));
    }
    let curl = run.curl_of(fault);
    if !curl.is_empty() {
        text.push_str(&format!("\n{curl}\n"));
    }
    let message = format!("{}: {}", fault.operation, fault.message);
    let name = format!("{id} {}", fault.operation);
    Case { name, test, failure: Some(Failure { kind, message, text }) }
}

fn failures(cases: &[Case<'_>]) -> usize {
    cases.iter().filter(|case| case.failure.is_some()).count()
}

fn document(
    writer: &mut Writer<Vec<u8>>,
    suites: &BTreeMap<&str, Vec<Case<'_>>>,
    api: &str,
) -> io::Result<()> {
    let tests: usize = suites.values().map(Vec::len).sum();
    let failed: usize = suites.values().map(|cases| failures(cases)).sum();
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("testsuites")
        .with_attribute(("name", "nearmiss"))
        .with_attribute(("tests", tests.to_string().as_str()))
        .with_attribute(("failures", failed.to_string().as_str()))
        .with_attribute(("errors", "0"))
        .write_inner_content(|writer| {
            suites.iter().try_for_each(|(file, cases)| suite(writer, api, file, cases))
        })?;
    Ok(())
}

fn suite(
    writer: &mut Writer<Vec<u8>>,
    api: &str,
    file: &str,
    cases: &[Case<'_>],
) -> io::Result<()> {
    let name = class_of(api, file);
    writer
        .create_element("testsuite")
        .with_attribute(("name", line(&name).as_str()))
        .with_attribute(("tests", cases.len().to_string().as_str()))
        .with_attribute(("failures", failures(cases).to_string().as_str()))
        .with_attribute(("errors", "0"))
        .with_attribute(("skipped", "0"))
        .with_attribute(("file", line(file).as_str()))
        .write_inner_content(|writer| {
            cases.iter().try_for_each(|case| testcase(writer, &name, case))
        })?;
    Ok(())
}

fn testcase(writer: &mut Writer<Vec<u8>>, class: &str, case: &Case<'_>) -> io::Result<()> {
    let mut element = writer
        .create_element("testcase")
        .with_attribute(("name", line(&case.name).as_str()))
        .with_attribute(("classname", line(class).as_str()));
    if let Some(test) = case.test {
        element = element
            .with_attribute(("file", line(&test.file).as_str()))
            .with_attribute(("line", test.start_line.to_string().as_str()));
    }
    let Some(failure) = &case.failure else {
        element.write_empty()?;
        return Ok(());
    };
    element.write_inner_content(|writer| {
        writer
            .create_element("failure")
            .with_attribute(("type", line(&failure.kind).as_str()))
            .with_attribute(("message", line(&failure.message).as_str()))
            .write_text_content(BytesText::new(&allowed(&failure.text)))?;
        Ok(())
    })?;
    Ok(())
}

/// What readers show a file's tests under: the API and the file without its ending.
fn class_of(api: &str, file: &str) -> String {
    let (folder, name) = file.rsplit_once('/').map_or(("", file), |(folder, name)| (folder, name));
    let stem = name.split('.').next().unwrap_or(name);
    let path = if folder.is_empty() { stem.to_owned() } else { format!("{folder}/{stem}") };
    if api.is_empty() { path } else { format!("{api}.{path}") }
}

/// Text that a document of XML 1.0 can hold (section 2.2): other characters do not even have references. What would turn it around
/// is made visible, since readers show what a reference means.
fn allowed(text: &str) -> String {
    let is_char = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    visible(text).chars().map(|c| if is_char(c) { c } else { '\u{fffd}' }).collect()
}

/// The same for an attribute, where readers make spaces of line ends.
fn line(text: &str) -> String {
    allowed(text).replace(['\t', '\n', '\r'], " ")
}

#[cfg(test)]
mod tests;
