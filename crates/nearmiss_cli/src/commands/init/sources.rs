//! Files of the project that may be the one that is started.

use std::path::Path;

use crate::project::Project;

/// Folders that are looked into, in this order: built files last, since they may be old.
const FOLDERS: [&str; 9] = ["", "src", "app", "api", "server", "bin", "lib", "dist", "build"];
/// Names without their ending.
const NAMES: [&str; 6] = ["server", "app", "main", "index", "api", "www"];
const ENDINGS: [&str; 7] = ["js", "mjs", "cjs", "ts", "mts", "cts", ""];
/// Longest file that is read for a look.
const MOST_BYTES: u64 = 1 << 20;
/// Text of files that listen.
const LISTENS: [&str; 7] = [
    ".listen(",
    "createServer(",
    "NestFactory.create",
    "@hono/node-server",
    "Bun.serve(",
    "startStandaloneServer(",
    ".start()",
];

/// A file that may be started.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SourceFile {
    /// Relative to the project, with `/`.
    pub path: String,
    /// Whether it looks as if it listened.
    pub listens: bool,
}

impl SourceFile {
    /// Whether it is TypeScript.
    pub fn is_typescript(&self) -> bool {
        is_typescript(&self.path)
    }
}

/// Whether a path is that of a TypeScript file.
pub fn is_typescript(path: &str) -> bool {
    [".ts", ".mts", ".cts"].iter().any(|ending| path.ends_with(ending))
}

/// The files with names that servers usually have.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// In the order in which they are tried.
    pub files: Vec<SourceFile>,
}

impl Sources {
    /// Looks at the files of a project.
    pub fn of(project: &Project) -> Self {
        let mut files = Vec::new();
        for folder in FOLDERS {
            for name in NAMES {
                for ending in ENDINGS {
                    // Only `bin/www` has none.
                    if ending.is_empty() && !(folder == "bin" && name == "www") {
                        continue;
                    }
                    let dot = if ending.is_empty() { "" } else { "." };
                    let slash = if folder.is_empty() { "" } else { "/" };
                    let path = format!("{folder}{slash}{name}{dot}{ending}");
                    if project.has(&path) {
                        let listens = looks_listening(&project.folder.join(&path));
                        files.push(SourceFile { path, listens });
                    }
                }
            }
        }
        Self { files }
    }

    /// Those that look as if they listened.
    pub fn listening(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(|file| file.listens)
    }
}

/// Whether the text of a file looks as if it started a server.
pub fn looks_listening(path: &Path) -> bool {
    let small = std::fs::metadata(path).is_ok_and(|data| data.len() <= MOST_BYTES);
    let text =
        if small { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
    LISTENS.iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    #[test]
    fn sources_come_before_what_was_built_of_them() {
        let (project, _top) = project(&[
            ("dist/server.js", "app.listen(1)"),
            ("src/server.ts", "app.listen(1)"),
            ("src/app.ts", "export const app = express()"),
            ("bin/www", "server.listen(port)"),
            ("other.js", "app.listen(1)"),
        ]);
        let sources = Sources::of(&project);
        let paths: Vec<&str> = sources.listening().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["src/server.ts", "bin/www", "dist/server.js"]);
        assert!(sources.files.iter().any(|file| file.path == "src/app.ts" && !file.listens));
        assert!(sources.files[0].is_typescript());
    }
}
