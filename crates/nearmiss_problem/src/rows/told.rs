//! Queries as the API's process tells them.

use nearmiss_sql::Distance;
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
    /// Place where the project asked it: `src/a.js:12`; empty where that is not known.
    #[serde(rename = "p", default)]
    pub place: String,
    /// Flag: it finds and changes nothing, such as `INSERT` and `BEGIN`.
    #[serde(rename = "o", default)]
    pub is_other: bool,
    /// Code of the error that it ended with; empty of one that has none.
    #[serde(rename = "e", default)]
    pub failed: Option<String>,
    /// Constraint that it has broken.
    #[serde(rename = "k", default)]
    pub broken: Option<String>,
    /// Time that it took, if that is known.
    #[serde(rename = "ms", default)]
    pub milliseconds: Option<i64>,
    /// Distance that it had, where it found nothing and that was looked at.
    #[serde(skip)]
    pub near: Option<Distance>,
}

impl ToldQuery {
    /// Tells whether it is one that finds or changes what is there, and was answered.
    #[must_use]
    pub fn finds(&self) -> bool {
        self.failed.is_none() && !self.is_other
    }

    /// Tells whether it found or changed anything; what is not known counts as found, but for one that failed.
    #[must_use]
    pub fn found(&self) -> bool {
        self.count != Some(0) && self.failed.is_none()
    }

    /// Reads what the process has told of a call.
    #[must_use]
    pub fn read(call: usize, text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(|told| Self { call, ..told })
    }
}
