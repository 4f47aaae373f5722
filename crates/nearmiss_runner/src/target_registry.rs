//! The core's table of targets: which number is which stable key, given once per search.

use std::collections::HashMap;

use nearmiss_targets::{
    SlotEntry, SlotKind, TargetId, TargetTable, file_key, layout, line_key, slot_key,
};

/// Numbers of all targets of a search. Slots of modules come first (a module's slots are
/// contiguous); targets without a slot are numbered from [`layout::SLOTS`] in the order of use.
#[derive(Debug)]
pub struct TargetRegistry {
    next_slot: u32,
    modules: Vec<Module>,
    base_of: HashMap<TargetTable, u32>,
    by_key: HashMap<String, TargetId>,
    keys: Vec<String>,
    /// Slots by key, as far as they are indexed: for those who come from keys.
    slots_by_key: HashMap<String, TargetId>,
    /// Modules that the index has.
    indexed: usize,
    /// The bases of the modules in the order in which they came.
    order: Vec<u32>,
}

#[derive(Debug)]
struct Module {
    base: u32,
    table: TargetTable,
    /// The base under which the targets of this table are known: another one when the same file was
    /// loaded before, numbered otherwise.
    known_at: u32,
    /// Target of the file; none for the slots of a validator.
    file: Option<TargetId>,
    /// Target of the line of each slot that is a statement; others have none.
    lines: Vec<Option<TargetId>>,
}

/// Why a source file's slots are not numbered.
#[derive(Debug, Eq, PartialEq, thiserror::Error)]
pub enum RegisterError {
    /// The shared map has no room left.
    #[error("all {} probe slots are used up; leave files out with --exclude", layout::AHEAD_SLOTS)]
    SlotsUsedUp,
    /// Two runs of `nearmiss instrument` gave the same numbers.
    #[error(
        "it was instrumented ahead of time with slots that {0} has too; instrument both in one \
         run, or give one of the runs another --first-slot"
    )]
    Overlap(String),
    /// A number that none of ours could have given.
    #[error(
        "it was instrumented ahead of time by another version of nearmiss; instrument it again"
    )]
    Foreign,
}

impl Default for TargetRegistry {
    fn default() -> Self {
        Self {
            next_slot: layout::SINK_SLOTS,
            modules: Vec::new(),
            base_of: HashMap::new(),
            by_key: HashMap::new(),
            keys: Vec::new(),
            slots_by_key: HashMap::new(),
            indexed: 0,
            order: Vec::new(),
        }
    }
}

impl TargetRegistry {
    /// The first slot of a module: the same for the same table, in every process and after each
    /// restart.
    ///
    /// # Errors
    /// When the shared map has no room left.
    pub fn register(&mut self, table: TargetTable) -> Result<u32, RegisterError> {
        if let Some(base) = self.base_of.get(&table) {
            return Ok(*base);
        }
        let base = self.next_slot;
        let end = end_of(base, &table).filter(|end| *end <= layout::AHEAD_SLOTS);
        self.next_slot = end.ok_or(RegisterError::SlotsUsedUp)?;
        self.add(base, base, table);
        Ok(base)
    }

    /// Takes a file whose first slot was decided ahead of time, in the upper half of the slots.
    ///
    /// # Errors
    /// When its slots are those of another file, or were never given.
    pub fn register_at(&mut self, table: TargetTable, base: u32) -> Result<u32, RegisterError> {
        let end = end_of(base, &table).filter(|end| *end as usize <= layout::SLOTS);
        let end = end.filter(|_| base >= layout::AHEAD_SLOTS).ok_or(RegisterError::Foreign)?;
        let next = self.modules.partition_point(|module| module.base < base);
        if let Some(there) = self.modules.get(next)
            && there.base == base
            && there.table == table
        {
            return Ok(base);
        }
        let before = next.checked_sub(1).map(|index| &self.modules[index]);
        let before = before.filter(|before| end_of(before.base, &before.table) > Some(base));
        let after = self.modules.get(next).filter(|after| after.base < end);
        if let Some(other) = before.or(after) {
            return Err(RegisterError::Overlap(other.table.file.clone()));
        }
        let known_at = self.base_of.get(&table).copied().unwrap_or(base);
        self.add(base, known_at, table);
        Ok(base)
    }

    /// Takes a table that another registry has numbered; in the order of that one, which [`Self::since`] gives, all numbers are
    /// the same.
    ///
    /// # Errors
    /// When its slots are those of another file, or it was given other numbers here.
    pub fn mirror(&mut self, base: u32, table: TargetTable) -> Result<(), RegisterError> {
        if base >= layout::AHEAD_SLOTS {
            return self.register_at(table, base).map(drop);
        }
        if self.register(table)? == base { Ok(()) } else { Err(RegisterError::Foreign) }
    }

    /// Tables with their first slots in the order in which they came, but for the first `known` of them.
    pub fn since(&self, known: usize) -> impl Iterator<Item = (u32, &TargetTable)> {
        self.order.iter().skip(known).filter_map(|base| {
            let (module, _) = self.module_of(*base)?;
            Some((*base, &module.table))
        })
    }

