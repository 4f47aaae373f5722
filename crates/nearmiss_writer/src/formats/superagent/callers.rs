//! How calls say who makes them: by a function with his name, where most say it in the same header.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use nearmiss_problem::{Call, Part, header_name};

use super::users::said;
use crate::js_text::literal;
use crate::suite::TestSuite;

/// Fewer calls say it themselves.
const LEAST: usize = 3;
/// Last lines of `support/users.cjs`.
const EXPORTS: &str = "\nmodule.exports = { credential, logIn, secret };\n";

/// The header in which the users of a suite say who they are.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Callers {
    /// Its name, as it is written.
    header: String,
    /// Which of a user's values it holds.
    slot: String,
}

impl Callers {
    /// Finds the header that most calls of a suite say it in.
    pub fn of(suite: &TestSuite) -> Option<Self> {
        let mut times: BTreeMap<Self, usize> = BTreeMap::new();
        for call in suite.cases.iter().flat_map(|case| &case.test.calls) {
            for (name, value) in &call.http().headers {
                if let Some((_, slot)) = user_of(value) {
                    let callers = Self { header: header_name(name), slot: slot.to_owned() };
                    *times.entry(callers).or_default() += 1;
                }
            }
        }
        let most =
            times.into_iter().max_by_key(|(callers, times)| (*times, Reverse(callers.clone())));
        most.filter(|(_, times)| *times >= LEAST).map(|(callers, _)| callers)
    }

    /// Answers who makes a call, if this header of it says so, once, and nothing else.
    pub fn named<'c>(&self, call: &'c Call, header: &str) -> Option<&'c str> {
        let of_header = |(name, _): &&(String, Vec<Part>)| header_name(name) == header;
        let mut values = call.http().headers.iter().filter(of_header);
        let (_, value) = values.next().filter(|_| header == self.header)?;
        let (user, slot) = user_of(value).filter(|_| values.next().is_none())?;
        (slot == self.slot).then_some(user)
    }

    /// `.use(asUser("bob"))`
    pub fn link(&self, call: &Call, header: &str, row_user: Option<&str>) -> Option<String> {
        let user = self.named(call, header)?;
        Some(format!(".use(asUser({}))", said(user, row_user)))
    }

    /// Adds the function to `support/users.cjs`.
    pub fn added(&self, code: &str) -> String {
        let (header, slot) = (literal(&self.header), literal(&self.slot));
        let function = format!(
            "\n/** Makes a call one of a user who is logged in: a SuperAgent plugin. */\n\
             function asUser(name) {{\n  \
             return (call) => call.set({header}, headerValue(credential(name, {slot})));\n}}\n"
        );
        let exports = EXPORTS.replacen("{ ", "{ asUser, ", 1);
        code.replacen(EXPORTS, &format!("{function}{exports}"), 1)
    }
}

/// Answers whose value a header is as a whole, and which.
fn user_of(value: &[Part]) -> Option<(&str, &str)> {
    match value {
        [Part::Credential { user, slot }] if !user.is_empty() => Some((user, slot)),
        _ => None,
    }
}
