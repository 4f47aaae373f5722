use nearmiss_targets::COVERED;

use super::*;
use crate::gene::Gene;
use crate::{ActionAt, ActionTemplate, Evaluation, GeneSpec, GeneValue, Hit, Link, Malformed};

const TITLE: usize = 0;
const PAGES: usize = 1;
const SHELF: usize = 2;

/// A library: a call covers target 1; more than 900 pages are refused, target 2; a shelf is looked at, target 3. What is
/// called so is nobody's who has not logged in.
struct Library {
    answers: Answers,
    made: u32,
    limit: u32,
}

impl Evaluator for Library {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        self.made += 1;
        let mut hits = BTreeSet::from([1]);
        self.answers = Answers::Good(vec![1]);
        for call in &individual.calls {
            if matches!(call.genes[PAGES].value(), GeneValue::Integer(pages) if pages > 900) {
                hits.insert(2);
                // It says so of a lower shelf alone.
                let says = call.genes[SHELF].value() == GeneValue::text("low");
                self.answers = Answers::Refused(u64::from(says));
            }
            if call.genes[SHELF].value() != GeneValue::Absent {
                hits.insert(3);
            }
            if call.genes[TITLE].value() == GeneValue::text("mine") && call.user.is_none() {
                self.answers = Answers::Refused(9);
            }
        }
        let hits = hits.into_iter().map(|target| Hit { target: TargetId(target), h: COVERED });
        let (hits, calls) = (hits.collect(), individual.calls.len() as u32);
        Evaluation { hits, calls, ..Evaluation::default() }
    }

    fn answers(&mut self) -> Answers {
        self.answers.clone()
    }

    fn stopped(&self) -> bool {
        self.made >= self.limit
    }

    fn used(&self) -> f64 {
        0.0
    }
}

fn templates() -> Templates {
    let text = || GeneSpec::Text { min_len: 0, max_len: 40 };
    let pages = GeneSpec::Integer { min: 0, max: i64::MAX, multiple_of: 0 };
    let optional = |spec| GeneSpec::Optional(Box::new(spec));
    let parameters = [("title", text()), ("pages", optional(pages)), ("shelf", optional(text()))];
    let parameters = parameters.map(|(name, spec)| (name.to_owned(), spec)).to_vec();
    let calls = vec![ActionTemplate { name: "POST:/books".to_owned(), parameters }];
    Templates { calls, ..Templates::default() }
}

fn call(title: &str, pages: Option<i64>, shelf: Option<&str>) -> Action {
    let values = [
        GeneValue::text(title),
        pages.map_or(GeneValue::Absent, GeneValue::Integer),
        shelf.map_or(GeneValue::Absent, GeneValue::text),
    ];
    let templates = templates();
    let specs = templates.calls[0].parameters.iter().map(|(_, spec)| spec);
    let genes = specs.zip(values).map(|(spec, value)| Gene::holding(spec, &value)).collect();
    Action { template: TemplateId(0), genes, links: Vec::new(), user: None, malformed: None }
}

/// Tests of these calls, each covering these targets, in which as much is alike as can be.
fn aligned(tests: Vec<(Vec<Action>, &[u32])>, limit: u32) -> Aligned {
    let tests = tests.into_iter().enumerate().map(|(number, (calls, covered))| {
        let covered = covered.iter().copied().map(TargetId).collect();
        let individual = Individual { calls, ..Individual::default() };
        let (faults, strayed, number) = (Vec::new(), Vec::new(), number as u64);
        Arc::new(EvaluatedIndividual { number, individual, covered, faults, strayed })
    });
    let suite: Vec<_> = tests.collect();
    let archive = suite
        .iter()
        .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
        .collect();
    let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
    let mut library = Library { answers: Answers::Missing, made: 0, limit };
    align(&suite, &outcome, &templates(), &mut library)
}

fn values(done: &Aligned, test: usize) -> Vec<Vec<GeneValue>> {
    let calls = done.tests[test].individual.calls.iter();
    calls.map(|call| call.genes.iter().map(Gene::value).collect()).collect()
}

fn sent(title: &str, pages: Option<i64>, shelf: Option<&str>) -> Vec<GeneValue> {
    call(title, pages, shelf).genes.iter().map(Gene::value).collect()
}

