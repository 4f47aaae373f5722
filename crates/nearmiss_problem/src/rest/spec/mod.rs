//! From a JSON schema to the constraints of a gene.

mod array_spec;
mod conjunction;
mod keyword;
mod literal;
mod number_spec;
mod object_spec;
mod spec_builder;
mod text_spec;

pub(super) use spec_builder::SpecBuilder;
