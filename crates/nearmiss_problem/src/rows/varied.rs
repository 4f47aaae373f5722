//! Rows of a test whose last call has succeeded, with something else in what the code reads of them: nothing where there is
//! something, something where there is nothing, and 0.
//!
//! What is read of a row is met by code behind all conditions of its query, and mostly without a comparison that would tell
//! what is missing: a null that is read from, a text that is parsed, a number that is divided by.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::{Action, ActionAt, GeneValue, Individual};
use nearmiss_sql::{Asked, Dialect, Schema, mentioned};

use super::ToldQuery;
use crate::json_pointer::child;

/// Successes after which a column is tried in another way: at once, and then after so many times as many.
const AGAIN: u32 = 8;

/// Ways in which a column differs.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Way {
    Null,
    Given,
    Zero,
}

/// Columns that operations read, and how often calls of these have succeeded that could be tried with others.
#[derive(Debug, Default)]
pub(super) struct Varied {
    /// By operation, table, column and way.
    successes: BTreeMap<(String, usize, usize, Way), u32>,
}

impl Varied {
    /// Makes tests, up to a call that has succeeded, in which rows have something else in a column that a query of the call
    /// reads; each a column.
    pub fn of(
        &mut self,
        schema: &Schema,
        (individual, call): (&Individual, usize),
        operation: &str,
        queries: &[ToldQuery],
    ) -> Vec<Individual> {
        let mut made = Vec::new();
        for (table, column) in read_of(schema, queries, call) {
            for way in [Way::Null, Way::Given, Way::Zero] {
                let Some(setup) = changed(schema, individual, (table, column), way) else {
                    continue;
                };
                let key = (operation.to_owned(), table, column, way);
                let successes = self.successes.entry(key).or_default();
                *successes = successes.saturating_add(1);
                if is_turn(*successes) {
                    let calls = individual.calls[..=call].to_vec();
                    made.push(Individual { setup, calls, soaks: false });
                }
            }
        }
        made
    }
}

/// Tells whether a number is 1, or [`AGAIN`] times another of these.
fn is_turn(mut number: u32) -> bool {
    while number.is_multiple_of(AGAIN) && number > 0 {
        number /= AGAIN;
    }
    number == 1
}

/// Lists the columns that queries of a call read that have found something.
fn read_of(schema: &Schema, queries: &[ToldQuery], call: usize) -> BTreeSet<(usize, usize)> {
    let mut found = BTreeSet::new();
    for query in queries.iter().filter(|query| query.call == call && query.found()) {
        let Some(dialect) = Dialect::named(&query.dialect) else { continue };
        let asked = Asked { dialect, text: &query.text, values: &query.values };
        let Some(mentioned) = mentioned(schema, &asked) else { continue };
        for (table, columns) in mentioned.read {
            found.extend(columns.into_iter().map(|column| (table, column)));
        }
    }
    found
}

/// Makes what a test sets up again, with rows of a table that differ in a column; nothing where they cannot, or do already.
fn changed(
    schema: &Schema,
    individual: &Individual,
    (table, column): (usize, usize),
    way: Way,
) -> Option<Vec<Action>> {
    let about = schema.tables.get(table)?;
    let name = &about.columns[column].name;
    let is_key = about.primary_key.contains(name)
        || about.foreign_keys.iter().any(|key| key.columns.contains(name));
    if is_key || about.columns[column].filled.is_some() {
        return None;
    }
    let mut made = individual.setup.clone();
    let mut any = false;
    for (at, row) in made.iter_mut().enumerate() {
        if row.template.setup() == Some(table) && !is_taken(individual, at, name) {
            any |= change(row, column, &about.columns[column], way);
        }
    }
    any.then_some(made)
}

/// Tells whether something of a test takes a column of a row.
fn is_taken(individual: &Individual, row: usize, column: &str) -> bool {
    let source = child("", column);
    let actions = individual.setup.iter().chain(&individual.calls);
    let mut links = actions.flat_map(|action| &action.links);
    links.any(|link| link.from == ActionAt::Setup(row) && link.source == source)
}

/// Changes a column of a row. Answers whether that is another value than before.
fn change(row: &mut Action, column: usize, about: &nearmiss_sql::Column, way: Way) -> bool {
    if row.links.iter().any(|link| link.parameter == column) {
        return false;
    }
    let gene = &mut row.genes[column];
    let before = gene.value();
    let is_null = matches!(before, GeneValue::Null)
        || (before == GeneValue::Absent && about.default.is_none());
    match way {
        Way::Null if about.nullable && !is_null => {
            let null = if about.default.is_some() { GeneValue::Null } else { GeneValue::Absent };
            gene.set_value(&null);
        }
        Way::Given if about.nullable && is_null => gene.complete(),
        Way::Zero if about.is_number() && !about.array => {
            let zeros = [GeneValue::Integer(0), GeneValue::Double(0.0)];
            if zeros.contains(&before) || !zeros.iter().any(|zero| gene.set_value(zero)) {
                return false;
            }
        }
        _ => return false,
    }
    gene.value() != before
}

