//! Commands that start an API again whenever a file changes: what they start, without them. A search ends
//! and starts the API itself, and the files that it writes are no reason to.

use serde_json::Value;

use super::Known;
use crate::commands::init::sources::is_typescript;

/// Options of nodemon whose value is the next word.
const NODEMON_WITH_VALUE: [&str; 12] = [
    "-w", "--watch", "-e", "--ext", "-i", "--ignore", "-d", "--delay", "--config", "-s",
    "--signal", "--cwd",
];
/// Options of nodemon that stand alone.
const NODEMON_ALONE: [&str; 10] = [
    "-q",
    "--quiet",
    "-V",
    "--verbose",
    "-L",
    "--legacy-watch",
    "-I",
    "--no-stdin",
    "-C",
    "--on-change-only",
];
/// Options of ts-node-dev that are its own.
const TS_NODE_DEV_OWN: [&str; 10] = [
    "--respawn",
    "--clear",
    "--cls",
    "--notify",
    "--no-notify",
    "--exit-child",
    "--poll",
    "--quiet",
    "--rs",
    "--debug",
];

/// The words of what a watching command runs, `NAME=value` before them; `None` if it watches nothing.
pub(super) fn watched(known: &Known<'_>, words: &[String]) -> Option<Vec<String>> {
    let (program, rest) = words.split_first()?;
    match program.as_str() {
        "nodemon" | "node-dev" | "supervisor" => nodemon(known, rest),
        "ts-node-dev" | "tsnd" => {
            let own = |word: &&String| {
                let name = word.split('=').next().unwrap_or_default();
                !TS_NODE_DEV_OWN.contains(&name) && !name.starts_with("--ignore-watch")
            };
            Some(typescript(known, rest.iter().filter(own).cloned().collect()))
        }
        "tsx" if rest.first().is_some_and(|word| word == "watch") => {
            Some([&["tsx".to_owned()], &rest[1..]].concat())
        }
        "tsx" | "nest" if rest.iter().any(|word| is_watch(word)) => {
            let kept = rest.iter().filter(|word| !is_watch(word)).cloned();
            Some(std::iter::once(program.clone()).chain(kept).collect())
        }
        _ => None,
    }
}

fn is_watch(word: &str) -> bool {
    ["--watch", "-w", "--watchAssets", "--debug", "-d"].contains(&word)
}

/// Nodemon runs what stands behind its options, its `--exec`, or what its configuration says.
fn nodemon(known: &Known<'_>, rest: &[String]) -> Option<Vec<String>> {
    let mut run: Option<String> = None;
    let mut words: Vec<String> = Vec::new();
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        let (name, joined) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        if matches!(name, "-x" | "--exec") {
            run = joined.or_else(|| rest.next().cloned());
        } else if NODEMON_WITH_VALUE.contains(&name) {
            let _value = joined.or_else(|| rest.next().cloned());
        } else if !NODEMON_ALONE.contains(&name) {
            words.push(word.clone());
        }
    }
    let config = configured(known);
    let run = run.or_else(|| config["exec"].as_str().map(str::to_owned));
    let environment = config["env"].as_object().into_iter().flatten();
    let mut program: Vec<String> = environment
        .map(|(name, value)| {
            format!("{name}={}", value.as_str().map_or(value.to_string(), str::to_owned))
        })
        .collect();
    if let Some(run) = run {
        program.extend(shlex::split(&run)?);
        program.extend(words);
        return Some(program);
    }
    if words.is_empty() {
        words.push(known.project.text("main").unwrap_or("index.js").to_owned());
    }
    program.extend(match words.iter().any(|word| is_typescript(word)) {
        true => typescript(known, words),
        false => [vec!["node".to_owned()], words].concat(),
    });
    Some(program)
}

/// Reads what nodemon.json says, or `nodemonConfig` in package.json; null where there is none.
fn configured(known: &Known<'_>) -> Value {
    let text = known.project.read_text("nodemon.json");
    let file = text.and_then(|text| serde_json::from_str(&text).ok());
    file.or_else(|| known.project.value("nodemonConfig").cloned()).unwrap_or_default()
}

/// TypeScript by what is installed for it.
fn typescript(known: &Known<'_>, words: Vec<String>) -> Vec<String> {
    let only_tsx = known.project.uses("tsx") && !known.project.uses("ts-node");
    // Flags of ts-node mean nothing to tsx.
    let words = words.into_iter().filter(|word| !only_tsx || !word.starts_with('-'));
    let program = if only_tsx { "tsx" } else { "ts-node" };
    std::iter::once(program.to_owned()).chain(words).collect()
}
