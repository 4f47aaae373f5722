//! The folder of an API and its package.json.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::installed;

/// Fields of a package.json that name packages.
const DEPENDENCIES: [&str; 4] =
    ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/// A folder that an API may start in.
#[derive(Clone, Debug)]
pub struct Project {
    /// The folder, absolute.
    pub folder: PathBuf,
    /// Its package.json; where there is none, what the one above says of packages.
    manifest: Map<String, Value>,
    /// Whether there is a package.json.
    pub has_manifest: bool,
}

impl Project {
    /// Reads the package.json of a folder, if there is one.
    ///
    /// # Errors
    /// It cannot be read; the message names the file and the place.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let file = folder.join("package.json");
        let wrong = |why: String| Failure::usage(format!("{}{why}", file.display()));
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let (manifest, folder) = (packages_above(folder), folder.to_owned());
                return Ok(Self { folder, manifest, has_manifest: false });
            }
            Err(error) => return Err(wrong(format!(" cannot be read: {error}"))),
        };
        let text = text.trim_start_matches('\u{feff}');
        let manifest = serde_json::from_str(text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            wrong(format!(":{line}:{column} is not JSON: {error}; correct it there"))
        })?;
        let Value::Object(manifest) = manifest else {
            return Err(wrong(" must hold an object, as `npm init` writes it".to_owned()));
        };
        check_scripts(&manifest).map_err(|why| wrong(format!(": {why}")))?;
        Ok(Self { folder: folder.to_owned(), manifest, has_manifest: true })
    }

    /// What people call it: the name in package.json, else that of the folder.
    pub fn name(&self) -> String {
        let folder = || self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.text("name").map_or_else(folder, str::to_owned)
    }

    /// Reads a value of package.json.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.manifest.get(key)
    }

    /// A text of package.json.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.manifest.get(key)?.as_str()
    }

    /// A script of package.json; blank ones are none.
    pub fn script(&self, name: &str) -> Option<&str> {
        let script = self.manifest.get("scripts")?.get(name)?.as_str()?.trim();
        (!script.is_empty()).then_some(script)
    }

    /// Globs of the folders of a workspace, if this is the root of one.
    pub fn workspaces(&self) -> Vec<&str> {
        let listed = self.manifest.get("workspaces");
        let listed = listed.map(|listed| listed.get("packages").unwrap_or(listed));
        let listed = listed.and_then(Value::as_array).into_iter().flatten();
        listed.filter_map(Value::as_str).collect()
    }

    /// The version that package.json asks for of a package, also of one under another name
    /// (`npm:express@4`).
    pub fn asks_for(&self, package: &str) -> Option<&str> {
        self.dependencies().find_map(|(name, version)| {
            let behind = version.strip_prefix("npm:").and_then(|alias| alias.rsplit_once('@'));
            match behind {
                Some((real, version)) => (real == package).then_some(version),
                None => (name == package).then_some(version),
            }
        })
    }

    /// Whether package.json names a package.
    pub fn uses(&self, package: &str) -> bool {
        self.asks_for(package).is_some()
    }

    /// Names and versions of packages.
    pub fn dependencies(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = DEPENDENCIES.iter().filter_map(|field| self.manifest.get(*field)?.as_object());
        fields.flatten().map(|(name, version)| (name.as_str(), version.as_str().unwrap_or("*")))
    }

    /// The folder that a package is installed in, as Node looks for it from here.
    pub fn installed(&self, package: &str) -> Option<PathBuf> {
        installed::folder_of(package, &self.folder)
    }

    /// Whether a file is there.
    pub fn has(&self, path: &str) -> bool {
        self.folder.join(path).is_file()
    }

    /// The text of a file, if it is there and one.
    pub fn read_text(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.folder.join(path)).ok()
    }
}

/// Of the nearest package.json above a folder that has none: the packages that its programs find, and how Node reads them. Its
/// scripts are not about this folder.
fn packages_above(folder: &Path) -> Map<String, Value> {
    let texts = folder.ancestors().skip(1);
    let mut texts =
        texts.filter_map(|above| std::fs::read_to_string(above.join("package.json")).ok());
    let above = texts.next().and_then(|text| serde_json::from_str(&text).ok());
    let Some(Value::Object(mut above)) = above else { return Map::new() };
    above.retain(|key, _| key == "type" || DEPENDENCIES.contains(&key.as_str()));
    above
}

/// Scripts are texts by their names.
fn check_scripts(manifest: &Map<String, Value>) -> Result<(), String> {
    let Some(scripts) = manifest.get("scripts") else { return Ok(()) };
    let Value::Object(scripts) = scripts else {
        return Err(format!("`scripts` is {scripts}, but must be an object"));
    };
    match scripts.iter().find(|(_, script)| !script.is_string()) {
        Some((name, script)) => Err(format!("`scripts.{name}` is {script}, but must be a text")),
        None => Ok(()),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A project of these files, and the folder that holds it as long as it is held.
    pub fn project(files: &[(&str, &str)]) -> (Project, tempfile::TempDir) {
        let top = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = top.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        (Project::read(top.path()).unwrap(), top)
    }

    #[test]
    fn packages_are_found_under_other_names() {
        let manifest = r#"{"name":"a","dependencies":{"express4":"npm:express@^4.22.3","koa":"3"},"scripts":{"start":" ","dev":"x"}}"#;
        let (project, _top) =
            project(&[("package.json", manifest), ("node_modules/koa/package.json", "{}")]);
        assert_eq!(project.asks_for("express"), Some("^4.22.3"));
        assert!(!project.uses("express4") && project.uses("koa"));
        assert!(project.installed("koa").is_some() && project.installed("hono").is_none());
        assert_eq!((project.script("start"), project.script("dev")), (None, Some("x")));
        assert_eq!(project.name(), "a");
    }

    #[test]
    fn a_folder_without_package_json_is_one_too() {
        let (project, top) = project(&[("server.js", "")]);
        assert!(!project.has_manifest && project.has("server.js"));
        assert_eq!(project.name(), top.path().file_name().unwrap().to_string_lossy());
    }

    #[test]
    fn packages_above_are_found_as_node_finds_them() {
        let above = r#"{"name":"all","type":"module","devDependencies":{"koa":"3"},"scripts":{"start":"node x"}}"#;
        let (_, top) = project(&[("package.json", above), ("blog/app.js", "")]);
        let blog = Project::read(&top.path().join("blog")).unwrap();
        assert!(blog.uses("koa") && !blog.has_manifest);
        assert_eq!((blog.name(), blog.script("start")), ("blog".to_owned(), None));
    }

    #[test]
    fn a_broken_package_json_is_named_with_its_place() {
        let top = tempfile::tempdir().unwrap();
        let file = top.path().join("package.json");
        let refused = |text: &str| {
            std::fs::write(&file, text).unwrap();
            Project::read(top.path()).unwrap_err().to_string()
        };
        assert!(refused("{\n \"name\": oops}").contains("package.json:2:"));
        assert!(refused("[]").contains("must hold an object"));
    }
}
