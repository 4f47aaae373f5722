//! Genes for columns.

use nearmiss_search::gene::text_format;
use nearmiss_search::{ActionTemplate, GeneSpec, GeneValue};
use nearmiss_sql::{Column, Filled, Limits, Schema, Table, limits};
use serde_json::Value;

use super::models::{AskedOf, AskedOfTable, narrowed};
use crate::json_gene::gene_of_json;

/// Longest text of a column that says no length.
const LONGEST: usize = 40;
/// Longest text of a column whose texts match a regular expression.
const LONGEST_MATCH: usize = 200;
/// Largest number that JavaScript has exactly.
const EXACT: i64 = (1 << 53) - 1;

/// Makes the template of a table: a parameter for each column, within what is asked of it.
pub(super) fn template_of(schema: &Schema, index: usize, asked: &AskedOfTable) -> ActionTemplate {
    let table = &schema.tables[index];
    let limits = limits(schema, index);
    let parameters = table.columns.iter().enumerate().map(|(at, column)| {
        let limits = limits.get(&at).cloned().unwrap_or_default();
        let spec = spec_of(column, &limits, asked.get(&at).unwrap_or(&AskedOf::default()));
        (column.name.clone(), spec)
    });
    ActionTemplate { name: format!("sql:{}", full_name(table)), parameters: parameters.collect() }
}

/// Answers the name of a table as tests have it: with its schema, unless that is the usual one.
pub(super) fn full_name(table: &Table) -> String {
    match table.schema.as_deref() {
        None | Some("public") => table.name.clone(),
        Some(schema) => format!("{schema}.{}", table.name),
    }
}

fn spec_of(column: &Column, limits: &Limits, asked: &AskedOf) -> GeneSpec {
    let inner = if column.array {
        GeneSpec::Array { item: Box::new(of_type(column)), min: 0, max: 3, unique: false }
    } else {
        let limited = limited(of_type(column), column.length, limits);
        match &asked.spec {
            Some(spec) => narrowed(limited, spec),
            None => limited,
        }
    };
    if column.filled == Some(Filled::Generated) {
        // Never given; it has a parameter so that columns and parameters have the same numbers.
        return GeneSpec::Optional(Box::new(GeneSpec::Boolean));
    }
    match (column.is_required() || asked.required, column.nullable && column.default.is_some()) {
        (true, _) => inner,
        (false, true) => GeneSpec::Optional(Box::new(GeneSpec::Nullable(Box::new(inner)))),
        (false, false) => GeneSpec::Optional(Box::new(inner)),
    }
}

/// Keeps a spec within the limits of checks: what is beyond them is refused.
fn limited(spec: GeneSpec, length: Option<u64>, limits: &Limits) -> GeneSpec {
    if let Some(values) = &limits.among {
        return GeneSpec::Enum(values.iter().map(gene_of_json).collect());
    }
    match &limits.document {
        Some(Value::Array(_)) => {
            // Nothing tells what its items are: they become what the code reads of them.
            let item = Box::new(GeneSpec::Open);
            return GeneSpec::Array { item, min: 0, max: 3, unique: false };
        }
        Some(Value::Object(_)) => {
            return GeneSpec::Object {
                fields: Vec::new(),
                additional: Some(Box::new(GeneSpec::Any)),
            };
        }
        _ => {}
    }
    match (spec, &limits.pattern) {
        (GeneSpec::Integer { min, max, multiple_of }, _) => {
            // Whole numbers of a column are exact.
            let whole = |bound: f64| format!("{bound:.0}").parse::<i64>().ok();
            let min = limits.least.and_then(|least| whole(least.ceil())).unwrap_or(min);
            let max = limits.most.and_then(|most| whole(most.floor())).unwrap_or(max);
            GeneSpec::Integer { min, max: max.max(min), multiple_of }
        }
        (GeneSpec::Double { min, max, multiple_of }, _) => {
            let min = limits.least.unwrap_or(min);
            GeneSpec::Double { min, max: limits.most.unwrap_or(max).max(min), multiple_of }
        }
        (GeneSpec::Text { .. }, Some(pattern)) => {
            // What matches says itself how long it is.
            let most = length.and_then(|length| usize::try_from(length).ok());
            let most = most.map_or(LONGEST_MATCH, |length| length.min(LONGEST_MATCH));
            let min_len = limits.shortest.unwrap_or(0);
            let max_len = limits.longest.unwrap_or(most).min(most).max(min_len);
            GeneSpec::Pattern { pattern: pattern.clone(), min_len, max_len }
        }
        (GeneSpec::Text { min_len, max_len }, None) => {
            let min_len = limits.shortest.unwrap_or(min_len);
            GeneSpec::Text { min_len, max_len: limits.longest.unwrap_or(max_len).max(min_len) }
        }
        (other, _) => other,
    }
}

