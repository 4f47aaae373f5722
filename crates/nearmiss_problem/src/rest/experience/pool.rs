//! Values that answers held, by the names of their fields: ids, codes and states that the API knows.

use std::collections::BTreeMap;

use nearmiss_search::GeneValue;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::names::{field_key, resource_of_field};

/// Most values of a name; of more, the oldest go.
const VALUES: usize = 24;
/// Most names.
const NAMES: usize = 2000;
/// Longest text that is kept, in bytes.
const LONGEST: usize = 120;
/// Items of a list that are looked at, and levels of records.
const ITEMS: usize = 4;
const LEVELS: usize = 5;

/// The values of one name, and where the next one goes.
#[derive(Clone, Debug, Default)]
struct Known {
    values: Vec<GeneValue>,
    next: usize,
}

/// Values by name.
#[derive(Clone, Debug, Default)]
pub(in crate::rest) struct DataPool {
    known: BTreeMap<String, Known>,
}

impl DataPool {
    /// Takes in a body that is about `resource`. Answers whether anything was new.
    pub fn take_in(&mut self, body: &Value, resource: &str) -> bool {
        self.look(body, "", resource, LEVELS)
    }

    /// Takes in a value of a field of a record of `resource`. Answers whether it was new.
    pub fn note(&mut self, name: &str, resource: &str, value: GeneValue) -> bool {
        let Some(key) = field_key(name, resource) else { return false };
        if !self.known.contains_key(&key) && self.known.len() >= NAMES {
            return false;
        }
        let known = self.known.entry(key).or_default();
        if known.values.contains(&value) {
            return false;
        }
        if known.values.len() < VALUES {
            known.values.push(value);
        } else {
            known.values[known.next] = value;
            known.next = (known.next + 1) % VALUES;
        }
        true
    }

    /// Tells whether answers held this value of a field of a record of `resource`, as a text or as a number.
    pub fn holds(&self, name: &str, resource: &str, value: &GeneValue) -> bool {
        let known = field_key(name, resource).and_then(|key| self.known.get(&key));
        let written = |value: &GeneValue| match value {
            GeneValue::Integer(whole) => Some(whole.to_string()),
            GeneValue::Text(units) => Some(String::from_utf16_lossy(units)),
            _ => None,
        };
        let text = written(value);
        let is_same =
            |known: &GeneValue| known == value || (text.is_some() && written(known) == text);
        known.is_some_and(|known| known.values.iter().any(is_same))
    }

    /// One of the values of a field of a record of `resource`.
    pub fn any(&self, name: &str, resource: &str, rng: &mut Pcg64Mcg) -> Option<&GeneValue> {
        let known = self.known.get(&field_key(name, resource)?)?;
        Some(&known.values[rng.random_range(0..known.values.len())])
    }

    fn look(&mut self, value: &Value, name: &str, resource: &str, levels: usize) -> bool {
        let single = match value {
            Value::Object(fields) if levels > 0 => {
                let mut news = false;
                let resource = match name {
                    "" => resource.to_owned(),
                    name => resource_of_field(name, resource),
                };
                for (name, field) in fields {
                    news |= self.look(field, name, &resource, levels - 1);
                }
                return news;
            }
            Value::Array(items) if levels > 0 => {
                let mut news = false;
                for item in items.iter().take(ITEMS) {
                    news |= self.look(item, name, resource, levels - 1);
                }
                return news;
            }
            Value::String(text) if !text.is_empty() && text.len() <= LONGEST => {
                GeneValue::text(text)
            }
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => GeneValue::Integer(whole),
                (None, Some(real)) => GeneValue::Double(real),
                _ => return false,
            },
            _ => return false,
        };
        !name.is_empty() && self.note(name, resource, single)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_found_again_by_what_they_are_of() {
        let mut pool = DataPool::default();
        let body =
            json!({"data": [{"id": "p1", "category": {"id": 7}, "state": "draft", "ok": true}]});
        assert!(pool.take_in(&body, "product"));
        assert!(!pool.take_in(&body, "product"), "known");
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut any = |name, resource| pool.any(name, resource, &mut rng).cloned();
        assert_eq!(any("productId", "order"), Some(GeneValue::text("p1")));
        assert_eq!(any("id", "product"), Some(GeneValue::text("p1")));
        assert_eq!(any("category_id", "x"), Some(GeneValue::Integer(7)));
        assert_eq!(any("state", "order"), Some(GeneValue::text("draft")));
        assert_eq!(any("ok", "product"), None);
        assert_eq!(any("id", "order"), None);
        assert!(pool.holds("productId", "order", &GeneValue::text("p1")));
        assert!(!pool.holds("productId", "order", &GeneValue::text("p2")));
        assert!(pool.holds("category_id", "x", &GeneValue::text("7")));
    }

    #[test]
    fn the_pool_is_bounded_and_keeps_the_youngest() {
        let mut pool = DataPool::default();
        for number in 0..1000 {
            pool.note("id", "a", GeneValue::Integer(number));
        }
        let known = &pool.known["a.id"].values;
        assert_eq!(known.len(), VALUES);
        assert!(known.contains(&GeneValue::Integer(999)));
        assert!(!known.contains(&GeneValue::Integer(900)));
        for number in 0..3 * NAMES {
            pool.note(&format!("n{number}"), "a", GeneValue::Integer(1));
        }
        assert_eq!(pool.known.len(), NAMES);
    }
}