#[cfg(test)]
mod tests {
    use nearmiss_search::gene::Gene;
    use nearmiss_search::{Link, TemplateId};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use serde_json::json;

    use super::*;
    use crate::rows::models::AskedOfTable;
    use crate::rows::specs::template_of;

    /// Vouchers: a key, a note, what it is worth, and how often it may be used.
    fn schema() -> Schema {
        let table = json!({"database": "d", "name": "vouchers", "primaryKey": ["id"],
            "checks": ["uses > 0"], "columns": [{"name": "id", "type": "integer"},
            {"name": "note", "type": "text", "nullable": true},
            {"name": "worth", "type": "integer"}, {"name": "uses", "type": "integer"}]});
        Schema { tables: vec![serde_json::from_value(table).unwrap()] }
    }

    fn test(note: &GeneValue) -> Individual {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let genes = template_of(&schema(), 0, &AskedOfTable::new()).parameters;
        let values =
            [GeneValue::Integer(3), note.clone(), GeneValue::Integer(5), GeneValue::Integer(2)];
        let genes = genes.iter().zip(&values).map(|((_, spec), value)| {
            let mut gene = Gene::new(spec, &mut rng);
            gene.set_value(value);
            gene
        });
        let row = Action {
            template: TemplateId::of_setup(0),
            genes: genes.collect(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let call = Action { template: TemplateId(0), genes: Vec::new(), ..row.clone() };
        Individual { setup: vec![row], calls: vec![call.clone(), call], ..Individual::default() }
    }

    fn asked(text: &str, count: u64) -> ToldQuery {
        ToldQuery {
            dialect: "postgres".to_owned(),
            text: text.to_owned(),
            count: Some(count),
            ..ToldQuery::default()
        }
    }

    /// The values of the row of each test that is made for the first call.
    fn values(
        varied: &mut Varied,
        individual: &Individual,
        query: ToldQuery,
    ) -> Vec<Vec<GeneValue>> {
        let made = varied.of(&schema(), (individual, 0), "GET:/vouchers/{id}", &[query]);
        assert!(made.iter().all(|made| made.calls.len() == 1));
        made.iter().map(|made| made.setup[0].genes.iter().map(Gene::value).collect()).collect()
    }

    #[test]
    fn what_is_read_of_a_row_is_tried_as_something_else() {
        let row = |note: GeneValue, worth: i64| {
            vec![GeneValue::Integer(3), note, GeneValue::Integer(worth), GeneValue::Integer(2)]
        };
        let note = GeneValue::text("a");
        let all = "SELECT * FROM vouchers WHERE id = 3";
        // A check forbids a use of 0.
        let found = values(&mut Varied::default(), &test(&note), asked(all, 1));
        assert_eq!(found, [row(GeneValue::Absent, 5), row(note.clone(), 0)]);
        let found = values(&mut Varied::default(), &test(&GeneValue::Absent), asked(all, 1));
        assert!(matches!(found[0][1], GeneValue::Text(_)), "{found:?}");
        let one = asked("SELECT worth FROM vouchers", 1);
        assert_eq!(values(&mut Varied::default(), &test(&note), one), [row(note.clone(), 0)]);
        assert!(values(&mut Varied::default(), &test(&note), asked(all, 0)).is_empty());
    }

    #[test]
    fn what_a_call_takes_of_a_row_stays() {
        let mut individual = test(&GeneValue::text("a"));
        individual.calls[1].links.push(Link {
            from: ActionAt::Setup(0),
            source: "/note".to_owned(),
            ..Link::default()
        });
        let found =
            values(&mut Varied::default(), &individual, asked("SELECT note FROM vouchers", 1));
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn it_is_tried_again_after_more_and_more_successes() {
        let mut varied = Varied::default();
        let mut tries = || {
            let query = asked("SELECT note FROM vouchers", 1);
            values(&mut varied, &test(&GeneValue::text("a")), query).len()
        };
        let tried: Vec<usize> = (1..=600).filter(|_| tries() > 0).collect();
        assert_eq!(tried, [1, 8, 64, 512]);
    }
}
