//! What running an individual shows.

use nearmiss_targets::{COVERED, TargetId};

use crate::{Fault, Pair, ReadField, Shape, TaintFact};

/// How near one evaluation came to one target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The target.
    pub target: TargetId,
    /// Heuristic in `(0, 1]`, 1 covered.
    pub h: f64,
}

/// What running an individual showed.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// Targets that were touched, each once.
    pub hits: Vec<Hit>,
    /// Reports on tainted inputs.
    pub taint: Vec<TaintFact>,
    /// Schemas that the SUT checks inputs against.
    pub shapes: Vec<Shape>,
    /// Values that met and differ, where they were asked for.
    pub pairs: Vec<Pair>,
    /// What was read of JSON texts.
    pub fields: Vec<ReadField>,
    /// Faults with the index of their action.
    pub faults: Vec<(usize, Fault)>,
    /// Actions whose call another operation handled than that of their template, by index, with its name.
    pub strayed: Vec<(usize, String)>,
    /// Actions whose call takes nothing from the answer of an earlier one that it is linked to, since that holds no
    /// such piece: its index and that of the earlier one. Told of tests after the search alone.
    pub vain_links: Vec<(usize, usize)>,
    /// Setup that was refused, by index: the calls were made without it.
    pub refused_setup: Vec<usize>,
    /// Setup that nothing has asked for, by index: an answer of a service that was not called so.
    pub unused_setup: Vec<usize>,
    /// Actions that did not do what they asked for, by index. Told of tests after the search alone.
    pub refused: Vec<usize>,
    /// Targets, among the hits, that count also where the SUT was lost: those of faults, and all that a
    /// test touched which itself ended the SUT.
    pub sure_targets: Vec<TargetId>,
    /// Costs of actions beyond an ordinary call (a process that was lost, waiting), in ordinary calls, by index.
    pub costs: Vec<(usize, f64)>,
    /// Calls that were made, counted against the budget.
    pub calls: u32,
    /// How many of its actions were run; fewer than the individual has when the SUT was lost.
    pub ran: usize,
    /// The SUT was lost (crash, exit, timeout) or could not be quieted: hits are incomplete.
    pub disturbed: bool,
}

impl Evaluation {
    /// Tells whether a hit covers its target. Of a run that lost the SUT only what may be why does.
    pub(crate) fn covers(&self, hit: &Hit) -> bool {
        hit.h >= COVERED && (!self.disturbed || self.sure_targets.contains(&hit.target))
    }
}

/// How the actions of an individual were answered.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Answers {
    /// Not each of them was.
    #[default]
    Missing,
    /// One did not do what it asked for, and said so: a number that stands for the statuses and bodies of those that
    /// did not.
    Refused(u64),
    /// Each did what it asked for. Numbers, ascending, of what the answers hold: each stands for a kind of value in a
    /// place, in all evaluations since the search.
    Good(Vec<u32>),
}

impl Answers {
    /// Tells whether they are the same, whatever is said of why an action is refused.
    #[must_use]
    pub fn are_like(&self, others: &Self) -> bool {
        match (self, others) {
            (Self::Refused(_), Self::Refused(_)) => true,
            (own, others) => own == others,
        }
    }
}
