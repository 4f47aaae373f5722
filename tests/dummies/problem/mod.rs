//! A kind of problem that only tests know: a store whose keys can be asked for, and which no call fills. It stands for any that
//! is added: a folder like this one, and a line in the list of kinds. What it asks for stands in the store because a test sets
//! it up first, by a kind of setup that only tests know, too (`../setup/toy.cjs`).

use nearmiss_problem::{
    Call, CallOutcome, Focus, FocusError, FoundRoute, HttpRequest, Narrowed, Part, PlainRequest,
    Problem, Request, Seeded, Setup, Shown, Source, Test, TestRun, Verdict,
};
use nearmiss_search::gene::Gene;
use nearmiss_search::{
    Action, ActionAt, ActionTemplate, GeneSpec, GeneValue, Individual, Link, Sampler, TemplateId,
    json_text,
};
use rand_pcg::Pcg64Mcg;

/// Puts a value into the store; answers its key.
const PUT: TemplateId = TemplateId(0);
/// Asks for a key.
const ASK: TemplateId = TemplateId(1);

/// The store.
#[derive(Debug)]
pub struct Store {
    templates: Vec<ActionTemplate>,
}

impl Store {
    /// The store of the API.
    pub fn new() -> Self {
        let text = || GeneSpec::Text { min_len: 0, max_len: 20 };
        let template = |name: &str, inputs: &[&str]| ActionTemplate {
            name: name.to_owned(),
            parameters: inputs.iter().map(|input| ((*input).to_owned(), text())).collect(),
        };
        Self { templates: vec![template("toy:put", &["value"]), template("ASK:/", &["key"])] }
    }

    fn action(&self, template: TemplateId, rng: &mut Pcg64Mcg) -> Action {
        let parameters = &self.templates[template.0 as usize].parameters;
        let genes = parameters.iter().map(|(_, spec)| Gene::new(spec, rng)).collect();
        Action { template, genes, links: Vec::new(), user: None, malformed: None }
    }
}

impl Sampler for Store {
    fn initial(&self, rng: &mut Pcg64Mcg) -> Vec<Individual> {
        vec![Individual { calls: vec![self.action(ASK, rng)], ..Individual::default() }]
    }

    /// One that is set up, and a call that asks for its key.
    fn sample(&self, rng: &mut Pcg64Mcg, _max_actions: usize) -> Individual {
        let mut ask = self.action(ASK, rng);
        let source = "/key".to_owned();
        ask.links.push(Link { from: ActionAt::Setup(0), source, ..Link::default() });
        Individual { setup: vec![self.action(PUT, rng)], calls: vec![ask], ..Individual::default() }
    }

    /// Sets up one more, which nothing asks for.
    fn mutate_structure(
        &self,
        individual: &mut Individual,
        rng: &mut Pcg64Mcg,
        _max_actions: usize,
    ) -> bool {
        let fits = individual.setup.len() < 3;
        if fits {
            individual.setup.push(self.action(PUT, rng));
        }
        fits
    }
}

fn text(action: &Action) -> String {
    match action.genes[0].value() {
        GeneValue::Text(units) => String::from_utf16_lossy(&units),
        other => format!("{other:?}"),
    }
}

fn key_of(action: &Action) -> Part {
    let fallback = text(action).bytes().map(|byte| format!("{byte:02x}")).collect();
    match action.links.first() {
        Some(Link { from: ActionAt::Setup(setup), source, .. }) => {
            Part::FromSetup { setup: *setup, source: Source::Body(source.clone()), fallback }
        }
        _ => Part::Text(fallback),
    }
}

impl Problem for Store {
    fn templates(&self) -> Vec<ActionTemplate> {
        self.templates.clone()
    }

    fn operation_index(&self, name: &str) -> Option<usize> {
        self.templates.iter().position(|template| template.name == name)
    }

    fn input_keys(&self) -> Vec<Vec<String>> {
        vec![vec!["value".to_owned()], vec!["key".to_owned()]]
    }

    fn is_asked(&self, _operation: &str) -> bool {
        true
    }

    fn users(&self) -> Vec<String> {
        Vec::new()
    }

    fn may_call(&self, _name: &str) -> bool {
        false
    }

    fn leave_out_user(&self, _name: &str) {}

    fn add_routes(&self, _routes: &[FoundRoute]) -> Vec<String> {
        Vec::new()
    }

    fn note_routes(&self, _routes: &[FoundRoute]) {}

    fn narrow(&self, _focus: &Focus) -> Result<Narrowed, FocusError> {
        Ok(Narrowed::default())
    }

    fn seed(&self, _: &[PlainRequest], _max_actions: usize, _rng: &mut Pcg64Mcg) -> Seeded {
        Seeded::default()
    }

    fn lower(&self, individual: &Individual) -> Test {
        let setup = individual.setup.iter().map(|action| Setup {
            kind: "toy".to_owned(),
            function: "put".to_owned(),
            arguments: vec![vec![Part::Text(json_text(&GeneValue::text(&text(action))))]],
        });
        let calls = individual.calls.iter().map(|action| Call {
            operation: "ASK:/".into(),
            user: None,
            request: Request::Http(HttpRequest {
                method: "GET".to_owned(),
                target: vec![Part::Text("/ask/".to_owned()), key_of(action)],
                headers: Vec::new(),
                body: None,
            }),
        });
        Test { setup: setup.collect(), calls: calls.collect() }
    }

    fn judge(&self, run: &TestRun<'_>) -> Verdict {
        let statuses = run.calls.iter().filter_map(|one| match one.outcome {
            CallOutcome::Response(answer) => Some(answer.status),
            CallOutcome::Timeout | CallOutcome::Broken(_) => None,
        });
        let shown = statuses.map(|status| Shown::Target(format!("Status_ASK_{status}"), 1.0));
        Verdict { shown: shown.collect() }
    }

    fn shows_in_answers(&self, _code: u32) -> bool {
        true
    }

    fn note(&self, _run: &TestRun<'_>, _used: f64, _rng: &mut Pcg64Mcg) {}
}
