//! What is known of a target, put together.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_instrument::SlotRole;
use nearmiss_runner::TargetRegistry;
use nearmiss_targets::{COVERED, SlotEntry, SlotKind, TargetId, layout};
use serde::Serialize;

use super::in_the_way::{Obstacle, obstacle};
use super::places::FilePlaces;
use super::tried::{Counted, Tried, TriedCall, TriedValues, shortened};
use super::wanted::{outcome_of, predicate_slot};

/// Characters of code in the middle of a line.
const LONGEST_CODE: usize = 200;

/// How far a target is.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum State {
    /// A test covers it.
    Covered,
    /// It is covered while the API starts.
    CoveredAtStart,
    /// It was reached, and missed.
    Near,
    /// Nothing has reached it.
    NotReached,
}

/// A line from 1 and a column from 0, in UTF-16 units.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 0.
    pub column: u32,
}

/// The code that a target tells of.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Code {
    /// `src/a.js`
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The whole line, if the file could be read.
    pub source: Option<String>,
    /// The text of the predicate or statement, if its place is known.
    pub text: Option<String>,
    /// Where that begins.
    pub start: Option<Position>,
    /// Behind its last character.
    pub end: Option<Position>,
}

/// An error that left a statement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thrown {
    /// As text.
    pub error: String,
    /// When it happened first.
    pub call: TriedCall,
}

/// What stands in the way, for people and machines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InTheWay {
    /// In words.
    pub words: String,
    /// Its line.
    pub line: u32,
    /// Its target.
    pub target: Option<String>,
    /// That target explained, where it is a predicate.
    pub explanation: Option<Box<Explanation>>,
    /// The obstacle itself, while its explanation is not there.
    #[serde(skip)]
    pub id: Option<TargetId>,
}

/// What is known of a target.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// Its key.
    pub target: String,
    /// How far it is.
    pub state: State,
    /// How near it came, in `[0, 1]`; 1 is covered.
    pub heuristic: f64,
    /// The outcome that it stands for, of a predicate.
    pub outcome: Option<bool>,
    /// What never happened, in words, of a predicate that was evaluated without it.
    pub missing: Option<String>,
    /// What it tells of; none for answers and faults.
    pub code: Option<Code>,
    /// How often the predicate was evaluated by the tests that were run.
    pub evaluations: Option<u64>,
    /// How many of them reached the target or its predicate.
    pub tests: usize,
    /// The nearest of the values that were tried.
    pub nearest: Vec<TriedValues>,
    /// The calls of a test that covers it.
    pub covered_by: Option<Vec<TriedCall>>,
    /// What it was left by, where it is a statement that was entered and never completed.
    pub error: Option<Thrown>,
    /// What keeps it from being reached.
    pub in_the_way: Option<InTheWay>,
    /// What kind of slot it has.
    #[serde(skip)]
    pub kind: Option<SlotKind>,
}

/// What explanations are made of.
pub struct Subject<'a> {
    /// All targets.
    pub registry: &'a TargetRegistry,
    /// Targets covered while the API started.
    pub boot: &'a BTreeSet<TargetId>,
    /// Keys of the targets that the archive has tests for.
    pub archived: &'a BTreeMap<String, usize>,
    /// What the tests showed.
    pub tried: &'a Tried,
    /// The file of the targets.
    pub places: &'a FilePlaces,
}

