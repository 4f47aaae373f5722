//! The tests of an archive run once more, and what they showed.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use nearmiss_problem::Test;
use nearmiss_runner::{Evaluation, ExplainedTest, Explaining, StartSutError, WireCall};
use nearmiss_targets::TargetId;
use serde::Serialize;

/// Evaluations of one outcome that are kept of a predicate.
pub const MOST_KEPT: usize = 8;
/// Characters of a call on one line.
const LONGEST_CALL: usize = 240;

/// A test of an archive.
#[derive(Debug)]
pub struct Archived {
    /// What is run.
    pub test: Test,
    /// Numbers of the operations of its calls.
    pub operations: Vec<Option<usize>>,
    /// Keys of the targets that it was kept for; none for what came near to targets.
    pub covers: Vec<String>,
}

/// A call of a test.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TriedCall {
    /// `POST /orders {"item":1}`.
    pub line: String,
    /// Which call of its test it is, from 1.
    pub call: usize,
    /// How many calls that test has.
    pub of: usize,
    /// The status of its answer; none if there was no answer.
    pub status: Option<u16>,
}

/// Values that were tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TriedValues {
    /// The operator, or the name of what was called.
    pub operator: String,
    /// Its operands as text.
    pub operands: Vec<String>,
    /// The evaluation as text.
    pub text: String,
    /// How far it was, in words.
    pub words: String,
    /// How near it was to the outcome that is missing, in `[0, 1]`.
    pub heuristic: f64,
    /// Where it happened.
    pub call: TriedCall,
}

/// All evaluations of a predicate.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// How often it was false.
    pub falses: u64,
    /// How often it was true.
    pub trues: u64,
    /// How often it threw, where it is a call.
    pub threw: u64,
    /// Of each way to end (`true`, `false`, `threw`) the nearest to another outcome.
    nearest: BTreeMap<String, Vec<TriedValues>>,
}

impl Counted {
    /// Those that ended so, nearest first.
    #[must_use]
    pub fn nearest(&self, ways: &[&str]) -> Vec<TriedValues> {
        let all = ways.iter().filter_map(|way| self.nearest.get(*way)).flatten();
        let mut all: Vec<TriedValues> = all.cloned().collect();
        all.sort_by(|a, b| b.heuristic.total_cmp(&a.heuristic));
        all.truncate(MOST_KEPT);
        all
    }

    fn add(&mut self, evaluation: Evaluation, call: TriedCall) {
        let kept = self.nearest.entry(evaluation.how).or_default();
        if kept.iter().any(|known| known.text == evaluation.text) {
            return;
        }
        // Of equals the one that was tried first stays before.
        let at = kept.partition_point(|known| known.heuristic >= evaluation.near);
        if at < MOST_KEPT {
            let values = TriedValues {
                operator: evaluation.operator,
                operands: evaluation.operands,
                text: evaluation.text,
                words: evaluation.words,
                heuristic: evaluation.near,
                call,
            };
            kept.insert(at, values);
            kept.truncate(MOST_KEPT);
        }
    }
}

/// What all tests showed.
#[derive(Debug, Default)]
pub struct Tried {
    /// The calls of each test that was run.
    pub tests: Vec<Vec<TriedCall>>,
    /// How near each target came, and the first test that did.
    pub best: HashMap<TargetId, (f64, usize)>,
    /// How many tests reached each target.
    pub reached: HashMap<TargetId, usize>,
    /// By the first slot of predicates.
    pub evaluations: BTreeMap<u32, Counted>,
    /// By slot of the statement that an error left: the error and where it happened first.
    pub errors: BTreeMap<u32, (String, TriedCall)>,
    /// Calls made.
    pub calls: u64,
    /// Tests that the budget left out.
    pub left_out: usize,
}

/// Runs tests until `calls` calls are made; predicates at `slots` are noted.
///
/// # Errors
/// When the SUT cannot be started again.
pub fn run_tests(
    explaining: &mut Explaining,
    tests: &[&Archived],
    slots: &Range<u32>,
    (calls, interrupt): (u64, &AtomicBool),
) -> Result<Tried, StartSutError> {
    let mut tried = Tried::default();
    for test in tests {
        let is_over = tried.calls + test.test.calls.len() as u64 > calls;
        if is_over || interrupt.load(Ordering::Relaxed) {
            tried.left_out += 1;
            continue;
        }
        let shown = explaining.run((&test.test, &test.operations), slots)?;
        tried.take_in(shown, test);
    }
    Ok(tried)
}

impl Tried {
    /// Takes in what was noted of other predicates when the same tests ran again.
    pub fn add_noted(&mut self, again: Self) {
        self.evaluations.extend(again.evaluations);
        self.errors.extend(again.errors);
        self.calls += again.calls;
    }

