//! Rows of a test whose last call has come further than any before, or has succeeded, with something else in what the code
//! reads of them: nothing where there is something, something where there is nothing, 0 and 1, and each value of a choice.
//!
//! What is read of a row is met by code behind all conditions of its query, and mostly without a comparison that would tell
//! what is missing: a null that is read from, a text that is parsed, a number that is divided by, a flag.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::{Action, ActionAt, ActionTemplate, GeneSpec, GeneValue, Individual};
use nearmiss_sql::{Asked, Column, Dialect, Schema, mentioned};

use super::ToldQuery;
use crate::json_pointer::child;
use crate::turns::is_turn;

/// Most tests that are made of one that has come further.
const MOST_OF_NEWS: usize = 12;
/// Most values of a choice that are tried.
const MOST_VALUES: usize = 6;

/// Ways in which a column differs.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Way {
    /// Without a value, or with the one that the database gives.
    Null,
    Given,
    /// With one of those that say most about it, by its index.
    Value(usize),
}

/// A column of a table that is tried in some way by an operation.
type Tried = (String, usize, usize, Way);

/// Rows that differ, each with its place among what a test sets up.
type Changed = Vec<(usize, Action)>;

/// Columns that operations read, and how often they were tried with something else.
#[derive(Debug, Default)]
pub(super) struct Varied {
    /// Calls that have succeeded and could be tried so.
    successes: BTreeMap<Tried, u32>,
    /// Tests that were made.
    tries: BTreeMap<Tried, u32>,
    last: Option<Last>,
}

/// The test that ran last, as far as it is tried with something else if it has come further.
#[derive(Debug)]
struct Last {
    individual: Individual,
    call: usize,
    operation: String,
    /// Columns that queries of the call read, by table.
    read: BTreeSet<(usize, usize)>,
}

impl Last {
    /// Lists what may be tried of a test, with the rows that differ then.
    fn all(&self, schema: &Schema, templates: &[ActionTemplate]) -> Vec<(Tried, Changed)> {
        let mut found = Vec::new();
        for (table, column) in &self.read {
            let (table, column) = (*table, *column);
            let Some(template) = templates.get(table) else { continue };
            let values = values_of(&template.parameters[column].1);
            for way in [Way::Null, Way::Given].into_iter().chain((0..values.len()).map(Way::Value))
            {
                let to = match way {
                    Way::Value(at) => Some(&values[at]),
                    _ => None,
                };
                let rows = changed(schema, &self.individual, (table, column), (way, to));
                if !rows.is_empty() {
                    found.push(((self.operation.clone(), table, column, way), rows));
                }
            }
        }
        found
    }

    /// Makes the test with other rows in their places.
    fn with(&self, rows: Changed) -> Individual {
        let mut setup = self.individual.setup.clone();
        for (at, row) in rows {
            setup[at] = row;
        }
        let calls = self.individual.calls[..=self.call].to_vec();
        Individual { setup, calls, soaks: false }
    }
}

impl Varied {
    /// Takes in a call of a test with rows, and makes tests, up to that call if it has succeeded, in which rows have something
    /// else in a column that a query of it reads; each a column.
    pub fn of(
        &mut self,
        (schema, templates): (&Schema, &[ActionTemplate]),
        (individual, call): (&Individual, usize),
        (operation, succeeded): (&str, bool),
        queries: &[ToldQuery],
    ) -> Vec<Individual> {
        self.last = None;
        let read = read_of(schema, queries, call);
        if read.is_empty() {
            return Vec::new();
        }
        let (individual, operation) = (individual.clone(), operation.to_owned());
        let last = Last { individual, call, operation, read };
        let mut made = Vec::new();
        if succeeded {
            for (key, rows) in last.all(schema, templates) {
                let successes = self.successes.entry(key.clone()).or_default();
                *successes = successes.saturating_add(1);
                if is_turn(*successes) {
                    *self.tries.entry(key).or_default() += 1;
                    made.push(last.with(rows));
                }
            }
        }
        self.last = Some(last);
        made
    }

    /// Makes tests of the last one, which has come further than any before, with something else in columns that its last call
    /// reads: what was tried least first.
    pub fn further(&mut self, schema: &Schema, templates: &[ActionTemplate]) -> Vec<Individual> {
        let Some(last) = self.last.take() else { return Vec::new() };
        let mut all = last.all(schema, templates);
        all.sort_by_key(|(key, _)| self.tries.get(key).copied().unwrap_or(0));
        all.truncate(MOST_OF_NEWS);
        let made = all.into_iter().map(|(key, rows)| {
            *self.tries.entry(key).or_default() += 1;
            last.with(rows)
        });
        made.collect()
    }
}

