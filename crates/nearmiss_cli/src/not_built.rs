//! A start command whose file a build would make.

use std::path::Path;

use crate::project::{PackageManager, Project};

/// Words of Node about a file that is not there.
const SAID: &str = "Cannot find module '";
/// Scripts that build.
pub const BUILDS: [&str; 3] = ["build", "compile", "build:prod"];
/// Folders that builds write to.
const BUILT: [&str; 6] = ["dist", "build", "out", "lib", ".output", "output"];

/// Tells whether a path lies in a folder that builds write to.
pub fn is_built(path: &str) -> bool {
    let first = path.trim_start_matches("./").split('/').next().unwrap_or_default();
    BUILT.contains(&first)
}

/// Says which command makes the file that Node did not find, if it lies where a build of its package would put it.
pub fn advice(output: &str) -> Option<String> {
    let file = Path::new(output.split(SAID).nth(1)?.split('\'').next()?);
    if !file.is_absolute() || file.exists() {
        return None;
    }
    let folder = file.ancestors().skip(1).find(|above| above.join("package.json").is_file())?;
    let relative = file.strip_prefix(folder).ok()?.to_str()?;
    let project = Project::read(folder).ok().filter(|_| is_built(relative))?;
    let script = BUILDS.into_iter().find(|name| project.script(name).is_some())?;
    let build = PackageManager::of(&project).0.run(script);
    Some(format!("{relative} is not there yet: run {build}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    #[test]
    fn a_file_that_is_not_built_yet_is_told_with_what_builds_it() {
        let manifest = r#"{"scripts":{"build":"tsc"}}"#;
        let (project, _top) = project(&[("package.json", manifest), ("dist/there.js", "")]);
        let said = |file: &str| {
            let file = project.folder.join(file);
            advice(&format!("Error: Cannot find module '{}'\n  at x", file.display()))
        };
        let build = Some("dist/server.js is not there yet: run npm run build".to_owned());
        assert_eq!(said("dist/server.js"), build);
        assert_eq!(said("dist/there.js"), None);
        assert_eq!(said("src/gone.js"), None);
        assert_eq!(advice("Cannot find module 'express'"), None);
        assert!(is_built("./dist/main.js") && !is_built("distance/main.js"));
    }
}
