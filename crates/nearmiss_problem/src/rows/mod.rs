//! Rows of databases as part of a test: a query that finds nothing asks for those that it would find.
//!
//! The tables of the API's databases are templates of actions ([`Rows::know`]), one parameter a column; what is set up
//! before the calls of a test are such actions. Queries that the API asks during a test ([`Rows::note`]) are read
//! against the tables (`nearmiss_sql`), and the test is tried again with the rows that were missing. Inputs that hold the
//! key of a row are linked to it, so that both stay equal.

mod asked_inputs;
mod blamed;
mod conflicts;
mod derived_keys;
mod distances;
mod existing;
mod fitting;
mod inputs;
mod large;
mod lower;
mod made;
mod models;
mod more;
mod outcomes;
mod passwords;
mod pointing;
mod refused;
mod repairs;
mod sites;
mod specs;
mod stored_keys;
mod taint;
mod there;
mod told;
mod varied;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nearmiss_search::{Action, ActionTemplate, Individual, Pair, TaintFact};
use nearmiss_sql::{Asked, Dialect, Gives, Row, Schema, Table, plan, plan_of, shape_of};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use self::asked_inputs::AskedInputs;
use self::blamed::Crashes;
pub(crate) use self::blamed::{Blame, Crash};
use self::derived_keys::DerivedKeys;
pub use self::derived_keys::ToldKey;
pub use self::distances::{AskDatabase, QueryDistances};
use self::existing::Existing;
use self::made::{Known, with_rows};
use self::models::{AskedOfTable, Model, asked_of};
use self::passwords::Passwords;
pub use self::passwords::ToldPassword;
use self::refused::Refused;
use self::repairs::Repairs;
use self::sites::Sites;
use self::specs::template_of;
use self::stored_keys::StoredKeys;
pub use self::stored_keys::ToldStored;
pub use self::told::ToldQuery;
use self::varied::Varied;
use crate::Setup;

/// Heuristic of a query that was asked and found nothing; what is known of how near it was comes on top.
const NOTHING_FOUND: f64 = 0.1;
/// Share of tests whose rows ignore what only a model of an ORM asks for.
const IGNORED: f64 = 0.1;
/// Most rows of a test.
const MOST_ROWS: usize = 16;
/// Most individuals that wait to be tried.
const MOST_WAITING: usize = 400;

/// Rows of databases, as far as a search knows of them.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    state: Mutex<State>,
}

/// Kinds of things that a table forbids.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Forbids {
    /// Rows that are the same in some columns.
    pub twice: bool,
    /// Some values, by a check.
    pub numbers: bool,
}

#[derive(Debug, Default)]
struct State {
    /// Flag: somebody has told of tables, or that they are not known.
    is_told: bool,
    schema: Schema,
    /// A template for each table, in the same order.
    templates: Vec<ActionTemplate>,
    /// Templates without what models ask for.
    wide: Vec<ActionTemplate>,
    /// Demands of models on the columns of each table.
    asked: Vec<AskedOfTable>,
    models: Vec<Model>,
    sites: Sites,
    inputs: AskedInputs,
    refused: Refused,
    existing: Existing,
    varied: Varied,
    crashes: Crashes,
    passwords: Passwords,
    keys: DerivedKeys,
    stored: StoredKeys,
    /// By operation and query.
    repairs: BTreeMap<(String, String), Repairs>,
    waiting: Vec<Individual>,
}

impl State {
    /// Answers what rows are made of that keep to what models ask for.
    fn known(&self) -> Known<'_> {
        Known {
            schema: &self.schema,
            templates: &self.templates,
            passwords: &self.passwords,
            existing: &self.existing,
            operation: "",
        }
    }

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
        let is_named = |row: &Row| more::is_one(&self.schema, row, &query.values);
        if query.found() && plan.rows.iter().any(is_named) {
            // There is no other row like it.
            return;
        }
        if individual.setup.len() + plan.rows.len() > MOST_ROWS {
            return;
        }
        // What only a model asks for is ignored now and then.
        let keeps = !rng.random_bool(IGNORED);
        let templates = if keeps { &self.templates } else { &self.wide };
        let (schema, existing) = (&self.schema, &self.existing);
        let known = Known { schema, templates, passwords: &self.passwords, existing, operation };
        self.waiting.push(with_rows(known, plan, (individual, query.call), rng));
        if turn < plans.len() {
            for gives in [Gives::Contents, Gives::All] {
                let more = plan_of(&self.schema, asked, gives).into_iter().nth(turn);
                let more = more.filter(|more| *more != plans[turn]);
                let made = more.map(|plan| with_rows(known, &plan, (individual, query.call), rng));
                self.waiting.extend(made);
            }
        }
    }
}

