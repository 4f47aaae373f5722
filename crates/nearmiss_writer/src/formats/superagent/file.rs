//! One test file.

use nearmiss_problem::Call;

use super::head::{Head, Uses};
use super::led::Led;
use super::made::all_made;
use super::payloads::Payloads;
use super::repeated::{Repeated, repeated};
use super::runner::{Frame, Runner};
use super::tables::{self, Row, grouped};
use super::{answer_names, assertion, call, setup, users};
use crate::Expectation;
use crate::curl::curl;
use crate::js_text::{comment, literal};
use crate::suite::{CaseKind, SuiteFile, TestCase, TestSuite};

/// Columns for the places that one comment names.
const PLACES_WIDTH: usize = 60;
/// Characters of a curl line that somebody can still use.
const CURL_WIDTH: usize = 2000;

/// A printed file.
pub(super) struct PrintedFile {
    pub content: String,
    /// First and last line of each test.
    pub lines: Vec<(usize, usize)>,
}

/// Facts about all tests of a suite.
pub(super) struct OfSuite<'a> {
    /// Names of the tests.
    pub names: &'a [String],
    /// Large bodies.
    pub payloads: &'a Payloads,
    /// Calls whose answers other tests assert.
    pub led: &'a Led,
    /// Words that most calls say.
    pub usual: call::Usual<'a>,
}

pub(super) fn print(
    runner: &dyn Runner,
    suite: &TestSuite,
    file: &SuiteFile,
    of_suite: &OfSuite<'_>,
) -> PrintedFile {
    let shows = match file.cases.first().map(|case| suite.cases[*case].kind) {
        Some(CaseKind::Success) | None => "calls that succeed",
        Some(CaseKind::ClientError) => "calls that are refused",
        Some(CaseKind::Fault) => {
            "faults. Each test states what the API does now, not what is right"
        }
    };
    let title = shows.split('.').next().unwrap_or_default();
    let frame = runner.frame(&format!("{}: {title}", suite.name), &suite.runner_limit());
    let mut uses = Uses::default();
    let mut tests = String::new();
    // Lines within `tests`.
    let mut lines = Vec::with_capacity(file.cases.len());
    let mut at = 0;
    for group in grouped(suite, &file.cases) {
        let printed = print_group(runner, (suite, &group), of_suite, (&frame, &mut uses));
        lines
            .extend(printed.lines.iter().map(|(case, first, last)| (*case, at + first, at + last)));
        at += printed.text.lines().count();
        tests.push_str(&printed.text);
    }
    // In the order of the cases, whichever table they stand in.
    let place = |case: usize| file.cases.iter().position(|other| *other == case);
    lines.sort_by_key(|(case, ..)| place(*case));
    let mut lines: Vec<(usize, usize)> =
        lines.into_iter().map(|(_, first, last)| (first, last)).collect();
    let head = runner.head(&Head { suite, shows, uses: &uses });
    let above = format!("{head}\n{}", frame.open);
    let offset = above.lines().count();
    for (first, last) in &mut lines {
        *first += offset;
        *last += offset;
    }
    PrintedFile { content: format!("{above}{tests}{}", frame.close), lines }
}

/// Printed tests, with the first and the last line of each case, from 1.
struct PrintedGroup {
    text: String,
    lines: Vec<(usize, usize, usize)>,
}

/// One test, or the table of several.
fn print_group(
    runner: &dyn Runner,
    (suite, group): (&TestSuite, &[usize]),
    of_suite: &OfSuite<'_>,
    (frame, uses): (&Frame, &mut Uses),
) -> PrintedGroup {
    let (index, row) = (group[0], tables::row(suite, group));
    let OfSuite { names, payloads, led, usual } = *of_suite;
    let case = &suite.cases[index];
    let mut text = comments(suite, case, frame.indent);
    text.insert(0, '\n');
    let (rows, close) = match row {
        Some(row) => tables::frame(suite, (group, row), names, frame.indent),
        None => (Vec::new(), String::new()),
    };
    let mut lines = Vec::with_capacity(group.len());
    for (row, line) in rows.iter().enumerate() {
        let first = text.lines().count() + 1;
        text.push_str(line);
        // The first line of the frame stands before the rows, the last one behind them.
        if let Some(case) = row.checked_sub(1).and_then(|row| group.get(row)) {
            lines.push((*case, first, text.lines().count()));
        }
    }
    let indent = if row.is_some() { frame.indent + 2 } else { frame.indent };
    let mut test = Test { runner, suite, case, payloads, led, usual, index, row, uses };
    let body = test.print(indent + 2);
    let name = if row.is_some() { "name".to_owned() } else { literal(&names[index]) };
    let (open, pad) = ((frame.open_test)(&name), " ".repeat(indent));
    let first = text.lines().count() + 1;
    text.push_str(&format!("{pad}{open}\n{body}{pad}{}\n", frame.close_test));
    if row.is_none() {
        lines.push((index, first, text.lines().count()));
    }
    text.push_str(&close);
    PrintedGroup { text, lines }
}

