//! A REST API as its OpenAPI document describes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use jsonschema::Validator;
use nearmiss_search::{ActionTemplate, Fault, Individual, Specialisation};
use rand_pcg::Pcg64Mcg;

use super::callers::Callers;
use super::document::Document;
use super::experience::Experience;
use super::focus::{Focus, FocusError, Narrowed};
use super::hidden::{HiddenInput, add_fakes, property_of};
use super::lower::{StaticHeader, lower_action, static_headers};
use super::model::Model;
use super::news::News;
use super::operation::StatusPattern;
use super::oracles::{self, Judged, JudgedTest, Memory, Switched};
use super::parse_schema_error::ParseSchemaError;
use super::read::{ReadOutput, read_operations};
use super::response_targets;
use super::routes::{FoundRoute, anywhere, narrowed};
use super::schema_warning::{SchemaWarning, Warnings};
use super::seeds::{PlainRequest, Seeded};
use crate::auth::Carried;
use crate::{Call, CallOutcome, Class, Incident, OperationName};

/// What the user says about calls beside the document.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RestOptions {
    /// Headers of every call (authentication, for example). They win over described headers.
    pub headers: Vec<(String, String)>,
    /// Names of those whose values are written nowhere, beside those that say so themselves.
    pub secret_headers: Vec<String>,
    /// Names of the oracles that are off.
    pub without_oracles: Vec<String>,
    /// Calls have nothing to do with one another: no resources.
    pub without_resources: bool,
    /// Values of answers are not used again.
    pub without_pool: bool,
    /// Names of the users who may call.
    pub users: Vec<String>,
    /// What calls of each user carry, in the same order; missing for one whose calls carry nothing.
    pub carried: Vec<Vec<Carried>>,
    /// Path before every path of the document (`/api`), in place of the one its servers name.
    pub base_path: Option<String>,
}

/// A REST API: what can be called, how calls are written, and what their answers must be. What can be
/// called grows while the API runs; nothing of it ever goes.
#[derive(Debug)]
pub struct RestProblem {
    model: RwLock<Arc<Model>>,
    news: Mutex<News>,
    headers: Vec<StaticHeader>,
    callers: Callers,
    validators: Vec<Validator>,
    declares_client_errors: bool,
    oracles: Switched,
    examinations: Mutex<Examinations>,
    /// Tests that people have already, which come first.
    pub(super) seeds: Mutex<Vec<Individual>>,
    pub(super) experience: Mutex<Experience>,
    pub(super) without_resources: bool,
    pub(super) without_pool: bool,
}

/// What oracles asked for.
#[derive(Debug, Default)]
struct Examinations {
    /// By oracle: what it has asked for already, in its own words.
    asked: BTreeMap<usize, BTreeSet<String>>,
    /// What tests showed of who may call what.
    memory: Memory,
    /// By oracle: what is to be run, in the order in which it was asked for.
    waiting: BTreeMap<usize, Vec<Individual>>,
    /// Whether the youngest were taken last.
    turn: bool,
}

/// A call of a test that was made.
#[derive(Clone, Copy, Debug)]
pub struct TestedCall<'a> {
    /// The call.
    pub call: &'a Call,
    /// What became of it.
    pub outcome: &'a CallOutcome,
    /// Key of the statement that its first exception left unfinished.
    pub thrown_at: Option<&'a str>,
}

impl RestProblem {
    /// Reads an OpenAPI document (2.0, 3.0 or 3.1, JSON or YAML).
    ///
    /// # Errors
    /// When the text is no such document, or no operation of it can be called. What is merely not
    /// understood is a warning.
    pub fn parse(
        text: &str,
        options: &RestOptions,
    ) -> Result<(Self, Vec<SchemaWarning>), ParseSchemaError> {
        let mut warnings = Warnings::default();
        let document = Document::parse(text, &mut warnings)?;
        let ReadOutput { operations, templates, validators } =
            read_operations(&document, options, &mut warnings)?;
        let declares_client_errors = operations
            .iter()
            .flat_map(|operation| &operation.responses)
            .any(|response| match response.status {
                StatusPattern::Exact(status) => Class::of_status(status) == Class::Refused,
                StatusPattern::Class(class) => class == 4,
                StatusPattern::Default => true,
            });
        let headers = static_headers(options, &mut warnings);
        let mut model = Model::of(operations, templates);
        model.described = Some(model.operations.len());
        model.users.clone_from(&options.users);
        let problem = Self {
            model: RwLock::new(Arc::new(model)),
            news: Mutex::default(),
            headers,
            callers: Callers::of(options),
            validators,
            declares_client_errors,
            oracles: Switched::without(&options.without_oracles),
            examinations: Mutex::default(),
            seeds: Mutex::default(),
            experience: Mutex::default(),
            without_resources: options.without_resources,
            without_pool: options.without_pool,
        };
        Ok((problem, warnings.into_list()))
    }

