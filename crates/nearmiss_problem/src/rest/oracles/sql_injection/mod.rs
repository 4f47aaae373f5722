//! Code 200: an input becomes part of the syntax of a query to a database.
//!
//! The runtime tells which inputs stand in the text of a query (`sql-input`); the examination sends in their place
//! what leaves texts, names, comments and numbers that are not guarded, and the runtime tells when it has
//! (`sql-injection`; `npm/nearmiss/sut/incidents/sql`).

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::in_process::{at, faults};
use super::text_inputs::{showing, text_inputs, with_text};
use super::{JudgedTest, Oracle};

/// What all that is sent begins with, but for what some programs want at the start, and ends with: the runtime finds it by that.
const MARKS: [&str; 2] = ["nmq", "qmn"];
/// What is sent. Where it is more than one token the query does not parse, so nothing happens.
const LEAVING: [&str; 5] = [
    // A text in quotes; a name as people have them.
    "nmq'qmn",
    // A text whose quotes are doubled where a backslash escapes them, or are taken away and the backslash is not.
    "nmq\\'qmn\\",
    // No quotes: a number, a name, a direction of order. Some look only whether it begins with a number.
    "7 nmq qmn",
    // A quoted name or text, and a comment.
    "nmq\"`*/qmn",
    // A text in quotes that must be an address of mail, or begin with a number.
    "7nmq'qmn@example.org",
];

/// Inputs that are SQL.
pub(super) struct SqlInjection;

impl Oracle for SqlInjection {
    fn name(&self) -> &'static str {
        "sql-injection"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(200, "SQL Injection (SQLi)")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = faults(test, 200, &["sql-injection"], |one| {
            format!("an input becomes part of the syntax of an SQL query{}", at(&one.place))
        });
        // What an earlier call has stored may be found in the query of another one, long after.
        found.retain(|(index, _)| {
            let is_ours = |text: &str| MARKS.iter().all(|mark| text.contains(mark));
            text_inputs(test, *index).iter().any(|input| is_ours(&input.text))
        });
        found
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        _rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let mut wanted = Vec::new();
        for hint in test.incidents.iter().filter(|one| one.kind == "sql-input") {
            let Some(call) = test.calls.get(hint.action) else { continue };
            for input in showing(test, hint.action, &hint.detail) {
                let key = format!("{} {} {}", call.operation.name, input.name, hint.place);
                if !asked.insert(key) {
                    continue;
                }
                for text in LEAVING {
                    wanted.push(with_text(test, hint.action, &input, text));
                }
            }
        }
        wanted
    }
}

#[cfg(test)]
mod tests;
