use super::*;
use crate::gene::Gene;
use crate::separate::tests::test;
use crate::{ActionAt, Answers, Evaluation, GeneSpec, GeneValue, Link, Malformed, UserId};

/// Bells: call 0 makes one of a mark and a weight, as user 1; call 1 reads what is made before it.
#[derive(Default)]
struct Bells {
    status: u16,
    words: u64,
    runs: u32,
}

impl Bells {
    fn refusal(test: &Individual, call: &Action) -> Option<(u16, u64)> {
        if call.template.0 == 1 {
            return call.links.is_empty().then_some((404, 0));
        }
        if call.malformed.is_some() {
            return Some((400, 1));
        }
        let GeneValue::Record(fields) = call.genes[0].value() else { return Some((400, 2)) };
        let field = |name: &str| {
            let found = fields.iter().find(|(known, _)| known == name);
            found.map_or(GeneValue::Absent, |(_, value)| value.clone())
        };
        if call.user != Some(UserId(1)) {
            return Some((403, 0));
        }
        if !matches!(field("mark"), GeneValue::Text(_)) {
            return Some((400, 3));
        }
        if !matches!(field("weight"), GeneValue::Integer(1..)) {
            return Some((400, 4));
        }
        if matches!(field("tones"), GeneValue::List(tones) if tones.contains(&GeneValue::Integer(0)))
        {
            return Some((400, 5));
        }
        let is_there = |other: &&Action| other.genes[0].value() == call.genes[0].value();
        let makers = test.calls.iter().filter(|other| other.template.0 == 0);
        (makers.filter(is_there).count() > 1).then_some((409, 0))
    }
}

impl Evaluator for Bells {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        self.runs += 1;
        let answers: Vec<Option<(u16, u64)>> =
            individual.calls.iter().map(|call| Self::refusal(individual, call)).collect();
        (self.status, self.words) = answers.last().copied().flatten().unwrap_or((200, 0));
        let refused = (0..answers.len()).filter(|index| answers[*index].is_some()).collect();
        let ran = individual.calls.len();
        Evaluation { refused, ran, calls: ran as u32, ..Evaluation::default() }
    }

    fn answers(&mut self) -> Answers {
        Answers::Missing
    }

    fn last_words(&mut self) -> Option<u64> {
        Some(u64::from(self.status) * 10 + self.words)
    }

    fn last_status(&mut self) -> Option<u16> {
        Some(self.status)
    }

    fn stopped(&self) -> bool {
        false
    }

    fn used(&self) -> f64 {
        0.0
    }
}

fn make(fields: &[(&str, GeneValue)]) -> Action {
    let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    let genes = vec![Gene::holding(&GeneSpec::Any, &GeneValue::Record(fields.collect()))];
    let user = Some(UserId(1));
    Action { template: TemplateId(0), genes, links: Vec::new(), user, malformed: None }
}

fn read(links: Vec<Link>) -> Action {
    let genes = vec![Gene::holding(&GeneSpec::Any, &GeneValue::Integer(9))];
    Action { template: TemplateId(1), genes, links, user: None, malformed: None }
}

fn input(path: &[&str], odd: Odd) -> Cause {
    let path = path.iter().map(|name| (*name).to_owned()).collect();
    Cause::Input { parameter: 0, path, odd }
}

#[test]
fn the_part_whose_repair_changes_the_answer_is_the_reason() {
    let (mark, weight) = (GeneValue::text("A"), GeneValue::Integer(7));
    let good = || make(&[("mark", mark.clone()), ("weight", weight.clone())]);
    let link = Link { source: "/id".to_owned(), from: ActionAt::Call(0), ..Link::default() };
    let text = GeneValue::text;
    let refused: Vec<(Vec<Action>, Cause)> = vec![
        // The tone is another one, too, and nothing hangs on it.
        (
            vec![make(&[("mark", text("B")), ("weight", text("x")), ("tone", text("c4"))])],
            input(&["weight"], Odd::Type),
        ),
        (
            vec![make(&[("mark", text("B")), ("weight", GeneValue::Integer(-3))])],
            input(&["weight"], Odd::Value),
        ),
        (vec![make(&[("weight", GeneValue::Integer(3))])], input(&["mark"], Odd::Lacking)),
        // Both are needed, and the mark is asked for first.
        (vec![make(&[("tone", text("c4"))])], input(&["mark"], Odd::Lacking)),
        (vec![make(&[])], input(&[], Odd::Value)),
        (vec![Action { malformed: Some(Malformed("cut".to_owned())), ..good() }], Cause::Malformed),
        (vec![Action { user: None, ..good() }], Cause::Caller),
        (vec![good(), good()], Cause::Before),
        (vec![read(Vec::new())], input(&[], Odd::Value)),
    ];
    let mut suite = vec![test(0, vec![good(), read(vec![link])], &[])];
    let numbered =
        refused.iter().zip(1..).map(|((calls, _), number)| test(number, calls.clone(), &[]));
    suite.extend(numbered);
    let mut bells = Bells::default();
    let found = causes(&suite, &mut bells);
    for ((calls, cause), number) in refused.iter().zip(1..) {
        assert_eq!(found.of.get(&number), Some(cause), "{calls:?}");
    }
    assert!(!found.of.contains_key(&0), "it is refused nothing");
    let most = suite.len() * (1 + 2 * MOST_RUNS);
    assert!(bells.runs as usize <= most, "{} runs", bells.runs);
}

#[test]
fn of_many_parts_the_one_is_found() {
    let names: Vec<String> = (0..20).map(|index| format!("f{index}")).collect();
    let with = |weight: i64, others: i64| {
        let mut fields: Vec<(&str, GeneValue)> =
            names.iter().map(|name| (name.as_str(), GeneValue::Integer(others))).collect();
        fields.insert(13, ("weight", GeneValue::Integer(weight)));
        fields.push(("mark", GeneValue::text("A")));
        make(&fields)
    };
    let suite = [test(0, vec![with(7, 1)], &[]), test(1, vec![with(0, 2)], &[])];
    let found = causes(&suite, &mut Bells::default());
    assert_eq!(found.of.get(&1), Some(&input(&["weight"], Odd::Value)));
}

#[test]
fn of_a_list_the_item_is_found() {
    let with = |mark: &str, tones: &[i64]| {
        let tones = tones.iter().copied().map(GeneValue::Integer).collect();
        make(&[
            ("mark", GeneValue::text(mark)),
            ("weight", GeneValue::Integer(3)),
            ("tones", GeneValue::List(tones)),
        ])
    };
    let suite = [
        test(0, vec![with("A", &[3, 4])], &[]),
        test(1, vec![with("B", &[5, 6, 0])], &[]),
        test(2, vec![with("C", &[0, 6, 5])], &[]),
    ];
    let found = causes(&suite, &mut Bells::default());
    assert_eq!(found.of.get(&1), Some(&input(&["tones", "[2]"], Odd::Value)));
    assert_eq!(found.of.get(&2), Some(&input(&["tones", "[0]"], Odd::Value)));
}

#[test]
fn nothing_is_said_of_what_no_call_succeeds_at() {
    let refused = [test(0, vec![make(&[])], &[])];
    assert!(causes(&refused, &mut Bells::default()).of.is_empty());
}
