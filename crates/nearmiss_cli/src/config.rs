//! The configuration of a project: `nearmiss.config.*` or a key of package.json. Node finds, runs and
//! checks it (`npm/nearmiss/config`), since it may be JavaScript and every host reads the same.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::host::Host;

/// A configuration and where it was found.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Config {
    /// The file that holds it, absolute; none when there is no configuration.
    pub file: Option<PathBuf>,
    /// What it holds, checked: by key, with lists for what may be a list.
    pub options: Map<String, Value>,
}

impl Config {
    /// Answers the folder that paths in it are relative to: its own, or `cwd`.
    #[must_use]
    pub fn folder<'a>(&'a self, cwd: &'a Path) -> &'a Path {
        self.file.as_deref().and_then(Path::parent).unwrap_or(cwd)
    }
}

/// Answers the configuration for `cwd`, or the one in the file that is `given`.
///
/// # Errors
/// There is something wrong with it; the message names file, key, value and what is allowed.
pub fn load(host: &Host, cwd: &Path, given: Option<&Path>) -> Result<Config, Failure> {
    let printed = Command::new(&host.node)
        .arg(host.package.join("config/print.js"))
        .arg(cwd)
        .args(given)
        // Load hooks of this process are not for that one.
        .env_remove("NODE_OPTIONS")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Failure::system("the configuration cannot be read", &error))?;
    let said = String::from_utf8_lossy(&printed.stderr);
    if !printed.status.success() {
        return Err(Failure::usage(said.trim_end().to_owned()));
    }
    serde_json::from_slice(&printed.stdout)
        .map_err(|error| Failure::system("the configuration cannot be read", &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file() {
        let config: Config =
            serde_json::from_str(r#"{"file":"/a/nearmiss.config.mjs","options":{}}"#).unwrap();
        assert_eq!(config.folder(Path::new("/a/b")), Path::new("/a"));
        assert_eq!(Config::default().folder(Path::new("/a/b")), Path::new("/a/b"));
    }
}
