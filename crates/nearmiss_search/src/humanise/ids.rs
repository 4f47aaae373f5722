//! Ids in paths of refused calls: who reads one sees whether nothing is there, or it can be no id.

use std::collections::BTreeSet;
use std::sync::Arc;

use nearmiss_targets::TargetId;

use super::noise::is_uuid;
use super::words::is_id;
use crate::after_run::{Shown, run};
use crate::fault::repeated_faults;
use crate::gene::Gene;
use crate::shares::Shares;
use crate::{
    Action, Answers, EvaluatedIndividual, Evaluator, GeneValue, Individual, Lengthened,
    SearchOutcome, Templates,
};

/// A number that nothing has, and one that is no id, as people write them.
const NOT_THERE: i64 = 999_999;
const NONE: i64 = 0;
/// A text that is no id.
const MALFORMED: &str = "abc";

/// Puts ids that say what they are in the paths of last calls which are refused: `999999` or `0` where nothing is
/// there, and `abc` where that is no id, if the test covers all that it has covered, twice, and is refused with the same
/// status. A test that shows a fault stays as it is. Ends early when the evaluator stops.
pub fn plain_ids(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    templates: &Templates,
    evaluator: &mut dyn Evaluator,
) -> Lengthened {
    let mut done = Lengthened { tests: suite.to_vec(), ..Lengthened::default() };
    let shares = Shares::of(suite, outcome);
    for (index, test) in done.tests.iter_mut().enumerate() {
        let individual = &test.individual;
        let is_whole = individual.soaks || individual.is_long() || !test.faults.is_empty();
        let places = individual.calls.last().map(|call| ids(call, templates)).unwrap_or_default();
        if is_whole || places.is_empty() || evaluator.stopped() {
            continue;
        }
        let mut work = Work { needed: shares.all(index), evaluator, calls: 0 };
        let plain = work.with_ids(test, &places, templates);
        done.calls += work.calls;
        if let Some(plain) = plain {
            *test = Arc::new(plain);
        }
    }
    done
}

/// Lists the parameters that are ids in the path of a call, taken from no answer, and not plain.
fn ids(call: &Action, templates: &Templates) -> Vec<usize> {
    let Some(template) = templates.get(call.template) else { return Vec::new() };
    let is_in_path = |name: &str| template.name.contains(&format!("{{{name}}}"));
    let parameters = template.parameters.iter().zip(&call.genes).enumerate();
    let is_odd = |(index, ((name, _), gene)): &(usize, (&(String, _), &Gene))| {
        is_id(name)
            && is_in_path(name)
            && !call.links.iter().any(|link| link.parameter == *index)
            && !is_plain(&gene.value())
    };
    parameters.filter(is_odd).map(|(index, _)| index).collect()
}

fn is_plain(value: &GeneValue) -> bool {
    match value {
        GeneValue::Integer(number) => [NOT_THERE, NONE].contains(number),
        GeneValue::Double(number) => [NOT_THERE, NONE].iter().any(|id| *id as f64 == *number),
        GeneValue::Text(units) => {
            let text = String::from_utf16_lossy(units);
            let numbers = [NOT_THERE, NONE].map(|number| number.to_string());
            text == MALFORMED || is_uuid(&text) || numbers.contains(&text)
        }
        _ => true,
    }
}

struct Work<'a> {
    /// Targets that the test is to cover.
    needed: &'a BTreeSet<TargetId>,
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

