//! What the statements of an action have done, in the words of the protocol.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_problem::ToldQuery;
use nearmiss_sql::{Asked, Columns, Dialect, Does, Filled, Table, inlined, mentioned};
use nearmiss_targets::layout::fact;
use nearmiss_wire::{
    ExtraHeuristicEntryDto, ExtraHeuristicObjective, ExtraHeuristicType, ExtraHeuristicsDto,
    SqlExecutionLogDto, SqlExecutionsDto,
};

use super::{Database, name_of};
use crate::shared_map::Fact;

/// Stands for all columns of a table.
const ALL: &str = "*";

/// Things that a core wants to know of statements.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wants {
    /// Flag: their distances from finding something.
    pub distances: bool,
    /// Flag: their doings.
    pub executions: bool,
}

/// Answers what the statements of an action have done. Whether a statement has found anything is all that is known of
/// its distance: 0 or 1.
pub(crate) fn heuristics_of(
    index: u16,
    facts: &[Fact],
    database: Option<&Database>,
    wants: Wants,
) -> ExtraHeuristicsDto {
    let mut made = ExtraHeuristicsDto::default();
    if !wants.distances && !wants.executions {
        return made;
    }
    let mut executions = SqlExecutionsDto::default();
    let own = facts.iter().filter(|(kind, action, ..)| *kind == fact::QUERY && *action == index);
    let told = own.filter_map(|(_, call, _, text)| {
        ToldQuery::read((*call).into(), &String::from_utf16_lossy(text))
    });
    for query in told {
        let Some(dialect) = Dialect::named(&query.dialect) else { continue };
        let asked = Asked { dialect, text: &query.text, values: &query.values };
        let text = inlined(&asked);
        note(&mut executions, database, &asked, &query);
        if wants.distances && query.finds() && query.count.is_some() {
            made.heuristics.push(distance(&text, query.found()));
        }
        executions.sql_execution_log_dto_list.push(SqlExecutionLogDto {
            sql_command: text,
            execution_time: query.milliseconds.unwrap_or_default(),
            threw_sql_exception: query.failed.is_some(),
        });
    }
    // Java's driver tells executions where either is wanted.
    made.sql_executions_dto = Some(executions);
    made
}

fn distance(text: &str, found: bool) -> ExtraHeuristicEntryDto {
    ExtraHeuristicEntryDto {
        heuristic_type: Some(ExtraHeuristicType::Sql),
        objective: Some(ExtraHeuristicObjective::MinimizeToZero),
        id: text.to_owned(),
        value: if found { 0.0 } else { 1.0 },
        ..ExtraHeuristicEntryDto::default()
    }
}

/// Notes what a statement has done with which tables.
fn note(
    executions: &mut SqlExecutionsDto,
    database: Option<&Database>,
    asked: &Asked<'_>,
    query: &ToldQuery,
) {
    executions.number_of_sql_commands += 1;
    executions.sql_parse_failure_count += i32::from(!asked.is_understood());
    let Some(database) = database.filter(|database| database.dialect == asked.dialect) else {
        return;
    };
    let Some(found) = mentioned(&database.schema, asked) else { return };
    let tables = &database.schema.tables;
    let target = found.target.map(|target| &tables[target]);
    match (found.does, target) {
        (Does::Reads, _) => add(&mut executions.queried_data, tables, &found.read),
        (Does::Inserts, Some(table)) => {
            let columns =
                if found.written.is_empty() { all() } else { names(table, &found.written) };
            merge(&mut executions.inserted_data, table, columns);
        }
        (Does::Updates, Some(table)) => {
            merge(&mut executions.updated_data, table, names(table, &found.written));
        }
        (Does::Deletes, Some(table)) => {
            let name = name_of(table);
            if !executions.deleted_data.contains(&name) {
                executions.deleted_data.push(name);
            }
        }
        (_, None) => {}
    }
    if found.does != Does::Inserts && query.finds() && !query.found() {
        add(&mut executions.failed_where, tables, &found.conditions);
    }
}

fn all() -> Vec<String> {
    vec![ALL.to_owned()]
}

/// Names columns, but those that the core does not know of.
fn names(table: &Table, columns: &BTreeSet<usize>) -> Vec<String> {
    if columns.len() == table.columns.len() {
        return all();
    }
    let known = columns.iter().map(|at| &table.columns[*at]);
    let known = known.filter(|column| column.filled != Some(Filled::Generated));
    known.map(|column| column.name.clone()).collect()
}

fn add(to: &mut BTreeMap<String, Vec<String>>, tables: &[Table], columns: &Columns) {
    for (index, columns) in columns {
        merge(to, &tables[*index], names(&tables[*index], columns));
    }
}

fn merge(to: &mut BTreeMap<String, Vec<String>>, table: &Table, columns: Vec<String>) {
    if columns.is_empty() {
        return;
    }
    let known = to.entry(name_of(table)).or_default();
    for column in columns {
        if !known.contains(&column) {
            known.push(column);
        }
    }
}