pub(super) fn of_type(column: &Column) -> GeneSpec {
    if let Some(values) = &column.values {
        return GeneSpec::Enum(values.iter().map(|value| GeneValue::text(value)).collect());
    }
    let kind = column.kind.as_str();
    if column.is_boolean() {
        return GeneSpec::Boolean;
    }
    if is_kind(column, Column::is_whole) {
        let (min, max) = range_of(column);
        return GeneSpec::Integer { min, max, multiple_of: 0 };
    }
    if is_kind(column, Column::is_fraction) {
        return fraction_of(column);
    }
    if kind == "timestamp" {
        // MySQL's ends in 2038; a clock that springs forward leaves out an hour of the night.
        return pattern(
            "^20[0-2][0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T1[0-9]:[0-5][0-9]:[0-5][0-9]Z$",
        );
    }
    let format = match kind {
        "date" => "date",
        "datetime" => "date-time",
        "uuid" => "uuid",
        kind if kind.starts_with("timestamp") => "date-time",
        kind if kind.starts_with("time") => "time",
        _ => "",
    };
    if let Some(format) = text_format(format) {
        return GeneSpec::Format(format);
    }
    match kind {
        "json" | "jsonb" => GeneSpec::Any,
        "bytea" | "blob" | "binary" | "varbinary" | "longblob" | "mediumblob" | "tinyblob" => {
            pattern(r"^\\x([0-9a-f]{2}){0,6}$")
        }
        "inet" | "cidr" => pattern(r"^10\.([0-9]|[1-9][0-9])\.[0-9]\.[0-9]$"),
        "macaddr" => pattern("^([0-9a-f]{2}:){5}[0-9a-f]{2}$"),
        "interval" => pattern("^[1-9][0-9]? (days|hours|minutes)$"),
        "int4range" | "int8range" | "numrange" => pattern(r"^\[[1-4],[5-9]\)$"),
        // What is today is in them.
        "daterange" => pattern(r"^\[20[01][0-9]-0[1-9]-15,20[345][0-9]-0[1-9]-15\)$"),
        "tsrange" | "tstzrange" => {
            pattern(r#"^\["20[01][0-9]-0[1-9]-15 10:00","20[345][0-9]-0[1-9]-15 10:00"\)$"#)
        }
        "point" => pattern(r"^\([1-9],[1-9]\)$"),
        "bit" | "bit varying" => pattern("^[01]$"),
        "tsvector" | "xml" | "citext" => GeneSpec::Text { min_len: 1, max_len: 12 },
        _ => {
            let length = column.length.and_then(|length| usize::try_from(length).ok());
            GeneSpec::Text {
                min_len: 0,
                max_len: length.map_or(LONGEST, |length| length.min(LONGEST)),
            }
        }
    }
}

/// Tells of an array's elements what a test tells of columns.
fn is_kind(column: &Column, test: fn(&Column) -> bool) -> bool {
    test(column) || (column.array && test(&Column { array: false, ..column.clone() }))
}

fn pattern(pattern: &str) -> GeneSpec {
    GeneSpec::Pattern { pattern: pattern.to_owned(), min_len: 0, max_len: LONGEST }
}

fn range_of(column: &Column) -> (i64, i64) {
    let largest = match column.kind.as_str() {
        "tinyint" => i64::from(i8::MAX),
        "smallint" | "smallserial" => i64::from(i16::MAX),
        "mediumint" => (1 << 23) - 1,
        "year" => return (1970, 2100),
        "bigint" | "bigserial" => EXACT,
        _ => i64::from(i32::MAX),
    };
    if column.unsigned { (0, largest) } else { (-largest - 1, largest) }
}

fn fraction_of(column: &Column) -> GeneSpec {
    let scale = column.scale.unwrap_or(2).min(6);
    let whole = column.precision.map_or(9, |precision| precision.saturating_sub(scale)).min(9);
    let largest = 10_f64.powi(i32::try_from(whole).unwrap_or(9)) - 1.0;
    let step = 10_f64.powi(-i32::try_from(scale).unwrap_or(2));
    let is_exact = matches!(column.kind.as_str(), "numeric" | "decimal" | "money");
    GeneSpec::Double {
        min: if column.unsigned { 0.0 } else { -largest },
        max: largest,
        multiple_of: if is_exact { step } else { 0.0 },
    }
}
