//! What can be called and how: schema text becomes action templates, an individual becomes the
//! [`Step`]s that the runner executes and the writer prints. No IO.

pub mod auth;
mod encode_component;
mod incident;
mod js_number;
mod json_answer;
mod parts;
pub mod rest;
mod source;
mod step;
mod wire;
mod yaml_tab;

pub use incident::Incident;
pub use js_number::js_number;
pub use json_answer::parse_json_answer;
pub use parts::{Known, text_of_parts};
pub use source::resolve_source;
pub use step::{Body, CallOutcome, HttpCall, HttpResponse, Part, Source, Step};
pub use wire::{header_name, header_value, is_own_header, is_sendable_target, wire_head};
