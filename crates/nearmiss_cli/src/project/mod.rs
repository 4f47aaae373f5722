//! The project of an API: its package.json, its package manager, the Node that runs it, and what it needs around it.

mod node_version;
mod package_manager;
#[expect(clippy::module_inception, reason = "a file is named after its type")]
mod project;
pub mod surroundings;

pub use self::node_version::{OLDEST, node_version, strips_types};
pub use self::package_manager::PackageManager;
pub use self::project::Project;
#[cfg(test)]
pub use self::project::tests;
