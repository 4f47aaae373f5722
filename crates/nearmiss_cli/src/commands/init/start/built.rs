//! Files that builds of frameworks leave, and the programs that serve them.

use serde_json::Value;

use super::node_words::needs_of;
use super::{Candidate, Known};

/// Place where `nest build` leaves an API of its own.
const NEST: [&str; 2] = ["dist/main.js", "dist/src/main.js"];
/// Programs that serve what a build has left: their words, and a file that is there then.
const SERVERS: [(&[&str], &str); 5] = [
    (&["next", "start"], ".next/BUILD_ID"),
    (&["nitro", "preview"], ".output/server/index.mjs"),
    (&["nitropack", "preview"], ".output/server/index.mjs"),
    (&["nuxt", "preview"], ".output/server/index.mjs"),
    (&["nuxi", "preview"], ".output/server/index.mjs"),
];
/// Programs that serve the file that they are given.
const SERVERS_OF_FILES: [&str; 2] = ["remix-serve", "react-router-serve"];

/// Finds what `nest build` has left: it starts at once, where `nest start` compiles at each start.
pub(super) fn nest(known: &Known<'_>) -> Option<Candidate> {
    if !known.is_nest() {
        return None;
    }
    let mut files: Vec<String> = NEST.iter().map(|file| (*file).to_owned()).collect();
    files.extend(nest_of_monorepo(known).into_iter().flatten());
    let file = files.into_iter().find(|file| known.project.has(file))?;
    Some(Candidate {
        command: format!("node {file}"),
        why: "what the last `nest build` left; build again after changes".to_owned(),
        needs: None,
        watches: false,
        runs_first: None,
    })
}

/// Tells where `nest build` leaves the first application of a monorepo: by webpack, and by tsc, which keeps the folders of
/// all that is compiled as soon as a library is.
fn nest_of_monorepo(known: &Known<'_>) -> Option<[String; 3]> {
    let text = known.project.read_text("nest-cli.json")?;
    let config: Value = serde_json::from_str(&text).ok()?;
    let root = config["root"].as_str()?;
    let entry = config["entryFile"].as_str().unwrap_or("main");
    let sources = config["sourceRoot"].as_str().unwrap_or("src");
    Some([
        format!("dist/{root}/{entry}.js"),
        format!("dist/{root}/{sources}/{entry}.js"),
        format!("dist/{root}/src/{entry}.js"),
    ])
}

/// Finds what has to be done before a program can serve what a build leaves; `None` of another program.
///
/// # Errors
/// The file that it serves is not there, and no build makes it.
pub(super) fn served(
    known: &Known<'_>,
    words: &[String],
) -> Option<Result<Option<String>, String>> {
    let begins = |start: &[&str]| {
        words.len() >= start.len() && start.iter().zip(words).all(|(known, word)| word == known)
    };
    if let Some((_, file)) = SERVERS.iter().find(|(start, _)| begins(start)) {
        return Some(Ok(known.unbuilt(file)));
    }
    match words {
        [program, file, ..] if SERVERS_OF_FILES.contains(&program.as_str()) => {
            Some(needs_of(known, file))
        }
        _ => None,
    }
}
