//! Headers whose values are credentials.

use super::variables::variable_word;

/// Words of names of headers that hold a credential.
const WORDS: [&str; 17] = [
    "apikey",
    "auth",
    "authentication",
    "authorization",
    "cookie",
    "credential",
    "credentials",
    "csrf",
    "jwt",
    "passwd",
    "password",
    "pin",
    "secret",
    "session",
    "signature",
    "token",
    "xsrf",
];

/// Whether the value of a header of this name is a credential, as far as the name says: `Authorization`,
/// `Cookie`, `X-Api-Key`, `X-Auth-Token` and the like.
#[must_use]
pub fn is_credential_header(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words: Vec<&str> = name.split(['-', '_']).collect();
    let key = words.last() == Some(&"key") && words.first() != Some(&"idempotency");
    key || words.iter().any(|word| WORDS.contains(word))
}

/// The environment variable from which written tests read a static header: `NEARMISS_X_API_KEY`.
#[must_use]
pub fn header_variable(name: &str) -> String {
    format!("NEARMISS_{}", variable_word(name))
}

/// The environment variable by which lines that people copy name a credential (see
/// [`crate::Part::Credential`]): `NEARMISS_BOB_AUTHORIZATION`, or, of nobody, the variable that `slot` is.
#[must_use]
pub fn credential_variable(user: &str, slot: &str) -> String {
    match user {
        "" => slot.to_owned(),
        user => format!(
            "NEARMISS_{}_{}",
            variable_word(user),
            variable_word(slot.trim_start_matches(['?', '/']))
        ),
    }
}
