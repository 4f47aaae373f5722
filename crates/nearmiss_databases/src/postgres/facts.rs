//! Facts that a home of PostgreSQL has to know of its original.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Settings of a server that change what statements mean, answer or may do. Those of an original are taken.
pub(super) const SETTINGS: &[&str] = &[
    "DateStyle",
    "IntervalStyle",
    "TimeZone",
    "array_nulls",
    "bytea_output",
    "default_text_search_config",
    "default_transaction_isolation",
    "escape_string_warning",
    "extra_float_digits",
    "idle_in_transaction_session_timeout",
    "lock_timeout",
    "max_connections",
    "max_locks_per_transaction",
    "max_prepared_transactions",
    "password_encryption",
    "row_security",
    "search_path",
    "shared_preload_libraries",
    "standard_conforming_strings",
    "statement_timeout",
    "timezone_abbreviations",
    "transform_null_equals",
    "wal_level",
    "xmlbinary",
    "xmloption",
];

/// Facts that a server tells of itself.
#[derive(Debug, Deserialize)]
pub(super) struct ServerFacts {
    /// Its version, as 150018 for 15.18.
    pub version: u32,
    /// The role that it was made with.
    pub first_role: String,
    /// Name of that role as the server's own dumps write it.
    pub first_role_quoted: String,
    /// Right of who asks to read the hashes of passwords.
    pub reads_passwords: bool,
    /// Settings that are not particular to who asks.
    pub settings: BTreeMap<String, String>,
    /// Its databases, with templates.
    pub databases: Vec<DatabaseFacts>,
}

/// Facts that a server tells of a database.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct DatabaseFacts {
    pub name: String,
    /// The name of its encoding.
    pub encoding: String,
    /// The locale of its order.
    pub collate: String,
    /// The locale of its letters.
    pub ctype: String,
    /// Bytes; none where who asks may not connect to it.
    pub size: Option<u64>,
}

/// Asks for [`ServerFacts`].
pub(super) fn server_query() -> String {
    format!(
        "SELECT json_build_object(\
         'version', current_setting('server_version_num')::int, \
         'first_role', (SELECT rolname FROM pg_catalog.pg_roles WHERE oid = 10), \
         'first_role_quoted', (SELECT quote_ident(rolname) FROM pg_catalog.pg_roles WHERE oid = 10), \
         'reads_passwords', has_table_privilege('pg_catalog.pg_authid', 'SELECT'), \
         'settings', ({}), \
         'databases', (SELECT json_agg(json_build_object('name', datname, \
         'encoding', pg_encoding_to_char(encoding), 'collate', datcollate, 'ctype', datctype, \
         'size', CASE WHEN has_database_privilege(oid, 'CONNECT') THEN pg_database_size(oid) END)) \
         FROM pg_catalog.pg_database WHERE datallowconn))",
        settings_query()
    )
}

/// Asks for the settings of a server, but not those that the database, or who asks, has of its own.
pub(super) fn settings_query() -> String {
    let names: Vec<String> = SETTINGS.iter().map(|name| format!("'{name}'")).collect();
    format!(
        "SELECT json_object_agg(name, setting) FROM pg_catalog.pg_settings WHERE name IN ({}) \
         AND source NOT IN ('client', 'database', 'user', 'database user', 'session', 'interactive')",
        names.join(", ")
    )
}

/// Asks for the names of the extensions of a database.
pub(super) const EXTENSIONS: &str =
    "SELECT coalesce(json_agg(extname ORDER BY extname), '[]') FROM pg_catalog.pg_extension";
/// Asks for the names of all extensions that a server could have.
pub(super) const AVAILABLE: &str =
    "SELECT coalesce(json_agg(name), '[]') FROM pg_catalog.pg_available_extensions";
