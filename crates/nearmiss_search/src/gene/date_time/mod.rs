//! Date-times of RFC 3339, `2026-11-20T12:00:00Z`.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::MutationContext;
use super::date::Day;
use super::node::{GeneNode, Mutated};
use super::time::Clock;
use crate::{GeneSpec, GeneValue};

#[derive(Clone, Debug)]
struct DateTimeGene {
    day: Day,
    clock: Clock,
}

/// Builds the gene of [`GeneSpec::DateTime`].
pub(super) fn build(spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Option<Box<dyn GeneNode>> {
    matches!(spec, GeneSpec::DateTime).then(|| {
        Box::new(DateTimeGene { day: Day::sample(rng), clock: Clock::sample(rng) })
            as Box<dyn GeneNode>
    })
}

impl DateTimeGene {
    fn parse(units: &[u16]) -> Option<Self> {
        let text = String::from_utf16(units).ok()?;
        let (day, clock) = text.split_once('T')?;
        Some(Self { day: Day::parse(day)?, clock: Clock::parse(clock)? })
    }
}

impl GeneNode for DateTimeGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.day = Day::sample(rng);
        self.clock = Clock::sample(rng);
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = (self.day, self.clock);
        if context.rng.random() {
            self.day = self.day.step(context.rng);
        } else {
            self.clock = self.clock.step(context.rng);
        }
        Mutated::if_changed((self.day, self.clock) != before)
    }

    fn value(&self) -> GeneValue {
        GeneValue::text(&format!("{}T{}", self.day.print(), self.clock.print()))
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        let GeneValue::Text(units) = value else { return false };
        let Some(parsed) = Self::parse(units) else { return false };
        *self = parsed;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;

    gene_contract!(date_time, GeneSpec::DateTime, |v| {
        matches!(v, GeneValue::Text(units) if DateTimeGene::parse(units).is_some())
    });
}
