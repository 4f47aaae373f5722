//! Queries, and statements that have one.

use sqlparser::ast::{
    Expr, FromTable, LimitClause, Query, Select, SelectItem, SelectItemQualifiedWildcardKind,
    SetExpr, SetOperator, Statement, UpdateTableFromKind,
};

use crate::compared::is_condition;
use crate::join::name_of_expr;
use crate::reader::{Reader, Relation, Scope, Shown};
use crate::terms::{At, Constant, Op, Operand};

/// Deepest that queries stand in each other, and that a query with a name stands in itself.
const DEEPEST: usize = 12;

/// Columns that a query shows.
pub(crate) type Columns = Vec<(String, Operand)>;

impl<'q> Reader<'q> {
    /// Reads a statement. Answers whether it is one that finds rows.
    pub fn statement(&mut self, statement: &'q Statement) -> bool {
        let mut scope = Scope::default();
        match statement {
            Statement::Query(query) => {
                self.query(query, None);
            }
            Statement::Update(update) => {
                self.from(std::slice::from_ref(&update.table), &mut scope);
                if let Some(
                    UpdateTableFromKind::BeforeSet(tables) | UpdateTableFromKind::AfterSet(tables),
                ) = &update.from
                {
                    self.from(tables, &mut scope);
                }
                self.selection(update.selection.as_ref(), &scope);
            }
            Statement::Delete(delete) => {
                let (FromTable::WithFromKeyword(tables) | FromTable::WithoutKeyword(tables)) =
                    &delete.from;
                self.from(tables, &mut scope);
                if let Some(using) = &delete.using {
                    self.from(using, &mut scope);
                }
                self.selection(delete.selection.as_ref(), &scope);
            }
            Statement::Insert(insert) => match &insert.source {
                Some(source) if !matches!(*source.body, SetExpr::Values(_)) => {
                    self.query(source, None);
                }
                _ => return false,
            },
            _ => return false,
        }
        !self.rows.is_empty()
    }

    pub fn selection(&mut self, condition: Option<&'q Expr>, scope: &Scope<'_>) {
        if let Some(condition) = condition {
            self.condition(condition, true, scope);
        }
    }

    /// Reads a query: it must find something. Answers the columns that it shows.
    pub fn query(&mut self, query: &'q Query, outer: Option<&Scope<'_>>) -> Columns {
        self.depth += 1;
        if self.depth > DEEPEST {
            self.is_impossible = true;
            self.depth -= 1;
            return Columns::new();
        }
        if let Some(with) = &query.with {
            for one in &with.cte_tables {
                let columns = one.alias.columns.iter().map(|column| column.name.value.clone());
                let name = one.alias.name.value.to_ascii_lowercase();
                self.named.insert(name, (&one.query, columns.collect()));
            }
        }
        let skipped = self.skipped(query);
        let columns = self.body(&query.body, outer, skipped);
        self.depth -= 1;
        columns
    }

