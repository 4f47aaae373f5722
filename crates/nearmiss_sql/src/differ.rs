//! Rows of one table that must not be the same, since a key is unique.

use serde_json::Value;

use crate::solve::Rows;
use crate::terms::At;
use crate::wanted::Wanted;

/// Most changes that are made.
const MOST: usize = 60;

impl Rows<'_> {
    /// Has rows of one table differ in each of their unique keys. Answers whether they can.
    pub fn differ(&mut self) -> bool {
        for _ in 0..MOST {
            match self.alike() {
                None => return true,
                Some((at, value)) => self.domain_mut(at).set_not(&[value]),
            }
        }
        false
    }

    /// Finds a column that has to differ from a value, which another row has.
    fn alike(&self) -> Option<(At, Value)> {
        let rows: Vec<usize> =
            (0..self.tables.len()).filter(|row| self.tables[*row].is_some()).collect();
        for (index, other) in rows.iter().enumerate() {
            for one in &rows[..index] {
                if self.tables[*one] != self.tables[*other] {
                    continue;
                }
                let Some(table) = self.tables[*one].map(|table| &self.schema.tables[table]) else {
                    continue;
                };
                for key in std::iter::once(&table.primary_key).chain(&table.uniques) {
                    let columns: Vec<usize> =
                        key.iter().filter_map(|name| table.column(name)).collect();
                    let found = self.alike_in(&columns, *one, *other);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    }

    fn alike_in(&self, key: &[usize], one: usize, other: usize) -> Option<(At, Value)> {
        if key.is_empty() {
            return None;
        }
        let mut changed = None;
        for column in key {
            let (one, other) =
                (At { row: one, column: *column }, At { row: other, column: *column });
            let (here, there) = (self.known(one)?, self.known(other)?);
            let about = self.about(other)?;
            let value = match self.domain(here).choose(about)? {
                Wanted::Value(value) => value,
                // It is another one, but where they are the same.
                _ if here == there => continue,
                _ => return None,
            };
            if value.is_null() || self.domain(there).choose(about)? != Wanted::Value(value.clone())
            {
                return None;
            }
            if here != there && self.domain(there).equal().is_none() {
                changed = Some((other, value));
            }
        }
        changed
    }
}
