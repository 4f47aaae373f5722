//! Scripts that make the tables which an API expects in its database.

use super::findings::Findings;
use crate::project::{PackageManager, Project};

/// Names that such scripts usually have.
const NAMES: [&str; 12] = [
    "migrate",
    "migrate:up",
    "migrate:latest",
    "migrate:deploy",
    "migrate:run",
    "migration:run",
    "migrations:run",
    "db:migrate",
    "db:push",
    "db:setup",
    "prisma:migrate",
    "typeorm:migrate",
];
/// Programs that are told by a word what to do.
const NEED_A_WORD: [(&str, &str); 2] = [("node-pg-migrate", "up"), ("db-migrate", "up")];

/// Tells of the script that makes the tables: without them most calls fail, and nothing else says so.
pub fn tell(project: &Project, manager: PackageManager, findings: &mut Findings) {
    let found = NAMES.into_iter().find_map(|name| Some((name, project.script(name)?)));
    let Some((name, text)) = found else { return };
    let word = NEED_A_WORD.into_iter().find(|(program, _)| text == *program);
    let separator = if manager == PackageManager::Npm { " --" } else { "" };
    let word = word.map(|(_, word)| format!("{separator} {word}")).unwrap_or_default();
    let what = format!("script \"{name}\" makes them: {text}");
    let run = format!("{}{word}, if that has not been done", manager.run(name));
    findings.doubt("tables", &what, &run);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    #[test]
    fn the_script_is_named_with_the_word_that_it_needs() {
        let said = |manifest: &str| {
            let (project, _top) = project(&[("package.json", manifest)]);
            let mut findings = Findings::default();
            tell(&project, PackageManager::Npm, &mut findings);
            findings.lines().concat()
        };
        let knex = said(r#"{"scripts":{"migrate":"knex migrate:latest"}}"#);
        assert!(knex.ends_with("-> npm run migrate, if that has not been done"), "{knex}");
        let pg = said(r#"{"scripts":{"migrate":"node-pg-migrate"}}"#);
        assert!(pg.contains("-> npm run migrate -- up, if"), "{pg}");
        assert_eq!(said(r#"{"scripts":{"start":"node ."}}"#), "");
    }
}
