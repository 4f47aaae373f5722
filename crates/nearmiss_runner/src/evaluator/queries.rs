//! Queries to databases that a test has asked: targets, and rows for those that found nothing.

use nearmiss_problem::{Call, ToldQuery};
use nearmiss_search::{Evaluation, Individual, individual_rng};
use nearmiss_targets::layout::fact;

use super::SutEvaluator;
use super::lane::Lane;
use super::lane_test::{Called, Settled};
use super::run::Seen;
use crate::shared_map::Drained;

/// Seed of the rows that are made; each test has a number of its own.
const ROWS: u64 = 0x5017;

impl SutEvaluator<'_> {
    /// Takes in the tables that are told for the first time, and the queries of a test.
    pub(super) fn note_queries(
        &mut self,
        individual: &Individual,
        steps: &[Call],
        (called, settled): (&Called, &Settled),
        (seen, evaluation): (&mut Seen, &mut Evaluation),
    ) {
        if !settled.tables.is_empty() {
            self.problem.know_tables(settled.tables.clone());
        }
        for (_, why) in &called.refused_setup {
            tracing::debug!("a row was refused: {why}");
        }
        if !called.refused_setup.is_empty() {
            self.problem.note_refused(individual, &called.refused_setup);
        }
        let queries = &settled.queries;
        if queries.is_empty() {
            return;
        }
        let mut rng = individual_rng(ROWS, self.calls);
        let noted = self.problem.note_queries(individual, steps, queries, &mut rng);
        seen.keys.extend(noted.targets);
        if !self.options.without.taint {
            evaluation.pairs.extend(noted.pairs);
            evaluation.taint.extend(noted.taint);
        }
    }
}

impl Lane {
    /// Reads the queries of a test, and looks at how near those were that found nothing: now, since the next test begins
    /// with other rows.
    pub(super) fn queries(&mut self, called: &Called, drained: &[Drained]) -> Vec<ToldQuery> {
        let facts = drained.iter().flat_map(|thread| &thread.facts);
        let told = facts.filter(|fact| fact.0 == fact::QUERY).filter_map(|(_, call, _, text)| {
            ToldQuery::read((*call).into(), &String::from_utf16_lossy(text))
        });
        let mut queries: Vec<ToldQuery> = told.filter(|query| !query.is_other).collect();
        let sut = self.sut.as_ref().filter(|sut| sut.has_databases());
        if let (Some(sut), true) = (sut, self.settings.measures_queries && !queries.is_empty()) {
            if !self.distances.knows_any() {
                self.distances.know(sut.known_tables());
            }
            let mut ask = |database: &str, text: &str| match sut.ask_database(database, text) {
                Ok(rows) => Some(rows),
                Err(refusal) => {
                    tracing::debug!("a query was not looked at: {}: {text}", refusal.message);
                    None
                }
            };
            self.distances.measure(&mut queries, called.count, &mut ask);
        }
        queries
    }
}
