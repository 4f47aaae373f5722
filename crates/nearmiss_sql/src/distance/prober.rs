//! Queries that are asked beside a query, to see how near it was to finding something.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use sqlparser::ast::{
    Expr, FromTable, GroupByExpr, Query, Select, SelectItem, SetExpr, SetOperator, Statement,
    TableWithJoins, UpdateTableFromKind,
};

use super::Ask;
use super::atom::Met;
use super::relations::{MOST_ROWS, Relations};
use super::tree::Tree;
use crate::asked::Dialect;
use crate::schema::Schema;

/// Most queries that are asked beside one.
const MOST_ASKED: u32 = 4;
/// Most predicates of a condition: what has more is written by a program.
const MOST_ATOMS: usize = 60;
/// Values of a sub-query that are looked at.
const MOST_VALUES: usize = 50;
/// Nearest that a query is which has found nothing.
const NEAREST: f64 = 0.99;

/// A query that is looked at.
pub(super) struct Prober<'q, 'a> {
    pub schema: &'a Schema,
    pub dialect: Dialect,
    pub ask: &'a mut Ask<'a>,
    /// Queries that names stand for, and their texts.
    pub named: BTreeMap<String, &'q Query>,
    with: Vec<String>,
    is_recursive: bool,
    asks_left: u32,
    /// Predicates that hold or do not, without anything between.
    pub opaque: usize,
    /// Values that met in the predicates that do not hold for the row that is nearest.
    pub met: Vec<Met>,
}

impl<'q, 'a> Prober<'q, 'a> {
    pub fn new(schema: &'a Schema, dialect: Dialect, ask: &'a mut Ask<'a>) -> Self {
        Self {
            schema,
            dialect,
            ask,
            named: BTreeMap::new(),
            with: Vec::new(),
            is_recursive: false,
            asks_left: MOST_ASKED,
            opaque: 0,
            met: Vec::new(),
        }
    }

    /// Answers how near a statement was to finding or changing something; `None`: it cannot be told.
    pub fn statement(&mut self, statement: &'q Statement) -> Option<f64> {
        match statement {
            Statement::Query(query) => self.query(query),
            Statement::Update(update) => {
                let mut tables = vec![&update.table];
                if let Some(
                    UpdateTableFromKind::BeforeSet(more) | UpdateTableFromKind::AfterSet(more),
                ) = &update.from
                {
                    tables.extend(more);
                }
                self.rows(&tables, update.selection.as_ref(), None)
            }
            Statement::Delete(delete) => {
                let (FromTable::WithFromKeyword(tables) | FromTable::WithoutKeyword(tables)) =
                    &delete.from;
                let more = delete.using.iter().flatten();
                let tables: Vec<&TableWithJoins> = tables.iter().chain(more).collect();
                self.rows(&tables, delete.selection.as_ref(), None)
            }
            _ => None,
        }
    }

    fn query(&mut self, query: &'q Query) -> Option<f64> {
        if let Some(with) = &query.with {
            self.is_recursive |= with.recursive;
            for one in &with.cte_tables {
                self.with.push(one.to_string());
                self.named.insert(one.alias.name.value.to_ascii_lowercase(), &one.query);
            }
        }
        self.body(&query.body)
    }

    fn body(&mut self, body: &'q SetExpr) -> Option<f64> {
        match body {
            SetExpr::Select(select) => self.select(select),
            SetExpr::Query(query) => self.query(query),
            SetExpr::SetOperation { left, op, right, .. } => {
                let left = self.body(left);
                match op {
                    SetOperator::Union => match (left, self.body(right)) {
                        (Some(left), Some(right)) => Some(left.max(right)),
                        (left, right) => left.or(right),
                    },
                    SetOperator::Intersect => {
                        let right = self.body(right)?;
                        Some((left? + right) / 2.0)
                    }
                    // What the other side has may be all of it, or nothing.
                    SetOperator::Except | SetOperator::Minus => left,
                }
            }
            SetExpr::Values(_) => Some(NEAREST),
            _ => None,
        }
    }

    fn select(&mut self, select: &'q Select) -> Option<f64> {
        if select.into.is_some() {
            return None;
        }
        if select.from.is_empty() {
            return self.only_shown(&select.projection);
        }
        let tables: Vec<&TableWithJoins> = select.from.iter().collect();
        self.rows(&tables, select.selection.as_ref(), select.having.as_ref().map(|_| select))
    }

