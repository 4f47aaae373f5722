//! Finite numbers.
//!
//! A mutation adds plus or minus a power of ten near the size of the value (or of its last digit),
//! scales, steps by units in the last place, rounds to fewer digits or to a whole number. The gene
//! remembers its last step as the integer gene does.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::node::{GeneNode, Mutated};
use super::told_number::ToldNumber;
use super::{FreeText, Make, MutationContext};
use crate::GeneValue;

/// Share of mutations that sample anew.
const RESTART: f64 = 0.05;
/// Share of steps that do not follow from the last one.
const NEW_STEP: f64 = 0.2;
/// Share of other steps that go on in the direction of the last one with a larger one.
const ACCELERATE: f64 = 0.25;
/// Numbers that numeric code treats apart.
const INTERESTING: [f64; 12] =
    [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 1e-3, 1e-9, 1e-300, 1e300, f64::MAX, f64::MIN];
/// Attempts to find another value before a mutation gives up.
const ATTEMPTS: u32 = 16;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct DoubleGene {
    min: f64,
    max: f64,
    multiple_of: f64,
    value: f64,
    last: Option<Step>,
    told: Option<ToldNumber>,
}

/// Plus or minus `digit * 10^exponent`.
#[derive(Clone, Copy, Debug)]
struct Step {
    up: bool,
    digit: u8,
    exponent: i32,
}

/// The digits of steps: any digit is the sum of at most three of them.
const DIGITS: [u8; 3] = [1, 2, 5];

impl Step {
    /// A larger step in the same direction or one of the same size or smaller in any, as for
    /// integers.
    fn next(self, rng: &mut Pcg64Mcg) -> Self {
        let digit = DIGITS[rng.random_range(0..DIGITS.len())];
        if rng.random_bool(ACCELERATE) {
            return Self { up: self.up, digit, exponent: self.exponent + 1 };
        }
        let mut lower = 0;
        while lower < 12 && rng.random_bool(0.4) {
            lower += 1;
        }
        Self { up: rng.random(), digit, exponent: self.exponent - lower }
    }
}

impl DoubleGene {
    /// Makes the gene of [`GeneSpec::Double`](crate::GeneSpec::Double).
    pub(super) fn new(
        (min, max): (f64, f64),
        multiple_of: f64,
        make: Make,
        rng: &mut Pcg64Mcg,
    ) -> Self {
        let min = if min.is_finite() { min } else { f64::MIN };
        let max = if max.is_finite() { max } else { f64::MAX };
        let (min, max) = (min.min(max), min.max(max));
        let mut gene = Self { min, max, multiple_of: 0.0, value: min, last: None, told: None };
        if multiple_of > 0.0 && multiple_of.is_finite() {
            let with = Self { multiple_of, ..gene.clone() };
            // Without a multiple inside the bounds the bounds win.
            if [min, max, 0.0].into_iter().any(|value| with.fit(value).is_some()) {
                gene = with;
            }
        }
        if gene.multiple_of == 0.0 {
            gene.told = ToldNumber::within(gene.min, gene.max, make);
        }
        gene.randomize(rng);
        gene
    }

    /// What is sent in the place of its own number.
    fn told(&self) -> Option<f64> {
        self.told.as_ref()?.number().and_then(|number| self.fit(number))
    }

    /// Its own number is sent again.
    fn forget_told(&mut self) {
        if let Some(told) = &mut self.told {
            told.forget();
        }
    }

    /// The nearest allowed value, or `None` if rounding to a multiple leaves the bounds.
    fn fit(&self, value: f64) -> Option<f64> {
        if value.is_nan() {
            return None;
        }
        let value = value.clamp(self.min, self.max);
        if self.multiple_of == 0.0 {
            return Some(value);
        }
        let quotient = value / self.multiple_of;
        [quotient.round(), quotient.ceil(), quotient.floor()]
            .into_iter()
            .map(|quotient| multiply_decimally(quotient, self.multiple_of))
            .find(|value| value.is_finite() && *value >= self.min && *value <= self.max)
    }

