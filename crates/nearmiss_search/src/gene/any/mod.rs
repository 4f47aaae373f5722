//! Any JSON value, for schemas that say nothing: a choice of shapes of bounded depth.

use rand_pcg::Pcg64Mcg;

use super::choice::ChoiceGene;
use super::node::GeneNode;
use crate::{GeneSpec, GeneValue};

/// Levels of lists and maps.
const DEPTH: usize = 2;

/// Builds the gene of [`GeneSpec::Any`].
pub(super) fn build(spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Option<Box<dyn GeneNode>> {
    matches!(spec, GeneSpec::Any)
        .then(|| Box::new(ChoiceGene::new(shapes(DEPTH), rng)) as Box<dyn GeneNode>)
}

fn shapes(depth: usize) -> Vec<GeneSpec> {
    let mut shapes = vec![
        // Text twice: taint can tell most about it.
        GeneSpec::Open,
        GeneSpec::Open,
        GeneSpec::Integer { min: i64::MIN, max: i64::MAX, multiple_of: 0 },
        GeneSpec::Double { min: f64::MIN, max: f64::MAX, multiple_of: 0.0 },
        GeneSpec::Boolean,
        GeneSpec::Enum(vec![GeneValue::Null]),
    ];
    if depth > 0 {
        let inner = || Box::new(GeneSpec::Choice(self::shapes(depth - 1)));
        shapes.push(GeneSpec::Array { item: inner(), min: 0, max: usize::MAX, unique: false });
        shapes.push(GeneSpec::Map { value: inner(), min: 0, max: usize::MAX });
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;

    gene_contract!(any, GeneSpec::Any, |v| *v != GeneValue::Absent);
}
