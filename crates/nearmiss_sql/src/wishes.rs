//! What values that are bound to a query should be: they stand beside a column, or beside a pattern.

use sqlparser::ast::{
    Expr, FromTable, Function, JoinConstraint, JoinOperator, Query, Select, SetExpr, Statement,
    TableFactor, TableWithJoins, UpdateTableFromKind, Value as Literal,
};

use crate::asked::{Asked, Places, at};
use crate::like::regex_of_like;
use crate::operand::{arguments, name_of};
use crate::schema::Schema;
use crate::terms::Op;

/// Wish for a value that is bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// Index of the value.
    pub value: usize,
    /// Kind of value that it should be.
    pub wanted: WishedFor,
}

/// Kind of value that is wished for.
#[derive(Clone, Debug, PartialEq)]
pub enum WishedFor {
    /// A value of a column: table and column, by their indices.
    Column(usize, usize),
    /// A text that a regular expression takes, from start to end.
    Pattern(String),
}

/// Lists what the values that are bound to a query should be.
#[must_use]
pub fn wishes(schema: &Schema, asked: &Asked<'_>) -> Vec<Wish> {
    let Some((statement, places)) = asked.parse() else { return Vec::new() };
    let mut found = Wishes { schema, places: &places, tables: Vec::new(), wishes: Vec::new() };
    // All relations first: a condition may name one that stands further out.
    for is_reading in [false, true] {
        found.statement(&statement, is_reading);
    }
    found.wishes
}

struct Wishes<'s> {
    schema: &'s Schema,
    places: &'s Places,
    /// Tables by the names that they have in the query.
    tables: Vec<(String, usize)>,
    wishes: Vec<Wish>,
}

impl Wishes<'_> {
    fn statement(&mut self, statement: &Statement, is_reading: bool) {
        match statement {
            Statement::Query(query) => self.query(query, is_reading),
            Statement::Update(update) => {
                self.tables(std::slice::from_ref(&update.table), is_reading);
                if let Some(
                    UpdateTableFromKind::BeforeSet(tables) | UpdateTableFromKind::AfterSet(tables),
                ) = &update.from
                {
                    self.tables(tables, is_reading);
                }
                self.condition(update.selection.as_ref(), is_reading);
            }
            Statement::Delete(delete) => {
                let (FromTable::WithFromKeyword(tables) | FromTable::WithoutKeyword(tables)) =
                    &delete.from;
                self.tables(tables, is_reading);
                self.tables(delete.using.as_deref().unwrap_or_default(), is_reading);
                self.condition(delete.selection.as_ref(), is_reading);
            }
            _ => {}
        }
    }

    fn query(&mut self, query: &Query, is_reading: bool) {
        for one in query.with.iter().flat_map(|with| &with.cte_tables) {
            self.query(&one.query, is_reading);
        }
        self.body(&query.body, is_reading);
    }

    fn body(&mut self, body: &SetExpr, is_reading: bool) {
        match body {
            SetExpr::Select(select) => self.select(select, is_reading),
            SetExpr::Query(query) => self.query(query, is_reading),
            SetExpr::SetOperation { left, right, .. } => {
                self.body(left, is_reading);
                self.body(right, is_reading);
            }
            _ => {}
        }
    }

    fn select(&mut self, select: &Select, is_reading: bool) {
        self.tables(&select.from, is_reading);
        self.condition(select.selection.as_ref(), is_reading);
        self.condition(select.having.as_ref(), is_reading);
    }

    fn tables(&mut self, tables: &[TableWithJoins], is_reading: bool) {
        for table in tables {
            self.factor(&table.relation, is_reading);
            for join in &table.joins {
                self.factor(&join.relation, is_reading);
                if let JoinOperator::Join(JoinConstraint::On(on))
                | JoinOperator::Inner(JoinConstraint::On(on))
                | JoinOperator::Left(JoinConstraint::On(on))
                | JoinOperator::LeftOuter(JoinConstraint::On(on)) = &join.join_operator
                {
                    self.condition(Some(on), is_reading);
                }
            }
        }
    }

    fn factor(&mut self, factor: &TableFactor, is_reading: bool) {
        match factor {
            TableFactor::Table { name, alias, .. } if !is_reading => {
                let parts: Vec<String> = name
                    .0
                    .iter()
                    .map(|part| part.to_string().trim_matches(['"', '`']).to_owned())
                    .collect();
                let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
                if let (Some(table), Some(last)) = (self.schema.find(&parts), parts.last()) {
                    let own = alias.as_ref().map_or(*last, |alias| &alias.name.value);
                    self.tables.push((own.to_owned(), table));
                }
            }
            TableFactor::Derived { subquery, .. } => self.query(subquery, is_reading),
            TableFactor::NestedJoin { table_with_joins, .. } => {
                self.tables(std::slice::from_ref(&**table_with_joins), is_reading);
            }
            _ => {}
        }
    }

    fn condition(&mut self, condition: Option<&Expr>, is_reading: bool) {
        match condition {
            Some(
                Expr::Nested(inner)
                | Expr::UnaryOp { expr: inner, .. }
                | Expr::IsTrue(inner)
                | Expr::IsFalse(inner),
            ) => self.condition(Some(inner), is_reading),
            Some(Expr::BinaryOp { left, op, right }) => {
                if Op::of(op).is_some() {
                    self.meet(left, right, is_reading);
                } else {
                    self.condition(Some(left), is_reading);
                    self.condition(Some(right), is_reading);
                }
            }
            Some(Expr::Between { expr, low, high, .. }) => {
                for (one, other) in [(expr, low), (expr, high)] {
                    self.meet(one, other, is_reading);
                }
            }
            Some(Expr::InList { expr, list, .. }) => {
                list.iter().for_each(|item| self.meet(expr, item, is_reading));
            }
            Some(Expr::InSubquery { subquery, .. } | Expr::Exists { subquery, .. }) => {
                self.query(subquery, is_reading);
            }
            Some(Expr::Like { expr, pattern, negated: false, .. }) if is_reading => {
                if let (Some(value), Expr::Value(pattern)) = (self.bound(expr), &**pattern)
                    && let Literal::SingleQuotedString(pattern) = &pattern.value
                {
                    let wanted = WishedFor::Pattern(regex_of_like(pattern));
                    self.wishes.push(Wish { value, wanted });
                }
            }
            _ => {}
        }
    }

    /// Two expressions are compared.
    fn meet(&mut self, one: &Expr, other: &Expr, is_reading: bool) {
        if !is_reading {
            return;
        }
        for (one, other) in [(one, other), (other, one)] {
            if let (Some(value), Some((table, column))) = (self.bound(one), self.column(other)) {
                self.wishes.push(Wish { value, wanted: WishedFor::Column(table, column) });
            }
        }
    }

    /// Answers the index of the value that is bound where an expression stands.
    fn bound(&self, expr: &Expr) -> Option<usize> {
        match expr {
            Expr::Nested(inner)
            | Expr::Cast { expr: inner, .. }
            | Expr::Trim { expr: inner, .. } => self.bound(inner),
            Expr::Function(function) => self.bound(in_other_letters(function)?),
            Expr::Value(value) if matches!(value.value, Literal::Placeholder(_)) => {
                self.places.get(&at(value.span.start)).copied()
            }
            _ => None,
        }
    }

    /// Answers the table and the column that an expression names.
    fn column(&self, expr: &Expr) -> Option<(usize, usize)> {
        let (relation, name) = match expr {
            Expr::Nested(inner) => return self.column(inner),
            Expr::Function(function) => return self.column(in_other_letters(function)?),
            Expr::Identifier(name) => (None, name.value.as_str()),
            Expr::CompoundIdentifier(names) => {
                let [.., relation, name] = names.as_slice() else { return None };
                (Some(relation.value.as_str()), name.value.as_str())
            }
            _ => return None,
        };
        let is_meant =
            |own: &str| relation.is_none_or(|relation| relation.eq_ignore_ascii_case(own));
        let mut named = self.tables.iter().filter(|(own, _)| is_meant(own));
        named.find_map(|(_, table)| {
            self.schema.tables[*table].column(name).map(|column| (*table, column))
        })
    }
}

