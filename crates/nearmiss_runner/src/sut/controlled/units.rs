//! What a controller of another tool's tells of its SUT as a whole.

use std::collections::BTreeSet;
use std::sync::PoisonError;

use nearmiss_targets::{COVERED, TargetId};
use nearmiss_wire::SutInfoDto;

use super::ControllerClient;

/// What a search through a controller of another tool's can be measured by.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ToldUnits {
    /// Targets that it has told of. There may be more: it tells of those that a test reached.
    pub targets: BTreeSet<TargetId>,
    /// Lines that there are in all, where it tells that.
    pub lines: usize,
    /// Outcomes of branches that there are in all, where it tells that.
    pub branches: usize,
}

/// What the start of the SUT covered, by the numbers that its targets have here. Such targets have names and no numbers
/// of the controller's.
pub(super) fn boot_of(info: &SutInfoDto, client: &ControllerClient) -> Vec<(u32, f64)> {
    let mut registry = client.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let told = info.boot_time_info_dto.iter().flat_map(|boot| &boot.targets);
    let covered = told.filter(|target| target.value >= COVERED);
    let named = covered.filter_map(|target| target.descriptive_id.as_deref());
    named.map(|key| (registry.key(key).0, COVERED)).collect()
}
