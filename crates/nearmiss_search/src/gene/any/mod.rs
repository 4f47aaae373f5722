//! Any JSON value, for schemas that say nothing: a choice of shapes of bounded depth.

use crate::{GeneSpec, GeneValue};

/// Levels of lists and maps.
const DEPTH: usize = 2;

/// Lists the shapes of [`GeneSpec::Any`].
pub(super) fn any_shapes() -> Vec<GeneSpec> {
    shapes(DEPTH)
}

fn shapes(depth: usize) -> Vec<GeneSpec> {
    let mut all = vec![
        // Text twice: taint can tell most about it.
        GeneSpec::Open,
        GeneSpec::Open,
        GeneSpec::Integer { min: i64::MIN, max: i64::MAX, multiple_of: 0 },
        GeneSpec::Double { min: f64::MIN, max: f64::MAX, multiple_of: 0.0 },
        GeneSpec::Boolean,
        GeneSpec::Enum(vec![GeneValue::Null]),
    ];
    if depth > 0 {
        let inner = || Box::new(GeneSpec::Choice(shapes(depth - 1)));
        all.push(GeneSpec::Array { item: inner(), min: 0, max: usize::MAX, unique: false });
        all.push(GeneSpec::Map { value: inner(), min: 0, max: usize::MAX });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;

    gene_contract!(any, GeneSpec::Any, |v| *v != GeneValue::Absent);
}
