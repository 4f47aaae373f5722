//! Tests of one call each that say the same of other paths, which are printed as a table: that a login is asked for, say.

use nearmiss_problem::Part;

use super::parts::plain;
use crate::Expectation;
use crate::js_text::literal;
use crate::suite::{Language, ResetSpec, TestCase, TestSuite};

/// Fewer tests are printed one by one.
const LEAST: usize = 4;

/// Answers the tests of a file in groups, each in the place of its first one: a table, or one test.
pub(super) fn grouped(suite: &TestSuite, cases: &[usize]) -> Vec<Vec<usize>> {
    let shapes: Vec<Option<TestCase>> =
        cases.iter().map(|case| shape(suite, &suite.cases[*case])).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut is_taken = vec![false; cases.len()];
    for (index, shape) in shapes.iter().enumerate() {
        if is_taken[index] {
            continue;
        }
        let alike =
            (index..cases.len()).filter(|other| shape.is_some() && shapes[*other] == *shape);
        let alike: Vec<usize> = alike.collect();
        if alike.len() < LEAST {
            groups.push(vec![cases[index]]);
            continue;
        }
        alike.iter().for_each(|other| is_taken[*other] = true);
        groups.push(alike.into_iter().map(|other| cases[other]).collect());
    }
    groups
}

/// A test without what rows of a table say; `None` if it is no row. Without a reset each stands on those before it.
fn shape(suite: &TestSuite, case: &TestCase) -> Option<TestCase> {
    let ([call], [Expectation::Answer(answer)]) = (&case.test.calls[..], &case.expectations[..])
    else {
        return None;
    };
    let http = call.http();
    let is_row = suite.reset != ResetSpec::None
        && case.test.setup.is_empty()
        && case.name.is_empty()
        && case.comments.is_empty()
        && case.faults.is_empty()
        && !case.ends_api
        && answer.left_out.is_empty()
        && http.body.is_none()
        && http.method != "HEAD"
        && http.target.iter().all(|part| matches!(part, Part::Text(_)));
    is_row.then(|| {
        let mut shape = case.clone();
        let call = &mut shape.test.calls[0];
        call.operation = "".into();
        call.http_mut().method.clear();
        call.http_mut().target.clear();
        shape
    })
}

/// The lines before the test of a table, and the line behind it. `names`: those of all tests.
pub(super) fn frame(
    suite: &TestSuite,
    group: &[usize],
    names: &[String],
    indent: usize,
) -> (Vec<String>, String) {
    let pad = " ".repeat(indent);
    let rows = group.iter().map(|case| {
        let http = suite.cases[*case].test.calls[0].http();
        let target = plain(&http.target).unwrap_or_default();
        let cells = [names[*case].as_str(), &http.method, &target];
        // A row is a line, however long: so a table is read.
        format!("{pad}  [{}],\n", cells.map(literal).join(", "))
    });
    let first = format!("{pad}for (const [name, method, path] of [\n");
    let typed = if suite.language == Language::Ts { " as const" } else { "" };
    let last = format!("{pad}]{typed}) {{\n");
    (std::iter::once(first).chain(rows).chain([last]).collect(), format!("{pad}}}\n"))
}
