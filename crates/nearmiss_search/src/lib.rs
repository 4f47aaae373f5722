//! The search: genes, individuals, MIO. It knows no HTTP, no files, no clock and no globals; what
//! is outside comes in through the ports [`Evaluator`], [`Sampler`] and [`SearchObserver`], and
//! randomness is an argument everywhere.

pub mod gene;
mod gene_spec;
mod individual;
mod ports;

pub use gene_spec::{FieldSpec, GeneSpec, GeneValue};
pub use individual::{Action, ActionTemplate, Individual, Link, TemplateId};
pub use ports::{
    Evaluation, Evaluator, Fault, Hit, Sampler, SearchObserver, Specialisation, TaintFact,
};
