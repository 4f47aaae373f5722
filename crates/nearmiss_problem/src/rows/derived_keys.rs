//! Keys that the API derives from passwords of calls and compares with a column: a row of the test gets the key.

use std::collections::BTreeMap;

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, GeneValue, Individual};
use nearmiss_sql::{Schema, Table};
use serde::Deserialize;

use super::passwords::{give_inputs, is_input, may_hold_hash};

/// Times that an operation is tried with other rows.
const TRIES: usize = 18;
/// Signs between a salt and a key in one column.
const SIGNS: [&str; 3] = [":", ".", "$"];
/// Two texts one of which may be a salt, and the other a key, as bytes that are written in hexadecimal digits.
pub(super) const SALT: &str = "6e6561726d6973736e6561726d697373";
pub(super) const KEY: &str = "6d6973736e6561726d6973736e656172";
/// Shortest salt that is looked for in rows.
const SHORTEST: usize = 4;

/// A key that the API's process has derived from a password.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct ToldKey {
    /// Index of the call.
    #[serde(skip)]
    pub call: usize,
    /// The password.
    #[serde(rename = "p")]
    pub given: String,
    /// Texts that its salt may be read from; none where it has no salt.
    #[serde(rename = "s")]
    pub salts: Vec<String>,
    /// The key in several spellings; none where none could be derived.
    #[serde(rename = "d")]
    pub keys: Vec<String>,
    /// A password that may stand in any test.
    #[serde(rename = "o")]
    pub any: String,
}

impl ToldKey {
    /// Reads what the process has told of a call.
    #[must_use]
    pub fn read(call: usize, text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(|told| Self { call, ..told })
    }
}

/// Tries of rows with keys, by operation.
#[derive(Debug, Default)]
pub(super) struct DerivedKeys {
    tries: BTreeMap<String, usize>,
}

impl DerivedKeys {
    /// Makes a test again whose row the salt was taken from, or could be, so that it holds the key; nothing where no row
    /// of the test has anything to do with it, or has the key already.
    pub fn with_key(
        &mut self,
        schema: &Schema,
        individual: &Individual,
        operation: &str,
        told: &ToldKey,
    ) -> Option<Individual> {
        // Clients of databases derive keys of their own passwords.
        let called = individual.calls.get(..=told.call)?;
        if told.given.is_empty() || !is_input(called, &told.given) {
            return None;
        }
        let tries = self.tries.entry(operation.to_owned()).or_default();
        if *tries >= TRIES || told.keys.iter().any(|key| holder(individual, key).is_some()) {
            return None;
        }
        let mut made = individual.clone();
        made.soaks = false;
        made.calls.truncate(told.call + 1);
        let salted = told.salts.iter().filter(|salt| salt.len() >= SHORTEST);
        let salted = salted.filter_map(|salt| Some((holder(individual, salt)?, salt))).next();
        let (is_first, way) = (*tries == 0, tries.saturating_sub(1));
        *tries += 1;
        // What any test may have says more to people than what a search has made.
        if is_first
            && told.given != told.any
            && give_inputs(&mut made.calls, &told.given, &told.any)
        {
            return Some(made);
        }
        match salted {
            Some(((row, column, text), salt)) => {
                let table = &schema.tables[individual.setup[row].template.setup()?];
                let (column, text) = if text == *salt {
                    alone(table, &made.setup[row], column, (salt, &told.keys), way)?
                } else {
                    (column, beside(&text, salt, told.keys.first()?))
                };
                write(&mut made.setup[row].genes[column], &text);
            }
            None => {
                let places = made.setup.iter_mut().flat_map(|row| {
                    let table = row.template.setup().map(|table| &schema.tables[table]);
                    row.genes.iter_mut().enumerate().filter(move |(column, _)| {
                        table.is_some_and(|table| may_hold_hash(&table.columns[*column]))
                    })
                });
                let mut is_any = false;
                for (_, gene) in places {
                    write(gene, &format!("{SALT}{}{KEY}", SIGNS[way % SIGNS.len()]));
                    is_any = true;
                }
                is_any.then_some(())?;
            }
        }
        Some(made)
    }
}

/// Finds a text in a column of a row: the indexes of both, and all of the column's text.
fn holder(individual: &Individual, text: &str) -> Option<(usize, usize, String)> {
    individual.setup.iter().enumerate().find_map(|(row, action)| {
        action.genes.iter().enumerate().find_map(|(column, gene)| match gene.value() {
            GeneValue::Text(units) => {
                let whole = String::from_utf16_lossy(&units);
                whole.contains(text).then_some((row, column, whole))
            }
            _ => None,
        })
    })
}

/// Answers where a key may stand whose salt is all of a column: in another column of the row, or in the same one.
fn alone(
    table: &Table,
    row: &Action,
    column: usize,
    (salt, keys): (&str, &[String]),
    way: usize,
) -> Option<(usize, String)> {
    let is_free = |other: &usize| {
        let about = &table.columns[*other];
        let is_key = table.primary_key.contains(&about.name)
            || table.uniques.iter().any(|unique| unique.contains(&about.name));
        let is_linked = row.links.iter().any(|link| link.parameter == *other);
        let is_given = row.genes[*other].value() != GeneValue::Absent;
        *other != column && about.is_text() && is_given && !is_key && !is_linked
    };
    let (named, others): (Vec<usize>, Vec<usize>) = (0..row.genes.len())
        .filter(is_free)
        .partition(|other| is_key_by_name(&table.columns[*other].name));
    let in_each = |columns: Vec<usize>| {
        let each = columns.into_iter();
        each.flat_map(|other| keys.iter().map(move |key| (other, key.clone())))
    };
    let together = SIGNS.iter().flat_map(|sign| {
        keys.iter().take(2).map(move |key| (column, format!("{salt}{sign}{key}")))
    });
    // A column that is called so holds both more often than not.
    let ways: Vec<(usize, String)> = match may_hold_hash(&table.columns[column]) {
        true => together.chain(in_each(named)).chain(in_each(others)).collect(),
        false => in_each(named).chain(together).chain(in_each(others)).collect(),
    };
    ways.get(way % ways.len().max(1)).cloned()
}

