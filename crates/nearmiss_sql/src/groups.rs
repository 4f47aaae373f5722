//! Rows that a query takes together: groups, and windows.

use serde_json::Value;
use sqlparser::ast::{Expr, Function, GroupByExpr, OrderBySort, Select, WindowType};

use crate::arithmetic::{number, text_of, value_of};
use crate::operand::{added, arguments};
use crate::reader::{Reader, Relation, Scope};
use crate::terms::{Constant, Op, Operand};

/// Most rows that are read of one query.
const MOST: usize = 5;

/// A query whose rows may be needed more than once.
#[derive(Clone, Debug)]
pub(crate) struct Read<'q> {
    select: &'q Select,
    /// Relations of the queries around it.
    outer: Vec<Relation>,
    /// Operands that are alike in all rows.
    alike: Vec<&'q Expr>,
    /// Relations of each row that has been read.
    rows: Vec<Vec<Relation>>,
    /// Conditions of each row, also of those that are read later.
    each: Vec<(&'q Expr, Op, Value)>,
}

/// A value that several rows have together.
#[derive(Clone, Debug)]
pub(crate) struct Together<'q> {
    /// Index of the query.
    read: usize,
    kind: Kind,
    of: Option<&'q Expr>,
    alike: Vec<&'q Expr>,
    /// Operand that orders the rows of a window, and whether the greatest comes first.
    ordered: Option<(&'q Expr, bool)>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kind {
    Count,
    Place,
    Distinct,
    Sum,
    Average,
    Texts,
}

impl<'q> Reader<'q> {
    /// Begins to read a query, whose first row has these relations.
    pub fn begin(&mut self, select: &'q Select, outer: Option<&Scope<'_>>, scope: &Scope<'_>) {
        let mut around = Vec::new();
        let mut next = outer;
        while let Some(one) = next {
            around.splice(0..0, one.relations.iter().cloned());
            next = one.outer;
        }
        let alike = match &select.group_by {
            GroupByExpr::Expressions(exprs, _) => exprs.iter().collect(),
            GroupByExpr::All(_) => Vec::new(),
        };
        let rows = vec![scope.relations.clone()];
        self.reads.push(Read { select, outer: around, alike, rows, each: Vec::new() });
        self.current.push(self.reads.len() - 1);
    }

    /// Has a query find so many rows that belong together.
    fn more(&mut self, read: usize, wanted: usize, alike: &[&'q Expr]) {
        while self.reads[read].rows.len() < wanted.min(MOST) {
            let Read { select, outer, alike: of_groups, rows, each } = self.reads[read].clone();
            let first = self.scope_of(read, &rows[0]);
            let mut again = Scope { relations: outer.clone(), outer: None };
            self.current.push(read);
            self.from(&select.from, &mut again);
            self.selection(select.selection.as_ref(), &again);
            for expr in of_groups.iter().chain(alike) {
                let (one, other) = (self.operand(expr, &first), self.operand(expr, &again));
                self.compared(one, Op::Eq, other);
            }
            for (expr, op, value) in &each {
                self.aim(expr, *op, value, &again);
            }
            self.current.pop();
            let own = again.relations.split_off(outer.len());
            self.reads[read].rows.push(own);
        }
    }

    fn scope_of(&self, read: usize, row: &[Relation]) -> Scope<'static> {
        let relations = self.reads[read].outer.iter().chain(row).cloned().collect();
        Scope { relations, outer: None }
    }

