//! Variables of the environment that the sources read and that nobody has set: named where no command starts the API.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use super::findings::Findings;
use crate::project::Project;

const READS: &str = "process.env";
const ENDINGS: [&str; 8] = ["js", "mjs", "cjs", "ts", "mts", "cts", "jsx", "tsx"];
/// Folders with no sources of the API.
const NO_SOURCES: [&str; 9] = [
    "node_modules",
    "dist",
    "build",
    "out",
    "coverage",
    "test",
    "tests",
    "__tests__",
    "nearmiss-tests",
];
/// Words of file names that are no part of the API.
const NO_PART: [&str; 4] = [".test.", ".spec.", ".config.", ".d."];
/// Files and bytes of one that are read at most; variables that are named.
const MOST_FILES: usize = 2_000;
const MOST_BYTES: u64 = 1 << 20;
const MOST_NAMED: usize = 20;
/// Those that programs can do without.
const USUAL: [&str; 4] = ["NODE_ENV", "CI", "DEBUG", "PORT"];

/// Names the variables that the sources read without another value in case they are not set, and that neither the
/// environment nor a `.env` file sets.
pub fn unset(project: &Project) -> Vec<String> {
    let mut needed: BTreeMap<String, bool> = BTreeMap::new();
    for entry in sources(&project.folder).take(MOST_FILES) {
        let small = entry.metadata().is_ok_and(|data| data.len() <= MOST_BYTES);
        let text = if small { std::fs::read_to_string(entry.path()) } else { Ok(String::new()) };
        for (name, is_needed) in reads(&text.unwrap_or_default()) {
            let known = needed.entry(name.to_owned()).or_insert(true);
            *known &= is_needed;
        }
    }
    let set = set_by_files(project);
    let is_missing = |name: &String| {
        !USUAL.contains(&name.as_str()) && !set.contains(name) && std::env::var_os(name).is_none()
    };
    let names = needed.into_iter().filter(|(_, is_needed)| *is_needed).map(|(name, _)| name);
    names.filter(is_missing).collect()
}

/// Tells of them.
pub fn tell(names: &[String], findings: &mut Findings) {
    if names.is_empty() {
        return;
    }
    let mut listed = names[..names.len().min(MOST_NAMED)].join(", ");
    if names.len() > MOST_NAMED {
        listed.push_str(" and others");
    }
    let what = format!("the code reads {listed}, which are not set");
    findings.doubt("environment", &what, "set what the API needs, in .env if it reads that");
}

fn sources(folder: &Path) -> impl Iterator<Item = DirEntry> {
    let is_source = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let is_hidden = entry.depth() > 0 && name.starts_with('.');
        let is_left_out = entry.file_type().is_dir() && NO_SOURCES.contains(&name.as_ref());
        !is_hidden && !is_left_out
    };
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_source);
    files.flatten().filter(|entry| {
        let name = entry.file_name().to_string_lossy();
        let ending = name.rsplit('.').next().unwrap_or_default();
        ENDINGS.contains(&ending)
            && !NO_PART.iter().any(|word| name.contains(word))
            && entry.file_type().is_file()
    })
}

/// Finds the variables that a text reads, and of each whether it is used as it is: not compared, not tested, and without
/// another value behind it.
fn reads(text: &str) -> impl Iterator<Item = (&str, bool)> {
    text.match_indices(READS).filter_map(|(at, _)| {
        let rest = &text[at + READS.len()..];
        let (name, behind) = match rest.strip_prefix(['.']) {
            Some(rest) => rest.split_at(name_length(rest)),
            None => {
                let rest = rest.strip_prefix("[\"").or_else(|| rest.strip_prefix("['"))?;
                let (name, behind) = rest.split_at(name_length(rest));
                (name, behind.get(2..)?)
            }
        };
        let behind = behind.trim_start_matches(['!', ')']).trim_start();
        let has_other =
            ["||", "??", "?", "=", "!=", "&&"].iter().any(|word| behind.starts_with(word));
        let before = text[..at].trim_end();
        let is_tested =
            ["if (", "!", "&&", "||", "==="].iter().any(|word| before.ends_with(word.trim()));
        (!name.is_empty()).then_some((name, !has_other && !is_tested))
    })
}

/// Counts the letters of a name as variables have it.
fn name_length(text: &str) -> usize {
    let fits = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    text.bytes().take_while(|byte| fits(byte)).count()
}

/// Names what the `.env` files of a project set; examples set nothing.
fn set_by_files(project: &Project) -> BTreeSet<String> {
    let entries = std::fs::read_dir(&project.folder).into_iter().flatten().flatten();
    let is_example = |name: &str| {
        ["example", "sample", "template", "dist", "default"].iter().any(|word| name.contains(word))
    };
    let files = entries.filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with(".env") && !is_example(&name)
    });
    let texts = files.filter_map(|entry| std::fs::read_to_string(entry.path()).ok());
    let names = |text: String| {
        let lines = text.lines().filter_map(|line| line.split_once('='));
        lines
            .map(|(name, _)| name.trim().trim_start_matches("export ").to_owned())
            .collect::<Vec<_>>()
    };
    texts.flat_map(names).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    #[test]
    fn variables_without_another_value_are_named() {
        let (project, _top) = project(&[
            ("package.json", "{}"),
            (".env", "ISLAND=1\nexport LAKE=2"),
            (".env.example", "NM_RIVER=3"),
            (
                "src/a.ts",
                "sign(x, process.env.NM_RIVER!); open(process.env['NM_BAY'], process.env.ISLAND, process.env.LAKE)",
            ),
            (
                "src/b.js",
                "const a = process.env.NM_COVE || 1, b = process.env.NM_CAPE ?? 2; if (process.env.NM_REEF) x()",
            ),
            ("src/b.test.js", "process.env.NM_TEST"),
            ("node_modules/c/index.js", "process.env.NM_LIBRARY"),
        ]);
        assert_eq!(unset(&project), ["NM_BAY", "NM_RIVER"]);
    }

    #[test]
    fn one_place_that_does_without_suffices() {
        let (project, _top) = project(&[
            ("package.json", "{}"),
            ("a.js", "listen(process.env.NM_DOCK); process.env.NM_SET = 1"),
            ("b.js", "process.env.NM_DOCK || 'north'"),
        ]);
        assert!(unset(&project).is_empty());
    }
}
