//! Refusals of what belongs to somebody else: it is made first, by him.
//!
//! A search finds that a call is refused with an id that nobody has. Who reads its test learns nothing of whether what is
//! there is kept from others, which is what the refusal says.

use std::collections::BTreeSet;
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Lengthened, Shown, run};
use crate::fault::repeated_faults;
use crate::shares::Shares;
use crate::{
    Action, ActionAt, Answers, EvaluatedIndividual, Evaluator, Fault, Individual, Link,
    SearchOutcome, Templates, UserId,
};

/// Calls that make something, tried before one call.
const MAKERS: usize = 2;
/// Users who are tried as its owner.
const OWNERS: usize = 2;
/// Tests of others that are tried in the place of one call.
const SWAPPED: usize = 3;
/// Calls that make it.
const LONGEST: usize = 3;

/// Puts before tests of one call of a user that is refused what makes, as another user, the thing that it asks for,
/// or puts in their place the call of another user that succeeds, as the one who is refused: where it is refused in the
/// same words then, twice, its owner's call is not, all that the test alone covers stays covered, and no fault shows that
/// nobody knows. Ends early when the evaluator stops.
///
/// A test that shows a fault stays as it is.
pub fn made_by_others(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    templates: &Templates,
    evaluator: &mut dyn Evaluator,
) -> Lengthened {
    let mut done = Lengthened { tests: suite.to_vec(), ..Lengthened::default() };
    let mut shares = Shares::of(suite, outcome);
    let users: BTreeSet<UserId> =
        suite.iter().flat_map(|test| &test.individual.calls).filter_map(|call| call.user).collect();
    let mut work = Work { outcome, evaluator, calls: 0 };
    for (index, test) in suite.iter().enumerate() {
        let individual = &test.individual;
        let is_whole = individual.soaks || !individual.setup.is_empty() || !test.faults.is_empty();
        let [call] = &individual.calls[..] else { continue };
        if call.user.is_none() || is_whole || work.evaluator.stopped() {
            continue;
        }
        let mut tried = swapped(call, suite);
        tried.extend(ways(call, suite, templates, &users));
        if let Some(longer) = work.refused_alike(test, tried, &shares.only(index)) {
            shares.set(index, outcome.covered_by(&longer));
            done.tests[index] = Arc::new(longer);
            done.longer += 1;
        }
    }
    done.calls = work.calls;
    done
}

struct Work<'a> {
    outcome: &'a SearchOutcome,
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

impl Work<'_> {
    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }

    /// Answers the first of these that is refused like a test, covers what is needed, and is not refused to its maker.
    fn refused_alike(
        &mut self,
        test: &EvaluatedIndividual,
        ways: Vec<Way>,
        needed: &BTreeSet<TargetId>,
    ) -> Option<EvaluatedIndividual> {
        if ways.is_empty() {
            return None;
        }
        let refused = self.run(&test.individual).answers;
        if !matches!(refused, Answers::Refused(_)) {
            return None;
        }
        ways.into_iter().find_map(|Way { individual: longer, owner }| {
            let first = self.shows(&longer, &refused, needed)?;
            let again = self.shows(&longer, &refused, needed)?;
            // That others may not ask for it is not what other refusals say.
            let own = self.run(&all_as(&longer, owner));
            let faults = repeated_faults(&first.evaluation.faults, &again.evaluation.faults);
            let is_kept = faults.is_empty() && matches!(own.answers, Answers::Good(_));
            is_kept.then(|| EvaluatedIndividual {
                number: test.number,
                individual: longer,
                covered: first.covered.intersection(&again.covered).copied().collect(),
                faults,
                strayed: again.evaluation.strayed,
            })
        })
    }

    /// Runs a test; nothing if it is answered otherwise, covers too little, or shows a fault that nobody knows.
    fn shows(
        &mut self,
        individual: &Individual,
        answers: &Answers,
        needed: &BTreeSet<TargetId>,
    ) -> Option<Shown> {
        let shown = self.run(individual);
        let is_known = |fault: &Fault| self.outcome.faults.iter().any(|one| one.is_same_as(fault));
        let is_sound = shown.evaluation.faults.iter().all(|(_, fault)| is_known(fault));
        (shown.answers == *answers && is_sound && needed.is_subset(&shown.covered)).then_some(shown)
    }
}

/// A test in which a user asks for what belongs to another one.
struct Way {
    individual: Individual,
    owner: UserId,
}

