//! The test that is under way: which actions were made, and what each of them came near to.

use std::collections::BTreeMap;

use nearmiss_targets::{SlotKind, TargetId};

use crate::shared_map::Fact;
use crate::sut::SutProcess;
use crate::target_registry::TargetRegistry;

/// How near a test came to a target, and the action that came so near first.
pub(super) type Reached = BTreeMap<TargetId, (f64, u16)>;

/// An action that was announced.
#[derive(Debug)]
pub(super) struct Action {
    pub index: u16,
    /// Number of its operation.
    operation: usize,
    /// Slot of the statement that its first exception left, else of the one that it was the first to run last.
    pub last_statement: Option<u32>,
}

/// A slot with its heuristic and the action that came so near first.
type Noted = (u32, f64, u16);

#[derive(Debug, Default)]
pub(super) struct TestRun {
    pub actions: Vec<Action>,
    /// What the epochs that are closed have shown.
    reached: Reached,
    facts: Vec<Fact>,
    /// The epoch that is open.
    epoch: Option<u32>,
    /// By thread, in the order of its touched list: what the open epoch has shown so far.
    threads: Vec<Vec<Noted>>,
}

impl TestRun {
    /// The epoch that is open.
    pub fn epoch(&self) -> Option<u32> {
        self.epoch
    }

    /// Whether this action, or a later one, was announced.
    pub fn is_made(&self, index: u16) -> bool {
        self.actions.last().is_some_and(|action| action.index >= index)
    }

    pub fn begin_action(&mut self, index: u16, operation: usize, epoch: u32) {
        self.epoch = Some(epoch);
        // One that runs nothing that is new to the test runs what the one of its operation before it ran.
        let alike = self.actions.iter().rfind(|action| action.operation == operation);
        let last_statement = alike.and_then(|action| action.last_statement);
        self.actions.push(Action { index, operation, last_statement });
    }

    /// Notes what the action that was announced last has touched.
    pub fn end_action(&mut self, sut: &SutProcess) {
        let Some(action) = self.actions.last_mut() else { return };
        let threads = &mut self.threads;
        let mut last = None;
        sut.look(|thread, map| {
            threads.resize_with(threads.len().max(thread + 1), Vec::new);
            let noted = &mut threads[thread];
            for (at, slot, h) in map.look() {
                // A place that could not be read yet is looked at again.
                noted.resize(noted.len().max(at + 1), (slot, 0.0, action.index));
                let known = &mut noted[at];
                if h > known.1 {
                    if known.1 == 0.0 && thread == 0 {
                        last = Some(slot);
                    }
                    *known = (slot, h, action.index);
                }
            }
        });
        // 0: the exception passed outside of any statement.
        let thrown = sut.thrown_at().filter(|slot| *slot != 0);
        action.last_statement = thrown.or(last).or(action.last_statement);
    }

    /// Takes in what the open epoch has shown, which is closed by now, and leaves the maps empty.
    pub fn close(&mut self, sut: &mut SutProcess, registry: &TargetRegistry) {
        self.end_action(sut);
        self.facts.extend(sut.drain().into_iter().flat_map(|drained| drained.facts));
        self.epoch = None;
        for noted in std::mem::take(&mut self.threads) {
            add(&mut self.reached, &noted, registry);
        }
    }

    /// What was reached so far.
    pub fn reached(&self, registry: &TargetRegistry) -> Reached {
        let mut reached = self.reached.clone();
        self.threads.iter().for_each(|noted| add(&mut reached, noted, registry));
        reached
    }

    /// What the runtime has told so far.
    pub fn facts(&self, sut: Option<&SutProcess>) -> Vec<Fact> {
        let mut facts = self.facts.clone();
        if let Some(sut) = sut.filter(|_| self.epoch.is_some()) {
            sut.look(|_, map| facts.extend(map.facts()));
        }
        facts
    }
}

fn add(reached: &mut Reached, noted: &[Noted], registry: &TargetRegistry) {
    for &(slot, h, action) in noted.iter().filter(|(_, h, _)| *h > 0.0) {
        registry.targets_of(slot, h, |target, h| {
            let known = reached.entry(target).or_insert((h, action));
            if h > known.0 || (h == known.0 && action < known.1) {
                *known = (h, action);
            }
        });
    }
}

/// The key of the statement at a slot; of a slot that is none, such as a branch, that of the slot.
pub(super) fn statement(slot: u32, registry: &TargetRegistry) -> Option<String> {
    let (file, entry) = registry.slot(slot)?;
    let line = entry.line;
    match entry.kind {
        SlotKind::Statement => registry.name(TargetId(slot)),
        _ => Some(format!("Statement_{file}_{line:05}")),
    }
}
