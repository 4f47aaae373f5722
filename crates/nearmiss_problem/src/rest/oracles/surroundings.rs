//! Readings of what a change may show in: everything that can be read with the ids of its path, and with
//! the id of what it made.

use nearmiss_search::Individual;
use rand_pcg::Pcg64Mcg;

use super::JudgedTest;
use super::continuation::{Lead, on_made, on_same};
use super::made_call::Made;
use super::relations::made_id;
use crate::rest::operation::{Operation, PathPiece};

/// Readings in one test.
const MOST: usize = 12;

/// The calls that lead to a change, and readings of all that is around it: what its path leads along, and
/// what is below the thing that it made. `None` if nothing is.
pub(super) fn looked_around(
    test: &JudgedTest<'_>,
    change: &Made<'_>,
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let model = test.model;
    let mut lead = Lead::to(test, &[change.index]);
    let at = lead.place(change.index);
    let described = model.described.unwrap_or(model.operations.len());
    let mut near = Vec::new();
    for (index, reader) in model.operations.iter().enumerate().take(described) {
        if reader.method != "GET" || reader.anywhere {
            continue;
        }
        let creates = change.method() == "POST";
        if let Some((source, _)) = made_id(model, change, index).filter(|_| creates) {
            near.push(on_made(model, &lead.individual, (at, &source), index, rng));
        } else if is_around(reader, change.described) {
            near.push(on_same(model, &lead.individual, at, index, rng));
        }
    }
    near.truncate(MOST);
    if near.is_empty() {
        return None;
    }
    lead.individual.calls.extend(near);
    Some(lead.individual)
}

/// Whether the path of a call says all that the path of a reader asks for: they are the same up to the last
/// parameter of the reader, or to its first word if it has none.
fn is_around(reader: &Operation, change: &Operation) -> bool {
    let is_parameter = |piece: &PathPiece| matches!(piece, PathPiece::Parameter(_));
    let Some(last) = reader.pieces.iter().rposition(is_parameter) else {
        return first_word(reader) == first_word(change);
    };
    let Some(along) = change.pieces.get(..=last) else { return false };
    along.iter().zip(&reader.pieces).all(|(a, b)| match (a, b) {
        (PathPiece::Literal(a), PathPiece::Literal(b)) => a == b,
        (PathPiece::Parameter(_), PathPiece::Parameter(_)) => true,
        _ => false,
    })
}

/// The first word of a path.
pub(super) fn first_word(operation: &Operation) -> Option<&str> {
    match operation.pieces.first() {
        Some(PathPiece::Literal(text)) => text.split('/').find(|word| !word.is_empty()),
        _ => None,
    }
}
