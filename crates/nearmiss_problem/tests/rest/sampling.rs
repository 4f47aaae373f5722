//! Which calls are made, and that every one of them can be sent and read back.

use crate::fixture;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

use nearmiss_problem::Problem;
use nearmiss_problem::rest::RestProblem;
use nearmiss_problem::{Call, OperationName, Part, Source, is_sendable_target};
use nearmiss_search::{ActionAt, GeneValue, Individual, Sampler};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

fn check(problem: &RestProblem, individual: &Individual, max_actions: usize) {
    assert!(!individual.calls.is_empty() && individual.calls.len() <= max_actions);
    for (at, action) in individual.calls.iter().enumerate() {
        let template = &problem.templates()[action.template.0 as usize];
        assert_eq!(action.genes.len(), template.parameters.len());
        let mut linked = BTreeSet::new();
        for link in &action.links {
            let from = link.from.call().unwrap();
            assert!(from < at, "{} links to {from} from {at}", template.name);
            assert!(link.parameter < action.genes.len());
            let place = (link.parameter, link.path.clone());
            assert!(linked.insert(place), "two links for one place");
            assert!(
                link.source == "Location" || link.source.is_empty() || link.source.starts_with('/')
            );
        }
    }
}

fn calls(problem: &RestProblem, individual: &Individual) -> Vec<Call> {
    let calls = problem.lower(individual).calls;
    assert_eq!(calls.len(), individual.calls.len());
    calls
}

/// The text of parts with fallbacks in place of links.
fn flat(parts: &[Part]) -> String {
    let one = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::FromResponse { fallback, .. } | Part::FromSetup { fallback, .. } => fallback.clone(),
        Part::Credential { user, slot } => format!("<{user} {slot}>"),
        Part::Written { parts, .. } => flat(parts),
    };
    parts.iter().map(one).collect()
}

fn individuals(problem: &RestProblem, seed: u64, count: usize) -> Vec<Individual> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut all = problem.initial(&mut rng);
    for _ in 0..count {
        all.push(problem.sample(&mut rng, 10));
    }
    all
}

#[test]
fn the_first_individuals_call_each_operation_once() {
    for name in fixture::ALL {
        let problem = fixture::problem(name);
        let first = problem.initial(&mut Pcg64Mcg::seed_from_u64(7));
        let called: Vec<u32> =
            first.iter().map(|individual| individual.calls[0].template.0).collect();
        let all: Vec<u32> = (0..u32::try_from(problem.templates().len()).unwrap()).collect();
        assert_eq!(called[..all.len()], all);
        assert!(first.iter().all(|individual| individual.calls.len() == 1));
    }
}

