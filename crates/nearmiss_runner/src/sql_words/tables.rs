//! Tables as a driver tells of them, in the words of homes of databases.

use nearmiss_sql::Schema;
use nearmiss_wire::{ColumnDto, DatabaseType, DbInfoDto, ForeignKeyDto, TableDto};
use serde_json::{Value, json};

use super::types::kind_of;

/// Tables that a driver has told of.
#[derive(Clone, Debug)]
pub(crate) struct ToldTables {
    /// Language of their server.
    pub dialect: &'static str,
    /// Kind of their database, in the driver's words.
    pub kind: Option<DatabaseType>,
    /// Tables, as homes tell them: see [`nearmiss_databases::Home::tables`].
    pub tables: Vec<Value>,
    /// Schema of the tables, as queries are read against it.
    pub schema: Schema,
}

/// Reads the tables of a driver. What it does not tell, such as defaults, is none.
pub(crate) fn tables_of(info: &DbInfoDto) -> ToldTables {
    let dialect = match info.database_type {
        Some(DatabaseType::Mysql | DatabaseType::Mariadb) => "mysql",
        Some(DatabaseType::Other) => "sqlite",
        // Others are as the standard has it, as that one is.
        _ => "postgres",
    };
    let tables = info.tables.iter().map(|table| table_of(info, table, dialect));
    let tables: Vec<Value> = tables.collect();
    let read = tables.iter().filter_map(|table| serde_json::from_value(table.clone()).ok());
    let schema = Schema { tables: read.collect() };
    ToldTables { dialect, kind: info.database_type, tables, schema }
}

fn table_of(info: &DbInfoDto, table: &TableDto, dialect: &str) -> Value {
    let unique = table.columns.iter().filter(|column| column.unique && !column.primary_key);
    let checks = table.table_check_expressions.iter().map(|check| &check.sql_check_expression);
    json!({
        "database": info.name, "dialect": dialect,
        "schema": table.id.schema.as_ref().filter(|_| dialect != "mysql"), "name": table.id.name,
        "columns": table.columns.iter().map(|column| column_of(info, column)).collect::<Value>(),
        "primaryKey": key_of(table),
        "uniques": unique.map(|column| json!([column.name])).collect::<Value>(),
        "foreignKeys": table.foreign_keys.iter().map(|key| foreign_key(info, table, key)).collect::<Value>(),
        "checks": checks.collect::<Vec<&String>>(), "names": {},
    })
}

fn key_of(table: &TableDto) -> Vec<&str> {
    if !table.primary_key_sequence.is_empty() {
        return table.primary_key_sequence.iter().map(String::as_str).collect();
    }
    let of_key = table.columns.iter().filter(|column| column.primary_key);
    of_key.map(|column| column.name.as_str()).collect()
}

fn foreign_key(info: &DbInfoDto, table: &TableDto, key: &ForeignKeyDto) -> Value {
    let mut names = key.target_table.rsplit('.');
    let name = names.next().unwrap_or_default();
    let schema = names.next();
    let is_it = |one: &&TableDto| one.id.name.eq_ignore_ascii_case(name);
    let same_schema = |one: &&TableDto| match schema {
        Some(schema) => {
            one.id.schema.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(schema))
        }
        None => one.id.schema == table.id.schema,
    };
    let target = info.tables.iter().filter(is_it).find(same_schema);
    let target = target.or_else(|| info.tables.iter().find(is_it));
    // An older driver names no columns there.
    let references: Vec<&str> = match (&key.target_columns[..], target) {
        ([], Some(target)) => key_of(target),
        (columns, _) => columns.iter().map(String::as_str).collect(),
    };
    json!({
        "columns": key.source_columns, "references": references,
        "schema": target.and_then(|target| target.id.schema.as_ref()),
        "table": target.map_or(name, |target| target.id.name.as_str()),
    })
}

fn column_of(info: &DbInfoDto, column: &ColumnDto) -> Value {
    let (kind, is_list) = kind_of(&column.column_type);
    let values = info.enumerated_types.iter().find(|one| one.name == column.column_type);
    let values = values.filter(|_| column.is_enumerated_type).map(|one| &one.values);
    let size = (column.size > 0 && column.size < i32::MAX).then_some(column.size);
    let is_text = kind.contains("char") || kind.contains("text");
    json!({
        "name": column.name, "type": kind, "length": size.filter(|_| is_text),
        "precision": size.filter(|_| matches!(kind.as_str(), "numeric" | "decimal")),
        "scale": column.scale.filter(|scale| *scale >= 0), "unsigned": column.is_unsigned,
        "array": is_list || column.number_of_dimensions > 0, "nullable": column.nullable,
        "default": null, "filled": column.auto_increment.then_some("serial"),
        "values": values, "checks": [],
    })
}