/// Findings of the queries of a test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotedQueries {
    /// Keys of targets, each with its heuristic in `(0, 1]`.
    pub targets: Vec<(String, f64)>,
    /// Values that met in predicates that do not hold.
    pub pairs: Vec<Pair>,
    /// Facts of what tainted inputs should be.
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
        state.is_told = true;
        for table in tables.into_iter().filter_map(|table| serde_json::from_value(table).ok()) {
            let is_same = |known: &Table, table: &Table| {
                (&known.database, &known.schema, &known.name)
                    == (&table.database, &table.schema, &table.name)
            };
            if state.schema.tables.iter().all(|known| !is_same(known, &table)) {
                let asked = asked_of(&table, &state.models);
                state.asked.push(asked);
                state.schema.tables.push(table);
                let index = state.templates.len();
                let template = template_of(&state.schema, index, &state.asked[index]);
                state.templates.push(template);
                let wide = template_of(&state.schema, index, &AskedOfTable::new());
                state.wide.push(wide);
            }
        }
    }

    /// Takes in models of ORMs, as the API's process tells them: rows keep to what these ask for, nearly always.
    pub fn know_models(&self, models: &[Value]) {
        let mut state = self.state();
        let told = models.iter().filter_map(|model| serde_json::from_value(model.clone()).ok());
        state.models = told.collect();
        for index in 0..state.templates.len() {
            let asked = asked_of(&state.schema.tables[index], &state.models);
            if asked != state.asked[index] {
                state.templates[index] = template_of(&state.schema, index, &asked);
                state.asked[index] = asked;
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
        if !state.is_told {
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
            if state.schema.tables.is_empty() || state.waiting.len() >= MOST_WAITING {
                continue;
            }
            state.plan((individual, operation), (query, &asked), &shape, rng);
            if query.found() {
                let State { stored, schema, waiting, .. } = &mut *state;
                let about = (*operation, &asked);
                waiting.extend(stored.with_form(schema, (individual, query.call), about));
            } else {
                let State { inputs, schema, templates, waiting, .. } = &mut *state;
                let about = (*operation, shape.as_str(), &asked);
                waiting.extend(inputs.fitting(
                    (schema, templates),
                    (individual, query.call),
                    about,
                    rng,
                ));
            }
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

    /// Makes a test again, up to a call, with so many rows more that a query of that call would find; nothing where it cannot
    /// find any more.
    pub fn with_more(
        &self,
        (individual, call): (&Individual, usize),
        query: &ToldQuery,
        count: usize,
        rng: &mut Pcg64Mcg,
    ) -> Option<Individual> {
        let state = self.state();
        let known = state.known();
        more::with_more(known, (individual, call), query, count, rng)
    }

    /// Makes a test again, up to a call whose query removes a row of a table, with a row that points to that: one for each table
    /// that has such.
    pub fn with_pointing(
        &self,
        (individual, call): (&Individual, usize),
        removal: &ToldQuery,
        table: &str,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let state = self.state();
        let known = state.known();
        pointing::with_pointing(known, (individual, call), (removal, table), rng)
    }

    /// Makes a test again, up to a call whose query changes a row of the test, with another row that has already what is
    /// written.
    pub fn with_conflict(
        &self,
        (individual, call): (&Individual, usize),
        change: &ToldQuery,
        rng: &mut Pcg64Mcg,
    ) -> Option<Individual> {
        let state = self.state();
        let known = state.known();
        conflicts::with_conflict(known, (individual, call), change, rng)
    }

    /// Makes a test again, up to a call, with great numbers in the rows of some tables that it begins with; nothing where these
    /// have no numbers of their own.
    pub fn with_large(
        &self,
        (individual, call): (&Individual, usize),
        tables: &[&str],
    ) -> Option<Individual> {
        let state = self.state();
        let known = state.known();
        large::with_large(known, (individual, call), tables)
    }

    /// Tells what a table forbids; nothing where it is not known.
    pub fn forbids(&self, table: &str) -> Forbids {
        let state = self.state();
        let found = state.schema.find(&[table]).map(|at| &state.schema.tables[at]);
        found.map_or_else(Forbids::default, |table| {
            let is_given = |name: &String| {
                table.column(name).is_some_and(|at| table.columns[at].filled.is_none())
            };
            Forbids {
                twice: !table.uniques.is_empty() || table.primary_key.iter().any(is_given),
                numbers: !table.checks.is_empty(),
            }
        })
    }

    /// Answers the most letters of the column of a table that is called like an input, where that is limited.
    pub fn length_of(&self, table: &str, input: &str) -> Option<u64> {
        let state = self.state();
        let table = &state.schema.tables[state.schema.find(&[table])?];
        let plain = |name: &str| name.replace(['_', '-'], "").to_lowercase();
        table.columns.iter().find(|column| plain(&column.name) == plain(input))?.length
    }

    /// Takes in that a call has checked a password: where that was against a row of the test, the row is soon tried
    /// with a hash that takes it.
    pub fn note_password(&self, individual: &Individual, operation: &str, told: &ToldPassword) {
        let mut state = self.state();
        if individual.setup.is_empty() || state.waiting.len() >= MOST_WAITING {
            return;
        }
        let made = state.passwords.with_hash(individual, operation, told);
        state.waiting.extend(made);
    }

    /// Takes in which rows of a test its database has refused, and why: those that a check refused are soon tried again with
    /// other columns.
    pub fn note_refused(&self, individual: &Individual, refused: &[(usize, String)]) {
        let mut state = self.state();
        let State { existing, schema, .. } = &mut *state;
        existing.note(schema, individual, refused);
        if state.waiting.len() < MOST_WAITING {
            let State { refused: known, schema, waiting, .. } = &mut *state;
            waiting.extend(known.again(schema, individual, refused));
        }
    }

    /// Takes in that a call has derived a key from a password: a row of the test is soon tried that holds it.
    pub fn note_key(&self, individual: &Individual, operation: &str, told: &ToldKey) {
        let mut state = self.state();
        if individual.setup.is_empty() || state.waiting.len() >= MOST_WAITING {
            return;
        }
        let State { keys, schema, waiting, .. } = &mut *state;
        waiting.extend(keys.with_key(schema, individual, operation, told));
    }

    /// Answers the templates of rows, one for each table.
    pub fn templates(&self) -> Vec<ActionTemplate> {
        self.state().templates.clone()
    }

    /// Takes the individuals that are to be tried.
    pub fn take(&self) -> Vec<Individual> {
        std::mem::take(&mut self.state().waiting)
    }

    /// Makes the setup of a row; nothing of what is none.
    pub fn lower(&self, action: &Action) -> Option<Setup> {
        lower::setup_of(&self.state().schema.tables, action)
    }
}
