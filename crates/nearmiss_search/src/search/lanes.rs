//! Several individuals under way at once, and an outcome that does not depend on how long each took.
//!
//! The search runs in *slots*. Each is a thread, but only the one that holds the [`Run`] does anything:
//! where the code of a slot waits for an evaluation, it hands the run on to the next slot, and goes on
//! when the run comes round again. So the search itself has one order of events whatever the evaluator
//! does meanwhile, and its code reads as if there were one slot. With one slot nothing is handed on.
//!
//! The run goes to the slots in turn, so results are taken in the order of their individuals; an
//! evaluator for which the clock may decide anyway names the slot that is done first
//! ([`Evaluator::next_done`]), and a call that hangs then holds up its own slot only.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Run;
use crate::{Evaluation, Evaluator, Individual, SearchObserver};

/// Stack of a slot: genes may lie deep inside one another.
const STACK: usize = 16 << 20;
/// How often a slot that waits looks whether another one has failed.
const LOOK: Duration = Duration::from_millis(500);

/// The slots of a run; travels with it.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// Those that have not begun.
    waiting: VecDeque<usize>,
    /// Whether each may still do something.
    alive: Vec<bool>,
}

/// What one slot needs to hand the run on and to get it back.
pub(super) struct Slot<'a> {
    number: usize,
    table: Arc<Table<'a>>,
    mine: Receiver<Box<Run<'a>>>,
}

struct Table<'a> {
    to: Vec<Mutex<Sender<Box<Run<'a>>>>>,
    /// For the last one.
    end: Mutex<Sender<Box<Run<'a>>>>,
    /// A slot has panicked, and the run is gone.
    broken: AtomicBool,
}

impl<'a> Table<'a> {
    fn wait(&self, receiver: &Receiver<Box<Run<'a>>>) -> Box<Run<'a>> {
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(run) => return run,
                Err(RecvTimeoutError::Timeout) if !self.broken.load(Ordering::Relaxed) => {}
                Err(_) => panic!("a lane of the search has failed"),
            }
        }
    }
}

/// Tells the other slots that a slot has panicked.
struct Guard<'t, 'a>(&'t Table<'a>);

impl Drop for Guard<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.broken.store(true, Ordering::Relaxed);
        }
    }
}

/// Searches in `count` slots until the run ends.
pub(super) fn run_in_slots(mut run: Run<'_>, count: usize) -> Run<'_> {
    run.slots = Slots { waiting: (0..count).collect(), alive: vec![true; count] };
    let (end, ended) = channel();
    let (to, mine): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
    let to = to.into_iter().map(Mutex::new).collect();
    let table = Arc::new(Table { to, end: Mutex::new(end), broken: AtomicBool::new(false) });
    let slots = mine.into_iter().enumerate();
    let slots: Vec<Slot<'_>> =
        slots.map(|(number, mine)| Slot { number, table: Arc::clone(&table), mine }).collect();
    std::thread::scope(|scope| {
        for slot in slots {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let number = slot.number;
            if thread.spawn_scoped(scope, move || search_in(slot)).is_err() {
                // No room for another thread: fewer slots.
                run.slots.alive[number] = false;
                run.slots.waiting.retain(|waiting| *waiting != number);
            }
        }
        if run.slots.waiting.is_empty() {
            while run.goes_on() && run.turn() {}
            return run;
        }
        hand_on(Box::new(run), 0, &table);
        *table.wait(&ended)
    })
}

fn search_in(slot: Slot<'_>) {
    let table = Arc::clone(&slot.table);
    let _guard = Guard(&table);
    let mut run = table.wait(&slot.mine);
    let number = slot.number;
    run.slots.waiting.retain(|waiting| *waiting != number);
    run.slot = Some(slot);
    while run.goes_on() && run.turn() {}
    run.slot = None;
    run.slots.alive[number] = false;
    run.slots.waiting.retain(|waiting| *waiting != number);
    hand_on(run, number, &table);
}

/// Gives the run to the slot that comes next after `from`, or to the end.
fn hand_on<'a>(mut run: Box<Run<'a>>, from: usize, table: &Table<'a>) {
    let next = match run.slots.waiting.front() {
        Some(first) => Some(*first),
        None if run.slots.alive.contains(&true) => run.evaluator.next_done().or_else(|| {
            let count = run.slots.alive.len();
            (1..=count).map(|step| (from + step) % count).find(|slot| run.slots.alive[*slot])
        }),
        None => None,
    };
    let sender = next.map_or(&table.end, |slot| &table.to[slot]);
    let sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
    // Whoever should take it has panicked otherwise, and told.
    let _ = sender.send(run);
}

impl Run<'_> {
    /// Evaluates an individual; other slots search meanwhile.
    pub(super) fn evaluate(&mut self, individual: &Individual, explores: bool) -> Evaluation {
        let Some(slot) = self.slot.take() else {
            return if explores {
                self.evaluator.explore(individual)
            } else {
                self.evaluator.evaluate(individual)
            };
        };
        self.evaluator.submit(slot.number, individual, explores);
        let hollow = Run::new(
            self.options.clone(),
            self.templates,
            self.sampler,
            Box::new(Nothing),
            Box::new(Nothing),
        );
        let run = std::mem::replace(self, hollow);
        hand_on(Box::new(run), slot.number, &slot.table);
        *self = *slot.table.wait(&slot.mine);
        let evaluation = self.evaluator.collect(slot.number);
        self.slot = Some(slot);
        evaluation
    }
}

/// Stands where the run was while another slot has it.
struct Nothing;

impl Evaluator for Nothing {
    fn evaluate(&mut self, _individual: &Individual) -> Evaluation {
        Evaluation { disturbed: true, ..Evaluation::default() }
    }

    fn stopped(&self) -> bool {
        true
    }

    fn used(&self) -> f64 {
        1.0
    }
}

impl SearchObserver for Nothing {}
