use std::collections::{BTreeMap, BTreeSet};

use jsonschema::{Draft, Registry, Validator};
use serde_json::{Value, json};

use super::{Exchange, json_files, repository};
use crate::{STRING_SPECIALIZATIONS, TAINT_TYPES};

/// The schemas of `tests/controller/schemas`, by name.
pub struct Schemas {
    texts: Vec<(String, Value)>,
    validators: BTreeMap<String, Validator>,
}

impl Schemas {
    pub fn read() -> Self {
        let texts = json_files(&repository().join("tests/controller/schemas"));
        let mut registry = Registry::new();
        for (name, schema) in &texts {
            let id = schema["$id"].as_str().unwrap();
            assert_eq!(id, format!("https://nearmiss.invalid/controller/{name}.json"));
            registry = registry.add(id, schema.clone()).unwrap();
        }
        let registry = registry.prepare().unwrap();
        let build = |(name, schema): &(String, Value)| {
            jsonschema::draft202012::meta::validate(schema)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let options = jsonschema::options().with_draft(Draft::Draft202012);
            let validator = options.with_registry(&registry).build(schema);
            (name.clone(), validator.unwrap_or_else(|error| panic!("{name}: {error}")))
        };
        let validators = texts.iter().map(build).collect();
        Self { texts, validators }
    }

    pub fn errors(&self, schema: &str, body: &Value) -> Vec<String> {
        self.validators[schema]
            .iter_errors(body)
            .map(|error| format!("{error} at {}", error.instance_path()))
            .collect()
    }
}

/// What each schema of an object names: its members. An object that names none is open on purpose.
fn members(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(schema) => {
            if let Some(Value::Object(properties)) = schema.get("properties") {
                names.extend(properties.keys().cloned());
                // An alternative only narrows what the schema around it has closed.
                if schema.contains_key("type") {
                    assert_eq!(schema.get("additionalProperties"), Some(&json!(false)));
                }
            }
            schema.values().for_each(|value| members(value, names));
        }
        Value::Array(items) => items.iter().for_each(|item| members(item, names)),
        _ => {}
    }
}

