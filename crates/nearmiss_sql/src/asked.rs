//! A query as an API has asked it.

use std::collections::BTreeMap;

use serde_json::Value;
use sqlparser::ast::Statement;
use sqlparser::dialect::{MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Location, Token};

use crate::tokens::tokens_of;

/// Dialect of SQL.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Dialect {
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    MySql,
    /// SQLite.
    Sqlite,
}

/// A query as an API has asked it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its dialect.
    pub dialect: Dialect,
    /// Its text.
    pub text: &'a str,
    /// Values that were bound to it: times as ISO 8601, bytes as `\x` and digits; named ones as one object.
    pub values: &'a [Value],
}

/// Indexes of the places in a text where values are bound.
pub(crate) type Places = BTreeMap<(u64, u64), usize>;

impl Dialect {
    /// Answers the dialect that drivers call so.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "postgres" => Some(Self::Postgres),
            "mysql" => Some(Self::MySql),
            "sqlite" => Some(Self::Sqlite),
            _ => None,
        }
    }

    pub(crate) fn of_parser(self) -> &'static dyn sqlparser::dialect::Dialect {
        match self {
            Self::Postgres => &PostgreSqlDialect {},
            Self::MySql => &MySqlDialect {},
            Self::Sqlite => &SQLiteDialect {},
        }
    }
}

/// Most letters of a text that is read: what is longer loads data.
const LONGEST: usize = 20_000;

impl Asked<'_> {
    /// Tells whether its text is one statement that can be read.
    #[must_use]
    pub fn is_understood(&self) -> bool {
        self.parse().is_some()
    }

    /// Reads the text, if it is one statement that the parser knows.
    pub(crate) fn parse(&self) -> Option<(Statement, Places)> {
        if self.text.len() > LONGEST {
            return None;
        }
        let dialect = self.dialect.of_parser();
        let tokens = tokens_of(self.dialect, self.text)?;
        let mut places = Places::new();
        for token in &tokens {
            if let Token::Placeholder(name) = &token.token {
                let next = places.len();
                let index = name.get(1..).and_then(|rest| rest.parse::<usize>().ok());
                places.insert(at(token.span.start), index.map_or(next, |index| index.max(1) - 1));
            }
        }
        let parser = Parser::new(dialect).with_recursion_limit(200);
        let mut statements = parser.with_tokens_with_locations(tokens).parse_statements().ok()?;
        if statements.len() == 1 { Some((statements.remove(0), places)) } else { None }
    }
}

/// Answers a place as a key.
pub(crate) fn at(place: Location) -> (u64, u64) {
    (place.line, place.column)
}
