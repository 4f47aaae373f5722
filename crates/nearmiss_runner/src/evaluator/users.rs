//! The users of a test: logged in before it, and once more when the API has forgotten them.

use std::sync::{Arc, Mutex, TryLockError};

use nearmiss_problem::Call;
use nearmiss_problem::auth::Users;

use super::SutEvaluator;
use super::lane::Lane;
use super::lane_test::{Called, Job};
use crate::login::{LoginFailure, Logins, locked};
use crate::sut::SutProcess;

/// The logins of all lanes, as they are whenever somebody asks.
#[derive(Clone, Debug)]
pub struct LaneLogins {
    users: Arc<Users>,
    lanes: Vec<Arc<Mutex<Logins>>>,
}

impl LaneLogins {
    /// Those of one lane.
    #[must_use]
    pub fn of(logins: Logins) -> Self {
        Self { users: Arc::clone(logins.users()), lanes: vec![Arc::new(Mutex::new(logins))] }
    }

    /// All of them as one.
    #[must_use]
    pub fn together(&self) -> Logins {
        let mut all = Logins::new(Arc::clone(&self.users));
        self.lanes.iter().for_each(|logins| all.add(&locked(logins)));
        all
    }

    /// Tells whether nobody, not even who asks, has any of them locked.
    #[must_use]
    pub fn are_free(&self) -> bool {
        self.lanes.iter().all(|logins| !matches!(logins.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// How many tokens were given, counted by lane: as long as it stays the same, so do the secrets.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.lanes.iter().map(|logins| locked(logins).tokens()).sum()
    }
}

impl SutEvaluator<'_> {
    /// Logs in everybody on the first process, to say at once who cannot; the search goes on without
    /// them. Answers the process, and who is known now.
    pub(super) fn try_users(&mut self, sut: SutProcess) -> std::io::Result<(SutProcess, Logins)> {
        let logins = Logins::new(Arc::clone(&self.options.users));
        if self.options.users.list.is_empty() {
            return Ok((sut, logins));
        }
        let shared = self.lane_logins(&logins);
        let pool = Arc::clone(&self.pool);
        let mut lane = Lane::new(self.lane_settings(1), pool, sut, Arc::clone(&shared))?;
        if lane.ready()
            && let Some(sut) = &lane.sut
        {
            let failures = lane.session.log_in_all(&sut.at());
            failures.iter().for_each(|failure| self.leave_out(failure));
        }
        for warning in std::mem::take(&mut lane.warnings) {
            self.warn(warning);
        }
        let known = locked(&shared).afresh();
        match lane.sut.take() {
            Some(sut) => Ok((sut, known)),
            None => Err(std::io::Error::other(
                lane.gone.unwrap_or_else(|| "the API ended when users logged in".to_owned()),
            )),
        }
    }

    /// The logins of one more lane.
    pub(super) fn lane_logins(&mut self, known: &Logins) -> Arc<Mutex<Logins>> {
        let logins = Arc::new(Mutex::new(known.afresh()));
        self.logins.push(Arc::clone(&logins));
        logins
    }

    /// What everybody was answered on all lanes, and who could log in.
    #[must_use]
    pub fn logins(&self) -> Logins {
        self.all_lane_logins().together()
    }

    /// The logins of all lanes, for somebody who looks at them while the search goes on.
    #[must_use]
    pub fn all_lane_logins(&self) -> LaneLogins {
        LaneLogins { users: Arc::clone(&self.options.users), lanes: self.logins.clone() }
    }

    /// Goes on without a user, on all lanes.
    pub(super) fn leave_out(&mut self, failure: &LoginFailure) {
        self.logins.iter().for_each(|logins| locked(logins).leave_out(failure));
        self.problem.leave_out_user(&failure.user);
        self.warn(format!("{failure}; the search goes on without this user"));
        if self.logins().nobody_is_left() {
            self.warn("no user can log in: the search goes on as nobody".to_owned());
        }
    }
}

impl Lane {
    /// Makes the calls of a test. If they show that the API may have forgotten a login, the user logs in
    /// again and they are made once more; what the first time left behind is nobody's.
    pub(super) fn call(&mut self, job: &Job) -> Called {
        let mut first = self.call_once(job);
        let logins = Arc::clone(self.session.logins());
        if !locked(&logins).doubts(&job.test.calls, &first.statuses()) {
            return first;
        }
        if first.disturbed || !job.may_repeat {
            locked(&logins).settle(&[]);
            first.doubtful = true;
            return first;
        }
        first.soak = None;
        let settled = self.settle(&first);
        self.boot.extend(settled.boot);
        self.warnings.extend(settled.warnings);
        self.restarts += settled.restarts;
        let mut again = self.call_once(job);
        locked(&logins).settle(&again.statuses());
        again.count += first.count;
        again.warnings.splice(..0, first.warnings);
        again.sent.splice(..0, first.sent);
        again
    }

    /// Begins a test: logs in whom its steps need. Who cannot is tried once more on a fresh process, since a test may
    /// have changed his password.
    pub(super) fn begin(&mut self, steps: &[Call]) -> Result<(), LoginFailure> {
        self.session.transport.limit_time(self.within(self.settings.limits.time));
        let Some(sut) = &self.sut else { return Ok(()) };
        if self.session.begin(steps, &sut.at()).is_ok() {
            return Ok(());
        }
        self.note_end();
        self.sut = None;
        if !self.ready() {
            return Ok(());
        }
        self.session.transport.limit_time(self.within(self.settings.limits.time));
        let Some(sut) = &self.sut else { return Ok(()) };
        let outcome = self.session.log_in(steps, &sut.at());
        // What the end of the search cut short says nothing about the user.
        if self.is_over() { Ok(()) } else { outcome }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_that_somebody_has_locked_are_not_free() {
        let logins = LaneLogins::of(Logins::new(Arc::default()));
        assert!(logins.are_free());
        let guard = locked(&logins.lanes[0]);
        assert!(!logins.are_free());
        drop(guard);
        assert!(logins.are_free());
    }
}
