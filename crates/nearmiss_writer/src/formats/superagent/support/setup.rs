//! The files that set up what tests need before their calls.

use nearmiss_problem::Place;

use super::{databases, sqlite};
use crate::suite::{GeneratedFile, Language, SuiteSetup, TestSuite};

/// What runs the functions of kinds; it does so in a search, too.
const RUN: (&str, &str) = ("run.cjs", include_str!("../../../../../../npm/nearmiss/setup/run.cjs"));
/// What gives orders to the process of the API, and takes pieces out of what it answers.
const AT_API: [(&str, &str); 3] = [
    ("answers.cjs", include_str!("setup/answers.cjs")),
    ("channel.cjs", include_str!("setup/channel.cjs")),
    ("pieces.cjs", include_str!("setup/pieces.cjs")),
];
/// What gives orders to those that keep its databases.
const BESIDE: (&str, &str) = ("beside.cjs", include_str!("setup/beside.cjs"));
/// Support of an API that a controller runs: it has the rows put in.
const CONTROLLED: (&str, &str) = ("beside.cjs", include_str!("setup/controlled.cjs"));
const TYPES: &str = include_str!("setup.d.cts");
/// The type of functions of anything.
const ANY_TYPES: &str = "Record<string, (...args: unknown[]) => Promise<unknown>>";

/// Tells whether tests set something up in a process.
pub(super) fn is_at(suite: &TestSuite, place: Place) -> bool {
    suite.setup.iter().any(|kind| kind.place == place)
}

/// Tells whether what tests set up stays in the process of the API until it is forgotten.
pub(super) fn stays(suite: &TestSuite) -> bool {
    suite.setup.iter().any(|kind| kind.stays)
}

/// Answers the files, none where tests set nothing up.
pub(super) fn files(suite: &TestSuite) -> Vec<GeneratedFile> {
    if suite.setup.is_empty() {
        return Vec::new();
    }
    let is_controlled = suite.is_controlled();
    let mut files = Vec::new();
    if !is_controlled {
        files.push(RUN);
        files.extend(AT_API.iter().filter(|_| is_at(suite, Place::Api)));
    }
    let beside = if is_controlled { CONTROLLED } else { BESIDE };
    files.extend(is_at(suite, Place::Beside).then_some(beside));
    let files = files.into_iter().map(|(name, text)| (format!("setup/{name}"), text.to_owned()));
    let mut files: Vec<(String, String)> = files.collect();
    let programs = suite.setup.iter().filter(|_| !is_controlled);
    files.extend(programs.flat_map(|kind| program(kind, suite)));
    files.push(("setup.cjs".to_owned(), functions(suite)));
    if suite.language == Language::Ts {
        files.push(("setup.d.cts".to_owned(), types(suite)));
    }
    let files = files.into_iter();
    let file = |(name, content)| GeneratedFile { path: format!("support/{name}"), content };
    files.map(file).collect()
}

/// The program of a kind, with what it needs for the databases of a suite.
fn program(kind: &SuiteSetup, suite: &TestSuite) -> Vec<(String, String)> {
    let is_needed = |dialect: &str| {
        databases::has_dialect(suite, dialect) || (dialect == "sqlite" && sqlite::is_led(suite))
    };
    let dialects = kind.dialects.iter().filter(|(dialect, _)| is_needed(dialect));
    let files = dialects
        .map(|(dialect, text)| (format!("setup/{}/{dialect}.cjs", kind.name), text.clone()));
    let own = (format!("setup/{}.cjs", kind.name), kind.program.clone());
    std::iter::once(own).chain(files).collect()
}

/// The text of `support/setup.cjs`.
fn functions(suite: &TestSuite) -> String {
    let mut text = "\"use strict\";\n// What tests set up before their calls.\n".to_owned();
    if is_at(suite, Place::Api) {
        text.push_str(
            "// Functions run in the process of the API, which alone has its connections.\n",
        );
    }
    if is_at(suite, Place::Beside) {
        text.push_str("// Those of databases run beside it, on connections of their own.\n");
    }
    text.push('\n');
    let mut names: Vec<&str> = Vec::new();
    if is_at(suite, Place::Beside) {
        text.push_str("const beside = require(\"./setup/beside.cjs\");\n");
    }
    if is_at(suite, Place::Api) {
        names.extend(["encodedOf", "jsonOf", "pieceOf"]);
        let pieces = names.join(", ");
        text.push_str(&format!("const {{ {pieces} }} = require(\"./setup/pieces.cjs\");\n"));
        text.push_str("const sut = require(\"./sut.cjs\");\n");
    }
    text.push_str(
        "\nconst functionsOf = ({ setUp }, kind) =>\n  \
         new Proxy({}, { get: (_, name) => (...args) => setUp(kind, name, args) });\n\n",
    );
    for SuiteSetup { name, place, .. } in &suite.setup {
        let by = match place {
            Place::Api => "sut",
            Place::Beside => "beside",
        };
        text.push_str(&format!("const {name} = functionsOf({by}, \"{name}\");\n"));
    }
    names.extend(suite.setup.iter().map(|kind| kind.name.as_str()));
    text + &format!("\nmodule.exports = {{ {} }};\n", names.join(", "))
}

/// The text of `support/setup.d.cts`.
fn types(suite: &TestSuite) -> String {
    let kinds = suite.setup.iter().map(|SuiteSetup { name, types, .. }| {
        let types = if types.is_empty() { ANY_TYPES } else { types.trim_end() };
        format!("export const {name}: {types};\n")
    });
    let pieces = if is_at(suite, Place::Api) { TYPES } else { "" };
    pieces.to_owned() + &kinds.collect::<String>()
}
