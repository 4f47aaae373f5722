//! Who is let in where: which users an operation refuses (401, 403).

use std::collections::BTreeMap;

use nearmiss_search::UserId;

/// Hope that remains of a user who was refused and never let in, by refusal, and how many of these count.
const NEVER_LET_IN: f64 = 0.3;
const MOST_COUNTED: i32 = 3;

/// Answers to the calls of one user to one operation.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    tried: u32,
    refused: u32,
}

/// What users were answered, by operation.
#[derive(Clone, Debug, Default)]
pub(in crate::rest) struct Welcome {
    known: BTreeMap<(usize, Option<UserId>), Record>,
}

impl Welcome {
    /// Takes in an answer; `user` is `None` for nobody who logged in.
    pub fn note(&mut self, operation: usize, user: Option<UserId>, status: u16) {
        let record = self.known.entry((operation, user)).or_default();
        record.tried = record.tried.saturating_add(1);
        record.refused += u32::from(matches!(status, 401 | 403));
    }

    /// Share of calls that were not refused, above 0 and at most 1; 1 for what nobody tried.
    pub fn share(&self, operation: usize, user: Option<UserId>) -> f64 {
        let record = self.known.get(&(operation, user)).copied().unwrap_or_default();
        f64::from(record.tried - record.refused + 1) / f64::from(record.tried + 1)
    }

    /// Hope that a call of a user succeeds, above 0 and at most 1: hardly any of who was refused each time, where the
    /// share of calls would tell little of one or two.
    pub fn hope(&self, operation: usize, user: Option<UserId>) -> f64 {
        let record = self.known.get(&(operation, user)).copied().unwrap_or_default();
        if record.refused < record.tried {
            return self.share(operation, user);
        }
        let refused = i32::try_from(record.refused).unwrap_or(MOST_COUNTED);
        NEVER_LET_IN.powi(refused.min(MOST_COUNTED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_refused_is_less_welcome() {
        let mut welcome = Welcome::default();
        let (ann, bob) = (Some(UserId(0)), Some(UserId(1)));
        for _ in 0..9 {
            welcome.note(2, ann, 422);
            welcome.note(2, bob, 403);
            welcome.note(2, None, 401);
        }
        assert_eq!(welcome.share(2, ann), 1.0, "other errors are no refusals");
        assert_eq!((welcome.share(2, bob), welcome.share(2, None)), (0.1, 0.1));
        assert_eq!(welcome.share(3, bob), 1.0);
    }

    #[test]
    fn one_refusal_takes_most_of_the_hope_and_one_success_gives_it_back() {
        let mut welcome = Welcome::default();
        let (ann, bob) = (Some(UserId(0)), Some(UserId(1)));
        welcome.note(2, ann, 201);
        welcome.note(2, bob, 403);
        assert_eq!((welcome.hope(2, ann), welcome.hope(2, bob)), (1.0, NEVER_LET_IN));
        (0..9).for_each(|_| welcome.note(2, bob, 403));
        assert!(welcome.hope(2, bob) > 0.0 && welcome.hope(2, bob) < 0.1);
        welcome.note(2, bob, 201);
        assert_eq!(welcome.hope(2, bob), welcome.share(2, bob));
        assert_eq!(welcome.hope(3, bob), 1.0);
    }
}
