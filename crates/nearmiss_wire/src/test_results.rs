//! `GET /testResults`: what a test covered and what its actions did.

use std::collections::BTreeMap;

use crate::mongo::MongoExecutionsDto;
use crate::read::{bodies, names};
use crate::redis::RedisExecutionsDto;

names! {
    /// What an extra heuristic is about.
    pub enum ExtraHeuristicType {
        /// A command of a SQL database.
        Sql,
        /// A query of MongoDB.
        Mongo,
        /// A query of OpenSearch.
        Opensearch,
        /// A command of Redis.
        Redis,
    }

    /// Which way an extra heuristic improves.
    pub enum ExtraHeuristicObjective {
        /// Zero is best: the only one that the core uses.
        MinimizeToZero,
        /// The more, the better.
        Maximize,
    }
}

bodies! {
    /// The results of one test.
    pub struct TestResultsDto {
        /// Targets: those asked for, and those seen for the first time.
        pub targets: Vec<TargetInfoDto>,
        /// One entry for each action, in their order; the core checks the number.
        pub additional_info_list: Vec<AdditionalInfoDto>,
        /// One entry for each action, in their order.
        pub extra_heuristics: Vec<ExtraHeuristicsDto>,
    }

    /// A target and how near the test came to it.
    pub struct TargetInfoDto {
        /// Its number; the core keeps negative ones for itself.
        pub id: i32,
        /// Its name, sent at least once for each number.
        pub descriptive_id: Option<String>,
        /// From 0, not reached, to 1, covered.
        pub value: f64,
        /// The action that gave the value; -1 where none did.
        pub action_index: i32,
    }

    /// What was seen while one action ran.
    pub struct AdditionalInfoDto {
        /// Query parameters that the SUT asked for.
        pub query_parameters: Vec<String>,
        /// Headers that the SUT asked for.
        pub headers: Vec<String>,
        /// How marked inputs were used, by the input.
        pub string_specializations: BTreeMap<String, Vec<StringSpecializationInfoDto>>,
        /// The statement that ran last: where an answer with status 500 comes from.
        pub last_executed_statement: Option<String>,
        /// Whether the body was read as raw text.
        pub raw_access_of_http_body_payload: Option<bool>,
        /// Types that bodies were parsed into.
        pub parsed_dto_names: Vec<String>,
        /// Services that were called.
        pub external_services: Vec<ExternalServiceInfoDto>,
        /// Services that a default mock answered.
        #[serde(rename = "employedDefaultWM")]
        pub employed_default_wm: Vec<ExternalServiceInfoDto>,
        /// Names that were looked up.
        pub hostname_resolution_info_dtos: Vec<HostnameResolutionInfoDto>,
    }

    /// How a marked input was used.
    pub struct StringSpecializationInfoDto {
        /// One of [`STRING_SPECIALIZATIONS`].
        pub string_specialization: String,
        /// What belongs to it: the constant, or the regular expression.
        pub value: Option<String>,
        /// One of [`TAINT_TYPES`].
        #[serde(rename = "type")]
        pub taint_type: String,
    }

    /// A service that was called.
    pub struct ExternalServiceInfoDto {
        /// Its host.
        pub remote_hostname: String,
        /// The protocol that was spoken.
        pub protocol: String,
        /// Its port.
        pub remote_port: i32,
    }

    /// A name that was looked up.
    pub struct HostnameResolutionInfoDto {
        /// The name.
        pub remote_hostname: String,
        /// The address it has; none where it has none.
        pub resolved_address: Option<String>,
    }

    /// Heuristics and executions of one action, beside targets.
    pub struct ExtraHeuristicsDto {
        /// Distances of queries.
        pub heuristics: Vec<ExtraHeuristicEntryDto>,
        /// SQL commands that ran (Java's spelling repeats `sql`).
        #[serde(rename = "sqlSqlExecutionsDto")]
        pub sql_executions_dto: Option<SqlExecutionsDto>,
        /// Queries of MongoDB that found nothing.
        pub mongo_executions_dto: Option<MongoExecutionsDto>,
        /// Commands of Redis that found nothing.
        pub redis_executions_dto: Option<RedisExecutionsDto>,
    }

    /// A distance of one query.
    pub struct ExtraHeuristicEntryDto {
        /// What it is about; the core needs it.
        #[serde(rename = "type")]
        pub heuristic_type: Option<ExtraHeuristicType>,
        /// Which way it improves; the core needs it.
        pub objective: Option<ExtraHeuristicObjective>,
        /// The query.
        pub id: String,
        /// The distance.
        pub value: f64,
        /// How many records were looked at.
        pub number_of_evaluated_records: i32,
        /// Whether it could not be computed.
        pub extra_heuristic_evaluation_failure: bool,
    }

    /// SQL commands of one action; columns by table, `*` for all of them.
    pub struct SqlExecutionsDto {
        /// What was read.
        pub queried_data: BTreeMap<String, Vec<String>>,
        /// What was changed.
        pub updated_data: BTreeMap<String, Vec<String>>,
        /// What was added.
        pub inserted_data: BTreeMap<String, Vec<String>>,
        /// What conditions without a match were about.
        pub failed_where: BTreeMap<String, Vec<String>>,
        /// Tables from which was deleted.
        pub deleted_data: Vec<String>,
        /// How many commands ran.
        pub number_of_sql_commands: i32,
        /// How many of them could not be parsed.
        pub sql_parse_failure_count: i32,
        /// The commands, in their order.
        pub sql_execution_log_dto_list: Vec<SqlExecutionLogDto>,
    }

    /// A SQL command that ran.
    pub struct SqlExecutionLogDto {
        /// Its text.
        pub sql_command: String,
        /// How long it took, in milliseconds.
        pub execution_time: i64,
        /// Whether it failed (Java's spelling).
        #[serde(rename = "threwSqlExeception")]
        pub threw_sql_exception: bool,
    }
}

/// The uses of a marked input that the core knows; others would make it fail.
pub const STRING_SPECIALIZATIONS: [&str; 24] = [
    "DATE_FORMAT_UNKNOWN_PATTERN",
    "DATE_FORMAT_PATTERN",
    "DATE_YYYY_MM_DD",
    "DATE_YYYY_MM_DD_HH_MM",
    "ISO_LOCAL_DATE_TIME",
    "ISO_LOCAL_TIME",
    "INTEGER",
    "CONSTANT",
    "CONSTANT_IGNORE_CASE",
    "REGEX_WHOLE",
    "REGEX_PARTIAL",
    "DOUBLE",
    "LONG",
    "BOOLEAN",
    "FLOAT",
    "EQUAL",
    "UUID",
    "URL",
    "URI",
    "JSON_OBJECT",
    "JSON_ARRAY",
    "JSON_MAP",
    "JSON_MAP_FIELD",
    "CAST_TO_TYPE",
];

/// Whether a marked input was used whole or as a part of a longer text.
pub const TAINT_TYPES: [&str; 2] = ["FULL_MATCH", "PARTIAL_MATCH"];
