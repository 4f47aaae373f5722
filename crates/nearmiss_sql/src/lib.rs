//! Queries of an API, and rows that make them find something.
//!
//! A query that finds nothing is a branch that no test takes. [`plan`] reads it ([`Asked`]) against the tables of
//! its database ([`Schema`]) and works out which rows, in which tables and in which order, would make it find
//! something: an equality is solved and not searched for. What it cannot work out, such as a function of the
//! database, it passes over; the database itself has the last word, when the query is run again.
//!
//! [`mentioned`] tells which tables and columns a statement names, and [`inlined`] writes it with its values. Where rows
//! do not do, [`distance`] tells how near a query was: the database itself computes what its conditions are about.
//!
//! Nothing here talks to a database but by who asks for it, and nothing depends on time or chance.

mod alternatives;
mod arithmetic;
mod asked;
mod choose;
mod compared;
mod condition;
mod constant;
mod contents;
mod dates;
mod differ;
mod distance;
mod domain;
mod durations;
mod fitted;
mod groups;
mod inlined;
mod inverse;
mod inverse_texts;
mod join;
mod joined;
mod jsons;
mod like;
mod limits;
mod lists;
mod mentioned;
mod moments;
mod operand;
mod order;
mod parents;
mod patterns;
mod plan;
mod ranges;
mod reader;
mod schema;
mod select;
mod shape;
mod solve;
mod spelling;
mod sums;
mod terms;
mod tokens;
mod wanted;
mod wishes;

pub use self::asked::{Asked, Dialect};
pub use self::distance::{Ask, Distance, Met, MetBy, database_of, distance};
pub use self::inlined::inlined;
pub use self::like::regex_of_like;
pub use self::limits::{Limits, limits};
pub use self::mentioned::{Columns, Does, Mentioned, mentioned};
pub use self::plan::{Gives, plan, plan_of};
pub use self::schema::{Column, Filled, ForeignKey, Schema, Table};
pub use self::shape::shape_of;
pub use self::wanted::{Allowed, Plan, Row, Wanted};
pub use self::wishes::{Wish, WishedFor, wishes};
