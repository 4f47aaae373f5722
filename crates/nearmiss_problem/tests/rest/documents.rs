//! Texts that are no usable documents, and damaged ones.

use crate::fixture;

use nearmiss_problem::rest::{ParseSchemaError, RestProblem};
use nearmiss_problem::{Problem, ProblemOptions};
use nearmiss_search::Sampler;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

fn error(text: &str) -> ParseSchemaError {
    match RestProblem::parse(text, &ProblemOptions::default()) {
        Ok(_) => panic!("parsed: {text}"),
        Err(error) => error,
    }
}

#[test]
fn bad_documents_say_where_and_what_to_do() {
    for (text, words) in [
        ("  \n", &["empty", "give the file or URL"][..]),
        ("{\"openapi\": \"3.0.0\",\n \"paths\": }", &["not valid JSON", "line 2, column 11"]),
        ("openapi: 3.0.0\npaths:\n  a: [1\nb: 2\n", &["not valid YAML", "line "]),
        ("openapi: 3.0.0\npaths:\n\t/a: {}\n", &["not valid YAML", "line 3"]),
        ("<html><body>Not found</body></html>", &["no OpenAPI document", "a string"]),
        ("[1, 2]", &["no OpenAPI document", "a list"]),
        ("{}", &["no OpenAPI document", "empty object"]),
        ("{\"asyncapi\": \"2.0\", \"info\": {}}", &["neither", "asyncapi, info"]),
        ("{\"openapi\": {}}", &["`openapi` is an object"]),
        ("{\"swagger\": \"1.2\", \"apis\": []}", &["1.2", "not supported"]),
        ("{\"openapi\": \"4.0.0\", \"paths\": {}}", &["4.0.0", "not supported"]),
        ("{\"openapi\": \"3.0.0\"}", &["no usable `paths`", "there is none"]),
        ("{\"openapi\": \"3.0.0\", \"paths\": []}", &["`paths` is a list"]),
        ("{\"openapi\": \"3.0.0\", \"paths\": {}}", &["no operation", "under `paths`"]),
        (
            "{\"openapi\": \"3.0.0\", \"paths\": {\"/a\": {\"$ref\": \"#/x/y\"}, \"/b\": {\"get\": 1}}}",
            &["no operation", "#/paths/~1a: `#/x/y` refers to nothing", "#/paths/~1b/get"],
        ),
    ] {
        let message = error(text).to_string();
        for word in words {
            assert!(message.contains(word), "{text:?}: {message}");
        }
    }
}

#[test]
fn versions_may_be_numbers() {
    for version in [
        "openapi: 3.1",
        "openapi: 3.0",
        "openapi: 3.0.3",
        "swagger: 2.0",
        "swagger: '2.0'",
        "openapi: 3.2.0",
    ] {
        let text = format!("{version}\npaths:\n  /a:\n    get: {{}}\n");
        let (problem, _) = fixture::parse(&text);
        assert_eq!(problem.templates()[0].name, "GET:/a", "{version}");
    }
}

#[test]
fn the_fixtures_without_oddities_give_no_warning() {
    for (name, ignored) in [
        ("library-3.0.json", "no header parameter named `Authorization`"),
        ("shop-2.0.yaml", ""),
        ("styles-3.0.yaml", ""),
        ("features-3.1.yaml", "`not` is ignored"),
    ] {
        let (_, warnings) = fixture::parse(&fixture::text(name));
        let rest: Vec<String> = warnings
            .iter()
            .map(ToString::to_string)
            .filter(|line| ignored.is_empty() || !line.contains(ignored))
            .collect();
        assert_eq!(rest, Vec::<String>::new(), "{name}");
    }
}

/// Parses and, if that works, uses what came out. Answers whether it could be used.
fn survives(text: &str) -> bool {
    let Ok((problem, _)) = RestProblem::parse(text, &ProblemOptions::default()) else {
        return false;
    };
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    for individual in problem.initial(&mut rng) {
        let _ = problem.lower(&individual);
    }
    let individual = problem.sample(&mut rng, 5);
    let _ = problem.lower(&individual);
    true
}

