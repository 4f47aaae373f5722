//! Several individuals under way at once, and an outcome that does not depend on how long each took.
//!
//! The search runs in *slots*. Each is a future, and the [`Run`] goes from one to the next: where the code of
//! a slot waits for an evaluation, it lays the run down, and goes on when it is its turn to take the run up. So
//! the search itself has one order of events whatever the evaluator does meanwhile, and its code reads
//! as if there were one slot. All of it happens on one thread: to hand the run to another one takes longer than
//! most tests. With one slot nothing is handed on.
//!
//! The run goes to the slots in turn, so results are taken in the order of their individuals; an
//! evaluator for which the clock may decide anyway names the slot that is done first
//! ([`Evaluator::next_done`]), and a call that hangs then holds up its own slot only.

use std::cell::RefCell;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use super::run::Run;
use super::slot::Slot;

/// The search of one slot.
type Searching<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

/// Searches in one slot until the run ends.
pub(super) fn run_in_one(mut run: Run<'_>) -> Run<'_> {
    {
        let search = pin!(search(&mut run));
        // Nobody else has the run, so nothing is waited for.
        let _ = poll(search);
    }
    run
}

/// Searches in `count` slots until the run ends.
pub(super) fn run_in_slots(run: Run<'_>, count: usize) -> Run<'_> {
    let between = Rc::new(RefCell::new(Some(run)));
    let mut slots: Vec<Option<Searching<'_>>> = (0..count)
        .map(|number| {
            let slot = Slot { number, run: Rc::clone(&between) };
            let search: Searching<'_> = Box::pin(search_in(slot));
            Some(search)
        })
        .collect();
    slots.iter_mut().for_each(take_turn);
    let mut last = count - 1;
    while let Some(next) = next_of(&slots, last, &between) {
        take_turn(&mut slots[next]);
        last = next;
    }
    drop(slots);
    between.take().expect("a slot that ends lays the run down")
}

/// Lets a slot search until it waits or ends.
fn take_turn(slot: &mut Option<Searching<'_>>) {
    if slot.as_mut().is_some_and(|search| poll(search.as_mut()).is_ready()) {
        *slot = None;
    }
}

/// The slot that goes on after `from`; `None` if all have ended.
fn next_of(
    slots: &[Option<Searching<'_>>],
    from: usize,
    between: &RefCell<Option<Run<'_>>>,
) -> Option<usize> {
    if slots.iter().all(Option::is_none) {
        return None;
    }
    let done = between.borrow_mut().as_mut().and_then(|run| run.evaluator.next_done());
    done.filter(|slot| slots[*slot].is_some()).or_else(|| {
        let count = slots.len();
        (1..=count).map(|step| (from + step) % count).find(|slot| slots[*slot].is_some())
    })
}

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    // Whose turn it is is known without being woken.
    future.poll(&mut Context::from_waker(Waker::noop()))
}

async fn search(run: &mut Run<'_>) {
    while run.goes_on() && run.turn().await {}
}

async fn search_in(slot: Slot<'_>) {
    let Some(mut run) = slot.run.take() else { return };
    run.slot = Some(slot.clone());
    search(&mut run).await;
    run.slot = None;
    slot.run.replace(Some(run));
}
