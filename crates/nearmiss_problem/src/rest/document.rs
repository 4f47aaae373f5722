//! The document: its text as a tree, its version, and its references.
//!
//! There is no typed model between the tree and what is made of it. The crates that have one serve
//! a single version each (`openapiv3` 3.0, `oas3` 3.1, none 2.0) and refuse the whole document over
//! one field of the wrong type, where a warning for that place is wanted and the rest must go on.

use std::cell::Cell;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::json_tree::{DEEPEST, cut_below, parse_json};
use super::parse_schema_error::ParseSchemaError;
use super::schema_warning::Warnings;
use crate::json_pointer::child;
use crate::yaml_tab::{TAB, tab_in_indentation};

/// References followed from one place before it is taken for a circle.
const MAX_REFERENCE_HOPS: usize = 32;

/// The versions that differ for us.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Version {
    /// Swagger 2.0.
    V2,
    /// OpenAPI 3.0: JSON Schema draft 4 with `nullable`.
    V30,
    /// OpenAPI 3.1 and later: JSON Schema 2020-12.
    V31,
}

/// A value and where it stands in the document.
#[derive(Clone, Debug)]
pub(super) struct Located<'d> {
    /// `#/paths/~1books/get`.
    pub pointer: String,
    /// The value there.
    pub value: &'d Value,
}

impl<'d> Located<'d> {
    /// The value of a key, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<Located<'d>> {
        let value = self.value.as_object()?.get(key)?;
        Some(Located { pointer: child(&self.pointer, key), value })
    }

    /// The text of a key, if it is text.
    pub fn text(&self, key: &str) -> Option<&'d str> {
        self.value.as_object()?.get(key)?.as_str()
    }

    /// Whether a key is `true`.
    pub fn is_true(&self, key: &str) -> bool {
        self.value.as_object().and_then(|map| map.get(key)).is_some_and(as_lenient_bool)
    }

    /// The entries, if this is an object.
    pub fn entries(&self) -> Vec<(&'d str, Located<'d>)> {
        let Some(map) = self.value.as_object() else { return Vec::new() };
        map.iter()
            .map(|(key, value)| {
                (key.as_str(), Located { pointer: child(&self.pointer, key), value })
            })
            .collect()
    }

    /// The items, if this is a list.
    pub fn items(&self) -> Vec<Located<'d>> {
        let Some(list) = self.value.as_array() else { return Vec::new() };
        list.iter()
            .enumerate()
            .map(|(index, value)| Located { pointer: format!("{}/{index}", self.pointer), value })
            .collect()
    }
}

/// `true`, also written as YAML 1.1 or a string has it.
fn as_lenient_bool(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => *flag,
        Value::String(text) => {
            text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("yes")
        }
        _ => false,
    }
}

/// A noun for the kind of a JSON value.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// An OpenAPI document.
#[derive(Debug)]
pub(super) struct Document {
    root: Value,
    /// Parts of schemas that genes were described for so far (`spec_builder.rs` bounds them).
    pub built: Cell<usize>,
    /// Its version.
    pub version: Version,
}

impl Document {
    /// Reads JSON or YAML and tells the version.
    pub fn parse(text: &str, warnings: &mut Warnings) -> Result<Self, ParseSchemaError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Err(ParseSchemaError::Empty);
        }
        let (root, cut) = parse_tree(text)?;
        if cut > 0 {
            let message = format!(
                "{cut} values nest deeper than {DEEPEST} levels; any value is sent in their places"
            );
            warnings.add("#", message);
        }
        let version = version_of(&root, warnings)?;
        Ok(Self { root, built: Cell::new(0), version })
    }

    /// A schema of JSON Schema by itself, as its own document.
    pub fn of_schema(root: Value) -> Self {
        Self { root, built: Cell::new(0), version: Version::V31 }
    }

    /// The whole document.
    pub fn root(&self) -> Located<'_> {
        Located { pointer: "#".to_owned(), value: &self.root }
    }

    /// The place a reference names. The error says why there is none.
    pub fn lookup(&self, reference: &str) -> Result<Located<'_>, String> {
        let Some(fragment) = reference.strip_prefix('#') else {
            return Err(format!(
                "`{reference}` refers to another document, which is not followed; bundle the documents into one"
            ));
        };
        let fragment = percent_decode_str(fragment)
            .decode_utf8()
            .map_err(|_| format!("`{reference}` is not a readable reference"))?;
        match self.root.pointer(&fragment) {
            Some(value) => Ok(Located { pointer: format!("#{fragment}"), value }),
            None => Err(format!("`{reference}` refers to nothing in this document")),
        }
    }

    /// Follows `$ref` until there is none.
    pub fn resolve<'d>(&'d self, place: Located<'d>) -> Result<Located<'d>, String> {
        let mut place = place;
        for _ in 0..MAX_REFERENCE_HOPS {
            let Some(reference) = place.text("$ref") else { return Ok(place) };
            place = self.lookup(reference)?;
        }
        Err("the references here go round in a circle".to_owned())
    }
}

