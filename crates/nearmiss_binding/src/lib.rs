//! The Node addon: thin entries to the crates, no logic of its own.
