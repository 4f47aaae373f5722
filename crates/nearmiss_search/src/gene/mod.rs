//! Genes (under construction).

/// A gene: a value that can be sampled and mutated.
#[derive(Clone, Debug)]
pub struct Gene;