/// The tree, and how many values were too deep for it.
fn parse_tree(text: &str) -> Result<(Value, usize), ParseSchemaError> {
    // A flow mapping is YAML too, but who writes `{"` means JSON.
    let looks_like_json =
        text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'));
    let json_error = match parse_json(text) {
        Ok(parsed) => return Ok(parsed),
        Err(error) => error,
    };
    if !looks_like_json {
        return parse_yaml(text);
    }
    Err(ParseSchemaError::Syntax {
        format: "JSON",
        line: json_error.line() as u64,
        column: json_error.column() as u64,
        message: strip_place(&json_error.to_string()),
    })
}

/// `serde_json` ends its messages with the place, which we say ourselves.
fn strip_place(message: &str) -> String {
    message.rsplit_once(" at line ").map_or(message, |(text, _)| text).to_owned()
}

fn parse_yaml(text: &str) -> Result<(Value, usize), ParseSchemaError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            // The largest public documents have a few million nodes; depth guards the stack.
            max_events: 20_000_000,
            max_nodes: 10_000_000,
            max_depth: 2 * DEEPEST,
            // One shared response used everywhere is no attack; replays are limited apart.
            enforce_alias_anchor_ratio: false,
        },
        duplicate_keys: serde_saphyr::DuplicateKeyPolicy::LastWins,
        merge_keys: serde_saphyr::MergeKeyPolicy::Merge,
        // `no`, `on`, `y` are text unless a boolean is wanted (YAML 1.2).
        strict_booleans: true,
        non_finite_float_policy: serde_saphyr::NonFiniteFloatPolicy::AsString,
        with_snippet: false,
    };
    let parsed = serde_saphyr::from_str_with_options::<Value>(text, options);
    let cut = |mut value: Value| {
        let cut = cut_below(&mut value, DEEPEST);
        (value, cut)
    };
    parsed.map(cut).map_err(|error| {
        if let Some(line) = tab_in_indentation(text) {
            let message = TAB.to_owned();
            return ParseSchemaError::Syntax { format: "YAML", line, column: 1, message };
        }
        let (line, column) =
            error.location().map_or((0, 0), |place| (place.line(), place.column()));
        let message = error.to_string();
        let message = message.lines().next().unwrap_or_default();
        let message = message.split(" at line ").next().unwrap_or_default().trim().to_owned();
        ParseSchemaError::Syntax { format: "YAML", line, column, message }
    })
}

fn version_of(root: &Value, warnings: &mut Warnings) -> Result<Version, ParseSchemaError> {
    let Some(map) = root.as_object() else {
        return Err(ParseSchemaError::NotOpenApi {
            found: format!("at its top is {}", kind_of(root)),
        });
    };
    let Some((key, value)) = map.get_key_value("openapi").or_else(|| map.get_key_value("swagger"))
    else {
        let keys: Vec<&str> = map.keys().take(5).map(String::as_str).collect();
        let found = match keys.is_empty() {
            true => "it is an empty object".to_owned(),
            false => format!("it has neither `openapi` nor `swagger` but {}", keys.join(", ")),
        };
        return Err(ParseSchemaError::NotOpenApi { found });
    };
    // `openapi: 3.0` without quotes is a number in YAML.
    let version = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        other => {
            return Err(ParseSchemaError::NotOpenApi {
                found: format!("`{key}` is {}", kind_of(other)),
            });
        }
    };
    let mut pieces = version.split('.');
    match (pieces.next(), pieces.next().unwrap_or("0")) {
        (Some("2"), _) => Ok(Version::V2),
        (Some("3"), "0") => Ok(Version::V30),
        (Some("3"), "1") => Ok(Version::V31),
        (Some("3"), minor) if minor.parse::<u32>().is_ok() => {
            warnings.add(
                &format!("#/{key}"),
                format!("version {version} is newer than what is known; read as 3.1"),
            );
            Ok(Version::V31)
        }
        _ => Err(ParseSchemaError::UnsupportedVersion { version }),
    }
}