    /// How many tables there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.order.len()
    }

    fn add(&mut self, base: u32, known_at: u32, table: TargetTable) {
        let file = table.is_of_file().then(|| self.key(&file_key(&table.file)));
        let mut lines = Vec::with_capacity(table.slots.len());
        for slot in &table.slots {
            let is_statement = slot.kind == SlotKind::Statement;
            lines.push(is_statement.then(|| self.key(&line_key(&table.file, slot.line))));
        }
        self.base_of.entry(table.clone()).or_insert(known_at);
        self.order.push(base);
        let place = self.modules.partition_point(|module| module.base < base);
        self.modules.insert(place, Module { base, known_at, table, file, lines });
    }

    /// The number of a target without a slot.
    pub fn key(&mut self, key: &str) -> TargetId {
        if let Some(id) = self.by_key.get(key) {
            return *id;
        }
        let id = TargetId((layout::SLOTS + self.keys.len()) as u32);
        self.keys.push(key.to_owned());
        self.by_key.insert(key.to_owned(), id);
        id
    }

    fn module_of(&self, slot: u32) -> Option<(&Module, usize)> {
        let index = self.modules.partition_point(|module| module.base <= slot).checked_sub(1)?;
        let module = &self.modules[index];
        let offset = (slot - module.base) as usize;
        (offset < module.table.slots.len()).then_some((module, offset))
    }

    /// Targets that a touched slot stands for, with their heuristic: the slot's own (unless it is a saturation cell)
    /// and, for statements, their line and file. The number of a target without a slot stands for that.
    pub fn targets_of(&self, slot: u32, h: f64, mut hit: impl FnMut(TargetId, f64)) {
        let Some((module, offset)) = self.module_of(slot) else {
            if slot as usize >= layout::SLOTS {
                hit(TargetId(slot), h);
            }
            return;
        };
        if module.table.slots[offset].kind == SlotKind::Root {
            return;
        }
        hit(TargetId(module.known_at + offset as u32), h);
        if let Some(line) = module.lines[offset] {
            hit(line, 1.0);
            if let Some(file) = module.file {
                hit(file, 1.0);
            }
        }
    }

    /// The stable text key of a target.
    #[must_use]
    pub fn name(&self, target: TargetId) -> Option<String> {
        if target.0 as usize >= layout::SLOTS {
            return self.keys.get(target.0 as usize - layout::SLOTS).cloned();
        }
        let (module, offset) = self.module_of(target.0)?;
        slot_key(&module.table.file, &module.table.slots[offset])
    }

    /// The number of a target by its stable text key, if there is such a target by now.
    pub fn find(&mut self, key: &str) -> Option<TargetId> {
        if let Some(id) = self.by_key.get(key) {
            return Some(*id);
        }
        if self.indexed < self.modules.len() {
            self.indexed = self.modules.len();
            for module in &self.modules {
                for (slot, offset) in module.table.slots.iter().zip(0..) {
                    if let Some(key) = slot_key(&module.table.file, slot) {
                        let id = TargetId(module.known_at + offset);
                        self.slots_by_key.entry(key).or_insert(id);
                    }
                }
            }
        }
        self.slots_by_key.get(key).copied()
    }

    /// The entry of a slot with its file.
    #[must_use]
    pub fn slot(&self, slot: u32) -> Option<(&str, SlotEntry)> {
        let (module, offset) = self.module_of(slot)?;
        Some((&module.table.file, module.table.slots[offset]))
    }

    /// The statements of the file of a slot that stand in its line or in the next `lines`.
    pub fn statements_near(&self, slot: u32, lines: u32) -> impl Iterator<Item = TargetId> {
        let (module, at) = self.module_of(slot).unzip();
        let first = at.zip(module).map_or(0, |(at, module)| module.table.slots[at].line);
        let slots = module.into_iter().flat_map(|of| of.table.slots.iter().zip(of.base..));
        let near = move |slot: &SlotEntry| {
            slot.kind == SlotKind::Statement && (first..=first + lines).contains(&slot.line)
        };
        slots.filter(move |(slot, _)| near(slot)).map(|(_, number)| TargetId(number))
    }

    /// Every target known so far.
    #[must_use]
    pub fn all(&self) -> Vec<TargetId> {
        let slots = self.known().flat_map(|module| {
            let numbered = module.table.slots.iter().zip(module.base..);
            numbered.filter(|(slot, _)| slot.kind != SlotKind::Root).map(|(_, id)| TargetId(id))
        });
        slots.chain((0..self.keys.len()).map(|i| TargetId((layout::SLOTS + i) as u32))).collect()
    }

    /// Files that were instrumented.
    #[must_use]
    pub fn files(&self) -> Vec<&str> {
        let files = self.known().filter(|module| module.file.is_some());
        files.map(|module| module.table.file.as_str()).collect()
    }

    /// The table of a file, and its first slot.
    #[must_use]
    pub fn table(&self, file: &str) -> Option<(u32, &TargetTable)> {
        let mut modules = self.known().filter(|module| module.file.is_some());
        let module = modules.find(|module| module.table.file == file)?;
        Some((module.base, &module.table))
    }

    /// Modules, each file once.
    fn known(&self) -> impl Iterator<Item = &Module> {
        self.modules.iter().filter(|module| module.known_at == module.base)
    }
}

