//! Validators of responses: schemas of OpenAPI as plain JSON Schema, compiled once.
//!
//! # Example
//! `{"type": "string", "nullable": true, "format": "date", "example": null}` of 3.0 becomes
//! `{"type": ["string", "null"]}` of draft 4. References become `#/definitions/<n>` in a bundle of
//! what is reachable. Formats and other annotations are dropped, so they are never a fault.

use std::collections::BTreeMap;

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};

use super::document::{Document, Located, Version};
use super::schema_warning::Warnings;
use crate::js_number::js_number;
use crate::json_pointer::child;

/// Schemas in one bundle from which on a response is not checked: compiling them guards neither
/// time nor stack.
const MAX_BUNDLE: usize = 2_000;
/// Schemas in all bundles of a document: in some each response reaches everything.
const MAX_BUNDLED: usize = 50_000;

const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "null"];

/// Compiles schemas of responses, each once.
pub(super) struct ValidatorStore<'d> {
    document: &'d Document,
    list: Vec<Validator>,
    known: BTreeMap<String, Option<usize>>,
    /// Schemas in the bundles so far.
    bundled: usize,
}

impl<'d> ValidatorStore<'d> {
    /// An empty store.
    pub fn new(document: &'d Document) -> Self {
        Self { document, list: Vec::new(), known: BTreeMap::new(), bundled: 0 }
    }

    /// The index of the validator for a schema; `None` (with a warning) if it cannot be compiled.
    pub fn add(&mut self, schema: &Located<'d>, warnings: &mut Warnings) -> Option<usize> {
        let place = match self.document.resolve(schema.clone()) {
            Ok(place) => place,
            Err(message) => {
                warnings
                    .add(&schema.pointer, format!("{message}; bodies are not checked against it"));
                return None;
            }
        };
        if let Some(known) = self.known.get(&place.pointer) {
            return *known;
        }
        let pointer = place.pointer.clone();
        let index = self.compile(place, warnings);
        self.known.insert(pointer, index);
        index
    }

    /// All validators.
    pub fn into_list(self) -> Vec<Validator> {
        self.list
    }

    fn compile(&mut self, place: Located<'d>, warnings: &mut Warnings) -> Option<usize> {
        let pointer = place.pointer.clone();
        if self.bundled >= MAX_BUNDLED {
            warnings.add(&pointer, "the document is too large for these bodies to be checked");
            return None;
        }
        let (schema, count) = Bundle::of(self.document, place, warnings)?;
        self.bundled += count;
        let draft = match self.document.version {
            Version::V31 => Draft::Draft202012,
            _ => Draft::Draft4,
        };
        let mut options = jsonschema::options().with_draft(draft).should_validate_formats(false);
        options = options.offline();
        let compiled = options.build(&schema).or_else(|error| {
            // Most often a `pattern` of a dialect that cannot be compiled; the rest still holds.
            let message = format!("bodies are checked without `pattern`: {error}");
            let compiled = options.build(&without_patterns(&schema))?;
            warnings.add(&pointer, message);
            Ok::<_, jsonschema::ValidationError<'static>>(compiled)
        });
        match compiled {
            Ok(validator) => {
                self.list.push(validator);
                Some(self.list.len() - 1)
            }
            Err(error) => {
                warnings
                    .add(&pointer, format!("bodies are not checked against this schema: {error}"));
                None
            }
        }
    }
}

fn without_patterns(schema: &Value) -> Value {
    match schema {
        Value::Object(map) => Value::Object(
            map.iter()
                .filter(|(key, value)| *key != "pattern" || !value.is_string())
                .filter(|(key, _)| *key != "patternProperties")
                .map(|(key, value)| (key.clone(), without_patterns(value)))
                .collect(),
        ),
        Value::Array(list) => Value::Array(list.iter().map(without_patterns).collect()),
        other => other.clone(),
    }
}

/// What is reachable from one schema.
struct Bundle<'d, 'w> {
    document: &'d Document,
    warnings: &'w mut Warnings,
    /// Place of a definition to its number.
    numbers: BTreeMap<String, usize>,
    /// Definitions found and not yet converted, in order of their numbers.
    queue: Vec<Located<'d>>,
}

