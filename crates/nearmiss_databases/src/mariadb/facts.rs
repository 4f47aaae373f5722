//! Facts that a home of MariaDB or MySQL has to know of its original.

use std::collections::BTreeMap;

use super::client::{Client, literal};
use crate::programs::{Engine, Version, version_in};

/// Settings of a server that change what statements mean, answer or may do. Those of an original are taken.
const SETTINGS: &[&str] = &[
    "auto_increment_increment",
    "auto_increment_offset",
    "character_set_server",
    "collation_server",
    "default_storage_engine",
    "default_week_format",
    "div_precision_increment",
    "explicit_defaults_for_timestamp",
    "group_concat_max_len",
    "innodb_lock_wait_timeout",
    "innodb_strict_mode",
    "lower_case_table_names",
    "max_allowed_packet",
    "max_connections",
    "max_sp_recursion_depth",
    "old_mode",
    "sql_mode",
    "system_time_zone",
    "time_zone",
    "tx_isolation",
    "transaction_isolation",
];
/// Engines whose tables are somewhere else: a copy of one would be written to there.
const FOREIGN: &str = "'FEDERATED', 'CONNECT', 'SPIDER', 'MRG_MYISAM'";

/// Facts that a server tells of itself.
#[derive(Debug)]
pub(super) struct Facts {
    pub engine: Engine,
    pub version: Version,
    pub settings: BTreeMap<String, String>,
    /// Whom the server takes who asks for: `app@%`.
    pub account: String,
    /// Bytes of its databases, as far as who asks may see them.
    pub sizes: BTreeMap<String, u64>,
    /// Tables (`database.table`) that are somewhere else.
    pub foreign: Vec<String>,
    /// Flag: events of its databases run by themselves.
    pub runs_events: bool,
}

/// Asks an original what it is; answers what was said where it does not tell.
pub(super) fn ask(reads: &Client) -> Result<Facts, String> {
    let one = reads.read("SELECT VERSION(), CURRENT_USER(), @@event_scheduler")?;
    let value =
        |index: usize| one.first().and_then(|row| row.get(index)).cloned().unwrap_or_default();
    let (version, account) = (value(0), value(1));
    let engine = if version.contains("MariaDB") { Engine::MariaDb } else { Engine::MySql };
    let names: Vec<String> = SETTINGS.iter().map(|name| literal(name)).collect();
    let query = format!("SHOW GLOBAL VARIABLES WHERE Variable_name IN ({})", names.join(", "));
    let settings = reads.read(&query)?.into_iter().filter_map(pair).collect();
    let sizes = reads.read(
        "SELECT schema_name, COALESCE(SUM(data_length + index_length), 0) FROM information_schema.schemata \
         LEFT JOIN information_schema.tables ON table_schema = schema_name GROUP BY schema_name",
    )?;
    let sizes =
        sizes.into_iter().filter_map(pair).map(|(name, size)| (name, size.parse().unwrap_or(0)));
    let foreign = reads.read(&format!(
        "SELECT CONCAT(table_schema, '.', table_name), 1 FROM information_schema.tables WHERE engine IN ({FOREIGN})"
    ))?;
    Ok(Facts {
        engine,
        version: version_in(&version).unwrap_or_default(),
        settings,
        account,
        sizes: sizes.collect(),
        foreign: foreign.into_iter().filter_map(pair).map(|(table, _)| table).collect(),
        runs_events: value(2) == "ON",
    })
}

fn pair(row: Vec<String>) -> Option<(String, String)> {
    let mut values = row.into_iter();
    Some((values.next()?, values.next()?))
}
