//! `support/payloads.cjs`: large bodies, and those that many calls send, each made by a function with a name.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use nearmiss_problem::Call;

use super::call::{PlainBody, plain_body};
use super::payload_name::payload_name;
use super::words::{camel_case, capital};
use crate::Expectation;
use crate::js_text::comment;
use crate::js_value::{Js, WIDTH};
use crate::suite::{GeneratedFile, Language, TestSuite};

/// A body of more lines stands in a function.
const MOST_LINES: usize = 8;
/// A body of more characters stands in a function.
const MOST_CHARACTERS: usize = 400;
/// A body of several lines that as many calls send, which are taken, stands in a function.
const MANY: usize = 3;
/// Fields in which a body may differ from one that has a function, to be made by that.
const MOST_CHANGES: usize = 3;

/// Characters of changes.
const LONGEST_CHANGES: usize = 66;

/// How a call gets its body.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Payload {
    /// The function.
    pub builder: String,
    /// The expression that calls it.
    pub text: String,
}

/// A function that makes a body.
struct Builder {
    name: String,
    /// `POST /books`.
    operation: String,
    body: PlainBody,
    /// Some call changes fields of it.
    changed: bool,
}

/// A body of several lines, and the call that sends it.
struct Sent<'s> {
    case: usize,
    index: usize,
    call: &'s Call,
    is_refused: bool,
    body: PlainBody,
}

/// The large bodies of a suite.
#[derive(Default)]
pub(super) struct Payloads {
    builders: Vec<Builder>,
    /// By index of the case and of the call.
    by_call: BTreeMap<(usize, usize), Payload>,
}

impl Payloads {
    /// Finds those of a suite, in the order of its tests; of an operation first those that are taken, those of most
    /// calls before others. What is neither large nor sent by many calls is made by their functions, too, where it
    /// differs in few fields.
    pub fn of(suite: &TestSuite) -> Self {
        let mut payloads = Self::default();
        let mut all: Vec<Sent<'_>> = Vec::new();
        for (case, test) in suite.cases.iter().enumerate() {
            for (index, call) in test.test.calls.iter().enumerate() {
                let Some(body) = plain_body(call).filter(has_lines) else { continue };
                let is_refused = is_refused(test.expectations.get(index));
                all.push(Sent { case, index, call, is_refused, body });
            }
        }
        // A reader takes for right what a function makes when it is asked for nothing else.
        all.sort_by_key(|sent| sent.is_refused);
        let times = |one: &Sent<'_>| {
            let taken = all.iter().filter(|other| !other.is_refused);
            let alike = taken.filter(|other| {
                other.call.operation == one.call.operation && same(&other.body, &one.body)
            });
            alike.count()
        };
        let is_of_many = |one: &Sent<'_>| !one.is_refused && times(one) >= MANY;
        let (mut named, others): (Vec<&Sent<'_>>, Vec<&Sent<'_>>) =
            all.iter().partition(|sent| is_large(&sent.body) || is_of_many(sent));
        // What most calls of an operation send is what its first function makes, and others say what they change.
        let place = |one: &Sent<'_>| {
            all.iter().position(|other| other.call.operation == one.call.operation)
        };
        named.sort_by_cached_key(|sent| (place(sent), sent.is_refused, Reverse(times(sent))));
        for sent in named {
            let payload = match payloads.known(sent.call, &sent.body) {
                Some(payload) => payload,
                None => payloads.added(sent.call, sent.body.clone()),
            };
            payloads.by_call.insert((sent.case, sent.index), payload);
        }
        for sent in others {
            if let Some(payload) = payloads.known(sent.call, &sent.body) {
                payloads.by_call.insert((sent.case, sent.index), payload);
            }
        }
        payloads
    }

    /// How a call of a case gets its body, if that is large.
    pub fn expression(&self, case: usize, call: usize) -> Option<&Payload> {
        self.by_call.get(&(case, call))
    }

    /// Answers how a function that is there makes a body, if one does.
    fn known(&mut self, call: &Call, body: &PlainBody) -> Option<Payload> {
        let operation = operation_of(call);
        for builder in &mut self.builders {
            if same(&builder.body, body) {
                let text = builder.name.clone() + "()";
                return Some(Payload { builder: builder.name.clone(), text });
            }
            // Changes of another operation's body would say nothing.
            if builder.operation == operation
                && let Some(changes) = changes(&builder.body, body)
            {
                builder.changed = true;
                let text = format!("{}({})", builder.name, changes);
                return Some(Payload { builder: builder.name.clone(), text });
            }
        }
        None
    }

    /// Adds a function that makes a body.
    fn added(&mut self, call: &Call, body: PlainBody) -> Payload {
        let operation = operation_of(call);
        let wanted = payload_name(call);
        let known = self.builders.iter().filter(|builder| builder.operation == operation);
        let known: BTreeSet<&str> = known.flat_map(|builder| fields_of(&builder.body)).collect();
        let own = fields_of(&body).into_iter().find(|name| !known.contains(name));
        let own = own.filter(|_| !known.is_empty()).map(camel_case).unwrap_or_default();
        // `newUserWithRole`: what the others do not have.
        let wanted = if own.is_empty() { wanted } else { format!("{wanted}With{}", capital(&own)) };
        let name = self.free(&wanted);
        let text = format!("{name}()");
        self.builders.push(Builder { name: name.clone(), operation, body, changed: false });
        Payload { builder: name, text }
    }

    /// Lists the names of the functions that make them.
    pub fn names(&self) -> Vec<&str> {
        self.builders.iter().map(|builder| builder.name.as_str()).collect()
    }

    fn free(&self, wanted: &str) -> String {
        let taken = self.names();
        let mut name = wanted.to_owned();
        let mut n = 2;
        while taken.contains(&name.as_str()) {
            name = format!("{wanted}{n}");
            n += 1;
        }
        name
    }

    /// The file of the functions, if there are any, with its types if the suite is in TypeScript.
    pub fn files(&self, language: Language) -> Vec<GeneratedFile> {
        if self.builders.is_empty() {
            return Vec::new();
        }
        let mut text = "\"use strict\";\n\
            // Bodies that are large or often sent. Each function makes a new one, with other values for some fields if they are given.\n"
            .to_owned();
        let mut types = String::new();
        for Builder { name, operation, body, changed } in &self.builders {
            let about = comment(&format!("A body of {operation}."), "");
            let (parameter, typed) = match changed {
                true => ("changes", "changes?: object"),
                false => ("", ""),
            };
            let printed = with_changes(body, *changed).print(2, WIDTH);
            // What begins on the line below `return` would not be returned.
            let value = if printed.starts_with('\n') { format!("({printed})") } else { printed };
            text.push_str(&format!(
                "\n{about}function {name}({parameter}) {{\n  return {value};\n}}\n"
            ));
            let made = match body {
                PlainBody::Json(_) => "object",
                PlainBody::Text(_) => "string",
            };
            types.push_str(&format!("{about}export function {name}({typed}): {made};\n"));
        }
        let names: String =
            self.builders.iter().map(|builder| format!("  {},\n", builder.name)).collect();
        text.push_str(&format!("\nmodule.exports = {{\n{names}}};\n"));
        let file = |name: &str, content| GeneratedFile { path: format!("support/{name}"), content };
        let mut files = vec![file("payloads.cjs", text)];
        if language == Language::Ts {
            files.push(file("payloads.d.cts", types));
        }
        files
    }
}

