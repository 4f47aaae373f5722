//! What conditions are about.

use serde_json::Value;
use sqlparser::ast::{
    BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, UnaryOperator,
};

use crate::reader::{Reader, Scope};
use crate::terms::{At, Constant, Op, Operand};

/// Functions of a column whose value serves as that of the column: what they make of it is the same again.
const SAME: [&str; 24] = [
    "lower",
    "upper",
    "trim",
    "btrim",
    "ltrim",
    "rtrim",
    "coalesce",
    "ifnull",
    "abs",
    "round",
    "floor",
    "ceil",
    "ceiling",
    "date",
    "datetime",
    "timestamp",
    "lcase",
    "ucase",
    "to_char",
    "json_unquote",
    "unaccent",
    "max",
    "julianday",
    "to_days",
];
const JSON: [&str; 5] = [
    "json_extract",
    "json_value",
    "json_extract_path_text",
    "jsonb_path_query_first",
    "jsonb_extract_path_text",
];
const LENGTH: [&str; 5] = ["length", "char_length", "character_length", "octet_length", "len"];
const OF_ROWS: [&str; 5] = ["min", "sum", "avg", "total", "any_value"];

impl<'q> Reader<'q> {
    /// Reads an operand.
    pub fn operand(&mut self, expr: &'q Expr, scope: &Scope<'_>) -> Operand {
        if let Some(constant) = self.constant(expr) {
            return Operand::Constant(constant);
        }
        match expr {
            Expr::Identifier(name) => self.resolve(&[&name.value], scope),
            Expr::CompoundIdentifier(names) => {
                let names: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
                self.resolve(&names, scope)
            }
            Expr::Nested(inner)
            | Expr::Cast { expr: inner, .. }
            | Expr::Convert { expr: inner, .. }
            | Expr::Collate { expr: inner, .. }
            | Expr::Ceil { expr: inner, .. }
            | Expr::Floor { expr: inner, .. }
            | Expr::Trim { expr: inner, .. }
            | Expr::AtTimeZone { timestamp: inner, .. } => self.operand(inner, scope),
            Expr::UnaryOp { op: UnaryOperator::Minus, expr } => {
                linear(self.operand(expr, scope), -1.0, 0.0)
            }
            Expr::BinaryOp { left, op, right } => self.calculated(left, op, right, scope),
            Expr::Function(function) => self.function(function, scope),
            Expr::CompoundFieldAccess { root, access_chain } => {
                self.item(root, access_chain, scope)
            }
            Expr::Subquery(query) => {
                let shown = self.query(query, Some(scope));
                shown.into_iter().next().map_or(Operand::Opaque, |(_, operand)| operand)
            }
            _ => Operand::Opaque,
        }
    }

    fn calculated(
        &mut self,
        left: &'q Expr,
        op: &BinaryOperator,
        right: &'q Expr,
        scope: &Scope<'_>,
    ) -> Operand {
        if let Some(step) = self.json_step(op, right) {
            return match self.operand(left, scope) {
                Operand::Column(at) => Operand::Json(at, step),
                Operand::Json(at, mut path) => {
                    path.extend(step);
                    Operand::Json(at, path)
                }
                _ => Operand::Opaque,
            };
        }
        if let (Expr::Function(most), BinaryOperator::Minus, Expr::Function(least)) =
            (left, op, right)
            && let ("max", "min", [of], [_]) = (
                name_of(most).as_str(),
                name_of(least).as_str(),
                arguments(most).as_slice(),
                arguments(least).as_slice(),
            )
        {
            return self.spread(of).unwrap_or(Operand::Opaque);
        }
        let (left, right) = (self.operand(left, scope), self.operand(right, scope));
        match (&left, number_of(&left), &right, number_of(&right)) {
            (_, None, _, Some(number)) => match op {
                BinaryOperator::Plus => linear(left, 1.0, number),
                BinaryOperator::Minus => linear(left, 1.0, -number),
                BinaryOperator::Multiply => linear(left, number, 0.0),
                BinaryOperator::Divide if number != 0.0 => linear(left, 1.0 / number, 0.0),
                _ => Operand::Opaque,
            },
            (_, Some(number), _, None) => match op {
                BinaryOperator::Plus => linear(right, 1.0, number),
                BinaryOperator::Minus => linear(right, -1.0, number),
                BinaryOperator::Multiply => linear(right, number, 0.0),
                _ => Operand::Opaque,
            },
            (_, None, _, None) => match op {
                BinaryOperator::Plus => added(left, 1.0, right),
                BinaryOperator::Minus => added(left, -1.0, right),
                BinaryOperator::Multiply => match (left, right) {
                    (Operand::Column(one), Operand::Column(other)) => Operand::Product(one, other),
                    _ => Operand::Opaque,
                },
                _ => Operand::Opaque,
            },
            _ => Operand::Opaque,
        }
    }

