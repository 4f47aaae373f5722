//! Expressions.

use super::{Place, Writer};

impl Writer<'_, '_> {
    pub(super) fn expression(&mut self, place: Place) {
        self.assignable(place);
        if self.one_of(12) == 0 && !self.is_full(place) {
            self.put(",");
            self.assignable(place);
        }
    }

    /// An operand, in brackets where its operator could bind otherwise.
    fn operand(&mut self, place: Place) {
        if self.one_of(2) == 0 {
            return self.primary(place);
        }
        self.put("(");
        self.assignable(place);
        self.put(")");
    }

    pub(super) fn assignable(&mut self, place: Place) {
        if self.is_full(place) {
            return self.primary(place);
        }
        let place = place.deeper();
        match self.one_of(16) {
            0..=5 => {
                let operators = [
                    "<",
                    "<=",
                    ">",
                    ">=",
                    "==",
                    "!=",
                    "===",
                    "!==",
                    "&&",
                    "||",
                    "+",
                    "-",
                    "*",
                    "/",
                    "%",
                    "&",
                    "|",
                    " in ",
                    " instanceof ",
                    "<<",
                ];
                let operator = operators[self.one_of(operators.len())];
                for _ in 0..=self.one_of(2) {
                    self.operand(place);
                    self.put(operator);
                }
                self.operand(place);
            }
            6 => {
                self.operand(place);
                self.put("??");
                self.operand(place);
            }
            7 => {
                self.operand(place);
                self.put("?");
                self.assignable(place);
                self.put(":");
                self.assignable(place);
            }
            8 => {
                let operator =
                    ["!", "~", "+ ", "- ", "typeof ", "void ", "delete "][self.one_of(7)];
                self.put(operator);
                if operator == "delete " {
                    self.put("o.x");
                } else {
                    self.operand(place);
                }
            }
            9 => {
                self.any(&["o.x", "o[k]", "a"]);
                self.any(&["=", "+=", "&&=", "||=", "??=", "**="]);
                self.assignable(place);
            }
            10 => self.arrow(place),
            11 if place.asynchronous => {
                self.put("await ");
                self.operand(place);
            }
            12 if place.generator => {
                self.any(&["yield ", "yield* "]);
                self.operand(place);
            }
            13 => self.any(&["o.x++", "--o[k]", "[a,o.x=1]=b", "({k:o.x}=o)"]),
            _ => self.primary(place),
        }
    }

    fn arrow(&mut self, place: Place) {
        let asynchronous = self.one_of(3) == 0;
        self.put(if asynchronous { "(async" } else { "(" });
        self.parameters(place);
        self.put("=>");
        let inside = Place { asynchronous, generator: false, loops: false, ..place };
        if self.one_of(2) == 0 {
            self.function_body(Place { function: true, ..inside });
        } else {
            self.put("(");
            self.expression(inside);
            self.put(")");
        }
        self.put(")");
    }

    fn primary(&mut self, place: Place) {
        if self.is_full(place) {
            return self.any(&["a", "1", "'s'"]);
        }
        let place = place.deeper();
        match self.one_of(20) {
            0 => self.any(&["0", "1n", ".5", "1e300", "'s'", "/r/g", "null", "true"]),
            1 => self.any(&["this", "o?.x", "o?.[k]", "o.x.k", "o?.x?.()?.k"]),
            2 => {
                self.put("[");
                for _ in 0..self.one_of(3) {
                    self.any(&["", "..."]);
                    self.assignable(place);
                    self.put(",");
                }
                self.put("]");
            }
            3 => {
                self.put("({a,x:");
                self.assignable(place);
                self.put(",[");
                self.assignable(place);
                self.put("]:1,...o,m(){return super.x},get k(){return ");
                self.assignable(Place {
                    asynchronous: false,
                    generator: false,
                    function: true,
                    ..place
                });
                self.put("}})");
            }
            4 => {
                self.put("`t${");
                self.expression(place);
                self.put("}`");
            }
            5 => {
                self.put("f`t${");
                self.expression(place);
                self.put("}`");
            }
            6 => {
                self.put("(");
                self.function("", place);
                self.put(")");
            }
            7 => {
                self.put("(");
                self.class("", place);
                self.put(")");
            }
            8 | 9 => {
                let callees =
                    ["f", "o.m", "o.includes", "o?.m", "o[k]", "new f", "k.test", "o.m?.", "eval"];
                let callee = callees[self.one_of(callees.len())];
                self.put(callee);
                self.put("(");
                for _ in 0..self.one_of(3) {
                    self.any(&["", "", "..."]);
                    self.assignable(place);
                    self.put(",");
                }
                self.put(")");
            }
            10 => {
                self.put("o[");
                self.expression(place);
                self.put("]");
            }
            11 if place.method => self.any(&["super.x", "super[k]", "this.#p"]),
            12 if place.function => self.put("new.target"),
            13 => {
                self.put("(");
                self.expression(place);
                self.put(")");
            }
            _ => self.name(),
        }
    }
}
