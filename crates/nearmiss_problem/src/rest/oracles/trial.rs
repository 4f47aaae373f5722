//! Tests of oracles: an API of notes, calls on it as people would write them down, and what an oracle says.

use std::collections::BTreeSet;

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, ActionAt, GeneSpec, GeneValue, Individual, Link, UserId};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

use super::relations::path_parameters;
use super::{Judged, JudgedTest, Memory, Oracle};
use crate::FoundRoute;
use crate::rest::RestProblem;
use crate::rest::model::Model;
use crate::rest::operation::Operation;
use crate::{
    Body, Call, CallOutcome, HttpRequest, HttpResponse, Incident, OperationName, Part, Request,
    Source,
};
use crate::{Problem, ProblemOptions};

/// The document of `fixtures/suts/oracles`, with a page.
fn document() -> Value {
    let text = include_str!("../../../../../fixtures/suts/oracles/notes.json");
    let mut document: Value = serde_json::from_str(text).unwrap();
    let q = json!({"name": "q", "in": "query", "schema": {"type": "string"}});
    let page = json!({"200": {"description": "", "content": {"text/html": {}}}});
    document["paths"]["/page"] = json!({"get": {"parameters": [q], "responses": page}});
    document
}

/// An API.
pub(super) struct Trial {
    problem: RestProblem,
    model: Model,
    incidents: Vec<Incident>,
    rows: Vec<i64>,
}

/// A call that was made.
#[derive(Clone)]
pub(super) struct Told {
    operation: String,
    target: String,
    body: Option<Value>,
    user: Option<&'static str>,
    answer: HttpResponse,
    from: Option<usize>,
    strayed: bool,
}

/// `GET /notes/1`, answered with this status.
pub(super) fn call(line: &str, status: u16) -> Told {
    let (method, target) = line.split_once(' ').unwrap();
    let path = target.split('?').next().unwrap();
    let shape = if path.starts_with("/notes/") { "/notes/{id}" } else { path };
    Told {
        operation: OperationName::new(method, shape).into(),
        target: target.to_owned(),
        body: None,
        user: None,
        answer: HttpResponse { status, ..HttpResponse::default() },
        from: None,
        strayed: false,
    }
}

impl Told {
    /// With this JSON body.
    pub fn sends(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    /// Answered with this JSON.
    pub fn gets(self, body: &Value) -> Self {
        self.gets_text("application/json", &body.to_string())
    }

    /// Answered with this text.
    pub fn gets_text(mut self, media: &str, body: &str) -> Self {
        self.answer.headers.push(("content-type".to_owned(), media.to_owned()));
        self.answer.body = body.as_bytes().to_vec();
        self
    }

    /// Answered with this header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.answer.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Made by this user.
    pub fn by(mut self, user: &'static str) -> Self {
        self.user = Some(user);
        self
    }

    /// Made for another operation than the one that handled it.
    pub fn strays(mut self) -> Self {
        self.strayed = true;
        self
    }

    /// The id in its path is that of the answer to an earlier call.
    pub fn made_by(mut self, earlier: usize) -> Self {
        self.from = Some(earlier);
        self
    }
}

/// A note as the API answers it.
pub(super) fn note(id: u32, title: &str, pages: u32) -> Value {
    json!({"id": id, "title": title, "pages": pages, "owner": "house", "archived": false, "labels": []})
}

impl Trial {
    /// The notes; users are ann, bob and cid.
    pub fn new() -> Self {
        let (problem, _) =
            RestProblem::parse(&document().to_string(), &ProblemOptions::default()).unwrap();
        let route = |method: &str, path: &str| FoundRoute {
            method: method.to_owned(),
            path: path.to_owned(),
            ..FoundRoute::default()
        };
        let routes = ["/internal", "/health", "/{any}", "/static/*"].map(|path| route("GET", path));
        problem.add_routes(&routes);
        let mut model = (*problem.model()).clone();
        model.users = ["ann", "bob", "cid"].map(str::to_owned).to_vec();
        Self { problem, model, incidents: Vec::new(), rows: Vec::new() }
    }

    /// In the process of which this is seen during the call `action` of each test.
    pub fn seeing(mut self, action: usize, kind: &str, place: &str, detail: &str) -> Self {
        let [kind, place, detail] = [kind, place, detail].map(str::to_owned);
        self.incidents.push(Incident { action, kind, place, detail });
        self
    }

