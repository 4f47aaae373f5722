//! The form in which the API stores derived keys: rows of tests hold texts of that form.
//!
//! What reads a stored text asks for its form first (`/^scrypt\$([^$]+)\$([0-9a-f]{64})$/`), and derives a key only of what has
//! it; then the row gets the key (`derived_keys.rs`). Nothing of what was told stands in a row: salt and key are others, as long
//! and of the same letters.

use std::collections::BTreeMap;

use nearmiss_search::{GeneValue, Individual};
use nearmiss_sql::{Asked, Schema, mentioned};
use serde::Deserialize;

use super::derived_keys::{KEY, SALT, is_key_by_name, write};
use super::passwords::may_hold_hash;

/// Times that rows of an operation are given such a text, for each column.
const TRIES: u32 = 3;

/// A text with a derived key in it that the API's process has given its database.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct ToldStored {
    /// The whole text.
    #[serde(rename = "w")]
    pub whole: String,
    /// The key, as it is spelled there.
    pub key: String,
    /// The salt; empty where it does not stand there.
    pub salt: String,
}

impl ToldStored {
    /// Reads what the process has told.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Answers the text with another salt and another key.
    fn form(&self) -> Option<String> {
        if self.key.is_empty() || !self.whole.contains(&self.key) {
            return None;
        }
        let text = self.whole.replacen(&self.key, &like(&self.key, KEY), 1);
        let salted = !self.salt.is_empty() && text.contains(&self.salt);
        Some(if salted { text.replacen(&self.salt, &like(&self.salt, SALT), 1) } else { text })
    }
}

/// Answers letters of one text in the place of those of another; its signs stay (`=` at an end).
fn like(text: &str, letters: &str) -> String {
    let mut letters = letters.chars().cycle();
    let other = |letter: char| match letter.is_ascii_alphanumeric() {
        true => letters.next().unwrap_or(letter),
        false => letter,
    };
    text.chars().map(other).collect()
}

/// The form, as soon as it is known, and how often it was tried.
#[derive(Debug, Default)]
pub(super) struct StoredKeys {
    form: Option<String>,
    /// By operation, table and column.
    tries: BTreeMap<(String, usize, usize), u32>,
}

impl StoredKeys {
    /// Takes in a text that was stored.
    pub fn note(&mut self, told: &ToldStored) {
        self.form = self.form.take().or_else(|| told.form());
    }

    /// Makes a test, up to a call whose query has found rows, in which these hold a text of the form in columns that are
    /// called as those of keys and that the query reads; nothing where they do, or where it was tried.
    pub fn with_form(
        &mut self,
        schema: &Schema,
        (individual, call): (&Individual, usize),
        (operation, asked): (&str, &Asked<'_>),
    ) -> Option<Individual> {
        let form = self.form.as_ref().filter(|_| !individual.setup.is_empty())?;
        let mentioned = mentioned(schema, asked)?;
        let mut made = individual.clone();
        made.soaks = false;
        made.calls.truncate(call + 1);
        let mut is_changed = false;
        for (table, columns) in &mentioned.read {
            let about = &schema.tables[*table];
            let is_asked = |column: &usize| {
                mentioned.conditions.get(table).is_some_and(|asked| asked.contains(column))
            };
            let is_one = |column: &&usize| {
                let one = &about.columns[**column];
                one.is_text() && (may_hold_hash(one) || is_key_by_name(&one.name))
            };
            for column in columns.iter().filter(is_one).filter(|column| !is_asked(column)) {
                let rows = made.setup.iter_mut();
                let mut lacking = rows
                    .filter(|row| row.template.setup() == Some(*table))
                    .filter(|row| !has_form(&row.genes[*column].value(), form))
                    .peekable();
                if lacking.peek().is_none() {
                    continue;
                }
                let tries = self.tries.entry((operation.to_owned(), *table, *column)).or_default();
                if *tries < TRIES {
                    *tries += 1;
                    is_changed = true;
                    lacking.for_each(|row| write(&mut row.genes[*column], form));
                }
            }
        }
        is_changed.then_some(made)
    }
}

/// Tells whether a value is as long as a text of the form and has the same signs.
fn has_form(value: &GeneValue, form: &str) -> bool {
    let GeneValue::Text(units) = value else { return false };
    let text = String::from_utf16_lossy(units);
    like(&text, "x") == like(form, "x")
}

#[cfg(test)]
mod tests {
    use nearmiss_search::gene::Gene;
    use nearmiss_search::{Action, TemplateId};
    use nearmiss_sql::Dialect;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use serde_json::json;

    use super::*;
    use crate::rows::models::AskedOfTable;
    use crate::rows::specs::template_of;

    fn schema() -> Schema {
        let text = |name: &str| json!({"name": name, "type": "text", "nullable": true});
        let table = json!({"database": "d", "name": "cards", "primaryKey": ["id"], "columns":
            [{"name": "id", "type": "integer"}, text("pin_hash"), text("owner"), text("key_hash")]});
        Schema { tables: vec![serde_json::from_value(table).unwrap()] }
    }

    fn test() -> Individual {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let genes = template_of(&schema(), 0, &AskedOfTable::new()).parameters;
        let genes = genes.iter().map(|(_, spec)| Gene::new(spec, &mut rng));
        let row = Action {
            template: TemplateId::of_setup(0),
            genes: genes.collect(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let call = Action { template: TemplateId(0), genes: Vec::new(), ..row.clone() };
        Individual { setup: vec![row], calls: vec![call], ..Individual::default() }
    }

    fn told() -> ToldStored {
        ToldStored::read(
            r#"{"w":"scrypt$a1b2c3$0123456789abcdef","key":"0123456789abcdef","salt":"a1b2c3"}"#,
        )
        .unwrap()
    }

    #[test]
    fn rows_get_texts_of_the_form_with_other_salts_and_keys() {
        let mut stored = StoredKeys::default();
        let values = [json!("owner"), json!("x")];
        let text = "SELECT * FROM cards WHERE owner = $1 AND key_hash = $2";
        let asked = Asked { dialect: Dialect::Postgres, text, values: &values };
        let about = ("POST:/cards/login", &asked);
        assert!(stored.with_form(&schema(), (&test(), 0), about).is_none(), "it is not known");
        stored.note(&told());
        let made = stored.with_form(&schema(), (&test(), 0), about).unwrap();
        let before = test();
        assert_eq!(
            made.setup[0].genes[1].value(),
            GeneValue::text("scrypt$6e6561$6d6973736e656172")
        );
        for column in [0, 2, 3] {
            assert_eq!(made.setup[0].genes[column].value(), before.setup[0].genes[column].value());
        }
        assert!(stored.with_form(&schema(), (&made, 0), about).is_none(), "it has the form");
        let again = (0..5).filter(|_| stored.with_form(&schema(), (&before, 0), about).is_some());
        assert_eq!(again.count(), 2, "it is given up");
    }
}
