//! `support/users.cjs` and `support/users.json`: who calls, and how he logs in.

use std::borrow::Cow;
use std::collections::BTreeSet;

use nearmiss_problem::{Call, Part, header_name};
use serde_json::{Map, Value, json};

use super::callers::Callers;
use crate::js_text::{comment, literal};
use crate::suite::{GeneratedFile, Language, TestCase, TestSuite};

const USERS: &str = include_str!("support/users.cjs");
const USERS_TYPES: &str = include_str!("support/users.d.cts");
/// Type that stands above them where calls are made by a function with the name of who makes them.
const AS_USER_TYPE: &str = "\
/** Makes a call one of a user who is logged in. */
export function asUser(name: string): (call: { set(header: string, value: string): unknown }) => void;
";

/// Who must be logged in for these calls, in the order of the suite's users.
pub(super) fn needed<'s>(suite: &'s TestSuite, calls: &[&Call]) -> Vec<&'s str> {
    let users = suite.users.iter().flat_map(|users| &users.users);
    let named = users.map(|user| user.user.name.as_str());
    named
        .filter(|name| {
            calls.iter().any(|call| {
                call.user.as_deref() == Some(name)
                    || call
                        .parts()
                        .any(|part| matches!(part, Part::Credential { user, .. } if user == name))
            })
        })
        .collect()
}

/// `await logIn("alice");` `row_user`: the one that the variable `user` of a table stands for.
pub(super) fn log_in(
    suite: &TestSuite,
    calls: &[&Call],
    indent: usize,
    row_user: Option<&str>,
) -> Option<String> {
    let names = needed(suite, calls).into_iter().map(|name| said(name, row_user));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| format!("{:indent$}await logIn({});\n", "", names.join(", ")))
}

/// Functions of `support/users.cjs` that these tests use. `callers`: how calls say who makes them.
pub(super) fn helpers(
    suite: &TestSuite,
    cases: &[&TestCase],
    callers: Option<&Callers>,
) -> BTreeSet<&'static str> {
    let mut used = BTreeSet::new();
    for case in cases {
        let calls: Vec<&Call> = case.test.calls.iter().collect();
        if !needed(suite, &calls).is_empty() {
            used.insert("logIn");
        }
        for call in calls {
            let (is_named, other) = said_by(call, callers);
            used.extend(is_named.then_some("asUser"));
            for part in other.parts() {
                if let Part::Credential { user, .. } = part {
                    used.insert(if user.is_empty() { "secret" } else { "credential" });
                }
            }
        }
    }
    used
}

/// Tells whether a function with his name says who makes a call, and answers the call without what says so.
pub(super) fn said_by<'c>(call: &'c Call, callers: Option<&Callers>) -> (bool, Cow<'c, Call>) {
    let mut headers = call.http().headers.iter().map(|(name, _)| header_name(name));
    let is_named = |name: &String| callers.is_some_and(|all| all.named(call, name).is_some());
    let Some(name) = headers.find(is_named) else { return (false, Cow::Borrowed(call)) };
    let mut other = call.clone();
    other.http_mut().headers.retain(|(header, _)| header_name(header) != name);
    (true, Cow::Owned(other))
}

/// The expression of a [`Part::Credential`].
pub(super) fn expression(user: &str, slot: &str, row_user: Option<&str>) -> String {
    match user {
        "" => format!("secret({})", literal(slot)),
        user => format!("credential({}, {})", said(user, row_user), literal(slot)),
    }
}

pub(super) fn said(user: &str, row_user: Option<&str>) -> String {
    if row_user == Some(user) { "user".to_owned() } else { literal(user) }
}

/// Variables of the environment that the tests read secrets from, unless their values stand beside the tests.
pub(super) fn variables(suite: &TestSuite) -> Vec<String> {
    let calls: Vec<&Call> = suite.cases.iter().flat_map(|case| &case.test.calls).collect();
    let needed = needed(suite, &calls);
    let names = read(suite, &calls, &needed);
    let values = suite.users.iter().flat_map(|users| &users.values);
    let known: BTreeSet<&str> = values.map(|(name, _)| name.as_str()).collect();
    names.difference(&known).map(|name| (*name).to_owned()).collect()
}

/// Variables that secrets of these calls and of these users are read from.
fn read<'s>(suite: &'s TestSuite, calls: &[&'s Call], needed: &[&str]) -> BTreeSet<&'s str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for part in calls.iter().copied().flat_map(Call::parts) {
        if let Part::Credential { user, slot } = part
            && user.is_empty()
        {
            names.insert(slot);
        }
    }
    let users = suite.users.iter().flat_map(|users| &users.users);
    for user in users.filter(|user| needed.contains(&user.user.name.as_str())) {
        names.extend(user.user.variables());
    }
    names
}

/// The files, if any test needs them.
pub(super) fn files(suite: &TestSuite) -> Vec<GeneratedFile> {
    let cases: Vec<&TestCase> = suite.cases.iter().collect();
    if helpers(suite, &cases, None).is_empty() {
        return Vec::new();
    }
    let calls: Vec<&Call> = suite.cases.iter().flat_map(|case| &case.test.calls).collect();
    let needed = needed(suite, &calls);
    let variables = read(suite, &calls, &needed);
    let mut users = Map::new();
    let known = suite.users.iter().flat_map(|users| &users.users);
    for user in known.filter(|user| needed.contains(&user.user.name.as_str())) {
        let shown = json!({
            "forgotten": user.forgotten,
            "headers": user.user.headers,
            "registration": user.user.registration,
            "login": user.user.login,
        });
        users.insert(user.user.name.clone(), shown);
    }
    let values: Map<String, Value> = suite
        .users
        .iter()
        .flat_map(|users| &users.values)
        .filter(|(name, _)| variables.contains(name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone().into()))
        .collect();
    let mut head = "\"use strict\";\n// Logs users in, on the API under test.\n".to_owned();
    if variables.is_empty() {
        head.push_str("// No environment variable is needed for that.\n");
    } else {
        let names = variables.iter().map(|name| format!("\n  {name}")).collect::<String>();
        let says = match values.is_empty() {
            true => "Secrets are read from the environment. Set, before the tests run:",
            false => "Secrets are read from the environment, or else from users.json:",
        };
        head.push_str(&comment(&format!("{says}{names}"), ""));
    }
    let data = json!({ "users": users, "values": values });
    let file =
        |name: &str, content: String| GeneratedFile { path: format!("support/{name}"), content };
    let callers = Callers::of(suite);
    let code = callers.as_ref().map_or_else(|| USERS.to_owned(), |callers| callers.added(USERS));
    let mut files =
        vec![file("users.cjs", format!("{head}{code}")), file("users.json", format!("{data:#}\n"))];
    if suite.language == Language::Ts {
        let types = callers.map_or("", |_| AS_USER_TYPE);
        files.push(file("users.d.cts", format!("{types}{USERS_TYPES}")));
    }
    files
}