    /// Answers how many rows a query leaves out before it shows one.
    fn skipped(&self, query: &Query) -> usize {
        let offset = match &query.limit_clause {
            Some(LimitClause::LimitOffset { offset: Some(offset), .. }) => {
                self.constant(&offset.value)
            }
            Some(LimitClause::OffsetCommaLimit { offset, .. }) => self.constant(offset),
            _ => None,
        };
        const MOST: usize = 4;
        match offset {
            Some(Constant::Value(value)) => {
                let rows = crate::arithmetic::number(&value).unwrap_or(0.0);
                (0..=MOST)
                    .find(|count| f64::from(u32::try_from(*count).unwrap_or(0)) >= rows)
                    .unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn body(&mut self, body: &'q SetExpr, outer: Option<&Scope<'_>>, skipped: usize) -> Columns {
        match body {
            SetExpr::Select(select) => self.select(select, outer, skipped),
            SetExpr::Query(query) => self.query(query, outer),
            SetExpr::SetOperation { left, op, right, .. } => match op {
                SetOperator::Union => {
                    let chosen = if self.choices.choose(2) == 0 { left } else { right };
                    self.body(chosen, outer, skipped)
                }
                SetOperator::Intersect => {
                    let (one, other) = (self.body(left, outer, 0), self.body(right, outer, 0));
                    for ((_, one), (_, other)) in one.iter().zip(other) {
                        self.compared(one.clone(), Op::Eq, other);
                    }
                    one
                }
                // What the other side has is not there at first.
                SetOperator::Except | SetOperator::Minus => self.body(left, outer, skipped),
            },
            SetExpr::Values(values) if !values.rows.is_empty() => {
                let chosen = self.choices.choose(values.rows.len().min(3));
                let scope = Scope::default();
                let row: &'q Vec<Expr> = &values.rows[chosen];
                row.iter()
                    .enumerate()
                    .map(|(at, one)| (format!("column{}", at + 1), self.operand(one, &scope)))
                    .collect()
            }
            // A change in front of a query: what it changes is what it shows.
            SetExpr::Update(statement) | SetExpr::Delete(statement) => {
                self.statement(statement);
                Columns::new()
            }
            _ => {
                self.opaque += 1;
                Columns::new()
            }
        }
    }

    fn select(&mut self, select: &'q Select, outer: Option<&Scope<'_>>, skipped: usize) -> Columns {
        let mut scope = Scope { relations: Vec::new(), outer };
        self.from(&select.from, &mut scope);
        self.selection(select.selection.as_ref(), &scope);
        self.begin(select, outer, &scope);
        if select.having.is_some() {
            // Names of what is shown mean that there, too.
            let columns = self.shown(&select.projection, &scope);
            let named =
                columns.into_iter().filter(|(_, operand)| !matches!(operand, Operand::Opaque));
            let shown = Shown::Columns(named.collect());
            scope.relations.insert(0, Relation { name: String::new(), shown });
            self.selection(select.having.as_ref(), &scope);
            scope.relations.remove(0);
        }
        if select.from.is_empty() {
            self.only_shown(&select.projection, &scope);
        }
        if self.depth == 1 {
            self.shown_conditions(&select.projection, &scope);
        }
        let columns = self.shown(&select.projection, &scope);
        self.current.pop();
        // Groups of one row are left out like rows.
        for _ in 0..skipped {
            let mut again = Scope { relations: Vec::new(), outer };
            self.from(&select.from, &mut again);
            self.selection(select.selection.as_ref(), &again);
        }
        columns
    }

    /// Reads conditions that a query shows, on which the code will part: each is left open first, then true, then false.
    fn shown_conditions(&mut self, projection: &'q [SelectItem], scope: &Scope<'_>) {
        const MOST: usize = 2;
        let shown = projection.iter().filter_map(|item| match item {
            SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => Some(expr),
            _ => None,
        });
        let conditions =
            shown.filter(|expr| is_condition(expr) || matches!(expr, Expr::AnyOp { .. }));
        for expr in conditions.take(MOST) {
            match self.choices.choose(3) {
                0 => {}
                way => self.condition(expr, way == 1, scope),
            }
        }
    }

    /// A query without relations finds what the queries in it find: `SELECT EXISTS (...)`.
    fn only_shown(&mut self, projection: &'q [SelectItem], scope: &Scope<'_>) {
        for item in projection {
            let (SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. }) = item
            else {
                continue;
            };
            match expr {
                Expr::Exists { .. } => self.condition(expr, true, scope),
                Expr::Subquery(query) => {
                    self.query(query, Some(scope));
                }
                _ => {}
            }
        }
    }

    fn shown(&mut self, projection: &'q [SelectItem], scope: &Scope<'_>) -> Columns {
        let mut columns = Columns::new();
        for item in projection {
            match item {
                SelectItem::UnnamedExpr(expr) => {
                    let name = name_of_expr(expr).unwrap_or_default();
                    let operand = self.shown_operand(expr, scope);
                    columns.push((name, operand));
                }
                SelectItem::ExprWithAlias { expr, alias } => {
                    let operand = self.shown_operand(expr, scope);
                    columns.push((alias.value.clone(), operand));
                }
                SelectItem::QualifiedWildcard(
                    SelectItemQualifiedWildcardKind::ObjectName(name),
                    _,
                ) => {
                    let name = name.to_string();
                    let name = name.trim_matches(['"', '`']);
                    let named =
                        scope.relations.iter().filter(|one| one.name.eq_ignore_ascii_case(name));
                    columns.extend(named.flat_map(|one| self.all_of(one)));
                }
                SelectItem::Wildcard(_) => {
                    columns.extend(scope.relations.iter().flat_map(|one| self.all_of(one)));
                }
                _ => columns.push((String::new(), Operand::Opaque)),
            }
        }
        columns
    }

    /// Reads an operand that a query only shows: nothing need be there for it.
    fn shown_operand(&mut self, expr: &'q Expr, scope: &Scope<'_>) -> Operand {
        match expr {
            Expr::Subquery(_) | Expr::Exists { .. } => Operand::Opaque,
            other => self.operand(other, scope),
        }
    }

    fn all_of(&self, relation: &Relation) -> Columns {
        match &relation.shown {
            Shown::Row(row) => {
                let table = &self.schema.tables[self.rows[*row]];
                let columns = table.columns.iter().enumerate();
                columns
                    .map(|(column, about)| {
                        (about.name.clone(), Operand::Column(At { row: *row, column }))
                    })
                    .collect()
            }
            Shown::Columns(columns) => columns.clone(),
            Shown::Items(at, path) => vec![("value".to_owned(), Operand::Item(*at, path.clone()))],
            Shown::Nothing => Columns::new(),
        }
    }
}
