//! Individuals with fewer calls.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::Individual;

/// Share of shortenings that leave one action (and those it is linked to); the others leave half.
const ISOLATE: f64 = 0.6;

/// Leaves one action or a random half, with the actions that they are linked to. An individual that
/// was sampled long is mostly ballast for a target: shortening costs few calls and makes every later
/// mutation cheaper and more to the point. Answers whether anything was taken out.
pub(crate) fn shorten(individual: &mut Individual, rng: &mut Pcg64Mcg) -> bool {
    let count = individual.calls.len();
    if count < 2 {
        return false;
    }
    let mut kept = vec![false; count];
    kept[rng.random_range(0..count)] = true;
    if !rng.random_bool(ISOLATE) {
        for keep in &mut kept {
            *keep |= rng.random_bool(0.4);
        }
    }
    // Links go to earlier actions, so one pass from the end finds all that is needed.
    for index in (0..count).rev() {
        if kept[index] {
            for link in &individual.calls[index].links {
                if let Some(from) = link.from.call() {
                    kept[from] = true;
                }
            }
        }
    }
    for index in (0..count).rev().filter(|index| !kept[*index]) {
        individual.remove_call(index);
    }
    individual.calls.len() < count
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::{Action, ActionAt, Link, TemplateId};

    #[test]
    fn shortening_keeps_what_is_linked() {
        let action = |template, links: &[usize]| Action {
            template: TemplateId(template),
            genes: Vec::new(),
            links: links
                .iter()
                .map(|from| Link { from: ActionAt::Call(*from), ..Link::default() })
                .collect(),
            user: None,
            malformed: None,
        };
        let mut sizes = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut individual = Individual {
                calls: vec![
                    action(0, &[]),
                    action(1, &[0]),
                    action(2, &[]),
                    action(3, &[1]),
                    action(4, &[]),
                ],
                ..Individual::default()
            };
            let changed = shorten(&mut individual, &mut rng);
            sizes.insert(individual.calls.len());
            assert_eq!(changed, individual.calls.len() < 5);
            assert!(!individual.calls.is_empty());
            for (index, action) in individual.calls.iter().enumerate() {
                let wanted = match action.template.0 {
                    1 => Some(0),
                    3 => Some(1),
                    _ => None,
                };
                let from = action.links.first().map(|link| {
                    let from = link.from.call().unwrap();
                    assert!(from < index);
                    individual.calls[from].template.0
                });
                assert_eq!(from, wanted);
            }
        }
        assert!(sizes.contains(&1) && sizes.contains(&3), "{sizes:?}");
    }
}
