//! How individuals are varied: their inputs, and what sampling leaves to the search.

mod finish;
mod inputs;
mod operators;
mod recall;
mod shorten;

pub(crate) use finish::{finish_sample, finish_structure};
pub(crate) use inputs::{Guide, mutate_inputs};
pub(crate) use recall::{recall_in_last, recall_one_in_last};
pub(crate) use shorten::shorten;
