//! Small problems in memory: a program of a few branches over one or more operations, with the
//! heuristics and taint facts that the runtime would report.

use nearmiss_search::{
    Action, ActionTemplate, Evaluation, Evaluator, Fault, GeneSpec, GeneValue, Hit, Individual,
    Link, Sampler, SearchLoop, SearchObserver, SearchOptions, SearchOutcome, Specialisation,
    TaintFact, TemplateId, gene::Gene,
};
use nearmiss_targets::TargetId;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// What a program sees of a call: the template and its inputs, links resolved.
pub struct Call {
    pub template: u32,
    pub inputs: Vec<GeneValue>,
}

impl Call {
    pub fn integer(&self, index: usize) -> i64 {
        match &self.inputs[index] {
            GeneValue::Integer(number) => *number,
            GeneValue::Double(number) => *number as i64,
            _ => 0,
        }
    }

    pub fn text(&self, index: usize) -> String {
        match &self.inputs[index] {
            GeneValue::Text(units) => String::from_utf16_lossy(units),
            other => format!("{other:?}"),
        }
    }
}

/// Collects what a program reports.
#[derive(Default)]
pub struct Trace {
    hits: std::collections::BTreeMap<u32, f64>,
    facts: Vec<TaintFact>,
    pub faults: Vec<(usize, Fault)>,
    action: usize,
    /// What later calls may link to.
    pub answers: Vec<i64>,
}

impl Trace {
    /// Raises a target to `h`.
    pub fn raise(&mut self, target: u32, h: f64) {
        let slot = self.hits.entry(target).or_insert(0.0);
        *slot = slot.max(h);
    }

    /// Covers a target.
    pub fn cover(&mut self, target: u32) {
        self.raise(target, 1.0);
    }

    /// A predicate with targets `2n` (true) and `2n + 1` (false); `distance` is 0 when it holds.
    pub fn branch(&mut self, n: u32, distance: f64) -> bool {
        let holds = distance == 0.0;
        self.raise(2 * n, if holds { 1.0 } else { nearness(distance) });
        self.raise(2 * n + 1, if holds { 0.9 } else { 1.0 });
        holds
    }

    /// `a === b` on numbers.
    pub fn equal(&mut self, n: u32, a: i64, b: i64) -> bool {
        self.branch(n, (a as f64 - b as f64).abs())
    }

    /// `a < b` on numbers.
    pub fn less(&mut self, n: u32, a: i64, b: i64) -> bool {
        self.branch(n, if a < b { 0.0 } else { a as f64 - b as f64 + 1.0 })
    }

    /// `text === constant`, with the fact if the text is tainted.
    pub fn same_text(&mut self, n: u32, text: &str, constant: &str) -> bool {
        self.fact(text, Specialisation::Constant(constant.encode_utf16().collect()));
        self.branch(n, text_distance(text, constant))
    }

    /// Reports a fact if the text is tainted.
    pub fn fact(&mut self, text: &str, specialisation: Specialisation) {
        if let Some(taint) = taint_number(text) {
            self.facts.push(TaintFact { action: self.action, taint, specialisation });
        }
    }
}

/// Left alignment: a wrong character counts more than how wrong it is.
fn text_distance(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<u16>, Vec<u16>) = (a.encode_utf16().collect(), b.encode_utf16().collect());
    let wrong: f64 = a
        .iter()
        .zip(&b)
        .filter(|(x, y)| x != y)
        .map(|(x, y)| 1.0 + f64::from(x.abs_diff(*y)) / 65_536.0)
        .sum();
    wrong + 1.5 * a.len().abs_diff(b.len()) as f64
}

/// Above 0 and below 1; nearer is greater over the whole range.
fn nearness(distance: f64) -> f64 {
    0.1 + 0.85 / (1.0 + distance.ln_1p())
}

pub fn taint_number(text: &str) -> Option<u32> {
    text.strip_prefix("_EM_")?.strip_suffix("_XYZ_")?.parse().ok()
}

/// A program: what one call does.
pub type Program = fn(&Call, &mut Trace);

/// Runs individuals against a program within a budget of calls.
pub struct Toy {
    pub program: Program,
    pub budget: u64,
    pub calls: u64,
    /// Stop as soon as all of these are covered by some run.
    pub goal: Vec<u32>,
    reached: std::collections::BTreeSet<u32>,
}

impl Toy {
    pub fn new(program: Program, budget: u64) -> Self {
        Self { program, budget, calls: 0, goal: Vec::new(), reached: Default::default() }
    }
}

