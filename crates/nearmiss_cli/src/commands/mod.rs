//! The commands, one file each.

pub mod clean;
pub mod completions;
pub mod doctor;
pub mod explain;
pub mod fuzz;
pub mod init;
pub mod instrument;
pub mod internal_apart;
pub mod internal_replay_bench;
pub mod internal_send;
pub mod merge;
mod read_problem;
pub mod replay;
pub mod serve;