#[test]
fn what_nothing_hangs_on_is_left_out() {
    let done = aligned(
        vec![
            (vec![call("a", Some(7), None)], &[1]),
            // What is refused does without the shelf, and not without its pages; what succeeds would say less.
            (vec![call("a", Some(1_000), Some("x"))], &[1, 2]),
            (vec![call("a", Some(7), Some("y"))], &[1]),
            // What another test covers by now it need not.
            (vec![call("a", Some(1_000), Some("z"))], &[1, 2, 3]),
        ],
        99,
    );
    assert_eq!(values(&done, 0), [sent("a", None, None)]);
    assert_eq!(values(&done, 1), [sent("a", Some(1_000), None)]);
    assert_eq!(values(&done, 2), [sent("a", None, Some("y"))]);
    assert_eq!(values(&done, 3), [sent("a", Some(1_000), None)]);
    let covered: Vec<u32> = done.tests[1].covered.iter().map(|target| target.0).collect();
    assert_eq!(covered, [1, 2]);
    assert!(done.changed >= 4 && done.calls > 8);
}

#[test]
fn calls_are_well_formed_where_nothing_hangs_on_it() {
    let malformed =
        Action { malformed: Some(Malformed("charset".to_owned())), ..call("a", None, None) };
    let done = aligned(vec![(vec![malformed], &[1])], 99);
    assert_eq!(done.tests[0].individual.calls[0].malformed, None);
    assert_eq!(done.changed, 1);
}

#[test]
fn tests_have_the_values_of_shorter_ones_where_they_can() {
    let linked = Link { parameter: TITLE, from: ActionAt::Call(0), ..Link::default() };
    let second = Action { links: vec![linked], ..call("kept", None, Some("left")) };
    let done = aligned(
        vec![
            (vec![call("b", None, Some("right")), second], &[1, 3]),
            (vec![call("a", None, Some("left"))], &[1, 3]),
            (vec![call("c", Some(1_000), None)], &[1, 2]),
        ],
        99,
    );
    // Its second call alone needs a shelf.
    assert_eq!(values(&done, 0), [sent("a", None, None), sent("kept", None, Some("left"))]);
    assert_eq!(values(&done, 2), [sent("a", Some(1_000), None)], "with a shelf it was another one");
}

#[test]
fn what_no_other_test_covers_is_kept_and_not_more() {
    let done = aligned(
        vec![
            (vec![call("a", None, None)], &[1]),
            (vec![call("b", None, Some("x"))], &[1, 3]),
            (vec![call("c", None, Some("y")), call("c", None, Some("z"))], &[1, 3]),
        ],
        99,
    );
    // The second test looks at a shelf, too, but only with one it is what it was.
    assert_eq!(values(&done, 1), [sent("a", None, Some("x"))]);
    assert_eq!(values(&done, 2), [sent("a", None, None), sent("a", None, Some("x"))]);
}

#[test]
fn whoever_calls_in_most_tests_calls_in_all_that_need_a_user() {
    let by = |user: u32, title: &str| {
        (vec![Action { user: Some(UserId(user)), ..call(title, None, None) }], &[1_u32][..])
    };
    let done = aligned(vec![by(2, "mine"), by(1, "mine"), by(1, "mine"), by(1, "a")], 99);
    let users: Vec<_> = done.tests.iter().map(|test| test.individual.calls[0].user).collect();
    let one = Some(UserId(1));
    assert_eq!(users, [one, one, one, None]);
}

#[test]
fn what_is_said_of_why_a_call_is_refused_stays() {
    let done = aligned(
        vec![
            (vec![call("a", Some(1_000), Some("low"))], &[1, 2]),
            (vec![call("a", Some(1_000), Some("high"))], &[1, 2]),
        ],
        99,
    );
    assert_eq!(values(&done, 0), [sent("a", Some(1_000), Some("low"))]);
    assert_eq!(values(&done, 1), [sent("a", Some(1_000), None)]);
}

#[test]
fn a_sut_that_stops_leaves_tests_as_they_are() {
    let done = aligned(vec![(vec![call("a", Some(7), None)], &[1])], 0);
    assert_eq!(values(&done, 0), [sent("a", Some(7), None)]);
    assert_eq!((done.changed, done.calls), (0, 0));
}
