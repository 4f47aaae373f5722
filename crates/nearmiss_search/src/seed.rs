//! One generator per individual: what one individual draws never shifts what the next one draws.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The generator of the individual `number` of a search.
///
/// The seed of the search and the number are mixed as `SplitMix64` does (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014): a Weyl step by the number, then two
/// multiply-xorshift rounds.
#[must_use]
pub fn individual_rng(search_seed: u64, number: u64) -> Pcg64Mcg {
    let mixed = mix(mix(search_seed).wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    Pcg64Mcg::seed_from_u64(mixed)
}

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn neighbours_differ_and_repeat() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..30 {
            for number in 0..30 {
                let first = individual_rng(seed, number).next_u64();
                assert_eq!(individual_rng(seed, number).next_u64(), first);
                assert!(seen.insert(first), "seed {seed} number {number}");
            }
        }
    }
}
