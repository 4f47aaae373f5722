//! What the inputs that are bound to a query should be: it is told to the search as what the API's code tells is.

use std::sync::Arc;

use nearmiss_search::{GeneSpec, Kind, MetValue, Pair, Specialisation, TaintFact};
use nearmiss_sql::{Asked, Column, Met, MetBy, Schema, WishedFor, regex_of_like, wishes};
use serde_json::Value;

use super::specs::of_type;

/// Lists what the tainted values of a query of a call should be.
pub(super) fn facts(schema: &Schema, asked: &Asked<'_>, action: usize) -> Vec<TaintFact> {
    let tainted = |value: &Value| taint_number(value.as_str()?);
    if !asked.values.iter().any(|value| tainted(value).is_some()) {
        return Vec::new();
    }
    let of_wishes = wishes(schema, asked).into_iter().filter_map(|wish| {
        let taint = tainted(asked.values.get(wish.value)?)?;
        let specialisation = match wish.wanted {
            WishedFor::Column(table, column) => specialised(&schema.tables[table].columns[column])?,
            WishedFor::Pattern(pattern) => Specialisation::RegexWhole(pattern),
        };
        Some(TaintFact { action, taint, specialisation })
    });
    of_wishes.collect()
}

/// Answers what a text should be that is compared with a column. `None`: any will do.
fn specialised(column: &Column) -> Option<Specialisation> {
    if column.array || column.is_json() || column.is_text() {
        return None;
    }
    if column.is_number() {
        return Some(Specialisation::Number(None));
    }
    let spec = of_type(column);
    let is_free = matches!(spec, GeneSpec::Text { .. } | GeneSpec::Any);
    (!is_free).then(|| Specialisation::Of(Arc::new(spec)))
}

/// Answers the number of the taint that a whole text is.
fn taint_number(text: &str) -> Option<u32> {
    let number: u32 = text.strip_prefix("_EM_")?.strip_suffix("_XYZ_")?.parse().ok()?;
    Some(number)
}

/// Lists what met in a query of a call, as far as an input may hold one of the two.
pub(super) fn pairs(met: &[Met], action: usize) -> Vec<Pair> {
    let pair = |met: &Met| {
        let [one, other] = &met.values;
        let values = match (met.by, other) {
            (MetBy::Like, Value::String(pattern)) => {
                [value_of(one)?, MetValue::Pattern { source: regex_of_like(pattern), whole: true }]
            }
            (MetBy::Regex, Value::String(pattern)) => {
                [value_of(one)?, MetValue::Pattern { source: pattern.clone(), whole: false }]
            }
            (MetBy::Like | MetBy::Regex, _) => return None,
            (MetBy::Equality | MetBy::Order, _) => match (number(one), number(other)) {
                (Some(one), Some(other)) if met.values.iter().any(Value::is_number) => {
                    [MetValue::Number(one), MetValue::Number(other)]
                }
                _ => [value_of(one)?, value_of(other)?],
            },
        };
        Some(Pair { action, values, ordered: met.by == MetBy::Order, open: true })
    };
    met.iter().filter_map(pair).collect()
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

fn value_of(value: &Value) -> Option<MetValue> {
    match value {
        Value::String(text) => Some(MetValue::Text(text.encode_utf16().collect())),
        Value::Number(_) => number(value).map(MetValue::Number),
        Value::Bool(true) => Some(MetValue::Kind(Kind::True)),
        Value::Bool(false) => Some(MetValue::Kind(Kind::False)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_sql::Dialect;
    use serde_json::json;

    use super::*;

    #[test]
    fn tainted_inputs_are_to_be_as_the_column_beside_them() {
        let table = json!({"database": "a", "name": "t", "columns": [
            {"name": "n", "type": "integer"}, {"name": "name", "type": "text"}, {"name": "key", "type": "uuid"},
        ]});
        let schema = Schema { tables: vec![serde_json::from_value(table).unwrap()] };
        let text = "SELECT * FROM t WHERE n = $1 AND name = $2 AND key = $3 AND $4 LIKE 'a%'";
        let values = ["_EM_7_XYZ_", "_EM_8_XYZ_", "x", "_EM_9_XYZ_"].map(Value::from);
        let asked = Asked { dialect: Dialect::Postgres, text, values: &values };
        let fact = |taint, specialisation| TaintFact { action: 2, taint, specialisation };
        let pattern = Specialisation::RegexWhole("^a.*$".to_owned());
        assert_eq!(
            facts(&schema, &asked, 2),
            [fact(7, Specialisation::Number(None)), fact(9, pattern)]
        );
    }

    #[test]
    fn what_met_is_told_as_it_is_of_code() {
        let met = |one: Value, other: Value, by| Met { values: [one, other], by };
        let found = pairs(
            &[
                met(json!(5), json!("7"), MetBy::Order),
                met(json!("q"), json!("a_%"), MetBy::Like),
                met(json!("q"), json!([1]), MetBy::Equality),
            ],
            1,
        );
        let text = MetValue::Text("q".encode_utf16().collect());
        let like = MetValue::Pattern { source: "^a..*$".to_owned(), whole: true };
        let pair = |values, ordered| Pair { action: 1, values, ordered, open: true };
        let numbers = [MetValue::Number(5.0), MetValue::Number(7.0)];
        assert_eq!(found, [pair(numbers, true), pair([text, like], false)]);
    }
}
