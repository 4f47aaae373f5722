//! Bodies of calls that succeed with what they may hold besides: a record that is made without its name says little.

use std::sync::Arc;

use crate::after_run::{Lengthened, Shown, run, seen_twice};
use crate::gene::Gene;
use crate::humanise::{is_id, words_for};
use crate::{
    Answers, EvaluatedIndividual, Evaluator, Fault, FieldSpec, GeneSpec, GeneValue, Individual,
    SearchOutcome, Templates,
};

/// Numbers that people write.
const NUMBERS: [i64; 4] = [3, 12, 25, 100];
/// Fields of one test that are tried by themselves where not all of them can be given.
const ALONE: usize = 4;

/// Gives bodies of calls the optional fields that they lack, with plain values, in tests whose calls all succeed: where
/// all answers hold more then, twice, all that the test covers stays covered, and no fault shows that nobody knows.
/// Ends early when the evaluator stops.
///
/// A test that shows a fault stays as it is, and one with something set up.
pub fn whole_bodies(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    templates: &Templates,
    evaluator: &mut dyn Evaluator,
) -> Lengthened {
    let mut done = Lengthened::default();
    let mut work = Work { outcome, templates, evaluator, calls: 0 };
    for test in suite {
        let whole = work.whole(test);
        done.longer += usize::from(whole.is_some());
        done.tests.push(whole.map_or_else(|| Arc::clone(test), Arc::new));
    }
    done.calls = work.calls;
    done
}

/// Place of a field that a body lacks: its call, the parameter, and the field with what it may be.
#[derive(Clone)]
struct Lacking {
    call: usize,
    parameter: usize,
    /// Field of the parameter; `None` where that is all of it.
    field: Option<String>,
    value: GeneValue,
}

/// Tells whether a parameter is a field of the body that nothing describes: a JSON pointer names it.
fn is_found_field(name: &str) -> bool {
    name.starts_with('/')
}

struct Work<'a> {
    outcome: &'a SearchOutcome,
    templates: &'a Templates,
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

impl Work<'_> {
    /// The test with fields more; `None` if it lacks none that shows in its answers.
    fn whole(&mut self, test: &EvaluatedIndividual) -> Option<EvaluatedIndividual> {
        let individual = &test.individual;
        let is_left = individual.soaks
            || individual.is_long()
            || !individual.setup.is_empty()
            || !test.faults.is_empty();
        let lacking = if is_left { Vec::new() } else { self.lacking(individual) };
        if lacking.is_empty() || self.evaluator.stopped() {
            return None;
        }
        let Answers::Good(before) = self.run(individual).answers else { return None };
        let alone = lacking.chunks(1).take(if lacking.len() > 1 { ALONE } else { 0 });
        for given in std::iter::once(&lacking[..]).chain(alone) {
            if self.evaluator.stopped() {
                return None;
            }
            let whole = self.with(individual, given);
            let shown = self.shows_more(test, &whole, &before);
            let twice =
                shown.and_then(|first| Some((first, self.shows_more(test, &whole, &before)?)));
            if let Some((first, again)) = twice {
                return Some(seen_twice(test.number, whole, &first, again));
            }
        }
        None
    }

    /// Lists the optional fields that the bodies of a test lack, each with a plain value.
    fn lacking(&self, individual: &Individual) -> Vec<Lacking> {
        let mut found = Vec::new();
        for (call, action) in individual.calls.iter().enumerate() {
            if action.malformed.is_some() {
                continue;
            }
            let Some(template) = self.templates.get(action.template) else { continue };
            for (parameter, (name, spec)) in template.parameters.iter().enumerate() {
                let value = action.genes.get(parameter).map_or(GeneValue::Absent, Gene::value);
                if value == GeneValue::Absent && is_found_field(name) {
                    let value = plain_value(spec, name, found.len());
                    let lacking = |value| Lacking { call, parameter, field: None, value };
                    found.extend(value.map(lacking));
                    continue;
                }
                let (GeneValue::Record(sent), Some(fields)) = (value, fields_of(spec)) else {
                    continue;
                };
                let is_sent = |name: &str| {
                    sent.iter().any(|(known, value)| known == name && *value != GeneValue::Absent)
                };
                for field in fields.iter().filter(|field| !is_sent(&field.name)) {
                    if let Some(value) = plain_value(&field.spec, &field.name, found.len()) {
                        let field = Some(field.name.clone());
                        found.push(Lacking { call, parameter, field, value });
                    }
                }
            }
        }
        found
    }

    fn with(&self, individual: &Individual, given: &[Lacking]) -> Individual {
        let mut whole = individual.clone();
        for Lacking { call, parameter, field, value } in given {
            let action = &mut whole.calls[*call];
            let Some(template) = self.templates.get(action.template) else { continue };
            // What was found after the call was made is not sent so far.
            for (_, spec) in template.parameters.iter().take(parameter + 1).skip(action.genes.len())
            {
                action.genes.push(Gene::holding(spec, &GeneValue::Absent));
            }
            let gene = &mut action.genes[*parameter];
            let value = match (field, gene.value()) {
                (None, _) => value.clone(),
                (Some(field), GeneValue::Record(mut fields)) => {
                    fields.retain(|(name, _)| name != field);
                    fields.push((field.clone(), value.clone()));
                    GeneValue::Record(fields)
                }
                (Some(_), _) => continue,
            };
            *gene = Gene::holding(&template.parameters[*parameter].1, &value);
        }
        whole
    }

    fn shows_more(
        &mut self,
        test: &EvaluatedIndividual,
        whole: &Individual,
        before: &[u32],
    ) -> Option<Shown> {
        let shown = self.run(whole);
        let Answers::Good(held) = &shown.answers else { return None };
        let holds_more = held.len() > before.len() && before.iter().all(|one| held.contains(one));
        let is_known = |fault: &Fault| self.outcome.faults.iter().any(|one| one.is_same_as(fault));
        let is_sound = shown.evaluation.faults.iter().all(|(_, fault)| is_known(fault));
        let covers_all = self.outcome.covered_by(test).is_subset(&shown.covered);
        (holds_more && is_sound && covers_all).then_some(shown)
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }
}

