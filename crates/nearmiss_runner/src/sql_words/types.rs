//! Types of columns in the words that EvoMaster's core knows, which are those of drivers for Java.

use nearmiss_sql::Column;

/// Types of PostgreSQL that have another word there.
const OTHERWISE: [(&str, &str); 13] = [
    ("bigint", "INT8"),
    ("bit varying", "VARBIT"),
    ("boolean", "BOOL"),
    ("character", "BPCHAR"),
    ("character varying", "VARCHAR"),
    ("double precision", "FLOAT8"),
    ("integer", "INT4"),
    ("real", "FLOAT4"),
    ("smallint", "INT2"),
    ("time with time zone", "TIMETZ"),
    ("time without time zone", "TIME"),
    ("timestamp with time zone", "TIMESTAMPTZ"),
    ("timestamp without time zone", "TIMESTAMP"),
];
/// Types by the words of other drivers.
const ELSEWHERE: [(&str, &str); 4] = [
    ("bytea", "BINARY LARGE OBJECT"),
    ("bytea", "BINARY VARYING"),
    ("text", "CHARACTER LARGE OBJECT"),
    ("text", "CLOB"),
];
/// Further words that the core knows: it gives up at any other.
const KNOWN: [&str; 63] = [
    "BIGINT",
    "BINARY",
    "BIT",
    "BLOB",
    "BOOLEAN",
    "BOX",
    "BYTEA",
    "CHAR",
    "CIDR",
    "CIRCLE",
    "CLOB",
    "DATE",
    "DATEMULTIRANGE",
    "DATERANGE",
    "DATETIME",
    "DEC",
    "DECIMAL",
    "DOUBLE",
    "FLOAT",
    "GEOMETRY",
    "INET",
    "INT",
    "INT4MULTIRANGE",
    "INT4RANGE",
    "INT8MULTIRANGE",
    "INT8RANGE",
    "INTEGER",
    "INTERVAL",
    "JSON",
    "JSONB",
    "JSONPATH",
    "LINE",
    "LONGBLOB",
    "LONGTEXT",
    "LSEG",
    "MACADDR",
    "MACADDR8",
    "MEDIUMBLOB",
    "MEDIUMINT",
    "MEDIUMTEXT",
    "MONEY",
    "NUMERIC",
    "NUMMULTIRANGE",
    "NUMRANGE",
    "OID",
    "PATH",
    "PG_LSN",
    "POINT",
    "POLYGON",
    "REAL",
    "SET",
    "SMALLINT",
    "TEXT",
    "TIME",
    "TIMESTAMP",
    "TINYBLOB",
    "TINYINT",
    "TINYTEXT",
    "TSQUERY",
    "TSVECTOR",
    "UUID",
    "VARBINARY",
    "VARCHAR",
];
/// The word for what has none.
const ANY: &str = "TEXT";

/// Answers the core's word for the type of a column.
pub(super) fn word_of(column: &Column, is_postgres: bool) -> String {
    let kind = column.kind.trim_end_matches(" unsigned");
    let other = OTHERWISE.iter().find(|(own, _)| is_postgres && *own == kind);
    let word = other.map_or_else(|| kind.to_uppercase(), |(_, word)| (*word).to_owned());
    let is_known =
        other.is_some() || KNOWN.contains(&word.as_str()) || word == "YEAR" || word == "XML";
    if is_known { word } else { ANY.to_owned() }
}

/// Answers the type that a driver calls so, and whether it is one of lists.
pub(super) fn kind_of(word: &str) -> (String, bool) {
    let upper = word.to_uppercase();
    let (bare, is_list) = match upper.strip_prefix('_') {
        Some(bare) => (bare, true),
        None => (upper.as_str(), false),
    };
    let mut all = OTHERWISE.iter().chain(&ELSEWHERE);
    let own = all.find(|(_, known)| *known == bare).map(|(own, _)| *own);
    (own.map_or_else(|| bare.to_lowercase(), str::to_owned), is_list)
}
