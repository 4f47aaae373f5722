//! REST: an OpenAPI document becomes action templates, an individual becomes HTTP calls.

mod callers;
mod document;
mod experience;
mod focus;
mod held_values;
mod hidden;
mod json_tree;
mod learnt;
mod lower;
mod model;
mod news;
mod operation;
mod oracles;
mod parse_schema_error;
mod read;
mod response_schema;
mod response_targets;
mod rest_problem;
mod routes;
mod sampler;
mod schema_warning;
mod seeds;
mod spec;
mod validated;

pub use focus::{Focus, FocusError, Narrowed};
pub use held_values::HeldValues;
pub use hidden::{HiddenInput, HiddenPlace};
pub use learnt::LearntOperation;
pub use oracles::{fault_title, oracle_names, watched_oracles};
pub use parse_schema_error::ParseSchemaError;
pub use rest_problem::{RestOptions, RestProblem, TestedCall};
pub use routes::{FoundRoute, Handled};
pub use schema_warning::SchemaWarning;
pub use seeds::{PlainRequest, SeedError, Seeded, read_requests};
pub use validated::{SeenInput, schema_spec};

use read::is_json as read_is_json;
