//! Who may call, and who could not log in.

use std::sync::atomic::{AtomicBool, Ordering};

use nearmiss_search::UserId;

use super::lower::Caller;
use crate::ProblemOptions;

/// The users of a problem.
#[derive(Debug, Default)]
pub(super) struct Callers {
    all: Vec<(Caller, AtomicBool)>,
}

impl Callers {
    /// Those that options name.
    pub fn of(options: &ProblemOptions) -> Self {
        let all = options.users.iter().enumerate().map(|(index, name)| {
            let carried = options.carried.get(index).cloned().unwrap_or_default();
            (Caller { name: name.clone(), carried }, AtomicBool::new(true))
        });
        Self { all: all.collect() }
    }

    /// The names of all users.
    pub fn names(&self) -> Vec<String> {
        self.all.iter().map(|(caller, _)| caller.name.clone()).collect()
    }

    /// Whether there are any, also such as were left out.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// A user who was not left out.
    pub fn active(&self, user: UserId) -> Option<&Caller> {
        let (caller, active) = self.all.get(user.0 as usize)?;
        active.load(Ordering::Relaxed).then_some(caller)
    }

    /// Whether there is a user of this name who was not left out.
    pub fn is_active(&self, name: &str) -> bool {
        let mut named = self.all.iter().filter(|(caller, _)| caller.name == name);
        named.any(|(_, active)| active.load(Ordering::Relaxed))
    }

    /// All who were not left out.
    pub fn all_active(&self) -> Vec<UserId> {
        let ids = (0..self.all.len()).filter_map(|index| u32::try_from(index).ok().map(UserId));
        ids.filter(|user| self.active(*user).is_some()).collect()
    }

    /// Leaves a user out from now on.
    pub fn leave_out(&self, name: &str) {
        for (_, active) in self.all.iter().filter(|(caller, _)| caller.name == name) {
            active.store(false, Ordering::Relaxed);
        }
    }
}
