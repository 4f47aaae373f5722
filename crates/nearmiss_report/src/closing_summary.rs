//! The last lines that people see.

use std::collections::{BTreeMap, BTreeSet};

use crate::closing_time::time_lines;
use crate::{RunSummary, counted};

/// The closing summary, a line each, without line ends. `reports`: the written reports as users name
/// them.
#[must_use]
pub fn closing_summary(run: &RunSummary, reports: &[String]) -> Vec<String> {
    let place = &run.suite;
    let mut lines = coverage(run);
    lines.extend(faults(run));
    lines.push(labelled("calls", &calls(run)));
    lines.extend(labelled_all("time", &time_lines(run)));
    lines.extend(users(run));
    lines.extend(suppressed(run));
    let files: BTreeSet<&str> = run.tests.iter().map(|test| test.file.as_str()).collect();
    let tests = format!(
        "{} in {} of {}",
        counted(run.tests.len(), "test"),
        counted(files.len(), "file"),
        place.folder
    );
    lines.push(labelled("suite", &tests));
    if run.unstable_tests > 0 {
        let left_out = counted(run.unstable_tests, "test");
        lines.push(labelled("", &format!("{left_out} left out, because they do not repeat")));
    }
    if run.repaired_tests > 0 {
        let repaired = counted(run.repaired_tests, "test");
        lines.push(labelled("", &format!("{repaired} without what differs between runs")));
    }
    let mut beside = |count, what, done, calls| {
        if count > 0 {
            let (counted, calls) = (counted(count, what), counted(calls, "call"));
            let text = format!("{counted} {done} ({calls} beside the budget to find them)");
            lines.push(labelled("", &text));
        }
    };
    let (needless, added) =
        ("left out that nothing hangs on", "added that show what refused calls hid");
    beside(run.needless_calls, "call", needless, run.minimising_calls);
    beside(run.added_tests, "test", added, run.adding_calls);
    lines.extend(labelled_all(if reports.len() == 1 { "report" } else { "reports" }, reports));
    if !place.missing_packages.is_empty() {
        let packages = place.missing_packages.join(" ");
        lines.push(labelled("missing", &format!("npm install --save-dev {packages}")));
    }
    if !place.variables.is_empty() {
        let names = place.variables.join(", ");
        lines.push(labelled("needs", &format!("{names}: without, tests fail")));
    }
    lines.push(labelled("run with", &place.run_command));
    lines
}

fn labelled(label: &str, text: &str) -> String {
    format!("{label:<11} {text}")
}

/// Lines of which the first has the label.
fn labelled_all(label: &str, texts: &[String]) -> Vec<String> {
    let label_of = |index| if index == 0 { label } else { "" };
    texts.iter().enumerate().map(|(index, text)| labelled(label_of(index), text)).collect()
}

fn coverage(run: &RunSummary) -> Vec<String> {
    let lines = run.coverage.iter().map(|criterion| {
        let Some(share) = criterion.share() else { return labelled(&criterion.name, "none") };
        let (covered, total) = (criterion.covered, criterion.total);
        let told = if criterion.told_only { " that the driver told" } else { "" };
        labelled(&criterion.name, &format!("{share:>7}   {covered} of {total}{told}"))
    });
    lines.collect()
}

fn faults(run: &RunSummary) -> Vec<String> {
    let distinct = run.distinct_faults();
    let mut by_code: BTreeMap<(u32, &str), usize> = BTreeMap::new();
    for fault in &distinct {
        *by_code.entry((fault.code, &fault.title)).or_default() += 1;
    }
    let accepted = match run.accepted.len() {
        0 => String::new(),
        count => format!(", {count} of them accepted"),
    };
    let count = match run.causes_of(&distinct) {
        causes if causes < distinct.len() => {
            format!("{}, {}", counted(causes, "cause"), counted(distinct.len(), "place"))
        }
        _ => distinct.len().to_string(),
    };
    let mut lines = vec![labelled("faults", &format!("{count}{accepted}"))];
    for ((code, title), count) in by_code {
        lines.push(labelled("", &format!("{count} x {code} {title}")));
    }
    lines
}

