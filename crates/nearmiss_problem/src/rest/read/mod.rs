//! From the document to operations and their templates.

mod answer_fields;
mod operations;
mod parameter;
mod path_template;
mod request_body;
mod response;
mod server;

pub(super) use operations::{ReadOutput, read_operations};
pub(super) use parameter::{ReadParameter, is_token, never_empty, undescribed};
pub(super) use path_template::{TemplatePiece, encode_literal, template_pieces};
pub(super) use response::is_json;
pub(super) use server::{path_of, with_slashes};
