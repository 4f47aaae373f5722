//! A reading of a query: the rows that it finds, as unknowns, and what must hold of them.

use std::collections::BTreeMap;

use serde_json::Value;
use sqlparser::ast::Query;

use crate::alternatives::Choices;
use crate::asked::Places;
use crate::domain::Test;
use crate::groups::{Read, Together};
use crate::schema::Schema;
use crate::terms::{At, Constant, Op, Operand};

/// Something that must hold.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Atom {
    /// A column compares so with a constant.
    Compare(At, Op, Constant),
    /// Two columns compare so.
    Order(At, Op, At),
    /// A column is one of these.
    In(At, Vec<Value>),
    /// A column is none of these.
    NotIn(At, Vec<Value>),
    /// A column is like this text, and matches a regular expression.
    Like(At, String, String),
    /// A column matches a regular expression.
    Matches(At, String),
    /// A column is null, or is not.
    Null(At, bool),
    /// The length of a column compares so with a number.
    Length(At, Op, i64),
    /// JSON in a column has a value at a path.
    Json(At, Vec<String>, Value),
    /// A list in a column has these elements.
    Elements(At, Vec<Value>),
    /// A list or range in the first column has what is in the second.
    Holds(At, At),
    /// A column passes a test.
    Test(At, Test),
    /// Columns times factors compare so with a number, all together.
    Sum(Vec<(At, f64)>, Op, f64),
    /// Two columns, one times the other, compare so with a number.
    Product(At, At, Op, f64),
}

impl Atom {
    /// Lists the columns that it is about.
    pub fn columns(&self) -> Vec<At> {
        match self {
            Self::Order(one, _, other)
            | Self::Product(one, other, ..)
            | Self::Holds(one, other) => {
                vec![*one, *other]
            }
            Self::Sum(terms, ..) => terms.iter().map(|(at, _)| *at).collect(),
            Self::Compare(at, ..)
            | Self::In(at, _)
            | Self::NotIn(at, _)
            | Self::Like(at, ..)
            | Self::Matches(at, _)
            | Self::Null(at, _)
            | Self::Length(at, ..)
            | Self::Json(at, ..)
            | Self::Test(at, _)
            | Self::Elements(at, _) => vec![*at],
        }
    }

    /// Moves it to a row.
    pub fn of_row(mut self, row: usize) -> Self {
        match &mut self {
            Self::Sum(terms, ..) => terms.iter_mut().for_each(|(at, _)| at.row = row),
            Self::Order(one, _, other)
            | Self::Product(one, other, ..)
            | Self::Holds(one, other) => {
                one.row = row;
                other.row = row;
            }
            Self::Compare(at, ..)
            | Self::In(at, _)
            | Self::NotIn(at, _)
            | Self::Like(at, ..)
            | Self::Matches(at, _)
            | Self::Null(at, _)
            | Self::Length(at, ..)
            | Self::Json(at, ..)
            | Self::Test(at, _)
            | Self::Elements(at, _) => at.row = row,
        }
        self
    }
}

/// Relation that names in a query may mean.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub name: String,
    pub shown: Shown,
}

/// Columns that a relation shows.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// A row of a table.
    Row(usize),
    /// Items of a list in a column.
    Items(At, Vec<String>),
    /// Columns of a query.
    Columns(Vec<(String, Operand)>),
    /// Nulls: the other side of an outer join.
    Nothing,
}

/// Relations that names may mean at a place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope<'s> {
    pub relations: Vec<Relation>,
    pub outer: Option<&'s Scope<'s>>,
}

/// One reading of a query.
pub(crate) struct Reader<'q> {
    pub schema: &'q Schema,
    pub values: &'q [Value],
    pub places: &'q Places,
    pub choices: Choices,
    /// Tables of the rows that must be there.
    pub rows: Vec<usize>,
    pub atoms: Vec<Atom>,
    /// Queries that names stand for.
    pub named: BTreeMap<String, (&'q Query, Vec<String>)>,
    /// Queries that have been read, and which of them are being read.
    pub reads: Vec<Read<'q>>,
    pub current: Vec<usize>,
    /// Values that several rows have together.
    pub together: Vec<Together<'q>>,
    /// Conditions that were passed over.
    pub opaque: usize,
    /// Nothing can be found this way.
    pub is_impossible: bool,
    /// Number of queries that the one that is read stands in.
    pub depth: usize,
}

impl<'q> Reader<'q> {
    /// Begins a reading.
    pub fn new(
        schema: &'q Schema,
        (values, places): (&'q [Value], &'q Places),
        choices: Choices,
    ) -> Self {
        Self {
            schema,
            values,
            places,
            choices,
            rows: Vec::new(),
            atoms: Vec::new(),
            named: BTreeMap::new(),
            reads: Vec::new(),
            current: Vec::new(),
            together: Vec::new(),
            opaque: 0,
            is_impossible: false,
            depth: 0,
        }
    }

    /// Adds a row of a table; answers its number.
    pub fn row(&mut self, table: usize) -> usize {
        self.rows.push(table);
        self.rows.len() - 1
    }

    /// Finds what a name means: a column, with the name of its relation or without.
    pub fn resolve(&self, names: &[&str], scope: &Scope<'_>) -> Operand {
        let (relation, column) = match names {
            [.., relation, column] => (Some(*relation), *column),
            [column] => (None, *column),
            [] => return Operand::Opaque,
        };
        let mut scope = Some(scope);
        while let Some(here) = scope {
            let named = here.relations.iter().rev().filter(|one| {
                relation.is_none_or(|relation| one.name.eq_ignore_ascii_case(relation))
            });
            for one in named {
                if let Some(found) = self.column_of(one, column) {
                    return found;
                }
            }
            scope = here.outer;
        }
        Operand::Opaque
    }

    fn column_of(&self, relation: &Relation, name: &str) -> Option<Operand> {
        match &relation.shown {
            Shown::Row(row) => {
                let table = &self.schema.tables[self.rows[*row]];
                table.column(name).map(|column| Operand::Column(At { row: *row, column }))
            }
            Shown::Columns(columns) => {
                let found = columns.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
                found.map(|(_, operand)| operand.clone())
            }
            Shown::Items(at, path) => {
                let is_it = matches!(name.to_ascii_lowercase().as_str(), "value" | "item");
                (is_it || relation.name.eq_ignore_ascii_case(name))
                    .then(|| Operand::Item(*at, path.clone()))
            }
            // Which columns it has does not matter where none is a value.
            Shown::Nothing => Some(Operand::Constant(Constant::Value(Value::Null))),
        }
    }
}
