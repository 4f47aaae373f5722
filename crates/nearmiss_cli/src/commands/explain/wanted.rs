//! Which targets are meant by what was typed.

use std::collections::BTreeSet;
use std::ops::Range;

use nearmiss_runner::TargetRegistry;
use nearmiss_targets::{SlotKind, TargetId, layout};

use crate::failure::Failure;

/// Names that are offered when there is none like the one that was typed.
const MOST_OFFERED: usize = 5;
/// Lines that are offered.
const MOST_LINES: usize = 8;
/// Units of a name that are compared.
const LONGEST_NAME: usize = 200;

/// What was typed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Wanted {
    /// The key of a target.
    Key(String),
    /// A line of a file, whose name may be the end of its path, and perhaps one outcome.
    Line(String, u32, Option<bool>),
}

impl Wanted {
    /// Reads it. What is no line of a file is taken for a key.
    #[must_use]
    pub fn parse(typed: &str) -> Self {
        let (rest, outcome) = match typed.rsplit_once(':') {
            Some((rest, "true")) => (rest, Some(true)),
            Some((rest, "false")) => (rest, Some(false)),
            _ => (typed, None),
        };
        match rest.rsplit_once(':') {
            Some((file, line)) if !file.is_empty() => match line.parse() {
                Ok(line) => Self::Line(file.trim_start_matches("./").to_owned(), line, outcome),
                Err(_) => Self::Key(typed.to_owned()),
            },
            _ => Self::Key(typed.to_owned()),
        }
    }

    /// The targets that are meant, as far as they are known by now.
    ///
    /// # Errors
    /// When a name of a file fits several.
    pub fn targets(&self, registry: &mut TargetRegistry) -> Result<Vec<TargetId>, Failure> {
        match self {
            Self::Key(key) => {
                let Some(target) = registry.find(key) else { return Ok(Vec::new()) };
                let line = key.strip_prefix("Line_").and_then(|rest| rest.rsplit_once('_'));
                let line = line.and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?)));
                let Some((file, line)) = line else { return Ok(vec![target]) };
                // A line is its statements.
                let table = registry.table(file);
                let slots = table.iter().flat_map(|(base, table)| table.slots.iter().zip(*base..));
                let of_line =
                    slots.filter(|(slot, _)| slot.kind == SlotKind::Statement && slot.line == line);
                Ok(of_line.map(|(_, id)| TargetId(id)).collect())
            }
            Self::Line(name, line, outcome) => {
                let files = files_named(registry, name);
                if files.len() > 1 {
                    return Err(Failure::usage(format!(
                        "several files are named {name}: {}; give more of the path",
                        files.join(", ")
                    )));
                }
                let Some((base, table)) = files.first().and_then(|file| registry.table(file))
                else {
                    return Ok(Vec::new());
                };
                let slots = table.slots.iter().zip(base..).filter(|(slot, _)| {
                    slot.line == *line
                        && slot.kind != SlotKind::Root
                        && outcome.is_none_or(|outcome| outcome_of(slot.kind) == Some(outcome))
                });
                Ok(slots.map(|(_, id)| TargetId(id)).collect())
            }
        }
    }

    /// Says that there is no such target, and which there are.
    #[must_use]
    pub fn unknown(&self, registry: &TargetRegistry) -> Failure {
        Failure::usage(match self {
            Self::Key(key) => {
                let names = registry.all().into_iter().filter_map(|id| registry.name(id));
                let near = nearest(key, names.collect());
                format!("there is no target {key}{}", offered("the nearest names", &near))
            }
            Self::Line(name, line, outcome) => {
                let Some(file) = files_named(registry, name).into_iter().next() else {
                    let files = registry.files().into_iter().map(str::to_owned).collect();
                    let near = nearest(name, files);
                    return Failure::usage(format!(
                        "no file of the API that has targets is named {name}{}",
                        offered("the nearest names", &near)
                    ));
                };
                let of = match outcome {
                    Some(outcome) => format!("that can be {outcome}"),
                    None => "with a target".to_owned(),
                };
                let lines: Vec<String> = lines_near(registry, &file, *line, *outcome)
                    .into_iter()
                    .map(|line| format!("{file}:{line}"))
                    .collect();
                format!(
                    "nothing {of} stands on line {line} of {file}{}",
                    offered("the nearest lines", &lines)
                )
            }
        })
    }
}

fn offered(what: &str, names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; {what}: {}", names.join(", ")) }
}

/// The outcome that a slot stands for; none for statements and functions.
#[must_use]
pub fn outcome_of(kind: SlotKind) -> Option<bool> {
    match kind {
        SlotKind::BranchTrue
        | SlotKind::ReplacementTrue
        | SlotKind::CallCompleted
        | SlotKind::ObjectTrue
        | SlotKind::ValidationTrue => Some(true),
        SlotKind::BranchFalse
        | SlotKind::ReplacementFalse
        | SlotKind::CallThrew
        | SlotKind::ObjectFalse
        | SlotKind::ValidationFalse => Some(false),
        SlotKind::Root | SlotKind::Function | SlotKind::Statement => None,
    }
}

/// The first of the two slots of the predicate that a slot is an outcome of.
#[must_use]
pub fn predicate_slot(slot: u32, kind: SlotKind) -> Option<u32> {
    outcome_of(kind).map(|outcome| if outcome { slot } else { slot - 1 })
}

