//! One call as a chain of SuperAgent.

use nearmiss_problem::{Body, Call, Part, header_name, header_value, is_own_header};

use super::accept::accept;
use super::callers::Callers;
use super::linked_body::{Holders, linked_body};
use super::made::Made;
use super::parts::{Place, Taken, plain};
use super::tables::Row;
use crate::Expectation;
use crate::js_text::literal;
use crate::js_value::{Js, WIDTH, literal_of_json};

/// What a call is printed with.
pub(super) struct CallContext<'a> {
    /// Names of the constants that hold the answers of the test.
    pub answers: &'a [String],
    /// What is expected of each call.
    pub expectations: &'a [Expectation],
    /// What the test has set up.
    pub made: &'a [Made],
    /// Indent of the statement.
    pub indent: usize,
    /// The expression that stands for the body of this call, if that is made elsewhere.
    pub payload: Option<&'a str>,
    /// It is the call of a table.
    pub row: Option<Row<'a>>,
    /// Words that most calls of the suite say.
    pub usual: Usual<'a>,
}

/// Words that most calls of a suite say: they are said once for all.
#[derive(Clone, Copy)]
pub(super) struct Usual<'a> {
    /// The media types that they ask for.
    pub accept: Option<&'a str>,
    /// Users who make them.
    pub callers: Option<&'a Callers>,
}

/// A body that takes nothing from answers.
#[derive(Clone)]
pub(super) enum PlainBody {
    /// What SuperAgent turns into text.
    Json(Js),
    /// Text.
    Text(String),
}

impl PlainBody {
    /// An expression. `indent` and `used` are those of [`Js::print`].
    pub fn print(&self, indent: usize, used: usize) -> String {
        match self {
            Self::Json(value) => value.print(indent, used),
            Self::Text(text) => long_literal(text, indent),
        }
    }
}

/// Functions of `support/calls.cjs` and `support/setup.cjs` that `call` uses.
pub(super) fn helpers(
    call: &Call,
    expectations: &[Expectation],
    made: &[Made],
) -> Vec<&'static str> {
    let answer = |_: usize| String::new();
    let mut taken =
        Taken { answer: &answer, expectations, made, row_user: None, helpers: Vec::new() };
    taken.text(&call.http().target, Place::Target);
    for (_, value) in &call.http().headers {
        taken.text(value, Place::Header);
    }
    if let Some(body) = &call.http().body
        && linked_body(call, Holders { answers: &answer, expectations, made }).is_none()
    {
        taken.text(&body.text, Place::Body);
    }
    taken.helpers
}

/// Whether a later call of the test takes something from the answer to `step`.
pub(super) fn is_used_later(step: usize, later: &[&Call]) -> bool {
    let mut parts = later.iter().flat_map(|call| call.parts());
    parts.any(|part| matches!(part, Part::FromResponse { call: from, .. } if *from == step))
}

/// `call("GET", "/a").set("X-A", "1")`, on several lines if it is long. `prefix` and `suffix` stand
/// before and behind it.
pub(super) fn print(call: &Call, context: &CallContext<'_>, prefix: &str, suffix: &str) -> String {
    let indent = " ".repeat(context.indent);
    let (method, target) = match context.row {
        Some(_) => ("method".to_owned(), "path".to_owned()),
        None => {
            let target = text(&call.http().target, Place::Target, context);
            (literal(&call.http().method), target)
        }
    };
    let links = links(call, context);
    let mut head = format!("{indent}{prefix}call({method}, {target})");
    let one_line = format!("{head}{}{suffix}", links.concat());
    let fits = one_line.chars().count() <= WIDTH && !one_line.contains('\n');
    if fits && links.len() < 3 {
        return one_line + "\n";
    }
    if head.chars().count() > WIDTH {
        head =
            format!("{indent}{prefix}call(\n{indent}  {method},\n{indent}  {target},\n{indent})");
        if let [link] = links.as_slice()
            && !link.contains('\n')
        {
            return format!("{head}{link}{suffix}\n");
        }
    }
    for link in links {
        head.push_str(&format!("\n{indent}  {link}"));
    }
    head + suffix + "\n"
}