    /// Answers the path that an operator takes into JSON.
    fn json_step(&self, op: &BinaryOperator, right: &Expr) -> Option<Vec<String>> {
        let step = match self.constant(right)? {
            Constant::Value(Value::String(text)) => text,
            Constant::Value(Value::Number(number)) => number.to_string(),
            _ => return None,
        };
        match op {
            // SQLite and MySQL take paths here, too.
            BinaryOperator::Arrow | BinaryOperator::LongArrow => Some(path_of(&step)),
            BinaryOperator::HashArrow | BinaryOperator::HashLongArrow => {
                let inner = step.trim_start_matches('{').trim_end_matches('}');
                Some(inner.split(',').map(|part| part.trim_matches('"').to_owned()).collect())
            }
            _ => None,
        }
    }

    fn function(&mut self, function: &'q Function, scope: &Scope<'_>) -> Operand {
        let name = name_of(function);
        let arguments = arguments(function);
        if let Some(operand) = self.of_rows(&name, function, scope) {
            return operand;
        }
        let Some(first) = arguments.first() else { return Operand::Opaque };
        if LENGTH.contains(&name.as_str()) {
            return match self.operand(first, scope) {
                Operand::Column(at) => Operand::Length(at),
                _ => Operand::Opaque,
            };
        }
        if name == "date_trunc" && arguments.len() > 1 {
            return self.operand(arguments[1], scope);
        }
        if JSON.contains(&name.as_str()) {
            return self.json_at(first, arguments.get(1).copied(), scope);
        }
        if matches!(name.as_str(), "greatest" | "least" | "max" | "min") && arguments.len() > 1 {
            let is_greatest = matches!(name.as_str(), "greatest" | "max");
            let chosen = self.choices.choose(arguments.len().min(3));
            let all: Vec<Operand> = arguments.iter().map(|one| self.operand(one, scope)).collect();
            for (index, one) in all.iter().enumerate() {
                if index != chosen {
                    let op = if is_greatest { Op::Le } else { Op::Ge };
                    self.compared(one.clone(), op, all[chosen].clone());
                }
            }
            return all[chosen].clone();
        }
        if let Some(operand) = self.of_times(&name, &arguments, scope) {
            return operand;
        }
        if SAME.contains(&name.as_str()) || OF_ROWS.contains(&name.as_str()) {
            return self.operand(first, scope);
        }
        Operand::Opaque
    }
}

/// Answers the lower-case name of a function, without its schema.
pub(crate) fn name_of(function: &Function) -> String {
    let text = function.name.to_string();
    text.rsplit('.').next().unwrap_or_default().trim_matches(['"', '`']).to_ascii_lowercase()
}

/// Answers the arguments of a function that are expressions.
pub(crate) fn arguments(function: &Function) -> Vec<&Expr> {
    let FunctionArguments::List(list) = &function.args else { return Vec::new() };
    list.args.iter().filter_map(expression).collect()
}

/// Answers the expression that an argument is.
pub(crate) fn expression(argument: &FunctionArg) -> Option<&Expr> {
    match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
        _ => None,
    }
}

/// Answers the keys of a path, `$.a.b` or one key.
pub(crate) fn path_of(text: &str) -> Vec<String> {
    match text.strip_prefix('$') {
        Some(rest) => {
            let parts = rest.split(['.', '[']).filter(|part| !part.is_empty());
            parts.map(|part| part.trim_end_matches(']').trim_matches('"').to_owned()).collect()
        }
        None => vec![text.to_owned()],
    }
}

/// Answers an operand times a factor, plus an offset.
pub(crate) fn linear(operand: Operand, factor: f64, offset: f64) -> Operand {
    match terms_of(operand) {
        Some((terms, plus)) => {
            let terms = terms.into_iter().map(|(at, before)| (at, before * factor)).collect();
            Operand::Sum(terms, plus * factor + offset)
        }
        None => Operand::Opaque,
    }
}

/// Answers an operand plus another one times a factor.
pub(crate) fn added(left: Operand, factor: f64, right: Operand) -> Operand {
    let (Some((mut terms, one)), Some((others, other))) = (terms_of(left), terms_of(right)) else {
        return Operand::Opaque;
    };
    for (at, by) in others {
        match terms.iter_mut().find(|(known, _)| *known == at) {
            Some((_, known)) => *known += by * factor,
            None => terms.push((at, by * factor)),
        }
    }
    terms.retain(|(_, by)| *by != 0.0);
    Operand::Sum(terms, one + other * factor)
}

fn terms_of(operand: Operand) -> Option<(Vec<(At, f64)>, f64)> {
    match operand {
        Operand::Column(at) => Some((vec![(at, 1.0)], 0.0)),
        Operand::Sum(terms, offset) => Some((terms, offset)),
        Operand::Constant(Constant::Value(value)) => {
            Some((Vec::new(), crate::arithmetic::number(&value)?))
        }
        _ => None,
    }
}

/// Answers the number that an operand is; an interval is so many days.
pub(crate) fn number_of(operand: &Operand) -> Option<f64> {
    match operand {
        Operand::Constant(Constant::Value(value)) => {
            crate::arithmetic::number(value).or_else(|| crate::dates::days_in(value.as_str()?))
        }
        _ => None,
    }
}
