//! Users of the SUT: they log in before a test, outside of its epoch and beside the budget.
//!
//! A user logs in when a call of his is to be made and he is not in: after each start of a process, and,
//! where the API was seen to forget logins (by a reset, by a call of a test), before each test. It is
//! seen so: a call with a login from before this test is answered 401 and, made once more after another
//! login, is not.

mod credentials;
mod exchange;
mod logins;
mod secrets;
mod tally;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use credentials::Credentials;
pub use exchange::{LoginFailure, LoginStep};
pub use logins::Logins;
pub use tally::UserTally;

/// Locks logins that several hold.
pub(crate) fn locked(logins: &Mutex<Logins>) -> MutexGuard<'_, Logins> {
    // A panic elsewhere does not make these plain records wrong.
    logins.lock().unwrap_or_else(PoisonError::into_inner)
}
