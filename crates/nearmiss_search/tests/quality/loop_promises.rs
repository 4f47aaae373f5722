//! What the loop promises whatever the problem.

use nearmiss_search::{
    Algorithm, Evaluation, Evaluator, Fault, GeneSpec, GeneValue, Hit, Individual, Sampler,
    SearchLoop, SearchObserver, SearchOptions, SearchOutcome, minimal_suite,
};
use nearmiss_targets::TargetId;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::toy::{self, Call, Flat, Silent, Toy, Trace, int32, text};

fn program(call: &Call, trace: &mut Trace) {
    if trace.less(0, 10, call.integer(0)) {
        trace.same_text(1, &call.text(1), "wanted");
    }
    trace.equal(2, call.integer(0), 4_711);
}

fn sampler() -> Flat {
    Flat::new(&[&[int32(), text()], &[int32(), text()]])
}

#[test]
fn one_seed_gives_one_outcome() {
    let outcome = |seed| {
        let mut evaluator = Toy::new(program, 3_000);
        let options = SearchOptions { seed, ..SearchOptions::default() };
        format!("{:?}", toy::search(&sampler(), &mut evaluator, options))
    };
    assert_eq!(outcome(1), outcome(1));
    assert_ne!(outcome(1), outcome(2));
}

/// Wraps a problem and changes what it answers.
struct Altered<F: FnMut(u64, &mut Evaluation) + Send> {
    inner: Toy,
    runs: u64,
    alter: F,
}

impl<F: FnMut(u64, &mut Evaluation) + Send> Evaluator for Altered<F> {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let mut evaluation = self.inner.evaluate(individual);
        (self.alter)(self.runs, &mut evaluation);
        self.runs += 1;
        evaluation
    }

    fn stopped(&self) -> bool {
        self.inner.stopped()
    }

    fn used(&self) -> f64 {
        self.inner.used()
    }
}

#[test]
fn what_does_not_repeat_is_flaky_and_not_archived() {
    let flaky = TargetId(1000);
    let mut evaluator = Altered {
        inner: Toy::new(program, 2_000),
        runs: 0,
        // Covered in every second run: never in two runs in a row.
        alter: |run, evaluation| {
            if run % 2 == 0 {
                evaluation.hits.push(Hit { target: flaky, h: 1.0 });
            }
        },
    };
    let outcome = toy::search(&sampler(), &mut evaluator, SearchOptions::default());
    let counted = outcome.flaky.get(&flaky).copied().unwrap_or(0);
    assert!((1..=10).contains(&counted), "{:?}", outcome.flaky);
    assert!(!outcome.archive.contains_key(&flaky));
    assert!(outcome.archive.len() >= 4, "{:?}", toy::covered(&outcome));
    assert!(outcome.archive.values().all(|individual| !individual.covered.contains(&flaky)));
    assert!(outcome.repeats > 0 && outcome.calls >= 2_000, "repeats are calls");
    assert_eq!(outcome.calls, evaluator.inner.calls);
}

#[test]
fn disturbed_runs_are_never_archived_but_teach() {
    let mut evaluator = Altered {
        inner: Toy::new(program, 500),
        runs: 0,
        alter: |_, evaluation| evaluation.disturbed = true,
    };
    let outcome = toy::search(&sampler(), &mut evaluator, SearchOptions::default());
    assert!(outcome.archive.is_empty() && outcome.near_misses.is_empty());
    assert_eq!(outcome.repeats, 0);

    // Every first run of tainted text is disturbed; only the fact says what to send.
    fn guarded(call: &Call, trace: &mut Trace) {
        trace.same_text(0, &call.text(0), "only taint can tell that this is wanted");
    }
    let mut evaluator = Altered {
        inner: Toy::new(guarded, 300),
        runs: 0,
        alter: |_, evaluation| evaluation.disturbed = !evaluation.taint.is_empty(),
    };
    let sampler = Flat::new(&[&[text()]]);
    let outcome = toy::search(&sampler, &mut evaluator, SearchOptions::default());
    assert!(outcome.archive.contains_key(&TargetId(0)), "{:?}", toy::covered(&outcome));
}

#[test]
fn faults_of_runs_that_lose_the_sut_count_when_they_repeat() {
    fn search(alter: fn(u64, &mut Evaluation)) -> SearchOutcome {
        let mut evaluator = Altered { inner: Toy::new(program, 500), runs: 0, alter };
        toy::search(&sampler(), &mut evaluator, SearchOptions::default())
    }
    fn lose(evaluation: &mut Evaluation) {
        evaluation.disturbed = true;
        evaluation.ran = 1;
        let fault = TargetId(9_000);
        evaluation.hits.push(Hit { target: fault, h: 1.0 });
        evaluation.sure_targets.push(fault);
    }
    let always = search(|_, evaluation| lose(evaluation));
    let targets: Vec<TargetId> = always.archive.keys().copied().collect();
    assert_eq!(targets, [TargetId(9_000)], "nothing else of such a run counts");
    assert!(always.archive.values().all(|by| by.individual.calls.len() == 1));
    // Somebody ended the SUT now and then, and never twice in a row.
    let sometimes = search(|run, evaluation| {
        if run % 2 == 0 {
            lose(evaluation);
        }
    });
    assert!(!sometimes.archive.contains_key(&TargetId(9_000)));
}