/// Answers the fields of a body's object.
fn fields_of(spec: &GeneSpec) -> Option<&[FieldSpec]> {
    match spec {
        GeneSpec::Object { fields, .. } => Some(fields),
        GeneSpec::Optional(inner)
        | GeneSpec::Nullable(inner)
        | GeneSpec::Suggested { inner, .. } => fields_of(inner),
        _ => None,
    }
}

/// Answers what a person would write in a field; `nth`: how many a test has before it. `None` where that takes more
/// than a word or a number.
fn plain_value(spec: &GeneSpec, name: &str, nth: usize) -> Option<GeneValue> {
    let word = || words_for(name, nth).into_iter().next();
    match spec {
        GeneSpec::Optional(inner) | GeneSpec::Nullable(inner) => plain_value(inner, name, nth),
        GeneSpec::Suggested { values, inner } => {
            let suggested = values.iter().find(|value| **value != GeneValue::Null);
            suggested.cloned().or_else(|| plain_value(inner, name, nth))
        }
        GeneSpec::Enum(values) => values.iter().find(|value| **value != GeneValue::Null).cloned(),
        GeneSpec::Boolean => Some(GeneValue::Boolean(true)),
        GeneSpec::Integer { min, max, multiple_of: 0 | 1 } => {
            let number = NUMBERS.into_iter().find(|number| (min..=max).contains(&number));
            number.map(GeneValue::Integer)
        }
        GeneSpec::Double { min, max, .. } => {
            let part = if is_id(name) { 0.0 } else { 0.5 };
            let numbers = NUMBERS.into_iter().map(|number| number as f64 + part);
            let number = numbers.into_iter().find(|number| (min..=max).contains(&number));
            number.map(GeneValue::Double)
        }
        GeneSpec::Text { min_len, max_len } => {
            let fits = |word: &String| (*min_len..=*max_len).contains(&word.encode_utf16().count());
            word().filter(fits).map(|word| GeneValue::text(&word))
        }
        GeneSpec::Open => word().map(|word| GeneValue::text(&word)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::{COVERED, TargetId};

    use super::*;
    use crate::separate::tests::test;
    use crate::{Action, ActionTemplate, Evaluation, Hit, TemplateId};

    /// A SUT that answers with the fields `text` and `size` of what it is sent, and refuses one with `code`. Whatever has
    /// no text covers 2, too. Its second input is the field `note`.
    #[derive(Default)]
    struct Echo {
        refuses: bool,
        answers: Answers,
    }

    impl Evaluator for Echo {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let GeneValue::Record(fields) = individual.calls[0].genes[0].value() else {
                return Evaluation::default();
            };
            let has = |name: &str| {
                fields.iter().any(|(known, value)| known == name && *value != GeneValue::Absent)
            };
            let noted = is_noted(individual).then_some(12);
            let held = [("text", 10), ("size", 11)].into_iter().filter(|(name, _)| has(name));
            let held: Vec<u32> =
                std::iter::once(1).chain(held.map(|(_, number)| number)).chain(noted).collect();
            let is_refused = self.refuses && has("code");
            self.answers = if is_refused { Answers::Refused(1) } else { Answers::Good(held) };
            let covered = [1].into_iter().chain((!has("text")).then_some(2));
            let hits = covered.map(|target| Hit { target: TargetId(target), h: COVERED });
            Evaluation { hits: hits.collect(), calls: 1, ..Evaluation::default() }
        }

        fn answers(&mut self) -> Answers {
            self.answers.clone()
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    fn is_noted(individual: &Individual) -> bool {
        let note = individual.calls[0].genes.get(1).map(Gene::value);
        note.is_some_and(|value| value != GeneValue::Absent)
    }

    /// The fields that a test sends at the end which sends nothing and covers these targets.
    fn sent(refuses: bool, covered: &[u32]) -> Vec<String> {
        let field = |name: &str, spec| FieldSpec {
            name: name.to_owned(),
            spec: GeneSpec::Optional(Box::new(spec)),
        };
        let text = GeneSpec::Text { min_len: 0, max_len: 30 };
        let size = GeneSpec::Integer { min: 5, max: 20, multiple_of: 0 };
        let fields = vec![field("text", text), field("size", size), field("code", GeneSpec::Open)];
        let body = GeneSpec::Object { fields, additional: None };
        let genes = vec![Gene::holding(&body, &GeneValue::Record(Vec::new()))];
        let note = GeneSpec::Optional(Box::new(GeneSpec::Open));
        let parameters = vec![("body".to_owned(), body), ("/note".to_owned(), note)];
        let name = "POST:/notes".to_owned();
        let template = ActionTemplate { name, parameters };
        let call = Action {
            template: TemplateId(0),
            genes,
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let suite = [test(0, vec![call], covered)];
        let archive = covered.iter().map(|target| (TargetId(*target), Arc::clone(&suite[0])));
        let outcome = SearchOutcome { archive: archive.collect(), ..SearchOutcome::default() };
        let templates = Templates { calls: vec![template], ..Templates::default() };
        let mut echo = Echo { refuses, ..Echo::default() };
        let done = whole_bodies(&suite, &outcome, &templates, &mut echo);
        let sent = &done.tests[0].individual;
        let GeneValue::Record(fields) = sent.calls[0].genes[0].value() else {
            return Vec::new();
        };
        let noted = is_noted(sent).then(|| "/note".to_owned());
        let sent = fields.into_iter().filter(|(_, value)| *value != GeneValue::Absent);
        let shown = |(name, value): (String, GeneValue)| match value {
            GeneValue::Integer(number) => format!("{name}={number}"),
            _ => name,
        };
        sent.map(shown).chain(noted).collect()
    }

    #[test]
    fn fields_are_given_that_the_answer_holds() {
        assert_eq!(sent(false, &[1]), ["text", "size=12", "code", "/note"]);
    }

    #[test]
    fn one_that_is_refused_leaves_the_others() {
        assert_eq!(sent(true, &[1]), ["text"]);
    }

    #[test]
    fn what_is_covered_without_a_field_keeps_it_away() {
        assert_eq!(sent(false, &[1, 2]), ["size=12"]);
    }
}