/// The slot after the last of a module, if there are so many.
fn end_of(base: u32, table: &TargetTable) -> Option<u32> {
    base.checked_add(u32::try_from(table.slots.len()).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(file: &str, kinds: &[(SlotKind, u32)]) -> TargetTable {
        let slots = kinds.iter().map(|&(kind, line)| SlotEntry { kind, line, n: 0 }).collect();
        TargetTable { file: file.to_owned(), slots }
    }

    #[test]
    fn a_module_keeps_its_base_whatever_the_order_of_loading() {
        let (a, b) = (
            table("a.js", &[(SlotKind::Statement, 1)]),
            table("b.js", &[(SlotKind::Statement, 1), (SlotKind::Statement, 2)]),
        );
        let mut registry = TargetRegistry::default();
        let first = registry.register(a.clone()).unwrap();
        let second = registry.register(b.clone()).unwrap();
        assert_eq!(registry.register(b).unwrap(), second);
        assert_eq!(registry.register(a).unwrap(), first);
        assert_eq!((first, second), (layout::SINK_SLOTS, layout::SINK_SLOTS + 1));
    }

    #[test]
    fn a_statement_stands_for_its_line_and_file_and_a_saturation_cell_for_nothing() {
        let mut registry = TargetRegistry::default();
        let base = registry
            .register(table("a.js", &[(SlotKind::Statement, 3), (SlotKind::Root, 3)]))
            .unwrap();
        let mut names = Vec::new();
        for slot in [base, base + 1, 5, 9999] {
            registry.targets_of(slot, 0.5, |id, h| names.push((registry.name(id).unwrap(), h)));
        }
        assert_eq!(
            names,
            [
                ("Statement_a.js_00003_0".to_owned(), 0.5),
                ("Line_a.js_00003".to_owned(), 1.0),
                ("File_a.js".to_owned(), 1.0)
            ]
        );
        assert_eq!(registry.all().len(), 3);
    }

    #[test]
    fn a_file_that_was_numbered_ahead_of_time_stands_beside_those_numbered_here() {
        let statement = [(SlotKind::Statement, 1), (SlotKind::Statement, 2)];
        let (a, b) = (table("a.js", &statement), table("b.js", &statement));
        let ahead = layout::AHEAD_SLOTS;
        let mut registry = TargetRegistry::default();
        assert_eq!(registry.register_at(a.clone(), ahead), Ok(ahead));
        assert_eq!(registry.register_at(a.clone(), ahead), Ok(ahead), "each process says it");
        assert_eq!(registry.register(b.clone()), Ok(layout::SINK_SLOTS));
        assert_eq!(registry.register(a.clone()), Ok(ahead), "the same file keeps its slots");
        assert_eq!(registry.register_at(b.clone(), ahead + 5), Ok(ahead + 5));
        // b has two numbers now; its targets have one.
        let mut hits = Vec::new();
        for slot in [layout::SINK_SLOTS + 1, ahead + 6] {
            registry.targets_of(slot, 1.0, |id, _| hits.push(registry.name(id).unwrap()));
        }
        assert_eq!(hits[..3], hits[3..]);
        assert_eq!(registry.files(), ["b.js", "a.js"]);
        assert_eq!(registry.all().len(), 2 * (2 + 3));
    }

    #[test]
    fn a_validator_has_two_targets_and_no_file() {
        let mut registry = TargetRegistry::default();
        let table = TargetTable::validation("POST:/books", "Book");
        let base = registry.register(table.clone()).unwrap();
        assert_eq!(registry.register(table), Ok(base));
        assert_eq!(registry.name(TargetId(base)).unwrap(), "VALIDATE_POST:/books_Book_true");
        assert_eq!(registry.name(TargetId(base + 1)).unwrap(), "VALIDATE_POST:/books_Book_false");
        assert_eq!(registry.all().len(), 2);
        assert!(registry.files().is_empty());
    }

    #[test]
    fn slots_of_another_file_are_refused() {
        let (a, b) = (
            table("a.js", &[(SlotKind::Statement, 1), (SlotKind::Statement, 2)]),
            table("b.js", &[(SlotKind::Statement, 1), (SlotKind::Statement, 2)]),
        );
        let ahead = layout::AHEAD_SLOTS;
        let mut registry = TargetRegistry::default();
        registry.register_at(a, ahead + 4).unwrap();
        let overlap = Err(RegisterError::Overlap("a.js".to_owned()));
        for base in [ahead + 3, ahead + 4, ahead + 5] {
            assert_eq!(registry.register_at(b.clone(), base), overlap);
        }
        for base in [0, layout::SINK_SLOTS, layout::SLOTS as u32 - 1, u32::MAX] {
            assert_eq!(registry.register_at(b.clone(), base), Err(RegisterError::Foreign));
        }
        assert!(registry.register_at(b, ahead + 6).is_ok());
    }
}
