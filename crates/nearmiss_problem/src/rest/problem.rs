//! REST as one kind of problem.

use std::collections::BTreeSet;
use std::sync::PoisonError;

use nearmiss_search::{Action, ActionTemplate, GeneSpec, Individual, Reading, Specialisation};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::hidden::{add_fakes, property_of};
use super::learnt::LearntOperation;
use super::lower::lower_action;
use super::oracles::readings;
use super::other_documents::listed_by;
use super::rest_problem::RestProblem;
use super::routes::narrowed;
use crate::focus::{Focus, FocusError, Narrowed};
use crate::given_requests::{PlainRequest, Seeded};
use crate::problem::{Learnable, Problem, TestRun, Verdict};
use crate::{
    Call, CallOutcome, FoundRoute, Handled, NotedQueries, OperationName, ReadInput, SeenInput,
    Test, ToldKey, ToldPassword, ToldQuery, ToldService, ToldStored,
};

impl Problem for RestProblem {
    fn templates(&self) -> Vec<ActionTemplate> {
        self.model().templates.clone()
    }

    fn setup_templates(&self) -> Vec<ActionTemplate> {
        self.rows.templates()
    }

    fn service_templates(&self) -> Vec<ActionTemplate> {
        self.services.templates()
    }

    fn operation_count(&self) -> usize {
        self.model().operations.len()
    }

    fn operation_index(&self, name: &str) -> Option<usize> {
        self.model().find(name)
    }

    fn input_keys(&self) -> Vec<Vec<String>> {
        self.keys_of_inputs()
    }

    fn is_asked(&self, operation: &str) -> bool {
        let model = self.model();
        model.focus.is_all() || model.find(operation).is_none_or(|index| model.is_asked(index))
    }

    fn users(&self) -> Vec<String> {
        self.callers().names()
    }

    fn may_call(&self, name: &str) -> bool {
        self.callers().is_active(name)
    }

    fn leave_out_user(&self, name: &str) {
        self.callers().leave_out(name);
        self.grow(|model, _| model.left_out.insert(name.to_owned()));
    }

    fn add_routes(&self, routes: &[FoundRoute]) -> Vec<String> {
        self.grow(|model, _| {
            let added = model.add_routes(routes);
            model.note_routes(routes);
            added.iter().map(|index| model.operations[*index].name.to_string()).collect()
        })
    }

    fn note_routes(&self, routes: &[FoundRoute]) {
        self.grow(|model, _| model.note_routes(routes));
    }

    fn note_document(&self, text: &str) {
        let document = serde_json::from_str(text).ok();
        if let Some(listed) = document.as_ref().and_then(listed_by) {
            self.grow(|model, _| model.note_listed(listed));
        }
    }

    fn narrow(&self, focus: &Focus) -> Result<Narrowed, FocusError> {
        self.grow(|model, _| model.narrow(focus))
    }

    fn readings(&self, test: &Individual, rng: &mut Pcg64Mcg) -> Vec<Reading> {
        readings(&self.model(), test, rng)
    }

    fn seed(&self, requests: &[PlainRequest], max_actions: usize, rng: &mut Pcg64Mcg) -> Seeded {
        let seeded = self.model().seeded(requests, max_actions, rng);
        let mut seeds = self.seeds.lock().unwrap_or_else(PoisonError::into_inner);
        seeds.extend(seeded.individuals.iter().cloned());
        seeded
    }

    /// Every target holds printable ASCII only, every header value only what Node's client sends.
    fn lower(&self, individual: &Individual) -> Test {
        let model = self.model();
        let calls = individual
            .calls
            .iter()
            .filter_map(|action| {
                let operation = model.operations.get(action.template.0 as usize)?;
                let caller = action.user.and_then(|user| self.callers().active(user));
                Some(lower_action(operation, action, self.headers(), caller))
            })
            .collect();
        let setup = individual.setup.iter();
        let setup = setup.filter_map(|action| match action.template.service() {
            Some(_) => self.services.lower(action),
            None => self.rows.lower(action),
        });
        Test { setup: setup.collect(), calls }
    }

    fn add_fakes(&self, calls: &mut [Call], refusing: &BTreeSet<OperationName>) -> bool {
        add_fakes(calls, refusing)
    }

    fn handled(&self, operation: usize, route: Option<&[FoundRoute]>) -> Handled {
        self.model().handled(operation, route)
    }