/// Makes a test all of whose calls are those of one user.
fn all_as(individual: &Individual, user: UserId) -> Individual {
    let mut own = individual.clone();
    own.calls.iter_mut().for_each(|call| call.user = Some(user));
    own
}

/// Tests of the suite that end in such a call of another user, all of whose calls are his, with the last one as the user
/// who is refused; the shortest first.
fn swapped(call: &Action, suite: &[Arc<EvaluatedIndividual>]) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for test in suite.iter().filter(|test| test.faults.is_empty() && !test.individual.soaks) {
        let individual = &test.individual;
        let Some((last, before)) = individual.calls.split_last() else { continue };
        let Some(owner) = last.user.filter(|owner| Some(*owner) != call.user) else { continue };
        let is_his = before.iter().all(|made| made.user == Some(owner));
        let is_such = last.template == call.template && last.malformed.is_none();
        if is_such && is_his && before.len() <= LONGEST && individual.setup.is_empty() {
            let mut individual = individual.clone();
            individual.calls.iter_mut().rev().take(1).for_each(|last| last.user = call.user);
            ways.push(Way { individual, owner });
        }
    }
    ways.sort_by_key(|way| way.individual.calls.len());
    ways.truncate(SWAPPED);
    ways
}

/// Tests in which another user makes what a call asks for: by what other calls of its operation take from those before
/// them, or else calls with an input of the same name.
fn ways(
    call: &Action,
    suite: &[Arc<EvaluatedIndividual>],
    templates: &Templates,
    users: &BTreeSet<UserId>,
) -> Vec<Way> {
    let mut makers: Vec<(bool, usize, &[Action], Vec<Link>)> = Vec::new();
    for test in suite.iter().filter(|test| test.individual.setup.is_empty()) {
        let calls = &test.individual.calls;
        for (index, taking) in calls.iter().enumerate().take(LONGEST + 1) {
            let links = links_for(call, taking, templates);
            let from = links.iter().filter_map(|link| link.from.call()).max();
            let is_users = |end: &usize| *end < index && calls[*end].user.is_some();
            if let Some(end) = from.filter(is_users) {
                let is_other = taking.template != call.template;
                makers.push((is_other, end + 1, &calls[..=end], links));
            }
        }
    }
    makers.sort_by_key(|(is_other, length, _, links)| (*is_other, *length, links.len()));
    let owners = users.iter().filter(|user| call.user != Some(**user));
    let owners: Vec<UserId> = owners.copied().collect();
    let made = makers.into_iter().take(MAKERS).flat_map(|(_, _, before, links)| {
        let own = before.last().and_then(|maker| maker.user);
        let mut owners = owners.clone();
        owners.sort_by_key(|user| Some(*user) != own);
        owners.into_iter().take(OWNERS).map(move |owner| {
            let by_owner =
                |made: &Action| Action { user: made.user.map(|_| owner), ..made.clone() };
            let asking = Action { links: links.clone(), ..call.clone() };
            let calls = before.iter().map(by_owner).chain([asking]).collect();
            Way { individual: Individual { calls, ..Individual::default() }, owner }
        })
    });
    made.collect()
}

