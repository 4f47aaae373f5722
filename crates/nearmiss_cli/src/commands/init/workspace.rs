//! The root of a workspace holds packages, of which one or several may be APIs.

use globset::GlobSetBuilder;
use walkdir::WalkDir;

use super::framework::framework;
use super::sources::Sources;
use crate::project::Project;

/// How deep packages of a workspace lie.
const DEEPEST: usize = 4;

/// The folders of a workspace that look like an API, relative to its root.
pub fn apis(root: &Project) -> Vec<String> {
    let mut globs = GlobSetBuilder::new();
    for glob in root.workspaces() {
        if let Ok(glob) = globset::Glob::new(glob.trim_end_matches('/')) {
            globs.add(glob);
        }
    }
    let Ok(globs) = globs.build() else { return Vec::new() };
    let is_source = |entry: &walkdir::DirEntry| {
        entry.file_name() != "node_modules" && entry.file_name() != ".git"
    };
    let folders = WalkDir::new(&root.folder).max_depth(DEEPEST).sort_by_file_name().into_iter();
    let folders =
        folders.filter_entry(is_source).flatten().filter(|entry| entry.file_type().is_dir());
    let found = folders.filter_map(|entry| {
        let path = entry.path().strip_prefix(&root.folder).ok()?;
        let path = path.to_str().filter(|path| globs.is_match(path))?;
        let project = Project::read(entry.path()).ok().filter(|project| project.has_manifest)?;
        framework(&project, &Sources::of(&project))?;
        Some(path.to_owned())
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    #[test]
    fn packages_that_look_like_an_api_are_found() {
        let (root, _top) = project(&[
            ("package.json", r#"{"workspaces":["packages/*"]}"#),
            ("packages/api/package.json", r#"{"dependencies":{"koa":"3"}}"#),
            ("packages/web/package.json", r#"{"dependencies":{"react":"19"}}"#),
            ("other/package.json", r#"{"dependencies":{"koa":"3"}}"#),
        ]);
        assert_eq!(apis(&root), ["packages/api"]);
    }
}
