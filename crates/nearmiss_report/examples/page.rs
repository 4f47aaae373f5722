//! The page of a run that this makes up: `cargo run -p nearmiss_report --example page -- FILES LINES
//! [FILE LINES ...]` prints `report.html` of an API with so many files of so many lines, all states of
//! lines, and texts that would like to be markup; without numbers that of a run that found nothing. For
//! tests of the page in a browser, and for who works on it.
#![expect(clippy::print_stdout, reason = "this is a command")]

use std::error::Error;

use nearmiss_report::formats::{Html, ReportFormat};
use nearmiss_report::{
    Criterion, CurvePoint, ReportedCall, ReportedFault, ReportedSource, ReportedTarget,
    ReportedTest, ReportedUser, ReportedWarning, RunSummary, Suppressed, TargetKind,
};

const OPERATIONS: [&str; 6] = [
    "GET:/books",
    "POST:/books",
    "GET:/books/{bookId}",
    "DELETE:/books/{bookId}",
    "PUT:/members/{memberId}/loans/{loanId}",
    "GET:/internal/health",
];
/// Shown as text or not at all.
const HOSTILE: &str =
    "</script><script>globalThis.hacked=1</script><img src=x onerror=\"globalThis.hacked=1\">";
/// Lines of a made-up function, one after the other.
const FUNCTION: [&str; 10] = [
    "export function NAME(member, book) {",
    "  // What is lent to somebody cannot be lent again; see `returnOf`.",
    "  if (book.lentTo !== null && book.due >= today()) {",
    "    throw new Conflict(`${book.title} is lent until ${book.due}`);",
    "  }",
    "  const rate = member.age > 64 ? 0.25 : 0.4;",
    "  const fee = member.kind === \"student\" ? 0 : rate * book.pages;",
    "  return { member: member.id, fee, note: \"<b>bold</b> & 'quoted'\" };",
    "}",
    "",
];

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u32> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let sources: Vec<ReportedSource> = numbers
        .chunks_exact(2)
        .enumerate()
        .flat_map(|(group, pair)| (0..pair[0]).map(move |file| source(group, file, pair[1])))
        .collect();
    let run = if numbers.is_empty() { RunSummary::default() } else { run(sources) };
    print!("{}", Html.write(&run));
    Ok(())
}

fn run(sources: Vec<ReportedSource>) -> RunSummary {
    let (tests, faults) = (tests(), faults(&sources));
    RunSummary {
        tool_version: "0.1.0".to_owned(),
        creation_time: "2026-11-20T12:00:00Z".to_owned(),
        search_seconds: 61.5,
        total_seconds: 75.25,
        seed: u64::MAX,
        algorithm: "mio".to_owned(),
        budget: "20000 calls".to_owned(),
        stopped: "the budget is used up".to_owned(),
        workers: 1,
        operations: OPERATIONS.map(str::to_owned).into(),
        coverage: criteria(&sources),
        curve: curve(),
        tests,
        faults,
        evaluated_calls: 20_000,
        calls_to_last_target: 17_312,
        timing: vec![
            ("calls".to_owned(), 40.5),
            ("quiet".to_owned(), 12.0),
            ("search".to_owned(), 9.0),
        ],
        restarts: 1,
        unstable_tests: 2,
        suppressed: vec![Suppressed {
            what: "node-cron".to_owned(),
            place: "src/a0.js:3".to_owned(),
        }],
        login_calls: 2,
        users: vec![
            ReportedUser {
                calls: 9000,
                refused: vec!["POST:/books".to_owned()],
                ..ReportedUser::default()
            },
            ReportedUser { name: Some("ada".to_owned()), calls: 11_000, ..ReportedUser::default() },
        ],
        warnings: vec![ReportedWarning {
            message: format!("a warning {HOSTILE}"),
            category: "schema".to_owned(),
        }],
        sources,
        api: format!("library {HOSTILE}"),
        ..RunSummary::default()
    }
}

fn criteria(sources: &[ReportedSource]) -> Vec<Criterion> {
    let of = |name: &str, kinds: &[TargetKind]| {
        let targets = || {
            sources
                .iter()
                .flat_map(|source| &source.targets)
                .filter(|one| kinds.contains(&one.kind))
        };
        let covered = targets().filter(|target| target.heuristic >= 1.0).count();
        Criterion { name: name.to_owned(), covered, total: targets().count(), told_only: false }
    };
    vec![
        of("lines", &[TargetKind::Line]),
        of("branches", &[TargetKind::BranchTrue, TargetKind::BranchFalse]),
        of("functions", &[TargetKind::Function]),
    ]
}

fn curve() -> Vec<CurvePoint> {
    let point = |step: u32| CurvePoint {
        calls: u64::from(step) * 100,
        covered: 400 + (f64::from(step).sqrt() * 60.0) as usize,
    };
    (1..=200).map(point).collect()
}

