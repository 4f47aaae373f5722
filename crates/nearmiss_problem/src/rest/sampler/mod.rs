//! Which calls are made after one another.

mod behind;
mod chain;
mod context;
mod id_source;
mod kept_names;
mod known_values;
mod refer;
mod references;
mod repeated_ids;
mod resources;
mod rest_sampler;
mod say;
mod seek;
mod structure;
mod users;

pub(super) use resources::{Agreement, Resources};
