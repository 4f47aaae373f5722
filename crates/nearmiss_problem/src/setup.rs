//! What is set up before the calls of a test: rows, documents, answers of other services. Data, not code: a function of a
//! kind of setup is called in the process of the API, by the same program in a search and in a written suite.

use serde::{Deserialize, Serialize};

use crate::Part;

/// A call of a function of a kind of setup.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The kind: `sql`.
    pub kind: String,
    /// The function that is called: `insert`.
    pub function: String,
    /// Its arguments: each is the text of a JSON value once its parts are put in.
    pub arguments: Vec<Vec<Part>>,
}

impl Setup {
    /// Lists all parts of it, those inside of a [`Part::Written`] each by itself.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.arguments.iter().flatten().flat_map(Part::leaves)
    }
}

/// A kind of setup, as everybody but its own folder knows it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SetupKind {
    /// Its name in tests: `await sql.insert(...)`.
    pub name: &'static str,
    /// The text of its program, a CommonJS module that exports its functions: suites get a copy of it.
    pub program: &'static str,
}

/// All kinds. Adding one is a folder beside this file, a program in `npm/nearmiss/setup/` and a line here.
pub const SETUP_KINDS: [SetupKind; 0] = [];
