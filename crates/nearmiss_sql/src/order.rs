//! The order in which rows are put in: parents first.

use crate::solve::Rows;
use crate::terms::At;

/// Answers the rows that there are in an order in which each comes behind those that its foreign keys point to; in a
/// circle the first one that is met.
pub(crate) fn in_order(rows: &Rows<'_>) -> Vec<usize> {
    let mut waiting: Vec<usize> =
        (0..rows.tables.len()).filter(|row| rows.tables[*row].is_some()).collect();
    let mut ordered = Vec::new();
    while !waiting.is_empty() {
        let ready =
            waiting.iter().position(|row| !waiting.iter().any(|other| needs(rows, *row, *other)));
        ordered.push(waiting.remove(ready.unwrap_or(0)));
    }
    ordered
}

/// Tells whether a foreign key of a row points to another one.
fn needs(rows: &Rows<'_>, row: usize, other: usize) -> bool {
    let (Some(table), Some(above)) = (rows.tables[row], rows.tables[other]) else { return false };
    if row == other {
        return false;
    }
    let (table, above_table) = (&rows.schema.tables[table], &rows.schema.tables[above]);
    table.foreign_keys.iter().any(|key| {
        rows.schema.referenced(table, key) == Some(above)
            && key.columns.iter().zip(&key.references).any(|(own, there)| {
                let own = table.column(own).and_then(|column| rows.known(At { row, column }));
                let there = above_table.column(there);
                own.is_some()
                    && own == there.and_then(|column| rows.known(At { row: other, column }))
            })
    })
}
