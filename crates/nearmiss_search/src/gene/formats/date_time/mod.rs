//! Date-times of RFC 3339, `2026-11-20T12:00:00Z`.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::date::Day;
use super::time::Clock;
use crate::{FormatText, TextFormat};

/// See the module.
pub(in crate::gene) static FORMAT: TextFormat = TextFormat {
    names: &["date-time", "datetime"],
    is_id: false,
    is_unique: false,
    sample: |rng| Box::new(Moment::sample(rng)),
};

/// A time of a day.
#[derive(Clone, Copy, Debug)]
struct Moment {
    day: Day,
    clock: Clock,
}

impl Moment {
    fn sample(rng: &mut Pcg64Mcg) -> Self {
        Self { day: Day::sample(rng), clock: Clock::sample(rng) }
    }

    fn parse(units: &[u16]) -> Option<Self> {
        let text = String::from_utf16(units).ok()?;
        let (day, clock) = text.split_once('T')?;
        Some(Self { day: Day::parse(day)?, clock: Clock::parse(clock)? })
    }
}

impl FormatText for Moment {
    fn boxed_clone(&self) -> Box<dyn FormatText> {
        Box::new(*self)
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        *self = Self::sample(rng);
    }

    fn mutate(&mut self, rng: &mut Pcg64Mcg) {
        if rng.random() {
            self.day = self.day.step(rng);
        } else {
            self.clock = self.clock.step(rng);
        }
    }

    fn units(&self) -> Vec<u16> {
        format!("{}T{}", self.day.print(), self.clock.print()).encode_utf16().collect()
    }

    fn read(&mut self, units: &[u16]) -> bool {
        let parsed = Self::parse(units);
        *self = parsed.unwrap_or(*self);
        parsed.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gene::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(date_time, GeneSpec::Format(&FORMAT), |v| {
        matches!(v, GeneValue::Text(units) if Moment::parse(units).is_some())
    });
}
