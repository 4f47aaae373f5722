//! Which kind of mutation brings progress: an API whose operations do not depend on one another gains
//! nothing from other sequences of calls, and the budget should not go there.

/// Mutations after which the past counts half.
const MEMORY: f64 = 100.0;
/// Share of its base probability that a kind of mutation keeps although it never brings anything.
const LEAST: f64 = 0.1;

/// Most times its base probability that structure mutations get.
const MOST: f64 = 2.0;

/// A kind of mutation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Variation {
    /// Changed inputs.
    Inputs,
    /// Other calls.
    Structure,
    /// The same with fewer calls; progress is that nothing is lost.
    Shorten,
}

/// Tries of a kind of mutation and how many brought progress, the recent past counting most.
#[derive(Clone, Copy, Debug)]
struct Record {
    tried: f64,
    won: f64,
}

impl Record {
    // Hopeful at first: as if one of two had brought progress.
    const NEW: Self = Self { tried: 2.0, won: 1.0 };

    fn note(&mut self, won: bool) {
        self.tried += 1.0;
        self.won += f64::from(u8::from(won));
        if self.tried > MEMORY {
            self.tried /= 2.0;
            self.won /= 2.0;
        }
    }

    fn rate(self) -> f64 {
        self.won / self.tried
    }
}

/// How the kinds of mutations have done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Credit {
    inputs: Record,
    structure: Record,
    shorten: Record,
}

impl Default for Credit {
    fn default() -> Self {
        Self { inputs: Record::NEW, structure: Record::NEW, shorten: Record::NEW }
    }
}

impl Credit {
    /// Notes whether a mutation brought progress.
    pub(crate) fn note(&mut self, variation: Variation, won: bool) {
        match variation {
            Variation::Inputs => self.inputs.note(won),
            Variation::Structure => self.structure.note(won),
            Variation::Shorten => self.shorten.note(won),
        }
    }

    /// What to multiply the base probability of structure mutations with.
    pub(crate) fn structure_factor(&self) -> f64 {
        let inputs = self.inputs.rate().max(1e-3);
        (self.structure.rate() / inputs).clamp(LEAST, MOST)
    }

    /// What to multiply the base probability of shortening with: less, once most are as short as can be.
    pub(crate) fn shorten_factor(&self) -> f64 {
        (2.0 * self.shorten.rate()).clamp(LEAST, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_brings_nothing_becomes_rare_and_may_come_back() {
        let mut credit = Credit::default();
        assert_eq!(credit.structure_factor(), 1.0);
        for round in 0..500 {
            credit.note(Variation::Inputs, round % 10 == 0);
            credit.note(Variation::Structure, false);
        }
        assert_eq!(credit.structure_factor(), LEAST);
        for round in 0..100 {
            credit.note(Variation::Inputs, false);
            credit.note(Variation::Structure, round % 5 == 0);
        }
        assert_eq!(credit.structure_factor(), MOST);
    }

    #[test]
    fn shortening_becomes_rare_once_nothing_can_be_left_out() {
        let mut credit = Credit::default();
        assert_eq!(credit.shorten_factor(), 1.0);
        for _ in 0..200 {
            credit.note(Variation::Shorten, false);
        }
        assert_eq!(credit.shorten_factor(), LEAST);
    }
}
