//! The plugin's options, and which file is whose.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use nearmiss_instrument::Logical;
use serde::Deserialize;

/// What stands beside the plugin in `.swcrc`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PluginOptions {
    /// The folder that targets are named relative to; the host's working directory by default.
    #[serde(default)]
    root: Option<String>,
    /// Globs of files to instrument, relative to the root; all by default.
    #[serde(default)]
    include: Vec<String>,
    /// Globs of files to leave.
    #[serde(default)]
    exclude: Vec<String>,
    /// The form of `&&` and `||`.
    #[serde(default)]
    pub logical: Logical,
    /// The module that the probed files load the runtime from.
    #[serde(default)]
    loader: Option<String>,
}

/// Why options are refused.
#[derive(Debug)]
pub struct ParseOptionsError(String);

impl std::fmt::Display for ParseOptionsError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "the options of the nearmiss plugin: {}", self.0)
    }
}

impl std::error::Error for ParseOptionsError {}

impl PluginOptions {
    /// Reads the options from the host's JSON.
    ///
    /// # Errors
    /// When it is not what options are; the message names the key.
    pub fn parse(json: &str) -> Result<Self, ParseOptionsError> {
        let options: Self =
            serde_json::from_str(json).map_err(|error| ParseOptionsError(error.to_string()))?;
        for (key, globs) in [("include", &options.include), ("exclude", &options.exclude)] {
            glob_set(globs).map_err(|error| ParseOptionsError(format!("{key}: {error}")))?;
        }
        Ok(options)
    }

    /// The module that the probed files load the runtime from.
    #[must_use]
    pub fn loader(&self) -> &str {
        self.loader.as_deref().unwrap_or("nearmiss/swc/load")
    }

    /// How targets name a file; `None` for one that is not to be instrumented.
    #[must_use]
    pub fn target_file(&self, filename: &str, cwd: Option<&str>) -> Option<String> {
        let filename = filename.replace('\\', "/");
        if filename.contains("/node_modules/") || filename.starts_with("node_modules/") {
            return None;
        }
        let root = self.root.as_deref().or(cwd).unwrap_or("").replace('\\', "/");
        let root = root.trim_end_matches('/');
        let relative = match filename.strip_prefix(root).and_then(|rest| rest.strip_prefix('/')) {
            Some(relative) => relative,
            // Outside of the root; what is not absolute is relative to it.
            None if is_absolute(&filename) => return None,
            None => filename.strip_prefix("./").unwrap_or(&filename),
        };
        let matches = |globs: &[String]| glob_set(globs).is_ok_and(|set| set.is_match(relative));
        let included = self.include.is_empty() || matches(&self.include);
        (included && !matches(&self.exclude)).then(|| relative.to_owned())
    }

    /// Whether a file lies outside of the root, which is worth a word.
    #[must_use]
    pub fn is_outside(&self, filename: &str, cwd: Option<&str>) -> bool {
        let everything = Self { include: Vec::new(), exclude: Vec::new(), ..self.clone() };
        !filename.contains("node_modules") && everything.target_file(filename, cwd).is_none()
    }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || path.as_bytes().get(1) == Some(&b':')
}

fn glob_set(globs: &[String]) -> Result<GlobSet, globset::Error> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        set.add(GlobBuilder::new(glob).literal_separator(true).build()?);
    }
    set.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(json: &str, filename: &str) -> Option<String> {
        PluginOptions::parse(json).unwrap().target_file(filename, Some("/work/api"))
    }

    #[test]
    fn files_are_named_relative_to_the_root() {
        assert_eq!(file("{}", "/work/api/src/a.js").as_deref(), Some("src/a.js"));
        assert_eq!(file("{}", "src/a.js").as_deref(), Some("src/a.js"));
        assert_eq!(
            file(r#"{"root":"/work/api/src"}"#, "/work/api/src/a.js").as_deref(),
            Some("a.js")
        );
        assert_eq!(file("{}", "/work/api2/a.js"), None);
        assert_eq!(file("{}", "/work/api/node_modules/x/a.js"), None);
    }

    #[test]
    fn globs_choose_files() {
        let tests = r#"{"exclude":["**/*.test.js"]}"#;
        assert_eq!(file(tests, "/work/api/src/a.test.js"), None);
        assert_eq!(file(tests, "/work/api/src/a.js").as_deref(), Some("src/a.js"));
        let source = r#"{"include":["src/**"]}"#;
        assert_eq!(file(source, "/work/api/src/deep/a.js").as_deref(), Some("src/deep/a.js"));
        assert_eq!(file(source, "/work/api/lib/a.js"), None);
    }

    #[test]
    fn what_lies_outside_is_told_from_what_is_left_out() {
        let options = PluginOptions::parse(r#"{"exclude":["a.js"]}"#).unwrap();
        assert!(!options.is_outside("/work/api/a.js", Some("/work/api")));
        assert!(options.is_outside("/work/other/a.js", Some("/work/api")));
        assert!(!options.is_outside("/work/node_modules/a.js", Some("/work/api")));
    }

    #[test]
    fn mistakes_name_the_key() {
        let message = |json| PluginOptions::parse(json).unwrap_err().to_string();
        assert!(message(r#"{"excludes":[]}"#).contains("excludes"));
        assert!(message(r#"{"exclude":["[a"]}"#).contains("exclude"));
    }
}
