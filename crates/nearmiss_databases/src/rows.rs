//! Rows that are put into a home as setup of a test, and queries that it is asked.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::HomeError;

/// Columns of a row with their values.
pub(crate) type Row = Map<String, Value>;

/// Why a database did not take a row, or did not answer a query.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, thiserror::Error)]
#[error("{message}")]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct RowRefusal {
    /// Words of the database.
    pub message: Box<str>,
    /// Its code: SQLSTATE of PostgreSQL, the number of MariaDB, the name of SQLite.
    pub code: Option<Box<str>>,
    /// Name of the constraint that is broken, as far as it is told, as the table's `names` have it. SQLite tells no
    /// names: there it is the text of a check, or the columns that are unique, and nothing of a foreign key.
    pub constraint: Option<Box<str>>,
    /// Name of the table that it is about, as far as it is told: another than the row's where a trigger writes.
    pub table: Option<Box<str>>,
    /// Name of the column that it is about, as far as it is told.
    pub column: Option<Box<str>>,
    /// Flag: the database was not there to be asked; the row may be good.
    pub is_gone: bool,
}

impl RowRefusal {
    /// Makes the one of a database that is not there.
    #[must_use]
    pub fn gone(message: String) -> Self {
        Self { message: message.into(), is_gone: true, ..Self::default() }
    }

    /// Makes one that has nothing but words.
    #[must_use]
    pub fn said(message: String) -> Self {
        Self { message: message.into(), ..Self::default() }
    }
}

impl From<HomeError> for RowRefusal {
    fn from(error: HomeError) -> Self {
        Self::gone(error.to_string())
    }
}

impl From<RowRefusal> for String {
    fn from(refusal: RowRefusal) -> Self {
        refusal.message.into()
    }
}