    /// An API without a document: what its router serves, or, when that is nothing, calls anywhere.
    #[must_use]
    pub fn of_routes(routes: &[FoundRoute], options: &RestOptions) -> (Self, Vec<SchemaWarning>) {
        let mut warnings = Warnings::default();
        let mut model = Model::default();
        if model.add_routes(routes).is_empty() {
            let (operations, templates) = anywhere().into_iter().unzip();
            model = Model::of(operations, templates);
        }
        model.note_routes(routes);
        model.users.clone_from(&options.users);
        let problem = Self {
            model: RwLock::new(Arc::new(model)),
            news: Mutex::default(),
            headers: static_headers(options, &mut warnings),
            callers: Callers::of(options),
            validators: Vec::new(),
            declares_client_errors: false,
            oracles: Switched::without(&options.without_oracles),
            examinations: Mutex::default(),
            seeds: Mutex::default(),
            experience: Mutex::default(),
            without_resources: options.without_resources,
            without_pool: options.without_pool,
        };
        (problem, warnings.into_list())
    }

    /// Takes in requests that people have already: the search begins with them. Answers what was taken.
    pub fn seed(
        &self,
        requests: &[PlainRequest],
        max_actions: usize,
        rng: &mut Pcg64Mcg,
    ) -> Seeded {
        let seeded = self.model().seeded(requests, max_actions, rng);
        let mut seeds = self.seeds.lock().unwrap_or_else(PoisonError::into_inner);
        seeds.extend(seeded.individuals.iter().cloned());
        seeded
    }

    /// Adds routes that the document does not list, to begin with; answers their names.
    pub fn add_routes(&self, routes: &[FoundRoute]) -> Vec<String> {
        self.grow(|model, _| {
            let added = model.add_routes(routes);
            model.note_routes(routes);
            added.iter().map(|index| model.operations[*index].name.to_string()).collect()
        })
    }

    /// Leaves only what is asked for and what that needs for its state; before the search begins.
    ///
    /// # Errors
    /// When a pattern names nothing, or nothing is left.
    pub fn narrow(&self, focus: &Focus) -> Result<Narrowed, FocusError> {
        self.grow(|model, _| model.narrow(focus))
    }

    /// Adds names that nobody looks for to the calls of a test, but to those of operations that refuse
    /// them. Answers whether any call got some.
    pub fn add_fakes(&self, steps: &mut [Call], refusing: &BTreeSet<OperationName>) -> bool {
        add_fakes(steps, refusing)
    }

    /// Takes in that the API read an input during a call of an operation.
    pub fn learn_input(&self, operation: &str, input: &HiddenInput) {
        if self.model().find(operation).is_none_or(|index| !self.model().lacks(index, input)) {
            return;
        }
        self.grow(|model, news| {
            if let Some(index) = model.find(operation)
                && model.add_input(index, input)
            {
                news.inputs.insert(index);
            }
        });
    }

    /// Takes in that the API read a property of a tainted text: where the text is a field of the body,
    /// that is a record, or a list (`-`). Answers whether it is one.
    pub fn learn_property(&self, call: &Call, taint: u32, name: &str) -> bool {
        let input = property_of(&self.model(), call, taint, name);
        if let Some(input) = &input {
            self.learn_input(&call.operation, input);
        }
        input.is_some()
    }

    /// Takes in what the path of a call should have been: where paths are guessed, that is a route.
    pub fn learn_path(&self, call: &Call, taint: u32, wanted: &Specialisation) {
        let found = narrowed(&self.model(), call, taint, wanted);
        if found.is_empty() {
            return;
        }
        self.grow(|model, news| {
            for (operation, template) in found {
                if !model.focus.asks_for(&operation) {
                    continue;
                }
                news.operations.push(model.operations.len());
                model.push(operation, template);
            }
            model.relate();
        });
    }

