use super::*;
use crate::ActionTemplate;
use crate::gene::Gene;
use crate::{Action, ActionAt, Evaluation, GeneSpec, GeneValue, Hit, Link, TemplateId};
use nearmiss_targets::COVERED;

const TITLE: usize = 0;
const PAGES: usize = 1;
const SHELF: usize = 2;
const STARTS: usize = 60;

/// A library: a call covers target 1; one of so many pages that it is refused target 2; a shelf that is the odd one it
/// looks for target 3; two calls with the same title target 4.
struct Library {
    made: u32,
    limit: u32,
}

fn value(individual: &Individual, call: usize, parameter: usize) -> GeneValue {
    individual.calls[call].genes[parameter].value()
}

impl Evaluator for Library {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        self.made += 1;
        let calls = 0..individual.calls.len();
        let mut hits = vec![1];
        let of = |call, parameter| value(individual, call, parameter);
        if calls
            .clone()
            .any(|call| matches!(of(call, PAGES), GeneValue::Integer(pages) if pages > 900))
        {
            hits.push(2);
        }
        if calls.clone().any(|call| of(call, SHELF) == GeneValue::text("x9Qz7")) {
            hits.push(3);
        }
        if calls.len() == 2 && of(0, TITLE) == of(1, TITLE) {
            hits.push(4);
        }
        let hits = hits.into_iter().map(|target| Hit { target: TargetId(target), h: COVERED });
        Evaluation { hits: hits.collect(), calls: calls.len() as u32, ..Evaluation::default() }
    }

    fn stopped(&self) -> bool {
        self.made >= self.limit
    }

    fn used(&self) -> f64 {
        0.0
    }
}

fn templates() -> Vec<ActionTemplate> {
    let text = || GeneSpec::Text { min_len: 0, max_len: 40 };
    let pages = GeneSpec::Integer { min: 0, max: i64::MAX, multiple_of: 0 };
    let parameters = [("title", text()), ("pages", pages), ("shelf", text())];
    let parameters = parameters.map(|(name, spec)| (name.to_owned(), spec)).to_vec();
    vec![ActionTemplate { name: "POST:/books".to_owned(), parameters }]
}

fn call(title: &str, pages: i64, shelf: &str) -> Action {
    let values = [GeneValue::text(title), GeneValue::Integer(pages), GeneValue::text(shelf)];
    let templates = templates();
    let specs = templates[0].parameters.iter().map(|(_, spec)| spec);
    let genes = specs.zip(values).map(|(spec, value)| Gene::holding(spec, &value)).collect();
    Action { template: TemplateId(0), genes, links: Vec::new(), user: None, malformed: None }
}

fn humanised(calls: Vec<Action>, covered: &[u32], limit: u32) -> (Individual, Humanised) {
    let done = suite_of(vec![(calls, covered)], limit);
    (done.tests[0].individual.clone(), done)
}

/// Tests of these calls, each covering these targets, with plain values.
fn suite_of(tests: Vec<(Vec<Action>, &[u32])>, limit: u32) -> Humanised {
    let tests = tests.into_iter().zip(0..).map(|((calls, covered), number)| {
        let covered: Vec<TargetId> = covered.iter().copied().map(TargetId).collect();
        let individual = Individual { calls, ..Individual::default() };
        let (faults, strayed) = (Vec::new(), Vec::new());
        Arc::new(EvaluatedIndividual { number, individual, covered, faults, strayed })
    });
    let suite: Vec<_> = tests.collect();
    let archive = suite
        .iter()
        .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
        .collect();
    let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
    let mut library = Library { made: 0, limit };
    let all = Templates { calls: templates(), ..Templates::default() };
    humanise(&suite, &outcome, &all, &mut library, STARTS)
}

fn texts(individual: &Individual, parameter: usize) -> Vec<GeneValue> {
    (0..individual.calls.len()).map(|call| value(individual, call, parameter)).collect()
}

#[test]
fn plain_values_stand_where_nothing_hangs_on_others() {
    let (test, done) = humanised(vec![call("_EM_0_XYZ_", 1_313_669_121, "x9Qz7")], &[1, 2, 3], 99);
    assert_eq!(texts(&test, TITLE), [GeneValue::text("A quiet morning")]);
    assert_eq!(texts(&test, PAGES), [GeneValue::Integer(1_000)], "one that is refused");
    assert_eq!(texts(&test, SHELF), [GeneValue::text("x9Qz7")], "what the library looks for");
    assert_eq!(done.replaced, 2);
    assert!(done.calls > 3);
    let covered: Vec<u32> = done.tests[0].covered.iter().map(|target| target.0).collect();
    assert_eq!(covered, [1, 2, 3]);
}

#[test]
fn equal_values_stay_equal_and_others_apart() {
    let calls = || vec![call("_EM_0_XYZ_", 1, "a7b"), call("_EM_0_XYZ_", 1, "c9d")];
    let (test, _) = humanised(calls(), &[1, 4], 99);
    let titles = texts(&test, TITLE);
    assert_eq!(titles, vec![GeneValue::text("A quiet morning"); 2]);
    assert_eq!(texts(&test, SHELF), ["garden", "window"].map(GeneValue::text));
}

#[test]
fn half_a_character_is_the_same_as_the_sign_that_it_comes_back_as() {
    let mut half = call("", 12, "apple");
    let text = GeneValue::Text(vec![0x33, 0xd800, 0x4b]);
    half.genes[TITLE] = Gene::holding(&templates()[0].parameters[TITLE].1, &text);
    let (test, _) = humanised(vec![half, call("3\u{fffd}K", 12, "apple")], &[1], 99);
    assert_eq!(texts(&test, TITLE), vec![GeneValue::text("A quiet morning"); 2]);
}

