//! Times of RFC 3339, `12:00:00Z`, some with a fraction or an offset.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::{FormatText, TextFormat};

/// See the module.
pub(in crate::gene) static FORMAT: TextFormat = TextFormat {
    names: &["time"],
    is_id: false,
    is_unique: false,
    sample: |rng| Box::new(Clock::sample(rng)),
};

/// Seconds of a day.
const DAY: u32 = 86_400;
/// Share of sampled times with a fraction of a second.
const FRACTION: f64 = 0.15;
/// Share of sampled times with an offset other than `Z`.
const OFFSET: f64 = 0.15;
/// Most minutes of an offset: 14 hours is the largest in use.
const OFFSET_MINUTES: i32 = 14 * 60;

/// A time of day.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Clock {
    second: u32,
    millisecond: Option<u16>,
    /// Minutes; `None` is `Z`.
    offset: Option<i32>,
}

impl Clock {
    pub(super) fn sample(rng: &mut Pcg64Mcg) -> Self {
        let second = match rng.random_range(0..6) {
            0 => 0,
            1 => DAY - 1,
            2 => rng.random_range(0..24) * 3600,
            _ => rng.random_range(0..DAY),
        };
        let millisecond = rng.random_bool(FRACTION).then(|| rng.random_range(0..1000));
        let offset = rng
            .random_bool(OFFSET)
            .then(|| rng.random_range(-OFFSET_MINUTES / 30..=OFFSET_MINUTES / 30) * 30);
        Self { second, millisecond, offset }
    }

    /// Another time: some seconds, minutes or hours away, or written in another way.
    pub(super) fn step(self, rng: &mut Pcg64Mcg) -> Self {
        let mut next = self;
        match rng.random_range(0..12) {
            0 => {
                next.millisecond = match self.millisecond {
                    None => Some(rng.random_range(0..1000)),
                    Some(_) => None,
                }
            }
            1 => {
                next.offset = match self.offset {
                    None => Some(rng.random_range(-28..=28) * 30),
                    Some(_) => None,
                }
            }
            _ => {
                let unit = [1, 60, 3600][rng.random_range(0..3)];
                let steps = 1 << rng.random_range(0..4);
                let delta = (unit * steps) % DAY;
                next.second = (self.second + if rng.random() { delta } else { DAY - delta }) % DAY;
            }
        }
        next
    }

    pub(super) fn print(self) -> String {
        let (hour, minute, second) = (self.second / 3600, self.second / 60 % 60, self.second % 60);
        let mut text = format!("{hour:02}:{minute:02}:{second:02}");
        if let Some(millisecond) = self.millisecond {
            text.push_str(&format!(".{millisecond:03}"));
        }
        match self.offset {
            None => text.push('Z'),
            Some(offset) => {
                let sign = if offset < 0 { '-' } else { '+' };
                let size = offset.abs();
                text.push_str(&format!("{sign}{:02}:{:02}", size / 60, size % 60));
            }
        }
        text
    }

    /// Reads what [`Clock::print`] prints.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<u32>().ok();
        let second = number(0..2)? * 3600 + number(3..5)? * 60 + number(6..8)?;
        let mut rest = text.get(8..)?;
        let mut millisecond = None;
        if let Some(fraction) = rest.strip_prefix('.') {
            millisecond = Some(fraction.get(..3)?.parse().ok()?);
            rest = &fraction[3..];
        }
        let offset = if rest == "Z" {
            None
        } else {
            let hours: i32 = rest.get(1..3)?.parse().ok()?;
            let minutes: i32 = rest.get(4..6)?.parse().ok()?;
            let size = hours * 60 + minutes;
            Some(if rest.starts_with('-') { -size } else { size })
        };
        let clock = Self { second, millisecond, offset };
        (second < DAY && clock.print() == text).then_some(clock)
    }
}

impl FormatText for Clock {
    fn boxed_clone(&self) -> Box<dyn FormatText> {
        Box::new(*self)
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        *self = Self::sample(rng);
    }

    fn mutate(&mut self, rng: &mut Pcg64Mcg) {
        *self = self.step(rng);
    }

    fn units(&self) -> Vec<u16> {
        self.print().encode_utf16().collect()
    }

    fn read(&mut self, units: &[u16]) -> bool {
        let parsed = String::from_utf16(units).ok().and_then(|text| Self::parse(&text));
        *self = parsed.unwrap_or(*self);
        parsed.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gene::contract::gene_contract;
    use crate::gene::pattern::PatternText;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(time, GeneSpec::Format(&FORMAT), |v| {
        let GeneValue::Text(units) = v else { return false };
        let text = String::from_utf16(units).unwrap();
        let shape = PatternText::new(
            "^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$",
            0,
            40,
            true,
            &mut <Pcg64Mcg as rand::SeedableRng>::seed_from_u64(0),
        );
        shape.unwrap().read(units) && Clock::parse(&text).is_some()
    });
}
