//! What `npm/nearmiss/config` has of the registry: checks and types of the options that a configuration may hold.

use std::fmt::Write as _;

use super::option::AnyOption;
use super::{api, results, search};

/// Keys that mean something to every host, not to a search alone: named first.
const OF_EVERY_HOST: [&str; 6] =
    ["include", "exclude", "root", "compiler", "adapters", "sourceMaps"];

const TYPES_BEFORE: &str = "\
// Made of the registry in crates/nearmiss_cli/src/options; do not edit. `UPDATE=1 cargo test -p nearmiss_cli` writes
// this file.
import type { Authentication, Duration } from \"../index.js\";

/** Options of a configuration. Each can also be typed on the command line, which wins. */
export interface NearmissConfig {
";

/// Answers the files, by their names in `npm/nearmiss/config/generated`.
#[must_use]
pub fn files() -> [(&'static str, String); 2] {
    [("options.json", checks()), ("options.d.ts", types())]
}

/// Answers the options that a configuration may hold, by key.
fn entries() -> Vec<(String, &'static dyn AnyOption)> {
    let all = [api::ALL, search::ALL, results::ALL].into_iter().flatten();
    let mut entries: Vec<_> = all.filter_map(|option| Some((option.key()?, *option))).collect();
    let place = |key: &str| OF_EVERY_HOST.iter().position(|known| *known == key);
    entries.sort_by_key(|(key, _)| place(key).unwrap_or(OF_EVERY_HOST.len()));
    entries
}

fn checks() -> String {
    let line = |(key, option): &(String, &dyn AnyOption)| {
        format!("  \"{key}\": {}", option.form().check())
    };
    let lines: Vec<String> = entries().iter().map(line).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

fn types() -> String {
    let mut text = TYPES_BEFORE.to_owned();
    for (key, option) in entries() {
        let (doc, form) = (option.documentation(), option.form().typescript());
        let _ = writeln!(text, "  /** {doc} */\n  {key}?: {form};");
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_package_are_made_of_the_registry() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../npm/nearmiss/config/generated");
        for (name, text) in files() {
            let file = format!("{folder}/{name}");
            if std::env::var_os("UPDATE").is_some() {
                std::fs::create_dir_all(folder).unwrap();
                std::fs::write(&file, &text).unwrap();
            }
            let there = std::fs::read_to_string(&file).unwrap_or_default();
            assert_eq!(there, text, "{name} is out of date; UPDATE=1 writes it");
        }
    }

    #[test]
    fn keys_of_every_host_are_there() {
        let keys: Vec<String> = entries().into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys[..OF_EVERY_HOST.len()], OF_EVERY_HOST);
    }
}
