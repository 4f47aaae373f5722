//! Commands that may start the API, the likeliest first.

mod built;
mod files;
mod node_words;
mod process_managers;
mod scripts;
mod watchers;

use super::framework::Framework;
use super::sources::Sources;
use crate::not_built::BUILDS;
use crate::project::{PackageManager, Project};

/// A command that may start the API.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Candidate {
    /// As a shell runs it in the folder of the project.
    pub command: String,
    /// Where it comes from.
    pub why: String,
    /// What must be run before, such as a build.
    pub needs: Option<String>,
    /// It starts the API again when a file changes, as those that a search writes.
    pub watches: bool,
    /// Script that npm runs before it at each start.
    pub runs_first: Option<String>,
}

/// What was found of commands.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// Commands, each once.
    pub list: Vec<Candidate>,
    /// What looks like one and is none: what, and why.
    pub left: Vec<(String, String)>,
}

/// What commands are made of.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    pub project: &'a Project,
    pub manager: PackageManager,
    pub sources: &'a Sources,
    pub framework: Option<&'a Framework>,
    /// Whether Node runs TypeScript by itself.
    pub strips_types: bool,
}

impl Known<'_> {
    /// The command that builds the project, if it has one.
    fn build(&self) -> Option<String> {
        let script = BUILDS.into_iter().find(|name| self.project.script(name).is_some());
        match script {
            Some(name) => Some(self.manager.run(name)),
            None if self.project.has("tsconfig.json") => Some(self.manager.execute("tsc")),
            None => None,
        }
    }

    /// Names the build that has to be run before a file is there that starts the API.
    fn unbuilt(&self, file: &str) -> Option<String> {
        if self.project.has(file) { None } else { self.build() }
    }

    fn is_nest(&self) -> bool {
        self.framework.is_some_and(|framework| framework.is_nest)
    }

    fn is_esm(&self) -> bool {
        self.project.text("type") == Some("module")
    }
}

/// Everything that may start the API of a project.
pub fn candidates(known: &Known<'_>) -> Candidates {
    let mut found = Candidates::default();
    found.list.extend(built::nest(known));
    scripts::add(known, &mut found);
    files::add(known, &mut found);
    let mut seen: Vec<String> = Vec::new();
    found.list.retain(|candidate| {
        let is_new = !seen.contains(&candidate.command);
        seen.push(candidate.command.clone());
        is_new
    });
    // What can be started at once comes first.
    found.list.sort_by_key(|candidate| (candidate.needs.is_some(), candidate.watches));
    found
}

/// Makes the command that runs TypeScript by ts-node without checking its types, which the compiler does at each start
/// else; `None` of one that does not use ts-node, or does so already.
pub fn without_type_checks(candidate: &Candidate, project: &Project) -> Option<Candidate> {
    const VARIABLE: &str = "TS_NODE_TRANSPILE_ONLY";
    let words = candidate.command.clone() + " " + script_behind(&candidate.command, project);
    let is_known = |word: &str| words.contains(word);
    if !is_known("ts-node") || ["transpile-only", VARIABLE, "swc"].into_iter().any(is_known) {
        return None;
    }
    Some(Candidate {
        command: format!("{VARIABLE}=true {}", candidate.command),
        why: format!("{}, without the type checks of ts-node", candidate.why),
        ..candidate.clone()
    })
}

/// Finds the text of the script that a command runs; empty of one that is none.
fn script_behind<'a>(command: &str, project: &'a Project) -> &'a str {
    let name = command.rsplit(' ').next().unwrap_or_default();
    project.script(name).unwrap_or_default()
}

#[cfg(test)]
mod tests;
