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

/// The same without the path of the server.
pub(in crate::rest) fn shape_behind(operation: &Operation) -> String {
    let shape = shape_of(operation);
    let own = operation.path.split(['{', '}']).next().unwrap_or_default();
    let Some(PathPiece::Literal(first)) = operation.pieces.first() else { return shape };
    let server = first.strip_suffix(own).unwrap_or_default();
    match shape.strip_prefix(server) {
        Some(behind) if behind.starts_with('/') => behind.to_owned(),
        _ => shape,
    }
}

/// Tells whether all paths of a shape are paths of another one; a parameter at its end may hold slashes.
pub(in crate::rest) fn is_case_of(shape: &str, general: &str) -> bool {
    let mut pieces = shape.split('/');
    let mut wanted = general.split('/').peekable();
    while let Some(want) = wanted.next() {
        let Some(piece) = pieces.next() else { return false };
        if want == "{}" && wanted.peek().is_none() {
            return true;
        }
        if want != "{}" && want != piece {
            return false;
        }
    }
    pieces.next().is_none()
}
