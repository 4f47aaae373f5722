//! Values of answers that must not be written down.

use nearmiss_problem::auth::{Concealer, holds_jwt, is_secret_name};
use serde_json::Value;

/// What of an answer is left out of expectations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hidden<'a> {
    /// Secrets that are known by their value.
    pub secrets: Option<&'a Concealer>,
    /// JSON pointers of values that are secret in this answer.
    pub pointers: &'a [String],
    /// Whether values are secret that look so, or whose field is called so.
    pub looks: bool,
}

impl Hidden<'_> {
    /// Whether a text holds a secret.
    #[must_use]
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.secrets.is_some_and(|secrets| secrets.is_in(text)) || (self.looks && holds_jwt(text))
    }

    /// Whether a value is one.
    #[must_use]
    pub(crate) fn hides(&self, pointer: &str, value: &Value) -> bool {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return false,
        };
        let named = self.looks && value.is_string() && names_secret(pointer);
        named || self.is_in(&text) || self.pointers.iter().any(|hidden| hidden == pointer)
    }
}

/// Whether the last key of a pointer is that of a credential.
fn names_secret(pointer: &str) -> bool {
    is_secret_name(pointer.rsplit('/').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearmiss_problem::auth::Concealed;
    use serde_json::json;

    #[test]
    fn credentials_are_known_by_value_name_place_and_look() {
        let secrets = Concealer::new(vec![Concealed {
            user: "bob".to_owned(),
            slot: "token".to_owned(),
            value: "abc-1".to_owned(),
        }]);
        let pointers = ["/ticket".to_owned()];
        let hidden = Hidden { secrets: Some(&secrets), pointers: &pointers, looks: true };
        for (pointer, value) in [
            ("/x", json!("use abc-1 now")),
            ("/ticket", json!(7)),
            ("/user/access_token", json!("zzz")),
            ("/a", json!("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.")),
        ] {
            assert!(hidden.hides(pointer, &value), "{pointer} {value}");
        }
        for (pointer, value) in [
            ("/tokens", json!("a")),
            ("/token", json!(3)),
            ("/name", json!("eyJ.bob")),
            ("", json!({})),
        ] {
            assert!(!hidden.hides(pointer, &value), "{pointer} {value}");
        }
        assert!(!Hidden::default().hides("/token", &json!("abc-1")));
    }
}
