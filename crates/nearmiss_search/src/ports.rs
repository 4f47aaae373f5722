//! The ways out of the search: what evaluates, what samples, what listens.

use std::sync::Arc;

use nearmiss_targets::TargetId;
use rand_pcg::Pcg64Mcg;

use crate::{Action, GeneSpec, Individual, Snapshot, TemplateId};

/// How near one evaluation came to one target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The target.
    pub target: TargetId,
    /// Heuristic in `(0, 1]`, 1 covered.
    pub h: f64,
}

/// What a tainted input should have been.
#[derive(Clone, Debug, PartialEq)]
pub enum Specialisation {
    /// Exactly this text (UTF-16).
    Constant(Vec<u16>),
    /// This text in any case.
    ConstantIgnoreCase(Vec<u16>),
    /// Text in which this ECMAScript expression matches somewhere.
    RegexPartial(String),
    /// Text that this ECMAScript expression matches from start to end.
    RegexWhole(String),
    /// Text that starts so.
    Prefix(Vec<u16>),
    /// Text that ends so.
    Suffix(Vec<u16>),
    /// Text that contains this.
    Contains(Vec<u16>),
    /// The same text as the input with this taint number.
    EqualTo(u32),
    /// A number; a wanted one if known.
    Number(Option<f64>),
    /// A date.
    Date,
    /// A date of which this part is this.
    DateWith(DatePart, i64),
    /// A URL.
    Url,
    /// A URL of which this part is this.
    UrlWith(UrlPart, Vec<u16>),
    /// Text that has this at a place: units from its start, or, negative, from its end.
    At(i32, Vec<u16>),
    /// Text in a code, of which the SUT reads what it stands for.
    Encoded(Codec),
    /// A JSON text.
    Json,
    /// The text that prints a value of this spec: as JSON, but for what is a text itself.
    Of(Arc<GeneSpec>),
    /// A value of another type, where one can be sent.
    Kind(Kind),
    /// A record with this property, where one can be sent; `-`: a list.
    Property(String),
}

/// A type of JSON, or one value of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Any number.
    Number,
    /// True or false.
    Boolean,
    /// A record.
    Object,
    /// A list.
    Array,
    /// Null.
    Null,
    /// Nothing at all.
    Undefined,
    /// True.
    True,
    /// False.
    False,
    /// Any text.
    Text,
}

/// A part of a date, counted as JavaScript does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DatePart {
    /// Of the Gregorian calendar.
    Year,
    /// From 0.
    Month,
    /// Of the month, from 1.
    Day,
    /// From Sunday, 0.
    Weekday,
    /// All of it: milliseconds since 1970.
    Time,
}

/// A part of a URL, written as WHATWG's URL API does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum UrlPart {
    /// `https:`
    Scheme,
    /// `localhost:8080`
    Host,
    /// `localhost`
    Hostname,
    /// `8080`
    Port,
    /// `https://localhost:8080`
    Origin,
    /// `/a/b`
    Path,
    /// `?a=1`
    Query,
}

/// A way to write a text as another text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Codec {
    /// RFC 4648, with padding.
    Base64,
    /// Two hexadecimal digits a byte.
    Hex,
    /// Percent signs before all bytes but letters, digits and `-_.~` (RFC 3986).
    Percent,
}

/// A report of the runtime about a tainted input.
#[derive(Clone, Debug, PartialEq)]
pub struct TaintFact {
    /// Index of the action during which it was seen.
    pub action: usize,
    /// Number inside `_EM_<number>_XYZ_`.
    pub taint: u32,
    /// What it should have been.
    pub specialisation: Specialisation,
}

/// One of two values that met.
#[derive(Clone, Debug, PartialEq)]
pub enum MetValue {
    /// A text, in UTF-16 units.
    Text(Vec<u16>),
    /// A finite number; of a date its milliseconds since 1970.
    Number(f64),
    /// Any text that an ECMAScript expression matches, from start to end or somewhere.
    Pattern {
        /// The expression.
        source: String,
        /// From start to end.
        whole: bool,
    },
    /// A value that is neither, or, of what is wanted, any value of a type.
    Kind(Kind),
}

