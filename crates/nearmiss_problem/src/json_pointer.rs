//! JSON pointers (RFC 6901).

/// Answers the pointer of a key below a place; of the whole, which is empty, that of the key.
pub(crate) fn child(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// Lists the keys that a pointer leads along.
pub(crate) fn keys(pointer: &str) -> Vec<String> {
    let escaped = pointer.split('/').skip(1);
    escaped.map(|key| key.replace("~1", "/").replace("~0", "~")).collect()
}
