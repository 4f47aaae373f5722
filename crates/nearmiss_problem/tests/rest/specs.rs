//! From schemas to the constraints of genes.

use crate::fixture;
use nearmiss_problem::Problem;

use nearmiss_search::gene::{text_format, text_formats};
use nearmiss_search::{FieldSpec, GeneSpec, GeneValue};
use serde_json::{Value, json};

fn document(version: &str, schema: &Value, components: &Value) -> Value {
    json!({
        "openapi": version,
        "paths": { "/x": { "post": { "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": schema } }
        } } } },
        "components": { "schemas": components }
    })
}

fn spec_and_warnings(version: &str, schema: &Value, components: &Value) -> (GeneSpec, Vec<String>) {
    let (problem, warnings) = fixture::parse(&document(version, schema, components).to_string());
    let (name, spec) = problem.templates()[0].parameters.last().unwrap().clone();
    assert_eq!(name, "body");
    (spec, warnings.iter().map(ToString::to_string).collect())
}

/// The spec of a schema that gives no warning.
fn spec(version: &str, schema: Value) -> GeneSpec {
    let (spec, warnings) = spec_and_warnings(version, &schema, &json!({}));
    assert_eq!(warnings, Vec::<String>::new(), "{schema}");
    spec
}

fn integer(min: i64, max: i64, multiple_of: u64) -> GeneSpec {
    GeneSpec::Integer { min, max, multiple_of }
}

fn plain_text() -> GeneSpec {
    GeneSpec::Text { min_len: 0, max_len: 512 }
}

fn field(name: &str, spec: GeneSpec) -> FieldSpec {
    FieldSpec { name: name.to_owned(), spec }
}

fn optional(spec: GeneSpec) -> GeneSpec {
    GeneSpec::Optional(Box::new(spec))
}

fn texts(values: &[&str]) -> GeneSpec {
    GeneSpec::Enum(values.iter().map(|value| GeneValue::text(value)).collect())
}

#[test]
fn integers() {
    let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
    assert_eq!(spec("3.0.0", json!({"type": "integer"})), integer(least, most, 0));
    assert_eq!(
        spec("3.0.0", json!({"type": "integer", "format": "int64"})),
        integer(i64::MIN, i64::MAX, 0)
    );
    assert_eq!(
        spec("3.0.0", json!({"type": "integer", "minimum": 5_000_000_000_i64})),
        integer(5_000_000_000, 5_000_000_000, 0)
    );
    assert_eq!(
        spec(
            "3.0.0",
            json!({"type": "integer", "minimum": 1, "exclusiveMinimum": true, "maximum": 9.5})
        ),
        integer(2, 9, 0)
    );
    assert_eq!(
        spec("3.1.0", json!({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 9})),
        integer(2, 8, 0)
    );
    assert_eq!(
        spec("3.1.0", json!({"type": "integer", "minimum": 0, "maximum": 10, "multipleOf": 1.5})),
        integer(0, 10, 3)
    );
    assert_eq!(
        spec(
            "3.0.0",
            json!({"type": "integer", "maximum": 9_223_372_036_854_775_807_u64, "minimum": 0})
        ),
        integer(0, i64::MAX, 0)
    );
}