/// Runs the actions of an individual.
pub fn run(program: Program, individual: &Individual) -> Evaluation {
    let mut trace = Trace::default();
    for (index, action) in individual.calls.iter().enumerate() {
        trace.action = index;
        let mut inputs: Vec<GeneValue> = action.genes.iter().map(Gene::value).collect();
        for link in &action.links {
            let from = link.from.call().expect("nothing is set up");
            assert!(from < index, "links go to earlier actions");
            inputs[link.parameter] = GeneValue::Integer(trace.answers[from]);
        }
        trace.answers.push(0);
        program(&Call { template: action.template.0, inputs }, &mut trace);
    }
    Evaluation {
        hits: trace.hits.iter().map(|(t, h)| Hit { target: TargetId(*t), h: *h }).collect(),
        taint: trace.facts,
        faults: trace.faults,
        calls: u32::try_from(individual.calls.len()).unwrap(),
        ran: individual.calls.len(),
        disturbed: false,
        ..Evaluation::default()
    }
}

impl Evaluator for Toy {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let evaluation = run(self.program, individual);
        self.calls += u64::from(evaluation.calls);
        let covered = evaluation.hits.iter().filter(|hit| hit.h == 1.0);
        self.reached.extend(covered.map(|hit| hit.target.0));
        evaluation
    }

    fn stopped(&self) -> bool {
        !self.goal.is_empty() && self.goal.iter().all(|target| self.reached.contains(target))
    }

    fn used(&self) -> f64 {
        (self.calls as f64 / self.budget as f64).min(1.0)
    }
}

/// Samples unrelated calls; calls of template 1 may be linked to a call of template 0 before them.
pub struct Flat {
    pub templates: Vec<ActionTemplate>,
    pub links: bool,
}

impl Flat {
    pub fn new(inputs: &[&[GeneSpec]]) -> Self {
        let templates = inputs
            .iter()
            .enumerate()
            .map(|(n, specs)| ActionTemplate {
                name: format!("GET:/{n}"),
                parameters: specs
                    .iter()
                    .enumerate()
                    .map(|(p, spec)| (format!("p{p}"), spec.clone()))
                    .collect(),
            })
            .collect();
        Self { templates, links: false }
    }

    fn action(&self, template: usize, rng: &mut Pcg64Mcg) -> Action {
        Action {
            template: TemplateId(u32::try_from(template).unwrap()),
            genes: self.templates[template]
                .parameters
                .iter()
                .map(|(_, spec)| Gene::new(spec, rng))
                .collect(),
            links: Vec::new(),
            user: None,
            malformed: None,
        }
    }

    fn any_action(&self, rng: &mut Pcg64Mcg) -> Action {
        let template = rng.random_range(0..self.templates.len());
        self.action(template, rng)
    }
}

impl Sampler for Flat {
    fn initial(&self, rng: &mut Pcg64Mcg) -> Vec<Individual> {
        (0..self.templates.len())
            .map(|template| Individual {
                calls: vec![self.action(template, rng)],
                ..Individual::default()
            })
            .collect()
    }

    fn sample(&self, rng: &mut Pcg64Mcg, max_actions: usize) -> Individual {
        if self.links && max_actions > 1 && rng.random_bool(0.3) {
            let mut user = self.action(1, rng);
            user.links.push(Link { source: "/id".to_owned(), ..Link::default() });
            return Individual { calls: vec![self.action(0, rng), user], ..Individual::default() };
        }
        let count = rng.random_range(1..=max_actions);
        Individual {
            calls: (0..count).map(|_| self.any_action(rng)).collect(),
            ..Individual::default()
        }
    }

    fn mutate_structure(
        &self,
        individual: &mut Individual,
        rng: &mut Pcg64Mcg,
        max_actions: usize,
    ) -> bool {
        let count = individual.calls.len();
        if count > 1 && (count >= max_actions || rng.random()) {
            individual.remove_call(rng.random_range(0..count));
        } else if count < max_actions {
            let action = self.any_action(rng);
            individual.insert_call(rng.random_range(0..=count), action);
        } else {
            return false;
        }
        true
    }
}

/// Listens to nothing.
pub struct Silent;

impl SearchObserver for Silent {}

/// Searches with the defaults but for what is given.
pub fn search(
    sampler: &Flat,
    evaluator: &mut dyn Evaluator,
    options: SearchOptions,
) -> SearchOutcome {
    SearchLoop::new(options, &sampler.templates, sampler).run(evaluator, &mut Silent)
}

pub fn covered(outcome: &SearchOutcome) -> Vec<u32> {
    outcome.archive.keys().map(|target| target.0).collect()
}

pub fn int32() -> GeneSpec {
    GeneSpec::Integer { min: i64::from(i32::MIN), max: i64::from(i32::MAX), multiple_of: 0 }
}

pub fn text() -> GeneSpec {
    GeneSpec::Text { min_len: 0, max_len: usize::MAX }
}
