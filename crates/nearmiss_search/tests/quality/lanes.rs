//! Several individuals under way at once: the outcome is that of taking them one after another, however
//! long each takes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use nearmiss_search::{
    Evaluation, Evaluator, Hit, Individual, Resumed, ResumedTest, SearchLoop, SearchObserver,
    SearchOptions, SearchOutcome, Snapshot,
};
use nearmiss_targets::TargetId;

use crate::toy::{self, Call, Flat, Silent, Trace, int32, text};

fn program(call: &Call, trace: &mut Trace) {
    if trace.less(0, 10, call.integer(0)) {
        trace.same_text(1, &call.text(1), "wanted");
    }
    trace.equal(2, call.integer(0), 4_711);
}

/// What only shows in individuals that soak.
const REMEMBERED: TargetId = TargetId(777);

fn run(individual: &Individual) -> Evaluation {
    let mut evaluation = toy::run(program, individual);
    if individual.soaks {
        evaluation.hits.push(Hit { target: REMEMBERED, h: 1.0 });
    }
    evaluation
}

fn sampler() -> Flat {
    Flat::new(&[&[int32(), text()], &[int32(), text()]])
}

/// Evaluates in slots; at once, or on a thread for each slot that takes its time.
struct Slotted {
    slots: usize,
    budget: u64,
    calls: u64,
    reserved: u64,
    at_once: BTreeMap<usize, Evaluation>,
    threads: Vec<(Sender<Individual>, Receiver<Evaluation>)>,
    given: BTreeMap<usize, u64>,
    /// Most evaluations that ran at the same time.
    most: Arc<AtomicUsize>,
    any_order: bool,
}

impl Slotted {
    fn at_once(slots: usize) -> Self {
        Self {
            slots,
            budget: 2_000,
            calls: 0,
            reserved: 0,
            at_once: BTreeMap::new(),
            threads: Vec::new(),
            given: BTreeMap::new(),
            most: Arc::default(),
            any_order: false,
        }
    }

    fn threaded(slots: usize) -> Self {
        let mut this = Self::at_once(slots);
        let running = Arc::new(AtomicUsize::new(0));
        for slot in 0..slots {
            let (jobs, to_run) = channel::<Individual>();
            let (done, results) = channel();
            let (running, most) = (Arc::clone(&running), Arc::clone(&this.most));
            std::thread::spawn(move || {
                for (turn, individual) in to_run.iter().enumerate() {
                    most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    let micros = (turn as u64 * 37 + slot as u64 * 101) % 300;
                    std::thread::sleep(Duration::from_micros(micros));
                    let evaluation = run(&individual);
                    running.fetch_sub(1, Ordering::SeqCst);
                    if done.send(evaluation).is_err() {
                        return;
                    }
                }
            });
            this.threads.push((jobs, results));
        }
        this
    }
}

impl Evaluator for Slotted {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        let evaluation = run(individual);
        self.calls += u64::from(evaluation.calls);
        evaluation
    }

    fn slots(&self) -> usize {
        self.slots
    }

    fn submit(&mut self, slot: usize, individual: &Individual, _explores: bool) {
        let calls = individual.calls.len() as u64;
        self.reserved += calls;
        assert!(self.given.insert(slot, calls).is_none(), "the slot is free");
        match self.threads.get(slot) {
            Some((jobs, _)) => jobs.send(individual.clone()).unwrap(),
            None => drop(self.at_once.insert(slot, run(individual))),
        }
    }

    fn collect(&mut self, slot: usize) -> Evaluation {
        let calls = self.given.remove(&slot).unwrap();
        self.reserved -= calls;
        self.calls += calls;
        match self.threads.get(slot) {
            Some((_, results)) => results.recv().unwrap(),
            None => self.at_once.remove(&slot).unwrap(),
        }
    }

    fn next_done(&mut self) -> Option<usize> {
        // The youngest first: any order has to do.
        if self.any_order { self.given.keys().next_back().copied() } else { None }
    }

    fn target(&self, key: &str) -> Option<TargetId> {
        key.parse().ok().map(TargetId)
    }

    fn stopped(&self) -> bool {
        false
    }

    fn used(&self) -> f64 {
        (self.calls + self.reserved) as f64 / self.budget as f64
    }
}

fn searched(evaluator: &mut Slotted) -> SearchOutcome {
    toy::search(&sampler(), evaluator, SearchOptions::default())
}

#[test]
fn the_outcome_is_that_of_taking_them_in_order() {
    for slots in [2, 4] {
        let ordered = format!("{:?}", searched(&mut Slotted::at_once(slots)));
        let mut threaded = Slotted::threaded(slots);
        assert_eq!(format!("{:?}", searched(&mut threaded)), ordered, "{slots} slots");
        assert!(threaded.most.load(Ordering::SeqCst) > 1, "they run at the same time");
        assert!(threaded.given.is_empty(), "all that was begun is taken in");
    }
}

#[test]
fn one_slot_is_the_plain_search() {
    let mut plain = toy::Toy::new(program, 2_000);
    let plain = toy::search(&sampler(), &mut plain, SearchOptions::default());
    assert_eq!(format!("{:?}", searched(&mut Slotted::at_once(1))), format!("{plain:?}"));
}

