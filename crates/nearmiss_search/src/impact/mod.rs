//! Which inputs matter to which target (adaptive hypermutation, paper 004 section 4.4): an input whose
//! mutations change how near a target is gets mutated more often while that target is climbed to, one
//! whose mutations change nothing less often. The recent past counts most.

use std::collections::BTreeMap;

use nearmiss_targets::TargetId;

use crate::TemplateId;
use crate::options::Ramp;

/// An input: the template of its action and the index of the parameter.
pub(crate) type Input = (TemplateId, usize);

/// Mutations of an input after which the past counts half.
const MEMORY: f64 = 40.0;
/// What a mutation that brought the target nearer counts, beside one that only changed how near it is.
const NEARER: f64 = 3.0;
/// Mutations for a target before its own record is gone by.
const KNOWN: f64 = 6.0;
/// Least and most that an input's weight is multiplied with, by the record of the target that is
/// climbed to, and by that of all targets.
const OWN: (f64, f64) = (0.1, 5.0);
const ALL: (f64, f64) = (0.4, 2.0);
/// Most targets with a record of their own; of more, those go that were climbed to longest ago.
const TARGETS: usize = 4096;
/// Probability that one more input is mutated, after each: many at first, one in the end.
const ONE_MORE: Ramp = Ramp { from: 0.4, to: 0.12 };

/// Mutations of an input and what came of them.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    tried: f64,
    worth: f64,
}

impl Record {
    fn note(&mut self, worth: f64) {
        self.tried += 1.0;
        self.worth += worth;
        if self.tried > MEMORY {
            self.tried /= 2.0;
            self.worth /= 2.0;
        }
    }

    /// Hopeful at first.
    fn rate(self) -> f64 {
        (self.worth + 0.5) / (self.tried + 1.0)
    }
}

/// The records of some inputs.
#[derive(Clone, Debug, Default)]
struct Records {
    inputs: BTreeMap<Input, Record>,
    tried: f64,
    worth: f64,
    /// When it was added to last.
    last: u64,
}

impl Records {
    fn note(&mut self, input: Input, worth: f64) {
        self.inputs.entry(input).or_default().note(worth);
        self.tried += 1.0;
        self.worth += worth;
        if self.tried > 4.0 * MEMORY {
            self.tried /= 2.0;
            self.worth /= 2.0;
        }
    }

    fn factor(&self, input: Input, (least, most): (f64, f64)) -> f64 {
        let mean = Record { tried: self.tried, worth: self.worth }.rate();
        let own = self.inputs.get(&input).copied().unwrap_or_default();
        // What was hardly tried is taken as usual.
        let trust = own.tried / (own.tried + 2.0);
        (1.0 + trust * (own.rate() / mean - 1.0)).clamp(least, most)
    }
}

/// The impacts of inputs on targets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Impacts {
    all: Records,
    targets: BTreeMap<TargetId, Records>,
    noted: u64,
}

impl Impacts {
    /// Takes in that inputs were mutated to climb to a target: how near it was before and is now.
    pub(crate) fn note(&mut self, target: TargetId, inputs: &[Input], before: f64, now: f64) {
        self.noted += 1;
        if !self.targets.contains_key(&target) && self.targets.len() >= TARGETS {
            let mut lasts: Vec<u64> = self.targets.values().map(|records| records.last).collect();
            lasts.sort_unstable();
            let middle = lasts[lasts.len() / 2];
            self.targets.retain(|_, records| records.last >= middle);
        }
        let worth = match now.total_cmp(&before) {
            std::cmp::Ordering::Greater => NEARER,
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.0,
        };
        // Of several inputs nobody knows which it was.
        let worth = worth / inputs.len().max(1) as f64;
        let own = self.targets.entry(target).or_default();
        own.last = self.noted;
        for input in inputs {
            own.note(*input, worth);
            self.all.note(*input, worth);
        }
    }

    /// What to multiply the weight of an input with while a target is climbed to.
    pub(crate) fn factor(&self, target: TargetId, input: Input) -> f64 {
        match self.targets.get(&target) {
            Some(own) if own.tried >= KNOWN => own.factor(input, OWN),
            _ => self.all.factor(input, ALL),
        }
    }

    /// How probable it is that one more input is mutated when a share of the budget is used.
    pub(crate) fn one_more(used: f64, focus: f64) -> f64 {
        ONE_MORE.at(used, focus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Input = (TemplateId(0), 0);
    const B: Input = (TemplateId(0), 1);

    #[test]
    fn what_matters_to_a_target_is_mutated_more_often_and_may_change() {
        let mut impacts = Impacts::default();
        let (one, other) = (TargetId(1), TargetId(2));
        assert_eq!(impacts.factor(one, A), 1.0);
        for _ in 0..30 {
            impacts.note(one, &[A], 0.5, 0.4);
            impacts.note(one, &[B], 0.5, 0.5);
        }
        assert!(impacts.factor(one, A) > 1.3 && impacts.factor(one, B) < 0.3);
        // Another target knows nothing of its own yet and goes by what is usual.
        assert!(impacts.factor(other, A) > 1.0 && impacts.factor(other, B) >= ALL.0);
        for _ in 0..200 {
            impacts.note(one, &[A], 0.5, 0.5);
            impacts.note(one, &[B], 0.5, 0.6);
        }
        assert!(impacts.factor(one, B) > 1.3 && impacts.factor(one, A) < 0.3);
    }

    #[test]
    fn records_are_bounded() {
        let mut impacts = Impacts::default();
        for target in 0..3 * TARGETS {
            impacts.note(TargetId(target as u32), &[A, B], 0.1, 0.2);
        }
        assert!(impacts.targets.len() <= TARGETS);
        assert!(impacts.targets.contains_key(&TargetId(3 * TARGETS as u32 - 1)));
    }
}