    /// Takes secrets and what is no character of a line out of all texts, and then cuts calls to a line's length.
    pub fn hide(&mut self, hidden: &dyn Fn(&str) -> String) {
        let hide = |text: &mut String| *text = hidden(text).replace(char::is_control, " ");
        let hide_call = |call: &mut TriedCall| {
            hide(&mut call.line);
            call.line = shortened(&call.line, LONGEST_CALL);
        };
        self.tests.iter_mut().flatten().for_each(hide_call);
        for counted in self.evaluations.values_mut() {
            for values in counted.nearest.values_mut().flatten() {
                values.operands.iter_mut().for_each(hide);
                hide(&mut values.text);
                hide(&mut values.words);
                hide_call(&mut values.call);
            }
        }
        for (error, call) in self.errors.values_mut() {
            hide(error);
            hide_call(call);
        }
    }

    fn take_in(&mut self, shown: ExplainedTest, test: &Archived) {
        let number = self.tests.len();
        self.calls += shown.sent.len() as u64;
        let of = test.test.calls.len();
        let calls: Vec<TriedCall> = shown
            .sent
            .iter()
            .enumerate()
            .map(|(index, wire)| {
                let call = &test.test.calls[index];
                let line = line_of(wire, call.user.as_deref());
                let status = match shown.outcomes.get(index) {
                    Some(nearmiss_problem::CallOutcome::Response(answer)) => Some(answer.status),
                    _ => None,
                };
                TriedCall { line, call: index + 1, of, status }
            })
            .collect();
        for (target, h) in shown.hits {
            *self.reached.entry(target).or_default() += 1;
            let best = self.best.entry(target).or_insert((h, number));
            if h > best.0 {
                *best = (h, number);
            }
        }
        for evaluated in shown.noted.evaluations {
            let counted = self.evaluations.entry(evaluated.slot).or_default();
            counted.falses += evaluated.falses;
            counted.trues += evaluated.trues;
            counted.threw += evaluated.threw;
            for evaluation in evaluated.nearest {
                if let Some(call) = calls.get(evaluation.action) {
                    counted.add(evaluation, call.clone());
                }
            }
        }
        for left in shown.noted.errors {
            if let Some(call) = calls.get(left.action) {
                self.errors.entry(left.slot).or_insert_with(|| (left.error, call.clone()));
            }
        }
        self.tests.push(calls);
    }
}

/// A call on one line: method, target, who calls and the body.
fn line_of(wire: &WireCall, user: Option<&str>) -> String {
    let mut line = format!("{} {}", wire.method, wire.target);
    if let Some(user) = user {
        line.push_str(&format!(" as {user}"));
    }
    if let Some(body) = &wire.body {
        line.push(' ');
        line.push_str(body);
    }
    line
}

/// A text that is cut off behind so many characters, and says so.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 3).collect();
    format!("{start}...")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation(text: &str, near: f64) -> Evaluation {
        Evaluation {
            how: "false".to_owned(),
            near,
            operator: ">".to_owned(),
            operands: Vec::new(),
            text: text.to_owned(),
            words: String::new(),
            action: 0,
        }
    }

    #[test]
    fn the_nearest_that_differ_are_kept_and_of_equals_the_first() {
        let call =
            |line: &str| TriedCall { line: line.to_owned(), call: 1, of: 1, status: Some(200) };
        let mut counted = Counted::default();
        for (index, near) in [0.2, 0.9, 0.2, 0.9].into_iter().enumerate() {
            let text = format!("{near}");
            counted.add(evaluation(&text, near), call(&index.to_string()));
        }
        for index in 0..20 {
            counted.add(evaluation(&format!("far {index}"), 0.1), call("far"));
        }
        let nearest = counted.nearest(&["false", "threw"]);
        assert_eq!(nearest.len(), MOST_KEPT);
        let first: Vec<(&str, &str)> =
            nearest.iter().take(3).map(|v| (v.text.as_str(), v.call.line.as_str())).collect();
        assert_eq!(first, [("0.9", "1"), ("0.2", "0"), ("far 0", "far")]);
        assert!(counted.nearest(&["true"]).is_empty());
    }

    #[test]
    fn a_call_is_one_line_without_secrets() {
        let wire = WireCall {
            method: "POST".to_owned(),
            target: "/a?key=secret".to_owned(),
            headers: Vec::new(),
            body: Some(format!("{{\n\"a\":\"{}\"}}", "x".repeat(300))),
        };
        let line = line_of(&wire, Some("ann"));
        let call = TriedCall { line, call: 1, of: 1, status: None };
        let mut tried = Tried { tests: vec![vec![call]], ..Tried::default() };
        tried.hide(&|text| text.replace("secret", "{key}"));
        let line = &tried.tests[0][0].line;
        assert!(line.starts_with("POST /a?key={key} as ann { \"a\":\"xxx"), "{line}");
        assert_eq!((line.ends_with("..."), line.chars().count()), (true, LONGEST_CALL));
    }
}
