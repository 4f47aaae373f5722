//! `POST /redisInsertion`, and what tests tell about Redis.

use crate::read::bodies;

bodies! {
    /// Values to insert.
    pub struct RedisDatabaseCommandsDto {
        /// They, in their order.
        pub insertions: Vec<RedisInsertionDto>,
    }

    /// A value to insert.
    pub struct RedisInsertionDto {
        /// The command that inserts it, such as `HSET`.
        pub command: String,
        /// Its key.
        pub key: String,
        /// Its field, in a hash.
        pub field: Option<String>,
        /// The value.
        pub value: Option<String>,
    }

    /// What became of values to insert.
    pub struct RedisInsertionResultsDto {
        /// Whether each was inserted.
        pub execution_results: Vec<bool>,
    }

    /// Commands of one action that found nothing.
    pub struct RedisExecutionsDto {
        /// They, in their order.
        pub failed_commands: Vec<RedisFailedCommand>,
    }

    /// A command that found nothing.
    pub struct RedisFailedCommand {
        /// Its name.
        pub command: String,
        /// Keys that it asked for.
        pub keys: Vec<String>,
        /// The pattern of keys that it asked for.
        pub pattern: Option<String>,
        /// The field that it asked for.
        pub field: Option<String>,
    }
}
