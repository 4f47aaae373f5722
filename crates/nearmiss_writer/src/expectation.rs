//! What a test expects of an answer: what complete runs agree on, also those at another time and place.

mod headers;
mod json;
mod origins;
mod page;
mod portable;
mod stack;

use nearmiss_problem::{CallOutcome, HttpResponse};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::headers::{cookies, location};
use self::json::JsonComparison;
use self::origins::Origins;
use self::portable::{LONG, Portable, portable_part};
use crate::hidden::Hidden;
use crate::run_date::RunDate;

/// What came of a call in a run elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<'a> {
    /// The outcome.
    pub outcome: &'a CallOutcome,
    /// What was other there: `the clock`.
    pub follows: &'static str,
}

/// A piece of an answer that a call of the test hands on to later ones: an id, mostly.
#[derive(Clone, Debug, PartialEq)]
pub struct HandedOn {
    /// The call, by index.
    pub call: usize,
    /// JSON pointer into the body of its answer.
    pub pointer: String,
    /// Values that stand there in each run: first those at home, then those elsewhere.
    pub values: Vec<Value>,
}

/// Facts that are known while answers are compared.
struct Known<'a> {
    origins: Origins,
    hidden: &'a Hidden<'a>,
    handed_on: &'a [HandedOn],
}

/// What a test expects of one call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Expectation {
    /// An answer.
    Answer(AnswerExpectation),
    /// No answer within the time allowed.
    Timeout,
    /// The connection is closed or broken before the whole answer came.
    Broken,
    /// The runs agree on nothing: the call is made and not looked at.
    Unstable {
        /// What is said about that in the test.
        left_out: Vec<String>,
    },
}

/// What a test expects of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerExpectation {
    /// The status, if it is the same in all runs.
    pub status: Option<u16>,
    /// The media type without parameters, as it stands in the header.
    pub content_type: Option<String>,
    /// The header `Location`, where that is a path: what was made, or where to go.
    #[serde(default)]
    pub location: Option<String>,
    /// The headers `Set-Cookie`.
    #[serde(default)]
    pub cookies: Vec<String>,
    /// The body.
    pub body: BodyExpectation,
    /// The body shows frames of a stack.
    #[serde(default)]
    pub shows_stack: bool,
    /// What is not compared and why, one line each.
    pub left_out: Vec<String>,
}

/// What a test expects of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BodyExpectation {
    /// Nothing.
    Anything,
    /// A JSON document.
    Json(JsonExpectation),
    /// A page with these texts.
    Page(Vec<String>),
    /// This text; if not `whole`, a text that begins so.
    Text {
        /// The text.
        text: String,
        /// Nothing may follow.
        whole: bool,
    },
}

/// Kind of a value that is another one in each run.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum ValueKind {
    /// It is a text.
    Text,
    /// It is a number.
    Number,
}

/// What a test expects of a JSON value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JsonExpectation {
    /// Nothing, or only that it is there and not null.
    Anything {
        /// The value is not null in any run.
        present: bool,
    },
    /// Some text, or some number: which one is not known.
    Kind(ValueKind),
    /// This scalar, or an empty object or array.
    Value(Value),
    /// Text that begins so.
    Prefix(String),
    /// Value that an earlier answer of the test has at a place, whatever that is.
    SameAs {
        /// The call, by index.
        call: usize,
        /// JSON pointer into the body of its answer.
        pointer: String,
    },
    /// These fields; others too, unless `whole`.
    Object {
        /// Fields that are in all runs.
        fields: Vec<(String, JsonExpectation)>,
        /// Nothing was left out here or below.
        whole: bool,
    },
    /// A list of this length that begins with these items, and ends with one.
    Array {
        /// Its length.
        length: usize,
        /// Its first items.
        items: Vec<JsonExpectation>,
        /// Its last item, where not all of them are compared: what is added to a list mostly stands there.
        last: Option<Box<JsonExpectation>>,
        /// Nothing was left out here or below.
        whole: bool,
    },
}

impl JsonExpectation {
    /// Tells whether nothing was left out but which texts and numbers some are.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Anything { .. } | Self::Prefix(_) => false,
            Self::Kind(_) | Self::Value(_) | Self::SameAs { .. } => true,
            Self::Object { whole, .. } | Self::Array { whole, .. } => *whole,
        }
    }

    /// Tells whether all of it is known.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match self {
            Self::Anything { .. } | Self::Prefix(_) | Self::Kind(_) => false,
            Self::Value(_) | Self::SameAs { .. } => true,
            Self::Object { fields, whole } => {
                *whole && fields.iter().all(|(_, field)| field.is_exact())
            }
            Self::Array { items, whole, .. } => *whole && items.iter().all(Self::is_exact),
        }
    }
}

