//! Requests to services, and what is read of their answers, as the API's process tells them.

use serde::Deserialize;

use crate::json_pointer::keys;

/// Something that was seen of a service.
#[derive(Clone, Debug, PartialEq)]
pub enum ToldService {
    /// It was called.
    Asked(AskedService),
    /// A property of its answer was read.
    Read(ReadAnswer),
}

/// A request to a service.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct AskedService {
    /// Index of the call during which it was made.
    #[serde(skip)]
    pub call: usize,
    /// Address of the service: `https://api.example`.
    #[serde(rename = "o")]
    pub origin: String,
    /// Method.
    #[serde(rename = "m")]
    pub method: String,
    /// Path and query.
    #[serde(rename = "t")]
    pub target: String,
    /// Number of the answer that it got among those that the test gives; negative for the usual one.
    #[serde(rename = "n")]
    number: i64,
}

impl AskedService {
    /// Answers the number of the answer that it got among those that the test gives; none for the usual one.
    #[must_use]
    pub fn answered(&self) -> Option<usize> {
        usize::try_from(self.number).ok()
    }

    /// Reads what the process has told of a call.
    #[must_use]
    pub fn read(call: usize, text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(|told| Self { call, ..told })
    }
}

/// A read of a property of an answer, or of a header.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadAnswer {
    /// Number of the answer among those that the test gives.
    pub number: usize,
    /// Flag: the path is the name of a header.
    pub is_header: bool,
    /// Names of fields, `-` for the items of a list.
    pub path: Vec<String>,
}

impl ReadAnswer {
    /// Reads what the process has told: `0,/main/temp`, or `0h,/link` of a header.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (number, pointer) = text.split_once(',')?;
        let header = number.strip_suffix('h');
        let number = header.unwrap_or(number).parse().ok()?;
        Some(Self { number, is_header: header.is_some(), path: keys(pointer) })
    }
}