/// What did not happen as the API's code says: how many places of each sort.
fn suppressed(run: &RunSummary) -> Vec<String> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for suppressed in &run.suppressed {
        *places.entry(&suppressed.what).or_default() += 1;
    }
    let texts =
        places.into_iter().map(|(what, count)| format!("{what} at {}", counted(count, "place")));
    labelled_all("suppressed", &texts.collect::<Vec<_>>())
}

/// Logins, and who made how many calls.
fn users(run: &RunSummary) -> Vec<String> {
    if run.users.is_empty() {
        return closed(run).into_iter().collect();
    }
    let logins = format!("{} of logins beside the budget", counted(run.login_calls, "call"));
    let users = run.users.iter().map(|user| {
        let name = user.name.as_deref().unwrap_or("(nobody)");
        match &user.problem {
            Some(problem) => format!("{name}: {problem}"),
            None if user.refused.is_empty() => format!("{name}: {}", counted(user.calls, "call")),
            None => format!(
                "{name}: {}; {} answered only 401 or 403",
                counted(user.calls, "call"),
                counted(user.refused.len(), "operation")
            ),
        }
    });
    let users: Vec<String> = users.collect();
    std::iter::once(labelled("", &logins)).chain(labelled_all("users", &users)).collect()
}

/// Operations that let nobody in, of a search without users: refused at times, never successful.
fn closed(run: &RunSummary) -> Option<String> {
    let mut known: BTreeMap<&str, (bool, bool)> = BTreeMap::new();
    for call in run.tests.iter().flat_map(|test| &test.calls) {
        let (refused, succeeded) = known.entry(&call.operation).or_default();
        *refused |= matches!(call.status, Some(401 | 403));
        *succeeded |= call.status.is_some_and(|status| status < 400);
    }
    let closed = known.values().filter(|(refused, succeeded)| *refused && !succeeded).count();
    (closed > 0).then(|| {
        let operations = counted(known.len(), "operation");
        let why = format!("none given: {closed} of {operations} let nobody in (401, 403)");
        labelled("users", &format!("{why}; --auth says who may call: nearmiss fuzz --help"))
    })
}

