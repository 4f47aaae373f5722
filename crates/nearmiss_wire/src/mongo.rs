//! `POST /mongoInsertion`, and what tests tell about MongoDB.

use serde::{Deserialize, Serialize};

use crate::read::{bodies, null_is_default};

bodies! {
    /// Documents to insert.
    pub struct MongoDatabaseCommandDto {
        /// They, in their order.
        pub insertions: Vec<MongoInsertionDto>,
    }

    /// A document to insert.
    pub struct MongoInsertionDto {
        /// Its database.
        pub database_name: String,
        /// Its collection.
        pub collection_name: String,
        /// Its text, as extended JSON.
        pub data: String,
    }

    /// Queries of one action that found nothing.
    pub struct MongoExecutionsDto {
        /// They, in their order.
        pub failed_queries: Vec<MongoFailedQuery>,
    }

    /// A query that found nothing.
    pub struct MongoFailedQuery {
        /// Its database.
        pub database: String,
        /// Its collection.
        pub collection: String,
        /// The schema of documents there.
        pub documents_type: Option<String>,
    }
}

/// What became of documents to insert; on failure it stands beside the error.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct MongoInsertionResultsDto {
    /// Whether each was inserted.
    #[serde(deserialize_with = "null_is_default")]
    pub execution_results: Vec<bool>,
    /// The first that was not; -1 where all were.
    pub failed_insertion_index: i32,
}

impl Default for MongoInsertionResultsDto {
    fn default() -> Self {
        Self { execution_results: Vec::new(), failed_insertion_index: -1 }
    }
}
