//! What stands behind FROM, so that each row of a few hundred combinations tells which of the relations have rows.

use sqlparser::ast::{
    Expr, Join, JoinConstraint, JoinOperator, Query, TableAlias, TableFactor, TableWithJoins,
};

use super::prober::Prober;
use crate::asked::Dialect;
use crate::schema::Schema;

/// Most combinations that are looked at, about.
pub(super) const MOST_ROWS: usize = 300;

/// A relation of which a row is needed.
pub(super) struct Needed<'q> {
    /// Column that is null where there is none.
    pub flag: String,
    /// Query that its rows are of, if it is no table.
    pub of: Option<&'q Query>,
}

/// Relations that stand behind FROM.
pub(super) struct Relations<'q> {
    /// It as text.
    pub text: String,
    pub needed: Vec<Needed<'q>>,
    /// Conditions of joins, which have to be true.
    pub conditions: Vec<&'q Expr>,
}

impl<'q> Prober<'q, '_> {
    /// Writes relations so that each of them may lack: a row of our own stands before all.
    pub fn relations(&self, tables: &[&'q TableWithJoins]) -> Relations<'q> {
        let count = tables.iter().map(|table| 1 + table.joins.len()).sum();
        let limit = limit_of(count);
        let text = "(SELECT 1 AS nearmiss_one) AS nearmiss_first".to_owned();
        let mut found = Relations { text, needed: Vec::new(), conditions: Vec::new() };
        for table in tables {
            if table.joins.iter().any(|join| !is_known(&join.join_operator)) {
                found.text.push_str(&format!(" LEFT JOIN ({table}) ON 1 = 1"));
                continue;
            }
            self.add(&mut found, &table.relation, None, limit);
            for join in &table.joins {
                self.add_join(&mut found, join, limit);
            }
        }
        found
    }

    fn add_join(&self, found: &mut Relations<'q>, join: &'q Join, limit: usize) {
        match &join.join_operator {
            JoinOperator::Left(_) | JoinOperator::LeftOuter(_) => {
                found.text.push_str(&format!(" {join}"));
            }
            JoinOperator::Join(constraint)
            | JoinOperator::Inner(constraint)
            | JoinOperator::CrossJoin(constraint)
            | JoinOperator::StraightJoin(constraint) => {
                if let JoinConstraint::On(condition) = constraint {
                    found.conditions.push(condition);
                }
                self.add(found, &join.relation, Some(constraint), limit);
            }
            _ => {}
        }
    }

    fn add(
        &self,
        found: &mut Relations<'q>,
        factor: &'q TableFactor,
        constraint: Option<&JoinConstraint>,
        limit: usize,
    ) {
        let flag = format!("nearmiss_has_{}", found.needed.len());
        let written = match self.flagged(factor, &flag, limit) {
            Some((written, of)) => {
                found.needed.push(Needed { flag, of });
                written
            }
            None => factor.to_string(),
        };
        let (natural, rest) = match constraint {
            Some(JoinConstraint::Using(names)) => {
                let names: Vec<String> = names.iter().map(ToString::to_string).collect();
                ("", format!("USING ({})", names.join(", ")))
            }
            Some(JoinConstraint::Natural) => ("NATURAL ", String::new()),
            _ => ("", "ON 1 = 1".to_owned()),
        };
        found.text.push_str(&format!(" {natural}LEFT JOIN {written} {rest}"));
    }

    /// Answers a relation with a column more, and the query that its rows are of. `None`: it stays as it is.
    fn flagged(
        &self,
        factor: &'q TableFactor,
        flag: &str,
        limit: usize,
    ) -> Option<(String, Option<&'q Query>)> {
        let (name, order, of) = match factor {
            TableFactor::Table { name, alias, args: None, .. } => {
                let last = name.0.last()?.to_string();
                let own = alias.as_ref().map_or(last, |alias| alias.name.to_string());
                let parts: Vec<String> =
                    name.0.iter().map(|part| unquoted(&part.to_string())).collect();
                let of = match &parts[..] {
                    [one] => self.named.get(&one.to_ascii_lowercase()).copied(),
                    _ => None,
                };
                let order = if of.is_some() { None } else { self.newest_first(&own, &parts) };
                (own, order.unwrap_or_default(), of)
            }
            TableFactor::Derived {
                lateral: false,
                subquery,
                alias: Some(TableAlias { name, .. }),
                ..
            } => (name.to_string(), String::new(), Some(&**subquery)),
            _ => return None,
        };
        let inner = format!("SELECT {name}.*, 1 AS {flag} FROM {factor}{order} LIMIT {limit}");
        Some((format!("({inner}) AS {name}"), of))
    }

    /// Answers the order in which rows that a test has made come first, as far as keys tell.
    fn newest_first(&self, name: &str, parts: &[String]) -> Option<String> {
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let schema: &Schema = self.schema;
        let table = &schema.tables[schema.find(&parts)?];
        let keys = table.primary_key.iter().map(|key| {
            let key = match self.dialect {
                Dialect::MySql => format!("`{}`", key.replace('`', "``")),
                _ => format!("\"{}\"", key.replace('"', "\"\"")),
            };
            format!("{name}.{key} DESC")
        });
        let keys: Vec<String> = keys.collect();
        (!keys.is_empty()).then(|| format!(" ORDER BY {}", keys.join(", ")))
    }
}

/// Answers how many rows of each of so many relations are looked at.
fn limit_of(relations: usize) -> usize {
    let fits = |rows: &usize| {
        let power = u32::try_from(relations).unwrap_or(u32::MAX);
        rows.checked_pow(power).is_some_and(|all| all <= MOST_ROWS)
    };
    // Tests have few rows in few tables: of four relations four combinations each are looked at.
    (2..=MOST_ROWS).rev().find(fits).unwrap_or(2)
}

fn is_known(operator: &JoinOperator) -> bool {
    matches!(
        operator,
        JoinOperator::Join(_)
            | JoinOperator::Inner(_)
            | JoinOperator::CrossJoin(_)
            | JoinOperator::StraightJoin(_)
            | JoinOperator::Left(_)
            | JoinOperator::LeftOuter(_)
    )
}

fn unquoted(text: &str) -> String {
    text.trim_matches(['"', '`', '[', ']']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_hundred_combinations_are_looked_at() {
        assert_eq!([1, 2, 3, 4, 9, 40].map(limit_of), [300, 17, 6, 4, 2, 2]);
    }
}