impl Subject<'_> {
    /// How near a target came: 1 if anything covers it.
    #[must_use]
    pub fn heuristic(&self, target: TargetId) -> f64 {
        if self.is_covered(target) {
            return COVERED;
        }
        self.tried.best.get(&target).map_or(0.0, |(h, _)| *h)
    }

    /// Whether a test or the start of the API covers it.
    #[must_use]
    pub fn is_covered(&self, target: TargetId) -> bool {
        self.boot.contains(&target)
            || self.tried.best.get(&target).is_some_and(|(h, _)| *h >= COVERED)
            || self.registry.name(target).is_some_and(|name| self.archived.contains_key(&name))
    }

    fn state(&self, target: TargetId) -> State {
        if self.boot.contains(&target) {
            State::CoveredAtStart
        } else if self.is_covered(target) {
            State::Covered
        } else if self.heuristic(target) > 0.0 {
            State::Near
        } else {
            State::NotReached
        }
    }

    fn code(&self, slot: u32, file: &str, entry: SlotEntry) -> Code {
        let place = self.places.place(predicate_slot(slot, entry.kind).unwrap_or(slot));
        let position =
            |at: nearmiss_instrument::SourcePosition| Position { line: at.line, column: at.column };
        Code {
            file: file.to_owned(),
            line: entry.line,
            source: self.places.line(entry.line).map(str::to_owned),
            text: place
                .and_then(|place| self.places.text(place))
                .map(|text| shortened(&text, LONGEST_CODE)),
            start: place.map(|place| position(place.start)),
            end: place.map(|place| position(place.end)),
        }
    }

    /// Says that a predicate never had an outcome.
    fn missing(&self, target: TargetId, outcome: bool) -> String {
        let entry = self.registry.slot(target.0).map(|(_, entry)| entry);
        let first = entry.and_then(|entry| predicate_slot(target.0, entry.kind));
        let place = first.and_then(|slot| self.places.place(slot));
        let text = place.and_then(|place| self.places.text(place));
        let text = text.map(|text| shortened(&text, LONGEST_CODE));
        match entry.map(|entry| entry.kind) {
            Some(SlotKind::CallCompleted) => return format!("{} never completed", called(text)),
            Some(SlotKind::CallThrew) => return format!("{} never threw", called(text)),
            _ => {}
        }
        let (Some(place), Some(text)) = (place, text) else {
            return format!("a predicate was never {outcome}");
        };
        match (place.role, outcome) {
            (SlotRole::Case, true) => format!("`case {text}` was never chosen"),
            (SlotRole::Case, false) => format!("`case {text}` was always chosen"),
            (SlotRole::Nullish, true) => format!("`{text}` was never null or undefined"),
            (SlotRole::Nullish, false) => format!("`{text}` was always null or undefined"),
            (SlotRole::Default, true) => format!("the default `{text}` was never used"),
            (SlotRole::Default, false) => format!("the default `{text}` was always used"),
            (SlotRole::Read, true) => format!("`{text}` never found anything"),
            (SlotRole::Read, false) => format!("`{text}` always found something"),
            _ => format!("`{text}` was never {outcome}"),
        }
    }

    fn in_the_way(&self, slot: u32) -> Option<InTheWay> {
        let found = obstacle(self.registry, self.places, slot, &|target| self.heuristic(target))?;
        let name = |target: TargetId| self.registry.name(target);
        Some(match found {
            Obstacle::NeverCalled { line, name: known, target } => {
                let what =
                    known.map_or("the function".to_owned(), |name| format!("the function {name}"));
                let words = format!("{what} on line {line} is never called");
                InTheWay { words, line, target: name(target), explanation: None, id: None }
            }
            Obstacle::Outcome { line, outcome, target } => {
                let words = format!("on line {line} {}", self.missing(target, outcome));
                InTheWay { words, line, target: name(target), explanation: None, id: Some(target) }
            }
            Obstacle::Unfinished { line, target } => {
                let error = self.tried.errors.get(&target.0);
                let why = error.map_or(String::new(), |(error, _)| format!(": {error}"));
                let words =
                    format!("the statement on line {line} is entered, but never completed{why}");
                InTheWay { words, line, target: name(target), explanation: None, id: Some(target) }
            }
            Obstacle::Behind { line } => {
                let words = format!("nothing behind line {line} is reached");
                InTheWay { words, line, target: None, explanation: None, id: None }
            }
        })
    }
}

impl Explanation {
    /// Whether both say the same of the same code.
    #[must_use]
    pub fn is_twin_of(&self, other: &Self) -> bool {
        let place = |one: &Self| one.code.as_ref().and_then(|code| Some((code.start?, code.end?)));
        let same = (self.state, self.outcome) == (other.state, other.outcome);
        same && self.outcome.is_some() && place(self).is_some() && place(self) == place(other)
    }
}

fn called(text: Option<String>) -> String {
    text.map_or("a call".to_owned(), |text| format!("`{text}`"))
}

/// Explains a target.
#[must_use]
pub fn explain(subject: &Subject<'_>, target: TargetId) -> Explanation {
    let state = subject.state(target);
    let best = subject.tried.best.get(&target);
    let has_slot = (target.0 as usize) < layout::SLOTS;
    let slot = if has_slot { subject.registry.slot(target.0) } else { None };
    let slot = slot.filter(|(_, entry)| entry.line > 0);
    let kind = slot.map(|(_, entry)| entry.kind);
    let covering = best.filter(|(h, _)| *h >= COVERED).map(|(_, test)| *test);
    let predicate = kind.and_then(|kind| predicate_slot(target.0, kind));
    let counted = predicate.and_then(|slot| subject.tried.evaluations.get(&slot));
    let reached = |target: TargetId| subject.tried.reached.get(&target).copied().unwrap_or(0);
    let error = subject.tried.errors.get(&target.0).filter(|_| state == State::Near);
    let is_blocked = state == State::NotReached;
    Explanation {
        target: subject.registry.name(target).unwrap_or_default(),
        state,
        heuristic: subject.heuristic(target),
        outcome: kind.and_then(outcome_of),
        missing: match (state, kind.and_then(outcome_of)) {
            (State::Near, Some(outcome)) => Some(subject.missing(target, outcome)),
            _ => None,
        },
        code: slot.map(|(file, entry)| subject.code(target.0, file, entry)),
        evaluations: predicate
            .map(|_| counted.map_or(0, |counted| counted.trues + counted.falses + counted.threw)),
        tests: predicate.map_or(reached(target), |slot| {
            reached(TargetId(slot)).max(reached(TargetId(slot + 1)))
        }),
        nearest: match (state, counted, kind) {
            (State::Near, Some(counted), Some(kind)) => misses(counted, kind),
            _ => Vec::new(),
        },
        covered_by: covering.and_then(|test| subject.tried.tests.get(test).cloned()),
        error: error.map(|(error, call)| Thrown { error: error.clone(), call: call.clone() }),
        in_the_way: if is_blocked && slot.is_some() { subject.in_the_way(target.0) } else { None },
        kind,
    }
}

/// The evaluations that did not end as a slot of this kind says.
fn misses(counted: &Counted, kind: SlotKind) -> Vec<TriedValues> {
    match kind {
        SlotKind::CallCompleted => counted.nearest(&["threw"]),
        SlotKind::CallThrew => counted.nearest(&["true", "false"]),
        kind => match outcome_of(kind) {
            Some(true) => counted.nearest(&["false", "threw"]),
            Some(false) => counted.nearest(&["true", "threw"]),
            None => Vec::new(),
        },
    }
}
