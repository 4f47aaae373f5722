//! The commands, one file each.

pub mod clean;
pub mod completions;
pub mod doctor;
pub mod explain;
pub mod fuzz;
pub mod init;
pub mod instrument;
pub mod merge;
pub mod replay;
pub mod serve;
