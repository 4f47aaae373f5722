//! What can be called and how: schema text becomes action templates, an individual becomes the
//! [`Call`]s that the runner makes and the writer prints. No IO.

pub mod auth;
mod call;
mod class;
mod encode_component;
mod incident;
mod js_number;
mod json_answer;
mod operation_name;
mod parts;
pub mod rest;
mod source;
mod wire;
mod yaml_tab;

pub use call::{Body, Call, CallOutcome, HttpRequest, HttpResponse, Part, Request, Source};
pub use class::Class;
pub use incident::Incident;
pub use js_number::js_number;
pub use json_answer::parse_json_answer;
pub use operation_name::OperationName;
pub use parts::{Known, text_of_parts};
pub use source::resolve_source;
pub use wire::{header_name, header_value, is_own_header, is_sendable_target, wire_head};
