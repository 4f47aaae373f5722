//! What every answer with a body is wrapped in.

use serde::{Deserialize, Serialize};

/// An answer: what was asked for, or why it is not there.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct WrappedResponse<T> {
    /// What was asked for.
    pub data: Option<T>,
    /// What went wrong; the core takes an answer for a success only without it.
    pub error: Option<String>,
}

impl<T> WrappedResponse<T> {
    /// The answer of a request that did what it was for.
    pub fn of(data: T) -> Self {
        Self { data: Some(data), error: None }
    }

    /// The answer of a request that failed.
    pub fn failed(error: impl Into<String>) -> Self {
        Self { data: None, error: Some(error.into()) }
    }
}
