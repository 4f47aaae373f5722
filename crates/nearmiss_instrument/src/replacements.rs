//! Names of the methods that the runtime has replacements for.
//!
//! `npm/nearmiss/runtime/replacements/<receiver>/<method>/` holds them; a test compares.

/// Sorted method names.
pub(crate) const METHODS: &[&str] = &[
    "apply",
    "at",
    "bind",
    "call",
    "canParse",
    "charAt",
    "charCodeAt",
    "codePointAt",
    "compare",
    "construct",
    "deepEqual",
    "deepStrictEqual",
    "delete",
    "doesNotMatch",
    "endsWith",
    "equal",
    "equals",
    "every",
    "exec",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "from",
    "get",
    "has",
    "hasOwn",
    "hasOwnProperty",
    "includes",
    "indexOf",
    "is",
    "isArray",
    "isDeepStrictEqual",
    "isDisjointFrom",
    "isFinite",
    "isInteger",
    "isSafeInteger",
    "isSubsetOf",
    "isSupersetOf",
    "lastIndexOf",
    "localeCompare",
    "match",
    "matchAll",
    "normalize",
    "notDeepEqual",
    "notDeepStrictEqual",
    "notEqual",
    "notStrictEqual",
    "padEnd",
    "padStart",
    "parse",
    "parseFloat",
    "parseInt",
    "replace",
    "replaceAll",
    "search",
    "slice",
    "some",
    "split",
    "startsWith",
    "strictEqual",
    "substring",
    "test",
    "timingSafeEqual",
    "toLowerCase",
    "toUpperCase",
    "trim",
    "trimEnd",
    "trimStart",
];

/// Other names of some of them: the function is the same one.
pub(crate) const OTHER_NAMES: &[&str] = &["trimLeft", "trimRight"];

/// Whether calls of a method of this name are tracked.
pub(crate) fn is_tracked(name: &str) -> bool {
    METHODS.binary_search(&name).is_ok() || OTHER_NAMES.contains(&name)
}

/// Functions that are called by their name, sorted: globals, and those of Node's modules that are
/// mostly imported by name.
pub(crate) const FUNCTIONS: &[&str] = &[
    "BigInt",
    "Boolean",
    "Number",
    "atob",
    "decodeURIComponent",
    "deepEqual",
    "deepStrictEqual",
    "doesNotMatch",
    "encodeURIComponent",
    "equal",
    "isDeepStrictEqual",
    "isFinite",
    "isNaN",
    "match",
    "notDeepEqual",
    "notDeepStrictEqual",
    "notEqual",
    "notStrictEqual",
    "parseFloat",
    "parseInt",
    "strictEqual",
    "timingSafeEqual",
];

/// Whether calls of a function of this name are tracked.
pub(crate) fn is_function(name: &str) -> bool {
    FUNCTIONS.binary_search(&name).is_ok()
}

/// Constructors, sorted.
pub(crate) const CONSTRUCTORS: &[&str] = &["Date", "URL"];

/// Whether `new` of this name is tracked.
pub(crate) fn is_constructor(name: &str) -> bool {
    CONSTRUCTORS.binary_search(&name).is_ok()
}

/// Names of all these, sorted, whose outcomes are that the call completed or threw. (`match` is one of `assert`, too, but
/// as a method mostly of texts: see `tracked_calls::outcomes`.)
pub(crate) const THROWING: &[&str] = &[
    "BigInt",
    "URL",
    "atob",
    "decodeURIComponent",
    "deepEqual",
    "deepStrictEqual",
    "doesNotMatch",
    "equal",
    "notDeepEqual",
    "notDeepStrictEqual",
    "notEqual",
    "notStrictEqual",
    "parse",
    "strictEqual",
];

/// Whether the outcomes of a tracked call of this name are that it completed or threw.
pub(crate) fn is_throwing(name: &str) -> bool {
    THROWING.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, fs, path::Path};

    #[test]
    fn the_list_is_what_the_runtime_has() {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/nearmiss/runtime/replacements");
        let folders = |path: &Path| {
            fs::read_dir(path)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.is_dir())
                .collect::<Vec<_>>()
        };
        if !root.exists() {
            return;
        }
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let in_folders = |wanted: &dyn Fn(&str) -> bool| -> BTreeSet<String> {
            folders(&root)
                .iter()
                .filter(|receiver| wanted(&name(receiver)))
                .flat_map(|receiver| folders(receiver))
                .map(|method| name(&method))
                .collect()
        };
        let set = |list: &[&str]| -> BTreeSet<String> {
            list.iter().map(|&name| name.to_owned()).collect()
        };
        let methods = in_folders(&|receiver| receiver != "global" && receiver != "constructor");
        let globals = in_folders(&|receiver| receiver == "global");
        // `Number.parseInt` is `parseInt`.
        let all = methods.union(&globals).cloned().collect();
        assert!(methods.is_subset(&set(METHODS)) && set(METHODS).is_subset(&all));
        assert!(globals.is_subset(&set(FUNCTIONS)));
        assert!(set(FUNCTIONS).is_subset(&globals.union(&methods).cloned().collect()));
        let throwing = in_folders(&|_| true);
        assert!(set(THROWING).is_subset(&throwing) && THROWING.is_sorted());
        assert!(METHODS.is_sorted() && FUNCTIONS.is_sorted() && CONSTRUCTORS.is_sorted());
        assert_eq!(in_folders(&|receiver| receiver == "constructor"), set(CONSTRUCTORS));
    }
}