/// The slots of the tree that a slot of a file stands in; only itself where it stands in none.
#[must_use]
pub fn tree_of(registry: &TargetRegistry, slot: u32) -> Range<u32> {
    let alone = slot..slot + 1;
    let Some(file) = file_of(registry, slot) else { return alone };
    let Some((base, table)) = registry.table(&file) else { return alone };
    let Some(offset) = slot.checked_sub(base).filter(|at| (*at as usize) < table.slots.len())
    else {
        return alone;
    };
    let root = (0..=offset).rev().find(|at| {
        let entry = table.slots[*at as usize];
        entry.kind == SlotKind::Root && at + entry.n > offset
    });
    root.map_or(alone, |root| base + root..base + root + table.slots[root as usize].n)
}

/// The file of a slot.
#[must_use]
pub fn file_of(registry: &TargetRegistry, slot: u32) -> Option<String> {
    ((slot as usize) < layout::SLOTS).then(|| registry.slot(slot))?.map(|(file, _)| file.to_owned())
}

/// Files whose path is `name` or ends with it.
fn files_named(registry: &TargetRegistry, name: &str) -> Vec<String> {
    let files: BTreeSet<&str> = registry.files().into_iter().collect();
    if files.contains(name) {
        return vec![name.to_owned()];
    }
    let end = format!("/{name}");
    files.into_iter().filter(|file| file.ends_with(&end)).map(str::to_owned).collect()
}

fn lines_near(registry: &TargetRegistry, file: &str, line: u32, outcome: Option<bool>) -> Vec<u32> {
    let Some((_, table)) = registry.table(file) else { return Vec::new() };
    let fits = table.slots.iter().filter(|slot| {
        slot.kind != SlotKind::Root
            && outcome.is_none_or(|outcome| outcome_of(slot.kind) == Some(outcome))
    });
    let lines: BTreeSet<u32> = fits.map(|slot| slot.line).collect();
    let mut lines: Vec<u32> = lines.into_iter().collect();
    lines.sort_by_key(|other| other.abs_diff(line));
    lines.truncate(MOST_LINES);
    lines.sort_unstable();
    lines
}

/// Names that hold what was typed, then those that differ from it in the fewest characters.
fn nearest(typed: &str, names: Vec<String>) -> Vec<String> {
    let distances =
        names.into_iter().map(|name| (!name.contains(typed), edits(typed, &name), name));
    let mut known: Vec<(bool, usize, String)> = distances.collect();
    known.sort();
    known.into_iter().take(MOST_OFFERED).map(|(_, _, name)| name).collect()
}

/// Levenshtein's distance, over the first units of long names.
fn edits(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(LONGEST_NAME).collect();
    let b: Vec<char> = b.chars().take(LONGEST_NAME).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::{SlotEntry, TargetTable};

    use super::*;

    fn registry() -> TargetRegistry {
        let slot = |kind, line, n| SlotEntry { kind, line, n };
        let slots = vec![
            slot(SlotKind::Statement, 3, 0),
            slot(SlotKind::Root, 3, 5),
            slot(SlotKind::BranchTrue, 3, 0),
            slot(SlotKind::BranchFalse, 3, 0),
            slot(SlotKind::BranchTrue, 4, 0),
            slot(SlotKind::BranchFalse, 4, 0),
        ];
        let mut registry = TargetRegistry::default();
        for file in ["src/a.js", "lib/b.js", "test/b.js"] {
            registry.register(TargetTable { file: file.to_owned(), slots: slots.clone() }).unwrap();
        }
        registry
    }

    fn found(typed: &str) -> Vec<String> {
        let mut registry = registry();
        let targets = Wanted::parse(typed).targets(&mut registry).unwrap();
        targets.into_iter().filter_map(|target| registry.name(target)).collect()
    }

    #[test]
    fn a_target_is_named_by_its_key_or_its_line() {
        let branch = "Branch_at_src/a.js_at_line_00004_position_0_trueBranch";
        assert_eq!(found(branch), [branch]);
        for typed in ["src/a.js:4:true", "./src/a.js:4:true", "a.js:4:true"] {
            assert_eq!(found(typed), [branch], "{typed}");
        }
        assert_eq!(found("a.js:3").len(), 3);
        assert_eq!(found("Line_src/a.js_00003"), ["Statement_src/a.js_00003_0"]);
    }

    #[test]
    fn what_fits_several_files_or_none_is_told_with_what_there_is() {
        let mut registry = registry();
        let several = Wanted::parse("b.js:3").targets(&mut registry).unwrap_err().to_string();
        assert!(several.contains("lib/b.js, test/b.js"), "{several}");
        let message = |typed: &str| Wanted::parse(typed).unknown(&registry).to_string();
        let no_line = message("a.js:9");
        assert!(no_line.contains("line 9 of src/a.js") && no_line.contains("src/a.js:4"));
        let no_file = message("src/aa.js:3");
        assert!(no_file.contains("src/aa.js; the nearest names: src/a.js"), "{no_file}");
        let cut = message("Branch_at_src/a.js_at_line_00004");
        assert!(cut.contains("names: Branch_at_src/a.js_at_line_00004_position_0_"), "{cut}");
        let no_key = message("Branch_at_src/a.js_at_line_4_position_0_trueBranch");
        assert!(
            no_key.contains("Branch_at_src/a.js_at_line_00004_position_0_trueBranch"),
            "{no_key}"
        );
    }

    #[test]
    fn a_predicate_stands_in_its_tree() {
        let registry = registry();
        let base = registry.table("src/a.js").unwrap().0;
        assert_eq!(tree_of(&registry, base + 4), base + 1..base + 6);
        assert_eq!(tree_of(&registry, base), base..base + 1);
        assert_eq!(predicate_slot(base + 5, SlotKind::BranchFalse), Some(base + 4));
        assert_eq!(predicate_slot(base, SlotKind::Statement), None);
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!([edits("abc", "abc"), edits("abc", "axcd"), edits("", "ab")], [0, 2, 2]);
    }
}
