//! Rows that others need: parents along foreign keys, and what constraints ask for.

use sqlparser::parser::Parser;

use crate::alternatives::Choices;
use crate::asked::{Dialect, Places};
use crate::domain::Test;
use crate::plan::Gives;
use crate::reader::{Atom, Reader, Relation, Scope, Shown};
use crate::schema::{Filled, ForeignKey};
use crate::solve::Rows;
use crate::terms::At;
use crate::tokens::tokens_of;

/// Most rows of one plan.
const MOST_ROWS: usize = 16;

/// Adds the parents that rows need, and their parents. Answers whether there is room for all.
pub(crate) fn add_parents(rows: &mut Rows<'_>) -> bool {
    let mut row = 0;
    while row < rows.tables.len() {
        if let Some(table) = rows.tables[row] {
            for key in &rows.schema.tables[table].foreign_keys.clone() {
                if !add_parent(rows, row, key) {
                    return false;
                }
            }
        }
        if rows.tables.len() > MOST_ROWS {
            return false;
        }
        row += 1;
    }
    true
}

fn add_parent(rows: &mut Rows<'_>, child: usize, key: &ForeignKey) -> bool {
    let schema = rows.schema;
    let Some(table) = rows.tables[child].map(|table| &schema.tables[table]) else { return true };
    let Some(parent_table) = schema.referenced(table, key) else { return true };
    let above = &schema.tables[parent_table];
    let columns = key.columns.iter().zip(&key.references);
    let pairs: Option<Vec<(usize, usize)>> =
        columns.map(|(own, other)| Some((table.column(own)?, above.column(other)?))).collect();
    let Some(pairs) = pairs else { return true };
    let at = |column: usize| At { row: child, column };
    // A key with a null points nowhere, and one that nobody gives is null.
    let is_null =
        |own: usize| rows.known(at(own)).is_some_and(|class| rows.domain(class).is_null());
    let is_given = |own: usize| rows.known(at(own)).is_some() || table.columns[own].is_required();
    if pairs.iter().any(|(own, _)| is_null(*own)) || !pairs.iter().any(|(own, _)| is_given(*own)) {
        return true;
    }
    let points_to = |rows: &Rows<'_>, parent: usize| {
        pairs.iter().all(|(own, other)| {
            let own = rows.known(at(*own));
            own.is_some() && own == rows.known(At { row: parent, column: *other })
        })
    };
    let candidates: Vec<usize> = (0..rows.tables.len())
        .filter(|row| rows.tables[*row] == Some(parent_table) && *row != child)
        .collect();
    if candidates.iter().any(|parent| points_to(rows, *parent)) {
        return true;
    }
    // One that is there serves where nothing speaks against it: rows of a test agree.
    let may_be = |parent: &usize| {
        pairs.iter().all(|pair| {
            let (own, other) = pair;
            let value = |at| rows.known(at).and_then(|class| rows.domain(class).equal().cloned());
            let (own, other) = (value(at(*own)), value(At { row: *parent, column: *other }));
            let are_unequal = rows.are_unequal(at(pair.0), At { row: *parent, column: pair.1 });
            !are_unequal && (own == other || own.is_none())
        })
    };
    let found = candidates.iter().copied().find(may_be);
    let parent = found.unwrap_or_else(|| rows.add(parent_table));
    pairs.iter().all(|(own, other)| rows.unite(at(*own), At { row: parent, column: *other }))
}

/// Takes in what the checks of the tables want of columns that are given a value. Answers whether that can be.
pub(crate) fn keep_checks(rows: &mut Rows<'_>, dialect: Dialect) -> bool {
    (0..rows.tables.len()).all(|row| keep_checks_of(rows, row, dialect))
}

/// Gives rows more columns, but those that point to other rows: one that the checks do not allow beside the others is left out.
pub(crate) fn give_more(rows: &mut Rows<'_>, dialect: Dialect, gives: Gives) {
    for row in 0..rows.tables.len() {
        let Some(table) = rows.tables[row].map(|table| &rows.schema.tables[table]) else {
            continue;
        };
        for (column, about) in table.columns.iter().enumerate() {
            let at = At { row, column };
            let points = table.foreign_keys.iter().any(|key| key.columns.contains(&about.name));
            let is_usual = gives == Gives::Contents && (about.is_boolean() || about.is_time());
            if points
                || is_usual
                || about.is_required()
                || about.filled.is_some()
                || rows.known(at).is_some()
            {
                continue;
            }
            let mut tried = rows.clone();
            if !tried.domain_mut(at).set_null(false) {
                continue;
            }
            let mut checked = tried.clone();
            let can_be = keep_checks_of(&mut checked, row, dialect);
            let class = checked.known(at);
            let has_value = |class: usize| checked.domain(class).choose(about).is_some();
            if can_be && class.is_some_and(has_value) {
                *rows = tried;
            }
        }
    }
}

