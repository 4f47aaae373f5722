//! Programs made by the grammar of JavaScript, nearly all of them valid: what may stand where
//! (`await`, `yield`, `return`, `break`, `super`) is carried along.

mod expressions;
mod functions;

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
}