#[test]
fn numbers() {
    let double = |min, max, multiple_of| GeneSpec::Double { min, max, multiple_of };
    assert_eq!(spec("3.0.0", json!({"type": "number"})), double(f64::MIN, f64::MAX, 0.0));
    assert_eq!(
        spec("3.0.0", json!({"type": "number", "format": "float"})),
        double(f64::from(f32::MIN), f64::from(f32::MAX), 0.0)
    );
    assert_eq!(
        spec(
            "3.0.0",
            json!({"type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 2})
        ),
        double(f64::from_bits(1), 2.0, 0.0)
    );
    assert_eq!(
        spec(
            "3.1.0",
            json!({"type": "number", "exclusiveMaximum": 1, "minimum": -1, "multipleOf": 0.25})
        ),
        double(-1.0, 1.0_f64.next_down(), 0.25)
    );
}

#[test]
fn text_patterns_and_formats() {
    assert_eq!(spec("3.0.0", json!({"type": "string"})), plain_text());
    assert_eq!(
        spec("3.0.0", json!({"type": "string", "minLength": 2, "maxLength": 3})),
        GeneSpec::Text { min_len: 2, max_len: 3 }
    );
    assert_eq!(
        spec(
            "3.0.0",
            json!({"type": "string", "pattern": "^a+$", "maxLength": 9, "format": "date"})
        ),
        GeneSpec::Pattern { pattern: "^a+$".to_owned(), min_len: 0, max_len: 9 }
    );
    let broken = json!({"type": "string", "pattern": "(", "minLength": 1});
    let (made, warnings) = spec_and_warnings("3.0.0", &broken, &json!({}));
    assert_eq!(made, GeneSpec::Text { min_len: 1, max_len: 512 });
    assert!(warnings[0].contains("/pattern: no text can be made"), "{warnings:?}");
    for format in text_formats() {
        for name in format.names {
            let made = spec("3.0.0", json!({"type": "string", "format": name}));
            assert_eq!(made, GeneSpec::Format(format), "{name}");
        }
    }
    for format in ["binary", "password"] {
        assert_eq!(spec("3.0.0", json!({"type": "string", "format": format})), plain_text());
    }
    for format in ["ipv4", "ipv6", "hostname"] {
        let made = spec("3.0.0", json!({"type": "string", "format": format}));
        assert!(matches!(made, GeneSpec::Pattern { .. }), "{made:?}");
    }
}

#[test]
fn literals() {
    assert_eq!(
        spec("3.0.0", json!({"type": "string", "enum": ["a", 1, true]})),
        texts(&["a", "1", "true"])
    );
    assert_eq!(spec("3.1.0", json!({"const": "x"})), texts(&["x"]));
    assert_eq!(
        spec("3.0.0", json!({"enum": [1, null, {"a": [2.5]}]})),
        GeneSpec::Enum(vec![
            GeneValue::Integer(1),
            GeneValue::Null,
            GeneValue::Record(vec![(
                "a".to_owned(),
                GeneValue::List(vec![GeneValue::Double(2.5)])
            )]),
        ])
    );
    assert_eq!(
        spec("3.1.0", json!({"type": "boolean", "default": "yes", "examples": [false]})),
        GeneSpec::Suggested {
            values: vec![GeneValue::Boolean(true), GeneValue::Boolean(false)],
            inner: Box::new(GeneSpec::Boolean)
        }
    );
}

#[test]
fn null() {
    let nullable = |spec| GeneSpec::Nullable(Box::new(spec));
    assert_eq!(
        spec("3.0.0", json!({"type": "boolean", "nullable": true})),
        nullable(GeneSpec::Boolean)
    );
    assert_eq!(spec("3.1.0", json!({"type": ["null", "boolean"]})), nullable(GeneSpec::Boolean));
    assert_eq!(
        spec("3.1.0", json!({"anyOf": [{"type": "boolean"}, {"type": "null"}]})),
        nullable(GeneSpec::Boolean)
    );
    assert_eq!(spec("3.1.0", json!({"type": "null"})), GeneSpec::Enum(vec![GeneValue::Null]));
    assert_eq!(
        spec("3.1.0", json!({"type": ["string", "boolean"]})),
        GeneSpec::Choice(vec![plain_text(), GeneSpec::Boolean])
    );
}

#[test]
fn lists() {
    let array = |item, min, max, unique| GeneSpec::Array { item: Box::new(item), min, max, unique };
    assert_eq!(
        spec("3.0.0", json!({"type": "array", "items": {"type": "boolean"}, "minItems": 1})),
        array(GeneSpec::Boolean, 1, 17, false)
    );
    assert_eq!(
        spec("3.0.0", json!({"items": {"type": "boolean"}, "maxItems": 9, "uniqueItems": true})),
        array(GeneSpec::Boolean, 0, 2, true)
    );
    assert_eq!(spec("3.0.0", json!({"type": "array"})), array(GeneSpec::Any, 0, 16, false));
}

#[test]
fn records() {
    let schema = json!({
        "type": "object",
        "required": ["a", "c", "r"],
        "properties": {
            "a": {"type": "boolean"},
            "b": {"type": "boolean"},
            "r": {"type": "string", "readOnly": true}
        },
        "additionalProperties": {"type": "boolean"}
    });
    assert_eq!(
        spec("3.0.0", schema),
        GeneSpec::Object {
            fields: vec![
                field("a", GeneSpec::Boolean),
                field("b", optional(GeneSpec::Boolean)),
                field("c", GeneSpec::Any)
            ],
            additional: Some(Box::new(GeneSpec::Boolean)),
        }
    );
    let map = |value, min, max| GeneSpec::Map { value: Box::new(value), min, max };
    assert_eq!(spec("3.0.0", json!({"type": "object"})), map(GeneSpec::Any, 0, 4));
    assert_eq!(
        spec(
            "3.0.0",
            json!({"additionalProperties": {"type": "boolean"}, "minProperties": 1, "maxProperties": 2})
        ),
        map(GeneSpec::Boolean, 1, 2)
    );
    assert_eq!(
        spec("3.0.0", json!({"type": "object", "additionalProperties": false})),
        GeneSpec::Object { fields: vec![], additional: None }
    );
    let booleans =
        json!({"a": {"type": "boolean"}, "b": {"type": "boolean"}, "c": {"type": "boolean"}});
    assert_eq!(
        spec(
            "3.0.0",
            json!({"properties": booleans, "required": ["c"], "minProperties": 2, "maxProperties": 2})
        ),
        GeneSpec::Object {
            fields: vec![field("a", GeneSpec::Boolean), field("c", GeneSpec::Boolean)],
            additional: None,
        }
    );
    assert_eq!(spec("3.1.0", json!(true)), GeneSpec::Any);
}

#[test]
fn schemas_that_hold_together() {
    let components = json!({
        "Base": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "minimum": 1}}}
    });
    let schema = json!({
        "allOf": [
            {"$ref": "#/components/schemas/Base"},
            {"properties": {"id": {"maximum": 9}, "n": {"type": "boolean"}}, "required": ["n"]}
        ]
    });
    let (made, warnings) = spec_and_warnings("3.0.0", &schema, &components);
    assert_eq!(
        made,
        GeneSpec::Object {
            fields: vec![field("id", integer(1, 9, 0)), field("n", GeneSpec::Boolean)],
            additional: None
        }
    );
    assert_eq!(warnings, Vec::<String>::new());

    let beside = json!({"$ref": "#/components/schemas/Base", "required": ["x"]});
    let names = |version| match spec_and_warnings(version, &beside, &components).0 {
        GeneSpec::Object { fields, .. } => {
            fields.into_iter().map(|field| field.name).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(names("3.0.0"), ["id"], "siblings of a reference are ignored before 3.1");
    assert_eq!(names("3.1.0"), ["id", "x"]);
}

#[test]
fn alternatives_with_what_is_around_them() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"type": "boolean"}, "b": {"type": "boolean"}},
        "oneOf": [{"required": ["a"]}, {"required": ["b"]}]
    });
    let made =
        |a, b| GeneSpec::Object { fields: vec![field("a", a), field("b", b)], additional: None };
    assert_eq!(
        spec("3.0.0", schema),
        GeneSpec::Choice(vec![
            made(GeneSpec::Boolean, optional(GeneSpec::Boolean)),
            made(optional(GeneSpec::Boolean), GeneSpec::Boolean),
        ])
    );
}