#[test]
fn random_search_neither_taints_nor_climbs() {
    struct Watch(Toy);
    impl Evaluator for Watch {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            for gene in individual.calls.iter().flat_map(|action| &action.genes) {
                if let GeneValue::Text(units) = gene.value() {
                    let text = String::from_utf16_lossy(&units);
                    assert_eq!(toy::taint_number(&text), None, "{text}");
                }
            }
            self.0.evaluate(individual)
        }
        fn stopped(&self) -> bool {
            false
        }
        fn used(&self) -> f64 {
            self.0.used()
        }
    }
    let options = SearchOptions { algorithm: Algorithm::Random, ..SearchOptions::default() };
    let outcome = toy::search(&sampler(), &mut Watch(Toy::new(program, 2_000)), options);
    assert!(outcome.near_misses.is_empty());
    assert!(outcome.archive.len() >= 3);
}

#[test]
fn faults_that_repeat_are_kept_with_their_action() {
    fn faulty(call: &Call, trace: &mut Trace) {
        if call.template == 1 {
            trace.cover(7);
            let fault = Fault {
                code: 100,
                operation: "GET:/1".to_owned(),
                place: "there".to_owned(),
                message: "500".to_owned(),
            };
            trace.faults.push((trace.answers.len() - 1, fault));
        }
    }
    let mut evaluator = Toy::new(faulty, 200);
    let outcome = toy::search(&sampler(), &mut evaluator, SearchOptions::default());
    assert_eq!(outcome.faults.len(), 1);
    let kept = &outcome.archive[&TargetId(7)];
    assert_eq!(kept.individual.calls.len(), 1, "the shortest");
    assert_eq!(kept.faults[0].0, 0);
    assert_eq!(minimal_suite(&outcome).len(), 1);
}

#[test]
fn the_suite_of_a_search_covers_its_archive() {
    let mut evaluator = Toy::new(program, 3_000);
    let outcome = toy::search(&sampler(), &mut evaluator, SearchOptions::default());
    let suite = minimal_suite(&outcome);
    for target in outcome.archive.keys() {
        assert!(suite.iter().any(|individual| individual.covered.contains(target)));
    }
    assert!(suite.len() <= outcome.archive.len());
    // Written tests repeat: run each again.
    for individual in &suite {
        let evaluation = toy::run(program, &individual.individual);
        for target in &individual.covered {
            assert!(evaluation.hits.iter().any(|hit| hit.target == *target && hit.h == 1.0));
        }
    }
}

#[test]
fn the_observer_sees_each_individual_and_a_rising_curve() {
    #[derive(Default)]
    struct Curve(Vec<(u64, usize)>);
    impl SearchObserver for Curve {
        fn evaluated(&mut self, calls: u64, covered: usize, _faults: usize) {
            self.0.push((calls, covered));
        }
    }
    let mut curve = Curve::default();
    let flat = sampler();
    let mut evaluator = Toy::new(program, 1_000);
    let outcome = SearchLoop::new(SearchOptions::default(), &flat.templates, &flat)
        .run(&mut evaluator, &mut curve);
    assert_eq!(curve.0.len() as u64, outcome.individuals);
    assert!(curve.0.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1));
    assert_eq!(curve.0.last(), Some(&(outcome.calls, outcome.archive.len())));
    assert!(outcome.first_covered_at.keys().eq(outcome.archive.keys()));
    assert!(outcome.first_covered_at.values().all(|at| (1..=outcome.calls).contains(at)));
}

#[test]
fn nothing_to_call_ends_at_once() {
    let flat = Flat { templates: Vec::new(), links: false };
    let mut evaluator = Toy::new(program, 100);
    let outcome = SearchLoop::new(SearchOptions::default(), &flat.templates, &flat)
        .run(&mut evaluator, &mut Silent);
    assert_eq!(outcome.calls, 0);
}

#[test]
fn individuals_keep_within_their_actions() {
    struct Bounded(Toy, usize);
    impl Evaluator for Bounded {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            assert!((1..=self.1).contains(&individual.calls.len()));
            self.0.evaluate(individual)
        }
        fn stopped(&self) -> bool {
            false
        }
        fn used(&self) -> f64 {
            self.0.used()
        }
    }
    for max_actions in [1, 3] {
        let options = SearchOptions { max_actions, ..SearchOptions::default() };
        let mut evaluator = Bounded(Toy::new(program, 1_000), max_actions);
        let outcome = toy::search(&sampler(), &mut evaluator, options);
        assert!(!outcome.archive.is_empty());
    }
}

