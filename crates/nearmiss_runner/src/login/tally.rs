//! Who was answered what.

use std::collections::{BTreeMap, BTreeSet};

/// What the calls of somebody were answered, by operation.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    operations: BTreeMap<String, Answers>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Answers {
    calls: u64,
    unauthorized: u64,
    forbidden: u64,
}

impl Answers {
    fn refused(self) -> u64 {
        self.unauthorized + self.forbidden
    }
}

impl Tally {
    /// Counts an answer; 0 for none.
    pub fn note(&mut self, operation: &str, status: u16) {
        let answers = match self.operations.get_mut(operation) {
            Some(answers) => answers,
            None => self.operations.entry(operation.to_owned()).or_default(),
        };
        answers.calls += 1;
        answers.unauthorized += u64::from(status == 401);
        answers.forbidden += u64::from(status == 403);
    }

    /// Adds what another one counted.
    pub fn add(&mut self, other: &Self) {
        for (operation, counted) in &other.operations {
            let answers = self.operations.entry(operation.clone()).or_default();
            answers.calls += counted.calls;
            answers.unauthorized += counted.unauthorized;
            answers.forbidden += counted.forbidden;
        }
    }

    fn calls(&self) -> u64 {
        self.operations.values().map(|answers| answers.calls).sum()
    }

    /// Operations that answered nothing but 401 or 403.
    fn only_refused(&self) -> BTreeSet<&str> {
        let refused =
            self.operations.iter().filter(|(_, answers)| answers.calls == answers.refused());
        refused.map(|(name, _)| name.as_str()).collect()
    }

    fn always_refused(&self, operation: &str) -> bool {
        let refused = |answers: &Answers| answers.calls > 0 && answers.calls == answers.refused();
        self.operations.get(operation).is_some_and(refused)
    }
}

/// What a user reached.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct UserTally {
    /// The user; none is nobody.
    pub user: Option<String>,
    /// Why the search went on without him.
    pub left_out: Option<String>,
    /// His login succeeded, and what it gave was never accepted.
    pub unaccepted: bool,
    /// Calls made as this user.
    pub calls: u64,
    /// Operations that answered him nothing but 401 or 403.
    pub refused: Vec<String>,
    /// Operations that were never called as him.
    pub never_called: Vec<String>,
}

/// What somebody reached; `nobody` is what those who did not log in were answered.
pub(super) fn user_tally(
    user: Option<&str>,
    tally: &Tally,
    nobody: &Tally,
    operations: &[String],
) -> UserTally {
    let refused = tally.only_refused();
    let unauthorized = tally.operations.values().any(|one| one.calls == one.unauthorized);
    // An operation that lets nobody in, and mostly lets him in: one that is a login itself answers 401 to
    // most of anybody's calls, and one behind a logout to some of his.
    let proven = tally.operations.iter().any(|(name, answers)| {
        nobody.always_refused(name) && answers.calls - answers.refused() > answers.unauthorized
    });
    let known = operations.iter();
    UserTally {
        user: user.map(str::to_owned),
        left_out: None,
        unaccepted: user.is_some() && unauthorized && !proven,
        calls: tally.calls(),
        refused: refused.into_iter().map(str::to_owned).collect(),
        never_called: known.filter(|name| !tally.operations.contains_key(*name)).cloned().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(answers: &[(&str, u16)]) -> Tally {
        let mut tally = Tally::default();
        answers.iter().for_each(|(operation, status)| tally.note(operation, *status));
        tally
    }

    #[test]
    fn a_credential_that_opens_nothing_is_told_from_a_role_that_may_little() {
        let operations = ["GET:/me", "GET:/admin", "GET:/open"].map(str::to_owned);
        let nobody = tally(&[("GET:/me", 401), ("GET:/admin", 401), ("GET:/open", 200)]);
        let of =
            |answers: &[(&str, u16)]| user_tally(Some("u"), &tally(answers), &nobody, &operations);
        let expired = of(&[("GET:/me", 401), ("GET:/open", 200), ("GET:/me", 401)]);
        assert!(expired.unaccepted);
        assert_eq!((expired.calls, expired.refused), (3, vec!["GET:/me".to_owned()]));
        assert_eq!(expired.never_called, ["GET:/admin"]);
        let tried = [("GET:/me", 401), ("POST:/login", 401), ("POST:/login", 200)];
        let login = tally(&[("POST:/login", 401), ("GET:/me", 401)]);
        assert!(user_tally(Some("u"), &tally(&tried), &login, &operations).unaccepted);
        assert!(!of(&[("GET:/me", 200), ("GET:/admin", 401)]).unaccepted);
        assert!(!of(&[("GET:/admin", 403)]).unaccepted);
        assert!(!of(&[("GET:/open", 200)]).unaccepted);
    }
}
