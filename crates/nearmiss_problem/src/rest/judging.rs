//! What a test means: its faults, the targets of its answers, and what oracles want to see next.

use std::sync::PoisonError;

use nearmiss_search::Fault;
use rand_pcg::Pcg64Mcg;

use super::model::Model;
use super::oracles::{self, Judged, JudgedTest};
use super::other_documents::listed_in;
use super::response_targets::response_targets;
use super::rest_problem::RestProblem;
use crate::CallOutcome;
use crate::problem::{Shown, TestRun, TestedCall, Verdict};

impl RestProblem {
    /// Judges each call by itself, and then the whole test.
    pub(super) fn verdict(&self, run: &TestRun<'_>) -> Verdict {
        let model = self.model();
        let mut verdict = Verdict::default();
        for (at, one) in run.calls.iter().enumerate() {
            let malformed =
                run.individual.calls.get(at).is_some_and(|call| call.malformed.is_some());
            let faults = self.faults_of(&model, one, malformed).into_iter();
            verdict.shown.extend(faults.map(|fault| Shown::Fault(at, fault)));
            let is_asked = model.find(&one.call.operation).is_some_and(|own| model.is_asked(own));
            if is_asked {
                let targets = response_targets(one.call, one.outcome).into_iter();
                verdict.shown.extend(targets.map(|(key, h)| Shown::Target(key, h)));
            }
        }
        let faults = self.faults_of_test(&model, run).into_iter();
        verdict.shown.extend(faults.map(|(at, fault)| Shown::Fault(at, fault)));
        verdict
    }

    /// Faults that a call shows by itself.
    fn faults_of(&self, model: &Model, one: &TestedCall<'_>, malformed: bool) -> Vec<Fault> {
        let TestedCall { call, outcome, thrown_at } = *one;
        let Some(index) = model.find(&call.operation) else { return Vec::new() };
        if !model.is_asked(index) {
            return Vec::new();
        }
        let operation = &model.operations[index];
        let judged =
            Judged { rules: self.rules(), operation, call, outcome, thrown_at, strayed: malformed };
        self.oracles.iter().flat_map(|(_, oracle)| oracle.judge(&judged)).collect()
    }

    /// Faults that a whole test shows and its single calls do not.
    fn faults_of_test(&self, model: &Model, run: &TestRun<'_>) -> Vec<(usize, Fault)> {
        let Some(judged) = self.judged(model, run) else { return Vec::new() };
        let examinations = self.examinations.lock().unwrap_or_else(PoisonError::into_inner);
        let test = JudgedTest::new(model, run.individual, &judged, run.incidents)
            .asking(run.queries, &self.rows)
            .remembering(examinations.memory());
        let mut faults: Vec<(usize, Fault)> =
            self.oracles.iter().flat_map(|(_, oracle)| oracle.judge_test(&test)).collect();
        let is_asked =
            |name: &str| model.find(name).is_none_or(|operation| model.is_asked(operation));
        // What no operation's route handled shows no fault of one.
        let is_known = |at: &usize| {
            run.calls.get(*at).is_none_or(|one| model.find(&one.call.operation).is_some())
        };
        faults.retain(|(at, fault)| is_asked(&fault.operation) && is_known(at));
        let crashes = oracles::crashes_in(&faults);
        if let Some((column, blames)) = self.rows.blames(run.individual, &crashes) {
            oracles::told_of_row(&mut faults, &column, &blames);
        }
        faults
    }

    /// Lets oracles look further, and takes in the values of answers and which calls succeeded.
    pub(super) fn take_in(&self, run: &TestRun<'_>, used: f64, rng: &mut Pcg64Mcg) {
        self.examine(run, used, rng);
        self.look_for_documents(run);
        self.look_at_answers(run);
        if let Some(last) = run.calls.last()
            && let CallOutcome::Response(answer) = last.outcome
        {
            let about = (run.calls.len() - 1, &*last.call.operation, answer.is_success());
            self.rows.note_answer(run.individual, about, run.queries);
        }
        if let Some(last) = run.calls.last()
            && matches!(last.outcome, CallOutcome::Response(answer) if answer.status < 500)
        {
            let at = run.calls.len() - 1;
            self.services.note_answered(run.individual, at, &last.call.operation);
        }
        let mut experience = self.experience.lock().unwrap_or_else(PoisonError::into_inner);
        experience.note(&self.model(), run.individual, run.calls, !self.without_pool);
    }

    /// Learns what documents list that the API serves beside the one in use.
    fn look_for_documents(&self, run: &TestRun<'_>) {
        let model = self.model();
        let Some(described) = model.described else { return };
        for tested in run.calls {
            let beside = model.find(&tested.call.operation).is_some_and(|own| own >= described);
            if let CallOutcome::Response(answer) = tested.outcome
                && beside
                && let Some(listed) = listed_in(answer)
                && !model.knows_listed(&listed)
            {
                self.grow(|model, _| model.note_listed(listed));
            }
        }
    }

    /// Learns where answers hold ids, and so which operations need which.
    fn look_at_answers(&self, run: &TestRun<'_>) {
        if self.without_resources {
            return;
        }
        let model = self.model();
        let mut experience = self.experience.lock().unwrap_or_else(PoisonError::into_inner);
        let mut news = Vec::new();
        for tested in run.calls {
            if let CallOutcome::Response(answer) = tested.outcome
                && answer.is_success()
                && let Some(operation) = model.find(&tested.call.operation)
                && let Some(seen) = experience.looks.look(operation, answer)
                && model.lacks_answer(operation, &seen)
            {
                news.push((operation, seen));
            }
        }
        let relates = experience.looks.relates(!news.is_empty(), model.operations.len());
        if news.is_empty() && !relates {
            return;
        }
        drop(model);
        self.grow(|model, _| {
            for (operation, seen) in news {
                model.note_answer(operation, seen);
            }
            if relates {
                model.relate();
            }
        });
    }

    fn examine(&self, run: &TestRun<'_>, used: f64, rng: &mut Pcg64Mcg) {
        let model = self.model();
        let Some(calls) = self.judged(&model, run) else { return };
        let test = JudgedTest::new(&model, run.individual, &calls, run.incidents)
            .asking(run.queries, &self.rows);
        let mut examinations = self.examinations.lock().unwrap_or_else(PoisonError::into_inner);
        examinations.note_refusable(run);
        examinations.note(test, &self.oracles, used, rng);
    }

    /// Whether the oracle that finds faults of a code looks at answers alone.
    pub(super) fn is_of_answers(code: u32) -> bool {
        let mut oracles = oracles::ALL.iter();
        let finder = oracles.find(|oracle| oracle.faults().iter().any(|(own, _)| *own == code));
        finder.is_none_or(|oracle| oracle.sees_answers_only())
    }

    /// Calls as oracles look at them; `None` if one was made for no operation.
    fn judged<'a>(&'a self, model: &'a Model, run: &TestRun<'a>) -> Option<Vec<Judged<'a>>> {
        let calls = run.calls.iter().zip(&run.individual.calls);
        let judged = calls.map(|(TestedCall { call, outcome, thrown_at }, action)| {
            let meant = action.template.0 as usize;
            let own = model.find(&call.operation);
            let operation = model.operations.get(own.unwrap_or(meant))?;
            let strayed = own != Some(meant) || action.malformed.is_some();
            let thrown_at = *thrown_at;
            Some(Judged { rules: self.rules(), operation, call, outcome, thrown_at, strayed })
        });
        judged.collect()
    }
}