#[test]
fn a_discriminator_fixes_its_property() {
    let problem = fixture::problem("features-3.1.yaml");
    let template = &problem.templates()[0];
    assert_eq!(template.name, "POST:/things/{kind}");
    let names: Vec<&str> = template.parameters.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["kind", "filter", "meta", "page", "content-type", "body"]);
    assert_eq!(template.parameters[0].1, texts(&["round"]));
    assert_eq!(template.parameters[3].1, optional(GeneSpec::Nullable(Box::new(integer(1, 3, 0)))));
    assert_eq!(
        template.parameters[4].1,
        texts(&["application/vnd.thing+json", "application/x-www-form-urlencoded"])
    );
    let GeneSpec::Suggested { inner, values } = &template.parameters[5].1 else { panic!() };
    assert_eq!(values.len(), 1);
    let GeneSpec::Object { fields, .. } = &**inner else { panic!("{inner:?}") };
    let named = |name: &str| fields.iter().find(|field| field.name == name).unwrap().spec.clone();
    let shape = |kind: &str, size: &str| GeneSpec::Object {
        fields: vec![
            field("type", texts(&[kind])),
            field(size, GeneSpec::Double { min: 0.0, max: f64::MAX, multiple_of: 0.0 }),
        ],
        additional: None,
    };
    assert_eq!(
        named("shape"),
        GeneSpec::Choice(vec![shape("circle", "radius"), shape("Square", "side")])
    );
    assert_eq!(named("count"), optional(integer(1, 10, 3)));
    assert_eq!(named("any"), optional(GeneSpec::Any));
    assert_eq!(
        named("name"),
        GeneSpec::Nullable(Box::new(GeneSpec::Text { min_len: 2, max_len: 12 }))
    );
}

