//! Outcomes of tests with rows, as they are taken in: calls that succeed, keys that are stored, and crashes.

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, Individual};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::blamed::{Blame, Crash};
use super::derived_keys::write;
use super::models::violated;
use super::specs::full_name;
use super::stored_keys::ToldStored;
use super::{MOST_WAITING, Rows, State, ToldQuery};

impl State {
    /// Finds a column of a row of a test that is not as the API asks for, by the index of its table and its own.
    fn violation(&self, individual: &Individual) -> Option<(usize, usize)> {
        individual.setup.iter().find_map(|row| {
            let table = row.template.setup()?;
            Some((table, self.violated(table, row)?))
        })
    }

    /// Makes a test again with rows as the API asks for.
    fn mended(&self, individual: &Individual) -> Individual {
        let mut made = individual.clone();
        made.soaks = false;
        // Any will do; which one is no matter.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        for row in &mut made.setup {
            let Some(table) = row.template.setup() else { continue };
            for _ in 0..row.genes.len() {
                let Some(column) = self.violated(table, row) else { break };
                let gene = &mut row.genes[column];
                *gene = Gene::new(&self.templates[table].parameters[column].1, &mut rng);
                gene.complete();
                if let Some(hash) = self.passwords.hash_for(table, column) {
                    write(gene, hash);
                }
            }
        }
        made
    }

    /// Finds a column of a row that is not as the API asks for.
    fn violated(&self, table: usize, row: &Action) -> Option<usize> {
        violated(self.asked.get(table)?, row).or_else(|| self.passwords.violated(table, row))
    }
}

impl Rows {
    /// Answers what each crash of a test is put down to, where a row of it is not as the API asks for though its database takes
    /// it; with the name of the column: `users.email`. None where its rows are as they should.
    pub fn blames(
        &self,
        individual: &Individual,
        crashes: &[Crash],
    ) -> Option<(String, Vec<Blame>)> {
        let mut state = self.state();
        if crashes.is_empty() && state.crashes.asks_nothing() {
            return None;
        }
        let Some((table, column)) = state.violation(individual) else {
            state.crashes.note_sound(individual, crashes.to_vec());
            return None;
        };
        let about = &state.schema.tables[table];
        let name = format!("{}.{}", full_name(about), about.columns[column].name);
        let mut asks = false;
        let blames = crashes.iter().map(|crash| state.crashes.blame(individual, crash, &mut asks));
        let blames = blames.collect();
        if asks {
            let mended = state.mended(individual);
            state.waiting.extend([mended, individual.clone()]);
        }
        Some((name, blames))
    }

    /// Takes in that a call of a test with rows has succeeded: what its queries read of the rows is soon tried as something else.
    pub fn note_success(
        &self,
        individual: &Individual,
        (call, operation): (usize, &str),
        queries: &[ToldQuery],
    ) {
        let mut state = self.state();
        if individual.setup.is_empty() || state.waiting.len() >= MOST_WAITING {
            return;
        }
        let State { varied, schema, waiting, .. } = &mut *state;
        waiting.extend(varied.of(schema, (individual, call), operation, queries));
    }

    /// Takes in a text with a derived key in it that a call has given the database: rows hold keys in that form.
    pub fn note_stored(&self, told: &ToldStored) {
        self.state().stored.note(told);
    }
}