impl Expectation {
    /// What the outcomes of one call in two complete runs agree on.
    #[must_use]
    pub fn from_runs(a: &CallOutcome, b: &CallOutcome) -> Self {
        Self::from_runs_without(&[a, b], &Hidden::default())
    }

    /// The same of any number of runs, at least one, without what must not be seen.
    #[must_use]
    pub fn from_runs_without(runs: &[&CallOutcome], hidden: &Hidden<'_>) -> Self {
        Self::from_runs_and_elsewhere(runs, &[], hidden, &[])
    }

    /// Compares runs here with runs at another time or place, which have to agree, too. What differs between runs may
    /// be what an earlier call has handed on.
    #[must_use]
    pub fn from_runs_and_elsewhere(
        runs: &[&CallOutcome],
        elsewhere: &[Elsewhere<'_>],
        hidden: &Hidden<'_>,
        handed_on: &[HandedOn],
    ) -> Self {
        let known = Known { origins: Origins::of(runs.len(), elsewhere), hidden, handed_on };
        let others = elsewhere.iter().map(|run| run.outcome);
        let runs: Vec<&CallOutcome> = runs.iter().copied().chain(others).collect();
        let answers: Vec<&HttpResponse> = runs.iter().filter_map(|run| answer_of(run)).collect();
        if answers.len() == runs.len() {
            return Self::Answer(answer(&answers, &known));
        }
        if runs.iter().all(|run| matches!(run, CallOutcome::Timeout)) {
            return Self::Timeout;
        }
        if runs.iter().all(|run| matches!(run, CallOutcome::Broken(_))) {
            return Self::Broken;
        }
        let fates = runs.iter().map(|run| match run {
            CallOutcome::Response(_) => 0,
            CallOutcome::Timeout => 1,
            CallOutcome::Broken(_) => 2,
        });
        let why = match known.origins.difference(fates).flatten() {
            Some(follows) => format!("whether the call is answered follows {follows}"),
            None => "the call was answered in one run and not in another".to_owned(),
        };
        Self::Unstable { left_out: vec![why] }
    }
}

/// Whether this is why something is left out that was not the same in all runs.
#[must_use]
pub fn is_of_runs(why: &str) -> bool {
    [" between runs", " in another run", " in all runs", " and not in another", origins::FOLLOWS]
        .iter()
        .any(|word| why.contains(word))
}

fn answer_of(outcome: &CallOutcome) -> Option<&HttpResponse> {
    match outcome {
        CallOutcome::Response(answer) => Some(answer),
        CallOutcome::Timeout | CallOutcome::Broken(_) => None,
    }
}

fn answer(runs: &[&HttpResponse], known: &Known<'_>) -> AnswerExpectation {
    let (a, origins) = (runs[0], &known.origins);
    let mut left_out = Vec::new();
    if let Some(b) = runs.iter().find(|run| run.status != a.status) {
        let why = origins.told(runs.iter().map(|run| run.status)).unwrap_or_default();
        left_out.push(format!("the status {why} ({} and {})", a.status, b.status));
        return AnswerExpectation {
            status: None,
            content_type: None,
            location: None,
            cookies: Vec::new(),
            body: BodyExpectation::Anything,
            shows_stack: false,
            left_out,
        };
    }
    let content_type = match origins.told(runs.iter().map(|run| media_type(run))) {
        None => media_type(a),
        Some(why) => {
            left_out.push(format!("the content type {why}"));
            None
        }
    };
    let body = body((runs, known), content_type.as_deref(), &mut left_out);
    let location = location(runs, known.hidden);
    let cookies = cookies(runs, known.hidden);
    let shows_stack =
        runs.iter().all(|run| stack::shows_frame(&String::from_utf8_lossy(&run.body)));
    let status = Some(a.status);
    AnswerExpectation { status, content_type, location, cookies, body, shows_stack, left_out }
}

/// The media type as SuperAgent's `response.type` has it.
fn media_type(response: &HttpResponse) -> Option<String> {
    let value = response.header("content-type")?;
    let media = value.split(';').next().unwrap_or_default().trim_end_matches(' ');
    (!media.is_empty()).then(|| media.to_owned())
}

fn is_json(media_type: &str) -> bool {
    let media_type = media_type.trim().to_ascii_lowercase();
    media_type.ends_with("/json") || media_type.ends_with("+json")
}

fn body(
    (runs, known): (&[&HttpResponse], &Known<'_>),
    content_type: Option<&str>,
    left_out: &mut Vec<String>,
) -> BodyExpectation {
    if runs.iter().any(|run| run.truncated) {
        left_out.push("the body is too long to be compared".to_owned());
        return BodyExpectation::Anything;
    }
    if runs[0].header("content-encoding").is_some_and(|encoding| encoding != "identity") {
        left_out.push("the body is encoded".to_owned());
        return BodyExpectation::Anything;
    }
    let date = RunDate::of(runs[0]);
    if runs.iter().all(|run| run.body.is_empty()) {
        // That a body is empty is all that can be said of it.
        return BodyExpectation::Text { text: String::new(), whole: true };
    }
    let parsed = || runs.iter().map(|run| serde_json::from_slice(&run.body)).collect();
    if content_type.is_some_and(is_json)
        && let Ok::<Vec<Value>, _>(values) = parsed()
    {
        let mut comparison = JsonComparison::new(left_out, date, known);
        let values: Vec<&Value> = values.iter().collect();
        return BodyExpectation::Json(comparison.agreed(&values, "", 0));
    }
    let texts: Result<Vec<&str>, _> =
        runs.iter().map(|run| std::str::from_utf8(&run.body)).collect();
    let Ok(texts) = texts else {
        left_out.push("the body is not text".to_owned());
        return BodyExpectation::Anything;
    };
    if texts.iter().any(|text| known.hidden.is_in(text)) {
        left_out.push("the body holds a secret".to_owned());
        return BodyExpectation::Anything;
    }
    let date = date.as_ref();
    let is_page = content_type.is_some_and(|kind| kind.eq_ignore_ascii_case("text/html"));
    if is_page && let Some(page) = page(&texts, date, left_out) {
        return page;
    }
    text((&texts, &known.origins), date, left_out)
}

/// Answers what pages say alike that are documents, or too long to be compared as a whole, or not the same.
fn page(
    runs: &[&str],
    date: Option<&RunDate>,
    left_out: &mut Vec<String>,
) -> Option<BodyExpectation> {
    let is_document = runs.iter().all(|run| page::is_document(run));
    let is_same = runs.iter().all(|run| run == &runs[0]);
    let is_dated = date.is_some_and(|date| date.is_in(runs[0]));
    let (texts, why) = match portable_part(runs[0]) {
        Portable::Prefix(before, why) if why != LONG && is_document => {
            (page::last_text(before).into_iter().collect(), why)
        }
        // Above a stack trace stands what is told.
        _ if runs.iter().any(|run| stack::shows_frame(run)) => return None,
        _ if !is_same => (page::texts_of(runs[0]), "it differs between runs"),
        Portable::Prefix(..) => (page::texts_of(runs[0]), "it is long"),
        Portable::Whole if is_dated => (page::texts_of(runs[0]), "it holds the date of the run"),
        Portable::Whole if is_document => (page::texts_of(runs[0]), "the rest is layout"),
        Portable::Whole => return None,
    };
    let is_told = |text: &String| {
        let is_portable = matches!(portable_part(text), Portable::Whole);
        let is_undated = date.is_none_or(|date| !date.is_in(text));
        is_portable && is_undated && runs.iter().all(|run| run.contains(text.as_str()))
    };
    let texts: Vec<String> = texts.into_iter().filter(is_told).collect();
    if texts.is_empty() {
        return None;
    }
    left_out.push(format!("the page but for these texts ({why})"));
    Some(BodyExpectation::Page(texts))
}

fn text(
    (runs, origins): (&[&str], &Origins),
    date: Option<&RunDate>,
    left_out: &mut Vec<String>,
) -> BodyExpectation {
    let a = runs[0];
    if let Some(why) = origins.told(runs.iter()) {
        left_out.push(format!("the body {why}"));
        return BodyExpectation::Anything;
    }
    if date.is_some_and(|date| date.is_in(a)) {
        left_out.push("the body holds the date of the run".to_owned());
        return BodyExpectation::Anything;
    }
    match portable_part(a) {
        Portable::Whole => BodyExpectation::Text { text: a.to_owned(), whole: true },
        Portable::Prefix(prefix, why) => {
            left_out
                .push(format!("the body from character {} on ({why})", prefix.chars().count() + 1));
            BodyExpectation::Text { text: prefix.to_owned(), whole: false }
        }
    }
}

#[cfg(test)]
mod tests;