    fn scope_at(&self, read: usize, row: usize) -> Scope<'static> {
        self.scope_of(read, &self.reads[read].rows[row])
    }

    /// Reads a function of several rows.
    pub fn of_rows(
        &mut self,
        name: &str,
        function: &'q Function,
        scope: &Scope<'_>,
    ) -> Option<Operand> {
        let read = *self.current.last()?;
        let given = arguments(function);
        let of = given.first().copied();
        let is_distinct = function.to_string().to_ascii_lowercase().contains("(distinct ");
        let mut alike = Vec::new();
        let mut ordered = None;
        if let Some(WindowType::WindowSpec(window)) = &function.over {
            alike = window.partition_by.iter().collect();
            ordered = window
                .order_by
                .first()
                .map(|order| (&order.expr, order.options.sort == Some(OrderBySort::Desc)));
        }
        let kind = match (name, is_distinct) {
            ("row_number" | "rank" | "dense_rank", _) if function.over.is_some() => Kind::Place,
            ("lag" | "lead", _) if function.over.is_some() => {
                return self.neighbour(read, name, (of?, ordered?.0), &alike);
            }
            ("count", false) => Kind::Count,
            ("count", true) => Kind::Distinct,
            ("sum" | "total", _) => Kind::Sum,
            ("avg", _) => Kind::Average,
            ("group_concat" | "string_agg", _) => Kind::Texts,
            ("min" | "max" | "any_value", _) if given.len() == 1 => {
                return Some(self.operand(of?, scope));
            }
            _ => return None,
        };
        self.together.push(Together { read, kind, of, alike, ordered });
        Some(Operand::Together(self.together.len() - 1))
    }

    /// Reads the value of the row before, or the one behind.
    fn neighbour(
        &mut self,
        read: usize,
        name: &str,
        (of, ordered): (&'q Expr, &'q Expr),
        alike: &[&'q Expr],
    ) -> Option<Operand> {
        self.more(read, self.reads[read].rows.len() + 1, alike);
        let (first, other) =
            (self.scope_at(read, 0), self.scope_at(read, self.reads[read].rows.len() - 1));
        let (one, two) = (self.operand(ordered, &other), self.operand(ordered, &first));
        self.compared(one, if name == "lag" { Op::Lt } else { Op::Gt }, two);
        Some(self.operand(of, &other))
    }

    /// Reads `max(x) - min(x)`: of two rows.
    pub fn spread(&mut self, of: &'q Expr) -> Option<Operand> {
        let read = *self.current.last()?;
        self.more(read, 2, &[]);
        let (first, other) =
            (self.scope_at(read, 0), self.scope_at(read, 1.min(self.reads[read].rows.len() - 1)));
        let (one, two) = (self.operand(of, &first), self.operand(of, &other));
        Some(added(two, -1.0, one))
    }

    /// Takes in that an aggregate of several rows compares so with a value.
    pub fn compared_together(&mut self, index: usize, op: Op, value: &Value) {
        let Together { read, kind, of, alike, ordered } = self.together[index].clone();
        match (kind, of) {
            (Kind::Count, _) => {
                let wanted = rows_for(op, value);
                self.more(read, wanted, &alike);
            }
            (Kind::Place, _) => {
                let wanted = rows_for(op, value);
                self.more(read, wanted, &alike);
                if let Some((of, is_falling)) = ordered {
                    let first = self.scope_at(read, 0);
                    for row in 1..wanted.min(self.reads[read].rows.len()) {
                        let scope = self.scope_at(read, row);
                        let (one, other) = (self.operand(of, &first), self.operand(of, &scope));
                        self.compared(one, if is_falling { Op::Lt } else { Op::Gt }, other);
                    }
                }
            }
            (Kind::Distinct, Some(of)) => {
                let wanted = rows_for(op, value);
                self.more(read, wanted, &alike);
                for row in 1..wanted.min(self.reads[read].rows.len()) {
                    for before in 0..row {
                        let (one, other) = (self.scope_at(read, before), self.scope_at(read, row));
                        let (one, other) = (self.operand(of, &one), self.operand(of, &other));
                        self.compared(other, Op::Ne, one);
                    }
                }
            }
            (Kind::Average, Some(of)) => {
                for row in 0..self.reads[read].rows.len() {
                    let scope = self.scope_at(read, row);
                    self.aim(of, op, value, &scope);
                }
                self.reads[read].each.push((of, op, value.clone()));
            }
            (Kind::Sum, Some(of)) => self.sum(read, of, (op, value), &alike),
            (Kind::Texts, Some(of)) => {
                let text = text_of(value);
                let between = if text.contains(',') { ',' } else { '+' };
                let parts: Vec<&str> = text.split(between).collect();
                self.more(read, parts.len(), &alike);
                for (row, part) in parts.iter().enumerate().take(self.reads[read].rows.len()) {
                    let scope = self.scope_at(read, row);
                    self.aim(of, Op::Eq, &Value::from(*part), &scope);
                }
            }
            _ => self.opaque += 1,
        }
    }

    /// Each row has its part of a sum.
    fn sum(&mut self, read: usize, of: &'q Expr, (op, value): (Op, &Value), alike: &[&'q Expr]) {
        let Some(total) = number(value) else {
            self.opaque += 1;
            return;
        };
        let count = self.reads[read].rows.len() + self.choices.choose(3);
        self.more(read, count, alike);
        let parts = f64::from(u32::try_from(count).unwrap_or(1));
        let part = if matches!(op, Op::Gt | Op::Ge) {
            (total / parts).ceil()
        } else {
            (total / parts).floor()
        };
        for row in 0..count.min(self.reads[read].rows.len()) {
            let scope = self.scope_at(read, row);
            let value = if row == 0 && op == Op::Eq { total - part * (parts - 1.0) } else { part };
            let value = if count == 1 { total } else { value };
            self.aim(of, op, &value_of(value), &scope);
        }
    }

    /// A count compares so with something that is not known: two rows, and a value for them.
    pub fn compared_with_column(&mut self, index: usize, op: Op, other: Operand) {
        let two = Value::from(2);
        self.compared_together(index, Op::Eq, &two);
        self.compared(other, op.turned(), Operand::Constant(Constant::Value(two)));
    }
}

/// Answers how many rows there must be.
fn rows_for(op: Op, value: &Value) -> usize {
    let count = number(value).unwrap_or(1.0);
    let count = if op == Op::Gt { count + 1.0 } else { count };
    let many = (1..MOST)
        .find(|many| u32::try_from(*many).is_ok_and(|many| f64::from(many) >= count))
        .unwrap_or(MOST);
    if matches!(op, Op::Eq | Op::Ge | Op::Gt) { many } else { 1 }
}
