//! Rows that make a query find something.

use std::collections::{BTreeMap, BTreeSet};

use crate::alternatives::Choices;
use crate::asked::{Asked, Dialect};
use crate::order::in_order;
use crate::parents::{add_parents, give_more, keep_checks};
use crate::reader::{Atom, Reader};
use crate::schema::{Column, Filled, Schema};
use crate::solve::{Rows, some_value};
use crate::terms::At;
use crate::wanted::{Allowed, Plan, Row, Wanted};

/// Most plans for one query.
const MOST_PLANS: usize = 6;

/// Works out rows that make a query find something: each plan is another way, the one with the fewest rows first. None
/// where the query is not understood, or finds no rows.
#[must_use]
pub fn plan(schema: &Schema, asked: &Asked<'_>) -> Vec<Plan> {
    plan_of(schema, asked, Gives::Needed)
}

/// Columns that rows are given.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Gives {
    /// Those that the query, keys and checks want.
    Needed,
    /// All that say something, too: no flags and no points in time, whose defaults and nulls are how most rows are.
    Contents,
    /// All that rows may have.
    All,
}

/// Works out the same with more columns, as far as checks allow them together: what the code reads of a row tells what it
/// wants there.
#[must_use]
pub fn plan_of(schema: &Schema, asked: &Asked<'_>, gives: Gives) -> Vec<Plan> {
    let Some((statement, places)) = asked.parse() else { return Vec::new() };
    let mut plans: Vec<Plan> = Vec::new();
    let mut choices = Choices::default();
    loop {
        let mut reader = Reader::new(schema, (asked.values, &places), choices);
        let finds = reader.statement(&statement);
        if finds && !reader.is_impossible {
            let plan = solved(&reader, asked.dialect, gives);
            plans.extend(plan.filter(|plan| !plans.contains(plan)));
        }
        choices = reader.choices;
        if !choices.turn() {
            break;
        }
    }
    plans.sort_by_key(|plan| plan.rows.len());
    plans.truncate(MOST_PLANS);
    plans
}

fn solved(reader: &Reader<'_>, dialect: Dialect, gives: Gives) -> Option<Plan> {
    let mut rows = Rows::new(reader.schema, &reader.rows);
    if !rows.take(&reader.atoms) || !add_parents(&mut rows) {
        return None;
    }
    rows.asked = reader.atoms.iter().flat_map(Atom::columns).collect();
    if gives != Gives::Needed {
        give_more(&mut rows, dialect, gives);
    }
    if !keep_checks(&mut rows, dialect) || !rows.settle_sums() || !rows.settle_orders() {
        return None;
    }
    rows.settle_holds();
    if !rows.differ() {
        return None;
    }
    emit(&rows).map(|rows| Plan { rows, opaque: reader.opaque })
}

/// Gives each class of columns its value, in the first row that has one of it.
fn emit(rows: &Rows<'_>) -> Option<Vec<Row>> {
    let ordered = in_order(rows);
    let mut owners: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    let mut made = Vec::new();
    let asked: BTreeSet<usize> = rows.asked.iter().filter_map(|at| rows.known(*at)).collect();
    for (index, row) in ordered.iter().enumerate() {
        let table_index = rows.tables[*row]?;
        let table = &rows.schema.tables[table_index];
        let mut columns = BTreeMap::new();
        let mut of_query = BTreeMap::new();
        for (column, about) in table.columns.iter().enumerate() {
            let Some(class) = rows.known(At { row: *row, column }) else { continue };
            if about.filled == Some(Filled::Generated) {
                continue;
            }
            let domain = rows.domain(class);
            if asked.contains(&class) {
                of_query.insert(column, Allowed(domain.clone()));
            }
            match owners.get(&class) {
                Some((row, of)) => {
                    columns.insert(column, Wanted::Same { row: *row, column: *of });
                }
                None => {
                    let mut wanted = domain.choose(about)?;
                    if domain.is_loose() && !asked.contains(&class) && keeps_limits(about) {
                        wanted = Wanted::Free;
                    }
                    let of_row = rows.members(class).filter(|at| at.row == *row).count();
                    if of_row > 1 && wanted == Wanted::Free {
                        // A row does not point to itself.
                        wanted = Wanted::Value(some_value(about));
                    }
                    let is_fixed = matches!(wanted, Wanted::Value(_));
                    if !is_fixed || is_shared(rows, class) {
                        owners.insert(class, (index, column));
                    }
                    // Who is filled anyway need not be given.
                    if !(wanted == Wanted::Free && about.filled.is_some()) {
                        columns.insert(column, wanted);
                    }
                }
            }
        }
        made.push(Row { table: table_index, columns, asked: of_query });
    }
    Some(made)
}

/// Tells whether values of a column keep the limits of its checks whoever makes them ([`crate::limits()`]).
fn keeps_limits(column: &Column) -> bool {
    column.is_text() || column.is_number() || column.is_boolean() || column.is_json()
}

/// Tells whether several rows have a column of a class.
fn is_shared(rows: &Rows<'_>, class: usize) -> bool {
    let rows: BTreeSet<usize> = rows.members(class).map(|at| at.row).collect();
    rows.len() > 1
}
