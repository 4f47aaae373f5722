//! What is set up before the calls of a test: rows, documents, answers of other services. Data, not code: a function of
//! a kind of setup is called where the kind has its place.

mod services;
mod sql;

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
    /// The process in which its functions run.
    pub place: Place,
    /// Further files of its program, by the dialects of databases that they are for: of `postgres` the text of
    /// `KIND/postgres.cjs`. Suites get those of the dialects that they need.
    pub dialects: &'static [(&'static str, &'static str)],
    /// The type of its functions in TypeScript; empty for functions of anything.
    pub types: &'static str,
    /// Its functions answer whole rows of what their first argument names: tests call them after it, and read their
    /// columns as properties.
    pub gives_rows: bool,
    /// Flag: effects of its functions stay in the process until its function `forget` is called.
    pub stays: bool,
}

/// The process in which the functions of a kind of setup run.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub enum Place {
    /// That of the API, which alone has its connections.
    #[default]
    Api,
    /// One beside it, which keeps its databases. Functions are given these first, each as `{ name, dialect, ask }`, and
    /// answer nothing where none of them is meant.
    Beside,
}

/// All kinds. Adding one is a folder beside this file, a program in `npm/nearmiss/setup/` and a line here.
pub const SETUP_KINDS: [SetupKind; 2] = [services::KIND, sql::KIND];
