//! Functions and classes.

use super::{Place, Writer};

impl Writer<'_, '_> {
    pub(super) fn function(&mut self, name: &str, place: Place) {
        let (asynchronous, generator) = (self.one_of(3) == 0, self.one_of(3) == 0);
        self.put(if asynchronous { "async function" } else { "function" });
        self.put(if generator { "*" } else { " " });
        self.put(name);
        self.parameters(place);
        self.function_body(place.body(asynchronous, generator));
    }

    pub(super) fn function_body(&mut self, place: Place) {
        self.put("{");
        let count = self.one_of(4);
        self.statements(count, place);
        self.put("}");
    }

    pub(super) fn class(&mut self, name: &str, place: Place) {
        self.put(&format!("class {name} extends "));
        self.any(&["Object", "(a,b)", "f()"]);
        self.put("{#p=1;");
        let place = Place {
            method: true,
            asynchronous: false,
            generator: false,
            function: false,
            loops: false,
            ..place.deeper()
        };
        for index in 0..self.one_of(4) {
            match self.one_of(7) {
                0 => {
                    self.any(&["static ", ""]);
                    self.put(&format!("x{index}="));
                    self.assignable(place);
                    self.put(";");
                }
                1 => {
                    self.put("static{");
                    self.statements(1, Place { method: false, ..place });
                    self.put("}");
                }
                2 => {
                    self.put(&format!("get g{index}()"));
                    self.function_body(Place { function: true, ..place });
                }
                3 => {
                    self.put("[");
                    self.assignable(Place { method: false, ..place });
                    self.put("]");
                    self.parameters(place);
                    self.function_body(Place { function: true, ..place });
                }
                4 => self.put("has(v){return #p in v&&v.#p<this.#p||super.x}"),
                _ => {
                    let (asynchronous, generator) = (self.one_of(3) == 0, self.one_of(3) == 0);
                    self.put(if asynchronous { "async " } else { "" });
                    self.put(if generator { "*" } else { "" });
                    self.put(&format!("m{index}"));
                    self.parameters(place);
                    let body = Place { asynchronous, generator, function: true, ..place };
                    self.function_body(body);
                }
            }
        }
        self.put("}");
    }
}
