//! What tells one path from another: names of parameters and a slash at the end do not.

use crate::rest::operation::{Operation, PathPiece};

/// The path of an operation with `{}` for each parameter.
pub(in crate::rest) fn shape_of(operation: &Operation) -> String {
    let whole_path = [PathPiece::Parameter(0)];
    if operation.pieces == whole_path {
        return operation.path.clone();
    }
    let mut shape = String::new();
    for piece in &operation.pieces {
        match piece {
            PathPiece::Literal(text) => shape.push_str(text),
            PathPiece::Parameter(_) => shape.push_str("{}"),
        }
    }
    match shape.strip_suffix('/') {
        Some(stem) if !stem.is_empty() => stem.to_owned(),
        _ => shape,
    }
}
