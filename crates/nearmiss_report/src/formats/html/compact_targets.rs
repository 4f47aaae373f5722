//! The targets of a source in little space: a column of numbers for each of their facts. A project of
//! 100,000 lines has half a million targets.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use crate::{ReportedSource, ReportedTarget, TargetKind};

/// State of a target that was covered while the API started.
const AT_START: i64 = -1;
/// State of one that the search covered and that no written test covers.
const BY_NO_TEST: i64 = -2;
/// Heuristics are told to this part of one.
const HEURISTIC_STEPS: f64 = 1e6;

/// A sort of targets, told apart by how their keys are built.
#[derive(Serialize)]
pub(super) struct Form {
    /// What people call it.
    name: &'static str,
    kind: TargetKind,
    /// What stands in its key before the file, before the line (5 digits at least), before `n` and at
    /// the end; without the third there is no `n`.
    key: (&'static str, &'static str, Option<&'static str>, &'static str),
}

/// All forms; a call has three that share kinds.
pub(super) const FORMS: [Form; 11] = [
    Form { name: "line", kind: TargetKind::Line, key: ("Line_", "_", None, "") },
    Form { name: "function", kind: TargetKind::Function, key: ("Function_", "_", Some("_"), "") },
    Form {
        name: "statement",
        kind: TargetKind::Statement,
        key: ("Statement_", "_", Some("_"), ""),
    },
    Form {
        name: "condition is true",
        kind: TargetKind::BranchTrue,
        key: ("Branch_at_", "_at_line_", Some("_position_"), "_trueBranch"),
    },
    Form {
        name: "condition is false",
        kind: TargetKind::BranchFalse,
        key: ("Branch_at_", "_at_line_", Some("_position_"), "_falseBranch"),
    },
    call("call answers true", TargetKind::CallTrue, "_BOOLEAN_true"),
    call("call answers false", TargetKind::CallFalse, "_BOOLEAN_false"),
    call("call completes", TargetKind::CallTrue, "_EXCEPTION_true"),
    call("call throws", TargetKind::CallFalse, "_EXCEPTION_false"),
    call("a value is there", TargetKind::CallTrue, "_OBJECT_true"),
    call("no value is there", TargetKind::CallFalse, "_OBJECT_false"),
];

const fn call(name: &'static str, kind: TargetKind, end: &'static str) -> Form {
    Form { name, kind, key: ("MethodReplacement_at_", "_", Some("_"), end) }
}

impl Form {
    fn key_of(&self, file: &str, target: &ReportedTarget) -> String {
        let (start, before_line, before_n, end) = self.key;
        let n = before_n.map(|before| format!("{before}{}", target.n)).unwrap_or_default();
        format!("{start}{file}{before_line}{:05}{n}{end}", target.line)
    }
}

/// The columns of a form: entry `i` of each tells of the same target.
#[derive(Default, Serialize)]
struct Columns {
    /// Lines, each less the one before.
    l: Vec<i64>,
    n: Vec<u32>,
    /// From 0 to below 1: how near the best test came. From 1: the number of a test that covers it, and
    /// below 0 [`AT_START`] or [`BY_NO_TEST`].
    s: Vec<Value>,
    /// Calls that had been made when it was first covered; 0 where that is not known.
    f: Vec<u64>,
    /// Keys that are not built as the form says, by index.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    keys: BTreeMap<usize, String>,
    #[serde(skip)]
    line: u32,
}

impl Columns {
    fn push(&mut self, target: &ReportedTarget, odd_key: bool) {
        if odd_key {
            self.keys.insert(self.l.len(), target.key.clone());
        }
        self.l.push(i64::from(target.line) - i64::from(self.line));
        self.line = target.line;
        self.n.push(target.n);
        self.s.push(state(target));
        self.f.push(target.first_at.unwrap_or(0));
    }
}

/// Columns by the index of their form.
pub(super) fn compact(source: &ReportedSource) -> Value {
    let mut columns: BTreeMap<usize, Columns> = BTreeMap::new();
    for target in &source.targets {
        let of_kind = || FORMS.iter().enumerate().filter(|(_, form)| form.kind == target.kind);
        let exact = of_kind().find(|(_, form)| form.key_of(&source.file, target) == target.key);
        let form = exact.or_else(|| of_kind().next()).map_or(0, |(index, _)| index);
        columns.entry(form).or_default().push(target, exact.is_none());
    }
    json!(columns)
}

fn state(target: &ReportedTarget) -> Value {
    if target.boot {
        return json!(AT_START);
    }
    if let Some(test) = target.test {
        return json!(test + 1);
    }
    if target.heuristic >= 1.0 {
        return json!(BY_NO_TEST);
    }
    if target.heuristic <= 0.0 {
        return json!(0);
    }
    // What was near must not become what was covered or never reached.
    let steps = (target.heuristic * HEURISTIC_STEPS).round().clamp(1.0, HEURISTIC_STEPS - 1.0);
    json!(steps / HEURISTIC_STEPS)
}
