//! Answers of services that the API calls as part of a test (README).

mod endpoint;
mod lower;
mod told;
mod tries;
mod varied;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use nearmiss_search::{ActionTemplate, GeneValue, Individual};
use rand_pcg::Pcg64Mcg;

pub(crate) use self::endpoint::Endpoint;
use self::endpoint::{BODY, HEADERS, inputs_of};
pub use self::told::{AskedService, ReadAnswer, ToldService};
use self::tries::{Tries, answer, answer_to_letter};
use self::varied::Varied;
use crate::Setup;

/// Heuristic of a request that nobody has answered.
const UNANSWERED: f64 = 0.5;
/// Endpoints that are known at most: inputs may lead anywhere.
const MOST_ENDPOINTS: usize = 200;
/// Answers of a test at most.
const MOST_ANSWERS: usize = 12;
/// Individuals that wait to be tried at most.
const MOST_WAITING: usize = 200;
/// Fields of the answers of an endpoint that are looked for at most.
const MOST_FIELDS: usize = 200;

/// Services that the API calls, as far as a search knows of them.
#[derive(Debug, Default)]
pub(crate) struct Services {
    state: Mutex<State>,
}

/// Places of fields, each with the names of those that there were beside it.
type ReadFields = BTreeSet<(Vec<String>, String)>;

#[derive(Debug, Default)]
struct State {
    endpoints: Vec<Endpoint>,
    /// A template for each endpoint, in the same order.
    templates: Vec<ActionTemplate>,
    tries: Tries,
    varied: Varied,
    /// Fields that were read of the answers of each endpoint, of the bodies and of the headers, by the fields that these had then.
    fields: BTreeMap<(usize, usize), ReadFields>,
    waiting: Vec<Individual>,
}

impl State {
    /// Finds the endpoint of a request, or adds it; nothing for one whose host is an input of the test.
    fn endpoint(&mut self, asked: &AskedService, inputs: &BTreeSet<String>) -> Option<usize> {
        let host = asked.origin.split("://").nth(1)?;
        if is_from_input(host, inputs) {
            return None;
        }
        self.know(Endpoint::of(&asked.origin, &asked.method, &asked.target, inputs))
    }

    /// Finds an endpoint, or adds it if there is room.
    fn know(&mut self, endpoint: Endpoint) -> Option<usize> {
        let known = self.endpoints.iter().position(|known| *known == endpoint);
        if known.is_some() || self.endpoints.len() >= MOST_ENDPOINTS {
            return known;
        }
        self.templates.push(endpoint.template());
        self.endpoints.push(endpoint);
        Some(self.endpoints.len() - 1)
    }

    /// Makes the test again, up to a call, with one more answer to a request, if it is its turn.
    fn with_answer(
        &mut self,
        (individual, call): (&Individual, usize),
        (operation, endpoint): (&str, usize),
        rng: &mut Pcg64Mcg,
    ) {
        let answers = answers_of(individual).count();
        if answers >= MOST_ANSWERS || self.waiting.len() >= MOST_WAITING {
            return;
        }
        let before = answers_of(individual).filter(|(_, other)| *other == endpoint).count();
        let is_of_mail = self.endpoints[endpoint].is_of_mail();
        let turn = self.tries.turn(operation, (endpoint, is_of_mail), before);
        let Some(turn) = turn else { return };
        let mut made = individual.clone();
        made.soaks = false;
        made.calls.truncate(call + 1);
        let answer = if is_of_mail { answer_to_letter } else { answer };
        made.setup.push(answer(&self.templates[endpoint], endpoint, turn, rng));
        self.waiting.push(made);
    }

    /// Makes the test again with all that was read of its answers and is not in them.
    fn grow(&mut self, individual: &Individual, read: &[&ReadAnswer], rng: &mut Pcg64Mcg) {
        let at: Vec<(usize, usize)> = answers_of(individual).collect();
        let mut made = individual.clone();
        let mut any = false;
        for read in read {
            let Some((setup, endpoint)) = at.get(read.number) else { continue };
            // What it was when it was read.
            let part = if read.is_header { HEADERS } else { BODY };
            let before =
                individual.setup[*setup].genes.get(part).map(|part| names_in(&part.value()));
            let Some((gene, before)) = made.setup[*setup].genes.get_mut(part).zip(before) else {
                continue;
            };
            let fields = self.fields.entry((*endpoint, part)).or_default();
            let is_new = fields.len() < MOST_FIELDS
                && !fields.contains(&(read.path.clone(), before.clone()));
            if is_new && gene.grow(&read.path, rng) {
                fields.insert((read.path.clone(), before));
                any = true;
            }
        }
        if any && self.waiting.len() < MOST_WAITING {
            made.soaks = false;
            self.waiting.push(made);
        }
    }
}

