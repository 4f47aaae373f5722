//! REST: an OpenAPI document becomes action templates, an individual becomes HTTP calls.

mod answer_rules;
mod callers;
mod document;
mod examinations;
mod experience;
mod held_values;
mod hidden;
mod json_tree;
mod judging;
mod kind;
mod learnt;
mod lower;
mod malformed_bodies;
mod model;
mod narrow;
mod news;
mod operation;
mod oracles;
mod other_documents;
mod parse_schema_error;
mod problem;
mod read;
mod response_schema;
mod response_targets;
mod rest_problem;
mod routes;
mod sampler;
mod schema_spec;
mod schema_warning;
mod seeds;
mod seen_answers;
mod spec;
mod validated;

pub use held_values::HeldValues;
pub use kind::REST;
pub use oracles::{fault_title, oracle_names, thrown_line, watched_oracles};
pub use parse_schema_error::ParseSchemaError;
pub use rest_problem::RestProblem;
pub use schema_spec::schema_spec;
pub use schema_warning::SchemaWarning;

use read::is_json as read_is_json;