#[test]
fn truncated_documents_do_no_harm() {
    let mut usable = 0;
    for name in fixture::ALL {
        let text = fixture::text(name);
        for end in (0..text.len()).step_by(23).filter(|end| text.is_char_boundary(*end)) {
            usable += u32::from(survives(&text[..end]));
        }
    }
    assert!(usable > 20, "YAML cut off is often still a document: {usable}");
}

/// All places of a tree, as paths of keys and indices.
fn places(value: &Value, here: &mut Vec<String>, into: &mut Vec<String>) {
    into.push(
        here.iter().map(|key| format!("/{}", key.replace('~', "~0").replace('/', "~1"))).collect(),
    );
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => {
            list.iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect()
        }
        _ => return,
    };
    for (key, child) in children {
        here.push(key);
        places(child, here, into);
        here.pop();
    }
}

#[test]
fn values_of_the_wrong_type_do_no_harm() {
    let strange = [
        json!(null),
        json!(true),
        json!(-1e300),
        json!(18_446_744_073_709_551_615_u64),
        json!("\u{0}\u{1f600} %"),
        json!([]),
        json!({}),
        json!([[{}], null, "x"]),
        json!({"$ref": "#"}),
        json!({"$ref": "#/components/schemas"}),
        json!({"$ref": 5}),
    ];
    let mut usable = 0;
    let mut tried = 0;
    for (number, name) in ["library-3.0.json", "features", "shop"].into_iter().enumerate() {
        let tree: Value = match number {
            0 => serde_json::from_str(&fixture::text(name)).unwrap(),
            1 => serde_saphyr::from_str(&fixture::text("features-3.1.yaml")).unwrap(),
            _ => serde_saphyr::from_str(&fixture::text("shop-2.0.yaml")).unwrap(),
        };
        let mut all = Vec::new();
        places(&tree, &mut Vec::new(), &mut all);
        for (at, place) in all.iter().enumerate() {
            // Every place meets two of the strange values; together they meet all.
            for offset in [0, 5] {
                let mut damaged = tree.clone();
                let Some(target) = damaged.pointer_mut(place) else { continue };
                *target = strange[(at + offset) % strange.len()].clone();
                tried += 1;
                usable += u32::from(survives(&damaged.to_string()));
            }
        }
    }
    assert!(tried > 1000 && usable > tried / 2, "{usable} of {tried}");
}

#[test]
fn deep_documents_do_no_harm() {
    let (opened, closed) = ("{\"openapi\":".repeat(5000), "}".repeat(5000));
    assert!(matches!(error(&format!("{opened}1{closed}")), ParseSchemaError::NotOpenApi { .. }));
    // No JSON, and too deep for what YAML it is.
    assert!(matches!(error(&format!("{opened}{closed}")), ParseSchemaError::Syntax { .. }));
    let deep = format!("openapi: {}{}", "[".repeat(5000), "]".repeat(5000));
    assert!(matches!(error(&deep), ParseSchemaError::Syntax { .. }));
    let blocks: String = (0..1000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert!(matches!(error(&blocks), ParseSchemaError::Syntax { .. }));
}

#[test]
fn aliases_of_aliases_do_no_harm() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..8 {
        let list = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{list}]\n"));
    }
    bomb.push_str("openapi: 3.0.0\n");
    assert!(matches!(error(&bomb), ParseSchemaError::Syntax { .. }));
}

#[test]
fn long_chains_of_references_do_no_harm() {
    let mut schemas = serde_json::Map::new();
    for index in 0..20_000 {
        let next = json!({"$ref": format!("#/components/schemas/S{}", index + 1)});
        let schema = match index % 2 {
            0 => next,
            _ => json!({"type": "object", "required": ["n"], "properties": {"n": next}}),
        };
        schemas.insert(format!("S{index}"), schema);
    }
    let schema = json!({"$ref": "#/components/schemas/S0"});
    let document = json!({
        "openapi": "3.0.0",
        "paths": {"/x": {"post": {
            "requestBody": {"content": {"application/json": {"schema": schema}}},
            "responses": {"200": {"content": {"application/json": {"schema": schema}}}}
        }}},
        "components": {"schemas": schemas}
    });
    assert!(survives(&document.to_string()));
}

