//! Values and calls that are put elsewhere.

use super::*;
use crate::{ActionAt, Evaluation, FieldSpec, GeneSpec, Hit, Link};
use nearmiss_targets::COVERED;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

const POST: TemplateId = TemplateId(0);
const GET: TemplateId = TemplateId(1);
const SEND: TemplateId = TemplateId(2);
const CODE_OF_LONG: TargetId = TargetId(7);

/// `POST {code, kind}` reads the code and refuses all kinds but `a`; `GET code` tells what it is; `SEND` succeeds
/// behind a POST. Codes are of four letters (target 7) or not.
struct Shop {
    refuses: bool,
    answers: Answers,
    calls: u32,
    limit: u32,
}

fn text_of(value: &GeneValue) -> String {
    let GeneValue::Text(units) = value else { return String::new() };
    String::from_utf16_lossy(units)
}

fn field(action: &Action, name: &str) -> String {
    let GeneValue::Record(fields) = action.genes[0].value() else { return String::new() };
    fields.iter().find(|(known, _)| known == name).map_or_else(String::new, |(_, v)| text_of(v))
}

impl Evaluator for Shop {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let (mut hits, mut held, mut posted) = (Vec::new(), Vec::new(), false);
        self.refuses = false;
        for action in &individual.calls {
            self.calls += 1;
            let code = match action.template {
                POST => field(action, "code"),
                GET => text_of(&action.genes[0].value()),
                _ => String::new(),
            };
            if code.len() == 4 {
                hits.push(Hit { target: CODE_OF_LONG, h: COVERED });
            }
            match action.template {
                POST if field(action, "kind") == "a" => posted = true,
                GET if !code.is_empty() => held.push(u32::from(code.len() == 4)),
                SEND if posted => hits.push(Hit { target: TargetId(9), h: COVERED }),
                _ => self.refuses = true,
            }
        }
        self.answers = if self.refuses { Answers::Refused(0) } else { Answers::Good(held) };
        Evaluation { hits, calls: individual.calls.len() as u32, ..Evaluation::default() }
    }

    fn answers(&mut self) -> Answers {
        self.answers.clone()
    }

    fn stopped(&self) -> bool {
        self.calls >= self.limit
    }

    fn used(&self) -> f64 {
        0.0
    }
}

/// A sampler of which one call may stand behind another one, as it is.
pub(crate) struct Behind {
    pub(crate) first: TemplateId,
    pub(crate) then: TemplateId,
}

impl Sampler for Behind {
    fn initial(&self, _rng: &mut Pcg64Mcg) -> Vec<Individual> {
        Vec::new()
    }

    fn sample(&self, _rng: &mut Pcg64Mcg, _max_actions: usize) -> Individual {
        Individual::default()
    }

    fn mutate_structure(&self, _: &mut Individual, _: &mut Pcg64Mcg, _: usize) -> bool {
        false
    }

    fn behind(&self, earlier: &Individual, call: &Action) -> Option<Action> {
        let fits = earlier.calls.last()?.template == self.first && call.template == self.then;
        fits.then(|| call.clone())
    }
}

fn templates() -> Vec<ActionTemplate> {
    let text = || GeneSpec::Text { min_len: 0, max_len: 9 };
    let fields = ["code", "kind"].map(|name| FieldSpec { name: name.to_owned(), spec: text() });
    let body = GeneSpec::Object { fields: fields.into(), additional: None };
    let of = |name: &str, parameters: Vec<(&str, GeneSpec)>| ActionTemplate {
        name: name.to_owned(),
        parameters: parameters.into_iter().map(|(name, s)| (name.to_owned(), s)).collect(),
    };
    vec![
        of("POST", vec![("body", body)]),
        of("GET", vec![("Code", text())]),
        of("SEND", Vec::new()),
    ]
}

fn call(template: TemplateId, value: Option<GeneValue>) -> Action {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let spec = &templates()[template.0 as usize].parameters;
    let genes = spec.iter().zip(value).map(|((_, spec), value)| {
        let mut gene = crate::gene::Gene::new(spec, &mut rng);
        assert!(gene.set_value(&value));
        gene
    });
    Action {
        template,
        genes: genes.collect(),
        links: Vec::new(),
        user: Some(UserId(0)),
        malformed: None,
    }
}

