//! What another driver tells of statements, as facts of our own runtime.

use std::collections::BTreeMap;

use nearmiss_sql::{Asked, Dialect, Does, Schema, mentioned};
use nearmiss_targets::layout::fact;
use nearmiss_wire::{ExtraHeuristicType, ExtraHeuristicsDto};
use serde_json::json;

use super::tables::ToldTables;
use crate::shared_map::Fact;

/// Adds the queries of an action, each with whether it found anything, as far as that is told: by its distance, or
/// since its tables are among those whose conditions had no match.
pub(crate) fn note_reports(
    action: u16,
    told: &ExtraHeuristicsDto,
    tables: Option<&ToldTables>,
    facts: &mut Vec<Fact>,
) {
    let Some(executions) = &told.sql_executions_dto else { return };
    let name = tables.map_or("postgres", |tables| tables.dialect);
    let Some(dialect) = Dialect::named(name) else { return };
    let of_sql = told.heuristics.iter().filter(|one| {
        one.heuristic_type == Some(ExtraHeuristicType::Sql)
            && !one.extra_heuristic_evaluation_failure
    });
    let distances: BTreeMap<&str, f64> = of_sql.map(|one| (one.id.as_str(), one.value)).collect();
    let none = Schema::default();
    let schema = tables.map_or(&none, |tables| &tables.schema);
    for one in &executions.sql_execution_log_dto_list {
        let text = one.sql_command.as_str();
        if one.threw_sql_exception || text.is_empty() {
            continue;
        }
        let asked = Asked { dialect, text, values: &[] };
        let Some(found) = mentioned(schema, &asked) else { continue };
        if found.does == Does::Inserts {
            continue;
        }
        let is_failed = |table: &usize| {
            let known = &schema.tables[*table];
            executions.failed_where.keys().any(|failed| {
                let last = failed.rsplit('.').next().unwrap_or(failed);
                last.eq_ignore_ascii_case(&known.name)
            })
        };
        let count = match distances.get(text) {
            Some(distance) => Some(u64::from(*distance == 0.0)),
            None => found.conditions.keys().any(is_failed).then_some(0),
        };
        let text = json!({ "d": name, "t": text, "v": [], "n": count }).to_string();
        let fact = (fact::QUERY, action, 0, text.encode_utf16().collect());
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
}
