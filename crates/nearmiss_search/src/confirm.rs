//! Calls behind the last one of a test that show what it did.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::after_run::{Lengthened, Shown, run};
use crate::{
    Action, ActionAt, Answers, EvaluatedIndividual, Evaluator, Individual, Link, TemplateId,
};

/// Place of the id in the answer of a call that makes something, where no test takes it from there.
const ID: &str = "/id";

/// A call that shows what another one did.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The call.
    pub call: Action,
    /// It reads what the other removes: it is refused then, or answered otherwise.
    pub is_gone: bool,
    /// Its parameter that is the id of what the other has made.
    pub made: Option<usize>,
}

/// Puts behind tests whose last call writes something one of the calls that `readings` gives: what reads what was
/// removed, where that is refused or answered otherwise than before, and of tests of one operation behind the shortest what reads
/// what was made or changed, where that is answered otherwise without the writing; rather of what was there before. Twice,
/// and all that the test covers stays covered. Ends early when the evaluator stops.
///
/// A test that shows a fault stays as it is.
pub fn confirm(
    suite: &[Arc<EvaluatedIndividual>],
    evaluator: &mut dyn Evaluator,
    readings: &mut dyn FnMut(&Individual) -> Vec<Reading>,
) -> Lengthened {
    let mut done = Lengthened { tests: suite.to_vec(), ..Lengthened::default() };
    let mut order: Vec<usize> = (0..suite.len()).collect();
    order.sort_by_key(|index| suite[*index].individual.calls.len());
    let mut work = Work { suite, evaluator, calls: 0, read: BTreeSet::new() };
    let mut found: Vec<(usize, EvaluatedIndividual)> = Vec::new();
    // Tests in which what is written is all that is read: for operations of which nothing else is shown.
    let mut left: Vec<(usize, TemplateId, EvaluatedIndividual)> = Vec::new();
    for index in order {
        let individual = &suite[index].individual;
        let stays = individual.soaks || individual.is_long() || !suite[index].faults.is_empty();
        if stays || work.evaluator.stopped() {
            continue;
        }
        let readings = readings(individual);
        match (work.confirmed(&suite[index], readings), individual.calls.last()) {
            (Some(Longer { test, is_alone: false }), _) => found.push((index, test)),
            (Some(Longer { test, is_alone: true }), Some(last)) => {
                left.push((index, last.template, test));
            }
            _ => {}
        }
    }
    for (index, writing, test) in left {
        if work.read.insert(writing) {
            found.push((index, test));
        }
    }
    done.longer = found.len();
    for (index, test) in found {
        done.tests[index] = Arc::new(test);
    }
    done.calls = work.calls;
    done
}

/// A test with a call behind it.
struct Longer {
    test: EvaluatedIndividual,
    /// The call reads nothing but what the test changes.
    is_alone: bool,
}

struct Work<'a> {
    suite: &'a [Arc<EvaluatedIndividual>],
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
    /// Operations behind which something reads what they write.
    read: BTreeSet<TemplateId>,
}

