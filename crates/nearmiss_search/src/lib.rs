//! The search: genes, individuals, MIO. It knows no HTTP, no files, no clock and no globals; what
//! is outside comes in through the ports [`Evaluator`], [`Sampler`] and [`SearchObserver`], and
//! randomness is an argument everywhere.

mod archive;
mod credit;
pub mod gene;
mod gene_spec;
mod impact;
mod individual;
mod js_double;
mod json_text;
mod knowledge;
mod letters_and_digits;
mod met_values;
mod minimise;
mod options;
mod outcome;
mod population;
mod ports;
mod repairs;
mod search;
mod seed;
mod seen_facts;
mod shapes;
mod snapshot;
mod taint;
mod transplant;
mod variation;
mod waiting;

pub use gene_spec::{FieldSpec, GeneSpec, GeneValue};
pub use individual::{Action, ActionTemplate, Individual, Link, TemplateId, UserId};
pub use js_double::js_double;
pub use json_text::json_text;
pub use letters_and_digits::letters_and_digits;
pub use minimise::{Minimised, minimise};
pub use options::{Algorithm, MioParameters, Ramp, SearchOptions};
pub use outcome::{EvaluatedIndividual, SearchOutcome, minimal_suite};
pub use ports::{
    Answers, Codec, DatePart, Evaluation, Evaluator, Fault, Hit, Kind, MetValue, Pair, ReadField,
    Sampler, SearchObserver, Shape, Specialisation, TaintFact, UrlPart,
};
pub use search::SearchLoop;
pub use seed::individual_rng;
pub use snapshot::{Resumed, ResumedTest, Snapshot};
pub use taint::{TaintNumbers, taint_text};
pub use transplant::{Transplanted, transplant};