    fn handled_by(
        &self,
        handled: &Handled,
        call: &Call,
        earlier: &[CallOutcome],
    ) -> Option<String> {
        self.whose(handled, call, earlier)
    }

    fn judge(&self, run: &TestRun<'_>) -> Verdict {
        self.verdict(run)
    }

    fn shows_in_answers(&self, code: u32) -> bool {
        Self::is_of_answers(code)
    }

    fn note(&self, run: &TestRun<'_>, used: f64, rng: &mut Pcg64Mcg) {
        self.take_in(run, used, rng);
    }

    fn want_refusal(&self, operation: &str, limit: u32) {
        let mut examinations = self.examinations.lock().unwrap_or_else(PoisonError::into_inner);
        examinations.want_refusal(operation, limit);
    }

    /// A property of a field of the body is an input of its own: that field is a record, or a list (`-`).
    fn learn(&self, call: &Call, seen: &Learnable) -> bool {
        match seen {
            Learnable::Input(input) => {
                self.learn_input(&call.operation, input);
                true
            }
            Learnable::Property(taint, name) => {
                let input = property_of(&self.model(), call, *taint, name);
                if let Some(input) = &input {
                    self.learn_input(&call.operation, input);
                }
                input.is_some()
            }
        }
    }

    /// Where paths are guessed, what the path of a call should have been is a route.
    fn learn_wish(&self, call: &Call, taint: u32, wanted: &Specialisation) {
        let found = narrowed(&self.model(), call, taint, wanted);
        if found.is_empty() {
            return;
        }
        self.grow(|model, news| {
            for (operation, template) in found {
                if !model.focus.asks_for(&operation.named_by()) {
                    continue;
                }
                news.operations.push(model.operations.len());
                model.push(operation, template);
            }
            model.relate();
        });
    }

    fn places_of_input(
        &self,
        action: &Action,
        seen: &SeenInput,
        spec: &GeneSpec,
    ) -> Vec<(usize, Vec<String>, GeneSpec)> {
        self.places_of(action, seen, spec)
    }

    fn know_tables(&self, tables: Vec<Value>) {
        self.rows.know(tables);
    }

    fn know_models(&self, models: &[Value]) {
        self.rows.know_models(models);
    }

    fn note_queries(
        &self,
        individual: &Individual,
        calls: &[Call],
        queries: &[ToldQuery],
        rng: &mut Pcg64Mcg,
    ) -> NotedQueries {
        let operations: Vec<&str> = calls.iter().map(|call| &*call.operation).collect();
        self.rows.note(individual, &operations, queries, rng)
    }

    fn note_services(
        &self,
        individual: &Individual,
        calls: &[Call],
        told: &[ToldService],
        rng: &mut Pcg64Mcg,
    ) -> Vec<(String, f64)> {
        let operations: Vec<&str> = calls.iter().map(|call| &*call.operation).collect();
        self.services.note(individual, &operations, told, rng)
    }

    fn note_password(&self, individual: &Individual, call: &Call, told: &ToldPassword) {
        self.rows.note_password(individual, &call.operation, told);
    }

    fn note_key(&self, individual: &Individual, call: &Call, told: &ToldKey) {
        self.rows.note_key(individual, &call.operation, told);
    }

    fn note_stored(&self, told: &ToldStored) {
        self.rows.note_stored(told);
    }

    fn note_refused(&self, individual: &Individual, refused: &[(usize, String)]) {
        self.rows.note_refused(individual, refused);
    }

    fn save(&self, listed: usize) -> Vec<Value> {
        let learnt = self.learnt(listed);
        let learnt = learnt.iter().filter_map(|learnt| serde_json::to_value(learnt).ok());
        let services = self.services.save();
        let services = services.iter().filter_map(|one| serde_json::to_value(one).ok());
        learnt.chain(services).collect()
    }

    fn restore(&self, saved: &[Value]) {
        let learnt = saved.iter().filter_map(|saved| serde_json::from_value(saved.clone()).ok());
        self.relearn(&learnt.collect::<Vec<LearntOperation>>());
        let services = saved.iter().filter_map(|saved| serde_json::from_value(saved.clone()).ok());
        self.services.restore(services.collect());
    }
}

impl RestProblem {
    /// Takes in that the API read an input during a call of an operation.
    pub(super) fn learn_input(&self, operation: &str, input: &ReadInput) {
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
}
