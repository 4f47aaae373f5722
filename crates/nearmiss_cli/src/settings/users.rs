//! Who may call, as the options say it.

use nearmiss_problem::auth::Users;
use serde_json::Value;

use crate::failure::Failure;
use crate::options::GivenUsers;

/// Answers the users that were typed or configured.
///
/// # Errors
/// A file that cannot be read or is wrong; the message names file, user and key.
pub fn configured_users(given: Option<&GivenUsers>) -> Result<Option<Users>, Failure> {
    let path = match given {
        None => return Ok(None),
        Some(GivenUsers::Here(users)) => {
            return users_of(users, "auth in the configuration file").map(Some);
        }
        Some(GivenUsers::File(path)) => path,
    };
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::usage(format!("the auth file {shown} cannot be read: {error}"))
    })?;
    Users::read(&text, &shown, &variable)
        .map(Some)
        .map_err(|error| Failure::usage(error.to_string()))
}

/// Reads users of a document that `origin` names.
///
/// # Errors
/// It is wrong; the message names user and key.
pub fn users_of(document: &Value, origin: &str) -> Result<Users, Failure> {
    Users::of(document, origin, &variable).map_err(|error| Failure::usage(error.to_string()))
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
