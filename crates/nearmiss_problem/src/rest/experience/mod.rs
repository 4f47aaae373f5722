//! What the answers of the API have taught so far: values, which calls need which, and which kinds of
//! tests are worth making. Bounded, and the same after the same tests.

mod kinds;
mod names;
mod pool;
mod successes;

use nearmiss_search::Individual;

pub(super) use kinds::{Kind, Kinds};
pub(super) use names::{id_stem, plain, resource_of_field, resource_of_path, singular, words};
pub(super) use pool::DataPool;
pub(super) use successes::Successes;

use super::model::Model;
use super::rest_problem::TestedCall;
use crate::json_answer::parse_json_answer;
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
    /// Which calls succeed, and after which.
    pub successes: Successes,
    /// Which kinds of tests bring something.
    pub kinds: Kinds,
    /// By operation: answers in a row that taught no value.
    silent: Vec<u32>,
}

impl Experience {
    /// Takes in a test that was run; `with_values`: the values of its answers, too.
    pub fn note(
        &mut self,
        model: &Model,
        individual: &Individual,
        calls: &[TestedCall<'_>],
        with_values: bool,
    ) {
        let mut seen = Vec::with_capacity(calls.len());
        for (action, tested) in individual.actions.iter().zip(calls) {
            let operation = action.template.0 as usize;
            let answer = match tested.outcome {
                CallOutcome::Response(answer) if (200..300).contains(&answer.status) => {
                    Some(answer)
                }
                _ => None,
            };
            let taken = action.links.iter().filter_map(|link| {
                let from = individual.actions.get(link.from)?.template.0 as usize;
                Some((operation, link.parameter, link.path.join("/"), from))
            });
            seen.push((operation, answer.is_some(), taken.collect()));
            if let Some(answer) = answer
                && with_values
            {
                self.take_values(model, operation, answer);
            }
        }
        self.successes.note(&seen);
    }

    fn take_values(&mut self, model: &Model, operation: usize, answer: &HttpResponse) {
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
        if let Some(id) = resolve_source(answer, &Source::Location, false) {
            news |= self.pool.note("id", &resource, nearmiss_search::GeneValue::text(&id));
        }
        if matches!(answer.body.first(), Some(b'{' | b'['))
            && let Ok(body) = parse_json_answer(&answer.body)
        {
            news |= self.pool.take_in(&body, &resource);
        }
        if news {
            self.silent[operation] = 0;
        }
    }
}
