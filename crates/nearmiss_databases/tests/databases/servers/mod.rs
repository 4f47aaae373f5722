//! Servers that tests start as originals.

pub mod postgres;
