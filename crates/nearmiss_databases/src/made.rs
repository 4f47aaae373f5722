//! A home that was made, before it has its outside.

use serde_json::Value;

use crate::error::HomeError;
use crate::ground::{At, Ground};
use crate::original::{Login, Original};
use crate::put_back::{Kept, PutBack};
use crate::rows::{Row, RowRefusal};

/// A home on a server that was made.
#[derive(Debug)]
pub(crate) struct Made {
    /// Its server.
    pub ground: Ground,
    /// Place of it.
    pub at: At,
    /// Login that may do everything there.
    pub admin: Login,
    /// Sentences to be said of it.
    pub notes: Vec<String>,
    /// Work that its product does in it.
    pub inside: Box<dyn Inside>,
}

/// Work that is done in a home on a server, by its product's programs.
pub(crate) trait Inside: std::fmt::Debug + Send + Sync {
    /// Tells whether the server takes connections.
    fn answers(&self) -> bool;

    /// Does [`crate::Home::lacks`].
    fn lacks(&self, original: &Original) -> Result<Vec<String>, HomeError>;

    /// Does [`crate::Home::schema`].
    fn schema(&self, database: &str) -> Result<String, HomeError>;

    /// Does [`crate::Home::keep`].
    fn keep(&mut self) -> Result<Kept, HomeError>;

    /// Does [`crate::Home::put_back`].
    fn put_back(&mut self) -> Result<PutBack, HomeError>;

    /// Does [`crate::Home::tables`].
    fn tables(&mut self) -> Result<Vec<Value>, HomeError>;

    /// Does [`crate::Home::insert`].
    fn insert(
        &mut self,
        database: &str,
        table: (Option<&str>, &str),
        row: &Row,
    ) -> Result<Value, RowRefusal>;

    /// Does [`crate::Home::ask`].
    fn ask(&mut self, database: &str, query: &str) -> Result<Vec<Value>, RowRefusal>;

    /// Lets go of connections: the server was started again.
    fn reconnect(&mut self);
}
