//! Passwords of calls that the API checks against a column: a row of the test gets a hash that takes one.

use std::collections::BTreeMap;

use nearmiss_search::{Action, GeneValue, Individual};
use nearmiss_sql::Column;
use serde::Deserialize;

/// Times that a column of an operation is given another hash.
const TRIES: u32 = 6;
/// Beginnings of hashes.
const HASHES: [&str; 2] = ["$2", "$argon2"];
/// Pieces of names of columns that hold hashes of passwords.
const NAMES: [&str; 4] = ["passw", "passhash", "pwd", "pwhash"];

/// A check of a password, as the API's process tells it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct ToldPassword {
    /// Index of the call.
    #[serde(skip)]
    pub call: usize,
    /// The password that was given.
    #[serde(rename = "p")]
    pub given: String,
    /// The text that it was checked against.
    #[serde(rename = "h")]
    pub stored: String,
    /// Passwords, each with a hash that takes it; the last is one that may stand in any test.
    #[serde(rename = "k")]
    pub hashes: Vec<(String, String)>,
}

impl ToldPassword {
    /// Reads what the process has told of a call.
    #[must_use]
    pub fn read(call: usize, text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(|told| Self { call, ..told })
    }
}

/// A column of a table, by their indexes.
type ColumnAt = (usize, usize);

/// Columns that passwords are checked against.
#[derive(Debug, Default)]
pub(super) struct Passwords {
    /// Of each a hash that takes a password which may stand in any test.
    columns: BTreeMap<ColumnAt, String>,
    tries: BTreeMap<(String, ColumnAt), u32>,
}

impl Passwords {
    /// Answers a hash for a column that passwords are checked against.
    pub fn hash_for(&self, table: usize, column: usize) -> Option<&str> {
        self.columns.get(&(table, column)).map(String::as_str)
    }

    /// Finds a column of a row that passwords are checked against and that holds no hash.
    pub fn violated(&self, table: usize, row: &Action) -> Option<usize> {
        let of_table = self.columns.keys().filter(|(of, _)| *of == table);
        of_table.map(|(_, column)| *column).find(|column| match row.genes[*column].value() {
            GeneValue::Text(units) => {
                let text = String::from_utf16_lossy(&units);
                !HASHES.iter().any(|begin| text.starts_with(begin))
            }
            _ => false,
        })
    }

    /// Makes a test again whose password was checked against a row of it, so that the row takes it; nothing where it
    /// was checked against anything else, such as a row that was there before.
    pub fn with_hash(
        &mut self,
        individual: &Individual,
        operation: &str,
        told: &ToldPassword,
    ) -> Option<Individual> {
        let at = column_of(individual, &told.stored)?;
        if let Some((_, hash)) = told.hashes.last() {
            self.columns.entry(at).or_insert_with(|| hash.clone());
        }
        let tries = self.tries.entry((operation.to_owned(), at)).or_default();
        if *tries >= TRIES {
            return None;
        }
        *tries += 1;
        let mut made = individual.clone();
        made.soaks = false;
        made.calls.truncate(told.call + 1);
        // What any test may have says more to people; what was given is what the API has let through.
        let is_own = tries.is_multiple_of(2);
        let of_any = told.hashes.last().filter(|(any, _)| *any != told.given && !is_own);
        let hash = match of_any {
            Some((any, hash)) if give_inputs(&mut made.calls, &told.given, any) => hash,
            _ => &told.hashes.iter().find(|(plain, _)| *plain == told.given)?.1,
        };
        for row in &mut made.setup {
            if row.template.setup() == Some(at.0) && is_text(row, at.1, &told.stored) {
                let gene = &mut row.genes[at.1];
                if !gene.set_value(&GeneValue::text(hash)) {
                    gene.send(GeneValue::text(hash));
                }
                gene.settle();
            }
        }
        Some(made)
    }
}

/// Tells by its name whether a column holds hashes of passwords: rows have one although it may be null, since nobody can
/// log in without.
pub(super) fn may_hold_hash(column: &Column) -> bool {
    let name = column.name.to_ascii_lowercase().replace(['_', '-'], "");
    column.is_text() && NAMES.iter().any(|piece| name.contains(piece))
}

/// Finds the column of a row of the test that holds a text.
fn column_of(individual: &Individual, text: &str) -> Option<ColumnAt> {
    individual.setup.iter().find_map(|row| {
        let column = (0..row.genes.len()).find(|column| is_text(row, *column, text))?;
        Some((row.template.setup()?, column))
    })
}

/// Tells whether a row holds a text in a column, which may fill it up with blanks.
fn is_text(row: &Action, column: usize, text: &str) -> bool {
    let is_linked = row.links.iter().any(|link| link.parameter == column);
    match row.genes[column].value() {
        GeneValue::Text(units) if !is_linked && !text.is_empty() => {
            String::from_utf16_lossy(&units).trim_end() == text.trim_end()
        }
        _ => false,
    }
}

