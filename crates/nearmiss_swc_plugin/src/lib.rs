//! nearmiss as a plugin of swc (`jsc.experimental.plugins`): a thin entry. What it does with a tree
//! is `nearmiss_instrument::hosted`.

// The host calls it, so only the wasm build has it.
#[cfg(target_arch = "wasm32")]
mod entry;
mod options;

pub use options::{ParseOptionsError, PluginOptions};
