//! The ways out of the search: what evaluates, what samples, what listens.

use nearmiss_targets::TargetId;
use rand_pcg::Pcg64Mcg;

use crate::{Action, Answers, Evaluation, Individual, Snapshot, TemplateId};

/// Runs individuals. Implemented by the edge.
pub trait Evaluator {
    /// Resets the SUT, runs the actions, answers what was seen. Never fails: a lost SUT is
    /// [`Evaluation::disturbed`]. With `instrumented == false` only what answers alone show
    /// (responses, faults) is needed.
    fn evaluate(&mut self, individual: &Individual) -> Evaluation;

    /// As [`Evaluator::evaluate`], but the calls may carry more than the individual has, to find out
    /// what the SUT looks for: what it shows may not be the individual's.
    fn explore(&mut self, individual: &Individual) -> Evaluation {
        self.evaluate(individual)
    }

    /// How many individuals may be under way at once. 1: they are evaluated one after another, and
    /// the methods of slots are not called.
    fn slots(&self) -> usize {
        1
    }

    /// Begins to evaluate an individual in a slot that is free; `explores`: as [`Evaluator::explore`].
    fn submit(&mut self, _slot: usize, _individual: &Individual, _explores: bool) {}

    /// What the individual of a slot showed, which is free again; waits for it.
    fn collect(&mut self, _slot: usize) -> Evaluation {
        Evaluation { disturbed: true, ..Evaluation::default() }
    }

    /// A slot whose individual was evaluated, waiting for one; `None`: results are to be taken in the
    /// order of their individuals, so that the search does not depend on how long they took.
    fn next_done(&mut self) -> Option<usize> {
        None
    }

    /// Takes in heuristics below which hits of targets need not be told from now on; 0 for all of them,
    /// infinity for none. Nothing comes of them: they are no better than what the search has.
    fn set_floors(&mut self, _floors: &[(TargetId, f64)]) {}

    /// Targets that the last evaluation covered and did not tell because their floor is infinite,
    /// ascending. Asked for evaluations that are archived.
    fn covered_again(&mut self) -> Vec<TargetId> {
        Vec::new()
    }

    /// How the actions of the last evaluation were answered. Asked after a search.
    fn answers(&mut self) -> Answers {
        Answers::Missing
    }

    /// Answers a number for the answer to the last action of the last evaluation: the same number, the same answer, but for
    /// what a SUT makes anew each time. `None`: it was not answered. Asked after a search.
    fn last_answer(&mut self) -> Option<u64> {
        None
    }

    /// Answers the same number of the answer without what the action itself has said, which answers often repeat.
    fn last_words(&mut self) -> Option<u64> {
        None
    }

    /// Answers the status of the answer to the last action of the last evaluation, if it was answered. Asked after a search.
    fn last_status(&mut self) -> Option<u16> {
        None
    }

    /// Has the next individual run in a SUT that was just started, where nothing resets it. Asked after a search.
    fn begin_afresh(&mut self) {}

    /// Tells whether the next evaluations tell [`Evaluation::pairs`], which costs time.
    fn ask_pairs(&mut self, _asked: bool) {}

    /// How many turns of a target of code it takes until this one is worked on again, at least 1: what a call
    /// answers, say, is mostly asked for by a branch, too, and may have one answer only. `is_covered` tells of any
    /// target: a branch beside which all is covered opens nothing.
    fn turns(&self, _target: TargetId, _is_covered: &dyn Fn(TargetId) -> bool) -> u32 {
        1
    }

    /// The number of a target by its stable text key, if it is known by now.
    fn target(&self, _key: &str) -> Option<TargetId> {
        None
    }

    /// Tells whether the search should stop now although its budget is not used up (interrupt, SUT that
    /// cannot be started any more).
    fn stopped(&self) -> bool;

    /// Share of the budget that is used, in `[0, 1]`; from calls alone when the budget is calls.
    fn used(&self) -> f64;
}

/// An individual whose last call is to succeed, as none of its template has.
#[derive(Clone, Debug)]
pub struct Sought {
    /// The calls that are made.
    pub individual: Individual,
    /// It is the one that came furthest: something of what its last call says is still to be changed.
    pub goes_on: bool,
}

