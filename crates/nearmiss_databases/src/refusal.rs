//! Refusals of originals, as errors: clients of each product say them in words of its own.

use crate::error::HomeError;
use crate::original::Original;

/// Kind of a refusal.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Refusal {
    /// The password is not taken.
    Password,
    /// There is no such database.
    NoDatabase,
    /// The user may not read something.
    Forbidden,
    /// Nobody answers.
    Down,
    /// Another one.
    Other,
}

/// Answers the error of what was said when `user` read a database of an original.
pub(crate) fn error(
    refusal: Refusal,
    original: &Original,
    (user, database): (&str, &str),
    said: &str,
) -> HomeError {
    let (place, user, said) = (original.place(), user.to_owned(), said.to_owned());
    match refusal {
        Refusal::Password => HomeError::WrongPassword { place, user, said },
        Refusal::NoDatabase => HomeError::NoDatabase { place, database: database.to_owned(), said },
        Refusal::Forbidden => HomeError::MayNotRead { place, user, said },
        Refusal::Down => HomeError::ServerDown { place, said },
        Refusal::Other => HomeError::Refused { place, user, said },
    }
}
