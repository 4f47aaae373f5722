//! What can be called and how: schema text becomes action templates, an individual becomes the
//! [`Call`]s that the runner makes and the writer prints. No IO.

pub mod auth;
mod call;
mod class;
#[cfg(test)]
#[path = "../../../tests/dummies/format/mod.rs"]
mod dummy_format;
mod encode_component;
mod focus;
mod given_requests;
mod incident;
mod js_number;
mod json_answer;
mod json_gene;
mod json_pointer;
mod kinds;
mod operation_name;
mod parts;
mod problem;
pub mod rest;
mod route;
mod rows;
mod seen_input;
mod services;
mod setup;
mod shown_effect;
mod source;
mod test;
mod turns;
mod wire;
mod yaml_tab;

pub use call::{Body, Call, CallOutcome, HttpRequest, HttpResponse, Part, Request, Source};
pub use class::Class;
pub use focus::{Focus, FocusError, Narrowed};
pub use given_requests::{PlainRequest, SeedError, Seeded, read_requests};
pub use incident::Incident;
pub use js_number::js_number;
pub use json_answer::parse_json_answer;
pub use kinds::{KINDS, ProblemKind, ReadProblem, kind_named, read_document, read_routes};
pub use operation_name::OperationName;
pub use parts::{Known, text_of_parts};
pub use problem::{Learnable, Problem, ProblemOptions, Shown, TestRun, TestedCall, Verdict};
pub use route::{FoundMount, FoundRoute, Handled};
pub use rows::{
    AskDatabase, NotedQueries, QueryDistances, ToldKey, ToldPassword, ToldQuery, ToldStored,
};
pub use seen_input::{InputPlace, ReadInput, SeenInput};
pub use services::{AskedService, ReadAnswer, ToldService};
pub use setup::{Place, SETUP_KINDS, Setup, SetupKind};
pub use shown_effect::shows_effect;
pub use source::{resolve_json, resolve_source};
pub use test::Test;
pub use wire::{header_name, header_value, is_own_header, is_sendable_target, wire_head};