    /// With a row that holds this number at the beginning of each test.
    pub fn with_row(mut self, number: i64) -> Self {
        self.rows.push(number);
        self
    }

    /// With no operation that reads one note.
    pub fn without_reading(mut self) -> Self {
        let reads = |one: &&mut Operation| &*one.name == "GET:/notes/{id}";
        self.model.operations.iter_mut().filter(reads).for_each(|one| one.anywhere = true);
        self
    }

    fn individual(&self, calls: &[Told]) -> Individual {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut individual = Individual::default();
        for told in calls {
            let index =
                self.model.find(&told.operation).unwrap_or_else(|| panic!("{}", told.operation));
            let operation = &self.model.operations[index];
            let mut action = self.model.fresh(index, &mut rng);
            let segments: Vec<&str> = told.target.split(['/', '?']).collect();
            for parameter in path_parameters(operation) {
                let text = segments.get(2).or(segments.get(1)).unwrap();
                let value = text.parse().map_or_else(|_| GeneValue::text(text), GeneValue::Integer);
                super::continuation::send(&mut action, parameter, value);
                if let Some(from) = told.from {
                    let source = "/id".to_owned();
                    let from = ActionAt::Call(from);
                    action.links.push(Link { parameter, from, source, ..Link::default() });
                }
            }
            if let (Some(body), Some(parameter)) =
                (&told.body, super::continuation::json_body(operation))
            {
                super::continuation::send(&mut action, parameter, value_of(body));
            }
            let user = told.user.map(|name| {
                let at = self.model.users.iter().position(|user| user == name).unwrap();
                UserId(u32::try_from(at).unwrap())
            });
            action.user = user;
            individual.calls.push(action);
        }
        let mut row = |number: &i64| {
            let spec = GeneSpec::Integer { min: i64::MIN, max: i64::MAX, multiple_of: 0 };
            let mut gene = Gene::new(&spec, &mut rng);
            gene.set_value(&GeneValue::Integer(*number));
            Action { genes: vec![gene], ..individual.calls[0].clone() }
        };
        individual.setup = self.rows.iter().map(&mut row).collect();
        individual
    }