/// A document whose one operation takes and answers `schema`.
fn document_with(schema: &Value, schemas: serde_json::Map<String, Value>) -> String {
    let body = json!({"application/json": {"schema": schema}});
    json!({
        "openapi": "3.0.0",
        "paths": {"/x": {"post": {
            "requestBody": {"content": body},
            "responses": {"200": {"content": body}}
        }}},
        "components": {"schemas": schemas}
    })
    .to_string()
}

#[test]
fn schemas_that_nest_too_deeply_are_cut_and_told() {
    for depth in [50, 200, 20_000] {
        let open = r#"{"type":"object","required":["n"],"properties":{"n":"#.repeat(depth);
        let schema = format!("{open}{{\"type\":\"string\"}}{}", "}}".repeat(depth));
        let text =
            document_with(&json!("PLACE"), serde_json::Map::new()).replace("\"PLACE\"", &schema);
        let (problem, warnings) = fixture::parse(&text);
        assert_eq!(problem.templates().len(), 1);
        let word = if depth < 60 { "or it never ends" } else { "nest deeper than" };
        let told = warnings.iter().any(|warning| warning.message.contains(word));
        assert!(told, "{depth}: {warnings:?}");
        assert!(survives(&text));
    }
}

#[test]
fn documents_in_which_everything_reaches_everything_are_bounded() {
    const SCHEMAS: usize = 120;
    let mut schemas = serde_json::Map::new();
    for index in 0..SCHEMAS {
        let fields: serde_json::Map<_, _> = (0..SCHEMAS)
            .map(|to| (format!("p{to}"), json!({"$ref": format!("#/components/schemas/S{to}")})))
            .collect();
        let required: Vec<String> = (0..3).map(|n| format!("p{}", (index + n) % SCHEMAS)).collect();
        schemas.insert(
            format!("S{index}"),
            json!({"type": "object", "properties": fields, "required": required}),
        );
    }
    let mut paths = serde_json::Map::new();
    for index in 0..SCHEMAS {
        let schema = json!({"$ref": format!("#/components/schemas/S{index}")});
        let any = json!({"oneOf": [schema, {"allOf": [schema, {"type": "object"}]}]});
        paths.insert(
            format!("/p{index}"),
            json!({"post": {
                "requestBody": {"content": {"application/json": {"schema": any}}},
                "responses": {"200": {"content": {"application/json": {"schema": schema}}}}
            }}),
        );
    }
    let document = json!({
        "openapi": "3.0.0", "paths": paths, "components": {"schemas": schemas}
    });
    // Unbounded work on such a document would never end.
    let (problem, warnings) = fixture::parse(&document.to_string());
    assert_eq!(problem.templates().len(), SCHEMAS);
    let told = |text: &str| warnings.iter().any(|warning| warning.message.contains(text));
    assert!(told("very large"), "{warnings:?}");
    assert!(warnings.len() < 300, "{}", warnings.len());
}

#[test]
fn patterns_without_end_are_told() {
    let schema = json!({"type": "string", "pattern": "^(a+)+(?!.)b$", "minLength": 300});
    let (problem, warnings) = fixture::parse(&document_with(&schema, serde_json::Map::new()));
    assert_eq!(problem.templates().len(), 1);
    let told = warnings.iter().any(|warning| warning.message.contains("no text can be made"));
    assert!(told, "{warnings:?}");
}

#[test]
fn the_documents_of_the_fixture_apis_give_no_warning() {
    let mut read = 0;
    for name in ["books/openapi.yaml", "ncs/openapi.json", "scs/openapi.json", "taint/openapi.json"]
    {
        let path = format!("{}/../../fixtures/suts/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (problem, warnings) = fixture::parse(&text);
        let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert_eq!(told, Vec::<String>::new(), "{name}");
        read += problem.templates().len();
    }
    assert!(read > 20, "{read}");
}
