//! Names of fields, cookies and parameters whose values are credentials.

/// Words that such names end with, or are.
const WORDS: [&str; 18] = [
    "token",
    "jwt",
    "password",
    "passwd",
    "secret",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "session",
    "sessionid",
    "sid",
    "cookie",
    "credential",
    "credentials",
    "authorization",
    "csrf",
    "xsrf",
];

/// Whether the value of a field of this name is a credential, as far as the name says: `token`, `refreshToken`,
/// `api_key`, `session.id` and the like. Signs between letters do not count.
#[must_use]
pub fn is_secret_name(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    WORDS.iter().any(|word| match *word {
        // Ends of other words, too: `aside`, `residential`.
        "sid" => plain == "sid" || plain == "connectsid",
        word => plain.ends_with(word),
    })
}

/// Whether a text holds `eyJ...`, a dot, `eyJ...`: the head and the claims of a JSON Web Token (RFC 7519).
#[must_use]
pub fn holds_jwt(text: &str) -> bool {
    jwts(text).next().is_some()
}

/// The JSON Web Tokens in a text.
pub(super) fn jwts(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("eyJ").filter_map(|(at, _)| {
        let rest = &text[at..];
        let end = rest
            .find(|letter: char| !(letter.is_ascii_alphanumeric() || "-_.".contains(letter)))
            .unwrap_or(rest.len());
        let token = &rest[..end];
        token.split('.').nth(1).is_some_and(|claims| claims.starts_with("eyJ")).then_some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_credentials_are_told_from_others() {
        for name in [
            "token",
            "refreshToken",
            "api_key",
            "API-KEY",
            "sid",
            "connect.sid",
            "user_session",
            "csrfToken",
        ] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in ["tokens", "name", "inside", "reside", "key", "sessions", ""] {
            assert!(!is_secret_name(name), "{name}");
        }
    }

    #[test]
    fn web_tokens_are_known_by_their_look() {
        assert!(holds_jwt("as eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0. here"));
        assert!(!holds_jwt("eyJ.bob"));
        assert_eq!(jwts("(eyJa.eyJb.c), eyJd").collect::<Vec<_>>(), ["eyJa.eyJb.c"]);
    }
}
