//! What setting something up has answered, as the rest of its test names it: `user`, `user.id`.

use nearmiss_problem::{Part, Setup, Source};
use serde_json::Value;

use super::assertion::members;
use super::parts::Place;
use super::words::{camel_case, singular, small};
use crate::js_text::literal;
use crate::suite::{SuiteSetup, TestCase};

/// Words of the language that name nothing.
const RESERVED: &str = "arguments async await break case catch class const continue debugger default delete do else \
    enum eval export extends false finally for function if implements import in instanceof interface let new null of \
    package private protected public return static super switch this throw true try typeof undefined var void while \
    with yield";
/// Names of a file: of what it takes from its runner and from the files beside it, and of what tests hold.
const OF_FILES: &str = "after afterAll afterEach again answer anyNumber anyText anything asUser assert assertFits \
    assertMatches before beforeAll beforeEach between call cookieFrom credential describe encodedFrom encodedOf \
    encodeURIComponent exactly expect first second third fourth fifth sixth seventh eighth ninth tenth from \
    fromLocation headerFrom headerValue it jsonFrom jsonOf logIn n pieceOf require secret sut test textFrom textWith \
    vi written JSON";

/// What something that is set up has answered.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// The constant that holds it.
    pub name: String,
    /// It is a row: its columns are read as they are.
    pub is_row: bool,
    /// Of a row the values that it is given; null for those that are taken from elsewhere.
    given: Value,
}

/// Names all that a test sets up. `kinds`: those of the suite; `others`: further names that its file uses.
pub(super) fn all_made(case: &TestCase, kinds: &[SuiteSetup], others: &[&str]) -> Vec<Made> {
    let mut all: Vec<Made> = Vec::new();
    for (index, setup) in case.test.setup.iter().enumerate() {
        let is_row = kinds.iter().any(|kind| kind.name == setup.kind && kind.gives_rows);
        let own = if is_row { row_name(setup) } else { set_up_name(index) };
        let is_kind = |name: &str| kinds.iter().any(|kind| kind.name == name);
        let is_answer = |name: &str| {
            name.strip_prefix("answer").is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
        };
        let is_used = |name: &str| {
            let mut known =
                RESERVED.split_ascii_whitespace().chain(OF_FILES.split_ascii_whitespace());
            known.any(|word| word == name)
                || others.contains(&name)
                || is_kind(name)
                || is_answer(name)
        };
        let own = if is_used(&own) { own + "Row" } else { own };
        let later = (2..).map(|n| format!("{own}{n}"));
        let free = |name: &String| !is_used(name) && all.iter().all(|made| made.name != *name);
        let name = std::iter::once(own.clone()).chain(later).find(free);
        all.push(Made { name: name.unwrap_or(own), is_row, given: given(setup) });
    }
    all
}

/// The name of what is no row.
fn set_up_name(setup: usize) -> String {
    if setup == 0 { "made".to_owned() } else { format!("made{}", setup + 1) }
}

/// Names a row after its table: `orderItem` of `sales.order_items`.
fn row_name(setup: &Setup) -> String {
    let table = setup.arguments.first().map(|argument| json_of(argument));
    let table = table.as_ref().and_then(Value::as_str).unwrap_or_default();
    let table = table.rsplit('.').next().unwrap_or_default();
    let is_small = table.chars().any(|letter| letter.is_ascii_lowercase());
    let table = if is_small { table.to_owned() } else { table.to_ascii_lowercase() };
    let name = small(&singular(&camel_case(&table)));
    if name.is_empty() { "row".to_owned() } else { name }
}

/// Answers the values that a row is given.
fn given(setup: &Setup) -> Value {
    setup.arguments.get(1).map_or(Value::Null, |argument| json_of(argument))
}

/// Reads an argument without what it takes from elsewhere; null where that leaves no JSON.
fn json_of(argument: &[Part]) -> Value {
    let texts = argument.iter().map(|part| match part {
        Part::Text(text) => text.as_str(),
        _ => "null",
    });
    serde_json::from_str(&texts.collect::<String>()).unwrap_or_default()
}

/// Tells whether a text stands in a path as it is.
fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    !text.is_empty() && text.bytes().all(plain)
}

impl Made {
    /// The expression of a column; `None` where it is no row, or the source no place in one.
    pub fn column(&self, source: &Source) -> Option<String> {
        match source {
            Source::Body(pointer) | Source::Json(pointer) if self.is_row => {
                Some(self.name.clone() + &members(pointer))
            }
            _ => None,
        }
    }

    /// The expression of a piece as text at a place, with the function of `support/setup.cjs` that it takes.
    /// `fallback`: what stands where there is no such piece; of a row it tells what its value looks like.
    pub fn piece(
        &self,
        source: &Source,
        fallback: &str,
        place: Place,
    ) -> (String, Option<&'static str>) {
        if let Some(column) = self.column(source) {
            return (self.text_of_column(column, source, fallback, place), None);
        }
        let otherwise = literal(fallback);
        let (helper, pointer) = match (source, place) {
            (Source::Json(pointer), _) => ("jsonOf", pointer.as_str()),
            (Source::Body(pointer), Place::Target) => ("encodedOf", pointer.as_str()),
            (Source::Body(pointer), Place::Header | Place::Body) => ("pieceOf", pointer.as_str()),
            _ => return (otherwise, None),
        };
        let call = format!("{helper}({}, {}, {otherwise})", self.name, literal(pointer));
        (call, Some(helper))
    }

    fn text_of_column(
        &self,
        column: String,
        source: &Source,
        fallback: &str,
        place: Place,
    ) -> String {
        match (source, place) {
            (Source::Json(_), _) => format!("JSON.stringify({column})"),
            (Source::Body(pointer), Place::Target) => {
                let own = self.given.pointer(pointer).and_then(Value::as_str);
                let is_plain = is_plain(fallback) && own.is_none_or(is_plain);
                if is_plain { column } else { format!("encodeURIComponent({column})") }
            }
            _ => column,
        }
    }
}
