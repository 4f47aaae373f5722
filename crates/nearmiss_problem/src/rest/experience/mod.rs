//! What the answers of the API have taught so far: values, which calls need which, and which kinds of
//! tests are worth making. Bounded, and the same after the same tests.

mod good_calls;
mod kinds;
mod names;
mod pool;
mod refusal;
mod successes;
mod wanted;
mod welcome;

use std::collections::BTreeMap;

use nearmiss_search::{Action, GeneValue, Individual, UserId};

pub(super) use good_calls::GoodCalls;
pub(super) use kinds::{Kind, Kinds};
pub(super) use names::{id_stem, resource_of_field, resource_of_path, singular, words};
pub(super) use pool::DataPool;
pub(super) use successes::{Outcome, Successes};
pub(super) use wanted::{Furthest, Stage, Wanted};
pub(super) use welcome::Welcome;

use super::model::Model;
use super::seen_answers::Looks;
use crate::json_answer::parse_json_answer;
use crate::problem::TestedCall;
use crate::{CallOutcome, HttpResponse, Source, resolve_source};

/// Largest answer that values are taken from, in bytes.
const LARGEST: usize = 64 * 1024;
/// Answers of an operation in a row without news after which only some are looked at, and every how
/// many.
const SILENT: u32 = 20;
const EVERY: u32 = 16;

/// What is known beside the document.
#[derive(Clone, Debug, Default)]
pub(super) struct Experience {
    /// Values that answers held.
    pub pool: DataPool,
    /// By user: values that answers to this user held, and those of calls that this user succeeded with.
    pub own: BTreeMap<UserId, DataPool>,
    /// Which calls succeed, and after which.
    pub successes: Successes,
    /// Calls that succeeded.
    pub good_calls: GoodCalls,
    /// Operations that have not succeeded.
    pub wanted: Wanted,
    /// Which users are refused where.
    pub welcome: Welcome,
    /// Which kinds of tests bring something.
    pub kinds: Kinds,
    /// Looks at answers so far, for where they hold ids.
    pub looks: Looks,
    /// By operation: answers in a row that taught no value.
    silent: Vec<u32>,
}

impl Experience {
    /// Takes in a test that was run; `with_values`: the values of its answers, too. A call that another operation's
    /// route has handled than the one it was made for is a call of that other one, with unknown inputs.
    pub fn note(
        &mut self,
        model: &Model,
        individual: &Individual,
        calls: &[TestedCall<'_>],
        with_values: bool,
    ) {
        let mut seen = Vec::with_capacity(calls.len());
        for (at, (action, tested)) in individual.calls.iter().zip(calls).enumerate() {
            let meant = action.template.0 as usize;
            let Some(operation) = model.find(&tested.call.operation) else { continue };
            let strayed = operation != meant || action.malformed.is_some();
            if let CallOutcome::Response(answer) = tested.outcome {
                self.welcome.note(operation, action.user, answer.status);
            }
            let answer = match tested.outcome {
                CallOutcome::Response(answer) if answer.is_success() => Some(answer),
                _ => None,
            };
            match (answer, tested.outcome) {
                // A malformed call is no pattern for others.
                (Some(_), _) if action.malformed.is_some() => {}
                (Some(_), _) => self.wanted.note_success(operation, individual, at),
                (None, _) if strayed => {}
                (None, outcome) => {
                    let answer = match outcome {
                        CallOutcome::Response(answer) => Some(answer),
                        _ => None,
                    };
                    let stage = match Stage::of(answer.map(|answer| answer.status)) {
                        Stage::Refused | Stage::AtOdds
                            if !self.is_grounded(model, action, calls) =>
                        {
                            Stage::Missing
                        }
                        stage => stage,
                    };
                    let refusal = || answer.map_or(0, |answer| refusal::kind_of(answer, action));
                    self.wanted.note_failure(operation, (stage, refusal), individual, at);
                }
            }
            let taken = action.links.iter().filter(|_| !strayed).filter_map(|link| {
                let from = model.find(&calls.get(link.from.call()?)?.call.operation)?;
                Some((operation, link.parameter, link.path.join("/"), from))
            });
            let outcome = match tested.outcome {
                _ if answer.is_some() => Outcome::Won,
                CallOutcome::Response(answer) if matches!(answer.status, 401 | 403 | 404 | 410) => {
                    Outcome::Refused
                }
                _ => Outcome::Other,
            };
            seen.push((operation, outcome, taken.collect()));
            if let Some(answer) = answer
                && with_values
            {
                self.take_values(model, (operation, strayed), action, answer);
                if !strayed {
                    self.good_calls.note(operation, action);
                }
            }
        }
        self.successes.note(&seen);
    }

    /// Tells whether all that the path of a call names may be there: it is taken from calls that succeeded, or answers
    /// held it. A refusal of a call for an id that nobody made comes before any check of the operation.
    fn is_grounded(&self, model: &Model, action: &Action, calls: &[TestedCall<'_>]) -> bool {
        let has_succeeded = |at: usize| {
            let outcome = calls.get(at).map(|from| from.outcome);
            matches!(outcome, Some(CallOutcome::Response(answer)) if answer.is_success())
        };
        let mut taken = action.links.iter().filter_map(|link| link.from.call());
        let mut is_known = taken.all(has_succeeded);
        model.visit_path_ids(action, &mut |name, resource, value| {
            is_known &= self.pool.holds(name, resource, &value);
        });
        is_known
    }

    fn take_values(
        &mut self,
        model: &Model,
        (operation, strayed): (usize, bool),
        action: &Action,
        answer: &HttpResponse,
    ) {
        let Some(known) = model.operations.get(operation) else { return };
        if self.silent.len() <= operation {
            self.silent.resize(operation + 1, 0);
        }
        let silent = &mut self.silent[operation];
        *silent = silent.saturating_add(1);
        if answer.truncated
            || answer.body.len() > LARGEST
            || (*silent > SILENT && !silent.is_multiple_of(EVERY))
        {
            return;
        }
        let resource = resource_of_path(&known.path);
        let mut news = false;
        let mut own = action.user.map(|user| self.own.entry(user).or_default());
        if let Some(own) = own.as_mut().filter(|_| !strayed) {
            model.visit_ids(action, &mut |name, resource, value| {
                news |= own.note(name, resource, value);
            });
        }
        if let Some(id) = resolve_source(answer, &Source::Location, false) {
            news |= self.pool.note("id", &resource, GeneValue::text(&id));
            if let Some(own) = &mut own {
                news |= own.note("id", &resource, GeneValue::text(&id));
            }
        }
        if matches!(answer.body.first(), Some(b'{' | b'['))
            && let Ok(body) = parse_json_answer(&answer.body)
        {
            news |= self.pool.take_in(&body, &resource);
            if let Some(own) = &mut own {
                news |= own.take_in(&body, &resource);
            }
        }
        if news {
            self.silent[operation] = 0;
        }
    }
}
