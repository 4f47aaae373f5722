//! Who is let in where: which users an operation refuses (401, 403).

use std::collections::BTreeMap;

use nearmiss_search::UserId;

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
}
