//! Tests of one call each that say the same of other paths, which are printed as a table: that a login is asked for,
//! say.

use nearmiss_problem::{Call, Part};

use super::call::{PlainBody, plain_body};
use super::parts::plain;
use super::varied::Varied;
use crate::Expectation;
use crate::js_text::literal;
use crate::js_value::Js;
use crate::suite::{Language, ResetSpec, TestCase, TestSuite};

/// Fewer tests are printed one by one.
const LEAST: usize = 4;
/// Characters of a body that still stands in a row.
const LONGEST_BODY: usize = 80;

/// Answers the tests of a file in groups, each in the place of its first one: a table, or one test. Without a reset
/// each test stands on those before it, unless none needs them: only such as follow one another are a table.
pub(super) fn grouped(suite: &TestSuite, cases: &[usize]) -> Vec<Vec<usize>> {
    let shapes: Vec<Vec<TestCase>> = cases.iter().map(|case| shapes(&suite.cases[*case])).collect();
    let in_any_order = suite.in_any_order || suite.reset != ResetSpec::None;
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut is_taken = vec![false; cases.len()];
    for (index, ways) in shapes.iter().enumerate() {
        if is_taken[index] {
            continue;
        }
        let alike = |shape: &TestCase| -> Vec<usize> {
            let is_alike = |other: &usize| !is_taken[*other] && shapes[*other].contains(shape);
            let rest = index..cases.len();
            match in_any_order {
                true => rest.filter(is_alike).collect(),
                false => rest.take_while(is_alike).collect(),
            }
        };
        // The first of the largest: what says the same in more words is no better.
        let largest = ways.iter().map(alike).reduce(|one, other| match other.len() > one.len() {
            true => other,
            false => one,
        });
        let alike = largest.filter(|alike| alike.len() >= LEAST).unwrap_or_else(|| vec![index]);
        alike.iter().for_each(|other| is_taken[*other] = true);
        groups.push(alike.into_iter().map(|other| cases[other]).collect());
    }
    groups
}

/// Words of the rows of a table of its calls, beside method and path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    /// The user of the first one, where others call, too: the variable `user`.
    pub user: Option<&'a str>,
    /// Bodies differ: the variable `body`.
    pub has_body: bool,
    /// All of them are objects or lists.
    pub has_objects: bool,
    /// Part of the answer that differs.
    pub varied: Option<Varied<'a>>,
}

/// Answers what the rows of a group say; `None` if it is one test.
pub(super) fn row<'s>(suite: &'s TestSuite, group: &[usize]) -> Option<Row<'s>> {
    let user = |case: &usize| suite.cases[*case].test.calls[0].user.as_deref();
    let (first, others) = group.split_first().filter(|(_, others)| !others.is_empty())?;
    let differ = others.iter().any(|other| user(other) != user(first));
    let body = |case: &usize| suite.cases[*case].test.calls[0].http().body.as_ref();
    let has_body = others.iter().any(|other| body(other) != body(first));
    let is_object = |case: &usize| {
        let body = plain_body(&suite.cases[*case].test.calls[0]);
        matches!(body, Some(PlainBody::Json(Js::Array(_) | Js::Object(_))))
    };
    let has_objects = has_body && group.iter().all(is_object);
    let user = user(first).filter(|_| differ);
    Some(Row { user, has_body, has_objects, varied: varied(suite, group) })
}

/// Answers what the answers of a group differ in.
fn varied<'s>(suite: &'s TestSuite, group: &[usize]) -> Option<Varied<'s>> {
    let (first, others) = group.split_first()?;
    let first = &suite.cases[*first];
    let differs = |varied: &Varied<'_>| {
        others.iter().any(|other| varied.value(&suite.cases[*other]) != varied.value(first))
    };
    Varied::all_of(first).into_iter().find(differs)
}

/// A test without what rows of a table may say, in each way that it may be a row.
fn shapes(case: &TestCase) -> Vec<TestCase> {
    let Some(shape) = shape(case) else { return Vec::new() };
    let has_body = case.test.calls[0].http().body.is_some();
    let varied = Varied::all_of(case).into_iter().map(|varied| {
        let mut masked = shape.clone();
        varied.mask(&mut masked);
        // Why bodies are refused is read operation by operation.
        if has_body {
            masked.test.calls[0].operation = case.test.calls[0].operation.clone();
        }
        masked
    });
    std::iter::once(shape.clone()).chain(varied).collect()
}

/// A test without what rows of a table say; `None` if it is no row.
fn shape(case: &TestCase) -> Option<TestCase> {
    let ([call], [Expectation::Answer(answer)]) = (&case.test.calls[..], &case.expectations[..])
    else {
        return None;
    };
    let http = call.http();
    let is_row = case.test.setup.is_empty()
        && case.name.is_empty()
        && case.comments.is_empty()
        && case.faults.is_empty()
        && !case.ends_api
        && answer.left_out.is_empty()
        && (http.body.is_none() || short_body(call).is_some())
        && http.method != "HEAD"
        && http.target.iter().all(|part| matches!(part, Part::Text(_)));
    is_row.then(|| {
        // Names tell why.
        let mut shape = TestCase { cause: None, ..case.clone() };
        let call = &mut shape.test.calls[0];
        call.operation = "".into();
        call.http_mut().method.clear();
        call.http_mut().target.clear();
        if let Some(body) = &mut call.http_mut().body {
            body.text.clear();
        }
        // Whoever calls, as himself.
        if let Some(caller) = call.user.replace(String::new()) {
            call.http_mut().each_part_mut(&mut |part| match part {
                Part::Credential { user, .. } if *user == caller => user.clear(),
                _ => {}
            });
        } else {
            call.user = None;
        }
        shape
    })
}

/// The body of a call as JavaScript, if that is short and takes nothing from anywhere.
fn short_body(call: &Call) -> Option<String> {
    let Some(PlainBody::Json(body)) = plain_body(call) else { return None };
    let text = body.print(0, 0);
    (text.chars().count() <= LONGEST_BODY && !text.contains('\n')).then_some(text)
}

/// The lines before the test of a table, and the line behind it. `names`: those of all tests.
pub(super) fn frame(
    suite: &TestSuite,
    (group, row): (&[usize], Row<'_>),
    names: &[String],
    indent: usize,
) -> (Vec<String>, String) {
    let pad = " ".repeat(indent);
    let rows = group.iter().map(|case| {
        let call = &suite.cases[*case].test.calls[0];
        let target = plain(&call.http().target).unwrap_or_default();
        let user = row.user.and(call.user.as_deref());
        let cells = std::iter::once(names[*case].as_str()).chain(user);
        let cells = cells.chain([call.http().method.as_str(), &target]).map(literal);
        let cells = cells.chain(short_body(call).filter(|_| row.has_body));
        let varied = row.varied.and_then(|varied| varied.value(&suite.cases[*case]));
        let cells = cells.chain(varied.map(|value| value.print(0, 0)));
        // A row is a line, however long: so a table is read.
        format!("{pad}  [{}],\n", cells.collect::<Vec<_>>().join(", "))
    });
    let user = if row.user.is_some() { "user, " } else { "" };
    let body = if row.has_body { ", body" } else { "" };
    let varied = row.varied.map(|varied| format!(", {}", varied.variable())).unwrap_or_default();
    let first = format!("{pad}for (const [name, {user}method, path{body}{varied}] of [\n");
    let typed = if suite.language == Language::Ts { " as const" } else { "" };
    let last = format!("{pad}]{typed}) {{\n");
    (std::iter::once(first).chain(rows).chain([last]).collect(), format!("{pad}}}\n"))
}
