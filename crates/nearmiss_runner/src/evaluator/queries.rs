//! Queries to databases that a test has asked: targets, and rows for those that found nothing.

use nearmiss_problem::{Call, ToldQuery};
use nearmiss_search::{Individual, individual_rng};
use nearmiss_targets::layout::fact;

use super::SutEvaluator;
use super::lane_test::{Called, Settled};
use super::run::Seen;

/// Seed of the rows that are made; each test has a number of its own.
const ROWS: u64 = 0x5017;

impl SutEvaluator<'_> {
    /// Takes in the tables that are told for the first time, and the queries of a test.
    pub(super) fn note_queries(
        &mut self,
        individual: &Individual,
        steps: &[Call],
        (called, settled, queries): (&Called, &Settled, &[ToldQuery]),
        seen: &mut Seen,
    ) {
        if !settled.tables.is_empty() {
            self.problem.know_tables(settled.tables.clone());
        }
        for (_, why) in &called.refused_setup {
            tracing::debug!("a row was refused: {why}");
        }
        if queries.is_empty() {
            return;
        }
        let mut rng = individual_rng(ROWS, self.calls);
        let shown = self.problem.note_queries(individual, steps, queries, &mut rng);
        seen.keys.extend(shown);
    }
}

/// Reads the queries that the process told of a test, those that find or change rows.
pub(super) fn queries_of(settled: &Settled) -> Vec<ToldQuery> {
    let facts = settled.drained.iter().flat_map(|thread| &thread.facts);
    let told = facts.filter(|fact| fact.0 == fact::QUERY);
    let read = told.filter_map(|(_, call, _, text)| {
        ToldQuery::read((*call).into(), &String::from_utf16_lossy(text))
    });
    read.filter(ToldQuery::finds).collect()
}
