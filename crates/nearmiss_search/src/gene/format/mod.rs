//! Text of a format, or of an expression.

use rand_pcg::Pcg64Mcg;

use super::MutationContext;
use super::node::{GeneNode, Mutated};
use crate::{FormatText, GeneValue};

/// See the module.
#[derive(Debug)]
pub(super) struct FormatGene(Box<dyn FormatText>);

impl FormatGene {
    /// The gene of a text.
    pub(super) fn new(text: Box<dyn FormatText>) -> Self {
        Self(text)
    }
}

impl GeneNode for FormatGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(Self(self.0.boxed_clone()))
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.0.randomize(rng);
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.0.units();
        self.0.mutate(context.rng);
        Mutated::if_changed(self.0.units() != before)
    }

    fn value(&self) -> GeneValue {
        GeneValue::Text(self.0.units())
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        matches!(value, GeneValue::Text(units) if self.0.read(units))
    }
}
