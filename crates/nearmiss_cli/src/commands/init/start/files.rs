//! Files of the project that may be started by themselves.

use super::node_words::needs_of;
use super::{Candidate, Candidates, Known};
use crate::commands::init::sources::is_typescript;

/// Adds what `main` of package.json names, and files that listen.
pub(super) fn add(known: &Known<'_>, found: &mut Candidates) {
    if known.is_nest() && known.project.uses("@nestjs/cli") {
        found.list.push(Candidate {
            command: known.manager.execute("nest start"),
            why: "package @nestjs/cli".to_owned(),
            needs: None,
            watches: false,
            runs_first: None,
        });
    }
    let main = known.project.text("main").map(|file| file.trim_start_matches("./").to_owned());
    let main = main.filter(|file| known.sources.listening().any(|known| known.path == *file));
    let named = main.map(|file| (file, "`main` of package.json, which listens".to_owned()));
    let listening = known.sources.listening().map(|file| {
        let why = format!("{} listens", file.path);
        (file.path.clone(), why)
    });
    for (file, why) in named.into_iter().chain(listening) {
        match of_file(known, &file) {
            Ok((command, needs)) => {
                found.list.push(Candidate {
                    command,
                    why,
                    needs,
                    watches: false,
                    runs_first: None,
                });
            }
            Err(why) => found.left.push((file, why)),
        }
    }
}

/// The command that starts a file, and what must be done before.
fn of_file(known: &Known<'_>, file: &str) -> Result<(String, Option<String>), String> {
    let needs = needs_of(known, file)?;
    let quoted = shlex::try_quote(file).unwrap_or_default();
    if !is_typescript(file) {
        return Ok((format!("node {quoted}"), needs));
    }
    let uses = |package: &str| known.project.uses(package);
    let ts_node = match (uses("ts-node"), known.is_esm(), uses("tsconfig-paths")) {
        (false, ..) => None,
        (true, true, _) => Some("--loader ts-node/esm"),
        (true, false, true) => Some("--require ts-node/register --require tsconfig-paths/register"),
        (true, false, false) => Some("--require ts-node/register"),
    };
    let tsx = uses("tsx").then_some("--import tsx");
    // What esbuild makes of decorators lacks the types that Nest injects by.
    let by = if known.is_nest() { ts_node.or(tsx) } else { tsx.or(ts_node) };
    let swc = uses("@swc-node/register").then_some("--require @swc-node/register");
    match by.or(swc) {
        Some(by) => Ok((format!("node {by} {quoted}"), needs)),
        None if known.strips_types => Ok((format!("node {quoted}"), needs)),
        None => Err(format!(
            "it is TypeScript, and nothing that runs it is among the packages: {}",
            known.manager.add("tsx")
        )),
    }
}
