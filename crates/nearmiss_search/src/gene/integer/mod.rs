//! Whole numbers of 32 or 64 bits.
//!
//! Sampling favours small numbers: uniform 32-bit numbers cover little of numeric code. A mutation
//! adds plus or minus a power of two; the gene remembers its last step, and since a copy of it is
//! mutated only if the individual survived, going on in that direction with a larger step is a
//! pattern search (alternating variable method).

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::node::{GeneNode, Mutated};
use super::told_number::ToldNumber;
use super::{FreeText, Make, MutationContext};
use crate::GeneValue;

/// Share of samples taken near 0 (or near the bound next to 0).
const SMALL: f64 = 0.6;
/// Bounds of "small", from which one is drawn.
const SMALL_BOUNDS: [i128; 4] = [5, 20, 100, 1000];
/// Share of samples that are 0, 1, -1 or a bound.
const INTERESTING: f64 = 0.15;
/// Share of mutations that sample anew.
const RESTART: f64 = 0.05;
/// Share of mutations that jump to an interesting constant or change the sign.
const JUMP: f64 = 0.07;
/// Share of mutations with a step that does not follow from the last one.
const NEW_STEP: f64 = 0.25;
/// Share of other mutations that go on in the direction of the last step with a larger one.
const ACCELERATE: f64 = 0.35;
/// Share of new steps of at most 2^[`SMALL_STEP_BITS`].
const SMALL_STEP: f64 = 0.3;
/// See [`SMALL_STEP`].
const SMALL_STEP_BITS: u32 = 4;

/// `quotient * step` in `[low * step, high * step]`.
#[derive(Clone, Debug)]
pub(super) struct IntegerGene {
    low: i64,
    high: i64,
    step: u64,
    quotient: i64,
    last: Option<Step>,
    told: Option<ToldNumber>,
}

/// Plus or minus `2^bits`.
#[derive(Clone, Copy, Debug)]
struct Step {
    up: bool,
    bits: u32,
}

impl Step {
    /// A larger step in the same direction or, once that has gone too far, a smaller one in any.
    /// What is left of a distance after a step of its highest bit has its own highest bit one lower
    /// in half of all cases, two lower in a quarter, and so on: so are the smaller steps drawn.
    fn next(self, rng: &mut Pcg64Mcg) -> Self {
        if rng.random_bool(ACCELERATE) {
            let higher = 1 + rng.random::<u32>().trailing_zeros().min(8);
            return Self { up: self.up, bits: self.bits + higher };
        }
        let lower = rng.random::<u32>().trailing_zeros();
        Self { up: rng.random(), bits: self.bits.saturating_sub(lower) }
    }
}

impl IntegerGene {
    /// Makes the gene of [`GeneSpec::Integer`](crate::GeneSpec::Integer).
    pub(super) fn new(
        (min, max): (i64, i64),
        multiple_of: u64,
        make: Make,
        rng: &mut Pcg64Mcg,
    ) -> Self {
        let (min, max) = (min.min(max), min.max(max));
        let mut gene = Self { low: min, high: max, step: 1, quotient: min, last: None, told: None };
        if multiple_of > 1 {
            let step = i128::from(multiple_of);
            let low = -(-i128::from(min)).div_euclid(step);
            let high = i128::from(max).div_euclid(step);
            // Without a multiple inside the bounds the bounds win: a schema error is not ours to judge.
            if let (Ok(low), Ok(high)) = (i64::try_from(low), i64::try_from(high))
                && low <= high
            {
                gene = Self { low, high, step: multiple_of, quotient: low, ..gene };
            }
        }
        if gene.step == 1 {
            // As doubles they are near enough.
            gene.told = ToldNumber::within(gene.low as f64, gene.high as f64, make);
        }
        gene.randomize(rng);
        gene
    }

    fn clamp(&self, quotient: i128) -> i64 {
        let clamped = quotient.clamp(i128::from(self.low), i128::from(self.high));
        i64::try_from(clamped).unwrap_or(self.low)
    }

    fn contains(&self, quotient: i128) -> bool {
        (i128::from(self.low)..=i128::from(self.high)).contains(&quotient)
    }

    /// What is sent in the place of its own number.
    fn told(&self) -> Option<i64> {
        let number = self.told.as_ref()?.number()?;
        // Bounded by those of the gene.
        (number.fract() == 0.0).then(|| self.clamp(number as i128))
    }

    /// Its own number is sent again.
    fn forget_told(&mut self) {
        if let Some(told) = &mut self.told {
            told.forget();
        }
    }

    fn interesting(&self, rng: &mut Pcg64Mcg) -> i64 {
        let (low, high) = (i128::from(self.low), i128::from(self.high));
        let candidates: Vec<i128> = [0, 1, -1, 2, low, high, low + 1, high - 1]
            .into_iter()
            .filter(|quotient| self.contains(*quotient))
            .collect();
        self.clamp(candidates[rng.random_range(0..candidates.len())])
    }

