//! Values of inputs as JSON: readable where JSON has the same, an object with one key elsewhere.

use nearmiss_search::GeneValue;
use serde_json::{Value, json};

/// The JSON of a value; `None` for a number that JSON has not.
pub fn to_json(value: &GeneValue) -> Option<Value> {
    Some(match value {
        GeneValue::Absent => json!({"absent": true}),
        GeneValue::Null => Value::Null,
        GeneValue::Boolean(value) => json!(value),
        GeneValue::Integer(value) => json!(value),
        GeneValue::Double(value) if value.is_finite() => json!({"double": value}),
        GeneValue::Double(_) => return None,
        GeneValue::Text(units) => match String::from_utf16(units) {
            Ok(text) => json!(text),
            // A lone surrogate is no text elsewhere.
            Err(_) => json!({"units": units}),
        },
        GeneValue::List(items) => Value::Array(items.iter().map(to_json).collect::<Option<_>>()?),
        GeneValue::Record(fields) => {
            let fields = fields.iter().map(|(name, value)| Some(json!([name, to_json(value)?])));
            json!({"record": fields.collect::<Option<Vec<_>>>()?})
        }
    })
}

/// The value of a JSON text; `None` if it is none of ours.
pub fn from_json(json: &Value) -> Option<GeneValue> {
    Some(match json {
        Value::Null => GeneValue::Null,
        Value::Bool(value) => GeneValue::Boolean(*value),
        Value::Number(number) => GeneValue::Integer(number.as_i64()?),
        Value::String(text) => GeneValue::text(text),
        Value::Array(items) => GeneValue::List(items.iter().map(from_json).collect::<Option<_>>()?),
        Value::Object(object) => {
            let (kind, inner) = object.iter().next().filter(|_| object.len() == 1)?;
            match kind.as_str() {
                "absent" => GeneValue::Absent,
                "double" => GeneValue::Double(inner.as_f64()?),
                "units" => {
                    let units = inner.as_array()?.iter();
                    let unit = |unit: &Value| u16::try_from(unit.as_u64()?).ok();
                    GeneValue::Text(units.map(unit).collect::<Option<_>>()?)
                }
                "record" => {
                    let fields = inner.as_array()?.iter().map(|field| {
                        let name = field.get(0)?.as_str()?.to_owned();
                        Some((name, from_json(field.get(1)?)?))
                    });
                    GeneValue::Record(fields.collect::<Option<_>>()?)
                }
                _ => return None,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_back_to_the_last_bit() {
        let values = [
            GeneValue::Absent,
            GeneValue::Null,
            GeneValue::Boolean(true),
            GeneValue::Integer(i64::MIN),
            GeneValue::Integer(9),
            GeneValue::Double(9.0),
            GeneValue::Double(0.1 + 0.2),
            GeneValue::Double(5e-324),
            GeneValue::Double(f64::MAX),
            GeneValue::text("\u{0} \"é𝒳"),
            GeneValue::Text(vec![0xd800, 65, 0xdfff]),
            GeneValue::List(vec![GeneValue::List(Vec::new()), GeneValue::Double(-0.5)]),
            GeneValue::Record(vec![
                ("record".to_owned(), GeneValue::Null),
                (String::new(), GeneValue::Record(Vec::new())),
            ]),
        ];
        for value in values {
            let text = to_json(&value).unwrap().to_string();
            assert_eq!(from_json(&serde_json::from_str(&text).unwrap()), Some(value), "{text}");
        }
        let negative = to_json(&GeneValue::Double(-0.0)).unwrap().to_string();
        let Some(GeneValue::Double(zero)) = from_json(&serde_json::from_str(&negative).unwrap())
        else {
            panic!("{negative}")
        };
        assert!(zero.is_sign_negative());
    }

    #[test]
    fn what_is_no_value_is_refused() {
        assert_eq!(to_json(&GeneValue::Double(f64::NAN)), None);
        for text in ["1.5", r#"{"other":1}"#, r#"{"units":[70000]}"#, r#"{"record":[[1,2]]}"#, "{}"]
        {
            assert_eq!(from_json(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }
}