#[test]
fn any_order_covers_as_much() {
    let mut any = Slotted::threaded(3);
    any.any_order = true;
    let outcome = searched(&mut any);
    assert!(outcome.archive.len() >= 5, "{:?}", toy::covered(&outcome));
    assert!(any.given.is_empty());
}

/// Keeps what it is told of a search.
#[derive(Default)]
struct Kept(Arc<Mutex<Option<Snapshot>>>);

impl SearchObserver for Kept {
    fn wants_snapshot(&mut self, _news: u64, ended: bool) -> bool {
        ended
    }

    fn snapshot(&mut self, snapshot: Snapshot) {
        *self.0.lock().unwrap() = Some(snapshot);
    }
}

fn saved() -> Snapshot {
    let (flat, mut kept) = (sampler(), Kept::default());
    let search = SearchLoop::new(SearchOptions::default(), &flat.templates, &flat);
    let outcome = search.run(&mut Slotted::at_once(1), &mut kept);
    let snapshot = kept.0.lock().unwrap().take().unwrap();
    let covered: Vec<TargetId> = snapshot.covered.iter().map(|(target, _)| *target).collect();
    assert!(outcome.archive.keys().eq(&covered));
    assert!(snapshot.near.iter().map(|(t, _)| t).eq(outcome.near_misses.keys()));
    snapshot
}

fn resumed(snapshot: &Snapshot) -> Resumed {
    type By = (TargetId, Arc<nearmiss_search::EvaluatedIndividual>);
    let test = |(index, (target, by)): (usize, &By)| ResumedTest {
        index: 10 + index,
        individual: by.individual.clone(),
        covers: vec![target.0.to_string()],
    };
    Resumed {
        tests: snapshot.covered.iter().enumerate().map(test).collect(),
        unfit: Vec::new(),
        constants: snapshot.constants.clone(),
        draws: snapshot.draws,
    }
}

#[test]
fn a_search_that_goes_on_covers_what_was_covered_and_tells_what_is_lost() {
    let snapshot = saved();
    for slots in [1, 3] {
        let flat = sampler();
        let mut before = resumed(&snapshot);
        let mut soaks = before.tests[0].clone();
        soaks.covers = vec![REMEMBERED.0.to_string()];
        soaks.individual.soaks = true;
        before.tests.push(soaks);
        let mut gone = before.tests[0].clone();
        gone.covers = vec!["999".to_owned()];
        before.tests.push(gone);
        let known = snapshot.covered[0].0.0.to_string();
        before.unfit = vec![known, "998".to_owned()];
        let tests = before.tests.len() as u64;
        let mut evaluator = Slotted::at_once(slots);
        let search = SearchLoop::new(SearchOptions::default(), &flat.templates, &flat);
        let outcome = search.resuming(before, true).run(&mut evaluator, &mut Silent);
        for (target, _) in &snapshot.covered {
            assert!(outcome.archive.contains_key(target), "{target:?} is covered again");
        }
        assert!(outcome.archive.contains_key(&REMEMBERED));
        assert_eq!(outcome.lost, ["999", "998"]);
        assert_eq!(
            (outcome.unsettled.len(), outcome.individuals),
            (0, tests + 2),
            "three runs of one"
        );
    }
}

#[test]
fn what_the_budget_does_not_suffice_for_is_neither_lost_nor_covered() {
    let snapshot = saved();
    let flat = sampler();
    let mut evaluator = Slotted::at_once(1);
    evaluator.budget = 1;
    let mut kept = Kept::default();
    let mut before = resumed(&snapshot);
    // One that only came near to something: it is kept, too, until it is run.
    let near = before.tests[0].individual.clone();
    before.tests.push(ResumedTest { index: 99, individual: near, covers: Vec::new() });
    let count = before.tests.len();
    let search = SearchLoop::new(SearchOptions::default(), &flat.templates, &flat);
    let outcome = search.resuming(before, false).run(&mut evaluator, &mut kept);
    let not_run = kept.0.lock().unwrap().take().unwrap().not_run;
    assert!(not_run.len() >= count - 1 && not_run.contains(&99), "{not_run:?} of {count}");
    assert!(outcome.lost.is_empty());
    let again = outcome
        .archive
        .keys()
        .filter(|target| snapshot.covered.iter().any(|(known, _)| known == *target));
    assert_eq!(again.count() + outcome.unsettled.len(), snapshot.covered.len());
    assert!(!outcome.unsettled.is_empty());
}

#[test]
fn what_was_run_again_is_no_longer_waited_for() {
    let snapshot = saved();
    for slots in [1, 3] {
        let (flat, mut kept) = (sampler(), Kept::default());
        let mut before = resumed(&snapshot);
        let near = before.tests[0].individual.clone();
        before.tests.push(ResumedTest { index: 99, individual: near, covers: Vec::new() });
        let search = SearchLoop::new(SearchOptions::default(), &flat.templates, &flat);
        search.resuming(before, true).run(&mut Slotted::at_once(slots), &mut kept);
        assert!(kept.0.lock().unwrap().take().unwrap().not_run.is_empty());
    }
}
