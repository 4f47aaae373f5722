//! What a mutation may use besides its gene.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::TaintNumbers;

/// What a mutation may use besides its gene.
#[derive(Debug)]
pub struct MutationContext<'a> {
    /// All randomness of the mutation.
    pub rng: &'a mut Pcg64Mcg,
    /// How to taint text; `None` for never.
    pub taint: Option<TaintUse<'a>>,
    /// Constants that the SUT has compared inputs with, to try in any text.
    pub constants: &'a [Vec<u16>],
}

/// How a mutation taints text.
#[derive(Debug)]
pub struct TaintUse<'a> {
    /// How probable it is that a mutated text becomes a tainted one.
    pub probability: f64,
    /// Share of them in which all of the text becomes it: the rest is for parts of texts.
    pub whole: f64,
    /// The numbers in use in this individual.
    pub numbers: &'a mut TaintNumbers,
}

impl<'a> MutationContext<'a> {
    /// A context without taint and without known constants.
    pub fn new(rng: &'a mut Pcg64Mcg) -> Self {
        Self { rng, taint: None, constants: &[] }
    }

    /// True with this probability.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    /// Tells whether all of a text that shall be tainted is worth it.
    pub(crate) fn taints_whole(&mut self) -> bool {
        let whole = self.taint.as_ref().map_or(0.0, |taint| taint.whole);
        self.rng.random_bool(whole)
    }

    /// A taint number, if this mutation shall taint.
    pub(crate) fn draw_taint(&mut self) -> Option<u32> {
        let taint = self.taint.as_mut()?;
        self.rng.random_bool(taint.probability).then(|| taint.numbers.fresh())
    }
}

/// Index of an entry of `weights`, drawn in proportion to them; `None` if all are 0.
pub(crate) fn weighted_index(weights: &[f64], rng: &mut Pcg64Mcg) -> Option<usize> {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return None;
    }
    let mut left = rng.random::<f64>() * total;
    for (index, weight) in weights.iter().enumerate() {
        if *weight > 0.0 && left < *weight {
            return Some(index);
        }
        left -= weight;
    }
    weights.iter().rposition(|weight| *weight > 0.0)
}