/// Answers what a function writes in other letters, or without blanks.
fn in_other_letters(function: &Function) -> Option<&Expr> {
    let is_one = matches!(
        name_of(function).as_str(),
        "lower" | "upper" | "lcase" | "ucase" | "btrim" | "trim"
    );
    match arguments(function)[..] {
        [one] if is_one => Some(one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::asked::Dialect;

    #[test]
    fn values_are_to_be_as_the_columns_beside_them() {
        let tables = json!([
            {"database": "a", "schema": "public", "name": "users",
             "columns": [{"name": "id", "type": "integer"}, {"name": "born", "type": "date"}]},
            {"database": "a", "schema": "public", "name": "orders",
             "columns": [{"name": "id", "type": "uuid"}, {"name": "price", "type": "numeric"}]},
        ]);
        let schema = Schema { tables: serde_json::from_value(tables).unwrap() };
        let found =
            |text| wishes(&schema, &Asked { dialect: Dialect::Postgres, text, values: &[] });
        let column =
            |value, table, column| Wish { value, wanted: WishedFor::Column(table, column) };
        assert_eq!(
            found(
                "SELECT * FROM users u JOIN orders AS o ON o.price > $2 WHERE $1::date = u.born OR o.id IN ($3)"
            ),
            [column(1, 1, 1), column(0, 0, 1), column(2, 1, 0)]
        );
        assert_eq!(
            found(
                "DELETE FROM orders WHERE EXISTS (SELECT 1 FROM users WHERE price = $1 AND id = $2)"
            ),
            [column(0, 1, 1), column(1, 1, 0)]
        );
        let pattern = Wish { value: 0, wanted: WishedFor::Pattern("^ab\\..*$".to_owned()) };
        assert_eq!(found("SELECT 1 FROM users WHERE $1 LIKE 'ab.%'"), [pattern]);
        assert_eq!(found("SELECT 1 FROM users WHERE"), []);
    }
}
