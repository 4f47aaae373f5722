//! Rows of databases as part of a test: a query that finds nothing asks for those that it would find.
//!
//! The tables of the API's databases are templates of actions ([`Rows::know`]), one parameter a column; what is set up
//! before the calls of a test are such actions. Queries that the API asks during a test ([`Rows::note`]) are read
//! against the tables (`nearmiss_sql`), and the test is tried again with the rows that were missing. Inputs that hold the
//! key of a row are linked to it, so that both stay equal.

mod distances;
mod fitting;
mod inputs;
mod lower;
mod made;
mod repairs;
mod sites;
mod specs;
mod taint;
mod there;
mod told;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nearmiss_search::{ActionTemplate, Individual, Pair, TaintFact};
use nearmiss_sql::{Asked, Dialect, Schema, Table, plan, shape_of};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

pub use self::distances::{AskDatabase, QueryDistances};
use self::made::{Known, with_rows};
use self::repairs::Repairs;
use self::sites::Sites;
use self::specs::template_of;
pub use self::told::ToldQuery;
use crate::Setup;

/// Heuristic of a query that was asked and found nothing; what is known of how near it was comes on top.
const NOTHING_FOUND: f64 = 0.1;
/// Most rows of a test.
const MOST_ROWS: usize = 16;
/// Most individuals that wait to be tried.
const MOST_WAITING: usize = 400;

/// Rows of databases, as far as a search knows of them.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    schema: Schema,
    /// A template for each table, in the same order.
    templates: Vec<ActionTemplate>,
    sites: Sites,
    /// By operation and query.
    repairs: BTreeMap<(String, String), Repairs>,
    waiting: Vec<Individual>,
}

/// What the queries of a test say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotedQueries {
    /// Keys of targets, each with its heuristic in `(0, 1]`.
    pub targets: Vec<(String, f64)>,
    /// Values that met in predicates that do not hold.
    pub pairs: Vec<Pair>,
    /// What tainted inputs should be.
    pub taint: Vec<TaintFact>,
}

impl Rows {
    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere does not make this wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in tables, as they are told by homes of databases. Those that are known stay as they are.
    pub fn know(&self, tables: Vec<Value>) {
        let mut state = self.state();
        for table in tables.into_iter().filter_map(|table| serde_json::from_value(table).ok()) {
            let is_same = |known: &Table, table: &Table| {
                (&known.database, &known.schema, &known.name)
                    == (&table.database, &table.schema, &table.name)
            };
            if state.schema.tables.iter().all(|known| !is_same(known, &table)) {
                state.schema.tables.push(table);
                let template = template_of(&state.schema, state.templates.len());
                state.templates.push(template);
            }
        }
    }

    /// Takes in the queries that were asked in a test, by their calls; what is missing of rows is tried soon. A query
    /// that has found something is a target, and so is a constraint that was broken.
    pub fn note(
        &self,
        individual: &Individual,
        operations: &[&str],
        queries: &[ToldQuery],
        rng: &mut Pcg64Mcg,
    ) -> NotedQueries {
        let mut state = self.state();
        let mut noted = NotedQueries::default();
        if state.schema.tables.is_empty() {
            return noted;
        }
        for query in queries {
            if let Some(constraint) = &query.broken {
                noted.targets.push((format!("Constraint_{constraint}"), 1.0));
            }
            let Some(dialect) = Dialect::named(&query.dialect) else { continue };
            let Some(operation) = operations.get(query.call) else { continue };
            let asked = Asked { dialect, text: &query.text, values: &query.values };
            if !query.found() {
                noted.taint.extend(taint::facts(&state.schema, &asked, query.call));
            }
            if query.failed.is_some() {
                continue;
            }
            let shape = shape_of(dialect, &query.text);
            let near = query.near.as_ref().map_or(0.0, |distance| distance.near);
            let heuristic = NOTHING_FOUND + (1.0 - NOTHING_FOUND) * near;
            noted
                .targets
                .push((format!("Query_{shape}"), if query.found() { 1.0 } else { heuristic }));
            if state.waiting.len() >= MOST_WAITING {
                continue;
            }
            state.plan((individual, operation), (query, &asked), &shape, rng);
            if let (Some(distance), false) = (&query.near, query.found()) {
                noted.pairs.extend(taint::pairs(&distance.met, query.call));
                let key = ((*operation).to_owned(), shape);
                let repairs = state.repairs.entry(key).or_default();
                let made = repairs.of(individual, query.call, &distance.met);
                state.waiting.extend(made);
            }
        }
        noted
    }

    /// Answers the templates of rows, one for each table.
    pub fn templates(&self) -> Vec<ActionTemplate> {
        self.state().templates.clone()
    }

    /// Takes the individuals that are to be tried.
    pub fn take(&self) -> Vec<Individual> {
        std::mem::take(&mut self.state().waiting)
    }

    /// Makes what is set up before the calls of an individual.
    pub fn lower(&self, individual: &Individual) -> Vec<Setup> {
        if individual.setup.is_empty() {
            return Vec::new();
        }
        let state = self.state();
        let tables = &state.schema.tables;
        individual.setup.iter().filter_map(|action| lower::setup_of(tables, action)).collect()
    }
}

impl State {
    /// Makes the test again with rows that a query of an operation would find, if it is their turn.
    fn plan(
        &mut self,
        (individual, operation): (&Individual, &str),
        (query, asked): (&ToldQuery, &Asked<'_>),
        shape: &str,
        rng: &mut Pcg64Mcg,
    ) {
        let has_rows = !individual.setup.is_empty();
        let Some(turn) = self.sites.turn(operation, shape, query.found(), has_rows) else { return };
        let plans = plan(&self.schema, asked);
        self.sites.note_plans(operation, shape, plans.len());
        let Some(plan) = (!plans.is_empty()).then(|| &plans[turn % plans.len()]) else { return };
        if individual.setup.len() + plan.rows.len() > MOST_ROWS {
            return;
        }
        let known = Known { schema: &self.schema, templates: &self.templates };
        let made = with_rows(known, plan, (individual, query.call), rng);
        self.waiting.push(made);
    }
}
