//! Functions of texts, times and lists that must compare so with a value.

use serde_json::Value;
use sqlparser::ast::Expr;

use crate::arithmetic::{number, text_of};
use crate::domain::Test;
use crate::inverse::whole;
use crate::moments::{format_of, format_of_pattern};
use crate::reader::{Atom, Reader, Scope};
use crate::terms::{Constant, Op, Operand};

impl<'q> Reader<'q> {
    pub fn call_of_text(
        &mut self,
        name: &str,
        arguments: &[&'q Expr],
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let given = |this: &Self, at: usize| match this.constant(arguments.get(at)?)? {
            Constant::Value(value) => Some(value),
            Constant::Now => None,
        };
        if self.call_of_times(name, arguments, (op, value), scope)
            || self.end_of_range(name, arguments, (op, value), scope)
        {
            return true;
        }
        let text = text_of(value);
        match (name, arguments) {
            ("concat", all) => op == Op::Eq && self.joined(all, &text, scope),
            ("concat_ws", [_, all @ ..]) => {
                op == Op::Eq && self.joined_with(arguments[0], all, &text, scope)
            }
            ("substr" | "substring" | "mid", [inner, _, ..]) => {
                let (from, length) = (given(self, 1), given(self, 2));
                let number = |one: Option<Value>| one.and_then(|one| whole(&Constant::Value(one)));
                match number(from) {
                    Some(from) => {
                        op == Op::Eq && self.piece(inner, (from, number(length)), value, scope)
                    }
                    None => op == Op::Eq && self.behind(inner, arguments[1], &text, scope),
                }
            }
            ("left", [inner, _]) => op == Op::Eq && self.piece(inner, (1, None), value, scope),
            ("right", [inner, _]) => {
                op == Op::Eq && self.tests(inner, &[Test::Ending(text)], scope)
            }
            ("split_part" | "substring_index", [inner, _, _]) => {
                op == Op::Eq && self.split(inner, (given(self, 1), given(self, 2)), &text, scope)
            }
            _ => self.call_of_letters(name, arguments, (op, value), scope),
        }
    }

    /// Takes in that an end of the range in a column compares so with a value.
    fn end_of_range(
        &mut self,
        name: &str,
        arguments: &[&'q Expr],
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let ("lower" | "upper", [inner]) = (name, arguments) else { return false };
        match self.operand(inner, scope) {
            Operand::Column(at) if self.column(at).is_range() => {
                let test = Test::End(name == "lower", op, value.clone());
                self.atoms.push(Atom::Test(at, test));
                true
            }
            _ => false,
        }
    }

    pub fn trimmed(
        &mut self,
        inner: &'q Expr,
        what: Option<&Constant>,
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        if op != Op::Eq {
            return false;
        }
        let letter = match what {
            Some(Constant::Value(Value::String(text))) => text.chars().next().unwrap_or(' '),
            _ => ' ',
        };
        self.aim(inner, op, value, scope);
        self.tests(inner, &[Test::AnyEnds(letter)], scope)
    }

    /// The column at a place is what a piece of text is of.
    pub fn piece(
        &mut self,
        inner: &'q Expr,
        (from, length): (i64, Option<i64>),
        value: &Value,
        scope: &Scope<'_>,
    ) -> bool {
        let text = text_of(value);
        let short =
            length.is_some_and(|length| i64::try_from(text.chars().count()).unwrap_or(0) > length);
        let Some(start) = from.checked_sub(1).and_then(|start| usize::try_from(start).ok()) else {
            return false;
        };
        match self.operand(inner, scope) {
            Operand::Column(at)
                if !short
                    && !self.column(at).is_text()
                    && self.column(at).kind.contains("blob") =>
            {
                false
            }
            Operand::Column(at) if !short => {
                self.atoms.push(Atom::Test(at, Test::Piece(start, text)));
                true
            }
            _ => false,
        }
    }

    /// Takes in that a function of the letters of a text compares so with a value.
    fn call_of_letters(
        &mut self,
        name: &str,
        arguments: &[&'q Expr],
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let text = text_of(value);
        match (name, arguments) {
            ("lower" | "upper" | "lcase" | "ucase", [inner]) if op == Op::Eq => {
                self.aim(inner, op, value, scope);
                self.tests(inner, &[Test::AnyCase], scope)
            }
            ("trim" | "btrim" | "ltrim" | "rtrim", [inner, ..]) => {
                let what = arguments.get(1).and_then(|what| self.constant(what));
                self.trimmed(inner, what.as_ref(), (op, value), scope)
            }
            ("replace", [inner, _, _]) if op == Op::Eq => {
                let more = arguments.get(1).and_then(|more| self.text_of(more)).unwrap_or_default();
                self.aim(inner, op, value, scope);
                self.tests(inner, &[Test::AnyMore(more)], scope)
            }
            ("reverse", [inner]) if op == Op::Eq => {
                self.aim(inner, op, &text.chars().rev().collect::<String>().into(), scope);
                true
            }
            ("hex", [inner]) if op == Op::Eq => {
                let digits = format!("\\x{}", text.to_ascii_lowercase());
                self.aim(inner, op, &digits.into(), scope);
                true
            }
            ("unicode" | "ascii" | "ord", [inner]) if op == Op::Eq => {
                let letter = number(value)
                    .and_then(|code| char::from_u32(format!("{code:.0}").parse().ok()?));
                letter.is_some_and(|letter| {
                    self.tests(inner, &[Test::Piece(0, letter.to_string())], scope)
                })
            }
            _ => self.call_of_lists(name, arguments, (op, value), scope),
        }
    }

    /// Takes in that a function of a list compares so with a value.
    fn call_of_lists(
        &mut self,
        name: &str,
        arguments: &[&'q Expr],
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        match (name, arguments) {
            (
                "array_length" | "cardinality" | "json_array_length" | "jsonb_array_length",
                [inner, rest @ ..],
            ) => self.items((inner, rest.first().copied()), (op, value), scope),
            ("json_type" | "jsonb_typeof" | "json_typeof", [inner, rest @ ..]) if op == Op::Eq => {
                let place = match rest.first() {
                    Some(path) => self.json_at(inner, Some(path), scope),
                    None => self.operand(inner, scope),
                };
                self.json_type(place, &text_of(value))
            }
            ("find_in_set", [_, inner]) => {
                let item = arguments.first().and_then(|item| self.constant(item));
                match (self.operand(inner, scope), item) {
                    (Operand::Column(at), Some(Constant::Value(item))) => {
                        self.atoms.push(Atom::Elements(at, vec![item]));
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Takes in that a part of a time compares so with a value.
    fn call_of_times(
        &mut self,
        name: &str,
        arguments: &[&'q Expr],
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let given = |at: usize| match self.constant(arguments.get(at)?)? {
            Constant::Value(value) => Some(text_of(&value)),
            Constant::Now => None,
        };
        let (inner, format) = match (name, arguments) {
            ("strftime", [_, inner, ..]) => (inner, given(0)),
            ("date_format", [inner, _]) => (inner, given(1)),
            ("to_char", [inner, _]) => (inner, given(1).map(|pattern| format_of_pattern(&pattern))),
            ("date_part", [_, inner]) => {
                let part = given(0).map(|part| part.to_ascii_lowercase());
                (inner, part.as_deref().and_then(format_of).map(str::to_owned))
            }
            (part, [inner]) => (inner, format_of(part).map(str::to_owned)),
            _ => return false,
        };
        format.is_some_and(|format| self.written(inner, format, (op, value), scope))
    }

    /// A time is written so.
    pub fn written(
        &mut self,
        expr: &'q Expr,
        format: String,
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let test = Test::Written((format, op, value.clone()));
        self.tests(expr, &[test], scope)
    }

    /// Takes in tests of a column; answers whether it is one.
    pub fn tests(&mut self, expr: &'q Expr, tests: &[Test], scope: &Scope<'_>) -> bool {
        match self.operand(expr, scope) {
            Operand::Column(at) => {
                self.atoms.extend(tests.iter().map(|test| Atom::Test(at, test.clone())));
                true
            }
            _ => false,
        }
    }

    /// A list has so many items.
    pub fn items(
        &mut self,
        (inner, path): (&'q Expr, Option<&'q Expr>),
        (op, value): (Op, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let Some(count) = whole(&Constant::Value(value.clone())) else { return false };
        let count = match op {
            Op::Eq | Op::Ge | Op::Le => count,
            Op::Gt | Op::Ne => count.saturating_add(1),
            Op::Lt => count.saturating_sub(1),
        };
        let Ok(count) = usize::try_from(count) else { return false };
        let place = match path {
            Some(path) if self.constant(path).is_some_and(|path| whole(&path).is_none()) => {
                self.json_at(inner, Some(path), scope)
            }
            _ => self.operand(inner, scope),
        };
        match place {
            Operand::Json(at, path) if count < 100 => {
                self.atoms.push(Atom::Json(at, path, (1..=count).map(Value::from).collect()));
                true
            }
            Operand::Column(at) => {
                self.atoms.push(Atom::Test(at, Test::Items(count)));
                true
            }
            _ => false,
        }
    }
}