#[test]
fn samples_and_changes_keep_links_sane() {
    for name in fixture::ALL {
        let problem = fixture::problem(name);
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for max_actions in [1, 2, 3, 10] {
            let mut changed = 0;
            for _ in 0..150 {
                let mut individual = problem.sample(&mut rng, max_actions);
                check(&problem, &individual, max_actions);
                for _ in 0..6 {
                    changed +=
                        u32::from(problem.mutate_structure(&mut individual, &mut rng, max_actions));
                    check(&problem, &individual, max_actions);
                }
                calls(&problem, &individual);
            }
            assert_eq!(changed > 0, max_actions > 1, "{name} {max_actions}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_calls() {
    let problem = fixture::problem("library-3.0.json");
    let all = |seed| -> Vec<Vec<Call>> {
        individuals(&problem, seed, 100)
            .iter()
            .map(|individual| calls(&problem, individual))
            .collect()
    };
    assert_eq!(all(5), all(5));
    assert_ne!(all(5), all(6));
}

fn names(problem: &RestProblem, individual: &Individual) -> Vec<String> {
    individual
        .calls
        .iter()
        .map(|action| problem.templates()[action.template.0 as usize].name.clone())
        .collect()
}

#[test]
fn resources_are_made_before_they_are_used() {
    let problem = fixture::problem("library-3.0.json");
    let mut seen: BTreeMap<Vec<String>, Vec<Individual>> = BTreeMap::new();
    for individual in individuals(&problem, 11, 3000) {
        seen.entry(names(&problem, &individual)).or_default().push(individual);
    }
    let linked = |steps: &[&str]| -> Vec<&Individual> {
        let steps: Vec<String> = steps.iter().map(|step| (*step).to_owned()).collect();
        let all = seen.get(&steps).map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|one| !one.calls.last().unwrap().links.is_empty()).collect()
    };
    for verb in ["GET", "PUT", "DELETE"] {
        let item = format!("{verb}:/users/{{userId}}");
        let found = linked(&["POST:/users", &item]);
        let link = &found.first().unwrap_or_else(|| panic!("POST then {item}")).calls[1].links[0];
        assert_eq!(
            (link.parameter, link.from, link.source.as_str()),
            (0, ActionAt::Call(0), "/id")
        );
        assert!(
            !linked(&["POST:/users", "DELETE:/users/{userId}", &item]).is_empty()
                || verb == "DELETE"
        );
    }
    // Parent and child: both ids are taken, the child's out of `data`.
    let chain = linked(&[
        "POST:/users",
        "POST:/users/{userId}/books",
        "GET:/users/{userId}/books/{bookId}",
    ]);
    let individual = chain.first().expect("a chain of parent and child");
    assert_eq!(individual.calls[1].links.len(), 1);
    let call = &calls(&problem, individual)[2];
    let sources: Vec<(usize, &Source)> = call
        .http()
        .target
        .iter()
        .filter_map(|part| match part {
            Part::FromResponse { call: step, source, .. } => Some((*step, source)),
            Part::Text(_)
            | Part::FromSetup { .. }
            | Part::Credential { .. }
            | Part::Written { .. } => None,
        })
        .collect();
    assert_eq!(
        sources,
        [(0, &Source::Body("/id".to_owned())), (1, &Source::Body("/data/id".to_owned()))]
    );
    // Something happens to the resource before it is used: also below it.
    let before = linked(&["POST:/users", "POST:/users/{userId}/books", "DELETE:/users/{userId}"]);
    let actions = &before.first().expect("a child is made before the parent goes").calls;
    assert!(actions[1..].iter().all(|action| action.links[0].from == ActionAt::Call(0)));
    // A resource whose creation says where it is, and one whose path says it.
    let located = linked(&["POST:/shelves", "DELETE:/shelves/{code}"]);
    assert_eq!(located.first().expect("by location").calls[1].links[0].source, "Location");
    let put: Vec<String> =
        ["PUT:/shelves/{code}", "DELETE:/shelves/{code}"].map(str::to_owned).into();
    let same = seen[&put].iter().filter(|individual| {
        individual.calls[0].genes[0].value() == individual.calls[1].genes[0].value()
    });
    assert!(same.count() > 0, "PUT and DELETE of the same code");
}

#[test]
fn a_child_is_looked_for_below_its_own_parent() {
    let problem = fixture::problem("library-3.0.json");
    let mut rng = Pcg64Mcg::seed_from_u64(21);
    let mut seen = 0;
    for _ in 0..2000 {
        let mut individual = problem.sample(&mut rng, 10);
        for _ in 0..3 {
            problem.mutate_structure(&mut individual, &mut rng, 10);
        }
        let all = names(&problem, &individual);
        for (action, name) in individual.calls.iter().zip(&all) {
            let [user, book] = action.links.as_slice() else { continue };
            if name != "GET:/users/{userId}/books/{bookId}" {
                continue;
            }
            let (user, book) = if user.parameter == 0 { (user, book) } else { (book, user) };
            let made = &individual.calls[book.from.call().unwrap()];
            // Unless the creation of the book lost its own link when calls were taken out.
            if let Some(parent) = made.links.first() {
                seen += 1;
                assert_eq!((parent.from, &parent.source), (user.from, &user.source), "{all:?}");
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn a_call_is_put_behind_what_it_may_work_on() {
    let problem = fixture::problem("library-3.0.json");
    let templates = problem.templates();
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let first = problem.initial(&mut rng);
    let of = |name: &str| {
        let at = templates.iter().position(|template| template.name == name);
        first[at.unwrap_or_else(|| panic!("{name}"))].clone()
    };
    let behind = |earlier: &Individual, name: &str| {
        let call = problem.behind(earlier, &of(name).calls[0])?;
        let mut all = earlier.clone();
        all.calls.push(call);
        check(&problem, &all, 10);
        Some(all)
    };
    // What a creation has made.
    let made = behind(&of("POST:/users"), "GET:/users/{userId}").expect("of the user");
    assert_eq!(
        (made.calls[1].links[0].from, made.calls[1].links[0].source.as_str()),
        (ActionAt::Call(0), "/id")
    );
    // What was changed, wherever it comes from: by the same link, else by the same value.
    let changed = behind(&of("POST:/users"), "PUT:/users/{userId}").expect("of the user");
    let after = behind(&changed, "GET:/users/{userId}").expect("of the same user");
    assert_eq!(after.calls[2].links, changed.calls[1].links);
    let mut put = of("PUT:/users/{userId}");
    assert!(
        put.calls[0].genes[0].set_value(&GeneValue::text("someone"))
            || put.calls[0].genes[0].set_value(&GeneValue::Integer(7))
    );
    let same = behind(&put, "POST:/users/{userId}/books").expect("below the same user");
    assert_eq!(same.calls[1].genes[0].value(), put.calls[0].genes[0].value());
    assert!(same.calls[1].links.is_empty());
    // Nothing to do with it, or nothing has changed.
    assert!(behind(&of("POST:/users"), "POST:/shelves").is_none());
    assert!(behind(&of("GET:/users/{userId}"), "PUT:/users/{userId}").is_none());
    // All operations are asked for as long as nobody says otherwise.
    assert!(first.iter().all(|one| problem.asks(one.calls[0].template)));
}

#[test]
fn declared_links_are_followed() {
    let answer = |links: Value| {
        json!({"200": {"content": {"application/json": {"schema": {
        "type": "object", "properties": {"ticket": {"type": "string"}}
    }}}, "links": links}})
    };
    let parameter =
        json!([{"name": "key", "in": "path", "required": true, "schema": {"type": "string"}}]);
    let document = json!({
        "openapi": "3.0.0",
        "paths": {
            "/login": {"post": {"responses": answer(json!({
                "one": {"operationId": "one", "parameters": {"key": "$response.body#/ticket"}},
                "two": {"operationRef": "#/paths/~1b~1{key}/get", "parameters": {"path.key": "$response.header.location"}},
                "none": {"operationId": "one", "parameters": {"key": "$request.query.x"}}
            }))}},
            "/a/{key}": {"get": {"operationId": "one", "parameters": parameter}},
            "/b/{key}": {"get": {"parameters": parameter}}
        }
    });
    let (problem, _) = fixture::parse(&document.to_string());
    let mut sources = BTreeSet::new();
    for individual in individuals(&problem, 1, 100) {
        for (action, name) in individual.calls.iter().zip(names(&problem, &individual)) {
            sources.extend(action.links.iter().map(|link| (name.clone(), link.source.clone())));
        }
    }
    let found: Vec<(&str, &str)> =
        sources.iter().map(|(name, source)| (name.as_str(), source.as_str())).collect();
    assert_eq!(found, [("GET:/a/{key}", "/ticket"), ("GET:/b/{key}", "Location")]);
}

#[test]
fn one_call_a_test_is_possible() {
    let problem = fixture::problem("library-3.0.json");
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    for _ in 0..200 {
        let mut individual = problem.sample(&mut rng, 1);
        check(&problem, &individual, 1);
        assert!(individual.calls[0].links.is_empty());
        assert!(!problem.mutate_structure(&mut individual, &mut rng, 1));
    }
}

#[test]
fn every_call_can_be_sent() {
    for name in fixture::ALL {
        let problem = fixture::problem(name);
        for individual in individuals(&problem, 4, 400) {
            for call in calls(&problem, &individual) {
                let target = flat(&call.http().target);
                assert!(target.starts_with('/'), "{target}");
                assert!(target.bytes().all(|byte| (0x21..=0x7e).contains(&byte)), "{target}");
                assert!(is_sendable_target(&target), "{target}");
                for (name, value) in &call.http().headers {
                    assert!(
                        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'),
                        "{name}"
                    );
                    let value = flat(value);
                    let allowed = |letter| matches!(letter, '\t' | ' '..='~' | '\u{a0}'..='\u{ff}');
                    assert!(value.chars().all(allowed), "{name}: {value:?}");
                    assert_eq!(value.trim_matches([' ', '\t']), value);
                }
                if let Some(body) = &call.http().body {
                    assert!(body.content_type.bytes().all(|byte| (0x20..0x7f).contains(&byte)));
                }
            }
        }
    }
}

/// What Node reads out of a value as it is sent: text with U+FFFD for lone surrogates, numbers as
/// they are printed.
fn as_text(value: &GeneValue) -> Option<String> {
    match value {
        GeneValue::Text(units) => Some(String::from_utf16_lossy(units)),
        GeneValue::Integer(whole) => Some(whole.to_string()),
        GeneValue::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// Node decodes what was written: an independent reader of targets, forms and JSON.
#[test]
fn node_reads_back_what_was_written() {
    let mut cases: Vec<Value> = Vec::new();
    let mut expected: Vec<Vec<(String, Option<String>)>> = Vec::new();
    for name in ["library-3.0.json", "shop-2.0.yaml", "features-3.1.yaml"] {
        let problem = fixture::problem(name);
        for individual in individuals(&problem, 8, 600) {
            for (call, action) in calls(&problem, &individual).iter().zip(&individual.calls) {
                let template = &problem.templates()[action.template.0 as usize];
                let path = OperationName::parts_of(&template.name).1;
                let mut wanted = Vec::new();
                for ((parameter, _), gene) in template.parameters.iter().zip(&action.genes) {
                    let linked = action
                        .links
                        .iter()
                        .any(|link| template.parameters[link.parameter].0 == *parameter);
                    if path.contains(&format!("{{{parameter}}}")) || linked {
                        wanted.push((format!("path {parameter}"), as_text(&gene.value())));
                    } else if !["body", "content-type"].contains(&parameter.as_str()) {
                        wanted.push((parameter.clone(), as_text(&gene.value())));
                    }
                }
                expected.push(wanted);
                let base = if name.starts_with("library") {
                    "/v1"
                } else if name.starts_with("shop") {
                    "/api"
                } else {
                    ""
                };
                cases.push(json!({
                    "path": format!("{base}{path}"),
                    "target": flat(&call.http().target),
                    "type": call.http().body.as_ref().map(|body| body.content_type.clone()),
                    "body": call.http().body.as_ref().map(|body| flat(&body.text)),
                }));
            }
        }
    }
    // Numbers of every size, beside those that schemas happened to give.
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    let numbers: Vec<f64> =
        (0..2000).map(|_| f64::from_bits(rng.random())).filter(|real| real.is_finite()).collect();
    let list = numbers.iter().map(|real| GeneValue::Double(*real)).collect();
    cases.push(number_case(list));
    expected.push(Vec::new());

    let answers = node(&cases);
    assert_eq!(answers.len(), cases.len());
    let mut compared = 0;
    for ((case, answer), wanted) in cases.iter().zip(&answers).zip(&expected) {
        assert!(answer["problem"].is_null(), "{:.600}\n{answer:.600}", case.to_string());
        for (name, text) in wanted {
            let Some(text) = text else { continue };
            let read = &answer["values"][name];
            let Some(read) = read.as_str() else { continue };
            compared += 1;
            assert_eq!(read, text, "{name} of {case}");
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// A body of numbers, written by the same code as every other body.
fn number_case(list: Vec<GeneValue>) -> Value {
    let document = json!({
        "openapi": "3.0.0",
        "paths": {"/n": {"post": {"requestBody": {
            "required": true,
            "content": {"application/json": {"schema": {"type": "array", "items": {"type": "number"}, "maxItems": 1000}}}
        }}}}
    });
    let (problem, _) = fixture::parse(&document.to_string());
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut individual = problem.initial(&mut rng).remove(0);
    let list: Vec<GeneValue> = list.into_iter().take(1000).collect();
    assert!(individual.calls[0].genes[0].set_value(&GeneValue::List(list)));
    let call = calls(&problem, &individual).remove(0);
    let body = call.http().body.as_ref().unwrap();
    json!({"path": "/n", "target": flat(&call.http().target), "type": body.content_type, "body": flat(&body.text)})
}

fn node(cases: &[Value]) -> Vec<Value> {
    let script = format!("{}/tests/rest/read_back.js", env!("CARGO_MANIFEST_DIR"));
    let mut child = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node must be on the PATH");
    let mut stdin = child.stdin.take().unwrap();
    let input = Value::Array(cases.to_vec()).to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn all_examples_of_the_document_are_sent_to_begin_with() {
    let document = json!({"openapi": "3.0.0", "paths": {"/a": {"post": {
        "parameters": [{"name": "q", "in": "query", "example": "e1", "schema": {"type": "string", "default": "e2"}}],
        "requestBody": {"content": {"application/json": {
            "schema": {"type": "object", "properties": {"x": {"type": "integer", "example": 41}}},
            "examples": {"one": {"value": {"x": 42}}, "two": {"value": {"x": 43}}}
        }}}
    }}}});
    let (problem, _) = fixture::parse(&document.to_string());
    let first = problem.initial(&mut Pcg64Mcg::seed_from_u64(1));
    let mut sent = String::new();
    for individual in &first[1..] {
        let call = calls(&problem, individual).remove(0);
        sent += &format!(
            "{} {}\n",
            flat(&call.http().target),
            flat(&call.http().body.as_ref().unwrap().text)
        );
    }
    for wanted in ["q=e1", "q=e2", "{\"x\":42}", "{\"x\":43}"] {
        assert!(sent.contains(wanted), "{wanted} in {sent}");
    }
}
