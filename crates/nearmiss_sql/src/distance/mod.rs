//! How near a query was to finding something.
//!
//! The database itself computes what a query is about: queries are asked beside it that show, for each
//! of a few hundred combinations of rows, the operands of each predicate of WHERE, ON and HAVING, and
//! whether that holds. So its casts, functions, collations and operators are right whatever they are.
//! From these the nearest row is worked out by the formulas of `nearmiss_truthness`: AND is the mean,
//! OR the best of its parts. A relation that has no row at all counts before any predicate. Whatever
//! changes something, or is not known to only read, is not asked.

mod asking;
mod atom;
mod bound;
mod conditions;
mod place;
mod prober;
mod relations;
mod told;
mod tree;
mod wildcards;

use serde_json::Value;

pub use self::atom::{Met, MetBy};
pub use self::place::database_of;
use self::prober::Prober;
use crate::asked::Asked;
use crate::schema::Schema;

/// Asks the database of a query; `None`: it does not answer.
pub type Ask<'a> = dyn FnMut(&str) -> Option<Vec<Value>> + 'a;

/// Distance of a query from finding something.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// From 0, nothing is there, to less than 1.
    pub near: f64,
    /// Values that met in predicates that do not hold, of the rows that are nearest.
    pub met: Vec<Met>,
    /// Number of predicates that hold or do not, without anything between.
    pub opaque: usize,
}

/// Works out how near a query, which has found nothing, was to finding something. `None`: that cannot
/// be told, since it is not understood, may do more than read, or the database does not answer.
pub fn distance<'a>(
    schema: &'a Schema,
    asked: &Asked<'_>,
    ask: &'a mut Ask<'a>,
) -> Option<Distance> {
    let statement = bound::statement(asked)?;
    let mut prober = Prober::new(schema, asked.dialect, ask);
    let near = prober.statement(&statement)?;
    Some(Distance { near, met: prober.met, opaque: prober.opaque })
}
