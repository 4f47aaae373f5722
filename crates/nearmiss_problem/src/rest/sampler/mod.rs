//! Which calls are made after one another.

mod chain;
mod id_source;
mod resources;
mod rest_sampler;
mod structure;
mod users;

pub(super) use resources::Resources;
