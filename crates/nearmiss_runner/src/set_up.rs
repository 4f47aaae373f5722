//! What a test sets up before its calls, on one process of the API.

use std::time::Duration;

use nearmiss_problem::{Place, SETUP_KINDS};
use serde_json::{Map, Value};

use crate::sut::SutProcess;

/// Why something was not set up.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SetUpError {
    /// The database does not take it: the test goes on without it.
    Refused(String),
    /// It cannot be tried: the test cannot be run.
    Failed(String),
}

impl SetUpError {
    /// Answers the words of who said so.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::Refused(words) | Self::Failed(words) => words,
        }
    }
}

impl SutProcess {
    /// Calls a function of a kind of setup: `kind`, `function`, `arguments`. Answers what that answers.
    ///
    /// # Errors
    /// What the function, the process or the database says.
    pub fn set_up(&self, asked: &Value, limit: Duration) -> Result<Value, SetUpError> {
        let is_beside = SETUP_KINDS
            .iter()
            .any(|kind| asked["kind"] == kind.name && kind.place == Place::Beside);
        if is_beside {
            return self.put_row(asked);
        }
        let answer = self.order(&format!("setup {asked}"), limit);
        answer.map(|mut answer| answer["value"].take()).map_err(SetUpError::Failed)
    }

    /// Inserts a row, `[table, row]`, into the first database that has such a table.
    fn put_row(&self, asked: &Value) -> Result<Value, SetUpError> {
        let [Value::String(name), Value::Object(row)] =
            &asked["arguments"].as_array().map_or(&[][..], Vec::as_slice)
        else {
            return Err(SetUpError::Failed(format!("{asked} names no table and row")));
        };
        let (schema, table) = match name.split_once('.') {
            Some((schema, table)) => (Some(schema), table),
            None => (None, name.as_str()),
        };
        let tables = self.known_tables();
        let is_meant = |one: &&Value| {
            let own = one["schema"].as_str();
            one["name"] == table && (own == schema || (schema.is_none() && own == Some("public")))
        };
        let found = tables.iter().find(is_meant);
        let Some(found) = found else {
            return Err(SetUpError::Refused(format!("there is no table {name}")));
        };
        let database = found["database"].as_str().unwrap_or_default();
        self.insert(database, (found["schema"].as_str(), table), row)
    }

    fn insert(
        &self,
        database: &str,
        table: (Option<&str>, &str),
        row: &Map<String, Value>,
    ) -> Result<Value, SetUpError> {
        self.insert_row(database, table, row).map_err(|refusal| {
            let words = format!("{}: {}", table.1, refusal.message);
            if refusal.is_gone { SetUpError::Failed(words) } else { SetUpError::Refused(words) }
        })
    }
}
