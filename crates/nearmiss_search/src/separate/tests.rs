use nearmiss_targets::COVERED;

use super::*;
use crate::gene::Gene;
use crate::{Action, ActionAt, Evaluation, Fault, GeneSpec, GeneValue, Hit, Link, TemplateId};

/// A SUT of which call n covers target n; 5 behind a 4, 50; 15 behind a 14, 51; 17 behind a 4, 52; 7 and 17 are
/// refused. What takes something from an answer to 6 takes nothing.
struct Calls;

impl Evaluator for Calls {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let calls: Vec<u32> = individual.calls.iter().map(|action| action.template.0).collect();
        let mut hits: Vec<u32> = calls.clone();
        let at = |wanted| calls.iter().position(|call| *call == wanted);
        if at(4).is_some() && at(5) > at(4) {
            hits.push(50);
        }
        if at(14).is_some() && at(15) > at(14) {
            hits.push(51);
        }
        if at(4).is_some() && at(17) > at(4) {
            hits.push(52);
        }
        let hits = hits.into_iter().map(|target| Hit { target: TargetId(target), h: COVERED });
        let links = individual.calls.iter().enumerate().flat_map(|(index, action)| {
            action.links.iter().filter_map(move |link| Some((index, link.from.call()?)))
        });
        let vain_links = links.filter(|(_, from)| calls[*from] == 6).collect();
        let refused = (0..calls.len()).filter(|call| [7, 17].contains(&calls[*call])).collect();
        let (hits, made) = (hits.collect(), calls.len() as u32);
        Evaluation { hits, calls: made, vain_links, refused, ..Evaluation::default() }
    }

    fn stopped(&self) -> bool {
        false
    }

    fn used(&self) -> f64 {
        0.0
    }
}

pub(crate) fn call(template: u32, from: Option<usize>) -> Action {
    let spec = GeneSpec::Text { min_len: 0, max_len: 9 };
    let genes = vec![Gene::holding(&spec, &GeneValue::text("a"))];
    let link = from.map(|from| Link {
        from: ActionAt::Call(from),
        source: "/id".to_owned(),
        ..Link::default()
    });
    let links = link.into_iter().collect();
    Action { template: TemplateId(template), genes, links, user: None, malformed: None }
}

pub(crate) fn test(number: u64, calls: Vec<Action>, covered: &[u32]) -> Arc<EvaluatedIndividual> {
    let individual = Individual { calls, ..Individual::default() };
    let covered = covered.iter().copied().map(TargetId).collect();
    let (faults, strayed) = (Vec::new(), Vec::new());
    Arc::new(EvaluatedIndividual { number, individual, covered, faults, strayed })
}

pub(crate) fn calls_of(tests: &[Arc<EvaluatedIndividual>]) -> Vec<Vec<u32>> {
    let calls = |test: &Arc<EvaluatedIndividual>| {
        test.individual.calls.iter().map(|action| action.template.0).collect()
    };
    tests.iter().map(calls).collect()
}

fn separated(suite: &[Arc<EvaluatedIndividual>]) -> Separated {
    let archive = suite
        .iter()
        .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
        .collect();
    let outcome = SearchOutcome { archive, individuals: 9, ..SearchOutcome::default() };
    separate(suite, &outcome, &mut Calls, true)
}

#[test]
fn calls_that_take_nothing_from_one_another_are_parted() {
    let linked = test(0, vec![call(1, None), call(2, None), call(3, Some(0))], &[1, 2, 3]);
    // What 4 leaves is what 5 needs, although it takes nothing from its answer.
    let left = test(1, vec![call(4, None), call(5, None)], &[4, 5, 50]);
    let done = separated(&[linked, left]);
    assert_eq!(calls_of(&done.tests), [vec![1, 3], vec![2], vec![4, 5]]);
    let numbers: Vec<u64> = done.tests.iter().map(|test| test.number).collect();
    assert_eq!((numbers, done.parted), (vec![0, 9, 1], 1));
    let parts = &done.tests[0].individual.calls;
    assert_eq!(parts[1].links[0].from, ActionAt::Call(0));
}