fn calls(run: &RunSummary) -> String {
    let calls = run.evaluated_calls;
    let mut text = format!("{calls} in {:.1} s", run.search_seconds);
    if run.workers > 1 {
        text.push_str(&format!(" by {} workers", run.workers));
    }
    if run.search_seconds > 0.0 {
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = calls as f64 / run.search_seconds;
        text.push_str(&format!(" ({rate:.0} a second)"));
    }
    text.push_str(&format!("; needed budget {} calls", run.calls_to_last_target));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_summary::{
        Criterion, ReportedCall, ReportedFault, ReportedTest, SuitePlace, Suppressed,
    };

    #[test]
    fn says_what_people_ask() {
        let test = |file: &str| ReportedTest { file: file.to_owned(), ..ReportedTest::default() };
        let fault = |place: &str, test| ReportedFault {
            code: 100,
            place: place.to_owned(),
            test,
            title: "HTTP Status 500".to_owned(),
            ..ReportedFault::default()
        };
        let criterion = |name: &str, covered, total| Criterion {
            name: name.to_owned(),
            covered,
            total,
            told_only: false,
        };
        let suppressed =
            |what: &str, place: &str| Suppressed { what: what.to_owned(), place: place.to_owned() };
        let run = RunSummary {
            suppressed: vec![
                suppressed("node-cron", "a.js:1"),
                suppressed("setTimeout capped at 1000 ms", "a.js:2"),
                suppressed("setTimeout capped at 1000 ms", "a.js:3"),
            ],
            tests: vec![test("a.test.js"), test("a.test.js"), test("b.test.js")],
            faults: vec![fault("x", 0), fault("x", 1), fault("y", 1)],
            coverage: vec![
                criterion("targets", 999, 1000),
                criterion("lines", 20, 20),
                criterion("branches", 0, 0),
            ],
            evaluated_calls: 20_000,
            calls_to_last_target: 15_321,
            search_seconds: 40.0,
            needless_calls: 1,
            minimising_calls: 300,
            added_tests: 2,
            adding_calls: 4000,
            plain_values: 0,
            plain_calls: 0,
            suite: SuitePlace {
                folder: "nearmiss-tests".to_owned(),
                run_command: "npx jest nearmiss-tests".to_owned(),
                missing_packages: vec!["jest".to_owned(), "superagent".to_owned()],
                ..SuitePlace::default()
            },
            ..RunSummary::default()
        };
        let reports = ["nearmiss-tests/report.json", "nearmiss-tests/junit.xml"].map(str::to_owned);
        let lines = closing_summary(&run, &reports);
        assert_eq!(
            lines,
            [
                "targets      99.9 %   999 of 1000",
                "lines       100.0 %   20 of 20",
                "branches    none",
                "faults      2",
                "            2 x 100 HTTP Status 500",
                "calls       20000 in 40.0 s (500 a second); needed budget 15321 calls",
                "suppressed  node-cron at 1 place",
                "            setTimeout capped at 1000 ms at 2 places",
                "suite       3 tests in 2 files of nearmiss-tests",
                "            1 call left out that nothing hangs on (300 calls beside the budget to find them)",
                "            2 tests added that show what refused calls hid (4000 calls beside the budget to find them)",
                "reports     nearmiss-tests/report.json",
                "            nearmiss-tests/junit.xml",
                "missing     npm install --save-dev jest superagent",
                "run with    npx jest nearmiss-tests",
            ]
        );
    }

    #[test]
    fn causes_are_counted_before_the_places_where_they_show() {
        let fault = |code, operation: &str, place: &str| ReportedFault {
            code,
            operation: operation.to_owned(),
            place: place.to_owned(),
            title: "T".to_owned(),
            ..ReportedFault::default()
        };
        let run = RunSummary {
            faults: vec![
                fault(100, "GET:/a", "Statement_src/a.js_00010_0"),
                fault(100, "GET:/b", "Statement_src/a.js_00010_0"),
                fault(101, "GET:/a", "status 401"),
                fault(101, "GET:/b", "status 401"),
                fault(101, "GET:/a", "id"),
                fault(101, "GET:/b", "id"),
                fault(209, "GET:/a", "body"),
                fault(209, "GET:/b", "body"),
            ],
            ..RunSummary::default()
        };
        let lines = closing_summary(&run, &[]);
        assert!(lines.iter().any(|line| line == "faults      5 causes, 8 places"), "{lines:?}");
    }

    #[test]
    fn a_total_that_is_only_what_a_driver_told_is_called_so() {
        let of = |name: &str, told_only| Criterion {
            name: name.to_owned(),
            covered: 948,
            total: 1166,
            told_only,
        };
        let coverage = vec![of("targets", true), of("lines", false)];
        let lines = closing_summary(&RunSummary { coverage, ..RunSummary::default() }, &[]);
        assert_eq!(
            lines[..2],
            [
                "targets      81.3 %   948 of 1166 that the driver told",
                "lines        81.3 %   948 of 1166",
            ]
        );
    }

    #[test]
    fn a_search_without_users_says_what_is_closed_to_it() {
        let call = |operation: &str, status| ReportedCall {
            operation: operation.to_owned(),
            status,
            ..ReportedCall::default()
        };
        let told = |calls: &[ReportedCall]| {
            let test = ReportedTest { calls: calls.to_vec(), ..ReportedTest::default() };
            let lines =
                closing_summary(&RunSummary { tests: vec![test], ..RunSummary::default() }, &[]);
            lines.into_iter().find(|line| line.starts_with("users"))
        };
        let closed =
            [call("GET:/a", Some(401)), call("PUT:/a", Some(400)), call("PUT:/a", Some(403))];
        let open = [call("GET:/b", Some(200)), call("GET:/b", Some(401)), call("GET:/c", None)];
        let line = "users       none given: 2 of 4 operations let nobody in (401, 403); \
                    --auth says who may call: nearmiss fuzz --help";
        assert_eq!(told(&[&closed[..], &open[..]].concat()).as_deref(), Some(line));
        assert_eq!(told(&open), None);
    }
}
