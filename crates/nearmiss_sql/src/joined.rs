//! Texts that several expressions make together.

use serde_json::Value;
use sqlparser::ast::Expr;

use crate::arithmetic::text_of;
use crate::domain::Test;
use crate::operand::{arguments, name_of};
use crate::reader::{Reader, Scope};
use crate::terms::{Constant, Op, Operand};

impl<'q> Reader<'q> {
    /// Expressions make a text, one behind the other. Answers whether they can.
    pub fn joined(&mut self, parts: &[&'q Expr], text: &str, scope: &Scope<'_>) -> bool {
        let Some((first, rest)) = parts.split_first() else { return text.is_empty() };
        if let Some(constant) = self.text_of(first) {
            return text
                .strip_prefix(constant.as_str())
                .is_some_and(|text| self.joined(rest, text, scope));
        }
        // It ends where the next text that is known begins, or with the letters that it has room for.
        let next = rest.first().and_then(|next| self.text_of(next));
        let end = match (next, rest) {
            (_, []) => text.len(),
            (Some(next), _) => match text.find(next.as_str()) {
                Some(end) => end,
                None => return false,
            },
            (None, _) => {
                let room = match self.operand(first, scope) {
                    Operand::Column(at) => self.column(at).length.unwrap_or(1),
                    _ => 1,
                };
                let letters = usize::try_from(room).unwrap_or(1);
                text.char_indices().nth(letters).map_or(text.len(), |(at, _)| at)
            }
        };
        self.aim(first, Op::Eq, &Value::from(&text[..end]), scope);
        self.joined(rest, &text[end..], scope)
    }

    /// Expressions make a text with something between each two.
    pub fn joined_with(
        &mut self,
        between: &'q Expr,
        all: &[&'q Expr],
        text: &str,
        scope: &Scope<'_>,
    ) -> bool {
        let mut parts = Vec::new();
        for (index, one) in all.iter().enumerate() {
            if index > 0 {
                parts.push(between);
            }
            parts.push(one);
        }
        self.joined(&parts, text, scope)
    }

    /// Answers the text of an expression that no row takes part in.
    pub fn text_of(&self, expr: &Expr) -> Option<String> {
        match self.constant(expr)? {
            Constant::Value(value) => Some(text_of(&value)),
            Constant::Now => None,
        }
    }

    /// A part of a text between such letters is this one.
    pub fn split(
        &mut self,
        inner: &'q Expr,
        (between, which): (Option<Value>, Option<Value>),
        text: &str,
        scope: &Scope<'_>,
    ) -> bool {
        let (Some(between), Some(which)) = (between, which.as_ref().and_then(Value::as_i64)) else {
            return false;
        };
        let between = text_of(&between);
        let test = match which {
            1 => Test::Piece(0, format!("{text}{between}")),
            -1 | 2 => Test::Ending(format!("{between}{text}")),
            _ => return false,
        };
        self.tests(inner, &[test], scope)
    }

    /// Reads the text behind the place of some letters, `substr(x, instr(x, '@') + 1)`.
    pub fn behind(
        &mut self,
        inner: &'q Expr,
        place: &'q Expr,
        text: &str,
        scope: &Scope<'_>,
    ) -> bool {
        let Expr::BinaryOp { left, right, .. } = place else { return false };
        let Expr::Function(function) = &**left else { return false };
        let given = arguments(function);
        let letters = match (name_of(function).as_str(), given.as_slice()) {
            ("instr" | "strpos", [_, letters]) => self.text_of(letters),
            _ => None,
        };
        match letters.filter(|_| self.constant(right).is_some()) {
            Some(letters) => self.tests(inner, &[Test::Ending(format!("{letters}{text}"))], scope),
            None => false,
        }
    }
}