#[test]
fn links_that_take_nothing_hold_no_calls_together() {
    let refused = test(0, vec![call(6, None), call(1, Some(0))], &[6, 1]);
    let first = test(1, vec![call(4, None), call(6, None), call(5, Some(1))], &[4, 6, 5, 50]);
    let done = separated(&[refused, first]);
    assert_eq!(calls_of(&done.tests), [vec![1], vec![6], vec![4, 5]]);
    let links = done.tests.iter().flat_map(|test| &test.individual.calls);
    assert!(links.into_iter().all(|call| call.links.is_empty()));
}

#[test]
fn links_of_what_is_not_sent_hold_no_calls_together() {
    let text = GeneSpec::Text { min_len: 0, max_len: 9 };
    let spec = GeneSpec::Optional(Box::new(text));
    let genes = vec![Gene::holding(&spec, &GeneValue::Absent)];
    let linked = Action { genes, ..call(2, Some(0)) };
    let done = separated(&[test(0, vec![call(1, None), linked], &[1, 2])]);
    assert_eq!(calls_of(&done.tests), [vec![1], vec![2]]);
}

#[test]
fn what_the_others_do_without_is_parted_from_them() {
    let calls = vec![call(1, None), call(4, None), call(2, None), call(5, None)];
    let done = separated(&[test(0, calls, &[1, 4, 2, 5, 50])]);
    assert_eq!(calls_of(&done.tests), [vec![1], vec![2], vec![4, 5]]);
}

#[test]
fn calls_that_need_one_another_are_parted_from_others_that_do() {
    // Neither 4 nor 5 can be parted from the other, in either half.
    let calls = vec![call(4, None), call(5, None), call(1, None), call(14, None), call(15, None)];
    let done = separated(&[test(0, calls, &[4, 5, 50, 1, 14, 15, 51])]);
    assert_eq!(calls_of(&done.tests), [vec![4, 5], vec![1], vec![14, 15]]);
}

#[test]
fn links_that_nothing_hangs_on_hold_no_calls_together() {
    // What the third call takes from the first answer, it does without.
    let calls = vec![call(4, None), call(5, None), call(14, Some(0)), call(15, None)];
    let done = separated(&[test(0, calls, &[4, 5, 50, 14, 15, 51])]);
    assert_eq!(calls_of(&done.tests), [vec![4, 5], vec![14, 15]]);
    assert!(done.tests[1].individual.calls.iter().all(|call| call.links.is_empty()));
    // Of few calls the link is what they are about.
    let few = test(0, vec![call(1, None), call(2, Some(0))], &[1, 2]);
    assert_eq!(calls_of(&separated(&[few]).tests), [vec![1, 2]]);
}

#[test]
fn what_is_refused_on_the_way_is_parted_with_what_it_takes_something_from() {
    let calls = |last| vec![call(1, None), call(7, Some(0)), call(last, Some(0))];
    let done = separated(&[test(0, calls(3), &[1, 7, 3])]);
    assert_eq!(calls_of(&done.tests), [vec![1, 7], vec![1, 3]]);
    assert_eq!(done.tests[1].individual.calls[1].links[0].from, ActionAt::Call(0));
    // What succeeds is not hidden by what is refused behind it.
    let refused_last = vec![call(1, None), call(3, Some(0)), call(7, Some(0))];
    let done = separated(&[test(0, refused_last, &[1, 7, 3])]);
    assert_eq!(calls_of(&done.tests), [vec![1, 7], vec![1, 3]]);
    // Of equal parts one stays, whose last call may be refused: it is what the test is about.
    let done = separated(&[test(0, calls(7), &[1, 7])]);
    assert_eq!(calls_of(&done.tests), [vec![1, 7]]);
}

#[test]
fn what_is_refused_on_the_way_is_parted_with_all_that_comes_before() {
    // It takes nothing from what makes what it needs.
    let calls = vec![call(4, None), call(17, None), call(5, None)];
    let done = separated(&[test(0, calls, &[4, 5, 17, 50, 52])]);
    assert_eq!(calls_of(&done.tests), [vec![4, 17], vec![4, 5]]);
}

