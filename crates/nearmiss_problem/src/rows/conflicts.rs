//! Rows that are in the way of one that a call changes: the same but for its key, with what the call writes.

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, ActionAt, ActionTemplate, GeneValue, Individual, Link};
use nearmiss_sql::{Asked, Assigned, Dialect, Filled, Schema, Table, assigned};
use rand_pcg::Pcg64Mcg;

use super::ToldQuery;
use super::made::{Known, give};
use crate::json_gene::gene_of_json;
use crate::json_pointer::child;

/// Makes a test again, up to a call whose query changes a row that the test begins with, with another row that has already what
/// the query writes: where both may not be the same, the change is refused. Nothing where no row of the test is of the table.
pub(super) fn with_conflict(
    known: Known<'_>,
    (individual, call): (&Individual, usize),
    change: &ToldQuery,
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let dialect = Dialect::named(&change.dialect)?;
    let asked = Asked { dialect, text: &change.text, values: &change.values };
    let written = assigned(known.schema, &asked).filter(|written| !written.values.is_empty())?;
    let (schema, template) = (known.schema, known.templates.get(written.table)?);
    let is_of_table = |row: &&Action| row.template.setup() == Some(written.table);
    let mut twin = individual.setup.iter().rev().find(is_of_table)?.clone();
    let mut made = individual.clone();
    made.soaks = false;
    made.calls.truncate(call + 1);
    write(schema, &mut twin, &written, &made);
    give_own_keys((&schema.tables[written.table], template), &mut twin, &written, rng);
    made.setup.push(twin);
    Some(made)
}

/// Gives a row what is written; the key of another row of the test is taken from there.
fn write(schema: &Schema, twin: &mut Action, written: &Assigned, test: &Individual) {
    let table = &schema.tables[written.table];
    for (column, value) in &written.values {
        let before = twin.links.iter().find(|link| link.parameter == *column).map(|link| link.from);
        twin.links.retain(|link| link.parameter != *column);
        give(&mut twin.genes[*column], &gene_of_json(value));
        twin.genes[*column].settle();
        let from = parent_of(schema, table, *column, test).filter(|(at, _)| Some(*at) != before);
        twin.links.extend(from.map(|(from, source)| Link {
            parameter: *column,
            from,
            source,
            ..Link::default()
        }));
    }
}

/// Finds the row of a test, the last one, that a foreign key of one column points to and whose key the last call takes.
fn parent_of(
    schema: &Schema,
    table: &Table,
    column: usize,
    test: &Individual,
) -> Option<(ActionAt, String)> {
    let name = &table.columns[column].name;
    let key = table.foreign_keys.iter().find(|key| key.columns == [name.as_str()])?;
    let (parent, source) = (schema.referenced(table, key)?, child("", key.references.first()?));
    let links = test.calls.last()?.links.iter().rev();
    let mut rows = links.filter_map(|link| match link.from {
        ActionAt::Setup(at) if link.source == source => Some(at),
        _ => None,
    });
    let is_parent =
        |at: &usize| test.setup.get(*at).is_some_and(|row| row.template.setup() == Some(parent));
    rows.find(is_parent).map(|at| (ActionAt::Setup(at), source.clone()))
}

/// Gives a row keys of its own, but for those that what is written is part of.
fn give_own_keys(
    (table, template): (&Table, &ActionTemplate),
    twin: &mut Action,
    written: &Assigned,
    rng: &mut Pcg64Mcg,
) {
    let is_written = |name: &String| {
        table.column(name).is_some_and(|column| written.values.contains_key(&column))
    };
    let keys = std::iter::once(&table.primary_key).chain(&table.uniques);
    for key in keys.filter(|key| !key.iter().any(is_written)) {
        for column in key.iter().filter_map(|name| table.column(name)) {
            if twin.links.iter().any(|link| link.parameter == column) {
                continue;
            }
            let gene = &mut twin.genes[column];
            if table.columns[column].filled == Some(Filled::Serial) {
                gene.set_value(&GeneValue::Absent);
            } else {
                *gene = Gene::new(&template.parameters[column].1, rng);
                gene.complete();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::TemplateId;
    use rand::SeedableRng;
    use serde_json::json;

    use super::*;
    use crate::rows::existing::Existing;
    use crate::rows::models::AskedOfTable;
    use crate::rows::passwords::Passwords;
    use crate::rows::specs::template_of;

    /// Halls, and lessons in them: one at a time.
    fn schema() -> Schema {
        let id = json!({"name": "id", "type": "integer", "filled": "serial"});
        let halls =
            json!({"database": "d", "name": "halls", "primaryKey": ["id"], "columns": [id]});
        let number = |name: &str| json!({"name": name, "type": "integer"});
        let lessons = json!({"database": "d", "name": "lessons", "primaryKey": ["id"],
            "uniques": [["hall_id", "hour"], ["code"]],
            "foreignKeys": [{"columns": ["hall_id"], "table": "halls", "references": ["id"]}],
            "columns": [id, number("hall_id"), number("hour"), {"name": "code", "type": "text"}]});
        let tables = [halls, lessons].map(|table| serde_json::from_value(table).unwrap());
        Schema { tables: tables.into() }
    }

    #[test]
    fn another_row_has_what_is_written() {
        let schema = schema();
        let templates: Vec<_> =
            (0..2).map(|table| template_of(&schema, table, &AskedOfTable::new())).collect();
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let link = |parameter: usize, setup: usize| Link {
            parameter,
            from: ActionAt::Setup(setup),
            source: "/id".to_owned(),
            ..Link::default()
        };
        let mut row = |table: usize, values: &[GeneValue], links| {
            let specs = templates[table].parameters.iter();
            let genes = specs.zip(values).map(|((_, spec), value)| {
                let mut gene = Gene::new(spec, &mut rng);
                gene.set_value(value);
                gene
            });
            let (template, genes) = (TemplateId::of_setup(table), genes.collect());
            Action { template, genes, links, user: None, malformed: None }
        };
        let hall = row(0, &[GeneValue::Absent], Vec::new());
        let lesson =
            [GeneValue::Absent, GeneValue::Integer(1), GeneValue::Integer(9), GeneValue::text("a")];
        let lesson = row(1, &lesson, vec![link(1, 0)]);
        // `PUT /lessons/{id}`, with another hall in its body.
        let call = Action {
            template: TemplateId(0),
            genes: Vec::new(),
            links: vec![link(0, 2), link(1, 1)],
            user: None,
            malformed: None,
        };
        let setup = vec![hall.clone(), hall, lesson];
        let individual = Individual { setup, calls: vec![call], ..Individual::default() };
        let (passwords, existing) = (Passwords::default(), Existing::default());
        let known = Known {
            schema: &schema,
            templates: &templates,
            passwords: &passwords,
            existing: &existing,
            operation: "",
        };
        let change = ToldQuery {
            dialect: "postgres".to_owned(),
            text: "UPDATE lessons SET hall_id = $1 WHERE id = $2".to_owned(),
            values: vec![json!(2), json!(1)],
            ..ToldQuery::default()
        };
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let made = with_conflict(known, (&individual, 0), &change, &mut rng).unwrap();
        let twin = made.setup.last().unwrap();
        assert_eq!(twin.links, [link(1, 1)]);
        assert_eq!(twin.genes[2].value(), GeneValue::Integer(9));
        assert_ne!(twin.genes[3].value(), GeneValue::text("a"));
        let other = ToldQuery { text: "UPDATE halls SET id = id".to_owned(), ..change };
        assert!(with_conflict(known, (&individual, 0), &other, &mut rng).is_none());
    }
}