/// Takes in what the checks of a row's table want of it.
fn keep_checks_of(rows: &mut Rows<'_>, row: usize, dialect: Dialect) -> bool {
    let Some(table) = rows.tables[row] else { return true };
    let about = &rows.schema.tables[table];
    let of_domains = about.columns.iter().flat_map(|column| {
        let quoted = format!("\"{}\"", column.name);
        column.checks.iter().map(move |check| check.replace("VALUE", &quoted))
    });
    let computed = about.columns.iter().enumerate().filter_map(|(column, about)| {
        let expression =
            about.default.as_ref().filter(|_| about.filled == Some(Filled::Generated))?;
        let class = rows.known(At { row, column })?;
        Some(rows.domain(class).conditions(expression))
    });
    let computed: Vec<String> = computed.flatten().collect();
    let checks: Vec<String> =
        computed.into_iter().chain(about.checks.iter().cloned()).chain(of_domains).collect();
    checks.iter().all(|check| keep_check(rows, row, check, dialect))
}

/// Rounds through the ways to keep a check.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Turn {
    /// It is seen what the check is about.
    Seen,
    /// Each way but those with ranges that have no end.
    Bounded,
    /// Each way.
    Any,
}

/// Takes in one check of a row, where it is about columns that are given.
fn keep_check(rows: &mut Rows<'_>, row: usize, check: &str, dialect: Dialect) -> bool {
    let Some(table) = rows.tables[row] else { return true };
    let parser = Parser::new(dialect.of_parser()).with_recursion_limit(100);
    let Some(tokens) = tokens_of(dialect, check) else { return true };
    let Ok(expr) = parser.with_tokens_with_locations(tokens).parse_expr() else { return true };
    let places = Places::new();
    let mut choices = Choices::default();
    let mut concerns = false;
    let mut has_ways = false;
    // A check that a row without these columns breaks: one of them is to be given.
    let mut holds_of_nulls = false;
    let mut turn = Turn::Seen;
    // Whatever stands behind OR is tried, too; first it is seen what the check is about.
    loop {
        let mut reader = Reader::new(rows.schema, (&[], &places), choices);
        reader.row(table);
        let name = rows.schema.tables[table].name.clone();
        let scope = Scope { relations: vec![Relation { name, shown: Shown::Row(0) }], outer: None };
        reader.condition(&expr, true, &scope);
        let mut atoms: Vec<_> = reader.atoms.iter().map(|atom| atom.clone().of_row(row)).collect();
        let is_possible = !reader.is_impossible;
        choices = reader.choices;
        has_ways |= choices.clone().turn();
        let is_known = |at: &At| rows.known(*at).is_some();
        let about = |at: &At| &rows.schema.tables[table].columns[at.column];
        concerns |= atoms
            .iter()
            .flat_map(Atom::columns)
            .any(|at| is_known(&at) || about(&at).is_required());
        // A check of a null is kept, unless it asks for a value.
        let is_null = |at: &At| rows.known(*at).is_some_and(|class| rows.domain(class).is_null());
        let is_absent = |at: &At| {
            is_null(at) || (!is_known(at) && about(at).nullable && about(at).default.is_none())
        };
        let asks_for = |atom: &Atom| matches!(atom, Atom::Null(at, false) if is_absent(at));
        holds_of_nulls |= is_possible && !atoms.iter().any(asks_for);
        atoms
            .retain(|atom| matches!(atom, Atom::Null(..)) || !atom.columns().iter().any(is_absent));
        // A range without an end is the last that is tried.
        let is_open = |atom: &Atom| matches!(atom, Atom::Test(_, Test::Open(_, true)));
        let is_tried = turn == Turn::Any || (turn == Turn::Bounded && !atoms.iter().any(is_open));
        if is_tried && is_possible && rows.would_take(&atoms) {
            if has_ways {
                atoms
                    .iter()
                    .flat_map(Atom::columns)
                    .for_each(|at| rows.domain_mut(at).is_tied = true);
            }
            return rows.take(&atoms);
        }
        if !choices.turn() {
            turn = match turn {
                Turn::Seen if concerns || !holds_of_nulls => Turn::Bounded,
                Turn::Bounded => Turn::Any,
                Turn::Seen => return true,
                Turn::Any => return false,
            };
            choices = Choices::default();
        }
    }
}