impl Work<'_> {
    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }

    /// The test with a call behind it; `None` if there is none, or it shows something else.
    fn confirmed(&mut self, test: &EvaluatedIndividual, readings: Vec<Reading>) -> Option<Longer> {
        let writing = test.individual.calls.last()?.template;
        let readings = readings.into_iter().filter(|reading| {
            reading.is_gone || !self.read.contains(&writing) && !self.is_read(writing, reading)
        });
        let readings: Vec<Reading> = readings.collect();
        // All of it does what it asks for.
        if readings.is_empty() || !matches!(self.run(&test.individual).answers, Answers::Good(_)) {
            return None;
        }
        let is_removal = readings.iter().any(|reading| reading.is_gone);
        let mut alone = None;
        for reading in readings {
            match self.shown_by(test, reading) {
                Some(longer) if longer.is_alone => alone = alone.or(Some(longer)),
                Some(longer) => {
                    if !is_removal {
                        self.read.insert(writing);
                    }
                    return Some(longer);
                }
                None => {}
            }
        }
        alone
    }

    /// Tells whether a test of the suite reads what an operation writes.
    fn is_read(&self, writing: TemplateId, reading: &Reading) -> bool {
        let calls = self.suite.iter().map(|test| &test.individual.calls);
        let mut pairs = calls.flat_map(|calls| calls.windows(2));
        pairs.any(|pair| pair[0].template == writing && pair[1].template == reading.call.template)
    }

    /// The test with a call behind it that shows what it did.
    fn shown_by(
        &mut self,
        test: &EvaluatedIndividual,
        Reading { call, is_gone, made }: Reading,
    ) -> Option<Longer> {
        let mut longer = test.individual.clone();
        let writing = longer.calls.len().checked_sub(1)?;
        let link = made.map(|parameter| Link {
            from: ActionAt::Call(writing),
            ..self.link(&longer.calls[writing], &call, parameter)
        });
        let mut call = call;
        call.links.extend(link);
        longer.calls.push(call);
        let mut told = None;
        for _ in 0..2 {
            let again = self.run(&longer);
            let answer = self.evaluator.last_answer();
            let covers = test.covered.iter().all(|target| again.covered.contains(target));
            let is_right = match is_gone {
                true => again.answers != Answers::Missing,
                false => matches!(again.answers, Answers::Good(_)),
            };
            let is_like = told.as_ref().is_none_or(|(other, _)| *other == answer);
            if !is_right || !covers || !again.evaluation.faults.is_empty() || !is_like {
                return None;
            }
            told = Some((answer, again));
        }
        let (answer, shown) = told?;
        let mut without = longer.clone();
        without.remove_call(writing);
        let holds_nothing = match self.run(&without).answers {
            Answers::Good(held) => held.is_empty(),
            Answers::Refused(_) | Answers::Missing => true,
        };
        // What is answered all the same shows nothing of it: it was not there before, or nothing was written.
        if self.evaluator.last_answer() == answer {
            return None;
        }
        let strayed = shown.evaluation.strayed;
        let test = EvaluatedIndividual { individual: longer, strayed, ..test.clone() };
        Some(Longer { test, is_alone: !is_gone && made.is_none() && holds_nothing })
    }

    /// A link of a call to the answer of one that makes something, as a test of the suite has it.
    fn link(&self, making: &Action, reading: &Action, parameter: usize) -> Link {
        let is_such = |link: &&Link, calls: &[Action]| {
            let from = link.from.call().and_then(|from| calls.get(from));
            link.parameter == parameter && from.is_some_and(|from| from.template == making.template)
        };
        let known = self.suite.iter().find_map(|test| {
            let calls = &test.individual.calls;
            let readers = calls.iter().filter(|call| call.template == reading.template);
            let mut links = readers.flat_map(|call| &call.links);
            links.find(|link| is_such(link, calls)).cloned()
        });
        known.unwrap_or_else(|| Link { parameter, source: ID.to_owned(), ..Link::default() })
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::{COVERED, TargetId};

    use super::*;
    use crate::{Evaluation, Hit, TemplateId};

    /// A SUT in which call 1 removes what call 2 reads, and call 5 changes it; call 3 does nothing, and what call 9 reads
    /// was never there. Each covers its number. Only behind call 4 an answer holds something. What call 7 removes is answered with nothing then.
    #[derive(Default)]
    struct Things(Answers, u64);

    impl Evaluator for Things {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let calls: Vec<u32> = individual.calls.iter().map(|call| call.template.0).collect();
            let is_refused = calls.ends_with(&[1, 2]) || calls.ends_with(&[9]);
            self.1 = u64::from(calls.contains(&5)) + 10 * u64::from(is_refused);
            self.1 += 20 * u64::from(calls.contains(&7));
            let held = if calls.starts_with(&[4]) { vec![1] } else { Vec::new() };
            self.0 = if is_refused { Answers::Refused(0) } else { Answers::Good(held) };
            let hit = |target: &u32| Hit { target: TargetId(*target), h: COVERED };
            let (hits, made) = (calls.iter().map(hit).collect(), calls.len() as u32);
            Evaluation { hits, calls: made, ..Evaluation::default() }
        }

        fn answers(&mut self) -> Answers {
            self.0.clone()
        }

        fn last_answer(&mut self) -> Option<u64> {
            Some(self.1)
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    fn call(template: u32) -> Action {
        let (genes, links) = (Vec::new(), Vec::new());
        Action { template: TemplateId(template), genes, links, user: None, malformed: None }
    }

    fn test(calls: &[u32]) -> Arc<EvaluatedIndividual> {
        let individual = Individual {
            calls: calls.iter().map(|template| call(*template)).collect(),
            ..Individual::default()
        };
        let covered = calls.iter().map(|target| TargetId(*target)).collect();
        let (faults, strayed) = (Vec::new(), Vec::new());
        Arc::new(EvaluatedIndividual { number: 0, individual, covered, faults, strayed })
    }

    /// Reads behind what writes.
    fn readings(individual: &Individual) -> Vec<Reading> {
        let last = individual.calls.last().map(|call| call.template.0);
        let reading = |by, is_gone| Reading { call: call(by), is_gone, made: None };
        match last {
            Some(1 | 3 | 7) => vec![reading(2, true)],
            Some(8) => vec![reading(9, true)],
            Some(5 | 6) => vec![reading(2, false)],
            _ => Vec::new(),
        }
    }

    fn confirmed(suite: &[Arc<EvaluatedIndividual>]) -> (Vec<usize>, Lengthened) {
        let done = confirm(suite, &mut Things::default(), &mut readings);
        (done.tests.iter().map(|test| test.individual.calls.len()).collect(), done)
    }

    #[test]
    fn what_is_removed_is_read_where_that_is_refused() {
        let suite = [test(&[4, 1]), test(&[3]), test(&[2]), test(&[8]), test(&[7])];
        let (calls, done) = confirmed(&suite);
        assert_eq!((calls, done.longer), (vec![3, 1, 1, 1, 2], 2));
        assert_eq!(done.tests[0].covered, suite[0].covered);
        let of_removal = 2 + 3 + 3 + 2;
        let of_nothing_there = 1 + 2 + 2 + 1;
        let of_no_use_and_of_nothing = 2 * of_nothing_there;
        assert_eq!(done.calls, of_removal + of_no_use_and_of_nothing + of_nothing_there);
    }

    #[test]
    fn what_is_changed_is_read_once_where_that_shows() {
        // 6 changes nothing that can be read; the last 5 is the shorter one.
        let suite = [test(&[6, 5]), test(&[6]), test(&[5])];
        assert_eq!(confirmed(&suite).0, [2, 1, 2]);
        let is_there = [test(&[5]), test(&[5, 2])];
        assert_eq!(confirmed(&is_there).0, [1, 2]);
        let was_there = [test(&[5]), test(&[4, 5])];
        assert_eq!(confirmed(&was_there).0, [1, 3]);
    }
}
