//! Trees of JSON that are no deeper than what walks over them can bear.
//!
//! `serde_json` refuses a whole text for one value that nests too deeply; here such a value becomes
//! `{}`, which as a schema allows anything.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Levels of a tree. Below the 128 of `serde_json`, and enough for forty objects in each other.
pub(super) const DEEPEST: usize = 120;

/// Reads JSON; answers how many values were too deep, too.
pub(super) fn parse_json(text: &str) -> Result<(Value, usize), serde_json::Error> {
    let cut = Cell::new(0);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Level { left: DEEPEST, cut: &cut }.deserialize(&mut reader)?;
    reader.end()?;
    Ok((value, cut.get()))
}

/// Replaces what lies deeper than `left` levels; answers how many values that were.
pub(super) fn cut_below(value: &mut Value, left: usize) -> usize {
    match value {
        Value::Array(_) | Value::Object(_) if left == 0 => {
            *value = Value::Object(Map::new());
            1
        }
        Value::Array(list) => list.iter_mut().map(|item| cut_below(item, left - 1)).sum(),
        Value::Object(map) => map.values_mut().map(|item| cut_below(item, left - 1)).sum(),
        _ => 0,
    }
}

/// A value with so many levels left for it.
#[derive(Clone, Copy)]
struct Level<'c> {
    left: usize,
    cut: &'c Cell<usize>,
}

impl Level<'_> {
    fn too_deep(self) -> Value {
        self.cut.set(self.cut.get() + 1);
        Value::Object(Map::new())
    }
}

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let Some(left) = self.left.checked_sub(1) else {
            // Skipped without recursion.
            while items.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(self.too_deep());
        };
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Level { left, ..self })? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let Some(left) = self.left.checked_sub(1) else {
            while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(self.too_deep());
        };
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            map.insert(key, entries.next_value_seed(Level { left, ..self })?);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_deep_is_cut_and_the_rest_is_the_same() {
        let text =
            r#"{"b":[1,-2,1e300,0.1,"x",null,true,{"a":{},"c":[]}],"a":18446744073709551615}"#;
        assert_eq!(parse_json(text).unwrap(), (serde_json::from_str(text).unwrap(), 0));
        assert!(parse_json("{} x").is_err());
        for depth in [DEEPEST, DEEPEST + 1, 100_000] {
            let text = format!("[{}{}, 7]", "[".repeat(depth), "]".repeat(depth));
            let (value, cut) = parse_json(&text).unwrap();
            assert_eq!((value[1].as_u64(), cut), (Some(7), 1), "{depth}");
        }
        let mut value = serde_json::json!([[[1]], [[]], 2]);
        assert_eq!(cut_below(&mut value, 2), 2);
        assert_eq!(value, serde_json::json!([[{}], [{}], 2]));
    }
}