    fn draw(&self, rng: &mut Pcg64Mcg) -> f64 {
        let sign = if rng.random_bool(0.35) { -1.0 } else { 1.0 };
        match rng.random_range(0..20) {
            0..=6 => {
                sign * f64::from([3_u32, 10, 100][rng.random_range(0..3)])
                    .mul_add(rng.random(), 0.0)
                    .round()
            }
            7..=10 => {
                let digits = [10.0, 100.0, 1000.0][rng.random_range(0..3)];
                sign * (rng.random::<f64>() * 20.0 * digits).round() / digits
            }
            11..=13 => sign * rng.random::<f64>(),
            14 | 15 => INTERESTING[rng.random_range(0..INTERESTING.len())],
            16 | 17 => sign * rng.random::<f64>() * 10_f64.powi(rng.random_range(-12..=12)),
            18 => {
                if rng.random() {
                    self.min
                } else {
                    self.max
                }
            }
            _ => {
                let share: f64 = rng.random();
                self.min.mul_add(1.0 - share, self.max * share)
            }
        }
    }

    fn step(&mut self, rng: &mut Pcg64Mcg) -> f64 {
        let step = match self.last {
            Some(last) if !rng.random_bool(NEW_STEP) => last.next(rng),
            _ => {
                let size = decade(self.value);
                let finest = if rng.random_bool(0.7) { 4 } else { 16 };
                Step {
                    up: rng.random(),
                    digit: DIGITS[rng.random_range(0..DIGITS.len())],
                    exponent: rng.random_range((size - finest)..=(size + 1)),
                }
            }
        };
        let step = Step { exponent: step.exponent.clamp(-300, 300), ..step };
        self.last = Some(step);
        let delta = f64::from(step.digit) * 10_f64.powi(step.exponent);
        let moved = if step.up { self.value + delta } else { self.value - delta };
        // Keeps 0.1 + 0.2 readable; the exact neighbours are left to steps by ulp.
        tidy(moved, step.exponent)
    }

    fn neighbour(&mut self, rng: &mut Pcg64Mcg) -> f64 {
        match rng.random_range(0..20) {
            0..=10 => self.step(rng),
            11 | 12 => self.value * if rng.random() { 10.0 } else { 0.1 },
            13 => self.value * if rng.random() { 2.0 } else { 0.5 },
            14 => {
                let ulps = 1_i64 << rng.random_range(0..24);
                by_ulps(self.value, if rng.random() { ulps } else { -ulps })
            }
            15 => {
                let digits = rng.random_range(0..=4);
                tidy(self.value, decade(self.value) - digits)
            }
            16 | 17 => self.value.round(),
            18 => -self.value,
            _ => INTERESTING[rng.random_range(0..INTERESTING.len())],
        }
    }
}

/// `quotient * unit` as decimal arithmetic gives it: 7 * 0.01 is 0.07.
fn multiply_decimally(quotient: f64, unit: f64) -> f64 {
    let text = unit.to_string();
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let product = quotient * unit;
    if decimals == 0 || product.abs() > 1e15 {
        return product;
    }
    format!("{product:.decimals$}").parse().unwrap_or(product)
}

/// The exponent of the first digit; 0 for 0.
fn decade(value: f64) -> i32 {
    if value == 0.0 {
        return 0;
    }
    // Bounded by the exponents of a double.
    value.abs().log10().floor() as i32
}

/// `value` rounded to digits down to `10^exponent`, where that is a decimal that fits.
fn tidy(value: f64, exponent: i32) -> f64 {
    match usize::try_from(-exponent) {
        Ok(decimals) if decimals <= 30 && value.abs() < 1e15 => {
            format!("{value:.decimals$}").parse().unwrap_or(value)
        }
        _ => value,
    }
}

