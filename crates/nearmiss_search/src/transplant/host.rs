//! Tests that values are put into.

use std::collections::BTreeMap;

use super::places::{Place, is_same_call, put};
use crate::{Action, GeneValue, Individual, TemplateId};

/// Most tests that succeed and end with a call of the same operation.
const HOSTS: usize = 3;

/// A test of which the last call is given other values.
#[derive(Clone, Debug)]
pub(super) struct Host {
    pub individual: Individual,
    /// What was tried.
    tried: BTreeMap<Place, Vec<GeneValue>>,
}

impl Host {
    pub(super) fn of(individual: Individual) -> Self {
        Self { individual, tried: BTreeMap::new() }
    }

    pub(super) fn last(&self) -> Option<&Action> {
        self.individual.calls.last()
    }

    /// The test with a value in its last call; `None` if that was tried, or is no other test.
    pub(super) fn with(&mut self, place: &Place, value: &GeneValue) -> Option<Individual> {
        let tried = self.tried.entry(place.clone()).or_default();
        if tried.contains(value) {
            return None;
        }
        tried.push(value.clone());
        let mut individual = self.individual.clone();
        put(individual.calls.last_mut()?, place, value).then_some(individual)
    }
}

/// Tests that succeed, by their last operation, a few of each.
#[derive(Debug, Default)]
pub(super) struct Hosts(BTreeMap<TemplateId, Vec<Host>>);

impl Hosts {
    /// Takes in a test that succeeds, and what it is without its last calls.
    pub(super) fn add(&mut self, test: &Individual) {
        for end in 1..=test.calls.len() {
            let individual = Individual {
                setup: test.setup.clone(),
                calls: test.calls[..end].to_vec(),
                soaks: false,
            };
            let last = &test.calls[end - 1];
            let hosts = self.0.entry(last.template).or_default();
            let is_same = |host: &Host| host.last().is_some_and(|own| is_same_call(own, last));
            if hosts.len() < HOSTS && !hosts.iter().any(is_same) {
                hosts.push(Host::of(individual));
            }
        }
    }

    pub(super) fn of(&self, template: TemplateId) -> usize {
        self.0.get(&template).map_or(0, Vec::len)
    }

    pub(super) fn get(&mut self, (template, index): (TemplateId, usize)) -> Option<&mut Host> {
        self.0.get_mut(&template)?.get_mut(index)
    }

    /// Where those are that there are now.
    pub(super) fn places(&self) -> Vec<(TemplateId, usize)> {
        let of = |(template, hosts): (&TemplateId, &Vec<Host>)| {
            let template = *template;
            (0..hosts.len()).map(move |index| (template, index))
        };
        self.0.iter().flat_map(of).collect()
    }

    pub(super) fn each(&self) -> impl Iterator<Item = &Host> {
        self.0.values().flatten()
    }
}
