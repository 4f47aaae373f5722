//! Code 100: the API answers with a status of the 5xx class. Not 501 to 504 where the document declares just that
//! status, and the answer is as declared. Code 988: it does so where a row of the test is not as the API's own models ask
//! for, though its database takes it: the one or the other is wrong. Code 987: it does so where a service that the call has
//! called has failed in an ordinary way; 502 to 504 are the right answers of a call that calls services.

use nearmiss_search::Fault;

use super::invalid_response::content_problems;
use super::refused_value::refused_in;
use super::{Judged, JudgedTest, Oracle, fault_of};
use crate::rest::operation::StatusPattern;
use crate::rows::{Blame, Crash};
use crate::{HttpResponse, Incident};

/// The kind of incident that the runtime tells of a connection that it refused (`npm/nearmiss/sut/strangers`).
const STRANGER: &str = "stranger";

/// The kinds that it tells of a service that was called, and of one that has failed (`npm/nearmiss/sut/strangers/services.js`).
const SERVICE: &str = "service";
const FAILED_SERVICE: &str = "failed-service";

/// The kind that it tells of a query that failed (`npm/nearmiss/sut/incidents/constraints.js`).
const FAILED_QUERY: &str = "failed-query";

/// Codes of an answer with such a status, and of one that a row, or the failure of a service, has led to.
const STATUS: u32 = 100;
const OF_ROW: u32 = 988;
const OF_SERVICE: u32 = 987;

/// A status of 500 and above, told apart by the statement that threw: an API's own error handler
/// must not make all of them one fault.
pub(super) struct Http500;

impl Oracle for Http500 {
    fn name(&self) -> &'static str {
        "http-500"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[
            (STATUS, "HTTP Status 500"),
            (OF_ROW, "Crash On A Row That Only The Models Forbid"),
            (OF_SERVICE, "Crash On An Ordinary Failure Of A Service"),
        ]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        // What the database has refused is told by that.
        let is_plain = |(index, _): &(usize, _)| refused_in(test, *index).is_none();
        let of_call = |(index, judged)| Some((index, fault_in(test, index, judged)?));
        test.calls.iter().enumerate().filter(is_plain).filter_map(of_call).collect()
    }
}

fn fault_in(test: &JudgedTest<'_>, index: usize, judged: &Judged<'_>) -> Option<Fault> {
    let response = judged.answer().filter(|response| response.status >= 500)?;
    if is_promised(judged, response) {
        return None;
    }
    let of_call = || test.incidents.iter().filter(|one| one.action == index);
    let failed = of_call().find(|one| one.kind == FAILED_SERVICE);
    let calls_service = failed.is_some() || of_call().any(|one| one.kind == SERVICE);
    if calls_service && (502..=504).contains(&response.status) {
        return None;
    }
    let place = judged.thrown_at.unwrap_or_default();
    let line = thrown_line(place).unwrap_or_else(|| place.to_owned());
    let asker = asker_of(test, index, &line);
    let mut message = format!("answers {}", response.status);
    if let Some(failed) = failed {
        message += &format!(" where {}", failed.detail);
    }
    if let Some(stranger) = of_call().find(|one| one.kind == STRANGER) {
        // Without a network it may be all that can be answered: whoever reads it is to know.
        message += &format!(" where {} cannot be reached", stranger.detail);
    }
    if let Some(asker) = asker {
        message += &format!(", thrown at {asker}, by a query of {line}");
    } else if !line.is_empty() {
        message += &format!(", thrown at {line}");
    }
    let code = if failed.is_some() { OF_SERVICE } else { STATUS };
    Some(fault_of(code, judged.operation, asker.unwrap_or(place), &message))
}

/// Answers for which place in another file a query was asked that failed at this line (`src/pool.js:12`), if that was: there all
/// queries of an API may be asked, and the line says nothing of what is wrong.
pub(super) fn asker_of<'a>(test: &JudgedTest<'a>, index: usize, line: &str) -> Option<&'a str> {
    let is_one = |one: &&Incident| one.action == index && one.kind == FAILED_QUERY;
    let failed = test.incidents.iter().rev().find(is_one)?;
    (failed.place == line).then_some(failed.detail.as_str())
}

/// Lists the crashes among faults, in their order.
pub(in crate::rest) fn crashes_in(faults: &[(usize, Fault)]) -> Vec<Crash> {
    let crashes = faults.iter().filter(|(_, fault)| fault.code == STATUS);
    crashes.map(|(_, fault)| (fault.operation.clone(), fault.place.clone())).collect()
}

/// Tells of crashes what they are put down to, where `column` of a row is not as the API's models ask for; those of which that is
/// not known yet are left out.
pub(in crate::rest) fn told_of_row(
    faults: &mut Vec<(usize, Fault)>,
    column: &str,
    blames: &[Blame],
) {
    let mut blames = blames.iter();
    faults.retain_mut(|(_, fault)| {
        let blame = if fault.code == STATUS { blames.next() } else { None };
        if blame == Some(&Blame::Row) {
            fault.code = OF_ROW;
            let words = format!(", with a row whose {column} only the API's own models forbid");
            fault.message += &words;
        }
        blame != Some(&Blame::Unknown)
    });
}

/// Tells whether the document says of a service that is away, or of what is not built yet, what the API answers then,
/// and it is answered so: callers can rely on that.
pub(super) fn is_promised(judged: &Judged<'_>, response: &HttpResponse) -> bool {
    let declared = judged.operation.response_for(response.status);
    (501..=504).contains(&response.status)
        && declared.is_some_and(|declared| {
            declared.status == StatusPattern::Exact(response.status)
                && content_problems(judged, declared, response).is_empty()
        })
}

/// Answers file and line of the statement with this key: of `Statement_src/cart.js_00031_0` `src/cart.js:31`.
#[must_use]
pub fn thrown_line(key: &str) -> Option<String> {
    let mut parts = key.strip_prefix("Statement_")?.rsplitn(3, '_');
    let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    let line: u32 = line.parse().ok()?;
    Some(format!("{file}:{line}"))
}

#[cfg(test)]
mod tests;
