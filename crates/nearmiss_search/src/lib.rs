//! The search: genes, individuals, MIO. It knows no HTTP, no files, no clock and no globals; what
//! is outside comes in through the ports [`Evaluator`], [`Sampler`] and [`SearchObserver`], and
//! randomness is an argument everywhere.

mod afresh;
mod after_run;
mod align;
mod anothers;
mod any_order;
mod archive;
mod causes;
mod confirm;
mod credit;
mod evaluation;
mod facts;
mod fault;
mod fill;
mod find;
pub mod gene;
mod gene_spec;
mod gene_value;
mod humanise;
mod individual;
mod js_double;
mod json_text;
mod knowledge;
mod letters_and_digits;
mod met_values;
mod minimise;
mod needless_calls;
mod needless_columns;
mod options;
mod outcome;
mod population;
mod ports;
mod regain;
mod repairs;
mod repeats;
mod search;
mod seed;
mod seen_facts;
mod separate;
mod shapes;
mod shares;
mod snapshot;
mod succeed;
mod suite;
mod taint;
mod taint_text;
mod templates;
mod text_format;
mod transplant;
mod variation;
mod waiting;
mod wanted;
mod whole_bodies;

pub use afresh::afresh;
pub use after_run::Lengthened;
pub use align::{Aligned, align};
pub use anothers::made_by_others;
pub use any_order::stand_alone;
pub use causes::{Cause, Causes, Odd, causes};
pub use confirm::{Reading, confirm};
pub use evaluation::{Answers, Evaluation, Hit};
pub use facts::{
    Codec, DatePart, Kind, MetValue, Pair, ReadField, Shape, Specialisation, TaintFact, UrlPart,
};
pub use fault::Fault;
pub use fill::fill;
pub use find::{Found, find};
pub use gene_spec::{FieldSpec, GeneSpec, JsonType};
pub use gene_value::GeneValue;
pub use humanise::{Humanised, humanise, is_named, plain_ids};
pub use individual::{
    Action, ActionAt, ActionTemplate, Individual, Link, Malformed, TemplateId, UserId,
};
pub use js_double::js_double;
pub use json_text::json_text;
pub use letters_and_digits::letters_and_digits;
pub use minimise::{Minimised, minimise};
pub use needless_calls::{Led, without_needless_calls};
pub use options::{Algorithm, MioParameters, Ramp, SearchOptions};
pub use outcome::{EvaluatedIndividual, SearchOutcome};
pub use ports::{Evaluator, Sampler, SearchObserver, Sought};
pub use regain::regain;
pub use repeats::{Needed, needed, without_repeats};
pub use search::SearchLoop;
pub use seed::individual_rng;
pub use separate::{Separated, separate};
pub use snapshot::{Resumed, ResumedTest, Snapshot};
pub use succeed::succeed;
pub use suite::minimal_suite;
pub use taint_text::{TaintNumbers, taint_text};
pub use templates::Templates;
pub use text_format::{FormatText, TextFormat};
pub use transplant::{Transplanted, transplant};
pub use whole_bodies::whole_bodies;