    /// What can be called; [`nearmiss_search::TemplateId`] is an index into it.
    #[must_use]
    pub fn templates(&self) -> Vec<ActionTemplate> {
        self.model().templates.clone()
    }

    /// How many operations are known.
    #[must_use]
    pub fn operation_count(&self) -> usize {
        self.model().operations.len()
    }

    /// The number of an operation: the index of its template.
    #[must_use]
    pub fn operation_index(&self, name: &str) -> Option<usize> {
        self.model().find(name)
    }

    /// The calls of an individual, one step an action.
    ///
    /// Every target holds printable ASCII only, every header value only what Node's client sends.
    #[must_use]
    pub fn lower(&self, individual: &Individual) -> Vec<Call> {
        let model = self.model();
        individual
            .actions
            .iter()
            .filter_map(|action| {
                let operation = model.operations.get(action.template.0 as usize)?;
                let caller = action.user.and_then(|user| self.callers.active(user));
                Some(lower_action(operation, action, &self.headers, caller))
            })
            .collect()
    }

    /// Faults that a call shows. `thrown_at` is the key of the statement that its first exception
    /// left unfinished. The same defect gives equal faults.
    #[must_use]
    pub fn judge(&self, call: &Call, outcome: &CallOutcome, thrown_at: Option<&str>) -> Vec<Fault> {
        let model = self.model();
        let Some(index) = model.find(&call.operation) else { return Vec::new() };
        if !model.is_asked(index) {
            return Vec::new();
        }
        let operation = &model.operations[index];
        let judged = Judged { problem: self, operation, call, outcome, thrown_at, strayed: false };
        self.oracles.iter().flat_map(|(_, oracle)| oracle.judge(&judged)).collect()
    }