fn links(call: &Call, context: &CallContext<'_>) -> Vec<String> {
    let mut links = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (name, _) in &call.http().headers {
        let name = header_name(name);
        let shadowed = call.http().body.is_some() && name == "Content-Type";
        let is_usual = name == "Accept"
            && context.usual.accept.is_some_and(|usual| accept(call).as_deref() == Some(usual));
        if is_own_header(&name) && !is_usual && !shadowed && !names.contains(&name) {
            names.push(name);
        }
    }
    let row_user = context.row.and_then(|row| row.user);
    for name in names {
        let callers = context.usual.callers;
        if let Some(link) = callers.and_then(|callers| callers.link(call, &name, row_user)) {
            links.push(link);
            continue;
        }
        let values: Vec<String> = call
            .http()
            .headers
            .iter()
            .filter(|(other, _)| header_name(other) == name)
            .map(|(_, value)| text(value, Place::Header, context))
            .collect();
        let value = match values.as_slice() {
            [value] => value.clone(),
            values => format!("[{}]", values.join(", ")),
        };
        links.push(format!(".set({}, {value})", literal(&name)));
    }
    if let Some(body) = &call.http().body {
        // What SuperAgent says of an object by itself.
        if body.content_type != "application/json" || !is_object(call, context) {
            let content_type = literal(&header_value(&body.content_type));
            links.push(format!(".set(\"Content-Type\", {content_type})"));
        }
        links.push(format!(".send({})", body_text(call, body, context)));
    }
    links
}

/// Tells whether a body stands there as an object or a list.
fn is_object(call: &Call, context: &CallContext<'_>) -> bool {
    let is_object = |value: &Js| matches!(value, Js::Array(_) | Js::Object(_));
    // Bodies of a table may be anything.
    let is_of_table = context.row.is_some_and(|row| row.has_body && !row.has_objects);
    match plain_body(call) {
        Some(PlainBody::Json(value)) => !is_of_table && is_object(&value),
        Some(PlainBody::Text(_)) => false,
        None => linked_of(call, context).is_some_and(|value| is_object(&value)),
    }
}

fn linked_of(call: &Call, context: &CallContext<'_>) -> Option<Js> {
    let answer = |step: usize| context.answers[step].clone();
    let CallContext { expectations, made, .. } = context;
    linked_body(call, Holders { answers: &answer, expectations, made })
}

/// The body of a call, if it takes nothing from answers.
pub(super) fn plain_body(call: &Call) -> Option<PlainBody> {
    let body = call.http().body.as_ref()?;
    let text = plain(&body.text)?;
    // SuperAgent turns objects into text for the types it knows, and never for HEAD.
    let media_type = body.content_type.split(';').next().unwrap_or_default();
    let json = media_type == "application/json" && call.http().method != "HEAD";
    let literal = if json { literal_of_json(&text) } else { None };
    Some(literal.map_or(PlainBody::Text(text), PlainBody::Json))
}

fn body_text(call: &Call, body: &Body, context: &CallContext<'_>) -> String {
    if let Some(payload) = context.payload {
        return payload.to_owned();
    }
    let indent = context.indent + 2;
    let used = indent + ".send();".len();
    if let Some(plain) = plain_body(call) {
        return plain.print(indent, used);
    }
    match linked_of(call, context) {
        Some(linked) => linked.print(indent, used),
        None => text(&body.text, Place::Body, context),
    }
}

/// A literal; of several lines if the text has, so that it can be read.
fn long_literal(text: &str, indent: usize) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.len() < 3 {
        return literal(text);
    }
    let pad = " ".repeat(indent);
    let lines: Vec<String> = lines.iter().map(|line| format!("{pad}  {}", literal(line))).collect();
    format!("\n{}\n{pad}", lines.join(" +\n"))
}

fn text(parts: &[Part], place: Place, context: &CallContext<'_>) -> String {
    let answer = |step: usize| context.answers[step].clone();
    let CallContext { expectations, made, .. } = context;
    let row_user = context.row.and_then(|row| row.user);
    let mut taken = Taken { answer: &answer, expectations, made, row_user, helpers: Vec::new() };
    taken.text(parts, place)
}
