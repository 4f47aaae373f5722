//! What keeps a target from being reached: the function that is never called, the predicate that never had the outcome,
//! the statement that threw.

use nearmiss_instrument::SlotPlace;
use nearmiss_runner::TargetRegistry;
use nearmiss_targets::{SlotEntry, SlotKind, TargetId};

use super::places::FilePlaces;
use super::wanted::predicate_slot;

/// What stands in the way of a target.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Obstacle {
    /// The function around it is never called.
    NeverCalled {
        /// Its line.
        line: u32,
        /// Its name, if it has one.
        name: Option<String>,
        /// Its target.
        target: TargetId,
    },
    /// A predicate never had the outcome that leads there.
    Outcome {
        /// Its line.
        line: u32,
        /// The outcome.
        outcome: bool,
        /// The target of that outcome.
        target: TargetId,
    },
    /// A statement before it is entered, but never completed.
    Unfinished {
        /// Its line.
        line: u32,
        /// Its target.
        target: TargetId,
    },
    /// Nothing behind a line is reached, and it is not known why.
    Behind {
        /// The line.
        line: u32,
    },
}

/// A node with a place, and what is known of its slot.
#[derive(Clone, Copy)]
struct Node<'a> {
    place: &'a SlotPlace,
    kind: SlotKind,
    /// The line of its target: of a function where it begins, not where its body does.
    line: u32,
    /// How near it came; of a predicate the nearer of its outcomes.
    h: f64,
}

impl Node<'_> {
    /// Of two nodes at one place (an arrow function and its value) the outer one has the lower slot.
    fn holds(&self, other: &SlotPlace) -> bool {
        let place = self.place;
        let is_same = place.start == other.start && place.end == other.end;
        if is_same {
            return place.slot < other.slot;
        }
        place.start <= other.start && other.end <= place.end
    }
}

/// Finds it. `slot` is that of the target, a statement, a function or an outcome of a predicate; `h` tells how near a
/// target came (1: covered).
#[must_use]
pub fn obstacle(
    registry: &TargetRegistry,
    file: &FilePlaces,
    slot: u32,
    h: &dyn Fn(TargetId) -> f64,
) -> Option<Obstacle> {
    let (_, entry) = registry.slot(slot)?;
    let kind = entry.kind;
    let first = predicate_slot(slot, kind).unwrap_or(slot);
    let Some(target) = file.place(first) else { return by_lines(registry, slot, h) };
    let nodes: Vec<Node<'_>> = file
        .places
        .iter()
        .filter_map(|place| {
            let slot = file.base + place.slot;
            let SlotEntry { kind, line, .. } = registry.slot(slot)?.1;
            let own = h(TargetId(slot));
            let h = if place.role.is_predicate() { own.max(h(TargetId(slot + 1))) } else { own };
            Some(Node { place, kind, line, h })
        })
        .collect();
    let search = Search { file, nodes: &nodes, h };
    search.around(target)
}

struct Search<'a> {
    file: &'a FilePlaces,
    nodes: &'a [Node<'a>],
    h: &'a dyn Fn(TargetId) -> f64,
}

impl<'a> Search<'a> {
    fn id(&self, node: &Node<'_>) -> TargetId {
        TargetId(self.file.base + node.place.slot)
    }

