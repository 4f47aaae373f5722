//! Values that the checks of a table allow in a column by itself.

use std::collections::BTreeMap;

use serde_json::Value;
use sqlparser::parser::Parser;

use crate::alternatives::Choices;
use crate::arithmetic::{number, text_of};
use crate::asked::{Dialect, Places};
use crate::domain::Test;
use crate::patterns::Pattern;
use crate::reader::{Atom, Reader, Relation, Scope, Shown};
use crate::schema::Schema;
use crate::terms::{Constant, Op};
use crate::tokens::tokens_of;

/// Values that checks allow in a column, whatever its row has elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// One of these.
    pub among: Option<Vec<Value>>,
    /// The least number.
    pub least: Option<f64>,
    /// The greatest number.
    pub most: Option<f64>,
    /// A regular expression that its text matches.
    pub pattern: Option<String>,
    /// Document of the kind that it is to be: an empty object, or an empty list.
    pub document: Option<Value>,
    /// Fewest letters.
    pub shortest: Option<usize>,
    /// Most letters.
    pub longest: Option<usize>,
}

impl Limits {
    /// Tells whether a text keeps them, as far as that can be told.
    #[must_use]
    pub fn takes(&self, text: &str) -> bool {
        let length = text.chars().count();
        self.among.as_ref().is_none_or(|values| values.iter().any(|value| text_of(value) == text))
            && self.shortest.is_none_or(|least| length >= least)
            && self.longest.is_none_or(|most| length <= most)
            && self.pattern.as_ref().is_none_or(|regex| {
                Pattern::read(regex).is_none_or(|pattern| pattern.matches(text))
            })
    }
}

/// Days of a text column that holds days.
const DAY: &str = "^20[0-2][0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$";
/// Smallest step between a bound and what is beyond it.
const STEP: f64 = 0.01;

/// Answers the limits of the columns of a table, by their indexes. What is not understood limits nothing here.
#[must_use]
pub fn limits(schema: &Schema, table: usize) -> BTreeMap<usize, Limits> {
    let about = &schema.tables[table];
    let of_domains = about.columns.iter().flat_map(|column| {
        let quoted = format!("\"{}\"", column.name);
        column.checks.iter().map(move |check| check.replace("VALUE", &quoted))
    });
    let mut found = BTreeMap::new();
    for check in about.checks.iter().cloned().chain(of_domains) {
        for atom in atoms_of(schema, table, &check) {
            note(schema, table, &atom, &mut found);
        }
    }
    found
}

/// Reads a check in the first dialect that knows it; nothing where there are several ways to keep it.
fn atoms_of(schema: &Schema, table: usize, check: &str) -> Vec<Atom> {
    let dialects = [Dialect::Postgres, Dialect::MySql, Dialect::Sqlite];
    let read = dialects.into_iter().find_map(|dialect| {
        let parser = Parser::new(dialect.of_parser()).with_recursion_limit(100);
        parser.with_tokens_with_locations(tokens_of(dialect, check)?).parse_expr().ok()
    });
    let Some(expr) = read else { return Vec::new() };
    let places = Places::new();
    let mut reader = Reader::new(schema, (&[], &places), Choices::default());
    reader.row(table);
    let name = schema.tables[table].name.clone();
    let scope = Scope { relations: vec![Relation { name, shown: Shown::Row(0) }], outer: None };
    reader.condition(&expr, true, &scope);
    if reader.is_impossible || reader.choices.turn() { Vec::new() } else { reader.atoms }
}

fn note(schema: &Schema, table: usize, atom: &Atom, found: &mut BTreeMap<usize, Limits>) {
    let [at] = atom.columns()[..] else { return };
    let is_whole = schema.tables[table].columns[at.column].is_whole();
    let step = if is_whole { 1.0 } else { STEP };
    let limits: &mut Limits = found.entry(at.column).or_default();
    match atom {
        Atom::In(_, values) => limits.among = Some(values.clone()),
        Atom::Compare(_, op, Constant::Value(value)) => {
            let Some(bound) = number(value).filter(|_| value.is_number()) else { return };
            let greatest =
                |known: Option<f64>, new: f64| Some(known.map_or(new, |one| one.max(new)));
            let smallest =
                |known: Option<f64>, new: f64| Some(known.map_or(new, |one| one.min(new)));
            match op {
                Op::Ge => limits.least = greatest(limits.least, bound),
                Op::Gt => limits.least = greatest(limits.least, bound + step),
                Op::Le => limits.most = smallest(limits.most, bound),
                Op::Lt => limits.most = smallest(limits.most, bound - step),
                Op::Eq | Op::Ne => {}
            }
        }
        Atom::Matches(_, pattern) => limits.pattern = Some(pattern.clone()),
        Atom::Test(_, Test::Day) if schema.tables[table].columns[at.column].is_text() => {
            limits.pattern.get_or_insert_with(|| DAY.to_owned());
        }
        Atom::Json(_, path, document @ (Value::Object(_) | Value::Array(_))) if path.is_empty() => {
            limits.document = Some(document.clone());
        }
        Atom::Like(_, _, pattern) => {
            limits.pattern.get_or_insert_with(|| pattern.clone());
        }
        Atom::Length(_, op, length) => {
            let Ok(length) = usize::try_from(*length) else { return };
            match op {
                Op::Ge => limits.shortest = Some(length),
                Op::Gt => limits.shortest = Some(length + 1),
                Op::Le => limits.longest = Some(length),
                Op::Lt => limits.longest = Some(length.saturating_sub(1)),
                Op::Eq => (limits.shortest, limits.longest) = (Some(length), Some(length)),
                Op::Ne => {}
            }
        }
        _ => {}
    }
}