/// `value` moved by so many steps along the doubles.
fn by_ulps(value: f64, ulps: i64) -> f64 {
    let bits = value.to_bits() as i64;
    let ordinal = if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits };
    let moved = ordinal.saturating_add(ulps);
    let bits = if moved < 0 { i64::MIN.wrapping_sub(moved) } else { moved };
    let value = f64::from_bits(bits as u64);
    if value.is_finite() { value } else { f64::MAX }
}

impl GeneNode for DoubleGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.last = None;
        self.forget_told();
        let drawn = self.draw(rng);
        let value = if (self.min..=self.max).contains(&drawn) {
            drawn
        } else {
            // The wish lies outside: near the bound next to 0, or anywhere.
            let near = 0_f64.clamp(self.min, self.max);
            let width = (self.max - self.min).min(1000.0);
            let offset = (rng.random::<f64>() * width).round();
            if near >= self.max { near - offset } else { near + offset }
        };
        self.value = self.fit(value).or_else(|| self.fit(0.0)).unwrap_or(self.min);
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.told().unwrap_or(self.value);
        if self.told.as_mut().is_some_and(|told| told.mutate(context))
            && self.told().is_some_and(|now| now != before)
        {
            return Mutated::Yes;
        }
        self.forget_told();
        self.value = before;
        if context.chance(RESTART) {
            self.randomize(context.rng);
        }
        for _ in 0..ATTEMPTS {
            if self.value != before {
                return Mutated::Yes;
            }
            let wish = self.neighbour(context.rng);
            self.value = self.fit(wish).unwrap_or(before);
            if self.value == before && self.multiple_of > 0.0 {
                let steps = f64::from(1_u32 << context.rng.random_range(0..12));
                let sign = if context.rng.random() { 1.0 } else { -1.0 };
                self.value = self.fit(before + sign * steps * self.multiple_of).unwrap_or(before);
            }
        }
        Mutated::if_changed(self.value != before)
    }

    fn value(&self) -> GeneValue {
        GeneValue::Double(self.told().unwrap_or(self.value))
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        let value = match value {
            GeneValue::Double(value) => *value,
            // Beyond 2^53 the nearest double is as good.
            GeneValue::Integer(value) => *value as f64,
            _ => return false,
        };
        if self.fit(value) != Some(value) {
            return false;
        }
        self.value = value;
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
    use super::*;
    use crate::GeneSpec;

    fn double(min: f64, max: f64, multiple_of: f64) -> GeneSpec {
        GeneSpec::Double { min, max, multiple_of }
    }

    fn within(value: &GeneValue, min: f64, max: f64) -> bool {
        matches!(value, GeneValue::Double(n) if n.is_finite() && (min..=max).contains(n))
    }

    gene_contract!(full, double(f64::MIN, f64::MAX, 0.0), |v| within(v, f64::MIN, f64::MAX));
    gene_contract!(unit, double(0.0, 1.0, 0.0), |v| within(v, 0.0, 1.0));
    gene_contract!(far, double(1e10, 1e11, 0.0), |v| within(v, 1e10, 1e11));
    gene_contract!(negative, double(-9.5, -9.25, 0.0), |v| within(v, -9.5, -9.25));
    gene_contract!(single, double(2.5, 2.5, 0.0), |v| within(v, 2.5, 2.5));
    gene_contract!(cents, double(0.0, 100.0, 0.01), |v| within(v, 0.0, 100.0)
        && matches!(v, GeneValue::Double(n) if n.to_string().split('.').nth(1).is_none_or(|d| d.len() <= 2)));
    gene_contract!(halves, double(-1.2, 3.3, 0.5), |v| within(v, -1.2, 3.3)
        && matches!(v, GeneValue::Double(n) if (n * 2.0).fract() == 0.0));

    #[test]
    fn ulps_cross_zero() {
        assert_eq!(by_ulps(0.0, 1), f64::from_bits(1));
        assert_eq!(by_ulps(f64::from_bits(1), -2), -f64::from_bits(1));
        assert_eq!(by_ulps(1.0, 1), 1.0 + f64::EPSILON);
        assert_eq!(by_ulps(f64::MAX, 5), f64::MAX);
    }
}
