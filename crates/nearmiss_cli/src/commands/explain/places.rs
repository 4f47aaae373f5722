//! Where targets stand in a source file, told by planning its probes once more.

use std::path::Path;

use nearmiss_instrument::lower::Syntax;
use nearmiss_instrument::{InstrumentOptions, ModuleKind, SlotPlace, plan};
use nearmiss_runner::TargetRegistry;
use nearmiss_sources::lower_options;

/// A source file: its text, and the places of its slots where they could be told.
#[derive(Debug, Default)]
pub struct FilePlaces {
    /// The first slot.
    pub base: u32,
    /// By slot counted from the base. Nothing where the file as it is now gets other targets than it had: then lines are
    /// all that is known.
    pub places: Vec<SlotPlace>,
    lines: Vec<String>,
}

impl FilePlaces {
    /// Those of a file below `root`.
    #[must_use]
    pub fn of(registry: &TargetRegistry, root: &Path, file: &str) -> Self {
        let path = root.join(file);
        let Ok(text) = std::fs::read_to_string(&path) else { return Self::default() };
        let lines = text.lines().map(str::to_owned).collect();
        let Some((base, table)) = registry.table(file) else {
            return Self { lines, ..Self::default() };
        };
        let syntax = Syntax::of_file(file).unwrap_or_default();
        // How Node loads it is not known here: the right one has the same targets.
        let kinds = [ModuleKind::Auto, ModuleKind::CommonJs, ModuleKind::Esm];
        let places = kinds.into_iter().find_map(|module| {
            let options = InstrumentOptions {
                module,
                coverage: true,
                lower: lower_options(&text, &path, syntax, module),
                ..InstrumentOptions::for_file(file)
            };
            let planned = plan(&text, &options).ok()?;
            (planned.table().slots == table.slots).then(|| planned.places().to_vec())
        });
        Self { base, places: places.unwrap_or_default(), lines }
    }

    /// The place of a slot.
    #[must_use]
    pub fn place(&self, slot: u32) -> Option<&SlotPlace> {
        let slot = slot.checked_sub(self.base)?;
        self.places.iter().find(|place| place.slot == slot)
    }

    /// A line of the source, from 1.
    #[must_use]
    pub fn line(&self, number: u32) -> Option<&str> {
        self.lines.get((number as usize).checked_sub(1)?).map(String::as_str)
    }

    /// The text between two places, its lines joined by a space.
    #[must_use]
    pub fn text(&self, place: &SlotPlace) -> Option<String> {
        Some(self.parts(place)?.join(" "))
    }

    /// Its part of each of its lines.
    fn parts(&self, place: &SlotPlace) -> Option<Vec<String>> {
        let (start, end) = (place.start, place.end);
        let mut parts = Vec::new();
        for number in start.line..=end.line {
            let units: Vec<u16> = self.line(number)?.encode_utf16().collect();
            let from = if number == start.line { start.column as usize } else { 0 };
            let to = if number == end.line { end.column as usize } else { units.len() };
            let part = units.get(from..to.min(units.len()))?;
            parts.push(String::from_utf16_lossy(part).trim().to_owned());
        }
        Some(parts)
    }

    /// The text between the end of one place and the start of another, with its lines.
    #[must_use]
    pub fn between(&self, first: &SlotPlace, second: &SlotPlace) -> String {
        let between = SlotPlace { start: first.end, end: second.start, ..first.clone() };
        self.parts(&between).unwrap_or_default().join("\n")
    }
}