/// Puts another text where calls hold this one, if any does and all inputs that do take it; answers whether.
pub(super) fn give_inputs(calls: &mut Vec<Action>, from: &str, to: &str) -> bool {
    let mut changed = calls.clone();
    let mut is_held = false;
    for action in &mut changed {
        for gene in &mut action.genes {
            let before = gene.value();
            let after = replaced(&before, from, to);
            if after == before {
                continue;
            }
            if !gene.set_value(&after) {
                return false;
            }
            is_held = true;
        }
    }
    if is_held {
        *calls = changed;
    }
    is_held
}

/// Tells whether an input of a call is this text.
pub(super) fn is_input(calls: &[Action], text: &str) -> bool {
    let mut genes = calls.iter().flat_map(|action| &action.genes);
    genes.any(|gene| {
        let value = gene.value();
        replaced(&value, text, "") != value
    })
}

fn replaced(value: &GeneValue, from: &str, to: &str) -> GeneValue {
    match value {
        GeneValue::Text(_) if *value == GeneValue::text(from) => GeneValue::text(to),
        GeneValue::List(items) => {
            GeneValue::List(items.iter().map(|item| replaced(item, from, to)).collect())
        }
        GeneValue::Record(fields) => {
            let field =
                |(name, value): &(String, GeneValue)| (name.clone(), replaced(value, from, to));
            GeneValue::Record(fields.iter().map(field).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::gene::Gene;
    use nearmiss_search::{GeneSpec, TemplateId};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn action(template: TemplateId, texts: &[&str]) -> Action {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let spec = GeneSpec::Text { min_len: 0, max_len: 30 };
        let genes = texts.iter().map(|text| {
            let mut gene = Gene::new(&spec, &mut rng);
            assert!(gene.set_value(&GeneValue::text(text)));
            gene
        });
        let genes = genes.collect();
        Action { template, genes, links: Vec::new(), user: None, malformed: None }
    }

    fn login(password: &str, stored: &str) -> Individual {
        let call = action(TemplateId(0), &["ada@example.com", password]);
        let setup = vec![action(TemplateId::of_setup(0), &["ada@example.com", stored])];
        Individual { setup, calls: vec![call], ..Individual::default() }
    }

    fn text_of(action: &Action, gene: usize) -> String {
        match action.genes[gene].value() {
            GeneValue::Text(units) => String::from_utf16_lossy(&units),
            other => panic!("{other:?}"),
        }
    }

    fn told(given: &str, stored: &str) -> ToldPassword {
        let pair = |plain: &str| (plain.to_owned(), format!("$2b$04${}{plain}", "x".repeat(40)));
        ToldPassword {
            call: 0,
            given: given.to_owned(),
            stored: stored.to_owned(),
            hashes: vec![pair(given), pair("Any-1")],
        }
    }

    #[test]
    fn a_row_of_the_test_takes_the_password_of_a_call() {
        let mut passwords = Passwords::default();
        let individual = login("_EM_1_XYZ_", "apple");
        let told = told("_EM_1_XYZ_", "apple");
        let made = passwords.with_hash(&individual, "POST:/login", &told).unwrap();
        assert_eq!(text_of(&made.calls[0], 1), "Any-1", "a password that says more to people");
        assert_eq!(text_of(&made.setup[0], 1), told.hashes[1].1);
        assert_eq!(passwords.hash_for(0, 1), Some(&*told.hashes[1].1));
        assert_eq!(passwords.violated(0, &individual.setup[0]), Some(1));
        assert_eq!(passwords.violated(0, &made.setup[0]), None);
        // The API may not take that: the next time its own is kept.
        let made = passwords.with_hash(&individual, "POST:/login", &told).unwrap();
        assert_eq!(text_of(&made.calls[0], 1), "_EM_1_XYZ_");
        assert_eq!(text_of(&made.setup[0], 1), told.hashes[0].1);
        let tries =
            std::iter::repeat_with(|| passwords.with_hash(&individual, "POST:/login", &told));
        assert!(tries.take_while(Option::is_some).count() < 10, "what helps nothing is given up");
    }

    #[test]
    fn what_no_row_of_the_test_holds_is_left_alone() {
        let mut passwords = Passwords::default();
        let individual = login("secret", "apple");
        let theirs = told("secret", "$2b$12$somebody");
        assert!(passwords.with_hash(&individual, "POST:/login", &theirs).is_none());
        let nobody = told("secret", "");
        assert!(passwords.with_hash(&individual, "POST:/login", &nobody).is_none());
        assert_eq!(passwords.hash_for(0, 1), None);
    }
}
