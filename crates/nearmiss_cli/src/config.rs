//! The configuration of a project: `nearmiss.config.*` or a key of package.json. Node finds, runs and
//! checks it (`npm/nearmiss/config`), since it may be JavaScript and every host reads the same.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Deserializer};

use crate::args::{AlgorithmArg, SourceMapsArg};
use crate::failure::Failure;
use crate::language::LanguageArg;

/// Options of a configuration. What they may be is checked by `npm/nearmiss/config/options.js`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ConfigOptions {
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    pub adapters: Option<bool>,
    pub root: Option<PathBuf>,
    #[serde(deserialize_with = "source_maps")]
    pub source_maps: Option<SourceMapsArg>,
    pub start: Option<String>,
    pub driver: Option<PathBuf>,
    pub openapi: Option<String>,
    pub reset: Option<String>,
    pub header: Vec<String>,
    pub header_file: Option<PathBuf>,
    pub auth: Option<serde_json::Value>,
    pub write_secrets: bool,
    pub port: Option<u16>,
    pub start_timeout: Option<String>,
    pub call_timeout: Option<String>,
    pub time: Option<String>,
    pub calls: Option<u64>,
    pub seed: Option<u64>,
    pub algorithm: Option<AlgorithmArg>,
    pub max_actions: Option<usize>,
    pub workers: Option<u16>,
    pub archive: Option<PathBuf>,
    pub plateau: Option<String>,
    pub out: Option<PathBuf>,
    pub report: Option<PathBuf>,
    pub reports: Vec<String>,
    pub format: Option<String>,
    pub language: Option<LanguageArg>,
    pub real_timers: bool,
    pub run_schedules: bool,
    /// The API's files may change.
    pub files_may_change: bool,
    pub allow_host: Vec<String>,
    pub real_services: bool,
    pub data_may_change: bool,
    pub fail_on_fault: bool,
    pub schema_only: bool,
    pub no_oracle: Vec<String>,
    pub only: Vec<String>,
    pub baseline: Option<PathBuf>,
    pub except: Vec<String>,
    pub seed_from: Vec<String>,
}

/// A configuration and where it was found.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Config {
    /// The file that holds it, absolute; none when there is no configuration.
    pub file: Option<PathBuf>,
    /// What it says.
    pub options: ConfigOptions,
}

impl Config {
    /// The folder that paths in it are relative to: its own, or `cwd`.
    #[must_use]
    pub fn folder<'a>(&'a self, cwd: &'a Path) -> &'a Path {
        self.file.as_deref().and_then(Path::parent).unwrap_or(cwd)
    }
}

/// `true`, `false` or `"inline"`.
fn source_maps<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SourceMapsArg>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Switch(bool),
        Word(SourceMapsArg),
    }
    Ok(Some(match Written::deserialize(from)? {
        Written::Switch(true) => SourceMapsArg::True,
        Written::Switch(false) => SourceMapsArg::False,
        Written::Word(word) => word,
    }))
}

/// The configuration for `cwd`, or the one in the file that is `given`. `package` is the folder of
/// the npm package.
///
/// # Errors
/// There is something wrong with it; the message names file, key, value and what is allowed.
pub fn load(package: &Path, cwd: &Path, given: Option<&Path>) -> Result<Config, Failure> {
    // The command line runs inside Node.
    let node = std::env::current_exe().map_err(|error| Failure::system("no Node", &error))?;
    let printed = Command::new(node)
        .arg(package.join("config/print.js"))
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
    fn source_maps_are_a_switch_or_a_word() {
        let read = |json: &str| serde_json::from_str::<ConfigOptions>(json).unwrap().source_maps;
        assert_eq!(read("{}"), None);
        assert_eq!(read(r#"{"sourceMaps":true}"#), Some(SourceMapsArg::True));
        assert_eq!(read(r#"{"sourceMaps":false}"#), Some(SourceMapsArg::False));
        assert_eq!(read(r#"{"sourceMaps":"inline"}"#), Some(SourceMapsArg::Inline));
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let config: Config =
            serde_json::from_str(r#"{"file":"/a/nearmiss.config.mjs","options":{}}"#).unwrap();
        assert_eq!(config.folder(Path::new("/a/b")), Path::new("/a"));
        assert_eq!(Config::default().folder(Path::new("/a/b")), Path::new("/a/b"));
    }
}