/// Lists the answers of a test: the index of each among what is set up, and its endpoint.
fn answers_of(individual: &Individual) -> impl Iterator<Item = (usize, usize)> {
    let setup = individual.setup.iter().enumerate();
    setup.filter_map(|(at, action)| Some((at, action.template.service()?)))
}

/// Tells whether a host stands in what was sent to the API.
fn is_from_input(host: &str, inputs: &BTreeSet<String>) -> bool {
    let host = host.to_lowercase();
    let is_in = |input: &String| {
        let input = input.to_lowercase();
        input == host || (input.contains("://") && input.contains(&host))
    };
    host.contains("_em_") || inputs.iter().any(is_in)
}

/// Lists the names of the fields of a value, at any depth.
fn names_in(value: &GeneValue) -> String {
    match value {
        GeneValue::Record(fields) => {
            let names = fields.iter().map(|(name, value)| format!("{name}{}", names_in(value)));
            format!("{{{}}}", names.collect::<Vec<_>>().join(","))
        }
        GeneValue::List(items) => {
            format!("[{}]", items.first().map(names_in).unwrap_or_default())
        }
        _ => String::new(),
    }
}

impl Services {
    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere does not make this wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what was seen of services in a test, by its calls; what was not answered is tried soon with an answer, and
    /// answers with what was read of them. Answers the keys of targets, each with its heuristic in `(0, 1]`.
    pub fn note(
        &self,
        individual: &Individual,
        operations: &[&str],
        told: &[ToldService],
        rng: &mut Pcg64Mcg,
    ) -> Vec<(String, f64)> {
        let mut state = self.state();
        let inputs = inputs_of(individual);
        let mut targets = Vec::new();
        let mut given = BTreeSet::new();
        for told in told {
            let ToldService::Asked(asked) = told else { continue };
            let Some(operation) = operations.get(asked.call) else { continue };
            let Some(endpoint) = state.endpoint(asked, &inputs) else { continue };
            let is_answered = asked.answered().is_some();
            let (key, is_of_mail) = {
                let endpoint = &state.endpoints[endpoint];
                (format!("Service_{endpoint}"), endpoint.is_of_mail())
            };
            targets.push((key, if is_answered || is_of_mail { 1.0 } else { UNANSWERED }));
            // What is given again and again may be another answer next time.
            let is_again = asked.answered().is_some_and(|number| !given.insert(number));
            if !is_answered || is_again {
                state.with_answer((individual, asked.call), (operation, endpoint), rng);
            }
        }
        let read = told.iter().filter_map(|told| match told {
            ToldService::Read(read) => Some(read),
            ToldService::Asked(_) => None,
        });
        state.grow(individual, &read.collect::<Vec<_>>(), rng);
        targets
    }

    /// Takes in that a call of a test was answered without a crash: answers of the test are soon tried that lack something.
    pub fn note_answered(&self, individual: &Individual, call: usize, operation: &str) {
        let mut state = self.state();
        if state.waiting.len() < MOST_WAITING && answers_of(individual).next().is_some() {
            let State { varied, endpoints, waiting, .. } = &mut *state;
            waiting.extend(varied.of((individual, call), operation, endpoints));
        }
    }

    /// Answers the templates of answers, one for each endpoint.
    pub fn templates(&self) -> Vec<ActionTemplate> {
        self.state().templates.clone()
    }

    /// Answers the endpoints, for an archive.
    pub fn save(&self) -> Vec<Endpoint> {
        self.state().endpoints.clone()
    }

    /// Takes in endpoints that an earlier search has saved.
    pub fn restore(&self, saved: Vec<Endpoint>) {
        let mut state = self.state();
        for endpoint in saved {
            state.know(endpoint);
        }
    }

    /// Takes the individuals that are to be tried.
    pub fn take(&self) -> Vec<Individual> {
        std::mem::take(&mut self.state().waiting)
    }

    /// Makes the setup of an answer; nothing of what is none.
    pub fn lower(&self, action: &nearmiss_search::Action) -> Option<Setup> {
        let state = self.state();
        lower::setup_of(state.endpoints.get(action.template.service()?)?, action)
    }
}

#[cfg(test)]
mod tests;
