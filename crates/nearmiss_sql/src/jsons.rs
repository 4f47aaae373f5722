//! JSON and lists in columns.

use serde_json::{Value, json};
use sqlparser::ast::{AccessExpr, Expr, Function, Subscript};

use crate::arithmetic::text_of;
use crate::inverse::whole;
use crate::operand::{arguments, name_of, path_of};
use crate::reader::{Atom, Reader, Scope};
use crate::terms::{Constant, Operand};

impl<'q> Reader<'q> {
    /// Reads a place in JSON.
    pub fn json_at(&mut self, of: &'q Expr, path: Option<&'q Expr>, scope: &Scope<'_>) -> Operand {
        let step = path.and_then(|path| self.constant(path));
        match (self.operand(of, scope), step) {
            (Operand::Column(at), Some(Constant::Value(Value::String(step)))) => {
                Operand::Json(at, path_of(&step))
            }
            (Operand::Json(at, mut path), Some(Constant::Value(Value::String(step)))) => {
                path.extend(path_of(&step));
                Operand::Json(at, path)
            }
            _ => Operand::Opaque,
        }
    }

    /// Reads an item of a list, `tags[2]`, or a place in JSON, `data['a']`.
    pub fn item(&mut self, root: &'q Expr, chain: &'q [AccessExpr], scope: &Scope<'_>) -> Operand {
        let [AccessExpr::Subscript(Subscript::Index { index })] = chain else {
            return Operand::Opaque;
        };
        let (Operand::Column(at), Some(step)) = (self.operand(root, scope), self.constant(index))
        else {
            return Operand::Opaque;
        };
        match step {
            step if self.column(at).array => {
                let place =
                    whole(&step).and_then(|place| usize::try_from(place.checked_sub(1)?).ok());
                place.map_or(Operand::Opaque, |place| Operand::ItemAt(at, place))
            }
            Constant::Value(step) => Operand::Json(at, vec![text_of(&step)]),
            Constant::Now => Operand::Opaque,
        }
    }

    /// Takes in a function that is a condition on JSON. Answers whether it is one.
    pub fn json_test(&mut self, function: &'q Function, scope: &Scope<'_>) -> bool {
        let given = arguments(function);
        match (name_of(function).as_str(), given.as_slice()) {
            ("json_exists", [of, path]) => match self.json_at(of, Some(path), scope) {
                Operand::Json(at, path) => {
                    self.atoms.push(Atom::Json(at, path, Value::from(1)));
                    true
                }
                _ => false,
            },
            ("json_contains", [of, wanted, rest @ ..]) => {
                let place = match rest.first() {
                    Some(path) => self.json_at(of, Some(path), scope),
                    None => self.operand(of, scope),
                };
                let value = self.constant(wanted).and_then(|wanted| match wanted {
                    Constant::Value(value) => serde_json::from_str::<Value>(&text_of(&value)).ok(),
                    Constant::Now => None,
                });
                let (at, path) = match place {
                    Operand::Json(at, path) => (at, path),
                    Operand::Column(at) => (at, Vec::new()),
                    _ => return false,
                };
                let Some(value) = value else { return false };
                let held = if value.is_object() { value } else { json!([value]) };
                self.atoms.push(Atom::Json(at, path, held));
                true
            }
            _ => false,
        }
    }

    /// Takes in that JSON has a type. Answers whether that says something.
    pub fn json_type(&mut self, place: Operand, kind: &str) -> bool {
        let value = match kind.to_ascii_lowercase().as_str() {
            "array" => json!([]),
            "object" => json!({}),
            "string" | "text" => json!("a"),
            "number" | "integer" => json!(1),
            "real" => json!(1.5),
            "boolean" | "true" => json!(true),
            _ => return false,
        };
        match place {
            Operand::Json(at, path) => self.atoms.push(Atom::Json(at, path, value)),
            Operand::Column(at) if self.column(at).is_json() || self.column(at).is_text() => {
                self.atoms.push(Atom::Json(at, Vec::new(), value));
            }
            _ => return false,
        }
        true
    }
}
