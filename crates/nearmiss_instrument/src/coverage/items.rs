//! What is reported, in the form of Istanbul.

use serde_json::{Map, Value, json};

/// A line from 1 and a column from 0.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// From `start` to before `end`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Place {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

impl Place {
    fn json(self) -> Value {
        let position = |p: Position| json!({ "line": p.line, "column": p.column });
        json!({ "start": position(self.start), "end": position(self.end) })
    }
}

/// When an item is covered: any of these.
pub(crate) type Conditions = Vec<u32>;

/// The condition that a slot is above 0.
pub(crate) fn above_zero(slot: u32) -> u32 {
    slot * 2
}

/// The condition that a slot is 1.
pub(crate) fn one(slot: u32) -> u32 {
    slot * 2 + 1
}

pub(crate) struct Statement {
    pub(crate) place: Place,
    pub(crate) conditions: Conditions,
}

pub(crate) struct Function {
    pub(crate) name: Option<String>,
    pub(crate) declared: Place,
    pub(crate) body: Place,
    pub(crate) conditions: Conditions,
}

pub(crate) struct Arm {
    /// `None` for an `else` that is not written.
    pub(crate) place: Option<Place>,
    pub(crate) conditions: Conditions,
    /// The slot whose value says how near the arm was, where it is none of the conditions.
    pub(crate) near: Option<u32>,
}

pub(crate) struct Branch {
    pub(crate) kind: &'static str,
    pub(crate) place: Place,
    pub(crate) arms: Vec<Arm>,
}

/// The items of one file.
#[derive(Default)]
pub struct Coverage {
    pub(crate) statements: Vec<Statement>,
    pub(crate) functions: Vec<Function>,
    pub(crate) branches: Vec<Branch>,
}

impl std::fmt::Debug for Coverage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_json("", ""))
    }
}

impl Coverage {
    /// The coverage of the file `path` before anything has run, as Istanbul has it, and beside it
    /// under `nm` the conditions of each item: `s`, `f`: a list an item, `b`: a list an arm, `near`:
    /// a slot or null an arm.
    #[must_use]
    pub fn to_json(&self, path: &str, hash: &str) -> Value {
        let mut statement_map = Map::new();
        let mut fn_map = Map::new();
        let mut branch_map = Map::new();
        let (mut s, mut f, mut b) = (Map::new(), Map::new(), Map::new());
        for (index, statement) in self.statements.iter().enumerate() {
            statement_map.insert(index.to_string(), statement.place.json());
            s.insert(index.to_string(), json!(0));
        }
        for (index, function) in self.functions.iter().enumerate() {
            let name = function.name.clone().unwrap_or_else(|| format!("(anonymous_{index})"));
            let entry = json!({
                "name": name,
                "decl": function.declared.json(),
                "loc": function.body.json(),
                "line": function.body.start.line,
            });
            fn_map.insert(index.to_string(), entry);
            f.insert(index.to_string(), json!(0));
        }
        for (index, branch) in self.branches.iter().enumerate() {
            let nowhere = || json!({ "start": {}, "end": {} });
            let places: Vec<Value> =
                branch.arms.iter().map(|arm| arm.place.map_or_else(nowhere, Place::json)).collect();
            let entry = json!({
                "loc": branch.place.json(),
                "type": branch.kind,
                "locations": places,
                "line": branch.place.start.line,
            });
            branch_map.insert(index.to_string(), entry);
            b.insert(index.to_string(), json!(vec![0; branch.arms.len()]));
        }
        let arms = |of: fn(&Arm) -> Value| -> Vec<Vec<Value>> {
            self.branches.iter().map(|branch| branch.arms.iter().map(of).collect()).collect()
        };
        let nm = json!({
            "s": self.statements.iter().map(|item| &item.conditions).collect::<Vec<_>>(),
            "f": self.functions.iter().map(|item| &item.conditions).collect::<Vec<_>>(),
            "b": arms(|arm| json!(arm.conditions)),
            "near": arms(|arm| json!(arm.near)),
        });
        json!({
            "path": path,
            "statementMap": statement_map,
            "fnMap": fn_map,
            "branchMap": branch_map,
            "s": s,
            "f": f,
            "b": b,
            "_coverageSchema": SCHEMA,
            "hash": hash,
            "nm": nm,
        })
    }
}

/// By this tools find coverage data in instrumented text: the SHA-1 of `istanbul-lib-instrument@4`.
const SCHEMA: &str = "1a1c01bbd47fc00a2c39e90264f33305004495a9";
