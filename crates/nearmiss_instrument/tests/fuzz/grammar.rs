//! Programs made by the grammar of JavaScript, nearly all of them valid: what may stand where
//! (`await`, `yield`, `return`, `break`, `super`) is carried along.

use arbitrary::Unstructured;

/// Programs stop growing at this many bytes.
const LONGEST: usize = 6_000;
const NAMES: [&str; 6] = ["a", "b", "c", "o", "f", "k"];

/// What may stand at a place.
#[derive(Clone, Copy, Default)]
struct Place {
    depth: u32,
    asynchronous: bool,
    generator: bool,
    function: bool,
    loops: bool,
    method: bool,
}

impl Place {
    fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    fn body(self, asynchronous: bool, generator: bool) -> Self {
        Self {
            asynchronous,
            generator,
            function: true,
            loops: false,
            method: false,
            ..self.deeper()
        }
    }
}

struct Writer<'a, 'b> {
    u: &'a mut Unstructured<'b>,
    out: String,
    /// Numbers the names of declarations, so that no block declares one twice.
    declared: usize,
}

/// A program.
pub fn program(u: &mut Unstructured<'_>) -> String {
    let mut writer = Writer { u, out: String::new(), declared: 0 };
    if writer.one_of(4) == 0 {
        writer.put("'use strict';\n");
    }
    let count = 1 + writer.one_of(8);
    writer.statements(count, Place::default());
    writer.out
}

