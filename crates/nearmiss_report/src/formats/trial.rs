//! Runs that the tests of formats write.

use crate::run_summary::{
    Criterion, CurvePoint, InRepository, ReportedCall, ReportedFault, ReportedSource,
    ReportedTarget, ReportedTest, ReportedUser, ReportedWarning, ResumedSummary, RunSummary,
    SuitePlace, Suppressed, TargetKind,
};

/// Texts that some format has a meaning for, or no place for.
pub(super) const NASTY: [&str; 12] = [
    "a\u{0}b\u{8}c\u{1b}[31md\u{7f}e\u{fffe}",
    "]]></failure><x a=\"b\">&amp; 'q'",
    "| a || b \\| c |",
    "`tick` ``` fence",
    "```\n</details>\n# heading",
    "<script>alert(1)</script><!-- -->",
    "line\nline\r\nline\ttab",
    "\u{1f9ea} \u{202e}right to left\u{202c} ä \u{0301}\u{9b}31m\u{85}",
    "@everyone #1 [x](javascript:y) ![z](http://a.example/b.png)",
    "*a* _b_ ~~c~~ \\ $d$ :tada:",
    "end_of_record\nSF:other",
    "",
];

pub(super) fn call(operation: &str, status: Option<u16>, curl: &str) -> ReportedCall {
    ReportedCall { operation: operation.to_owned(), status, curl: curl.to_owned() }
}

pub(super) fn fault(code: u32, place: &str, test: usize) -> ReportedFault {
    ReportedFault {
        code,
        operation: "POST:/a".to_owned(),
        place: place.to_owned(),
        test,
        call: 0,
        message: format!("answers 500, thrown at {place}"),
        title: "HTTP Status 500".to_owned(),
    }
}

pub(super) fn target(kind: TargetKind, line: u32, n: u32, heuristic: f64) -> ReportedTarget {
    ReportedTarget {
        key: format!("{kind:?}_{line:05}_{n}"),
        kind,
        line,
        n,
        heuristic,
        boot: false,
        test: (heuristic >= 1.0).then_some(0),
        first_at: None,
    }
}

fn test(file: &str, name: &str, start_line: usize, calls: Vec<ReportedCall>) -> ReportedTest {
    let (file, name) = (file.to_owned(), name.to_owned());
    ReportedTest { file, name, start_line, end_line: start_line + 10, calls }
}

/// Its tests; the call of two of them that can be made alone is `post`.
fn tests(post: &str) -> Vec<ReportedTest> {
    vec![
        test(
            "success.test.js",
            "POST /a 201, GET /a 200, GET /a 200, GET /a 404",
            20,
            vec![
                call("POST:/a", Some(201), post),
                call("GET:/a", Some(200), ""),
                call("GET:/a", Some(200), ""),
                call("GET:/a", Some(404), ""),
            ],
        ),
        test("faults.test.js", "POST /a 500", 20, vec![call("POST:/a", Some(500), post)]),
        test("faults.test.js", "POST /a timeout", 40, vec![call("POST:/a", None, post)]),
    ]
}

/// A run with faults: two of one code, one that two tests show, one whose code the schema of reports lacks.
pub(super) fn run() -> RunSummary {
    let post = "curl -X POST http://localhost:3000/a";
    RunSummary {
        tool_version: "0.1.0".to_owned(),
        creation_time: "2026-11-20T23:30:00Z".to_owned(),
        search_seconds: 59.4,
        total_seconds: 61.7,
        seed: u64::MAX,
        algorithm: "mio".to_owned(),
        budget: "1000 calls".to_owned(),
        stopped: "the budget is used up".to_owned(),
        workers: 2,
        resumed: Some(ResumedSummary {
            archives: vec!["a.json".to_owned()],
            targets: 5,
            lost: vec!["Line_a".to_owned()],
            not_run: 1,
            unverified: 0,
        }),
        operations: vec!["GET:/a".to_owned(), "POST:/a".to_owned()],
        tests: tests(post),
        faults: vec![
            fault(100, "src/a.js:10", 1),
            fault(100, "Statement_src/a.js_00020_0", 1),
            fault(100, "src/a.js:10", 2),
            fault(100, "src/a.js:10", 2),
            fault(7, "odd", 2),
        ],
        evaluated_calls: 1000,
        calls_to_last_target: 640,
        coverage: vec![
            Criterion { name: "lines".to_owned(), covered: 9, total: 10, told_only: false },
            Criterion { name: "branches".to_owned(), covered: 0, total: 0, told_only: false },
        ],
        curve: vec![CurvePoint { calls: 50, covered: 3 }],
        timing: vec![("calls".to_owned(), 40.5)],
        restarts: 1,
        unstable_tests: 0,
        repaired_tests: 1,
        needless_calls: 3,
        minimising_calls: 9,
        added_tests: 2,
        adding_calls: 40,
        plain_values: 0,
        plain_calls: 0,
        suppressed: vec![Suppressed {
            what: "node-cron".to_owned(),
            place: "jobs.js:3".to_owned(),
        }],
        login_calls: 2,
        users: vec![ReportedUser {
            name: Some("bob".to_owned()),
            calls: 9,
            refused: vec!["GET:/a".to_owned()],
            ..ReportedUser::default()
        }],
        warnings: vec![ReportedWarning { message: "m".to_owned(), category: "schema".to_owned() }],
        sources: vec![source()],
        api: "api".to_owned(),
        suite: SuitePlace {
            folder: "nearmiss-tests".to_owned(),
            run_command: "npx jest nearmiss-tests".to_owned(),
            missing_packages: Vec::new(),
            variables: Vec::new(),
        },
        repository: InRepository {
            sources: "packages/api/".to_owned(),
            reports: "packages/api/nearmiss-tests/".to_owned(),
        },
        ..RunSummary::default()
    }
}

/// Two functions; a test calls the second, and a branch of it is missed.
fn source() -> ReportedSource {
    use TargetKind::{BranchFalse, BranchTrue, Function, Line, Statement};
    ReportedSource {
        file: "src/a.js".to_owned(),
        text: None,
        targets: vec![
            ReportedTarget { boot: true, test: None, ..target(Line, 1, 0, 1.0) },
            target(Line, 10, 0, 0.0),
            target(Function, 10, 0, 0.0),
            target(BranchTrue, 10, 0, 0.0),
            target(BranchFalse, 10, 0, 0.0),
            target(Line, 20, 0, 1.0),
            target(Function, 20, 0, 1.0),
            target(Statement, 20, 0, 1.0),
            target(BranchTrue, 20, 0, 0.75),
            target(BranchTrue, 20, 1, 1.0),
            target(BranchFalse, 20, 0, 1.0),
            target(BranchFalse, 20, 1, 1.0),
        ],
    }
}

/// The same with `text` wherever a text of the API or of a user gets into a report.
pub(super) fn run_with(text: &str) -> RunSummary {
    let mut run = run();
    run.api = text.to_owned();
    run.suite.folder = format!("tests {text}");
    for test in &mut run.tests {
        test.file = format!("{text}/{}", test.file);
        test.name = format!("{} {text}", test.name);
        for call in &mut test.calls {
            call.curl.push_str(text);
        }
    }
    for fault in &mut run.faults {
        fault.operation = format!("POST:/a/{text}");
        fault.message = format!("answers {text}");
    }
    for source in &mut run.sources {
        source.file = format!("{text}{}", source.file);
    }
    for warning in &mut run.warnings {
        warning.message = text.to_owned();
    }
    run
}