/// Links of one call as another one, that takes nothing from elsewhere, may have them.
fn links_for(call: &Action, taking: &Action, templates: &Templates) -> Vec<Link> {
    let names = |action: &Action| {
        let template = templates.get(action.template);
        template.map_or(&[][..], |template| template.parameters.as_slice())
    };
    if !call.links.is_empty() {
        return Vec::new();
    }
    let place = |link: &Link| -> Option<usize> {
        let (name, _) = names(taking).get(link.parameter)?;
        names(call).iter().position(|(own, _)| own == name)
    };
    let is_plain = |link: &&Link| link.path.is_empty() && matches!(link.from, ActionAt::Call(_));
    let links = taking.links.iter().filter(is_plain);
    links.filter_map(|link| Some(Link { parameter: place(link)?, ..link.clone() })).collect()
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::COVERED;

    use super::*;
    use crate::gene::Gene;
    use crate::separate::tests::test;
    use crate::{ActionTemplate, Evaluation, GeneSpec, GeneValue, Hit, TemplateId};

    /// Carts: call 0 makes one, call 1 reads it: its maker, and nobody else, whether it is there or not. A call 2 is
    /// refused in other words when there is one.
    #[derive(Default)]
    struct Carts(Answers);

    impl Evaluator for Carts {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let calls = &individual.calls;
            let owner = calls.iter().find(|call| call.template.0 == 0).and_then(|call| call.user);
            let last = calls.last().map(|call| (call.template.0, call.user));
            self.0 = match last {
                Some((1, user)) if owner.is_none() || user != owner => Answers::Refused(1),
                Some((2, _)) => Answers::Refused(2 + u64::from(owner.is_some())),
                _ => Answers::Good(Vec::new()),
            };
            let hit = |call: &Action| Hit { target: TargetId(call.template.0), h: COVERED };
            let (hits, made) = (calls.iter().map(hit).collect(), calls.len() as u32);
            Evaluation { hits, calls: made, ..Evaluation::default() }
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

    fn call(template: u32, user: u32, links: Vec<Link>) -> Action {
        let spec = GeneSpec::Integer { min: 0, max: 99, multiple_of: 0 };
        let genes = match template {
            0 => Vec::new(),
            _ => vec![Gene::holding(&spec, &GeneValue::Integer(9))],
        };
        let (template, user) = (TemplateId(template), Some(UserId(user)));
        Action { template, genes, links, user, malformed: None }
    }

    #[test]
    fn what_is_there_is_asked_for_as_its_owner_does() {
        // 3 is the one thing of user 2, which is there from the start; others are refused alike.
        #[derive(Default)]
        struct Ground(Answers);
        impl Evaluator for Ground {
            fn evaluate(&mut self, individual: &Individual) -> Evaluation {
                let last = individual.calls.last().unwrap();
                let is_own =
                    last.user == Some(UserId(2)) && last.genes[0].value() == GeneValue::Integer(3);
                self.0 = if is_own { Answers::Good(Vec::new()) } else { Answers::Refused(1) };
                let hits = vec![Hit { target: TargetId(u32::from(is_own)), h: COVERED }];
                Evaluation { hits, calls: 1, ..Evaluation::default() }
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
        let spec = GeneSpec::Integer { min: 0, max: 99, multiple_of: 0 };
        let asked = |user, id| {
            let mut call = call(1, user, Vec::new());
            call.genes = vec![Gene::holding(&spec, &GeneValue::Integer(id))];
            call
        };
        let suite = [test(0, vec![asked(2, 3)], &[1]), test(1, vec![asked(1, 9)], &[0])];
        let archive = suite
            .iter()
            .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
            .collect();
        let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
        let done = made_by_others(&suite, &outcome, &Templates::default(), &mut Ground::default());
        let [asked] = &done.tests[1].individual.calls[..] else { panic!("one call") };
        assert_eq!((asked.user, asked.genes[0].value()), (Some(UserId(1)), GeneValue::Integer(3)));
        assert_eq!(done.longer, 1);
    }

    #[test]
    fn what_belongs_to_somebody_else_is_made_by_him() {
        let id = || GeneSpec::Integer { min: 0, max: 99, multiple_of: 0 };
        let named = |name: &str, parameters: &[&str]| ActionTemplate {
            name: name.to_owned(),
            parameters: parameters.iter().map(|one| ((*one).to_owned(), id())).collect(),
        };
        let calls = vec![
            named("POST:/carts", &[]),
            named("GET:/carts/{id}", &["id"]),
            named("PUT:/carts/{id}", &["id"]),
        ];
        let templates = Templates { calls, ..Templates::default() };
        let link = || Link { source: "/id".to_owned(), from: ActionAt::Call(0), ..Link::default() };
        let suite = [
            test(0, vec![call(0, 1, Vec::new()), call(1, 1, vec![link()])], &[0, 1]),
            test(1, vec![call(1, 1, Vec::new())], &[1]),
            test(2, vec![call(2, 2, Vec::new())], &[2]),
        ];
        let archive = suite
            .iter()
            .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
            .collect();
        let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
        let done = made_by_others(&suite, &outcome, &templates, &mut Carts::default());
        assert_eq!(done.longer, 1);
        let [made, asked] = &done.tests[1].individual.calls[..] else { panic!("two calls") };
        assert_eq!((made.template.0, made.user), (0, Some(UserId(2))));
        assert_eq!((asked.template.0, asked.user, asked.links.len()), (1, Some(UserId(1)), 1));
        assert_eq!(done.tests[2].individual.calls.len(), 1, "that is refused otherwise");
    }
}