fn depth(spec: &GeneSpec) -> usize {
    match spec {
        GeneSpec::Object { fields, .. } => {
            1 + fields.iter().map(|field| depth(&field.spec)).max().unwrap_or(0)
        }
        GeneSpec::Array { item, max, .. } if *max > 0 => 1 + depth(item),
        GeneSpec::Optional(inner) => depth(inner),
        _ => 1,
    }
}

#[test]
fn recursion_is_bounded() {
    let problem = fixture::problem("features-3.1.yaml");
    let templates = problem.templates();
    let tree = templates.iter().find(|template| template.name == "PUT:/tree").unwrap();
    let made = &tree.parameters[0].1;
    assert!((3..=8).contains(&depth(made)), "{made:?}");

    // Every schema refers to every other: without a bound this has 30! parts.
    let mut components = serde_json::Map::new();
    for index in 0..30 {
        let properties: serde_json::Map<String, Value> = (0..30)
            .map(|other| {
                (format!("p{other}"), json!({"$ref": format!("#/components/schemas/S{other}")}))
            })
            .collect();
        components.insert(format!("S{index}"), json!({"type": "object", "properties": properties}));
    }
    let (made, warnings) = spec_and_warnings(
        "3.0.0",
        &json!({"$ref": "#/components/schemas/S0"}),
        &Value::Object(components),
    );
    assert!(matches!(made, GeneSpec::Object { .. }));
    assert!(warnings.iter().any(|warning| warning.contains("very large")), "{warnings:?}");
}

#[test]
fn a_circle_of_references_ends() {
    let components = json!({
        "A": {"$ref": "#/components/schemas/B"},
        "B": {"$ref": "#/components/schemas/A"},
        "C": {"allOf": [{"$ref": "#/components/schemas/C"}, {"type": "boolean"}]}
    });
    let (made, _) =
        spec_and_warnings("3.0.0", &json!({"$ref": "#/components/schemas/A"}), &components);
    assert_eq!(made, GeneSpec::Any);
    let (made, _) =
        spec_and_warnings("3.0.0", &json!({"$ref": "#/components/schemas/C"}), &components);
    assert_eq!(made, GeneSpec::Boolean);
}

