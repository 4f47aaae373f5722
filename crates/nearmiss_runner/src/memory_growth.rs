//! Measurement of whether a process remembers more and more: one call is made again and again, and the memory that is in use after a full
//! collection of garbage is read between rounds of calls.
//!
//! Code that is compiled, caches that fill up and lists that are made longer all take memory once. So there are calls
//! that are not looked at, and then rounds that must nearly all grow alike. A list with a bound that all rounds do not
//! reach looks like one without.
//!
//! All rounds are made whatever the first ones show: what is measured is never the same twice, and the calls of a search
//! must be. But once the answer can only be no, nothing is read any more: a reading takes as long as a hundred calls, and code
//! that V8 has optimised goes with the collections.

use std::time::Duration;

use crate::sut::SutProcess;

/// Calls before the first reading.
const WARM_UP: u32 = 25;
/// Calls before the first reading in a process that has just begun: what is compiled and what caches take grows alike in
/// all rounds there (measured: an ORM's).
const LEARNING: u32 = 260;
/// Calls of each of the rounds that decide.
const ROUND: u32 = 70;
const ROUNDS: u32 = 7;
/// Rounds at the beginning with one reading for all of them, more than need not grow: of most calls it is the last one. The
/// collections throw away what V8 has optimised for objects of which there is none between two calls, and the next thousands of
/// calls are slow.
const TOGETHER: u32 = 3;
/// Growth of the first rounds, in bytes a call, below which the process has let go of what earlier tests had made: often as much as
/// a leak adds. They say nothing then, and of the others one may be unlike.
const LET_GO: f64 = -FLOOR / 4.0;
/// All calls.
pub(crate) const MOST_CALLS: u32 = LEARNING + WARM_UP + ROUNDS * ROUND;
/// Growth, in bytes a call, that is none: what V8 learns of code that becomes hot is some kilobytes now and then (measured
/// of calls that keep nothing: up to 150 a call, in nearly all rounds).
const FLOOR: f64 = 170.0;
/// A round has grown like the others if it has by this share of what all have, or by so many bytes a call, which are no learning
/// of V8's; so many rounds need not have, as a table of the process may have become larger, or smaller, meanwhile.
const STEADY: f64 = 0.4;
const SURE: f64 = 2.0 * FLOOR;
const UNLIKE: usize = 2;
/// Time that a collection may take.
const READING: Duration = Duration::from_secs(5);

/// One call that can be made again and again, in one process.
pub(crate) trait Repeated {
    /// Makes it so many times; `None` if it is answered in another way, or no more calls may be made.
    fn again(&mut self, count: u32) -> Option<()>;

    /// Reads the bytes in use: as many collections as it takes to let go of everything are made, or until fewer than
    /// `enough` are in use.
    fn held(&self, enough: f64) -> Option<f64>;
}

/// Answers what each call leaves behind in the process, in bytes, if it does.
pub(crate) fn growth(call: &mut dyn Repeated, is_settled: bool) -> Option<f64> {
    call.again(if is_settled { WARM_UP } else { LEARNING + WARM_UP })?;
    let mut held = call.held(0.0)?;
    let mut rounds: Vec<f64> = Vec::with_capacity(ROUNDS as usize);
    let mut unlike = UNLIKE;
    let mut unread: u32 = 0;
    for round in 1..=ROUNDS {
        call.again(ROUND)?;
        unread += 1;
        if round < TOGETHER || !may_be_steady(&rounds, unlike) {
            continue;
        }
        let calls = f64::from(unread * ROUND);
        let no_growth = held + STEADY * FLOOR * calls;
        let before = std::mem::replace(&mut held, call.held(no_growth)?);
        let grown = (held - before) / calls;
        tracing::debug!(grown, calls, "bytes a call");
        if round == TOGETHER && grown < LET_GO {
            // That reading was no exact one.
            held = call.held(0.0)?;
            unlike = 1;
        } else {
            rounds.extend((0..unread).map(|_| grown));
        }
        unread = 0;
    }
    steady_growth(&rounds, unlike)
}

