//! From the document to operations and their templates.

mod answer_fields;
mod operations;
mod parameter;
mod path_template;
mod request_body;
mod response;
mod server;

pub(super) use operations::{ReadOutput, read_operations};
pub(super) use parameter::is_token;
pub(super) use response::is_json;