#[test]
fn one_test_keeps_what_several_show_by_noise() {
    let odd = |title: &str| vec![call(title, 12, "x9Qz7")];
    let tests = vec![(odd("Ronia"), &[1, 3][..]), (odd("Emil"), &[1, 3])];
    let done = suite_of(tests, 99);
    let shelves: Vec<_> = done.tests.iter().map(|test| value(&test.individual, 0, SHELF)).collect();
    assert_eq!(shelves, ["garden", "x9Qz7"].map(GeneValue::text));
    assert_eq!(done.tests[0].covered, [TargetId(1)]);
}

#[test]
fn what_is_plain_stays_and_links_do() {
    let mut second = call("Ronia", 5, "_EM_1_XYZ_");
    let from = ActionAt::Call(0);
    second.links =
        vec![Link { parameter: PAGES, from, source: "/id".to_owned(), ..Link::default() }];
    let (test, done) = humanised(vec![call("Ronia", 12, ""), second], &[1, 4], 99);
    assert_eq!(texts(&test, TITLE), vec![GeneValue::text("Ronia"); 2]);
    assert_eq!(texts(&test, SHELF), ["", "garden"].map(GeneValue::text));
    assert_eq!(test.calls[1].links.len(), 1);
    assert_eq!(done.replaced, 1);
}

#[test]
fn a_sut_that_stops_leaves_tests_as_they_are() {
    let (test, done) = humanised(vec![call("_EM_0_XYZ_", 1, "")], &[1], 0);
    assert_eq!(texts(&test, TITLE), [GeneValue::text("_EM_0_XYZ_")]);
    assert_eq!((done.replaced, done.calls), (0, 0));
}

#[test]
fn words_stand_where_digits_and_letters_by_lot_do() {
    let calls = vec![
        call("55", 1, "hdr7"),
        call("dek", 1, "red"),
        call("Ronia", 1, "12"),
        call("", 1, "94eae85e-1e85-410f-9ab8-f31b7c8dcc36"),
        call("", 1, "22222222-0000-4000-8000-000000000001"),
    ];
    let (test, _) = humanised(calls, &[1], 99);
    let titles = ["A quiet morning", "The long way", "Ronia", "", ""];
    assert_eq!(texts(&test, TITLE), titles.map(GeneValue::text));
    // What nothing is known of may hold a number.
    let uuids = ["00000000-0000-4000-8000-000000000001", "22222222-0000-4000-8000-000000000001"];
    let shelves = ["garden", "red", "12", uuids[0], uuids[1]];
    assert_eq!(texts(&test, SHELF), shelves.map(GeneValue::text));
}

#[test]
fn a_value_stays_apart_from_those_that_are_plain() {
    let calls = vec![call("A quiet morning", 1, "red"), call("_EM_0_XYZ_", 1, "red")];
    let (test, _) = humanised(calls, &[1], 99);
    assert_eq!(texts(&test, TITLE), ["A quiet morning", "The long way"].map(GeneValue::text));
}

/// A guest book that nothing resets: a call covers target 5 where nobody has signed with its title since it was started,
/// and 6 where somebody has.
#[derive(Default)]
struct GuestBook {
    signed: Vec<GeneValue>,
    starts: usize,
}

impl Evaluator for GuestBook {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let title = value(individual, 0, TITLE);
        let mut hits = vec![1];
        hits.push(if self.signed.contains(&title) { 6 } else { 5 });
        self.signed.push(title);
        let hits = hits.into_iter().map(|target| Hit { target: TargetId(target), h: COVERED });
        Evaluation { hits: hits.collect(), calls: 1, ..Evaluation::default() }
    }

    fn begin_afresh(&mut self) {
        self.signed.clear();
        self.starts += 1;
    }

    fn stopped(&self) -> bool {
        false
    }

    fn used(&self) -> f64 {
        0.0
    }
}

/// What becomes of a test that has covered these targets, when the search has run it last.
fn signed(covered: &[u32]) -> (Humanised, GuestBook) {
    let covered = covered.iter().copied().map(TargetId).collect();
    let individual =
        Individual { calls: vec![call("_EM_0_XYZ_", 7, "garden")], ..Individual::default() };
    let (faults, strayed) = (Vec::new(), Vec::new());
    let test = Arc::new(EvaluatedIndividual { number: 0, individual, covered, faults, strayed });
    let archive = test.covered.iter().map(|target| (*target, Arc::clone(&test))).collect();
    let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
    let templates = Templates { calls: templates(), ..Templates::default() };
    let mut book = GuestBook { signed: vec![GeneValue::text("_EM_0_XYZ_")], starts: 0 };
    let done = humanise(&[test], &outcome, &templates, &mut book, STARTS);
    (done, book)
}

#[test]
fn what_shows_only_once_is_tried_in_a_process_of_its_own() {
    let (done, book) = signed(&[1, 5]);
    assert_eq!(done.replaced, 1);
    assert_ne!(value(&done.tests[0].individual, 0, TITLE), GeneValue::text("_EM_0_XYZ_"));
    assert!((1..=STARTS).contains(&book.starts), "{}", book.starts);
}

#[test]
fn a_marker_that_only_leftovers_need_goes() {
    // Target 7 is never covered again.
    let (done, _) = signed(&[1, 6, 7]);
    assert_eq!(done.replaced, 1);
    let covered: Vec<u32> = done.tests[0].covered.iter().map(|target| target.0).collect();
    assert_eq!(covered, [1, 5], "in a process of its own");
}
