//! The words both sides share: what can be covered, how a target is named, and how the shared
//! map between the core and the SUT process is laid out.
//!
//! The code side (`nearmiss_instrument`) makes [`TargetTable`]s, the search side reads them. A slot
//! is a place in the shared map that a probe writes; a target is what is reported. Most slots are
//! one target; a line and a file are targets without a slot, derived by the core from the
//! statements on them.

mod key;
pub mod layout;
mod table;

pub use key::{file_key, line_key, slot_key};
pub use table::{SlotEntry, SlotKind, TargetTable};

/// Number of a target within one search. Below [`layout::SLOTS`] it is the number of the target's
/// slot in the shared map; from there on the core gives numbers in the order of first use (lines,
/// files, responses, faults).
#[derive(
    Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize,
)]
pub struct TargetId(pub u32);

/// A heuristic value: 0 not reached, 1 covered, in between how near (design section 3).
pub const COVERED: f64 = 1.0;