    fn sample(&self, rng: &mut Pcg64Mcg) -> i64 {
        let (low, high) = (i128::from(self.low), i128::from(self.high));
        let kind: f64 = rng.random();
        if kind < SMALL {
            let near = self.clamp(0);
            let bound = SMALL_BOUNDS[rng.random_range(0..SMALL_BOUNDS.len())];
            let from = (i128::from(near) - bound).max(low);
            let to = (i128::from(near) + bound).min(high);
            return self.clamp(rng.random_range(from..=to));
        }
        if kind < SMALL + INTERESTING {
            return self.interesting(rng);
        }
        if rng.random_bool(0.5) {
            // Each order of magnitude alike.
            let bits = rng.random_range(0..63);
            let size = i128::from(rng.random_range(0..=(1_i64 << bits)));
            let quotient = if rng.random_bool(0.5) { size } else { -size };
            if self.contains(quotient) {
                return self.clamp(quotient);
            }
        }
        rng.random_range(self.low..=self.high)
    }

    fn take_step(&mut self, rng: &mut Pcg64Mcg) {
        let range = i128::from(self.high) - i128::from(self.low);
        let range_bits = (127 - range.max(1).leading_zeros()).min(62);
        let step = match self.last {
            Some(last) if !rng.random_bool(NEW_STEP) => last.next(rng),
            _ => {
                let most = if rng.random_bool(SMALL_STEP) {
                    range_bits.min(SMALL_STEP_BITS)
                } else {
                    range_bits
                };
                Step { up: rng.random(), bits: rng.random_range(0..=most) }
            }
        };
        let step = Step { bits: step.bits.min(range_bits), ..step };
        let size = 1_i128 << step.bits;
        let go = |up: bool| self.clamp(i128::from(self.quotient) + if up { size } else { -size });
        let mut up = step.up;
        if go(up) == self.quotient {
            up = !up;
        }
        self.quotient = go(up);
        self.last = Some(Step { up, bits: step.bits });
    }
}

impl GeneNode for IntegerGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.quotient = self.sample(rng);
        self.last = None;
        self.forget_told();
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.told().unwrap_or(self.quotient);
        if self.told.as_mut().is_some_and(|told| told.mutate(context))
            && self.told().is_some_and(|now| now != before)
        {
            return Mutated::Yes;
        }
        self.forget_told();
        self.quotient = before;
        let kind: f64 = context.rng.random();
        if kind < RESTART {
            self.randomize(context.rng);
        } else if kind < RESTART + JUMP {
            let negated = -i128::from(self.quotient);
            self.quotient = if context.chance(0.3) && self.contains(negated) {
                self.clamp(negated)
            } else {
                self.interesting(context.rng)
            };
            self.last = None;
        }
        if self.quotient == before {
            self.take_step(context.rng);
        }
        Mutated::if_changed(self.quotient != before)
    }

    fn value(&self) -> GeneValue {
        let value = self.told().unwrap_or(self.quotient);
        let value = i128::from(value) * i128::from(self.step);
        GeneValue::Integer(i64::try_from(value).unwrap_or(i64::MAX))
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        let value = match value {
            GeneValue::Integer(value) => i128::from(*value),
            GeneValue::Double(value) if value.fract() == 0.0 && value.abs() < 9e18 => {
                // Whole and within 64 bits: the cast is exact.
                *value as i128
            }
            _ => return false,
        };
        let step = i128::from(self.step);
        if value % step != 0 || !self.contains(value / step) {
            return false;
        }
        self.quotient = self.clamp(value / step);
        self.last = None;
        self.forget_told();
        true
    }

    fn as_text(&self) -> Option<&dyn FreeText> {
        self.told.as_ref().map(ToldNumber::text)
    }

    fn as_text_mut(&mut self) -> Option<&mut dyn FreeText> {
        self.told.as_mut().map(ToldNumber::text_mut)
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    fn integer(min: i64, max: i64, multiple_of: u64) -> GeneSpec {
        GeneSpec::Integer { min, max, multiple_of }
    }

    fn within(value: &GeneValue, min: i64, max: i64, step: i64) -> bool {
        matches!(value, GeneValue::Integer(n) if (min..=max).contains(n) && n % step == 0)
    }

    gene_contract!(full_64, integer(i64::MIN, i64::MAX, 0), |v: &GeneValue| matches!(
        v,
        GeneValue::Integer(_)
    ));
    gene_contract!(full_32, integer(i64::from(i32::MIN), i64::from(i32::MAX), 0), |v| within(
        v,
        i64::from(i32::MIN),
        i64::from(i32::MAX),
        1
    ));
    gene_contract!(small, integer(-3, 4, 0), |v| within(v, -3, 4, 1));
    gene_contract!(single, integer(7, 7, 0), |v| within(v, 7, 7, 1));
    gene_contract!(multiples, integer(-10, 100, 7), |v| within(v, -10, 100, 7));
    gene_contract!(multiples_far, integer(1000, i64::MAX, 300), |v| within(v, 1000, i64::MAX, 300));
    gene_contract!(no_multiple_inside, integer(8, 13, 7), |v| within(v, 8, 13, 1));
}
