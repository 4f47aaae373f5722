//! The users of a test: logged in before it, and once more when the API has forgotten them.

use nearmiss_problem::Step;
use nearmiss_search::{Evaluation, Individual};

use super::SutEvaluator;
use crate::login::{LoginFailure, Logins};

impl SutEvaluator<'_> {
    /// Logs in everybody before the search, to say at once who cannot; the search goes on without them.
    /// Answers what is to be said, one line each.
    pub fn try_users(&mut self) -> Vec<String> {
        if self.options.users.list.is_empty() || !self.ready() {
            return Vec::new();
        }
        let Some(sut) = &self.sut else { return Vec::new() };
        let failures = self.logins.log_in_all(sut, &mut self.transport);
        let before = self.warnings.len();
        failures.iter().for_each(|failure| self.leave_out(failure));
        self.warnings[before..].to_vec()
    }

    /// Who is logged in, and what everybody was answered.
    #[must_use]
    pub fn logins(&self) -> &Logins {
        &self.logins
    }

    /// Runs the steps of a test, which are those of `individual`, with or without fakes. If it shows that
    /// the API may have forgotten a login, the user logs in again and it is run once more.
    pub(super) fn evaluate_steps(&mut self, individual: &Individual, steps: &[Step]) -> Evaluation {
        let first = self.run_test(individual, steps);
        if !self.logins.doubts(steps, &self.statuses) || first.disturbed {
            return first;
        }
        let mut again = self.run_test(individual, steps);
        self.logins.settle(steps, &self.statuses);
        again.calls += first.calls;
        again
    }

    /// Logs in whom the steps need. Who cannot is tried once more on a fresh process, since a test may
    /// have changed his password, and then left out. Answers false if somebody was.
    pub(super) fn log_in(&mut self, steps: &[Step]) -> bool {
        self.logins.begin_test();
        let Some(sut) = &self.sut else { return false };
        if self.logins.log_in(steps, sut, &mut self.transport).is_ok() {
            return true;
        }
        self.note_end();
        self.sut = None;
        if !self.ready() {
            return false;
        }
        let Some(sut) = &self.sut else { return false };
        match self.logins.log_in(steps, sut, &mut self.transport) {
            Ok(()) => true,
            Err(failure) => {
                self.leave_out(&failure);
                false
            }
        }
    }

    fn leave_out(&mut self, failure: &LoginFailure) {
        self.logins.leave_out(failure);
        self.problem.leave_out_user(&failure.user);
        self.warn(format!("{failure}; the search goes on without this user"));
        if self.logins.nobody_is_left() {
            self.warn("no user can log in: the search goes on as nobody".to_owned());
        }
    }
}
