//! Values that hold others: JSON and lists; ranges are in `ranges.rs`.

use serde_json::{Map, Value};

use crate::domain::{Domain, Test};
use crate::fitted::put;
use crate::schema::Column;

impl Domain {
    /// Answers the value of a column that holds what is wanted, if any is to be held.
    pub fn contents(&self, column: &Column) -> Option<Value> {
        if !self.json.is_empty() {
            return Some(self.json_value());
        }
        if let Some(range) = self.range(column) {
            return Some(range.into());
        }
        if let Some(items) = self.items() {
            return Some(Value::Array(items));
        }
        (!self.elements.is_empty()).then(|| Value::Array(self.elements.clone()))
    }

    /// Answers a list of so many items, with those that are wanted at their places.
    fn items(&self) -> Option<Vec<Value>> {
        const MOST: usize = 100;
        let mut items = self.elements.clone();
        let mut is_list = false;
        for test in &self.tests {
            let (length, item) = match test {
                Test::Items(length) => (*length, None),
                Test::Item(at, value) => (at + 1, Some((*at, value))),
                _ => continue,
            };
            is_list = true;
            if length > MOST {
                return None;
            }
            let filler =
                |at: usize| item.map_or_else(|| Value::from(at + 1), |(_, value)| value.clone());
            while items.len() < length {
                items.push(filler(items.len()));
            }
            if let Some((at, value)) = item {
                items[at] = value.clone();
            }
        }
        is_list.then_some(items)
    }

    fn json_value(&self) -> Value {
        let mut all = Value::Object(Map::new());
        for (path, value) in &self.json {
            put(&mut all, path, value.clone());
        }
        all
    }
}
