//! Expressions whose value is known without a row.

use serde_json::Value;
use sqlparser::ast::{
    Array, BinaryOperator, CeilFloorKind, DataType, DateTimeField, Expr, TrimWhereField,
    TypedString, UnaryOperator, Value as Literal,
};

use crate::answered::answer;
use crate::arithmetic::{number, text_of, value_of};
use crate::asked::at;
use crate::operand::{arguments, name_of};
use crate::reader::Reader;
use crate::terms::Constant;

/// Functions that answer the present.
const NOW: [&str; 14] = [
    "now",
    "current_timestamp",
    "current_date",
    "current_time",
    "localtimestamp",
    "localtime",
    "curdate",
    "sysdate",
    "utc_timestamp",
    "utc_date",
    "transaction_timestamp",
    "statement_timestamp",
    "clock_timestamp",
    "getdate",
];

impl Reader<'_> {
    /// Answers the value of an expression that no row takes part in.
    pub fn constant(&self, expr: &Expr) -> Option<Constant> {
        match expr {
            Expr::Value(literal) => {
                let place = at(literal.span.start);
                self.literal(&literal.value, place).map(Constant::Value)
            }
            Expr::Nested(inner)
            | Expr::Collate { expr: inner, .. }
            | Expr::AtTimeZone { timestamp: inner, .. } => self.constant(inner),
            Expr::Cast { expr, data_type, .. } => {
                self.constant(expr).map(|constant| cast(constant, data_type))
            }
            Expr::Convert { expr, .. } => self.constant(expr),
            Expr::TypedString(TypedString { value, .. }) => {
                self.literal(&value.value, at(value.span.start)).map(Constant::Value)
            }
            Expr::UnaryOp { op: UnaryOperator::Minus, expr } => match self.constant(expr)? {
                Constant::Value(value) => {
                    number(&value).map(|number| Constant::Value(value_of(-number)))
                }
                Constant::Now => None,
            },
            Expr::Interval(interval) => match self.constant(&interval.value)? {
                Constant::Value(value) => {
                    let unit = interval
                        .leading_field
                        .as_ref()
                        .map(|unit| format!(" {unit}").to_lowercase());
                    Some(Constant::Value((text_of(&value) + &unit.unwrap_or_default()).into()))
                }
                Constant::Now => None,
            },
            Expr::Array(Array { elem, .. }) => self.list(elem).map(Constant::Value),
            Expr::Tuple(items) => self.list(items).map(Constant::Value),
            Expr::BinaryOp { left, op, right } => self.combined(left, op, right),
            Expr::Function(function) => self.answered(function),
            Expr::Substring { expr, substring_from: from, substring_for: count, .. } => {
                let name = if from.is_some() { "substr" } else { "left" };
                self.in_words(name, &[Some(expr), from.as_deref(), count.as_deref()])
            }
            Expr::Trim { trim_where, trim_what: None, expr, trim_characters: None } => {
                let name = match trim_where {
                    Some(TrimWhereField::Leading) => "ltrim",
                    Some(TrimWhereField::Trailing) => "rtrim",
                    _ => "trim",
                };
                self.in_words(name, &[Some(expr)])
            }
            Expr::Floor {
                expr,
                field: CeilFloorKind::DateTimeField(DateTimeField::NoDateTime),
            } => self.in_words("floor", &[Some(expr)]),
            Expr::Ceil { expr, field: CeilFloorKind::DateTimeField(DateTimeField::NoDateTime) } => {
                self.in_words("ceil", &[Some(expr)])
            }
            _ => None,
        }
    }

    fn list(&self, items: &[Expr]) -> Option<Value> {
        let values = items.iter().map(|item| self.constant(item)?.value());
        values.collect::<Option<Vec<Value>>>().map(Value::Array)
    }

    fn literal(&self, literal: &Literal, place: (u64, u64)) -> Option<Value> {
        Some(match literal {
            Literal::Number(text, _) => match text.parse::<i64>() {
                Ok(whole) => Value::from(whole),
                Err(_) => value_of(text.parse().ok()?),
            },
            Literal::SingleQuotedString(text)
            | Literal::EscapedStringLiteral(text)
            | Literal::UnicodeStringLiteral(text)
            | Literal::NationalStringLiteral(text)
            | Literal::DoubleQuotedString(text) => Value::from(text.as_str()),
            Literal::DollarQuotedString(text) => Value::from(text.value.as_str()),
            Literal::HexStringLiteral(digits) => Value::from(format!("\\x{digits}")),
            Literal::Boolean(is_true) => Value::from(*is_true),
            Literal::Null => Value::Null,
            Literal::Placeholder(name) => return self.bound(name, place),
            _ => return None,
        })
    }

    /// Answers the value that was bound at a place.
    fn bound(&self, name: &str, place: (u64, u64)) -> Option<Value> {
        let plain = name.trim_start_matches([':', '@', '$']);
        if let Some(Value::Object(named)) = self.values.first()
            && let Some(value) = named.get(name).or_else(|| named.get(plain))
        {
            return Some(value.clone());
        }
        self.values.get(*self.places.get(&place)?).cloned()
    }

    fn combined(&self, left: &Expr, op: &BinaryOperator, right: &Expr) -> Option<Constant> {
        let left = self.constant(left);
        // An interval has no value of its own.
        if let (Some(Constant::Now), BinaryOperator::Plus | BinaryOperator::Minus) = (&left, op) {
            return Some(Constant::Now);
        }
        let (Constant::Value(left), Constant::Value(right)) = (left?, self.constant(right)?) else {
            return None;
        };
        if *op == BinaryOperator::StringConcat {
            return Some(Constant::Value(Value::from(text_of(&left) + &text_of(&right))));
        }
        let (left, right) = (number(&left)?, number(&right)?);
        let result = match op {
            BinaryOperator::Plus => left + right,
            BinaryOperator::Minus => left - right,
            BinaryOperator::Multiply => left * right,
            BinaryOperator::Divide if right != 0.0 => left / right,
            _ => return None,
        };
        Some(Constant::Value(value_of(result)))
    }

    fn answered(&self, function: &sqlparser::ast::Function) -> Option<Constant> {
        let name = name_of(function);
        if NOW.contains(&name.as_str()) {
            return Some(Constant::Now);
        }
        let arguments = arguments(function);
        let values: Option<Vec<Constant>> =
            arguments.iter().map(|argument| self.constant(argument)).collect();
        let mut values = values?.into_iter();
        match name.as_str() {
            // `datetime('now', '-1 day')` of SQLite.
            "datetime" | "date" | "strftime" | "julianday" | "unixepoch"
                if values.any(|value| value == Constant::Value(Value::from("now"))) =>
            {
                Some(Constant::Now)
            }
            "date_sub" | "date_add" | "date" | "timestamp" | "to_timestamp" | "coalesce" => {
                values.next()
            }
            "jsonb_build_object" | "json_build_object" | "json_object" => {
                let all: Option<Vec<Value>> = values.map(Constant::value).collect();
                let all = all?;
                let pairs = all.chunks_exact(2).map(|pair| (text_of(&pair[0]), pair[1].clone()));
                Some(Constant::Value(Value::Object(pairs.collect())))
            }
            "int4range" | "int8range" | "numrange" | "daterange" | "tsrange" | "tstzrange" => {
                match (values.next()?, values.next()?) {
                    (Constant::Value(low), Constant::Value(high)) => Some(Constant::Value(
                        format!("[{},{})", text_of(&low), text_of(&high)).into(),
                    )),
                    _ => None,
                }
            }
            _ => {
                let values: Option<Vec<Value>> = values.map(Constant::value).collect();
                answer(&name, &values?).map(Constant::Value)
            }
        }
    }

    /// Answers what a function that is written in words makes of expressions: `SUBSTRING(a FROM 2)`.
    fn in_words(&self, name: &str, all: &[Option<&Expr>]) -> Option<Constant> {
        let values = all.iter().flatten().map(|expr| self.constant(expr).and_then(Constant::value));
        answer(name, &values.collect::<Option<Vec<Value>>>()?).map(Constant::Value)
    }
}

/// Turns a text into the list that it is written for, as PostgreSQL has lists: `{a,b}`.
fn cast(constant: Constant, to: &DataType) -> Constant {
    match constant {
        Constant::Value(Value::String(text)) if matches!(to, DataType::Array(_)) => {
            let inner = text.trim_start_matches('{').trim_end_matches('}');
            let items = inner.split(',').filter(|item| !item.is_empty());
            let items = items.map(|item| Value::from(item.trim_matches('"')));
            Constant::Value(items.collect())
        }
        other => other,
    }
}
