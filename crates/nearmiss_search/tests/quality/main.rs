//! How well the search searches, on small known problems with fixed seeds: "covers X within N
//! calls" (style rule 26), and what the loop promises about determinism, flakiness and memory.

#[path = "../../../../tests/dummies/format/mod.rs"]
mod dummy;
mod dummy_format;
mod lanes;
mod loop_promises;
mod memory;
mod problems;
mod toy;
