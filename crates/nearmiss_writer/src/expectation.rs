//! What a test expects of an answer: what complete runs agree on.

use nearmiss_problem::{CallOutcome, HttpResponse};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::hidden::Hidden;
use crate::run_date::RunDate;

/// Values of one body that are compared.
const MAX_VALUES: usize = 80;
/// Items of one array that are compared; of a longer one the length and the first of them.
const MAX_ITEMS: usize = 5;
/// Characters of a text that are compared.
const MAX_TEXT: usize = 400;
/// Nesting that is compared.
const MAX_DEPTH: usize = 8;

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
    /// The body.
    pub body: BodyExpectation,
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
    /// This text; if not `whole`, a text that begins so.
    Text {
        /// The text.
        text: String,
        /// Nothing may follow.
        whole: bool,
    },
}

/// What a test expects of a JSON value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JsonExpectation {
    /// Nothing, or only that it is there and not null.
    Anything {
        /// The value is not null in any run.
        present: bool,
    },
    /// This scalar, or an empty object or array.
    Value(Value),
    /// Text that begins so.
    Prefix(String),
    /// These fields; others too, unless `whole`.
    Object {
        /// Fields that are in all runs.
        fields: Vec<(String, JsonExpectation)>,
        /// Nothing was left out here or below.
        whole: bool,
    },
    /// A list of this length that begins with these items.
    Array {
        /// Its length.
        length: usize,
        /// Its first items.
        items: Vec<JsonExpectation>,
        /// Nothing was left out here or below.
        whole: bool,
    },
}

impl JsonExpectation {
    /// Whether nothing was left out.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Anything { .. } | Self::Prefix(_) => false,
            Self::Value(_) => true,
            Self::Object { whole, .. } | Self::Array { whole, .. } => *whole,
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
        let answers: Vec<&HttpResponse> = runs.iter().filter_map(|run| answer_of(run)).collect();
        if answers.len() == runs.len() {
            return Self::Answer(answer(&answers, hidden));
        }
        if runs.iter().all(|run| matches!(run, CallOutcome::Timeout)) {
            return Self::Timeout;
        }
        if runs.iter().all(|run| matches!(run, CallOutcome::Broken(_))) {
            return Self::Broken;
        }
        Self::Unstable {
            left_out: vec!["the call was answered in one run and not in another".to_owned()],
        }
    }
}

/// Whether this is why something is left out that was not the same in all runs.
#[must_use]
pub fn is_of_runs(why: &str) -> bool {
    [" between runs", " in another run", " in all runs", " and not in another"]
        .iter()
        .any(|word| why.contains(word))
}

fn answer_of(outcome: &CallOutcome) -> Option<&HttpResponse> {
    match outcome {
        CallOutcome::Response(answer) => Some(answer),
        CallOutcome::Timeout | CallOutcome::Broken(_) => None,
    }
}

/// Whether all have what the first has.
fn all_equal<T: PartialEq>(mut values: impl Iterator<Item = T>) -> bool {
    let first = values.next();
    values.all(|value| Some(value) == first)
}

fn answer(runs: &[&HttpResponse], hidden: &Hidden<'_>) -> AnswerExpectation {
    let a = runs[0];
    let mut left_out = Vec::new();
    if let Some(b) = runs.iter().find(|run| run.status != a.status) {
        left_out.push(format!("the status differs between runs ({} and {})", a.status, b.status));
        return AnswerExpectation {
            status: None,
            content_type: None,
            body: BodyExpectation::Anything,
            left_out,
        };
    }
    let content_type = if all_equal(runs.iter().map(|run| media_type(run))) {
        media_type(a)
    } else {
        left_out.push("the content type differs between runs".to_owned());
        None
    };
    let body = body(runs, content_type.as_deref(), hidden, &mut left_out);
    AnswerExpectation { status: Some(a.status), content_type, body, left_out }
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
    runs: &[&HttpResponse],
    content_type: Option<&str>,
    hidden: &Hidden<'_>,
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
        return BodyExpectation::Anything;
    }
    let parsed = || runs.iter().map(|run| serde_json::from_slice(&run.body)).collect();
    if content_type.is_some_and(is_json)
        && let Ok::<Vec<Value>, _>(values) = parsed()
    {
        let mut comparison = JsonComparison { left_out, date, hidden, values: 0 };
        let values: Vec<&Value> = values.iter().collect();
        return BodyExpectation::Json(comparison.agreed(&values, "", 0));
    }
    let texts: Result<Vec<&str>, _> =
        runs.iter().map(|run| std::str::from_utf8(&run.body)).collect();
    let Ok(texts) = texts else {
        left_out.push("the body is not text".to_owned());
        return BodyExpectation::Anything;
    };
    if texts.iter().any(|text| hidden.is_in(text)) {
        left_out.push("the body holds a secret".to_owned());
        return BodyExpectation::Anything;
    }
    text(&texts, date.as_ref(), left_out)
}

