//! The suite that every gene passes: what [`super::node::GeneNode`] promises.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::{Gene, MutationContext};
use crate::{GeneSpec, GeneValue};

/// Checks the contract of genes on the gene of `spec`; `holds` tells whether a value satisfies the
/// constraints.
pub(crate) fn check(spec: &GeneSpec, holds: impl Fn(&GeneValue) -> bool) {
    let mut changed = 0;
    let mut distinct = std::collections::BTreeSet::new();
    for seed in 0..150 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut gene = Gene::new(spec, &mut rng);
        let mut twin_rng = Pcg64Mcg::seed_from_u64(seed);
        let mut twin = Gene::new(spec, &mut twin_rng);
        for step in 0..40 {
            let value = gene.value();
            assert!(holds(&value), "seed {seed} step {step}: {value:?} violates {spec:?}");
            assert_eq!(twin.value(), value, "same seed, same values (seed {seed} step {step})");
            let text = serde_json::to_string(&value).unwrap();
            let back: GeneValue = serde_json::from_str(&text).unwrap();
            assert_eq!(back, value, "value survives serde");
            distinct.insert(text);

            let copy = gene.clone();
            if step % 10 == 9 {
                gene.randomize(&mut rng);
                twin.randomize(&mut twin_rng);
            } else {
                let mutated = gene.mutate(&mut MutationContext::new(&mut rng));
                assert_eq!(
                    mutated.changed(),
                    gene.value() != value,
                    "seed {seed} step {step}: {mutated:?} from {value:?} to {:?}",
                    gene.value()
                );
                changed += usize::from(mutated.changed());
                twin.mutate(&mut MutationContext::new(&mut twin_rng));
            }
            assert_eq!(copy.value(), value, "clones are independent");

            let mut taker = copy.clone();
            if taker.set_value(&gene.value()) {
                assert_eq!(
                    with_doubles(taker.value()),
                    with_doubles(gene.value()),
                    "a value that is taken is the value"
                );
            } else {
                assert_eq!(taker.value(), value, "a value that is refused changes nothing");
            }
            assert!(gene.weight() >= 0.0);

            let mut complete = copy.clone();
            complete.complete();
            assert!(holds(&complete.value()), "complete: {:?}", complete.value());
        }
    }
    assert!(
        distinct.len() == 1 || changed > 1000,
        "a gene with {} values changed only {changed} times of 5400",
        distinct.len()
    );
}

/// The value with 9 as 9.0, which are one number in JSON.
fn with_doubles(value: GeneValue) -> GeneValue {
    match value {
        GeneValue::Integer(number) => GeneValue::Double(number as f64),
        GeneValue::List(items) => GeneValue::List(items.into_iter().map(with_doubles).collect()),
        GeneValue::Record(fields) => GeneValue::Record(
            fields.into_iter().map(|(name, value)| (name, with_doubles(value))).collect(),
        ),
        other => other,
    }
}

/// `gene_contract!(name, spec, |value| constraints hold)`: one test.
macro_rules! gene_contract {
    ($name:ident, $spec:expr, $holds:expr) => {
        #[test]
        fn $name() {
            $crate::gene::contract::check(&$spec, $holds);
        }
    };
}
pub(crate) use gene_contract;
