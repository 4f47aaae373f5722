//! nearmiss_instrument.

pub mod lower;
pub mod source_map;