impl Writer<'_, '_> {
    fn one_of(&mut self, n: usize) -> usize {
        self.u.choose_index(n).unwrap_or(0)
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn any(&mut self, texts: &[&str]) {
        let text = texts[self.one_of(texts.len())];
        self.put(text);
    }

    fn name(&mut self) {
        let name = NAMES[self.one_of(NAMES.len())];
        self.put(name);
    }

    fn fresh(&mut self) -> String {
        self.declared += 1;
        format!("n{}", self.declared)
    }

    fn is_full(&self, place: Place) -> bool {
        place.depth > 12 || self.out.len() > LONGEST || self.u.is_empty()
    }

    fn statements(&mut self, count: usize, place: Place) {
        for _ in 0..count {
            self.statement(place);
            let end = ["\n", " ", "\r\n", "/**/", " // c\n"][self.one_of(5)];
            self.put(end);
        }
    }

    fn block(&mut self, place: Place) {
        self.put("{");
        let count = self.one_of(4);
        self.statements(count, place.deeper());
        self.put("}");
    }

    /// A body of `if` or a loop: a block or one statement that declares nothing.
    fn sub_statement(&mut self, place: Place) {
        match self.one_of(3) {
            0 => {
                self.put(" ");
                self.expression_statement(place);
            }
            1 => self.put(";"),
            _ => self.block(place),
        }
    }

    fn expression_statement(&mut self, place: Place) {
        self.put("(");
        self.expression(place);
        self.put(");");
    }

    fn statement(&mut self, place: Place) {
        if self.is_full(place) {
            return self.put("a;");
        }
        let place = place.deeper();
        match self.one_of(18) {
            0 => self.declaration(place),
            1 => {
                self.put("if(");
                self.expression(place);
                self.put(")");
                self.sub_statement(place);
                if self.one_of(2) == 0 {
                    self.put("else ");
                    self.sub_statement(place);
                }
            }
            2 => self.looping(place),
            3 => {
                self.put("switch(");
                self.expression(place);
                self.put("){");
                for _ in 0..self.one_of(4) {
                    self.put("case ");
                    self.expression(place);
                    self.put(":{");
                    self.statements(1, Place { loops: true, ..place });
                    self.put("}break;");
                }
                self.put("default:}");
            }
            4 => {
                self.put("try");
                self.block(place);
                self.any(&["catch{", "catch(e){", "catch({message=1}){"]);
                self.statements(1, place);
                self.put("}");
                if self.one_of(2) == 0 {
                    self.put("finally");
                    self.block(place);
                }
            }
            5 if place.function => {
                self.put("return ");
                if self.one_of(3) > 0 {
                    self.expression(place);
                }
                self.put(";");
            }
            6 => {
                self.put("throw ");
                self.expression(place);
                self.put(";");
            }
            7 if place.loops => self.put("break;"),
            8 => self.block(place),
            9 => {
                let label = self.fresh();
                self.put(&format!("{label}:"));
                self.looping(place);
            }
            10 => {
                let name = self.fresh();
                self.function(&name, place);
            }
            11 => {
                let name = self.fresh();
                self.class(&name, place);
                self.put(";");
            }
            12 => {
                // Without a semicolon: the next line begins with a name.
                self.name();
                self.put("=");
                self.assignable(place);
                self.put("\n");
            }
            _ => self.expression_statement(place),
        }
    }

    fn declaration(&mut self, place: Place) {
        let kind = ["let ", "const ", "var "][self.one_of(3)];
        self.put(kind);
        self.pattern(place);
        self.put("=");
        self.assignable(place);
        self.put(";");
    }

    fn looping(&mut self, place: Place) {
        let inside = Place { loops: true, ..place };
        match self.one_of(6) {
            0 => {
                self.put("for(let i=0;i<3&&");
                self.expression(place);
                self.put(";i++)");
                self.sub_statement(inside);
            }
            1 => {
                self.put("for(const ");
                self.pattern(place);
                self.put(" of [");
                self.assignable(place);
                self.put("])");
                self.sub_statement(inside);
            }
            2 => {
                self.put("for(var q in ");
                self.expression(place);
                self.put(")");
                self.sub_statement(inside);
            }
            3 => {
                self.put("do ");
                self.sub_statement(inside);
                self.put("while(");
                self.expression(place);
                self.put(");");
            }
            4 if place.asynchronous => {
                self.put("for await(let v of ");
                self.assignable(place);
                self.put(")");
                self.sub_statement(inside);
            }
            _ => {
                self.put("while(");
                self.expression(place);
                self.put(")");
                self.sub_statement(inside);
            }
        }
    }

    /// A binding pattern; names in it are new.
    fn pattern(&mut self, place: Place) {
        let name = self.fresh();
        if self.is_full(place) {
            return self.put(&name);
        }
        match self.one_of(5) {
            0 => {
                self.put(&format!("[{name}="));
                self.assignable(place.deeper());
                self.put(",...");
                let rest = self.fresh();
                self.put(&format!("{rest}]"));
            }
            1 => {
                self.put("{x:");
                self.pattern(place.deeper());
                self.put(&format!(",{name}="));
                self.assignable(place.deeper());
                self.put("}");
            }
            _ => self.put(&name),
        }
    }

    fn parameters(&mut self, place: Place) {
        let place = Place { asynchronous: false, generator: false, ..place };
        self.put("(");
        for _ in 0..self.one_of(3) {
            self.pattern(place);
            if self.one_of(3) == 0 {
                let name = self.fresh();
                self.put(&format!(",{name}="));
                self.assignable(place);
            }
            self.put(",");
        }
        self.put(")");
    }

    fn function(&mut self, name: &str, place: Place) {
        let (asynchronous, generator) = (self.one_of(3) == 0, self.one_of(3) == 0);
        self.put(if asynchronous { "async function" } else { "function" });
        self.put(if generator { "*" } else { " " });
        self.put(name);
        self.parameters(place);
        self.function_body(place.body(asynchronous, generator));
    }

    fn function_body(&mut self, place: Place) {
        self.put("{");
        let count = self.one_of(4);
        self.statements(count, place);
        self.put("}");
    }

    fn class(&mut self, name: &str, place: Place) {
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

    fn expression(&mut self, place: Place) {
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

    fn assignable(&mut self, place: Place) {
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