/// A report that two values met in the SUT and differ (input-to-state correspondence, REDQUEEN, NDSS
/// 2019): where an input holds the one, the other is worth trying.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Index of the action during which it was seen.
    pub action: usize,
    /// The two, in the order of the program.
    pub values: [MetValue; 2],
    /// They met `<`, `<=`, `>` or `>=`; else they should be equal, or should not.
    pub ordered: bool,
    /// They met in a condition of which an outcome is not covered.
    pub open: bool,
}

/// A report that a property was read of what a JSON text stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadField {
    /// Index of the action during which it was seen.
    pub action: usize,
    /// The text.
    pub text: Vec<u16>,
    /// Names of fields, `-` for the items of a list.
    pub path: Vec<String>,
}

/// A report that an input of an action is checked against a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Index of the action.
    pub action: usize,
    /// Index of the parameter.
    pub parameter: usize,
    /// Where inside the parameter: names of fields, indices of items.
    pub path: Vec<String>,
    /// What the schema asks for.
    pub spec: GeneSpec,
}

/// A fault that an oracle found in an answer.
#[derive(
    Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize,
)]
pub struct Fault {
    /// Code of the Web Fuzzing Commons list (100 HTTP 500, 101 schema, ...).
    pub code: u32,
    /// `GET:/books/{id}`.
    pub operation: String,
    /// What tells it from others of its code and operation: the statement that threw, or the place
    /// in the answer.
    pub place: String,
    /// One line for people.
    pub message: String,
}

impl Fault {
    /// Whether this is the same fault, whatever the messages say.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        (self.code, &self.operation, &self.place) == (other.code, &other.operation, &other.place)
    }
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
    /// Targets, among the hits, that count also where the SUT was lost: those of faults, and all that a
    /// test touched which itself ended the SUT.
    pub sure_targets: Vec<TargetId>,
    /// Calls that were made, counted against the budget.
    pub calls: u32,
    /// How many of its actions were run; fewer than the individual has when the SUT was lost.
    pub ran: usize,
    /// The SUT was lost (crash, exit, timeout) or could not be quieted: hits are incomplete.
    pub disturbed: bool,
}

/// How the actions of an individual were answered.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Answers {
    /// Not each of them was.
    #[default]
    Missing,
    /// One did not do what it asked for, and said so.
    Refused,
    /// Each did what it asked for. Numbers, ascending, of what the answers hold: each stands for a kind of value in a place, in all
    /// evaluations since the search.
    Good(Vec<u32>),
}

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

    /// Whether the next evaluations tell [`Evaluation::pairs`], which costs time.
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

    /// Whether the search should stop now although its budget is not used up (interrupt, SUT that
    /// cannot be started any more).
    fn stopped(&self) -> bool;

    /// Share of the budget that is used, in `[0, 1]`; from calls alone when the budget is calls.
    fn used(&self) -> f64;
}

/// Makes individuals of a problem. Implemented by problem crates; uses no randomness but `rng`.
pub trait Sampler: Sync {
    /// Individuals to begin with: one of one call for each operation first, then what is known to be
    /// worth a try.
    fn initial(&self, rng: &mut Pcg64Mcg) -> Vec<Individual>;
    /// A fresh individual of at most `max_actions` actions: unrelated calls or a template by verb.
    fn sample(&self, rng: &mut Pcg64Mcg, max_actions: usize) -> Individual;
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
    /// A call, made to work behind a test on what that test has made or changed; `None` if it has nothing to do with it.
    fn behind(&self, _earlier: &Individual, _call: &Action) -> Option<Action> {
        None
    }
    /// Whether calls of a template are tested, and not only made for what others need.
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
    /// Whether a snapshot is wanted now. `news` counts what was found: as long as it stays the same there
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
