//! Relations of a query.

use sqlparser::ast::{
    Expr, Join, JoinConstraint, JoinOperator, TableFactor, TableFunctionArgs, TableWithJoins,
};

use crate::operand::expression;
use crate::reader::{Reader, Relation, Scope, Shown};
use crate::terms::{Op, Operand};

impl<'q> Reader<'q> {
    /// Adds what stands behind FROM to a scope.
    pub fn from(&mut self, tables: &'q [TableWithJoins], scope: &mut Scope<'_>) {
        for table in tables {
            // The side of a right join that may lack, with all before it, is left out at first.
            let kept = table.joins.iter().rposition(|join| is_right(&join.join_operator));
            if let Some(kept) = kept.filter(|_| self.choices.choose(2) == 0) {
                let before = table.joins[..kept].iter().map(|join| &join.relation);
                for factor in std::iter::once(&table.relation).chain(before) {
                    scope.relations.push(Relation { name: name_of(factor), shown: Shown::Nothing });
                }
                let shown = self.factor(&table.joins[kept].relation, scope);
                scope.relations.extend(shown);
                for join in &table.joins[kept + 1..] {
                    self.join(join, scope);
                }
                continue;
            }
            let shown = self.factor(&table.relation, scope);
            scope.relations.extend(shown);
            for join in &table.joins {
                self.join(join, scope);
            }
        }
    }

    fn join(&mut self, join: &'q Join, scope: &mut Scope<'_>) {
        let (constraint, may_lack) = match &join.join_operator {
            JoinOperator::Left(constraint)
            | JoinOperator::LeftOuter(constraint)
            | JoinOperator::FullOuter(constraint) => (Some(constraint), true),
            JoinOperator::Join(constraint)
            | JoinOperator::Inner(constraint)
            | JoinOperator::Right(constraint)
            | JoinOperator::RightOuter(constraint)
            | JoinOperator::CrossJoin(constraint)
            | JoinOperator::Semi(constraint)
            | JoinOperator::LeftSemi(constraint)
            | JoinOperator::StraightJoin(constraint) => (Some(constraint), false),
            JoinOperator::OuterApply => (None, true),
            _ => (None, false),
        };
        // First without the other side: what is not needed is not put in. A reading that needs it comes next.
        if may_lack && self.choices.choose(2) == 0 {
            let name = name_of(&join.relation);
            scope.relations.push(Relation { name, shown: Shown::Nothing });
            return;
        }
        let before = scope.relations.len();
        let shown = self.factor(&join.relation, scope);
        scope.relations.extend(shown);
        match constraint {
            Some(JoinConstraint::On(condition)) => self.condition(condition, true, scope),
            Some(JoinConstraint::Using(names)) => {
                let names: Vec<String> = names.iter().map(plain).collect();
                self.same_columns(&names, before, scope);
            }
            _ => {}
        }
    }

    /// Columns of these names are equal before and behind a place among the relations.
    fn same_columns(&mut self, names: &[String], at: usize, scope: &Scope<'_>) {
        for name in names {
            let side =
                |relations: &[Relation]| Scope { relations: relations.to_vec(), outer: None };
            let (before, behind) = scope.relations.split_at(at);
            let one = self.resolve(&[name.as_str()], &side(before));
            let other = self.resolve(&[name.as_str()], &side(behind));
            self.compared(one, Op::Eq, other);
        }
    }