impl<'d, 'w> Bundle<'d, 'w> {
    /// The bundle, and how many schemas are in it.
    fn of(
        document: &'d Document,
        root: Located<'d>,
        warnings: &'w mut Warnings,
    ) -> Option<(Value, usize)> {
        let pointer = root.pointer.clone();
        let mut bundle = Self { document, warnings, numbers: BTreeMap::new(), queue: Vec::new() };
        bundle.number(root);
        let mut definitions = Map::new();
        let mut next = 0;
        while let Some(place) = bundle.queue.get(next).cloned() {
            if next >= MAX_BUNDLE {
                bundle.warnings.add(&pointer, "this schema is too large for bodies to be checked");
                return None;
            }
            definitions.insert(next.to_string(), bundle.convert(&place));
            next += 1;
        }
        Some((json!({ "$ref": "#/definitions/0", "definitions": definitions }), next))
    }

    fn number(&mut self, place: Located<'d>) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(place.pointer.clone()).or_insert_with(|| {
            self.queue.push(place);
            next
        })
    }

    fn draft4(&self) -> bool {
        self.document.version != Version::V31
    }

    fn convert(&mut self, place: &Located<'d>) -> Value {
        let map = match place.value {
            Value::Object(map) => map,
            Value::Bool(false) => return json!({ "not": {} }),
            _ => return json!({}),
        };
        let mut converted = Map::new();
        if let Some(reference) = place.text("$ref") {
            match self.document.lookup(reference) {
                Ok(target) => {
                    let number = self.number(target);
                    converted.insert("$ref".to_owned(), json!(format!("#/definitions/{number}")));
                }
                Err(message) => self.warnings.add(
                    &child(&place.pointer, "$ref"),
                    format!("{message}; any value is taken as valid"),
                ),
            }
            // Before 3.1 what stands beside a reference is ignored.
            if self.draft4() {
                return Value::Object(converted);
            }
        }
        for (key, value) in map {
            let at = Located { pointer: child(&place.pointer, key), value };
            self.keyword(key, &at, place, &mut converted);
        }
        let nullable = place.is_true("nullable") || place.is_true("x-nullable");
        if nullable { allow_null(converted) } else { Value::Object(converted) }
    }

    fn keyword(
        &mut self,
        key: &str,
        at: &Located<'d>,
        schema: &Located<'d>,
        into: &mut Map<String, Value>,
    ) {
        let value = at.value;
        let converted = match key {
            "properties" | "patternProperties" | "dependentSchemas" if value.is_object() => {
                let entries = at.entries();
                let each =
                    |(name, place): (&str, Located<'d>)| (name.to_owned(), self.convert(&place));
                Some(Value::Object(entries.into_iter().map(each).collect()))
            }
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => self.list(at),
            "items" if value.is_array() => self.list(at),
            "items" | "not" | "contains" | "if" | "then" | "else" | "propertyNames"
                if value.is_object() || value.is_boolean() =>
            {
                Some(self.convert(at))
            }
            "additionalProperties"
            | "additionalItems"
            | "unevaluatedProperties"
            | "unevaluatedItems" => match value {
                Value::Bool(_) => Some(value.clone()),
                Value::Object(_) => Some(self.convert(at)),
                _ => None,
            },
            "type" => types(value),
            "enum" => {
                let texts = schema.text("type") == Some("string");
                let values: Vec<Value> = value
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|value| if texts { as_text(value) } else { value.clone() })
                    .collect();
                distinct(&values).map(Value::Array)
            }
            "const" if self.draft4() => {
                into.insert("enum".to_owned(), json!([value]));
                None
            }
            "const" => Some(value.clone()),
            "required" => self.required(at, schema),
            "minimum" | "maximum" => value.is_number().then(|| value.clone()),
            "exclusiveMinimum" | "exclusiveMaximum" => {
                self.exclusive(key, schema, into);
                None
            }
            "multipleOf" => value.as_f64().is_some_and(|real| real > 0.0).then(|| value.clone()),
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
            | "maxProperties" | "minContains" | "maxContains" => {
                value.as_u64().map(|count| json!(count))
            }
            "uniqueItems" => value.is_boolean().then(|| value.clone()),
            "pattern" => value.is_string().then(|| value.clone()),
            // Annotations, and `$id` and `$schema` that would move the base of references.
            _ => None,
        };
        if let Some(converted) = converted {
            into.insert(key.to_owned(), converted);
        }
    }

    fn list(&mut self, at: &Located<'d>) -> Option<Value> {
        let items: Vec<Value> = at.items().iter().map(|place| self.convert(place)).collect();
        (!items.is_empty()).then_some(Value::Array(items))
    }

    /// `writeOnly` properties are not required of responses.
    fn required(&mut self, at: &Located<'d>, schema: &Located<'d>) -> Option<Value> {
        let properties = schema.get("properties");
        let is_write_only = |name: &str| {
            let property = properties.as_ref().and_then(|properties| properties.get(name));
            property.is_some_and(|place| {
                place.is_true("writeOnly")
                    || self.document.resolve(place).is_ok_and(|target| target.is_true("writeOnly"))
            })
        };
        let names: Vec<Value> = at
            .items()
            .into_iter()
            .filter(|name| name.value.as_str().is_some_and(|text| !is_write_only(text)))
            .map(|name| name.value.clone())
            .collect();
        distinct(&names).map(Value::Array)
    }

    /// Draft 4 has flags, later drafts have bounds; documents mix them.
    fn exclusive(&self, key: &str, schema: &Located<'d>, into: &mut Map<String, Value>) {
        let plain = if key == "exclusiveMinimum" { "minimum" } else { "maximum" };
        let bound = schema.get(plain).map(|place| place.value).filter(|value| value.is_number());
        match (schema.get(key).map(|place| place.value), self.draft4()) {
            (Some(Value::Bool(flag)), true) if bound.is_some() => {
                into.insert(key.to_owned(), json!(flag));
            }
            (Some(Value::Bool(true)), false) => {
                into.extend(bound.map(|bound| (key.to_owned(), bound.clone())));
            }
            (Some(value @ Value::Number(_)), false) => {
                into.insert(key.to_owned(), value.clone());
            }
            (Some(value @ Value::Number(_)), true) if bound.is_none() => {
                into.insert(plain.to_owned(), value.clone());
                into.insert(key.to_owned(), json!(true));
            }
            _ => {}
        }
    }
}

