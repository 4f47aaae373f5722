//! Checked looks into a document: whatever is wrong is named by file, user and key.

use serde_json::{Map, Value};

/// What is wrong with users, where, and what is allowed.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct ReadUsersError(pub String);

/// Where an object stands.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// File, or what else it comes from.
    pub origin: String,
    /// The user, as far as he is known.
    pub user: Option<String>,
    /// Keys from the user on, with dots.
    pub path: String,
}

impl Place {
    /// The key of this object.
    fn of(&self, key: &str) -> Self {
        let path = match (self.path.as_str(), key) {
            ("", key) => key.to_owned(),
            (path, "") => path.to_owned(),
            (path, key) => format!("{path}.{key}"),
        };
        Self { path, ..self.clone() }
    }

    pub fn error(&self, why: &str) -> ReadUsersError {
        let user = self.user.as_ref().map(|user| format!(" user `{user}`:")).unwrap_or_default();
        let path = if self.path.is_empty() { String::new() } else { format!(" {}", self.path) };
        ReadUsersError(format!("{}:{user}{path} {why}", self.origin))
    }
}

/// An object of the document.
#[derive(Clone, Debug)]
pub(super) struct Fields<'v> {
    map: &'v Map<String, Value>,
    pub place: Place,
}

impl<'v> Fields<'v> {
    pub fn of(value: &'v Value, place: Place) -> Result<Self, ReadUsersError> {
        match value {
            Value::Object(map) => Ok(Self { map, place }),
            other => Err(place.error(&format!("must be an object, not {}", kind(other)))),
        }
    }

    pub fn error(&self, key: &str, why: &str) -> ReadUsersError {
        self.place.of(key).error(why)
    }

    /// Refuses other keys.
    pub fn only(&self, allowed: &[&str]) -> Result<(), ReadUsersError> {
        match self.map.keys().find(|key| !allowed.contains(&key.as_str())) {
            Some(key) => {
                let meant = nearest(key, allowed).map(|near| format!(" (did you mean {near}?)"));
                let meant = meant.unwrap_or_default();
                let allowed = allowed.join(", ");
                Err(self.error(key, &format!("is no known key{meant}; allowed are {allowed}")))
            }
            None => Ok(()),
        }
    }

    pub fn has(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|value| !value.is_null())
    }

    fn value(&self, key: &str) -> Option<&'v Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    /// A text; a number is one, too (YAML reads `password: 1234` so).
    pub fn text(&self, key: &str) -> Result<Option<String>, ReadUsersError> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => Err(self.error(key, &format!("must be a text, not {}", kind(other)))),
        }
    }

    pub fn needed_text(&self, key: &str) -> Result<String, ReadUsersError> {
        let text = self.text(key)?.filter(|text| !text.is_empty());
        text.ok_or_else(|| self.error(key, "is missing: a text that is not empty"))
    }

    pub fn flag(&self, key: &str) -> Result<bool, ReadUsersError> {
        match self.value(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => {
                Err(self.error(key, &format!("must be true or false, not {}", kind(other))))
            }
        }
    }

    pub fn count(&self, key: &str) -> Result<Option<usize>, ReadUsersError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let count = value.as_u64().and_then(|count| usize::try_from(count).ok());
        match count.filter(|count| *count <= MOST_LETTERS) {
            Some(count) => Ok(Some(count)),
            None => {
                Err(self.error(key, &format!("must be a whole number from 0 to {MOST_LETTERS}")))
            }
        }
    }

    /// One of some texts.
    pub fn one_of(&self, key: &str, allowed: &[&str]) -> Result<Option<String>, ReadUsersError> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        if allowed.contains(&text.as_str()) {
            return Ok(Some(text));
        }
        Err(self.error(key, &format!("must be one of {}, not {text:?}", allowed.join(", "))))
    }

    pub fn needed_one_of(&self, key: &str, allowed: &[&str]) -> Result<String, ReadUsersError> {
        let found = self.one_of(key, allowed)?;
        found.ok_or_else(|| self.error(key, &format!("is missing: one of {}", allowed.join(", "))))
    }

    /// An object below a key.
    pub fn inner(&self, key: &str) -> Result<Option<Self>, ReadUsersError> {
        self.value(key).map(|value| Fields::of(value, self.place.of(key))).transpose()
    }

    /// The objects of a list; none if there is no list.
    pub fn list(&self, key: &str) -> Result<Vec<Self>, ReadUsersError> {
        match self.value(key) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => items
                .iter()
                .enumerate()
                .map(|(index, item)| Fields::of(item, self.place.of(&format!("{key}[{index}]"))))
                .collect(),
            Some(other) => Err(self.error(key, &format!("must be a list, not {}", kind(other)))),
        }
    }

    /// The names and texts of an object below a key.
    pub fn pairs(&self, key: &str) -> Result<Vec<(String, String)>, ReadUsersError> {
        let Some(inner) = self.inner(key)? else { return Ok(Vec::new()) };
        inner
            .map
            .keys()
            .map(|name| Ok((name.clone(), inner.text(name)?.unwrap_or_default())))
            .collect()
    }
}

/// The known key that a key was meant to be: by no more than two letters another one.
fn nearest<'a>(key: &str, known: &[&'a str]) -> Option<&'a str> {
    let key = key.to_ascii_lowercase();
    let by = |known: &&str| strsim::levenshtein(&key, &known.to_ascii_lowercase());
    known.iter().copied().min_by_key(by).filter(|known| by(known) <= 2)
}

/// The most letters that a generator makes.
const MOST_LETTERS: usize = 10_000;

/// A noun for the kind of a JSON value, in the words of people.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