    /// A query without relations finds what the queries in it find: `SELECT EXISTS (...)`.
    fn only_shown(&mut self, projection: &'q [SelectItem]) -> Option<f64> {
        let mut nearest: Option<f64> = None;
        for item in projection {
            let (SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. }) = item
            else {
                continue;
            };
            if let Expr::Exists { subquery: query, negated: false } | Expr::Subquery(query) = expr
                && let Some(near) = self.query(query)
            {
                nearest = Some(nearest.map_or(near, |other| other.max(near)));
            }
        }
        nearest
    }

    /// Answers how near rows are to fulfilling a condition, and groups of them that of `grouped`.
    fn rows(
        &mut self,
        tables: &[&'q TableWithJoins],
        condition: Option<&'q Expr>,
        grouped: Option<&'q Select>,
    ) -> Option<f64> {
        let relations = self.relations(tables);
        let conditions = relations.conditions.iter().copied().chain(condition);
        let tree = Tree::All(conditions.map(|condition| self.tree(condition, true)).collect());
        if tree.count() > MOST_ATOMS {
            return None;
        }
        let near = self.nearest_row(&relations, &tree)?;
        let Some(select) = grouped else { return Some(near * NEAREST) };
        let of_groups = if near < 1.0 { 0.0 } else { self.groups(select).unwrap_or(0.0) };
        Some((near * NEAREST + of_groups) / 2.0)
    }

    fn nearest_row(&mut self, relations: &Relations<'q>, tree: &Tree) -> Option<f64> {
        let flags = relations.needed.iter().map(|needed| needed.flag.clone());
        let shown: Vec<String> =
            flags.chain(tree.shown()).chain(["nearmiss_one".to_owned()]).collect();
        let text = format!("SELECT {} FROM {} LIMIT {MOST_ROWS}", shown.join(", "), relations.text);
        let rows = self.ask(&text)?;
        let needed = relations.needed.len();
        let mut best: (f64, Vec<Met>) = (0.0, Vec::new());
        for row in rows.iter().filter_map(Value::as_object) {
            let there = relations.needed.iter().filter(|one| has(row, &one.flag)).count();
            let (near, met) = if there == needed { tree.nearness(row) } else { (0.0, Vec::new()) };
            let near = if needed == 0 { near } else { (count(there) + near) / count(needed + 1) };
            if near > best.0 {
                best = (near, met);
            }
        }
        self.met.append(&mut best.1);
        Some(if best.0 < 1.0 { best.0 + self.lacking(relations, &rows) } else { best.0 })
    }

    /// Answers what a sub-query that stands where a table might is worth that finds nothing itself.
    fn lacking(&mut self, relations: &Relations<'q>, rows: &[Value]) -> f64 {
        let all = count(relations.needed.len() + 1);
        let mut more = 0.0;
        for needed in &relations.needed {
            let is_there =
                rows.iter().filter_map(Value::as_object).any(|row| has(row, &needed.flag));
            if let (Some(query), false) = (needed.of, is_there) {
                more += self.inner(query).unwrap_or(0.0) / all;
            }
        }
        more
    }

    /// Answers how near groups are to fulfilling what HAVING says.
    fn groups(&mut self, select: &'q Select) -> Option<f64> {
        let tree = self.tree(select.having.as_ref()?, true);
        let GroupByExpr::Expressions(by, _) = &select.group_by else { return None };
        let from: Vec<String> = select.from.iter().map(ToString::to_string).collect();
        let mut text = format!("SELECT {} FROM {}", tree.shown().join(", "), from.join(", "));
        if let Some(condition) = &select.selection {
            text.push_str(&format!(" WHERE {condition}"));
        }
        if !by.is_empty() {
            let by: Vec<String> = by.iter().map(ToString::to_string).collect();
            text.push_str(&format!(" GROUP BY {}", by.join(", ")));
        }
        let rows = self.ask(&format!("{text} LIMIT {MOST_ROWS}"))?;
        let near = rows.iter().filter_map(Value::as_object).map(|row| tree.nearness(row));
        let best = near.max_by(|one, other| one.0.total_cmp(&other.0));
        let (near, mut met) = best?;
        self.met.append(&mut met);
        Some(near * NEAREST)
    }

    /// Answers how near a query inside of another one is to finding something, unless it needs that one's rows.
    pub fn inner(&mut self, query: &'q Query) -> Option<f64> {
        if needs_others(&query.to_string()) {
            return None;
        }
        let (named, with) = (self.named.clone(), self.with.len());
        let near = self.query(query);
        self.named = named;
        self.with.truncate(with);
        near
    }

    /// Answers the values that a query inside of another one finds, unless it needs that one's rows.
    pub fn values_of(&mut self, query: &'q Query) -> Option<Vec<Value>> {
        let text = query.to_string();
        if needs_others(&text) {
            return None;
        }
        let rows =
            self.ask(&format!("SELECT * FROM ({text}) AS nearmiss_of LIMIT {MOST_VALUES}"))?;
        let first = |row: &Value| row.as_object()?.values().next().cloned();
        Some(rows.iter().filter_map(first).collect())
    }

    fn ask(&mut self, text: &str) -> Option<Vec<Value>> {
        self.asks_left = self.asks_left.checked_sub(1)?;
        let with = match (self.with.is_empty(), self.is_recursive) {
            (true, _) => String::new(),
            (false, true) => format!("WITH RECURSIVE {} ", self.with.join(", ")),
            (false, false) => format!("WITH {} ", self.with.join(", ")),
        };
        (self.ask)(&format!("{with}{text}"))
    }
}

fn has(row: &Map<String, Value>, flag: &str) -> bool {
    row.get(flag).is_some_and(|flag| !flag.is_null())
}

fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::MAX, f64::from)
}

/// Tells whether the text of a query names columns of relations that it has not itself: a name that stands before points
/// only.
fn needs_others(text: &str) -> bool {
    let words: Vec<&str> = text
        .split(|letter: char| {
            !(letter.is_alphanumeric() || matches!(letter, '_' | '"' | '`' | '.'))
        })
        .filter(|word| !word.is_empty())
        .collect();
    let is_own = |name: &str| {
        words.iter().any(|word| {
            word.eq_ignore_ascii_case(name)
                || word.rsplit_once('.').is_some_and(|(_, last)| last.eq_ignore_ascii_case(name))
        })
    };
    words.iter().any(|word| match word.split_once('.') {
        Some((name, rest)) => {
            let is_number = name.chars().all(|letter| letter.is_ascii_digit());
            !is_number && !rest.is_empty() && !is_own(name)
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_that_need_others_are_known_by_their_names() {
        assert!(needs_others("SELECT 1 FROM orders AS o WHERE o.user_id = u.id"));
        assert!(needs_others("SELECT 1 FROM orders WHERE orders.user_id = users.id"));
        assert!(!needs_others("SELECT o.id FROM orders AS o WHERE o.price > 1.5"));
        assert!(!needs_others("SELECT orders.id FROM orders"));
    }
}
