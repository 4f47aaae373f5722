//! Arithmetic of times, which are days here.

use sqlparser::ast::Expr;

use crate::operand::{added, linear, number_of};
use crate::reader::{Reader, Scope};
use crate::terms::Operand;

impl<'q> Reader<'q> {
    /// Reads a function that adds to times or takes one from another.
    pub fn of_times(
        &mut self,
        name: &str,
        arguments: &[&'q Expr],
        scope: &Scope<'_>,
    ) -> Option<Operand> {
        match (name, arguments) {
            ("timestampdiff", [unit, from, to]) => {
                let days = crate::dates::days_of_unit(&unit.to_string().to_ascii_lowercase())?;
                let (from, to) = (self.operand(from, scope), self.operand(to, scope));
                Some(linear(added(to, -1.0, from), 1.0 / days, 0.0))
            }
            ("datediff", [to, from]) => {
                let (to, from) = (self.operand(to, scope), self.operand(from, scope));
                Some(added(to, -1.0, from))
            }
            ("date_add" | "adddate" | "date_sub" | "subdate", [of, by]) => {
                let by = Operand::Constant(self.constant(by)?);
                let sign = if name.contains("add") { 1.0 } else { -1.0 };
                let days = number_of(&by)? * sign;
                Some(linear(self.operand(of, scope), 1.0, days))
            }
            _ => None,
        }
    }
}