fn tests() -> Vec<ReportedTest> {
    let call = |operation: &str, status, path: &str| ReportedCall {
        operation: operation.to_owned(),
        status,
        curl: format!(
            "curl -X {} 'http://localhost:3000{path}'",
            operation.split(':').next().unwrap_or_default()
        ),
    };
    let test = |file: &str, name: &str, start_line, calls| ReportedTest {
        file: file.to_owned(),
        name: name.to_owned(),
        start_line,
        end_line: start_line + 9,
        calls,
    };
    vec![
        test(
            "success.test.js",
            "GET /books 200",
            24,
            vec![call(OPERATIONS[0], Some(200), "/books")],
        ),
        test(
            "success.test.js",
            "POST /books 201, GET /books/{bookId} 200",
            35,
            vec![
                call(OPERATIONS[1], Some(201), "/books"),
                call(OPERATIONS[2], Some(200), "/books/7"),
            ],
        ),
        test(
            "faults.test.js",
            HOSTILE,
            24,
            vec![
                call(OPERATIONS[1], Some(201), "/books?<script>alert(1)</script>"),
                call(OPERATIONS[3], Some(500), "/books/7"),
            ],
        ),
        test(
            "faults.test.js",
            "GET /books 500",
            40,
            vec![call(OPERATIONS[0], Some(500), "/books?limit=-1")],
        ),
        test(
            "faults.test.js",
            "PUT /members/{memberId}/loans/{loanId} no answer",
            52,
            vec![call(OPERATIONS[4], None, "/members/1/loans/2")],
        ),
    ]
}

fn title(code: u32) -> &'static str {
    match code {
        100 => "HTTP Status 500",
        101 => "Received A Response From API With A Structure/Data That Is Not Matching Its Schema",
        209 => "Leaked Stack Trace",
        _ => "Call Without An Answer",
    }
}

fn faults(sources: &[ReportedSource]) -> Vec<ReportedFault> {
    let thrown = sources
        .first()
        .map(|source| format!("Statement_{}_00004_0", source.file))
        .unwrap_or_default();
    let fault = |code, operation: &str, place: &str, (test, call), message: &str| ReportedFault {
        code,
        operation: operation.to_owned(),
        place: place.to_owned(),
        test,
        call,
        message: message.to_owned(),
        title: title(code).to_owned(),
    };
    vec![
        fault(100, OPERATIONS[0], &thrown, (3, 0), &format!("answers 500, thrown at {thrown}")),
        fault(
            100,
            OPERATIONS[3],
            &thrown,
            (2, 1),
            &format!("answers 500, thrown at {thrown} {HOSTILE}"),
        ),
        fault(
            101,
            OPERATIONS[0],
            "/0/title type",
            (0, 0),
            "/0/title is a number where a string is declared",
        ),
        fault(209, OPERATIONS[3], "body", (2, 1), "the body of the answer shows a stack trace"),
        fault(909, OPERATIONS[4], "", (4, 0), "no answer within 10 s"),
    ]
}

/// A file whose functions are covered one after the other in another way.
fn source(group: usize, file: u32, lines: u32) -> ReportedSource {
    let name = format!("src/{}{file}.js", ["a", "long", "other"][group.min(2)]);
    let mut text = String::new();
    let mut targets = Vec::new();
    for line in 1..=lines {
        let (function, within) = ((line - 1) / 10, ((line - 1) % 10) as usize);
        text.push_str(&FUNCTION[within].replace("NAME", &format!("lend{function}")));
        text.push('\n');
        line_targets(&name, line, function, within, &mut targets);
    }
    ReportedSource { file: name, text: Some(text), targets }
}

fn line_targets(
    file: &str,
    line: u32,
    function: u32,
    within: usize,
    targets: &mut Vec<ReportedTarget>,
) {
    let is_reached = function % 5 != 4;
    let mut add = |kind, key: String, n, heuristic: f64| {
        let covered = heuristic >= 1.0;
        targets.push(ReportedTarget {
            key,
            kind,
            line,
            n,
            heuristic,
            boot: covered && function % 5 == 3,
            test: (covered && function % 5 != 3).then_some((function % 3) as usize),
            first_at: covered.then_some(u64::from(line) * 37 % 17_000 + 1),
        });
    };
    let reached = f64::from(u8::from(is_reached));
    if within == 0 {
        add(TargetKind::Function, format!("Function_{file}_{line:05}_0"), 0, reached);
    }
    if matches!(within, 0 | 2 | 3 | 5 | 6 | 7) {
        // What throws is entered and never completed.
        let completed = if within == 3 && is_reached { 0.5 } else { reached };
        add(TargetKind::Line, format!("Line_{file}_{line:05}"), 0, reached);
        add(TargetKind::Statement, format!("Statement_{file}_{line:05}_0"), 0, completed);
    }
    if matches!(within, 2 | 5 | 6) {
        let missed = if is_reached { 1.0 - 1.0 / f64::from(line % 97 + 2) } else { 0.0 };
        let (of_true, of_false) =
            if function.is_multiple_of(5) { (reached, reached) } else { (missed, reached) };
        for n in 0..=u32::from(within == 2) {
            let start = format!("Branch_at_{file}_at_line_{line:05}_position_{n}_");
            add(
                TargetKind::BranchTrue,
                format!("{start}trueBranch"),
                n,
                if n == 1 { 0.0 } else { of_true },
            );
            add(TargetKind::BranchFalse, format!("{start}falseBranch"), n, of_false);
        }
    }
    if within == 3 {
        add(
            TargetKind::CallFalse,
            format!("MethodReplacement_at_{file}_{line:05}_0_EXCEPTION_false"),
            0,
            0.3 * reached,
        );
    }
}
