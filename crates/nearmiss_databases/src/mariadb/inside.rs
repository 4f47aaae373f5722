//! Work in a home of MariaDB or MySQL.

use super::client::Client;
use super::server;
use crate::error::HomeError;
use crate::made::Inside;
use crate::original::{Login, Original};
use crate::put_back::{Kept, PutBack};

/// Server of a home, for those who work in it.
#[derive(Debug)]
pub(super) struct OfMariaDb {
    home: Client,
    reads_as: Option<Login>,
}

impl OfMariaDb {
    /// Makes the one of a home, with who reads the original.
    pub fn new(home: Client, reads_as: Option<Login>) -> Self {
        Self { home, reads_as }
    }

    fn later(&self) -> HomeError {
        let said = format!("not yet for {} ({:?})", self.home.login.user, self.reads_as);
        HomeError::Reset { database: "of the home".to_owned(), said }
    }
}

impl Inside for OfMariaDb {
    fn answers(&self) -> bool {
        server::answers(&self.home)
    }

    fn lacks(&self, _original: &Original) -> Result<Vec<String>, HomeError> {
        Err(self.later())
    }

    fn schema(&self, _database: &str) -> Result<String, HomeError> {
        Err(self.later())
    }

    fn keep(&mut self) -> Result<Kept, HomeError> {
        Err(self.later())
    }

    fn put_back(&mut self) -> Result<PutBack, HomeError> {
        Err(self.later())
    }

    fn reconnect(&mut self) {}
}