    /// Statements and functions round a place, outermost first.
    fn enclosing(&self, of: &SlotPlace) -> Vec<Node<'a>> {
        let around =
            self.nodes.iter().filter(|node| !node.place.role.is_predicate() && node.holds(of));
        let mut around: Vec<Node<'a>> = around.copied().collect();
        around.sort_by_key(|node| {
            (node.place.start, std::cmp::Reverse(node.place.end), node.place.slot)
        });
        around
    }

    fn around(&self, target: &'a SlotPlace) -> Option<Obstacle> {
        let mut chain = self.enclosing(target);
        let own = self.nodes.iter().find(|node| node.place.slot == target.slot)?;
        if !target.role.is_predicate() {
            chain.push(*own);
        }
        let Some(first) = chain.iter().position(|node| node.h <= 0.0) else {
            return self.not_evaluated(target, chain.last());
        };
        let unreached = chain[first];
        if unreached.kind == SlotKind::Function {
            return Some(Obstacle::NeverCalled {
                line: unreached.line,
                name: unreached.place.name.clone(),
                target: self.id(&unreached),
            });
        }
        let parent = first.checked_sub(1).map(|at| chain[at]);
        self.flow_stops(parent.as_ref(), &unreached)
    }

    /// All statements round a predicate are reached, but it is not evaluated: an operand before it decided, or
    /// something before it threw.
    fn not_evaluated(&self, target: &SlotPlace, statement: Option<&Node<'a>>) -> Option<Obstacle> {
        let chains =
            self.nodes.iter().filter(|node| node.place.role.is_predicate() && node.holds(target));
        let evaluated = chains.filter(|node| node.h > 0.0);
        let innermost =
            evaluated.max_by_key(|node| (node.place.start, std::cmp::Reverse(node.place.end)));
        if let Some(found) = innermost.and_then(|chain| self.missing_outcome(chain)) {
            return Some(found);
        }
        let statement = statement?;
        if let Some(before) =
            self.last_missing(|node| statement.holds(node.place) && node.place.end <= target.start)
        {
            return Some(before);
        }
        let line = statement.place.start.line;
        let target = self.id(statement);
        Some(if statement.h < 1.0 {
            Obstacle::Unfinished { line, target }
        } else {
            Obstacle::Behind { line }
        })
    }

    /// `parent` is reached, `unreached` directly inside of it is not.
    fn flow_stops(&self, parent: Option<&Node<'a>>, unreached: &Node<'a>) -> Option<Obstacle> {
        let inside = |place: &SlotPlace| parent.is_none_or(|parent| parent.holds(place));
        let innermost =
            |place: &SlotPlace| self.enclosing(place).last().map(|node| node.place.slot);
        let parent_slot = parent.map(|parent| parent.place.slot);
        // Those that run directly before it, the last of which is where the flow stops.
        let siblings = self.nodes.iter().filter(|node| {
            !node.place.role.is_predicate()
                && node.h > 0.0
                && node.place.end <= unreached.place.start
                && inside(node.place)
                && innermost(node.place) == parent_slot
        });
        let last = siblings.max_by_key(|node| node.place.end).filter(|last| {
            // Another arm of the same statement.
            let between = self.words_between(last.place, unreached.place);
            !["else", "case ", "default", "catch", ":"].iter().any(|word| between.contains(word))
        });
        if let Some(last) = last {
            let functions = |place: &SlotPlace| {
                self.enclosing(place).iter().filter(|node| node.kind == SlotKind::Function).count()
            };
            let depth = functions(last.place);
            let head =
                self.last_missing(|node| last.holds(node.place) && functions(node.place) == depth);
            if last.h < 1.0 {
                let (line, target) = (last.place.start.line, self.id(last));
                return Some(Obstacle::Unfinished { line, target });
            }
            if head.is_some() {
                return head;
            }
        }
        let of_parent = self.last_missing(|node| {
            node.place.end <= unreached.place.start
                && inside(node.place)
                && innermost(node.place) == parent_slot
        });
        of_parent.or_else(|| {
            let parent = parent?;
            let line = last.map_or(parent.place.start.line, |last| last.place.start.line);
            let unfinished = parent.h < 1.0 && parent.kind == SlotKind::Statement;
            Some(if unfinished && last.is_none() {
                Obstacle::Unfinished { line, target: self.id(parent) }
            } else {
                Obstacle::Behind { line }
            })
        })
    }

    /// Finds the words between two statements that belong to what holds both: neither those of statements between them
    /// nor comments.
    fn words_between(&self, before: &SlotPlace, after: &SlotPlace) -> String {
        let lies_between = |place: &&SlotPlace| {
            !place.role.is_predicate() && place.start >= before.end && place.end <= after.start
        };
        let mut between: Vec<&SlotPlace> =
            self.nodes.iter().map(|node| node.place).filter(lies_between).collect();
        between.sort_by_key(|place| (place.start, std::cmp::Reverse(place.end)));
        let (mut words, mut last) = (String::new(), before);
        for place in between.into_iter().chain([after]) {
            if place.start >= last.end {
                words += &without_comments(&self.file.between(last, place));
                words.push(' ');
                last = place;
            }
        }
        words
    }

    /// Of the predicates that fit the last one that was evaluated and never had one of its outcomes; of several that
    /// end at the same place the outermost.
    fn last_missing(&self, fits: impl Fn(&Node<'a>) -> bool) -> Option<Obstacle> {
        let predicates =
            self.nodes.iter().filter(|node| node.place.role.is_predicate() && node.h > 0.0);
        let missing = predicates.filter(|node| fits(node) && self.missing_outcome(node).is_some());
        let last = missing.max_by_key(|node| {
            let place = node.place;
            (place.end, std::cmp::Reverse(place.start), std::cmp::Reverse(place.slot))
        });
        last.and_then(|node| self.missing_outcome(node))
    }

    fn missing_outcome(&self, node: &Node<'_>) -> Option<Obstacle> {
        let slot = self.file.base + node.place.slot;
        let missing = [true, false]
            .into_iter()
            .find(|outcome| (self.h)(TargetId(slot + u32::from(!outcome))) < 1.0)?;
        Some(Obstacle::Outcome {
            line: node.place.start.line,
            outcome: missing,
            target: TargetId(slot + u32::from(!missing)),
        })
    }
}

/// A text without its comments. Between statements no text of strings stands but that of a `case`.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        kept.push_str(&rest[..at]);
        let end = if rest[at..].starts_with("//") { "\n" } else { "*/" };
        rest = rest[at..].split_once(end).map_or("", |(_, behind)| behind);
    }
    kept + rest
}

/// Where nothing but lines is known: the nearest branch above that was evaluated and never had one of its outcomes,
/// else the function that the line stands in or below, if that is never called.
fn by_lines(registry: &TargetRegistry, slot: u32, h: &dyn Fn(TargetId) -> f64) -> Option<Obstacle> {
    let (file, entry) = registry.slot(slot)?;
    let (base, table) = registry.table(file)?;
    let above = || table.slots.iter().zip(base..).filter(|(other, _)| other.line <= entry.line);
    let function = above()
        .filter(|(other, _)| other.kind == SlotKind::Function)
        .max_by_key(|(other, _)| other.line);
    if let Some((function, id)) = function
        && h(TargetId(id)) <= 0.0
    {
        return Some(Obstacle::NeverCalled {
            line: function.line,
            name: None,
            target: TargetId(id),
        });
    }
    let from = function.map_or(0, |(function, _)| function.line);
    let branches = above().filter(|(other, _)| {
        matches!(other.kind, SlotKind::BranchTrue | SlotKind::BranchFalse) && other.line >= from
    });
    let missing = branches.filter(|(_, id)| {
        let near = h(TargetId(*id));
        near > 0.0 && near < 1.0
    });
    let (branch, id) = missing.max_by_key(|(other, _)| other.line)?;
    let outcome = branch.kind == SlotKind::BranchTrue;
    Some(Obstacle::Outcome { line: branch.line, outcome, target: TargetId(id) })
}

#[cfg(test)]
mod tests;