/// Makes individuals of a problem. Implemented by problem crates; uses no randomness but `rng`.
pub trait Sampler: Sync {
    /// Individuals to begin with: one of one call for each operation first, then what is known to be
    /// worth a try.
    fn initial(&self, rng: &mut Pcg64Mcg) -> Vec<Individual>;
    /// A fresh individual of at most `max_actions` actions: unrelated calls or a template by verb.
    fn sample(&self, rng: &mut Pcg64Mcg, max_actions: usize) -> Individual;
    /// Answers how often the next individual is to make a call succeed of which none has, at least 0 and below 1.
    fn wanting(&self) -> f64 {
        0.0
    }
    /// Makes an individual that is to make a call succeed of which none has, if there is one.
    fn wanted(&self, _rng: &mut Pcg64Mcg, _max_actions: usize) -> Option<Sought> {
        None
    }
    /// Lets the last call of an individual, which was refused, say something else.
    fn say_otherwise(&self, _individual: &mut Individual, _rng: &mut Pcg64Mcg) {}
    /// Tells of which template a call is to succeed next, where what calls of it say has been refused.
    fn refused(&self) -> Option<TemplateId> {
        None
    }
    /// Tells of which templates a call has come further than any before since this was last asked.
    fn advanced(&self) -> Vec<TemplateId> {
        Vec::new()
    }
    /// Takes in that so many calls are made for a call of a template to succeed.
    fn note_tried(&self, _template: TemplateId, _calls: usize) {}
    /// Changes which calls are made (adds, removes, swaps). Answers whether anything changed.
    fn mutate_structure(
        &self,
        individual: &mut Individual,
        rng: &mut Pcg64Mcg,
        max_actions: usize,
    ) -> bool;
    /// Gives an input of an individual a value that answers have held, or has it taken from another
    /// call. Answers whether anything changed.
    fn recall(
        &self,
        _individual: &mut Individual,
        _action: usize,
        _parameter: usize,
        _rng: &mut Pcg64Mcg,
    ) -> bool {
        false
    }
    /// Told after each evaluation: whether the individual covered anything new.
    fn assessed(&self, _individual: &Individual, _news: bool) {}
    /// Asked after each evaluation: what this individual taught of the problem, as individuals to try
    /// next. A problem may only grow: templates, and parameters at the end of a template.
    fn taught(&self, _individual: &Individual, _rng: &mut Pcg64Mcg) -> Vec<Individual> {
        Vec::new()
    }
    /// Asked whenever there is time for it: a few individuals that show whether what was seen is a fault.
    /// They are run exactly as they are, each once, and archived like any other for what they cover.
    fn examinations(&self, _rng: &mut Pcg64Mcg) -> Vec<Individual> {
        Vec::new()
    }
    /// A call, made to work behind a test on what that test has made or changed; `None` if it has nothing to do with
    /// it.
    fn behind(&self, _earlier: &Individual, _call: &Action) -> Option<Action> {
        None
    }
    /// Tells whether calls of a template are tested, and not only made for what others need.
    fn asks(&self, _template: TemplateId) -> bool {
        true
    }
    /// Gives the actions of an individual that was made earlier the parameters that were added since.
    fn catch_up(&self, _individual: &mut Individual, _rng: &mut Pcg64Mcg) {}
}

/// Listens to a search. All methods do nothing unless overridden.
pub trait SearchObserver {
    /// After each evaluation: calls used so far, covered targets, faults.
    fn evaluated(&mut self, _calls: u64, _covered: usize, _faults: usize) {}
    /// Asked before each individual: whether the search has gone on for long enough.
    fn stops(&self) -> bool {
        false
    }
    /// Tells whether a snapshot is wanted now. `news` counts what was found: as long as it stays the same there
    /// is nothing new. `ended`: nothing more will come.
    fn wants_snapshot(&mut self, _news: u64, _ended: bool) -> bool {
        false
    }
    /// What is known now.
    fn snapshot(&mut self, _snapshot: Snapshot) {}
}

impl Evaluator for &mut dyn Evaluator {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        (**self).evaluate(individual)
    }

    fn explore(&mut self, individual: &Individual) -> Evaluation {
        (**self).explore(individual)
    }

    fn slots(&self) -> usize {
        (**self).slots()
    }

    fn submit(&mut self, slot: usize, individual: &Individual, explores: bool) {
        (**self).submit(slot, individual, explores);
    }

    fn collect(&mut self, slot: usize) -> Evaluation {
        (**self).collect(slot)
    }

    fn next_done(&mut self) -> Option<usize> {
        (**self).next_done()
    }

    fn set_floors(&mut self, floors: &[(TargetId, f64)]) {
        (**self).set_floors(floors);
    }

    fn covered_again(&mut self) -> Vec<TargetId> {
        (**self).covered_again()
    }

    fn answers(&mut self) -> Answers {
        (**self).answers()
    }

    fn begin_afresh(&mut self) {
        (**self).begin_afresh();
    }

    fn ask_pairs(&mut self, asked: bool) {
        (**self).ask_pairs(asked);
    }

    fn turns(&self, target: TargetId, is_covered: &dyn Fn(TargetId) -> bool) -> u32 {
        (**self).turns(target, is_covered)
    }

    fn target(&self, key: &str) -> Option<TargetId> {
        (**self).target(key)
    }

    fn stopped(&self) -> bool {
        (**self).stopped()
    }

    fn used(&self) -> f64 {
        (**self).used()
    }
}

impl SearchObserver for &mut dyn SearchObserver {
    fn evaluated(&mut self, calls: u64, covered: usize, faults: usize) {
        (**self).evaluated(calls, covered, faults);
    }

    fn stops(&self) -> bool {
        (**self).stops()
    }

    fn wants_snapshot(&mut self, news: u64, ended: bool) -> bool {
        (**self).wants_snapshot(news, ended)
    }

    fn snapshot(&mut self, snapshot: Snapshot) {
        (**self).snapshot(snapshot);
    }
}