fn types(value: &Value) -> Option<Value> {
    let known = |value: &Value| match value {
        Value::String(text) if TYPES.contains(&text.as_str()) => Some(value.clone()),
        Value::Null => Some(json!("null")),
        _ => None,
    };
    match value {
        Value::Array(list) => {
            let list: Vec<Value> = list.iter().filter_map(known).collect();
            distinct(&list).map(Value::Array)
        }
        one => known(one),
    }
}

/// YAML reads `[1, true]` as no text although the type says so.
fn as_text(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(js_number(number)),
        Value::Bool(flag) => json!(flag.to_string()),
        other => other.clone(),
    }
}

/// Without repetitions, which draft 4 refuses; `None` if nothing is left.
fn distinct(values: &[Value]) -> Option<Vec<Value>> {
    let mut found: Vec<Value> = Vec::new();
    for value in values {
        if !found.contains(value) {
            found.push(value.clone());
        }
    }
    (!found.is_empty()).then_some(found)
}

fn allow_null(mut schema: Map<String, Value>) -> Value {
    let composed = ["allOf", "anyOf", "oneOf", "$ref", "not"];
    let is_plain = !composed.iter().any(|key| schema.contains_key(*key));
    if is_plain {
        match schema.get_mut("type") {
            Some(Value::Array(types)) if !types.contains(&json!("null")) => {
                types.push(json!("null"))
            }
            Some(kind @ Value::String(_)) if *kind != json!("null") => {
                *kind = json!([kind, "null"])
            }
            _ => {}
        }
        if let Some(Value::Array(values)) = schema.get_mut("enum")
            && !values.contains(&Value::Null)
        {
            values.push(Value::Null);
        }
        return Value::Object(schema);
    }
    json!({ "anyOf": [{ "enum": [null] }, schema] })
}
