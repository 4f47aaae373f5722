//! The API's source files with what became of their targets, for reports.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::PoisonError;

use nearmiss_problem::auth::{Concealer, Form, TextPiece};
use nearmiss_report::{ReportedSource, ReportedTarget, TargetKind};
use nearmiss_runner::{SearchWords, TargetRegistry};
use nearmiss_targets::{SlotEntry, SlotKind, TargetId, line_key};

use crate::commands::fuzz::searched::Searched;
use crate::suite::Kept;

/// All files with targets, by name. `root` is the folder that the names are relative to; `kept` are the
/// tests in the order of the written ones.
#[must_use]
pub fn of(
    root: &Path,
    words: &SearchWords,
    searched: &Searched,
    kept: &[&Kept],
) -> Vec<ReportedSource> {
    let mut registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let mut test_of: HashMap<TargetId, usize> = HashMap::new();
    for (index, kept) in kept.iter().enumerate() {
        for target in &kept.covered {
            test_of.entry(*target).or_insert(index);
        }
    }
    let state = |target: TargetId, key: String, kind: TargetKind, line: u32, n: u32| {
        let outcome = &searched.outcome;
        let boot = searched.boot.contains(&target);
        let covered = boot || outcome.archive.contains_key(&target);
        let near = outcome.near_misses.get(&target).copied().unwrap_or(0.0);
        ReportedTarget {
            key,
            kind,
            line,
            n,
            heuristic: if covered { 1.0 } else { near },
            boot,
            test: test_of.get(&target).copied(),
            first_at: outcome.first_covered_at.get(&target).copied(),
        }
    };
    let mut files: BTreeMap<String, Vec<ReportedTarget>> = BTreeMap::new();
    for target in registry.all() {
        let Some((file, slot)) = slot_of_file(&registry, target) else { continue };
        let Some(kind) = kind_of(slot.kind) else { continue };
        let (file, key) = (file.to_owned(), registry.name(target).unwrap_or_default());
        let targets = files.entry(file).or_default();
        targets.push(state(target, key, kind, slot.line, slot.n));
    }
    let sources = files.into_iter().map(|(file, mut targets)| {
        let statements = targets.iter().filter(|target| target.kind == TargetKind::Statement);
        let mut lines: Vec<u32> = statements.map(|target| target.line).collect();
        lines.sort_unstable();
        lines.dedup();
        for line in lines {
            let key = line_key(&file, line);
            if let Some(target) = registry.find(&key) {
                targets.push(state(target, key, TargetKind::Line, line, 0));
            }
        }
        targets.sort_by_key(|target| (target.line, target.kind, target.n));
        let text = std::fs::read_to_string(root.join(&file)).ok();
        ReportedSource { file, text, targets }
    });
    sources.collect()
}

fn slot_of_file(registry: &TargetRegistry, target: TargetId) -> Option<(&str, SlotEntry)> {
    registry.slot(target.0).filter(|(_, slot)| slot.line > 0)
}

fn kind_of(kind: SlotKind) -> Option<TargetKind> {
    Some(match kind {
        SlotKind::Function => TargetKind::Function,
        SlotKind::Statement => TargetKind::Statement,
        SlotKind::BranchTrue => TargetKind::BranchTrue,
        SlotKind::BranchFalse => TargetKind::BranchFalse,
        SlotKind::ReplacementTrue | SlotKind::CallCompleted | SlotKind::ObjectTrue => {
            TargetKind::CallTrue
        }
        SlotKind::ReplacementFalse | SlotKind::CallThrew | SlotKind::ObjectFalse => {
            TargetKind::CallFalse
        }
        SlotKind::Root | SlotKind::ValidationTrue | SlotKind::ValidationFalse => return None,
    })
}

/// What stands in the place of a secret.
const CONCEALED: &str = "•••";

/// The same with the secrets of users concealed that stand in the texts, as those of APIs that are tried
/// out do: reports are passed on.
#[must_use]
pub fn without_secrets(
    mut sources: Vec<ReportedSource>,
    secrets: &Concealer,
) -> Vec<ReportedSource> {
    for text in sources.iter_mut().filter_map(|source| source.text.as_mut()) {
        if secrets.is_in(text) {
            let pieces = secrets.split(text, &[Form::Plain, Form::Json, Form::Component]);
            let shown = pieces.into_iter().map(|piece| match piece {
                TextPiece::Plain(text) => text,
                TextPiece::Secret(..) => CONCEALED,
            });
            *text = shown.collect();
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::auth::Concealed;

    use super::*;

    #[test]
    fn secrets_in_sources_are_not_told() {
        let secret = Concealed {
            user: "bob".to_owned(),
            slot: "password".to_owned(),
            value: "loom-8837".to_owned(),
        };
        let source = |text: Option<&str>| ReportedSource {
            text: text.map(str::to_owned),
            ..ReportedSource::default()
        };
        let sources = vec![source(Some("a('loom-8837');\nb();")), source(Some("c")), source(None)];
        let told = without_secrets(sources, &Concealer::new(vec![secret]));
        let expected = [source(Some("a('•••');\nb();")), source(Some("c")), source(None)];
        assert_eq!(told, expected);
    }
}
