//! Ranges, such as PostgreSQL's `daterange`.

use serde_json::Value;

use crate::arithmetic::{compare, text_of};
use crate::domain::{Domain, Test};
use crate::schema::Column;
use crate::terms::{Constant, Op};
use crate::wanted::Wanted;

/// Ends that a range of days or times has where nothing else is wanted: whatever is today is in it.
const DAYS: (&str, &str) = ("2000-01-01", "2050-01-01");
/// Likewise of numbers.
const NUMBERS: (i64, i64) = (0, 1_000_000);

impl Domain {
    /// Answers a range that holds what is wanted, within its ends; nothing where none is wanted, or the column has none.
    pub(crate) fn range(&self, column: &Column) -> Option<String> {
        let inside: Vec<&Value> = self.inside().collect();
        let is_bounded =
            self.tests.iter().any(|test| matches!(test, Test::End(..) | Test::Open(..)));
        if inside.is_empty() && !is_bounded {
            return None;
        }
        if let Some(whole) =
            inside.iter().map(|value| text_of(value)).find(|text| text.starts_with(['[', '(']))
        {
            return Some(whole);
        }
        if !is_bounded {
            return Some(around(&inside));
        }
        let of = Column { kind: element_of(&column.kind)?.to_owned(), ..Column::default() };
        let low = self.end(&of, (true, Op::Le), &inside)?;
        let high = self.end(&of, (false, Op::Gt), &inside)?;
        let quoted = |end: Option<Value>| {
            end.map_or_else(String::new, |end| format!("\"{}\"", text_of(&end)))
        };
        Some(format!("[{},{})", quoted(low), quoted(high)))
    }

    fn inside(&self) -> impl Iterator<Item = &Value> {
        self.tests.iter().filter_map(|test| match test {
            Test::Inside(value) => Some(value),
            _ => None,
        })
    }

    /// Chooses an end; `None` of the outer: there is none, of the inner: it is open.
    fn end(
        &self,
        of: &Column,
        (is_low, holds): (bool, Op),
        inside: &[&Value],
    ) -> Option<Option<Value>> {
        let mut end = Self::default();
        let mut can_be = true;
        for test in &self.tests {
            match test {
                Test::Open(low, true) if *low == is_low => return Some(None),
                Test::End(low, op, value) if *low == is_low => {
                    can_be &= end.compare(*op, &Constant::Value(value.clone()));
                }
                _ => {}
            }
        }
        if !can_be {
            return None;
        }
        for value in inside {
            end.compare(holds, &Constant::Value((*value).clone()));
        }
        let usual = match (of.is_number(), is_low) {
            (true, true) => NUMBERS.0.into(),
            (true, false) => NUMBERS.1.into(),
            (false, true) => DAYS.0.into(),
            (false, false) => DAYS.1.into(),
        };
        if end.equal().is_none() && end.takes(&usual) {
            return Some(Some(usual));
        }
        match end.choose(of)? {
            Wanted::Value(value) => Some(Some(value)),
            _ => Some(Some(usual)),
        }
    }
}

/// Answers the least range around values.
fn around(inside: &[&Value]) -> String {
    let mut inside = inside.to_vec();
    inside.sort_by(|one, other| compare(one, other).unwrap_or(std::cmp::Ordering::Equal));
    let text = |value: Option<&&Value>| value.map_or_else(String::new, |value| text_of(value));
    format!("[\"{}\",\"{}\"]", text(inside.first()), text(inside.last()))
}

/// Answers the type of what is in a range of a type.
fn element_of(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "daterange" => "date",
        "tsrange" => "timestamp",
        "tstzrange" => "timestamp with time zone",
        "int4range" => "integer",
        "int8range" => "bigint",
        "numrange" => "numeric",
        _ => return None,
    })
}