fn post(code: &str, kind: &str) -> Action {
    let field = |name: &str, value: &str| (name.to_owned(), GeneValue::text(value));
    call(POST, Some(GeneValue::Record(vec![field("code", code), field("kind", kind)])))
}

fn get(code: &str) -> Action {
    call(GET, Some(GeneValue::text(code)))
}

fn suite(tests: &[(&[Action], &[u32])]) -> Vec<Arc<EvaluatedIndividual>> {
    let test = |(number, (actions, covered)): (usize, &(&[Action], &[u32]))| {
        Arc::new(EvaluatedIndividual {
            number: number as u64,
            individual: Individual { calls: actions.to_vec(), ..Individual::default() },
            covered: covered.iter().copied().map(TargetId).collect(),
            faults: Vec::new(),
            strayed: Vec::new(),
        })
    };
    tests.iter().enumerate().map(test).collect()
}

fn run(suite: &[Arc<EvaluatedIndividual>], limit: u32) -> (Transplanted, SearchOutcome) {
    let mut shop = Shop { refuses: false, answers: Answers::Missing, calls: 0, limit };
    let mut outcome = SearchOutcome { individuals: 100, ..SearchOutcome::default() };
    let sampler = Behind { first: POST, then: SEND };
    let done = transplant(suite, &mut outcome, &templates(), &sampler, &mut shop);
    (done, outcome)
}

fn added(done: &Transplanted) -> Vec<Vec<TemplateId>> {
    let of = |test: &Arc<EvaluatedIndividual>| {
        test.individual.calls.iter().map(|action| action.template).collect()
    };
    done.tests[done.tests.len() - done.added..].iter().map(of).collect()
}

#[test]
fn a_value_of_a_refused_call_is_put_into_one_that_succeeds() {
    let suite = suite(&[(&[post("abcd", "b")], &[7]), (&[post("abc", "a")], &[])]);
    let (done, outcome) = run(&suite, u32::MAX);
    assert_eq!(added(&done), [vec![POST]]);
    let test = done.tests.last().unwrap();
    let action = &test.individual.calls[0];
    assert_eq!((field(action, "code"), field(action, "kind")), ("abcd".into(), "a".into()));
    assert_eq!((test.number, &test.covered[..]), (100, &[CODE_OF_LONG][..]));
    assert!(outcome.archive.contains_key(&CODE_OF_LONG));
    // What is shown now is shown.
    let again = run(&done.tests, u32::MAX).0;
    assert_eq!(again.added, 0);
}

#[test]
fn a_value_is_tried_under_its_name_elsewhere() {
    // The code is known from a POST; what a GET answers of such one was never seen.
    let suite = suite(&[(&[post("abcd", "b")], &[7]), (&[get("")], &[1]), (&[get("abc")], &[])]);
    let (done, _) = run(&suite, u32::MAX);
    assert!(added(&done).contains(&vec![GET]), "{:?}", added(&done));
    let codes: Vec<String> = done.tests[3..]
        .iter()
        .map(|test| text_of(&test.individual.calls[0].genes[0].value()))
        .collect();
    assert!(codes.contains(&"abcd".to_owned()), "{codes:?}");
}

#[test]
fn a_refused_call_is_put_behind_one_that_it_needs_without_needless_calls() {
    let linked = Action {
        links: vec![Link { from: ActionAt::Call(0), source: "/id".to_owned(), ..Link::default() }],
        ..post("abc", "a")
    };
    let suite = suite(&[
        (&[call(SEND, None)], &[5]),
        (&[get("abc"), post("abc", "a")], &[]),
        (&[get("abc"), linked], &[]),
    ]);
    let (done, _) = run(&suite, u32::MAX);
    assert_eq!(added(&done), [vec![POST, SEND]]);
}

#[test]
fn nothing_is_added_that_the_suite_shows_or_the_evaluator_has_no_time_for() {
    let shown = suite(&[(&[post("abcd", "b")], &[7]), (&[post("abcd", "a")], &[7])]);
    assert_eq!(run(&shown, u32::MAX).0.added, 0);
    let hidden = suite(&[(&[post("abcd", "b")], &[7]), (&[post("abc", "a")], &[])]);
    let (done, _) = run(&hidden, 2);
    assert_eq!((done.added, done.tests.len(), done.calls), (0, 2, 2));
}
