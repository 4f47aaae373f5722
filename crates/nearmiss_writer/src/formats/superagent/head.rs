//! What stands above the tests of a file.

use std::collections::BTreeSet;

use crate::js_text::comment;
use crate::js_value::WIDTH;
use crate::suite::{Module, TestSuite};

/// What the tests of a file use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    /// Anything is asserted.
    pub asserts: bool,
    /// Functions of `support/calls.cjs`.
    pub calls: BTreeSet<&'static str>,
    /// Functions of `support/matches.cjs`.
    pub matches: BTreeSet<&'static str>,
    /// Functions of `support/payloads.cjs`.
    pub payloads: BTreeSet<String>,
    /// Kinds and functions of `support/setup.cjs`.
    pub setup: BTreeSet<String>,
    /// Functions of `support/users.cjs`.
    pub users: BTreeSet<&'static str>,
    /// Reasons that were told of values that are left out.
    pub told: BTreeSet<String>,
}

/// What the head of a file is made of.
pub(crate) struct Head<'a> {
    /// The suite.
    pub suite: &'a TestSuite,
    /// What its tests show.
    pub shows: &'a str,
    /// What they use.
    pub uses: &'a Uses,
}

/// Names that a file takes from a module.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Import {
    /// The names; `a as b` gives one another name.
    pub names: Vec<String>,
    /// The module.
    pub from: String,
}

impl Import {
    /// Takes these names.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>, from: &str) -> Self {
        let names = names.into_iter().map(str::to_owned).collect();
        Self { names, from: from.to_owned() }
    }

    /// A statement, on several lines if it is long.
    fn print(&self, module: Module) -> String {
        let names = self.names.iter().map(|name| match module {
            Module::Cjs => name.replace(" as ", ": "),
            Module::Esm => name.clone(),
        });
        let names: Vec<String> = names.collect();
        let (open, close) = match module {
            Module::Cjs => ("const {", format!("}} = require(\"{}\");\n", self.from)),
            Module::Esm => ("import {", format!("}} from \"{}\";\n", self.from)),
        };
        let line = format!("{open} {} {close}", names.join(", "));
        if line.trim_end().len() <= WIDTH {
            return line;
        }
        let names: String = names.iter().map(|name| format!("  {name},\n")).collect();
        format!("{open}\n{names}{close}")
    }
}

impl Head<'_> {
    /// Who wrote it and what it shows.
    pub fn says(&self) -> String {
        let text =
            format!("{}: {}. Written by nearmiss; yours to change.", self.suite.name, self.shows);
        comment(&text, "")
    }

    /// The head with imports of names. The running API comes by way of `support/api.cjs`: a runner
    /// that loads what tests import by itself, and what that requires by Node, would have two of it.
    pub fn print(&self, first_line: &str, module: Module, of_runner: &[Import]) -> String {
        let mut text = first_line.to_owned();
        text.push_str(&self.says());
        if module == Module::Cjs {
            text.push_str("\"use strict\";\n");
        }
        text.push('\n');
        let uses = self.uses;
        let mut imports = of_runner.to_vec();
        imports.push(Import::of(["call", "sut"], "./support/api.cjs"));
        let calls = uses.calls.iter().copied().filter(|name| *name != "exactly");
        imports.push(Import::of(calls, "./support/calls.cjs"));
        imports.push(Import::of(uses.matches.iter().copied(), "./support/matches.cjs"));
        imports
            .push(Import::of(uses.payloads.iter().map(String::as_str), "./support/payloads.cjs"));
        imports.push(Import::of(uses.setup.iter().map(String::as_str), "./support/setup.cjs"));
        imports.push(Import::of(uses.users.iter().copied(), "./support/users.cjs"));
        imports.retain(|import| !import.names.is_empty());
        text.extend(imports.iter().map(|import| import.print(module)));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_imports_take_several_lines() {
        let import = Import::of(["strict as assert"], "node:assert");
        assert_eq!(
            import.print(Module::Cjs),
            "const { strict: assert } = require(\"node:assert\");\n"
        );
        assert_eq!(
            import.print(Module::Esm),
            "import { strict as assert } from \"node:assert\";\n"
        );
        let names = ["a".repeat(50), "b".repeat(50)];
        let import = Import::of(names.iter().map(String::as_str), "x");
        assert_eq!(
            import.print(Module::Esm),
            format!("import {{\n  {},\n  {},\n}} from \"x\";\n", names[0], names[1])
        );
    }
}