fn seen(body: &Value, names: &mut BTreeSet<String>) {
    match body {
        Value::Object(body) => {
            for (name, value) in body.iter().filter(|(_, value)| !value.is_null()) {
                names.insert(name.clone());
                seen(value, names);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| seen(item, names)),
        _ => {}
    }
}

#[test]
fn every_member_of_a_schema_is_in_a_fixture() {
    let (mut named, mut used) = (BTreeSet::new(), BTreeSet::new());
    Schemas::read().texts.iter().for_each(|(_, schema)| members(schema, &mut named));
    Exchange::all().iter().for_each(|each| seen(&each.answer["body"], &mut used));
    let missing: Vec<_> = named.difference(&used).collect();
    assert_eq!(missing, Vec::<&String>::new());
}

#[test]
fn every_answer_has_a_schema_and_every_schema_an_answer() {
    let exchanges = Exchange::all();
    let used: BTreeSet<&str> = exchanges.iter().filter_map(Exchange::schema).collect();
    let schemas = Schemas::read();
    let parts = ["authentication", "definitions", "sqlSchema"];
    let names = schemas.texts.iter().map(|(name, _)| name.as_str());
    let bodies: BTreeSet<&str> = names.filter(|name| !parts.contains(name)).collect();
    assert_eq!(used, bodies);
}

#[test]
fn names_of_specialisations_are_those_of_the_schema() {
    let schemas = Schemas::read();
    let (_, results) = schemas.texts.iter().find(|(name, _)| name == "testResults").unwrap();
    let members = &results["$defs"]["specialization"]["properties"];
    assert_eq!(members["stringSpecialization"]["enum"], json!(STRING_SPECIALIZATIONS));
    assert_eq!(members["type"]["enum"], json!(TAINT_TYPES));
}

const KNOWN: &str = "testResults/known_targets.json";
const WISH: &str = "/data/additionalInfoList/1/stringSpecializations/_EM_0_XYZ_/0";

fn wish(name: &str, value: &str) -> Value {
    json!({"stringSpecialization": name, "value": value, "type": "FULL_MATCH"})
}

/// What the core would fail at, or take amiss, does not pass.
#[test]
fn the_schemas_are_strict() {
    let schemas = Schemas::read();
    let exchanges = Exchange::all();
    let mut accepted = Vec::new();
    for (name, place, value) in [
        ("testResults/first_test.json", "/data/targets/0/id", json!(-1)),
        ("testResults/first_test.json", "/data/targets/0/id", json!(2_147_483_648_u32)),
        ("testResults/first_test.json", "/data/targets/0/value", json!(1.5)),
        ("testResults/first_test.json", "/data/targets/0/value", json!(-0.1)),
        ("testResults/first_test.json", "/data/targets/0", json!({"id": 1, "value": 1, "x": 1})),
        ("testResults/first_test.json", "/data/additionalInfoList/0/headers", json!(null)),
        ("testResults/first_test.json", "/data/additionalInfoList", json!(null)),
        ("testResults/first_test.json", "/data/extraHeuristics/0/heuristics", json!(null)),
        ("testResults/first_test.json", "/error", json!("it failed")),
        (
            "testResults/known_targets.json",
            "/data/additionalInfoList/1/stringSpecializations/_EM_0_XYZ_/0/stringSpecialization",
            json!("REGEX"),
        ),
        (KNOWN, WISH, json!({"stringSpecialization": "URL", "type": "FULL_MATCH"})),
        (KNOWN, WISH, wish("URL", "")),
        (KNOWN, WISH, wish("REGEX_WHOLE", "")),
        (KNOWN, WISH, wish("JSON_OBJECT", "")),
        (KNOWN, WISH, wish("JSON_OBJECT", "{\"type\":\"object\"}")),
        (KNOWN, WISH, wish("JSON_ARRAY", "")),
        (KNOWN, WISH, wish("JSON_MAP", "\"Book\":{}")),
        (KNOWN, WISH, wish("EQUAL", "_EM_1_XYZ_")),
        ("infoSUT/rest.json", "/data/unitsInfoDto", json!(null)),
        ("infoSUT/rest.json", "/data/unitsInfoDto/unitNames", json!(null)),
        ("infoSUT/rest.json", "/data/restProblem", json!(null)),
        ("infoSUT/rest.json", "/data/restProblem/openApiSchema", json!("{}")),
        ("infoSUT/rest.json", "/data/defaultOutputFormat", json!("PYTHON_UNITTEST")),
        ("infoSUT/rest.json", "/data/defaultOutputFormat", json!(null)),
        ("infoSUT/rest.json", "/data/baseUrlOfSUT", json!("http://localhost:3000/v1")),
        ("infoSUT/rest.json", "/data/infoForAuthentication", json!([{"name": "a", "headers": []}])),
        ("infoSUT/rest.json", "/data/infoForAuthentication", json!([{"name": "a"}])),
        ("controllerInfo/instrumented.json", "/data/fullName", json!(" ")),
        ("controllerInfo/instrumented.json", "/data/fullName", json!("my app")),
        ("databaseCommand/insertions.json", "/data/idMapping", json!({"a": 1})),
        ("runSUT/without_run.json", "/error", json!("")),
    ] {
        let exchange = exchanges.iter().find(|each| each.name == name).unwrap();
        let mut body = exchange.answer["body"].clone();
        *body.pointer_mut(place).unwrap_or_else(|| panic!("{name} has no {place}")) = value.clone();
        if schemas.errors(exchange.schema().unwrap(), &body).is_empty() {
            accepted.push(format!("{name}: {place} as {value}"));
        }
    }
    assert_eq!(accepted, Vec::<String>::new());
}
