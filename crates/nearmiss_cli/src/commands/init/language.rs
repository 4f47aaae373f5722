//! What the project is written in, and its module system.

use super::sources::Sources;
use crate::project::Project;

/// Files that configure TypeScript.
const CONFIGURATIONS: [&str; 3] = ["tsconfig.json", "tsconfig.build.json", "tsconfig.app.json"];

/// Language and module system as people call them, and why.
pub fn language(project: &Project, sources: &Sources) -> (String, String) {
    let configured = CONFIGURATIONS.into_iter().find(|file| project.has(file));
    let source = sources.files.iter().find(|file| file.is_typescript());
    let (language, why) = match (configured, source) {
        (Some(file), _) => ("TypeScript", file.to_owned()),
        (None, Some(file)) => ("TypeScript", file.path.clone()),
        (None, None) => ("JavaScript", "no tsconfig.json".to_owned()),
    };
    let (modules, because) = match project.text("type") {
        Some("module") => ("ES modules", "\"type\": \"module\" in package.json"),
        _ => ("CommonJS", "no \"type\": \"module\" in package.json"),
    };
    (format!("{language}, {modules}"), format!("{why}; {because}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    fn of(files: &[(&str, &str)]) -> (String, String) {
        let (project, _top) = project(files);
        language(&project, &Sources::of(&project))
    }

    #[test]
    fn a_tsconfig_and_the_type_of_the_package_tell() {
        let manifest = ("package.json", r#"{"type":"module"}"#);
        let (language, why) = of(&[manifest, ("tsconfig.json", "{}")]);
        assert_eq!(language, "TypeScript, ES modules");
        assert!(why.starts_with("tsconfig.json;"));
        assert_eq!(of(&[("index.js", "")]).0, "JavaScript, CommonJS");
        assert_eq!(of(&[("src/index.ts", "")]).0, "TypeScript, CommonJS");
    }
}
