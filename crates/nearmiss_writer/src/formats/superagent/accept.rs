//! The media types that the calls of a suite ask for: said once, where most ask for the same.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use nearmiss_problem::{Call, header_name, is_own_header};

use super::parts::plain;
use crate::js_text::literal;
use crate::suite::TestSuite;

/// What a link of a chain begins with behind which the usual header is set.
const USE: &str = "    .use(exactly(target))\n";

/// Answers the value of `Accept` in most calls of a suite, if it is the first header in all of them: their lines keep
/// their order. Of those in as many calls, the first one.
pub(crate) fn usual_accept(suite: &TestSuite) -> Option<String> {
    let calls = suite.cases.iter().flat_map(|case| &case.test.calls);
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for call in calls {
        let first = call.http().headers.iter().find(|(name, _)| is_own_header(name));
        first.filter(|(name, _)| header_name(name) == "Accept")?;
        *times.entry(accept(call)?).or_default() += 1;
    }
    let most = times.into_iter().max_by_key(|(value, times)| (*times, Reverse(value.clone())));
    most.map(|(value, _)| value)
}

/// Answers what a call accepts, which it says once, in ASCII.
pub(super) fn accept(call: &Call) -> Option<String> {
    let mut values = call.http().headers.iter().filter(|(name, _)| header_name(name) == "Accept");
    let (_, value) = values.next()?;
    let value = plain(value).filter(|_| values.next().is_none())?;
    value.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()).then_some(value)
}

/// Sets the usual header in the code of a function that makes calls.
pub(crate) fn with_usual_accept(code: &str, usual: Option<&str>) -> String {
    match usual {
        Some(usual) => {
            let set = format!("{USE}    .set(\"Accept\", {})\n", literal(usual));
            code.replacen(USE, &set, 1)
        }
        None => code.to_owned(),
    }
}
