//! Work in a home of PostgreSQL.

use std::path::PathBuf;

use serde_json::Value;

use super::client::Client;
use super::keeper::Keeper;
use super::rows::Rows;
use super::{cluster, refused, schema};
use crate::error::HomeError;
use crate::made::Inside;
use crate::original::{Login, Original};
use crate::put_back::{Kept, PutBack};
use crate::rows::{Row, RowRefusal};

/// Server of a home, for those who work in it.
#[derive(Debug)]
pub(super) struct OfPostgres {
    home: Client,
    place: (PathBuf, u16),
    reads_as: Option<Login>,
    keeper: Keeper,
    rows: Rows,
}

impl OfPostgres {
    /// Makes the one of a home, with the folder of its socket, its port and who reads the original.
    pub fn new(home: &Client, place: (PathBuf, u16), reads_as: Option<Login>) -> Self {
        let (keeper, rows) = (Keeper::new(home.clone()), Rows::new(home.clone()));
        Self { home: home.clone(), place, reads_as, keeper, rows }
    }

    fn failed(database: &str, said: String) -> HomeError {
        HomeError::Answer { program: format!("the home of {database}"), said }
    }
}

impl Inside for OfPostgres {
    fn answers(&self) -> bool {
        cluster::answers(&self.home, &self.place.0, self.place.1)
    }

    fn lacks(&self, original: &Original) -> Result<Vec<String>, HomeError> {
        let login = self.reads_as.as_ref().unwrap_or(&original.login);
        let reads = Client::of_original(original, login, &self.home.programs);
        let wanted = schema::tables(&reads, &original.database);
        let wanted = wanted
            .map_err(|said| refused::error(original, &login.user, &original.database, &said))?;
        let has = schema::tables(&self.home, &original.database);
        let has = has.map_err(|said| Self::failed(&original.database, said))?;
        Ok(wanted.into_iter().filter(|table| !has.contains(table)).collect())
    }

    fn schema(&self, database: &str) -> Result<String, HomeError> {
        schema::text(&self.home, database).map_err(|said| Self::failed(database, said))
    }

    fn keep(&mut self) -> Result<Kept, HomeError> {
        self.keeper.keep()
    }

    fn put_back(&mut self) -> Result<PutBack, HomeError> {
        self.keeper.put_back()
    }

    fn tables(&mut self) -> Result<Vec<Value>, HomeError> {
        self.rows.tables()
    }

    fn insert(
        &mut self,
        database: &str,
        table: (Option<&str>, &str),
        row: &Row,
    ) -> Result<Value, RowRefusal> {
        self.rows.insert(database, table, row)
    }

    fn ask(&mut self, database: &str, query: &str) -> Result<Vec<Value>, RowRefusal> {
        self.rows.ask(database, query)
    }

    fn reconnect(&mut self) {
        self.keeper.reconnect();
        self.rows.reconnect();
    }
}
