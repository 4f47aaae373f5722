//! Reading keywords that may be of the wrong type, or given by several schemas at once.

use serde_json::Value;

use super::conjunction::Leaf;
use crate::rest::document::kind_of;
use crate::rest::schema_warning::Warnings;

/// The values of a keyword in all schemas that have it.
pub(super) fn values<'d>(leaves: &[Leaf<'d>], key: &str) -> Vec<(String, &'d Value)> {
    leaves
        .iter()
        .filter_map(|leaf| {
            let place = leaf.place.get(key)?;
            Some((place.pointer, place.value))
        })
        .collect()
}

/// The first text of a keyword.
pub(super) fn text<'d>(leaves: &[Leaf<'d>], key: &str, warnings: &mut Warnings) -> Option<&'d str> {
    let mut found = None;
    for (pointer, value) in values(leaves, key) {
        match value.as_str() {
            Some(text) => found = found.or(Some(text)),
            None => warnings.add(
                &pointer,
                format!("`{key}` must be a string, not {}; it is ignored", kind_of(value)),
            ),
        }
    }
    found
}

/// All counts (`minLength`, ...) of a keyword.
pub(super) fn counts(leaves: &[Leaf<'_>], key: &str, warnings: &mut Warnings) -> Vec<usize> {
    let mut found = Vec::new();
    for (pointer, value) in values(leaves, key) {
        let count = match value.as_u64() {
            Some(count) => usize::try_from(count).ok(),
            // YAML and generators write 3.0.
            None => value.as_f64().filter(|real| *real >= 0.0 && real.fract() == 0.0).map(|real| {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "not negative, whole, saturating"
                )]
                let count = real as usize;
                count
            }),
        };
        match count {
            Some(count) => found.push(count),
            None => warnings
                .add(&pointer, format!("`{key}` must be a whole number from 0; it is ignored")),
        }
    }
    found
}

/// All numbers of a keyword; `flags` says that `true` and `false` are no mistake here.
pub(super) fn numbers<'d>(
    leaves: &[Leaf<'d>],
    key: &str,
    flags: bool,
    warnings: &mut Warnings,
) -> Vec<&'d serde_json::Number> {
    let mut found = Vec::new();
    for (pointer, value) in values(leaves, key) {
        match value {
            Value::Number(number) => found.push(number),
            Value::Bool(_) if flags => {}
            other => warnings.add(
                &pointer,
                format!("`{key}` must be a number, not {}; it is ignored", kind_of(other)),
            ),
        }
    }
    found
}