/// Lists the values of a column that say most about it.
fn values_of(spec: &GeneSpec) -> Vec<GeneValue> {
    match spec {
        GeneSpec::Optional(inner) | GeneSpec::Nullable(inner) => values_of(inner),
        GeneSpec::Boolean => vec![GeneValue::Boolean(false), GeneValue::Boolean(true)],
        GeneSpec::Enum(values) => values.iter().take(MOST_VALUES).cloned().collect(),
        GeneSpec::Integer { .. } => vec![GeneValue::Integer(0), GeneValue::Integer(1)],
        GeneSpec::Double { .. } => vec![GeneValue::Double(0.0)],
        _ => Vec::new(),
    }
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

/// Makes the rows of a table in a test again that can differ in a column, and do not already; each with its place.
fn changed(
    schema: &Schema,
    individual: &Individual,
    (table, column): (usize, usize),
    way: (Way, Option<&GeneValue>),
) -> Changed {
    let Some(about) = schema.tables.get(table) else { return Changed::new() };
    let name = &about.columns[column].name;
    let is_key = about.primary_key.contains(name)
        || about.foreign_keys.iter().any(|key| key.columns.contains(name));
    if is_key || about.columns[column].filled.is_some() {
        return Changed::new();
    }
    let rows = individual.setup.iter().enumerate();
    let of_table = rows.filter(|(at, row)| {
        row.template.setup() == Some(table) && !is_taken(individual, *at, name)
    });
    let changed = of_table.filter_map(|(at, row)| {
        let mut row = row.clone();
        change(&mut row, column, &about.columns[column], way).then_some((at, row))
    });
    changed.collect()
}

/// Tells whether something of a test takes a column of a row.
fn is_taken(individual: &Individual, row: usize, column: &str) -> bool {
    let source = child("", column);
    let actions = individual.setup.iter().chain(&individual.calls);
    let mut links = actions.flat_map(|action| &action.links);
    links.any(|link| link.from == ActionAt::Setup(row) && link.source == source)
}

/// Changes a column of a row. Answers whether that is another value than before.
fn change(
    row: &mut Action,
    column: usize,
    about: &Column,
    (way, to): (Way, Option<&GeneValue>),
) -> bool {
    if row.links.iter().any(|link| link.parameter == column) {
        return false;
    }
    let gene = &mut row.genes[column];
    let before = gene.value();
    let is_null = matches!(before, GeneValue::Null)
        || (before == GeneValue::Absent && about.default.is_none());
    let is_left = before == GeneValue::Absent;
    match (way, to) {
        (Way::Null, _) if about.nullable && !is_null => {
            let null = if about.default.is_some() { GeneValue::Null } else { GeneValue::Absent };
            gene.set_value(&null);
        }
        (Way::Null, _) if !about.nullable && about.default.is_some() && !is_left => {
            gene.set_value(&GeneValue::Absent);
        }
        (Way::Given, _) if is_null || is_left => gene.complete(),
        (Way::Value(_), Some(value)) if !about.array => {
            gene.set_value(value);
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

    fn templates() -> Vec<ActionTemplate> {
        vec![template_of(&schema(), 0, &AskedOfTable::new())]
    }

    fn test(note: &GeneValue) -> Individual {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let genes = templates().remove(0).parameters;
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
        let (schema, about) = (schema(), ("GET:/vouchers/{id}", true));
        let made = varied.of((&schema, &templates()), (individual, 0), about, &[query]);
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
        let mut used_once = row(note.clone(), 5);
        used_once[3] = GeneValue::Integer(1);
        let worth = [row(note.clone(), 0), row(note.clone(), 1)];
        assert_eq!(
            found,
            [row(GeneValue::Absent, 5), worth[0].clone(), worth[1].clone(), used_once]
        );
        let found = values(&mut Varied::default(), &test(&GeneValue::Absent), asked(all, 1));
        assert!(matches!(found[0][1], GeneValue::Text(_)), "{found:?}");
        let one = asked("SELECT worth FROM vouchers", 1);
        assert_eq!(values(&mut Varied::default(), &test(&note), one), worth);
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
    fn what_comes_further_is_tried_with_what_was_tried_least() {
        let (schema, templates) = (schema(), templates());
        let mut varied = Varied::default();
        let note = GeneValue::text("a");
        let mut further = |succeeded| {
            let query = asked("SELECT * FROM vouchers", 1);
            let about = ("GET:/vouchers/{id}", succeeded);
            varied.of((&schema, &templates), (&test(&note), 0), about, &[query]);
            varied.further(&schema, &templates).len()
        };
        assert_eq!((further(false), further(true)), (4, 4));
        assert!(varied.further(&schema, &templates).is_empty(), "once");
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
