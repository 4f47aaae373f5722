//! Tables as a core is told of them.

use std::collections::BTreeSet;

use nearmiss_sql::{Column, Dialect, Filled, Table};
use nearmiss_wire::{
    ColumnDto, DatabaseType, DbInfoDto, EnumeratedTypeDto, ForeignKeyDto, TableCheckExpressionDto,
    TableDto, TableIdDto,
};

use super::types::word_of;
use super::{Database, name_of};

/// Answers a database as a core is told of it. Columns that cannot be given a value are left out: it would give them one.
pub(crate) fn info_of(database: &Database) -> DbInfoDto {
    let database_type = match database.dialect {
        Dialect::Postgres => DatabaseType::Postgres,
        Dialect::MySql => DatabaseType::Mysql,
        Dialect::Sqlite => DatabaseType::Other,
    };
    let counted = counted_by_others(database);
    let tables = &database.schema.tables;
    DbInfoDto {
        database_type: Some(database_type),
        name: Some(database.name.clone()),
        tables: tables.iter().enumerate().map(|at| table_of(database, &counted, at)).collect(),
        enumerated_types: tables.iter().flat_map(enumerations).collect(),
        ..DbInfoDto::default()
    }
}

/// Finds the columns that point to a number that the database gives, or to another such column: a table, and a column.
fn counted_by_others(database: &Database) -> BTreeSet<(usize, usize)> {
    let tables = &database.schema.tables;
    let mut found = BTreeSet::new();
    loop {
        let mut more = Vec::new();
        for (index, table) in tables.iter().enumerate() {
            for key in &table.foreign_keys {
                let Some(to) = database.schema.referenced(table, key) else { continue };
                for (from, refers) in key.columns.iter().zip(&key.references) {
                    let ends = table.column(from).zip(tables[to].column(refers));
                    let Some((from, refers)) = ends else { continue };
                    let is_counted =
                        is_counted(&tables[to].columns[refers]) || found.contains(&(to, refers));
                    if is_counted
                        && !is_counted_by_itself(table, from)
                        && !found.contains(&(index, from))
                    {
                        more.push((index, from));
                    }
                }
            }
        }
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Tells whether the database gives the numbers of a column.
pub(crate) fn is_counted(column: &Column) -> bool {
    matches!(column.filled, Some(Filled::Identity | Filled::Always | Filled::Serial))
}

fn is_counted_by_itself(table: &Table, column: usize) -> bool {
    is_counted(&table.columns[column])
}

fn table_of(
    database: &Database,
    counted: &BTreeSet<(usize, usize)>,
    (index, table): (usize, &Table),
) -> TableDto {
    let given = table.columns.iter().enumerate();
    let given = given.filter(|(_, column)| column.filled != Some(Filled::Generated));
    let columns = given
        .map(|(at, column)| column_of(database, table, column, counted.contains(&(index, at))));
    // The core ends at a key to a table that it does not know.
    let keys = table.foreign_keys.iter().filter_map(|key| {
        let to = database.schema.referenced(table, key)?;
        Some(ForeignKeyDto {
            source_columns: key.columns.clone(),
            target_table: name_of(&database.schema.tables[to]),
            target_columns: key.references.clone(),
        })
    });
    let check = |text: &String| TableCheckExpressionDto { sql_check_expression: text.clone() };
    TableDto {
        id: TableIdDto {
            schema: table.schema.clone(),
            // The name of a file is none of a catalog.
            catalog: (database.dialect != Dialect::Sqlite).then(|| database.name.clone()),
            name: table.name.clone(),
        },
        columns: columns.collect(),
        foreign_keys: keys.collect(),
        primary_key_sequence: table.primary_key.clone(),
        table_check_expressions: table.checks.iter().map(check).collect(),
    }
}

fn column_of(
    database: &Database,
    table: &Table,
    column: &Column,
    points_to_counted: bool,
) -> ColumnDto {
    let is_enumerated = column.values.is_some();
    let number = |digits: u64| i32::try_from(digits).unwrap_or(i32::MAX);
    let size = match (column.length, column.precision) {
        (Some(length), _) => number(length),
        (None, Some(precision)) => number(precision.into()),
        // Of a number without limits it is 0.
        (None, None) => {
            if column.is_number() {
                0
            } else {
                i32::MAX
            }
        }
    };
    ColumnDto {
        table: table.name.clone(),
        name: column.name.clone(),
        column_type: match is_enumerated {
            true => enumeration(table, column),
            false => word_of(column, database.dialect == Dialect::Postgres),
        },
        size,
        primary_key: table.primary_key.contains(&column.name),
        nullable: column.nullable,
        unique: table.uniques.iter().any(|unique| unique[..] == [column.name.clone()]),
        auto_increment: is_counted(column),
        foreign_key_to_auto_increment: points_to_counted,
        is_unsigned: column.unsigned,
        is_enumerated_type: is_enumerated,
        is_composite_type: false,
        scale: column.scale.and_then(|scale| i32::try_from(scale).ok()),
        number_of_dimensions: i32::from(column.array),
    }
}

/// Answers the name of the values of a column: that of their type is not known.
fn enumeration(table: &Table, column: &Column) -> String {
    format!("{}.{}", name_of(table), column.name)
}

fn enumerations(table: &Table) -> Vec<EnumeratedTypeDto> {
    let with_values = table.columns.iter().filter_map(|column| {
        let values = column.values.clone()?;
        Some(EnumeratedTypeDto { name: enumeration(table, column), values })
    });
    with_values.collect()
}
