//! JSON pointers (RFC 6901).

/// Answers the pointer of a key below a place; of the whole, which is empty, that of the key.
pub(crate) fn child(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}