/// What is said above a test.
fn comments(suite: &TestSuite, case: &TestCase, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let mut said: String = case.comments.iter().map(|text| comment(text, &pad)).collect();
    let mut calls: Vec<usize> = case.faults.iter().map(|fault| fault.call).collect();
    calls.sort_unstable();
    calls.dedup();
    // A call shows its fault behind those before it.
    let last = calls.last().map_or(0, |last| last + 1);
    if last > 1 {
        said.push_str(&comment(&format!("Calls 1 to {last}:"), &pad));
    }
    for call in case.test.calls.iter().take(last) {
        let line = curl(call.http(), &suite.base);
        let usable = line.chars().count() <= CURL_WIDTH;
        let text = if usable { &line } else { "It is too long for a curl line." };
        said.push_str(&comment(text, &pad));
    }
    said
}

/// A test that is being printed.
struct Test<'a> {
    runner: &'a dyn Runner,
    suite: &'a TestSuite,
    case: &'a TestCase,
    payloads: &'a Payloads,
    led: &'a Led,
    usual: call::Usual<'a>,
    /// Index of the case.
    index: usize,
    /// Of the test of a table what its rows say.
    row: Option<Row<'a>>,
    uses: &'a mut Uses,
}

impl Test<'_> {
    /// The statements between its first line and its last.
    fn print(&mut self, indent: usize) -> String {
        let (suite, case) = (self.suite, self.case);
        let mut content = String::new();
        let answers = answer_names(&case.test.calls);
        let calls: Vec<&Call> = case.test.calls.iter().collect();
        self.uses.calls.insert("exactly");
        self.uses.users.extend(users::helpers(suite, &[case], self.usual.callers));
        let row_user = self.row.and_then(|row| row.user);
        content.extend(users::log_in(suite, &calls, indent, row_user));
        let made = all_made(case, &suite.setup, &self.payloads.names());
        content.push_str(&setup::print(case, &made, indent, self.uses));
        let mut in_loop = 0;
        for (index, step) in calls.iter().enumerate() {
            if in_loop > 0 {
                in_loop -= 1;
                continue;
            }
            if index > 0 {
                content.push('\n');
            }
            // A call without an answer is followed by a new process, which knows nobody.
            if index > 0 && matches!(case.expectations.get(index - 1), Some(Expectation::Timeout)) {
                content.extend(users::log_in(suite, &calls[index..], indent, row_user));
            }
            let (_, own) = users::said_by(step, self.usual.callers);
            setup::note_helpers(call::helpers(&own, &case.expectations, &made), self.uses);
            let payload = self.payloads.expression(self.index, index);
            self.uses.payloads.extend(payload.map(|payload| payload.builder.clone()));
            let of_row = self.row.filter(|row| row.has_body).map(|_| "body");
            let payload = of_row.or(payload.map(|payload| payload.text.as_str()));
            let expectations = &case.expectations;
            let (answers, made, row, usual) = (&answers, &made, self.row, self.usual);
            let mut context =
                call::CallContext { answers, expectations, made, indent, payload, row, usual };
            if let Some(repeated) = repeated(&calls, expectations, index) {
                content.push_str(&self.repeat(step, &mut context, &repeated));
                in_loop = repeated.count - 1;
                continue;
            }
            let expected = case.expectations.get(index);
            let mut expected = expected.map(|all| self.led.asserted(self.index, index, all));
            // What a finding calls a defect no other test asks for.
            if let Some(Expectation::Answer(answer)) = &mut expected {
                answer.shows_stack &= case.kind == CaseKind::Fault;
            }
            let expected = expected.as_ref();
            for reason in by_reason(left_out(expected)) {
                if self.uses.told.insert(gist(&reason)) {
                    let pad = " ".repeat(indent);
                    content.push_str(&comment(&format!("left out: {reason}"), &pad));
                }
            }
            let later = &calls[index + 1..];
            content.push_str(&self.call(step, &context, (index, expected), later));
        }
        if case.ends_api {
            let assertions = self.runner.assertions();
            let (ended, _) = assertion::around(assertions, "await sut.ended()", "true");
            self.uses.asserts = true;
            content.push_str(&format!(
                "\n{:indent$}// These calls end the process of the API.\n{:indent$}{ended}\n",
                "", ""
            ));
        }
        content
    }

    /// A call that is made again and again.
    fn repeat(
        &mut self,
        step: &Call,
        context: &mut call::CallContext<'_>,
        Repeated { count, status }: &Repeated,
    ) -> String {
        let pad = " ".repeat(context.indent);
        context.indent += 2;
        let body = match status {
            None => call::print(step, context, "await ", ";"),
            Some(status) => {
                let assertions = self.runner.assertions();
                let (claim, _) = assertion::around(assertions, "again.status", &status.to_string());
                self.uses.asserts = true;
                let call = call::print(step, context, "const again = await ", ";");
                format!("{call}{pad}  {claim}\n")
            }
        };
        format!("{pad}for (let n = 1; n <= {count}; n += 1) {{\n{body}{pad}}}\n")
    }

    /// A call and what is expected of it. `later` are the calls behind it.
    fn call(
        &mut self,
        step: &Call,
        context: &call::CallContext<'_>,
        (index, expected): (usize, Option<&Expectation>),
        later: &[&Call],
    ) -> String {
        let assertions = self.runner.assertions();
        let limit = self.suite.call_timeout_ms;
        let answer = &context.answers[index];
        let mut no_answer = |word: &str| {
            let (before, behind) =
                assertion::around(assertions, "await sut.fate(\0)", &literal(word));
            self.uses.asserts = true;
            call::print(step, context, &before, &format!(".timeout({limit}){behind}"))
        };
        let prefix = |used: bool| match used {
            true => format!("const {answer} = await "),
            false => "await ".to_owned(),
        };
        let used_later = call::is_used_later(index, later);
        match expected {
            Some(Expectation::Timeout) => no_answer("timeout"),
            Some(Expectation::Broken) => no_answer("broken"),
            Some(Expectation::Answer(expected)) => {
                // The client gives no text of what never has a body.
                let is_bodiless = step.http().method == "HEAD";
                let asserted = assertion::print(
                    assertions,
                    expected,
                    (context.answers, index, is_bodiless),
                    (context.indent, context.row.and_then(|row| row.varied)),
                );
                let says = !asserted.text.is_empty();
                self.uses.asserts |= says;
                self.uses.matches.extend(asserted.uses);
                let call = call::print(step, context, &prefix(says || used_later), ";");
                call + &asserted.text
            }
            Some(Expectation::Unstable { .. }) | None => {
                let suffix = format!(".timeout({limit}).catch(() => undefined);");
                call::print(step, context, &prefix(used_later), &suffix)
            }
        }
    }
}