#[test]
fn yaml_means_what_its_author_means() {
    let problem = fixture::problem("shop-2.0.yaml");
    let orders = &problem.templates()[0];
    let named =
        |name: &str| orders.parameters.iter().find(|(known, _)| known == name).unwrap().1.clone();
    assert_eq!(orders.name, "GET:/orders");
    assert_eq!(named("status"), optional(texts(&["no", "yes", "on", "off"])));
    assert_eq!(
        named("since"),
        optional(GeneSpec::Suggested {
            values: vec![GeneValue::text("2026-11-20")],
            inner: Box::new(text_format("date").map(GeneSpec::Format).unwrap())
        })
    );
    assert_eq!(
        named("strict"),
        optional(GeneSpec::Suggested {
            values: vec![GeneValue::Boolean(true)],
            inner: Box::new(GeneSpec::Boolean)
        })
    );
    let GeneSpec::Object { fields, .. } = &problem.templates()[1].parameters[0].1 else { panic!() };
    let named = |name: &str| fields.iter().find(|field| field.name == name).unwrap().spec.clone();
    // `010` is ten in YAML 1.2; a merge key is overridden beside it.
    assert_eq!(named("size"), texts(&["1", "2", "10"]));
    assert_eq!(named("note"), optional(GeneSpec::Text { min_len: 0, max_len: 5 }));
    assert_eq!(named("gift"), optional(GeneSpec::Nullable(Box::new(GeneSpec::Boolean))));
    assert!(fields.iter().all(|field| field.name != "id"), "read-only");
    let label = &problem.templates()[3];
    assert_eq!(
        label.parameters[1].1,
        GeneSpec::Object {
            fields: vec![
                field("text", GeneSpec::Text { min_len: 0, max_len: 20 }),
                field(
                    "sizes",
                    optional(GeneSpec::Array {
                        item: Box::new(integer(i64::from(i32::MIN), i64::from(i32::MAX), 0)),
                        min: 0,
                        max: 16,
                        unique: false
                    })
                )
            ],
            additional: None
        }
    );
}

#[test]
fn what_is_not_understood_is_a_warning_that_names_its_place() {
    let (problem, warnings) = fixture::parse(&fixture::text("odd-3.0.yaml"));
    let templates = problem.templates();
    let names: Vec<&str> = templates.iter().map(|template| template.name.as_str()).collect();
    assert_eq!(names, ["GET:/a/{undescribed}/{id}", "POST:/c", "POST:/loop"]);
    let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    let operation = "#/paths/~1a~1{undescribed}~1{id}/get";
    for (pointer, words) in [
        (format!("{operation}/parameters/0/schema/$ref"), "refers to nothing"),
        (operation.to_owned(), "`nowhere` is not in the path"),
        (operation.to_owned(), "`undescribed` is not described"),
        (format!("{operation}/parameters/2"), "`Content-Type`"),
        (format!("{operation}/parameters/3"), "belongs to the connection"),
        (format!("{operation}/parameters/4"), "no name that HTTP allows"),
        (format!("{operation}/parameters/5"), "style"),
        (format!("{operation}/parameters/5/schema/type"), "`strin` is not known"),
        (format!("{operation}/parameters/6"), "`in: body`"),
        (format!("{operation}/parameters/7"), "refers to nothing"),
        (format!("{operation}/parameters/8/schema"), "leave no value"),
        (format!("{operation}/parameters/9/schema/format"), "postcode"),
        (format!("{operation}/parameters/10/schema/$ref"), "another document"),
        (operation.to_owned(), "a body means nothing to GET"),
        (
            format!("{operation}/responses/200/content/application~1json/schema"),
            "refers to nothing",
        ),
        (format!("{operation}/responses/teapot"), "no status"),
        (format!("{operation}/responses/201"), "refers to nothing"),
        ("#/paths/~1b".to_owned(), "refers to nothing"),
        ("#/paths/c".to_owned(), "begin with `/`"),
        ("#/paths/c/query".to_owned(), "no HTTP method"),
        ("#/paths/c/post/requestBody/content/nonsense".to_owned(), "no media type"),
        ("#/paths/c/post/requestBody/content/application~1xml".to_owned(), "cannot be written"),
        (
            "#/paths/~1loop/post/requestBody/content/application~1json/schema".to_owned(),
            "never ends",
        ),
    ] {
        assert!(
            told.iter()
                .any(|line| line.starts_with(&format!("{pointer}: ")) && line.contains(words)),
            "{pointer}: {words}\n{told:#?}"
        );
    }
}