impl Work<'_> {
    /// Answers a test with other ids in some places; `None` if it needs its own.
    fn with_ids(
        &mut self,
        test: &EvaluatedIndividual,
        places: &[usize],
        templates: &Templates,
    ) -> Option<EvaluatedIndividual> {
        let (before, status) = self.run(&test.individual);
        if !self.keeps(&before) {
            return None;
        }
        let mut found: Option<EvaluatedIndividual> = None;
        for place in places {
            let individual = found.as_ref().map_or(&test.individual, |found| &found.individual);
            let mut tried = [
                GeneValue::Integer(NOT_THERE),
                GeneValue::Integer(NONE),
                GeneValue::text(MALFORMED),
            ]
            .into_iter()
            .filter_map(|id| with_id(individual, *place, &id, templates));
            let kept = tried.find_map(|individual| {
                let (first, own) = self.run(&individual);
                if own != status || !self.keeps(&first) {
                    return None;
                }
                let (again, own) = self.run(&individual);
                let is_same = own == status && self.keeps(&again);
                is_same.then(|| EvaluatedIndividual {
                    number: test.number,
                    individual,
                    covered: first.covered.intersection(&again.covered).copied().collect(),
                    faults: repeated_faults(&first.evaluation.faults, &again.evaluation.faults),
                    strayed: again.evaluation.strayed,
                })
            });
            found = kept.or(found);
        }
        found
    }

    fn run(&mut self, individual: &Individual) -> (Shown, Option<u16>) {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        (shown, self.evaluator.last_status())
    }

    /// Tells whether the last call is refused, without any fault, and all is covered.
    fn keeps(&self, shown: &Shown) -> bool {
        let Shown { covered, answers, evaluation } = shown;
        let is_refused = evaluation.refused.contains(&evaluation.ran.saturating_sub(1));
        matches!(answers, Answers::Refused(_))
            && is_refused
            && evaluation.faults.is_empty()
            && self.needed.is_subset(covered)
    }
}

/// Makes a test whose last call has an id in a place.
fn with_id(
    individual: &Individual,
    place: usize,
    id: &GeneValue,
    templates: &Templates,
) -> Option<Individual> {
    let mut changed = individual.clone();
    let call = changed.calls.last_mut()?;
    let (_, spec) = templates.get(call.template)?.parameters.get(place)?;
    let gene = call.genes.get_mut(place)?;
    // Numbers stand as texts where texts are asked for.
    let id = match (gene.value(), id) {
        (GeneValue::Double(_), GeneValue::Integer(number)) => GeneValue::Double(*number as f64),
        (GeneValue::Text(_), GeneValue::Integer(number)) => GeneValue::text(&number.to_string()),
        (_, id) => id.clone(),
    };
    *gene = Gene::holding(spec, &id);
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::separate::tests::test;
    use crate::{ActionTemplate, Evaluation, GeneSpec, Hit, TemplateId};

    /// Things by number: none is there but 7, and what is no number is refused with another status.
    #[derive(Default)]
    struct Things(u16);

    impl Evaluator for Things {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let GeneValue::Text(units) = individual.calls[0].genes[0].value() else {
                panic!("text")
            };
            self.0 = match String::from_utf16_lossy(&units).parse::<i64>() {
                Ok(7) => 200,
                Ok(_) => 404,
                Err(_) => 400,
            };
            let refused = if self.0 < 400 { Vec::new() } else { vec![0] };
            let hits = vec![Hit { target: TargetId(u32::from(self.0)), h: 1.0 }];
            Evaluation { hits, refused, ran: 1, calls: 1, ..Evaluation::default() }
        }

        fn answers(&mut self) -> Answers {
            if self.0 < 400 { Answers::Good(Vec::new()) } else { Answers::Refused(self.0.into()) }
        }

        fn last_status(&mut self) -> Option<u16> {
            Some(self.0)
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    #[test]
    fn ids_say_whether_nothing_is_there_or_they_are_none() {
        let spec = GeneSpec::Text { min_len: 0, max_len: 40 };
        let named = |name: &str, parameter: &str| ActionTemplate {
            name: name.to_owned(),
            parameters: vec![(parameter.to_owned(), spec.clone())],
        };
        let calls = vec![named("GET:/a/{userId}", "userId"), named("GET:/a/{slug}", "slug")];
        let templates = Templates { calls, ..Templates::default() };
        let call = |template: u32, id: &str| Action {
            template: TemplateId(template),
            genes: vec![Gene::holding(&spec, &GeneValue::text(id))],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let suite = [
            test(0, vec![call(0, "3")], &[404]),
            test(1, vec![call(0, "harbour")], &[400]),
            test(2, vec![call(0, "7")], &[200]),
            test(3, vec![call(1, "harbour")], &[400]),
        ];
        let archive = suite
            .iter()
            .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
            .collect();
        let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
        let done = plain_ids(&suite, &outcome, &templates, &mut Things::default());
        let ids: Vec<GeneValue> =
            done.tests.iter().map(|test| test.individual.calls[0].genes[0].value()).collect();
        assert_eq!(ids, ["999999", "abc", "7", "harbour"].map(GeneValue::text));
    }
}
