//! Numbers.

use nearmiss_search::GeneSpec;
use serde_json::{Number, Value};

use super::conjunction::Leaf;
use super::keyword;
use super::spec_builder::SpecBuilder;

/// Numerators tried when a fractional `multipleOf` meets integers: 1.5 allows multiples of 3.
const MAX_NUMERATOR: u64 = 1_000;

impl<'d> SpecBuilder<'d, '_> {
    /// An integer. Without a format it has 32 bits, as most have, unless the bounds say otherwise.
    pub(super) fn integer(&mut self, leaves: &[Leaf<'d>]) -> GeneSpec {
        let format = keyword::text(leaves, "format", self.warnings);
        let (lowest, highest) = match format {
            Some("int64") => (i64::MIN, i64::MAX),
            Some("uint64") => (0, i64::MAX),
            Some("uint32") => (0, i64::from(u32::MAX)),
            Some("int16") => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Some("uint16") => (0, i64::from(u16::MAX)),
            Some("int8") => (i64::from(i8::MIN), i64::from(i8::MAX)),
            Some("uint8") => (0, i64::from(u8::MAX)),
            Some("unix-time" | "timestamp") => (i64::MIN, i64::MAX),
            None | Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Some(other) => {
                self.warn_of_format(leaves, other);
                (i64::from(i32::MIN), i64::from(i32::MAX))
            }
        };
        let (exclusive_min, exclusive_max) =
            (flag(leaves, "exclusiveMinimum"), flag(leaves, "exclusiveMaximum"));
        let mut min: Option<i64> = None;
        let mut max: Option<i64> = None;
        for number in keyword::numbers(leaves, "minimum", false, self.warnings) {
            let bound = ceil(number);
            let excluded = exclusive_min && is_whole(number);
            min = min.max(Some(if excluded { bound.saturating_add(1) } else { bound }));
        }
        for number in keyword::numbers(leaves, "exclusiveMinimum", true, self.warnings) {
            min = min.max(Some(floor(number).saturating_add(1)));
        }
        let mut lower = |bound: i64| max = Some(max.map_or(bound, |before: i64| before.min(bound)));
        for number in keyword::numbers(leaves, "maximum", false, self.warnings) {
            let bound = floor(number);
            let excluded = exclusive_max && is_whole(number);
            lower(if excluded { bound.saturating_sub(1) } else { bound });
        }
        for number in keyword::numbers(leaves, "exclusiveMaximum", true, self.warnings) {
            lower(ceil(number).saturating_sub(1));
        }
        let multiple_of = self.integer_multiple(leaves);
        // A declared bound beyond the default range widens it.
        let mut low = min.unwrap_or_else(|| lowest.min(max.unwrap_or(lowest)));
        let mut high = max.unwrap_or_else(|| highest.max(min.unwrap_or(highest)));
        if low > high {
            self.warn_at(leaves, "the bounds of this number leave no value; they are ignored");
            (low, high) = (lowest, highest);
        }
        let multiple_of = if has_multiple(low, high, multiple_of) {
            multiple_of
        } else {
            self.warn_at(
                leaves,
                "no multiple of `multipleOf` lies within the bounds; it is ignored",
            );
            0
        };
        GeneSpec::Integer { min: low, max: high, multiple_of }
    }

    /// A number with fractions, or an integer if the format says so.
    pub(super) fn number(&mut self, leaves: &[Leaf<'d>]) -> GeneSpec {
        let format = keyword::text(leaves, "format", self.warnings);
        let (lowest, highest) = match format {
            Some("int32" | "int64") => return self.integer(leaves),
            Some("float") => (f64::from(f32::MIN), f64::from(f32::MAX)),
            None | Some("double" | "decimal" | "currency" | "money") => (f64::MIN, f64::MAX),
            Some(other) => {
                self.warn_of_format(leaves, other);
                (f64::MIN, f64::MAX)
            }
        };
        let (exclusive_min, exclusive_max) =
            (flag(leaves, "exclusiveMinimum"), flag(leaves, "exclusiveMaximum"));
        let mut min: Option<f64> = None;
        let mut max: Option<f64> = None;
        let mut raise = |bound: f64| min = Some(min.map_or(bound, |before: f64| before.max(bound)));
        for number in keyword::numbers(leaves, "minimum", false, self.warnings) {
            let bound = real(number);
            raise(if exclusive_min { bound.next_up() } else { bound });
        }
        for number in keyword::numbers(leaves, "exclusiveMinimum", true, self.warnings) {
            raise(real(number).next_up());
        }
        let mut lower = |bound: f64| max = Some(max.map_or(bound, |before: f64| before.min(bound)));
        for number in keyword::numbers(leaves, "maximum", false, self.warnings) {
            let bound = real(number);
            lower(if exclusive_max { bound.next_down() } else { bound });
        }
        for number in keyword::numbers(leaves, "exclusiveMaximum", true, self.warnings) {
            lower(real(number).next_down());
        }
        let mut low = min.unwrap_or_else(|| lowest.min(max.unwrap_or(lowest))).max(f64::MIN);
        let mut high = max.unwrap_or_else(|| highest.max(min.unwrap_or(highest))).min(f64::MAX);
        if low > high {
            self.warn_at(leaves, "the bounds of this number leave no value; they are ignored");
            (low, high) = (lowest, highest);
        }
        let mut multiple_of = self.multiples(leaves).into_iter().fold(0.0, f64::max);
        if multiple_of > 0.0 && (low / multiple_of).ceil() * multiple_of > high {
            self.warn_at(
                leaves,
                "no multiple of `multipleOf` lies within the bounds; it is ignored",
            );
            multiple_of = 0.0;
        }
        GeneSpec::Double { min: low, max: high, multiple_of }
    }

    fn multiples(&mut self, leaves: &[Leaf<'d>]) -> Vec<f64> {
        let mut found = Vec::new();
        for number in keyword::numbers(leaves, "multipleOf", false, self.warnings) {
            let multiple = real(number);
            if multiple > 0.0 {
                found.push(multiple);
            } else {
                self.warn_at(leaves, "`multipleOf` must be greater than 0; it is ignored");
            }
        }
        found
    }

    fn integer_multiple(&mut self, leaves: &[Leaf<'d>]) -> u64 {
        let mut all: u64 = 0;
        for multiple in self.multiples(leaves) {
            let whole = (1..=MAX_NUMERATOR)
                .map(|numerator| numerator as f64 * multiple)
                .find(|product| (product - product.round()).abs() < 1e-9 && *product >= 0.5);
            let Some(whole) = whole else {
                self.warn_at(leaves, "this `multipleOf` allows hardly an integer; it is ignored");
                continue;
            };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "positive and saturating"
            )]
            let whole = whole.round() as u64;
            all = match all {
                0 => whole,
                before => before.saturating_mul(whole / greatest_common_divisor(before, whole)),
            };
        }
        // Every integer is a multiple of 1.
        if all == 1 { 0 } else { all }
    }

    pub(super) fn warn_of_format(&mut self, leaves: &[Leaf<'d>], format: &str) {
        let place = leaves.iter().find_map(|leaf| leaf.place.get("format"));
        if let Some(place) = place {
            self.warnings
                .add(&place.pointer, format!("format `{format}` is not known; it is ignored"));
        }
    }

    pub(super) fn warn_at(&mut self, leaves: &[Leaf<'d>], message: &str) {
        let pointer = leaves.first().map_or("#", |leaf| leaf.place.pointer.as_str());
        self.warnings.add(pointer, message);
    }
}

/// `exclusiveMinimum: true` of draft 4.
fn flag(leaves: &[Leaf<'_>], key: &str) -> bool {
    leaves
        .iter()
        .any(|leaf| leaf.place.get(key).is_some_and(|place| *place.value == Value::Bool(true)))
}

fn real(number: &Number) -> f64 {
    number.as_f64().unwrap_or(0.0)
}

fn is_whole(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || real(number).fract() == 0.0
}

#[expect(clippy::cast_possible_truncation, reason = "saturating is what is wanted")]
fn ceil(number: &Number) -> i64 {
    number.as_i64().unwrap_or_else(|| real(number).ceil() as i64)
}

#[expect(clippy::cast_possible_truncation, reason = "saturating is what is wanted")]
fn floor(number: &Number) -> i64 {
    number.as_i64().unwrap_or_else(|| real(number).floor() as i64)
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

fn has_multiple(low: i64, high: i64, multiple_of: u64) -> bool {
    if multiple_of == 0 {
        return true;
    }
    let multiple = i128::from(multiple_of);
    let first = i128::from(low).div_euclid(multiple) * multiple;
    let first = if first < i128::from(low) { first + multiple } else { first };
    first <= i128::from(high)
}
