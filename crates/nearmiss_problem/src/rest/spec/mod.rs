//! From a JSON schema to the constraints of a gene.

mod alternatives;
mod array_spec;
mod conjunction;
mod formed_names;
mod keyword;
mod literal;
mod number_spec;
mod object_spec;
mod spec_builder;
mod suggestion;
mod text_spec;
mod types;

pub(super) use formed_names::with_formed_values;
pub(super) use spec_builder::SpecBuilder;