#[test]
fn faults_that_another_test_shows_go_with_their_calls() {
    let fault = Fault {
        code: 970,
        operation: "POST:/a".to_owned(),
        place: String::new(),
        message: String::new(),
    };
    let faulty = |mut test: Arc<EvaluatedIndividual>, call: usize| {
        Arc::make_mut(&mut test).faults.push((call, fault.clone()));
        test
    };
    let first = faulty(test(0, vec![call(8, None)], &[8]), 0);
    let second = faulty(test(1, vec![call(1, None), call(8, None), call(2, None)], &[1, 8, 2]), 1);
    // What hangs on the call keeps it.
    let linked = faulty(test(2, vec![call(8, None), call(3, Some(0))], &[8, 3]), 0);
    let done = separated(&[first, second, linked]);
    assert_eq!(calls_of(&done.tests), [vec![8], vec![1], vec![2], vec![8, 3]]);
}

#[test]
fn without_a_reset_each_call_is_made_in_its_turn() {
    let both = test(0, vec![call(1, None), call(7, None), call(2, None)], &[1, 2, 7]);
    let one = test(1, vec![call(1, None)], &[1]);
    let tests = [both, one];
    let outcome = SearchOutcome { individuals: 9, ..SearchOutcome::default() };
    let done = separate(&tests, &outcome, &mut Calls, false);
    assert_eq!(calls_of(&done.tests), [vec![1], vec![7], vec![2], vec![1]]);
}

#[test]
fn parts_that_others_cover_go() {
    let both = test(0, vec![call(1, None), call(2, None)], &[1, 2]);
    let one = test(1, vec![call(1, None)], &[1]);
    assert_eq!(calls_of(&separated(&[both, one]).tests), [vec![2], vec![1]]);
}

/// A SUT whose call 8 shows a fault.
struct Faulty(Fault);

impl Evaluator for Faulty {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let calls = individual.calls.iter().enumerate();
        let faulty = calls.filter(|(_, call)| call.template == TemplateId(8));
        let faults = faulty.map(|(index, _)| (index, self.0.clone())).collect();
        Evaluation { faults, ..Calls.evaluate(individual) }
    }

    fn stopped(&self) -> bool {
        false
    }

    fn used(&self) -> f64 {
        0.0
    }
}

#[test]
fn a_part_may_show_a_fault_that_is_known() {
    let fault = Fault {
        code: 101,
        operation: "POST:/a".to_owned(),
        place: "status 400".to_owned(),
        message: String::new(),
    };
    let suite = [test(0, vec![call(8, None), call(2, None)], &[8, 2])];
    let parted = |known: &[Fault]| {
        let outcome = SearchOutcome { faults: known.to_vec(), ..SearchOutcome::default() };
        separate(&suite, &outcome, &mut Faulty(fault.clone()), false)
    };
    let known = parted(std::slice::from_ref(&fault)).tests;
    assert_eq!(calls_of(&known), [vec![8], vec![2]]);
    assert_eq!(known[0].faults, [(0, fault.clone())]);
    assert_eq!(calls_of(&parted(&[]).tests), [vec![8, 2]]);
}

#[test]
fn parts_show_the_faults_of_their_test() {
    let fault = Fault {
        code: 101,
        operation: "POST:/a".to_owned(),
        place: "status 400".to_owned(),
        message: String::new(),
    };
    let parted = |shown: &Fault| {
        let mut both = test(0, vec![call(2, None), call(8, None)], &[2, 8]);
        Arc::make_mut(&mut both).faults.push((1, shown.clone()));
        let outcome = SearchOutcome { faults: vec![fault.clone()], ..SearchOutcome::default() };
        separate(&[both], &outcome, &mut Faulty(fault.clone()), false).tests
    };
    let tests = parted(&fault);
    assert_eq!(calls_of(&tests), [vec![2], vec![8]]);
    assert_eq!(tests[1].faults, [(0, fault.clone())]);
    // Of calls that are compared none shows it alone.
    let compared = Fault { code: 103, ..fault.clone() };
    assert_eq!(calls_of(&parted(&compared)), [vec![2, 8]]);
}