    /// Faults that a whole test shows and its single calls do not, with the index of their call. The
    /// calls that were made are those of the first actions of `individual`.
    #[must_use]
    pub fn judge_test(
        &self,
        individual: &Individual,
        calls: &[TestedCall<'_>],
        incidents: &[Incident],
    ) -> Vec<(usize, Fault)> {
        let model = self.model();
        let Some(judged) = self.judged(&model, individual, calls) else { return Vec::new() };
        let test = JudgedTest::new(&model, individual, &judged, incidents);
        let mut faults: Vec<(usize, Fault)> =
            self.oracles.iter().flat_map(|(_, oracle)| oracle.judge_test(&test)).collect();
        let is_asked =
            |name: &str| model.find(name).is_none_or(|operation| model.is_asked(operation));
        // What no operation's route handled shows no fault of one.
        let is_known =
            |at: &usize| calls.get(*at).is_none_or(|one| model.find(&one.call.operation).is_some());
        faults.retain(|(at, fault)| is_asked(&fault.operation) && is_known(at));
        faults
    }

    /// Takes in a test that was run, after which the share `used` of the budget is used: oracles may want to look further,
    /// see [`Sampler::examinations`](nearmiss_search::Sampler::examinations).
    pub fn note_test(
        &self,
        individual: &Individual,
        calls: &[TestedCall<'_>],
        incidents: &[Incident],
        used: f64,
        rng: &mut Pcg64Mcg,
    ) {
        let model = self.model();
        let Some(calls) = self.judged(&model, individual, calls) else { return };
        let test = JudgedTest::new(&model, individual, &calls, incidents);
        let mut examinations = self.examinations.lock().unwrap_or_else(PoisonError::into_inner);
        let Examinations { asked, memory, waiting, .. } = &mut *examinations;
        memory.note(&test, used);
        // One that was asked for: the rest of it was seen before.
        if individual.soaks {
            return;
        }
        let test = test.remembering(memory);
        for (index, oracle) in self.oracles.iter() {
            let more = oracle.examine(&test, asked.entry(index).or_default(), rng);
            waiting.entry(index).or_default().extend(more);
        }
    }

    /// Takes in the answers of a test that was run: their values, and which calls succeeded. The calls
    /// that were made are those of the first actions of `individual`.
    pub fn note_answers(&self, individual: &Individual, calls: &[TestedCall<'_>]) {
        let mut experience = self.experience.lock().unwrap_or_else(PoisonError::into_inner);
        experience.note(&self.model(), individual, calls, !self.without_pool);
    }

    /// Whether faults of this code show in answers alone, and so on the plain API.
    #[must_use]
    pub fn shows_in_answers(&self, code: u32) -> bool {
        let mut oracles = oracles::ALL.iter();
        let finder = oracles.find(|oracle| oracle.faults().iter().any(|(own, _)| *own == code));
        finder.is_none_or(|oracle| oracle.sees_answers_only())
    }

    /// Calls as oracles look at them; `None` if one was made for no operation.
    fn judged<'a>(
        &'a self,
        model: &'a Model,
        individual: &Individual,
        calls: &[TestedCall<'a>],
    ) -> Option<Vec<Judged<'a>>> {
        let calls = calls.iter().zip(&individual.actions);
        let judged = calls.map(|(TestedCall { call, outcome, thrown_at }, action)| {
            let meant = action.template.0 as usize;
            let own = model.find(&call.operation);
            let operation = model.operations.get(own.unwrap_or(meant))?;
            let strayed = own != Some(meant);
            let thrown_at = *thrown_at;
            Some(Judged { problem: self, operation, call, outcome, thrown_at, strayed })
        });
        judged.collect()
    }

    /// What oracles asked for and was not taken yet: of so many the root, so that one that asks for much gets
    /// more and does not hold up the others; by turns of what was asked for last, as it follows from what is known best, and
    /// of what has waited longest.
    pub(super) fn take_examinations(&self) -> Vec<Individual> {
        let mut examinations = self.examinations.lock().unwrap_or_else(PoisonError::into_inner);
        examinations.turn = !examinations.turn;
        let youngest = examinations.turn;
        let some = |waiting: &mut Vec<Individual>| -> Vec<Individual> {
            let count = waiting.len().isqrt();
            let first = if youngest { waiting.len() - count } else { 0 };
            waiting.drain(first..first + count).collect()
        };
        examinations.waiting.values_mut().flat_map(some).collect()
    }

    /// Keys and heuristics of the targets that the outcome of a call touches:
    /// `Status_<VERB>:<path>_<code>` (1) and `Response_<VERB>:<path>_success`, `_clientError` and
    /// `_serverError` (1 for the class that was seen, 0.5 for the others). None without an answer.
    #[must_use]
    pub fn response_targets(&self, call: &Call, outcome: &CallOutcome) -> Vec<(String, f64)> {
        let model = self.model();
        if model.find(&call.operation).is_none_or(|index| !model.is_asked(index)) {
            return Vec::new();
        }
        response_targets::response_targets(call, outcome)
    }

    /// Whether an operation is tested, not only called for what it makes.
    #[must_use]
    pub fn is_asked(&self, operation: &str) -> bool {
        let model = self.model();
        model.focus.is_all() || model.find(operation).is_none_or(|index| model.is_asked(index))
    }

    /// Names of the users who may call; [`nearmiss_search::UserId`] is an index into it.
    #[must_use]
    pub fn users(&self) -> Vec<String> {
        self.callers.names()
    }

    /// Goes on without a user: his calls are made as nobody's from now on.
    pub fn leave_out_user(&self, name: &str) {
        self.callers.leave_out(name);
        self.grow(|model, _| model.left_out.insert(name.to_owned()));
    }

    /// Whether a user of this name calls: he is known, and was not left out.
    #[must_use]
    pub fn may_call(&self, name: &str) -> bool {
        self.callers.is_active(name)
    }

    pub(super) fn callers(&self) -> &Callers {
        &self.callers
    }

    /// The headers of every call, as they are sent.
    #[cfg(test)]
    pub(super) fn headers(&self) -> &[StaticHeader] {
        &self.headers
    }

    pub(super) fn validator(&self, index: usize) -> Option<&Validator> {
        self.validators.get(index)
    }

    pub(super) fn declares_client_errors(&self) -> bool {
        self.declares_client_errors
    }

    /// What is known now.
    pub(super) fn model(&self) -> Arc<Model> {
        Arc::clone(&self.model.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// What was learnt since this was last asked.
    pub(super) fn take_news(&self) -> Option<News> {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        if news.is_empty() { None } else { Some(std::mem::take(&mut *news)) }
    }

    pub(super) fn grow<T>(&self, change: impl FnOnce(&mut Model, &mut News) -> T) -> T {
        let mut model = self.model.write().unwrap_or_else(PoisonError::into_inner);
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        change(Arc::make_mut(&mut model), &mut news)
    }
}