/// Asks a process for the bytes that are in use, as [`Repeated::held`].
pub(crate) fn held_by(sut: &SutProcess, enough: f64) -> Option<f64> {
    sut.order(&format!("memory {enough:.0}"), READING).ok()?["bytes"].as_f64()
}

/// Tells a process that no more readings come for now.
pub(crate) fn measured(sut: &SutProcess) {
    if let Err(why) = sut.order("measured", READING) {
        tracing::debug!("after memory was read: {why}");
    }
}

/// Tells whether [`steady_growth`] may still answer yes, whatever further rounds show: more rounds than need not grow alike have
/// grown less than the least that could be alike.
fn may_be_steady(rounds: &[f64], unlike: usize) -> bool {
    rounds.iter().filter(|grown| **grown < STEADY * FLOOR).count() <= unlike
}

/// Answers what each call leaves behind, if that is much, all rounds but `unlike` have grown like it, and so has one of the last two.
///
/// It is the middle of the slopes between all pairs of readings (Theil 1950, Sen 1968): a table that becomes larger in one
/// round and is thrown away in another one does not move it.
fn steady_growth(rounds: &[f64], unlike: usize) -> Option<f64> {
    if !may_be_steady(rounds, unlike) {
        return None;
    }
    let mut held = 0.0;
    let readings: Vec<f64> = std::iter::once(0.0)
        .chain(rounds.iter().map(|grown| {
            held += grown;
            held
        }))
        .collect();
    let mut slopes: Vec<f64> = Vec::new();
    for (at, first) in readings.iter().enumerate() {
        let later = readings[at + 1..].iter().zip(1_u32..);
        slopes.extend(later.map(|(last, distance)| (last - first) / f64::from(distance)));
    }
    slopes.sort_by(f64::total_cmp);
    let slope = slopes.get(slopes.len() / 2).copied()?;
    let alike = |grown: &&f64| **grown >= (STEADY * slope).min(SURE);
    let last = rounds.iter().rev().take(2).any(|grown| alike(&grown));
    let steady = rounds.iter().filter(alike).count() + unlike >= rounds.len();
    (slope >= FLOOR && steady && last).then_some(slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_alike_in_nearly_all_rounds_is_remembered() {
        for (rounds, grows) in [
            ([371.0, 426.0, 358.0, 470.0, 262.0, 210.0, 234.0], true),
            // A table has become larger, and has been cleaned up.
            ([460.0, 383.0, 3907.0, -165.0, -2716.0, 170.0, 370.0], true),
            ([161.0, 353.0, 219.0, 2645.0, -190.0, -1391.0, 232.0], true),
            // Buffers, which are given back late.
            ([588.0, 4982.0, 2600.0, 600.0, 2400.0, 610.0, 3000.0], true),
            // The same without a leak.
            ([3600.0, 10.0, -5.0, -3600.0, 0.0, 20.0, -10.0], false),
            ([0.0, 10.0, 3600.0, 0.0, -20.0, 10.0, 0.0], false),
            // Code that becomes hot.
            ([1400.0, 384.0, 210.0, 157.0, 167.0, 27.0, 30.0], false),
            // A list with a bound.
            ([600.0, 600.0, 600.0, 600.0, 10.0, 0.0, 0.0], false),
            ([600.0, 600.0, 600.0, 600.0, 600.0, 0.0, 0.0], false),
            ([90.0; 7], false),
            ([338.0, 139.0, 179.0, 105.0, 165.0, 166.0, 94.0], false),
        ] {
            assert_eq!(steady_growth(&rounds, UNLIKE).is_some(), grows, "{rounds:?}");
        }
    }

    #[test]
    fn where_the_first_rounds_say_nothing_all_others_but_one_grow_alike() {
        for (rounds, grows) in [
            ([354.0, 298.0, 409.0, 362.0], true),
            ([385.0, 384.0, 522.0, 147.0], true),
            ([210.0, 157.0, 167.0, 27.0], false),
            ([600.0, 600.0, 0.0, 0.0], false),
            ([0.0, 3600.0, 0.0, 10.0], false),
        ] {
            assert_eq!(steady_growth(&rounds, 1).is_some(), grows, "{rounds:?}");
        }
    }
}
