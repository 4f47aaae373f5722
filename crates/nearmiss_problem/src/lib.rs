//! What can be called and how: schema text becomes action templates, an individual becomes the
//! [`Step`]s that the runner executes and the writer prints. No IO.

pub mod rest;
mod step;

pub use step::{Body, CallOutcome, HttpCall, HttpResponse, Part, Source, Step};
