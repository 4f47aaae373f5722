//! How near queries that found nothing were to finding something, as long as that is worth asking.
//!
//! All bounds are counts: what is asked never depends on the clock.

use std::collections::BTreeMap;

use nearmiss_sql::{Asked, Dialect, Schema, Table, database_of, distance, shape_of};
use serde_json::Value;

use super::told::ToldQuery;

/// Queries of one test that are looked at.
const PER_TEST: usize = 3;
/// Questions that may be asked of databases: so many at first, and then one in so many calls.
const ASKED_AT_FIRST: u64 = 300;
const CALLS_PER_ASKED: u64 = 4;
/// Times that a query is looked at in vain, without an answer, before it is given up.
const MOST_IN_VAIN: u32 = 4;
/// Times that it is looked at without coming nearer, from when on it is looked at once in so many times.
const STALE: u32 = 60;
const TURNS_OF_STALE: u32 = 10;

/// Asks a database, by its name; `None`: it does not answer.
pub type AskDatabase<'a> = dyn FnMut(&str, &str) -> Option<Vec<Value>> + 'a;

/// Distances of queries from finding something, as one process of the API shows them.
#[derive(Debug, Default)]
pub struct QueryDistances {
    schema: Schema,
    sites: BTreeMap<String, Site>,
    calls: u64,
    asked: u64,
}

/// A query, whatever its values are.
#[derive(Debug, Default)]
struct Site {
    /// It has found something.
    has_found: bool,
    in_vain: u32,
    /// Nearest that it was, and how often it was looked at since.
    nearest: f64,
    since: u32,
    turns: u32,
}

impl Site {
    /// Tells whether it is worth to look at it now.
    fn is_open(&mut self) -> bool {
        if self.has_found || self.in_vain >= MOST_IN_VAIN {
            return false;
        }
        self.turns += 1;
        self.since < STALE || self.turns.is_multiple_of(TURNS_OF_STALE)
    }

    fn note(&mut self, near: Option<f64>) {
        match near {
            Some(near) => {
                self.in_vain = 0;
                self.since = if near > self.nearest { 0 } else { self.since.saturating_add(1) };
                self.nearest = self.nearest.max(near);
            }
            None => self.in_vain += 1,
        }
    }
}

impl QueryDistances {
    /// Takes in tables, as homes of databases tell them.
    pub fn know(&mut self, tables: &[Value]) {
        let read = |table: &Value| serde_json::from_value::<Table>(table.clone()).ok();
        self.schema = Schema { tables: tables.iter().filter_map(read).collect() };
    }

    /// Tells whether any tables are known.
    #[must_use]
    pub fn knows_any(&self) -> bool {
        !self.schema.tables.is_empty()
    }

    /// Looks at the queries of a test of so many calls that found nothing.
    pub fn measure(&mut self, queries: &mut [ToldQuery], calls: u32, ask: &mut AskDatabase<'_>) {
        self.calls += u64::from(calls);
        let mut looked_at: Vec<usize> = Vec::new();
        for at in 0..queries.len() {
            let query = &queries[at];
            let Some(dialect) = Dialect::named(&query.dialect).filter(|_| query.failed.is_none())
            else {
                continue;
            };
            let shape = shape_of(dialect, &query.text);
            let site = self.sites.entry(shape).or_default();
            site.has_found |= query.found();
            if query.found() {
                continue;
            }
            let is_same = |same: &&usize| {
                let same = &queries[**same];
                (&same.text, &same.values) == (&query.text, &query.values)
            };
            if let Some(same) = looked_at.iter().find(is_same) {
                queries[at].near = queries[*same].near.clone();
                continue;
            }
            let may_ask = self.asked < ASKED_AT_FIRST + self.calls / CALLS_PER_ASKED;
            if looked_at.len() >= PER_TEST || !may_ask || !site.is_open() {
                continue;
            }
            let asked = Asked { dialect, text: &query.text, values: &query.values };
            let Some(database) = database_of(&self.schema, &asked) else {
                site.in_vain += 1;
                continue;
            };
            let count = &mut self.asked;
            let mut ask = |text: &str| {
                *count += 1;
                ask(database, text)
            };
            let near = distance(&self.schema, &asked, &mut ask);
            site.note(near.as_ref().map(|found| found.near));
            looked_at.push(at);
            queries[at].near = near;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn query(text: &str, count: u64) -> ToldQuery {
        let told = json!({"d": "sqlite", "t": text, "n": count});
        ToldQuery::read(0, &told.to_string()).unwrap()
    }

    fn known() -> QueryDistances {
        let mut known = QueryDistances::default();
        known.know(&[json!({"database": "a.db", "name": "t", "columns": [{"name": "n"}]})]);
        known
    }

    #[test]
    fn only_what_has_not_found_anything_is_looked_at_and_each_once() {
        let mut known = known();
        let mut asked = Vec::new();
        let mut ask = |database: &str, text: &str| {
            asked.push(format!("{database}: {text}"));
            Some(vec![json!({"nearmiss_one": 1})])
        };
        let one = query("SELECT * FROM t WHERE n = 1", 0);
        let mut queries = [one.clone(), query("SELECT n FROM t", 1), one];
        known.measure(&mut queries, 1, &mut ask);
        assert_eq!(queries.each_ref().map(|query| query.near.is_some()), [true, false, true]);
        known.measure(&mut [query("SELECT n FROM t", 0)], 1, &mut ask);
        assert_eq!(asked.len(), 1, "{asked:?}");
        assert!(asked[0].starts_with("a.db: SELECT nearmiss_has_0, "), "{asked:?}");
    }

    #[test]
    fn what_a_database_refuses_or_never_comes_nearer_is_asked_no_more() {
        let mut count = 0;
        let mut ask = |_: &str, _: &str| {
            count += 1;
            None
        };
        let mut distances = known();
        for n in 0..100 {
            let text = format!("SELECT * FROM t WHERE n = {n}");
            distances.measure(&mut [query(&text, 0)], 1, &mut ask);
        }
        assert_eq!(count, MOST_IN_VAIN);
        let mut count = 0;
        let mut ask = |_: &str, _: &str| {
            count += 1;
            Some(Vec::new())
        };
        for n in 0..1000 {
            let text = format!("SELECT n FROM t WHERE n = {n}");
            distances.measure(&mut [query(&text, 0)], 1, &mut ask);
        }
        assert!((60..200).contains(&count), "{count}");
    }
}
