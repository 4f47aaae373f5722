//! Queries as the API's process tells them.

use serde::Deserialize;
use serde_json::Value;

/// A query that the API has asked.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct ToldQuery {
    /// Index of the call.
    #[serde(skip)]
    pub call: usize,
    /// Its dialect: `postgres`, `mysql`, `sqlite`.
    #[serde(rename = "d")]
    pub dialect: String,
    /// Its text.
    #[serde(rename = "t")]
    pub text: String,
    /// Values that were bound to it.
    #[serde(rename = "v", default)]
    pub values: Vec<Value>,
    /// Rows that it found or changed, if that is known.
    #[serde(rename = "n", default)]
    pub count: Option<u64>,
    /// Where the project asked it: `src/a.js:12`; empty where that is not known.
    #[serde(rename = "p", default)]
    pub place: String,
    /// Flag: it finds and changes nothing, such as `INSERT` and `BEGIN`.
    #[serde(rename = "o", default)]
    pub is_other: bool,
    /// Flag: the database has refused it.
    #[serde(rename = "e", default)]
    pub failed: bool,
    /// Time that it took, if that is known.
    #[serde(rename = "ms", default)]
    pub milliseconds: Option<i64>,
}

impl ToldQuery {
    /// Tells whether it is one that finds or changes what is there, and was answered.
    #[must_use]
    pub fn finds(&self) -> bool {
        !self.failed && !self.is_other
    }

    /// Tells whether it found or changed anything; what is not known counts as found.
    #[must_use]
    pub fn found(&self) -> bool {
        self.count != Some(0)
    }

    /// Reads what the process has told of a call.
    #[must_use]
    pub fn read(call: usize, text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(|told| Self { call, ..told })
    }
}