fn text(runs: &[&str], date: Option<&RunDate>, left_out: &mut Vec<String>) -> BodyExpectation {
    let a = runs[0];
    if !all_equal(runs.iter()) {
        left_out.push("the body differs between runs".to_owned());
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

/// How much of a text is compared.
enum Portable<'a> {
    Whole,
    Prefix(&'a str, &'static str),
}

/// A stack trace holds paths and lines of one machine and one version; a long text is unreadable.
fn portable_part(text: &str) -> Portable<'_> {
    let trace = ["\n    at ", "<br> &nbsp; &nbsp;at ", "\\n    at "]
        .iter()
        .filter_map(|frame| text.find(frame))
        .min()
        .filter(|at| text[*at..].contains(':'));
    let long = text.char_indices().nth(MAX_TEXT).map(|(at, _)| at);
    match (trace, long) {
        (Some(trace), long) if long.is_none_or(|long| trace <= long) => {
            Portable::Prefix(&text[..trace], "a stack trace")
        }
        (_, Some(long)) => Portable::Prefix(&text[..long], "long"),
        (_, None) => Portable::Whole,
    }
}

struct JsonComparison<'a> {
    left_out: &'a mut Vec<String>,
    date: Option<RunDate>,
    hidden: &'a Hidden<'a>,
    values: usize,
}

impl JsonComparison<'_> {
    fn agreed(&mut self, runs: &[&Value], pointer: &str, depth: usize) -> JsonExpectation {
        self.values += 1;
        let a = runs[0];
        let present = runs.iter().all(|value| !value.is_null());
        if self.values > MAX_VALUES || depth > MAX_DEPTH {
            return JsonExpectation::Anything { present };
        }
        if runs.iter().any(|value| self.hidden.hides(pointer, value)) {
            self.leave_out(pointer, "is secret");
            return JsonExpectation::Anything { present };
        }
        let objects: Option<Vec<_>> = runs.iter().map(|value| value.as_object()).collect();
        if let Some(objects) = objects {
            return self.object(&objects, pointer, depth);
        }
        let arrays: Option<Vec<_>> = runs.iter().map(|value| value.as_array()).collect();
        if let Some(arrays) = arrays {
            return self.array(&arrays, pointer, depth);
        }
        if !all_equal(runs.iter()) {
            self.leave_out(pointer, "differs between runs");
            return JsonExpectation::Anything { present };
        }
        if self.date.as_ref().is_some_and(|date| date.is_in_value(a)) {
            self.leave_out(pointer, "holds the date of the run");
            return JsonExpectation::Anything { present };
        }
        match a {
            Value::String(text) => self.string(text, pointer),
            _ => JsonExpectation::Value(a.clone()),
        }
    }

    fn object(
        &mut self,
        runs: &[&serde_json::Map<String, Value>],
        pointer: &str,
        depth: usize,
    ) -> JsonExpectation {
        let mut fields = Vec::new();
        let mut whole = true;
        for key in runs[0].keys() {
            let place = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
            if self.hidden.is_in(key) {
                self.leave_out(pointer, "has a secret for a key");
                whole = false;
                continue;
            }
            // An own `__proto__` cannot be written as a literal.
            let values: Option<Vec<&Value>> = runs.iter().map(|run| run.get(key)).collect();
            let Some(values) = values.filter(|_| key != "__proto__") else {
                self.leave_out(&place, "is not in all runs");
                whole = false;
                continue;
            };
            if self.values >= MAX_VALUES {
                self.leave_out(pointer, "holds more values than are compared");
                whole = false;
                break;
            }
            let field = self.agreed(&values, &place, depth + 1);
            whole &= field.is_whole();
            fields.push((key.clone(), field));
        }
        if runs[1..].iter().any(|run| run.keys().any(|key| !runs[0].contains_key(key))) {
            self.leave_out(pointer, "has other fields in another run");
            whole = false;
        }
        JsonExpectation::Object { fields, whole }
    }

    fn array(&mut self, runs: &[&Vec<Value>], pointer: &str, depth: usize) -> JsonExpectation {
        let length = runs[0].len();
        if runs.iter().any(|run| run.len() != length) {
            self.leave_out(pointer, "has another length in another run");
            return JsonExpectation::Anything { present: true };
        }
        let mut items = Vec::new();
        for index in 0..length.min(MAX_ITEMS) {
            if self.values >= MAX_VALUES {
                break;
            }
            let values: Vec<&Value> = runs.iter().map(|run| &run[index]).collect();
            items.push(self.agreed(&values, &format!("{pointer}/{index}"), depth + 1));
        }
        if items.len() < length {
            let first = items.len();
            self.leave_out(pointer, &format!("has {length} items, of which {first} are compared"));
        }
        let whole = items.len() == length && items.iter().all(JsonExpectation::is_whole);
        JsonExpectation::Array { length, items, whole }
    }

    fn string(&mut self, text: &str, pointer: &str) -> JsonExpectation {
        match portable_part(text) {
            Portable::Whole => JsonExpectation::Value(Value::String(text.to_owned())),
            Portable::Prefix(prefix, why) => {
                let from = prefix.chars().count() + 1;
                self.leave_out(pointer, &format!("from character {from} on ({why})"));
                JsonExpectation::Prefix(prefix.to_owned())
            }
        }
    }

    fn leave_out(&mut self, pointer: &str, why: &str) {
        let place = if pointer.is_empty() { "the body" } else { pointer };
        self.left_out.push(format!("{place} {why}"));
    }
}

#[cfg(test)]
mod tests;