/// Tells whether a column is called as those are that hold keys.
pub(super) fn is_key_by_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["hash", "key", "pass", "digest", "derived"].iter().any(|piece| name.contains(piece))
}

/// Puts a key where something else stands beside a salt.
fn beside(text: &str, salt: &str, key: &str) -> String {
    let (before, after) = text.split_once(salt).unwrap_or((text, ""));
    let is_sign = |letter: char| !letter.is_ascii_alphanumeric();
    if let Some(sign) = after.chars().next().filter(|sign| is_sign(*sign)) {
        return format!("{before}{salt}{sign}{key}");
    }
    match before.chars().next_back().filter(|sign| is_sign(*sign)) {
        Some(sign) => format!("{key}{sign}{salt}{after}"),
        None => format!("{salt}:{key}"),
    }
}

/// Gives a gene a text, also one that its constraints speak against.
pub(super) fn write(gene: &mut Gene, text: &str) {
    let value = GeneValue::text(text);
    if !gene.set_value(&value) {
        gene.send(value);
    }
    gene.settle();
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use nearmiss_search::{GeneSpec, TemplateId};
    use nearmiss_sql::Column;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn schema(columns: &[&str]) -> Schema {
        let column = |name: &&str| Column {
            name: (*name).to_owned(),
            kind: "text".to_owned(),
            ..Column::default()
        };
        let columns = columns.iter().map(column).collect();
        Schema { tables: vec![Table { name: "staff".to_owned(), columns, ..Table::default() }] }
    }

    fn login(texts: &[&str]) -> Individual {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let spec = GeneSpec::Text { min_len: 0, max_len: 30 };
        let mut action = |template, texts: &[&str]| {
            let genes = texts.iter().map(|text| {
                let mut gene = Gene::new(&spec, &mut rng);
                assert!(gene.set_value(&GeneValue::text(text)));
                gene
            });
            let genes = genes.collect();
            Action { template, genes, links: Vec::new(), user: None, malformed: None }
        };
        let setup = vec![action(TemplateId::of_setup(0), texts)];
        let calls = vec![action(TemplateId(0), &["Any-1"])];
        Individual { setup, calls, ..Individual::default() }
    }

    fn text_of(individual: &Individual, column: usize) -> String {
        match individual.setup[0].genes[column].value() {
            GeneValue::Text(units) => String::from_utf16_lossy(&units),
            other => panic!("{other:?}"),
        }
    }

    /// Answers what is told of a password, whose keys here are the salt backwards.
    fn told(salt: Option<&str>) -> ToldKey {
        let keys = salt.map(|salt| salt.chars().rev().collect::<String>());
        ToldKey {
            call: 0,
            given: "Any-1".to_owned(),
            salts: salt.map(str::to_owned).into_iter().collect(),
            keys: keys.into_iter().collect(),
            any: "Any-1".to_owned(),
        }
    }

    /// Texts that an API reads of the columns of a row.
    type SaltAndKey = (Option<String>, Option<String>);

    /// Plays a search of an API that reads salt and key of a row, until a row has both.
    fn played(columns: &[&str], read: &dyn Fn(&[String]) -> SaltAndKey) -> Vec<String> {
        let schema = schema(columns);
        let mut keys = DerivedKeys::default();
        let first = login(columns);
        let mut waiting = VecDeque::new();
        for _ in 0..3 * TRIES {
            let individual = waiting.pop_front().unwrap_or_else(|| first.clone());
            let texts: Vec<String> =
                (0..columns.len()).map(|column| text_of(&individual, column)).collect();
            let (salt, key) = read(&texts);
            let told = told(salt.as_deref());
            let made = keys.with_key(&schema, &individual, "POST:/login", &told);
            if key.is_some() && key == told.keys.first().cloned() {
                assert!(made.is_none(), "nothing is left to be tried");
                return texts;
            }
            waiting.extend(made);
        }
        panic!("no login with {columns:?}");
    }

    #[test]
    fn keys_stand_beside_their_salts() {
        let found = played(&["email", "salt", "derived_key"], &|texts| {
            (Some(texts[1].clone()), Some(texts[2].clone()))
        });
        assert_eq!(found[1..], ["salt", "tlas"]);
    }

    #[test]
    fn keys_stand_behind_or_before_their_salts() {
        for sign in [':', '.', '$'] {
            let behind = played(&["email", "password"], &|texts| {
                let mut parts = texts[1].split(sign).map(str::to_owned);
                (parts.next(), parts.next())
            });
            let (salt, key) = behind[1].split_once(sign).unwrap();
            assert_eq!(salt.chars().rev().collect::<String>(), key);
            let before = played(&["email", "password"], &|texts| {
                let mut parts = texts[1].split(sign).map(str::to_owned);
                let key = parts.next();
                (parts.next(), key)
            });
            let (key, salt) = before[1].split_once(sign).unwrap();
            assert_eq!(salt.chars().rev().collect::<String>(), key);
        }
    }

    #[test]
    fn what_no_call_has_sent_is_no_password_of_one() {
        let individual = login(&["ada", "salt"]);
        let told = ToldKey { given: "of the database".to_owned(), ..told(Some("salt")) };
        let schema = schema(&["email", "salt"]);
        assert!(DerivedKeys::default().with_key(&schema, &individual, "GET:/", &told).is_none());
    }
}
