//! Calls that succeeded, whole: where one wrong field hides all others, valid inputs are not found twice.

use std::collections::BTreeMap;

use nearmiss_search::Action;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Most calls of an operation; of more, the oldest go.
const CALLS: usize = 8;
/// Every how many successes one is kept, once there are that many.
const EVERY: u32 = 4;

/// Calls of one operation.
#[derive(Clone, Debug, Default)]
struct Good {
    calls: Vec<Action>,
    next: usize,
    seen: u32,
}

/// Calls that succeeded, by operation.
#[derive(Clone, Debug, Default)]
pub(in crate::rest) struct GoodCalls {
    known: BTreeMap<usize, Good>,
}

impl GoodCalls {
    /// Takes in a call that succeeded.
    pub fn note(&mut self, operation: usize, action: &Action) {
        let good = self.known.entry(operation).or_default();
        good.seen = good.seen.wrapping_add(1);
        if good.calls.len() >= CALLS && !good.seen.is_multiple_of(EVERY) {
            return;
        }
        let call = Action { links: Vec::new(), user: None, ..action.clone() };
        if good.calls.len() < CALLS {
            good.calls.push(call);
        } else {
            good.calls[good.next] = call;
            good.next = (good.next + 1) % CALLS;
        }
    }

    /// One of the calls of an operation, with nothing taken from other calls and by nobody yet; inputs that were found
    /// since are missing.
    pub fn any(&self, operation: usize, rng: &mut Pcg64Mcg) -> Option<Action> {
        let calls = &self.known.get(&operation)?.calls;
        calls.get(rng.random_range(0..calls.len().max(1))).cloned()
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::{Link, TemplateId, UserId};
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn calls_are_kept_without_links_and_users() {
        let mut good = GoodCalls::default();
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        assert!(good.any(3, &mut rng).is_none());
        for _ in 0..100 {
            let action = Action {
                template: TemplateId(3),
                genes: Vec::new(),
                links: vec![Link::default()],
                user: Some(UserId(7)),
                malformed: None,
            };
            good.note(3, &action);
        }
        assert_eq!(good.known[&3].calls.len(), CALLS);
        let call = good.any(3, &mut rng).unwrap();
        assert!(call.links.is_empty() && call.user.is_none());
        assert!(good.any(4, &mut rng).is_none());
    }
}
