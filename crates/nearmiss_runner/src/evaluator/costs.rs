//! Calls that cost far more than others: they end the process, get no answer in time, block, or are slow.

use std::collections::BTreeMap;
use std::time::Duration;

use nearmiss_problem::{Call, CallOutcome};

use super::lane_test::{Called, Outside, Settled};

/// Time from which on an answer is slow, where most others are not.
const SLOW: Duration = Duration::from_millis(200);
/// An operation is slow when none of so many answers came sooner: the first one may have had to wait for something.
const SEEN_SLOW: u32 = 2;
/// Of all operations one in so many may be slow; where there are more, that is how the API is.
const SLOW_OPERATIONS: usize = 3;
/// What a process that is lost costs in ordinary calls, and what calls cost that take up to 1 s, up to 4 s, and longer. With
/// a budget in calls nothing may depend on the clock, so these are fixed and coarse: an ordinary call as one millisecond.
const OF_PROCESS: f64 = 500.0;
const OF_WAITING: [f64; 3] = [500.0, 2_000.0, 5_000.0];
/// A call without an answer is waited for in full only once, so it counts for less.
const OF_NO_ANSWER: [f64; 2] = [500.0, 2_000.0];
/// What a restart takes before one was seen, where the clock may decide.
const RESTART: Duration = Duration::from_secs(1);

/// The calls of one operation that cost much.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct CostlyCalls {
    /// The process was lost by them.
    pub ended: u32,
    /// They got no whole answer within their limit.
    pub unanswered: u32,
    /// The event loop stood still.
    pub blocked: u32,
    /// They were answered, slowly.
    pub slow: u32,
    /// Time that they took, without restarts.
    pub time: Duration,
}

/// Knowledge of the answers of an operation of which one was slow.
#[derive(Clone, Copy, Debug)]
struct Answers {
    least: Duration,
    seen: u32,
}

/// Finds the calls that cost much.
#[derive(Debug, Default)]
pub(super) struct CostMeter {
    operations: BTreeMap<String, CostlyCalls>,
    slow: BTreeMap<String, Answers>,
    /// Sum of what all of them took, restarts included.
    time: Duration,
}

/// The clock, where it may decide what a call costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// Time that the search has gone on.
    pub elapsed: Duration,
    /// Calls made so far.
    pub calls: u64,
}

impl CostMeter {
    /// Answers what calls have cost, by operation.
    pub(super) fn operations(&self) -> &BTreeMap<String, CostlyCalls> {
        &self.operations
    }

    /// Answers what the calls of a test cost beyond ordinary ones, in ordinary calls, by index. `operations`: how many the
    /// API has; `clock`: only with a budget of time.
    pub(super) fn of_test(
        &mut self,
        steps: &[Call],
        (called, settled): (&Called, &Settled),
        operations: usize,
        clock: Option<Clock>,
    ) -> Vec<(usize, f64)> {
        let mut costs = Vec::new();
        let ordinary = clock.map(|clock| self.ordinary(clock));
        let last = called.outcomes.len().saturating_sub(1);
        for (index, (call, took)) in steps.iter().zip(&called.took).enumerate() {
            let block = called.outside.iter().find_map(|(at, outside)| match outside {
                Outside::Block(took, _) if *at == index => Some(*took),
                _ => None,
            });
            let unanswered = called.outcomes.get(index) == Some(&CallOutcome::Timeout);
            let slow = !unanswered && self.is_slow(&call.operation, *took, operations);
            let ended = settled.lost && index == last;
            if block.is_none() && !unanswered && !slow && !ended {
                continue;
            }
            let mut cost = match (block, unanswered) {
                (_, true) => OF_NO_ANSWER[usize::from(took.as_secs() > 0)],
                (Some(block), false) => of_waiting(block),
                (None, false) if slow => of_waiting(self.slow[&*call.operation].least),
                (None, false) => 0.0,
            };
            let restart = if ended { self.restart(settled) } else { Duration::ZERO };
            cost += if ended { OF_PROCESS } else { 0.0 };
            if let Some(ordinary) = ordinary {
                cost = (*took + restart).div_duration_f64(ordinary);
            }
            self.time += *took + restart;
            let of = self.operations.entry(call.operation.to_string()).or_default();
            of.ended += u32::from(ended);
            of.unanswered += u32::from(unanswered);
            of.blocked += u32::from(block.is_some());
            of.slow += u32::from(slow && block.is_none());
            of.time += *took;
            costs.push((index, cost));
        }
        costs
    }

    /// Answers how long a call takes that does not cost much, with all that belongs to its test.
    fn ordinary(&self, Clock { elapsed, calls }: Clock) -> Duration {
        let ordinary =
            elapsed.saturating_sub(self.time) / u32::try_from(calls.max(1)).unwrap_or(u32::MAX);
        ordinary.max(Duration::from_micros(100))
    }

    /// Answers how long a restart took so far.
    fn restart(&self, settled: &Settled) -> Duration {
        let restarts = u32::try_from(settled.timing.restarts).unwrap_or(u32::MAX);
        settled.timing.restart.checked_div(restarts).unwrap_or(RESTART)
    }

    /// Takes in an answer; tells whether its operation is slow.
    fn is_slow(&mut self, operation: &str, took: Duration, operations: usize) -> bool {
        if took < SLOW && self.slow.is_empty() {
            return false;
        }
        match self.slow.get_mut(operation) {
            Some(answers) => {
                answers.least = answers.least.min(took);
                answers.seen += 1;
            }
            None if took >= SLOW => {
                self.slow.insert(operation.to_owned(), Answers { least: took, seen: 1 });
            }
            None => return false,
        }
        let is = |of: &Answers| of.least >= SLOW && of.seen >= SEEN_SLOW;
        self.slow.get(operation).is_some_and(is)
            && self.slow.values().filter(|of| is(of)).count() * SLOW_OPERATIONS <= operations
    }
}

/// Prices what took so long.
fn of_waiting(took: Duration) -> f64 {
    OF_WAITING[usize::from(took.as_secs() >= 1) + usize::from(took.as_secs() >= 4)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_is_slow_when_none_of_its_answers_was_fast_and_most_others_are() {
        let ms = Duration::from_millis;
        let mut meter = CostMeter::default();
        assert!(!meter.is_slow("GET:/a", ms(900), 6), "the first answer may wait for anything");
        assert!(meter.is_slow("GET:/a", ms(300), 6));
        assert!(!meter.is_slow("GET:/a", ms(20), 6) && !meter.is_slow("GET:/a", ms(900), 6));
        for operation in ["GET:/b", "GET:/c"] {
            meter.is_slow(operation, ms(400), 6);
            assert!(meter.is_slow(operation, ms(400), 6));
        }
        meter.is_slow("GET:/d", ms(400), 6);
        assert!(!meter.is_slow("GET:/d", ms(400), 6), "half of all operations are slow");
        assert!(!meter.is_slow("GET:/e", ms(10), 6));
    }

    #[test]
    fn what_waiting_costs_is_coarse() {
        let of = |ms| of_waiting(Duration::from_millis(ms));
        assert_eq!(
            [250, 999, 1_000, 3_999, 60_000].map(of),
            [500.0, 500.0, 2_000.0, 2_000.0, 5_000.0]
        );
    }
}
