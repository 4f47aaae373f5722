use nearmiss_targets::COVERED;

use super::*;
use crate::gene::Gene;
use crate::{ActionTemplate, Evaluation, GeneSpec, GeneValue, Hit};

/// A shelf: 0 makes a book, 1 lists those of a title and of so many pages. Target 2: a book is left out of a list; 4: all
/// are.
#[derive(Default)]
struct Shelf(Answers);

impl Evaluator for Shelf {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let (mut books, mut hits, mut held) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for call in &individual.calls {
            let [first, second] = [call.genes[0].value(), call.genes[1].value()];
            hits.insert(call.template.0);
            if call.template == TemplateId(0) {
                held.insert(10);
                books.push((first, second));
                continue;
            }
            let asks =
                |value: &GeneValue, own: &GeneValue| *value == GeneValue::Absent || value == own;
            let is_found =
                |book: &&(GeneValue, GeneValue)| asks(&first, &book.0) && asks(&second, &book.1);
            let found = books.iter().filter(is_found).count();
            if found > 0 {
                held.insert(20);
            }
            if found < books.len() {
                hits.insert(2);
            }
            if found == 0 && !books.is_empty() {
                hits.insert(4);
            }
        }
        self.0 = Answers::Good(held.into_iter().collect());
        let hits = hits.into_iter().map(|target| Hit { target: TargetId(target), h: COVERED });
        let (hits, calls) = (hits.collect(), individual.calls.len() as u32);
        Evaluation { hits, calls, ..Evaluation::default() }
    }

    fn answers(&mut self) -> Answers {
        self.0.clone()
    }

    fn stopped(&self) -> bool {
        false
    }

    fn used(&self) -> f64 {
        0.0
    }
}

fn specs() -> [(GeneSpec, GeneSpec); 2] {
    let (text, pages) = (
        GeneSpec::Text { min_len: 0, max_len: 40 },
        GeneSpec::Integer { min: 0, max: i64::MAX, multiple_of: 0 },
    );
    let optional = |spec: &GeneSpec| GeneSpec::Optional(Box::new(spec.clone()));
    [(text.clone(), pages.clone()), (optional(&text), optional(&pages))]
}

fn templates() -> Templates {
    let names = [["title", "pages"], ["title", "minPages"]];
    let calls = names.into_iter().zip(specs()).map(|([first, second], specs)| ActionTemplate {
        name: String::new(),
        parameters: vec![(first.to_owned(), specs.0), (second.to_owned(), specs.1)],
    });
    Templates { calls: calls.collect(), ..Templates::default() }
}

fn call(template: usize, title: Option<&str>, pages: Option<i64>) -> Action {
    let specs = &specs()[template];
    let title = title.map_or(GeneValue::Absent, GeneValue::text);
    let pages = pages.map_or(GeneValue::Absent, GeneValue::Integer);
    Action {
        template: TemplateId(template as u32),
        genes: vec![Gene::holding(&specs.0, &title), Gene::holding(&specs.1, &pages)],
        links: Vec::new(),
        user: None,
        malformed: None,
    }
}

fn test(number: u64, calls: Vec<Action>, covered: &[u32]) -> Arc<EvaluatedIndividual> {
    Arc::new(EvaluatedIndividual {
        number,
        individual: Individual { calls, ..Individual::default() },
        covered: covered.iter().copied().map(TargetId).collect(),
        faults: Vec::new(),
        strayed: Vec::new(),
    })
}

fn found_all(suite: &[Arc<EvaluatedIndividual>]) -> Found {
    let archive = suite
        .iter()
        .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
        .collect();
    let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
    find(suite, &outcome, &templates(), &mut Shelf::default())
}

/// The values of the calls of tests after it.
fn found(suite: &[Arc<EvaluatedIndividual>]) -> Vec<Vec<(GeneValue, GeneValue)>> {
    let done = found_all(suite);
    let values = |call: &Action| (call.genes[0].value(), call.genes[1].value());
    done.tests.iter().map(|test| test.individual.calls.iter().map(values).collect()).collect()
}

fn values(title: Option<&str>, pages: Option<i64>) -> (GeneValue, GeneValue) {
    (
        title.map_or(GeneValue::Absent, GeneValue::text),
        pages.map_or(GeneValue::Absent, GeneValue::Integer),
    )
}

#[test]
fn what_a_filter_leaves_out_stands_beside_what_it_finds() {
    let suite = [test(0, vec![call(0, Some("a"), Some(7)), call(1, Some("b"), None)], &[0, 1, 2])];
    // Target 2 is its own: another book is left out.
    let expected =
        [values(Some("a"), Some(7)), values(Some("river"), Some(7)), values(Some("a"), None)];
    assert_eq!(found(&suite), [expected.to_vec()]);
}

#[test]
fn what_another_test_shows_of_a_filter_need_not_be_kept() {
    let left_out = vec![call(0, Some("a"), Some(7)), call(1, Some("b"), Some(1))];
    let suite = [
        test(0, vec![call(1, None, Some(3))], &[1]),
        test(1, left_out, &[0, 1, 2]),
        test(2, vec![call(0, Some("c"), Some(9)), call(1, Some("d"), Some(1))], &[0, 1, 2]),
    ];
    let found = found(&suite);
    // Nothing was made before it: the beginning of another one is put there.
    assert_eq!(found[0], [values(Some("a"), Some(7)), values(None, Some(7))]);
    assert_eq!(found[1], [values(Some("a"), Some(7)), values(Some("a"), Some(7))]);
    // Nobody else shows by now that something is left out.
    let expected = [("c", 9), ("river", 10), ("c", 9)];
    assert_eq!(found[2], expected.map(|(title, pages)| values(Some(title), Some(pages))));
}

#[test]
fn what_hides_nothing_stays() {
    let suite = [test(0, vec![call(0, Some("a"), Some(7)), call(1, Some("a"), None)], &[0, 1])];
    assert_eq!(found(&suite), [vec![values(Some("a"), Some(7)), values(Some("a"), None)]]);
}

#[test]
fn what_must_hide_all_is_shown_beside_what_finds_something() {
    let hides = vec![call(0, Some("a"), Some(7)), call(1, Some("none"), Some(9))];
    let suite = [test(0, hides, &[0, 1, 2, 4])];
    let done = found_all(&suite);
    assert_eq!(done.changed, 0);
    let calls = |test: &Arc<EvaluatedIndividual>| test.individual.calls.len();
    assert_eq!(done.added.iter().map(calls).collect::<Vec<_>>(), [2]);
    let last = done.added[0].individual.calls[1].genes.iter().map(Gene::value);
    assert_eq!(last.collect::<Vec<_>>(), [GeneValue::text("a"), GeneValue::Integer(7)]);
    assert_eq!(done.added[0].number, 1);
}