/// Tells whether a call does not do what it asks for, as far as is known.
fn is_refused(expected: Option<&Expectation>) -> bool {
    match expected {
        Some(Expectation::Answer(answer)) => answer.status.is_some_and(|status| status >= 400),
        Some(Expectation::Timeout | Expectation::Broken) => true,
        Some(Expectation::Unstable { .. }) | None => false,
    }
}

/// `POST /books`.
fn operation_of(call: &Call) -> String {
    call.operation.replacen(':', " ", 1)
}

/// Lists the names of a body's fields; where that is one field alone, of those in it.
fn fields_of(body: &PlainBody) -> Vec<&str> {
    let PlainBody::Json(Js::Object(fields)) = body else { return Vec::new() };
    match &fields[..] {
        [(_, Js::Object(inner))] => inner.iter().map(|(name, _)| name.as_str()).collect(),
        fields => fields.iter().map(|(name, _)| name.as_str()).collect(),
    }
}

/// Prints a body as it would stand in a test.
fn printed(body: &PlainBody) -> String {
    body.print(4, "    .send();".len())
}

/// Tells whether a body takes several lines, or is text of several.
fn has_lines(body: &PlainBody) -> bool {
    printed(body).lines().count() > 1 || is_large(body)
}

fn is_large(body: &PlainBody) -> bool {
    let printed = printed(body);
    printed.lines().count() > MOST_LINES || printed.chars().count() > MOST_CHARACTERS
}

fn same(a: &PlainBody, b: &PlainBody) -> bool {
    match (a, b) {
        (PlainBody::Json(a), PlainBody::Json(b)) => a == b,
        (PlainBody::Text(a), PlainBody::Text(b)) => a == b,
        _ => false,
    }
}

/// The literal of the fields in which `body` differs from `base`, if these are few and short and all
/// fields are the same ones in the same order, since a spread keeps the order.
fn changes(base: &PlainBody, body: &PlainBody) -> Option<String> {
    let (PlainBody::Json(Js::Object(base)), PlainBody::Json(Js::Object(body))) = (base, body)
    else {
        return None;
    };
    let names = |fields: &[(String, Js)]| -> Vec<String> {
        fields.iter().map(|(name, _)| name.clone()).collect()
    };
    if names(base) != names(body) {
        return None;
    }
    let differ: Vec<(String, Js)> =
        base.iter().zip(body).filter(|(a, b)| a != b).map(|(_, b)| b.clone()).collect();
    if differ.len() > MOST_CHANGES {
        return None;
    }
    let printed = Js::Object(differ).print(0, 0);
    // With the name of the function it must fit into a line.
    (!printed.contains('\n') && printed.chars().count() <= LONGEST_CHANGES).then_some(printed)
}

fn with_changes(body: &PlainBody, changed: bool) -> PlainBody {
    match body {
        PlainBody::Json(Js::Object(fields)) if changed => {
            let mut fields = fields.clone();
            fields.push((String::new(), Js::Spread("changes")));
            PlainBody::Json(Js::Object(fields))
        }
        PlainBody::Json(value) => PlainBody::Json(value.clone()),
        PlainBody::Text(text) => PlainBody::Text(text.clone()),
    }
}