#[test]
fn schemas_are_violated_rarely_but_surely() {
    struct Count(Toy, u64, u64);
    impl Evaluator for Count {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            for action in &individual.calls {
                self.1 += 1;
                let value = action.genes[0].value();
                self.2 += u64::from(!matches!(value, GeneValue::Integer(1..=5)));
            }
            self.0.evaluate(individual)
        }
        fn stopped(&self) -> bool {
            false
        }
        fn used(&self) -> f64 {
            self.0.used()
        }
    }
    fn nothing(_: &Call, trace: &mut Trace) {
        trace.cover(0);
    }
    let spec = GeneSpec::Integer { min: 1, max: 5, multiple_of: 0 };
    let flat = Flat::new(&[&[spec]]);
    let mut evaluator = Count(Toy::new(nothing, 10_000), 0, 0);
    let options = SearchOptions { algorithm: Algorithm::Random, ..SearchOptions::default() };
    toy::search(&flat, &mut evaluator, options);
    let share = evaluator.2 as f64 / evaluator.1 as f64;
    assert!((0.01..0.03).contains(&share), "{share}");
}

/// Leaves out the hits that the search said nothing would come of.
struct Floored {
    inner: Toy,
    floors: std::collections::BTreeMap<TargetId, f64>,
    honours: bool,
    left_out: u64,
    again: Vec<TargetId>,
}

impl Evaluator for Floored {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let mut evaluation = self.inner.evaluate(individual);
        let hits = evaluation.hits.len();
        self.again.clear();
        if self.honours {
            let left_out = |hit: &&nearmiss_search::Hit| {
                hit.h >= 1.0 && self.floors.get(&hit.target).is_some_and(|floor| *floor > 1.0)
            };
            self.again.extend(evaluation.hits.iter().filter(left_out).map(|hit| hit.target));
            evaluation
                .hits
                .retain(|hit| self.floors.get(&hit.target).is_none_or(|floor| hit.h >= *floor));
        }
        self.left_out += (hits - evaluation.hits.len()) as u64;
        evaluation
    }

    fn set_floors(&mut self, floors: &[(TargetId, f64)]) {
        self.floors.extend(floors.iter().copied());
    }

    fn covered_again(&mut self) -> Vec<TargetId> {
        std::mem::take(&mut self.again)
    }

    fn stopped(&self) -> bool {
        self.inner.stopped()
    }

    fn used(&self) -> f64 {
        self.inner.used()
    }
}

#[test]
fn what_lies_below_the_floors_changes_nothing() {
    for seed in 0..4 {
        let mut left_out = 0;
        let [with, without] = [true, false].map(|honours| {
            let floors = std::collections::BTreeMap::new();
            let inner = Toy::new(many_branches, 3_000);
            let mut evaluator = Floored { inner, floors, honours, left_out: 0, again: Vec::new() };
            let options = SearchOptions { seed, ..SearchOptions::default() };
            let outcome = toy::search(&sampler(), &mut evaluator, options);
            left_out += evaluator.left_out;
            format!("{outcome:?}")
        });
        assert!(with == without, "seed {seed}");
        assert!(left_out > 10_000, "{left_out}");
    }
}

/// Branches that are hard to get into, each call near to other ones.
fn many_branches(call: &Call, trace: &mut Trace) {
    program(call, trace);
    for n in 0..30 {
        trace.equal(10 + n, call.integer(0), i64::from(n) * 71_234_567 - 1_000_000_007);
    }
}

/// Asks for examinations without end: three calls each, where others have one.
struct Suspicious {
    inner: Flat,
    last: Individual,
}

impl Sampler for Suspicious {
    fn initial(&self, rng: &mut Pcg64Mcg) -> Vec<Individual> {
        self.inner.initial(rng)
    }

    fn sample(&self, rng: &mut Pcg64Mcg, max_actions: usize) -> Individual {
        self.inner.sample(rng, max_actions)
    }

    fn mutate_structure(
        &self,
        individual: &mut Individual,
        rng: &mut Pcg64Mcg,
        max_actions: usize,
    ) -> bool {
        self.inner.mutate_structure(individual, rng, max_actions)
    }

    fn examinations(&self, _rng: &mut Pcg64Mcg) -> Vec<Individual> {
        vec![self.last.clone()]
    }
}

/// Counts the calls of long individuals.
struct Counting {
    inner: Toy,
    calls: u32,
    of_long: u32,
}

impl Evaluator for Counting {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let evaluation = self.inner.evaluate(individual);
        self.calls += evaluation.calls;
        self.of_long += if individual.calls.len() > 2 { evaluation.calls } else { 0 };
        evaluation
    }

    fn stopped(&self) -> bool {
        self.inner.stopped()
    }

    fn used(&self) -> f64 {
        self.inner.used()
    }
}

#[test]
fn examinations_have_their_share_and_leave_the_rest_to_the_search() {
    let inner = sampler();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let one = inner.initial(&mut rng).remove(0).calls.remove(0);
    let last = Individual { calls: vec![one; 3], ..Individual::default() };
    let suspicious = Suspicious { inner, last };
    let mut evaluator = Counting { inner: Toy::new(program, 4_000), calls: 0, of_long: 0 };
    let options = SearchOptions { seed: 1, max_actions: 1, ..SearchOptions::default() };
    SearchLoop::new(options, &suspicious.inner.templates, &suspicious)
        .run(&mut evaluator, &mut Silent);
    let share = f64::from(evaluator.of_long) / f64::from(evaluator.calls);
    assert!((0.3..0.45).contains(&share), "{share}");
}