    fn factor(&mut self, factor: &'q TableFactor, scope: &Scope<'_>) -> Vec<Relation> {
        match factor {
            TableFactor::Table { name, args: None, .. } => {
                let names: Vec<String> =
                    name.0.iter().map(|part| unquoted(&part.to_string())).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let shown = self.table(&names);
                vec![Relation { name: name_of(factor), shown }]
            }
            TableFactor::Derived { subquery, .. } => {
                let mut columns = self.query(subquery, Some(scope));
                if let TableFactor::Derived { alias: Some(alias), .. } = factor {
                    for ((known, _), column) in columns.iter_mut().zip(&alias.columns) {
                        known.clone_from(&column.name.value);
                    }
                }
                vec![Relation { name: name_of(factor), shown: Shown::Columns(columns) }]
            }
            TableFactor::NestedJoin { table_with_joins, .. } => {
                let mut inner = Scope { relations: Vec::new(), outer: scope.outer };
                self.from(std::slice::from_ref(&**table_with_joins), &mut inner);
                inner.relations
            }
            TableFactor::UNNEST { array_exprs, .. } if !array_exprs.is_empty() => {
                let list = self.operand(&array_exprs[0], scope);
                vec![Relation { name: name_of(factor), shown: items_of(list) }]
            }
            TableFactor::Function { args, .. }
            | TableFactor::Table { args: Some(TableFunctionArgs { args, .. }), .. } => {
                let given: Vec<&Expr> = args.iter().filter_map(expression).collect();
                let list = match given.as_slice() {
                    [list] => self.operand(list, scope),
                    [list, path, ..] => self.json_at(list, Some(path), scope),
                    [] => Operand::Opaque,
                };
                let shown = items_of(list);
                self.opaque += usize::from(!matches!(shown, Shown::Items(..)));
                vec![Relation { name: name_of(factor), shown }]
            }
            other => {
                self.opaque += 1;
                vec![Relation { name: name_of(other), shown: Shown::Columns(Vec::new()) }]
            }
        }
    }

    /// Finds a relation by its name: a query that has that name, or a row of a table.
    fn table(&mut self, names: &[&str]) -> Shown {
        if let [name] = names
            && let Some((query, columns)) = self.named.get(&name.to_ascii_lowercase()).cloned()
        {
            let mut shown = self.query(query, None);
            for ((known, _), name) in shown.iter_mut().zip(columns) {
                *known = name;
            }
            return Shown::Columns(shown);
        }
        match self.schema.find(names) {
            Some(table) => Shown::Row(self.row(table)),
            None => {
                // A view, or a table that nobody told of.
                self.opaque += 1;
                Shown::Columns(Vec::new())
            }
        }
    }
}

/// Answers the items of a list.
fn items_of(list: Operand) -> Shown {
    match list {
        Operand::Column(at) => Shown::Items(at, Vec::new()),
        Operand::Json(at, path) => Shown::Items(at, path),
        _ => Shown::Columns(Vec::new()),
    }
}

/// Tells whether the side before a join may lack.
fn is_right(operator: &JoinOperator) -> bool {
    matches!(
        operator,
        JoinOperator::Right(_) | JoinOperator::RightOuter(_) | JoinOperator::FullOuter(_)
    )
}

/// Answers the name that a relation has in its query.
fn name_of(factor: &TableFactor) -> String {
    let alias = match factor {
        TableFactor::Table { alias, .. }
        | TableFactor::Derived { alias, .. }
        | TableFactor::TableFunction { alias, .. }
        | TableFactor::Function { alias, .. }
        | TableFactor::UNNEST { alias, .. }
        | TableFactor::NestedJoin { alias, .. } => alias.as_ref(),
        _ => None,
    };
    match (alias, factor) {
        (Some(alias), _) => alias.name.value.clone(),
        (None, TableFactor::Table { name, .. }) => plain(name),
        (None, _) => String::new(),
    }
}

/// Answers the last part of a name.
fn plain(name: &sqlparser::ast::ObjectName) -> String {
    name.0.last().map(|part| unquoted(&part.to_string())).unwrap_or_default()
}

fn unquoted(text: &str) -> String {
    text.trim_matches(['"', '`', '[', ']']).to_owned()
}

/// Answers whether an expression is a name, and which.
pub(crate) fn name_of_expr(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Identifier(name) => Some(name.value.clone()),
        Expr::CompoundIdentifier(names) => names.last().map(|name| name.value.clone()),
        Expr::Nested(inner) => name_of_expr(inner),
        _ => None,
    }
}