fn left_out(expectation: Option<&Expectation>) -> &[String] {
    match expectation {
        Some(Expectation::Answer(answer)) => &answer.left_out,
        Some(Expectation::Unstable { left_out }) => left_out,
        Some(Expectation::Timeout | Expectation::Broken) | None => &[],
    }
}

/// Places that are left out for the same reason in one line, since there are often many.
fn by_reason(reasons: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for reason in reasons {
        let Some((_, why)) = place_and_why(reason) else {
            lines.push(reason.clone());
            continue;
        };
        if told.contains(&why) {
            continue;
        }
        told.push(why);
        let alike = reasons.iter().filter_map(|other| place_and_why(other));
        let places: Vec<&str> =
            alike.filter(|(_, other)| *other == why).map(|(place, _)| place).collect();
        lines.extend(lines_of(&places, why));
    }
    lines
}

/// Answers what a file is told once: of what differs in each run, or is secret, and is shown to be any text or number,
/// the names of the fields, wherever they stand.
fn gist(reason: &str) -> String {
    const SHOWN: [&str; 3] = [" differs between runs", " differ between runs", " is secret"];
    let shown = SHOWN.iter().find_map(|why| Some((reason.strip_suffix(why)?, why)));
    let Some((places, why)) = shown else { return reason.to_owned() };
    let names = places.split(", ").map(|place| place.rsplit('/').next().unwrap_or(place));
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    format!("{}{why}", names.join(", "))
}

/// A place, and why it is left out, if other places are left out for the like.
fn place_and_why(reason: &str) -> Option<(&str, &str)> {
    const DIFFERS: &str = "differs between runs";
    let at = match reason.strip_suffix(DIFFERS) {
        Some(place) => place.len(),
        None => reason.find(" follows ").map(|at| at + 1)?,
    };
    let place = reason[..at].strip_suffix(' ')?;
    (!place.contains(' ')).then_some((place, &reason[at..]))
}

/// `/a, /b differ between runs`
fn lines_of(places: &[&str], why: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for place in places {
        if !line.is_empty() && line.len() + place.len() > PLACES_WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        line.push_str(if line.is_empty() { "" } else { ", " });
        line.push_str(place);
    }
    lines.push(line);
    let many = why.replacen("differs", "differ", 1).replacen("follows", "follow", 1);
    for line in &mut lines {
        let why = if line.contains(", ") { &many } else { why };
        line.push_str(&format!(" {why}"));
    }
    lines
}