    fn with_test<T>(
        &self,
        calls: &[Told],
        memory: Option<&Memory>,
        look: impl FnOnce(&JudgedTest<'_>) -> T,
    ) -> T {
        let individual = self.individual(calls);
        let sent: Vec<(Call, CallOutcome)> = calls.iter().map(Told::sent).collect();
        let judged: Vec<Judged<'_>> = sent
            .iter()
            .zip(calls)
            .map(|((call, outcome), told)| Judged {
                rules: self.problem.rules(),
                operation: &self.model.operations[self.model.find(&call.operation).unwrap()],
                call,
                outcome,
                thrown_at: None,
                strayed: told.strayed,
            })
            .collect();
        let test = JudgedTest::new(&self.model, &individual, &judged, &self.incidents);
        look(&JudgedTest { memory, ..test })
    }

    /// The faults that an oracle sees: index of the call, operation, place.
    pub fn faults(&self, oracle: &dyn Oracle, calls: &[Told]) -> Vec<(usize, String, String)> {
        let seen = self.seen(oracle, calls).into_iter();
        seen.map(|(index, fault)| (index, fault.operation, fault.place)).collect()
    }

    /// The codes of the faults that an oracle sees.
    pub fn codes(&self, oracle: &dyn Oracle, calls: &[Told]) -> Vec<u32> {
        self.seen(oracle, calls).into_iter().map(|(_, fault)| fault.code).collect()
    }

    fn seen(&self, oracle: &dyn Oracle, calls: &[Told]) -> Vec<(usize, nearmiss_search::Fault)> {
        let checked = |told: (usize, nearmiss_search::Fault)| {
            assert!(oracle.faults().iter().any(|(code, _)| *code == told.1.code));
            assert!(!told.1.message.is_empty() && !told.1.message.contains('\n'));
            told
        };
        self.with_test(calls, None, |test| {
            let single = test.calls.iter().enumerate().flat_map(|(index, judged)| {
                oracle.judge(judged).into_iter().map(move |fault| (index, fault))
            });
            single.chain(oracle.judge_test(test)).map(checked).collect()
        })
    }

    /// Whether an oracle sees any fault.
    pub fn is_faulty(&self, oracle: &dyn Oracle, calls: &[Told]) -> bool {
        !self.faults(oracle, calls).is_empty()
    }

    /// What an oracle asks for after a test, each call in one line; asked until it asks for nothing more.
    pub fn examinations(&self, oracle: &dyn Oracle, calls: &[Told]) -> Vec<Vec<String>> {
        self.examinations_after(oracle, &[], calls)
    }

    /// The same where other tests were run before.
    pub fn examinations_after(
        &self,
        oracle: &dyn Oracle,
        earlier: &[&[Told]],
        calls: &[Told],
    ) -> Vec<Vec<String>> {
        let mut memory = Memory::default();
        for calls in earlier.iter().chain([&calls]) {
            self.with_test(calls, None, |test| memory.note(test, 0.0));
        }
        let mut asked = BTreeSet::new();
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let mut found = Vec::new();
        for _ in 0..100 {
            let more = self
                .with_test(calls, Some(&memory), |test| oracle.examine(test, &mut asked, &mut rng));
            if more.is_empty() {
                return found;
            }
            found.extend(more.iter().map(|individual| self.lines(individual)));
        }
        panic!("it asks for ever");
    }

    /// After how many tests of a search an oracle asks for more, which all are this one and use up this budget of tests.
    pub fn asked_after(&self, oracle: &dyn Oracle, calls: &[Told], budget: u32) -> Vec<u32> {
        let mut memory = Memory::default();
        let mut asked = BTreeSet::new();
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let mut asks = |made: &u32| {
            let used = f64::from(*made) / f64::from(budget);
            self.with_test(calls, None, |test| memory.note(test, used));
            !self
                .with_test(calls, Some(&memory), |test| oracle.examine(test, &mut asked, &mut rng))
                .is_empty()
        };
        (1..=budget).filter(|made| asks(made)).collect()
    }

    fn lines(&self, individual: &Individual) -> Vec<String> {
        let steps = self.problem.lower(individual).calls;
        let lines = steps.iter().zip(&individual.calls).map(|(call, action)| {
            let text = |parts: &[Part]| -> String {
                let texts = parts.iter().map(|part| match part {
                    Part::FromSetup { .. } | Part::Credential { .. } | Part::Written { .. } => {
                        String::new()
                    }
                    Part::Text(text) => text.clone(),
                    Part::FromResponse { call: step, source: Source::Body(pointer), .. } => {
                        format!("<{step}{pointer}>")
                    }
                    Part::FromResponse { call: step, .. } => format!("<{step} location>"),
                });
                texts.collect()
            };
            let user = action.user.map(|user| &*self.model.users[user.0 as usize]);
            let body = call.http().body.as_ref().map(|body| text(&body.text));
            let words = [
                Some(call.http().method.clone()),
                Some(text(&call.http().target)),
                body,
                user.map(|user| format!("by {user}")),
            ];
            words.into_iter().flatten().collect::<Vec<_>>().join(" ")
        });
        lines.collect()
    }
}

impl Told {
    fn sent(&self) -> (Call, CallOutcome) {
        let body = self.body.as_ref().map(|body| Body {
            content_type: "application/json".to_owned(),
            text: vec![Part::Text(body.to_string())],
        });
        let call = Call {
            operation: self.operation.as_str().into(),
            user: self.user.map(str::to_owned),
            request: Request::Http(HttpRequest {
                method: OperationName::parts_of(&self.operation).0.to_owned(),
                target: vec![Part::Text(self.target.clone())],
                headers: Vec::new(),
                body,
            }),
        };
        (call, CallOutcome::Response(self.answer.clone()))
    }
}

fn value_of(value: &Value) -> GeneValue {
    match value {
        Value::Null => GeneValue::Null,
        Value::Bool(flag) => GeneValue::Boolean(*flag),
        Value::Number(number) => number
            .as_i64()
            .map_or_else(|| GeneValue::Double(number.as_f64().unwrap()), GeneValue::Integer),
        Value::String(text) => GeneValue::text(text),
        Value::Array(items) => GeneValue::List(items.iter().map(value_of).collect()),
        Value::Object(fields) => GeneValue::Record(
            fields.iter().map(|(name, value)| (name.clone(), value_of(value))).collect(),
        ),
    }
}
