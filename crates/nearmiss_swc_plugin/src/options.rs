//! The plugin's options, and which file is whose. Names and defaults are those of the other hosts (`npm/nearmiss/hosts.md`), but
//! for what a plugin cannot do: it sees no files, so the root is not looked for, and it compiles nothing.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use nearmiss_instrument::Logical;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Names of the options.
const KNOWN: [&str; 5] = ["root", "include", "exclude", "logical", "loader"];
/// Options of other hosts, with what to do in place of them.
const OF_OTHERS: [(&str, &str); 2] = [
    (
        "coverage",
        "coverage comes from nearmiss/jest with the option transformer: [\"@swc/jest\", {...}], or from nearmiss/register",
    ),
    ("compiler", "swc itself compiles"),
];

/// What stands beside the plugin in `.swcrc`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginOptions {
    /// The folder that targets are named relative to; the host's working directory by default.
    #[serde(default)]
    root: Option<String>,
    /// Globs of files to instrument, relative to the root; all by default.
    #[serde(default)]
    include: Globs,
    /// Globs of files to leave.
    #[serde(default)]
    exclude: Globs,
    /// The form of `&&` and `||`.
    #[serde(default)]
    pub logical: Logical,
    /// The module that the probed files load the runtime from.
    #[serde(default)]
    loader: Option<String>,
}

/// Globs, or one alone.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a glob such as \"src/**/*.js\", or a list of globs")]
enum Globs {
    One(String),
    List(Vec<String>),
}

impl Default for Globs {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Globs {
    fn list(&self) -> &[String] {
        match self {
            Self::One(glob) => std::slice::from_ref(glob),
            Self::List(globs) => globs,
        }
    }
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
        let given: Map<String, Value> =
            serde_json::from_str(json).map_err(|error| ParseOptionsError(error.to_string()))?;
        if let Some(key) = given.keys().find(|key| !KNOWN.contains(&key.as_str())) {
            return Err(ParseOptionsError(unknown(key)));
        }
        // Each by itself first, so that a message names its key.
        for (key, value) in &given {
            let alone = Value::Object(Map::from_iter([(key.clone(), value.clone())]));
            Self::deserialize(alone)
                .map_err(|error| ParseOptionsError(format!("{key} is {value}: {error}")))?;
        }
        let options = Self::deserialize(Value::Object(given))
            .map_err(|error| ParseOptionsError(error.to_string()))?;
        for (key, globs) in [("include", &options.include), ("exclude", &options.exclude)] {
            glob_set(globs.list()).map_err(|error| ParseOptionsError(format!("{key}: {error}")))?;
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
        let root = self.root_in(cwd);
        let relative = match filename.strip_prefix(&root).and_then(|rest| rest.strip_prefix('/')) {
            Some(relative) => relative,
            // Outside of the root; what is not absolute is relative to it.
            None if is_absolute(&filename) => return None,
            None => filename.strip_prefix("./").unwrap_or(&filename),
        };
        let matches = |globs: &[String]| glob_set(globs).is_ok_and(|set| set.is_match(relative));
        let included = self.include.list().is_empty() || matches(self.include.list());
        (included && !matches(self.exclude.list())).then(|| relative.to_owned())
    }

    /// The root, a relative one below the host's working directory; without a slash at its end.
    fn root_in(&self, cwd: Option<&str>) -> String {
        let cwd = cwd.unwrap_or("").replace('\\', "/");
        let root = self.root.as_deref().unwrap_or("").replace('\\', "/");
        if is_absolute(&root) {
            return root.trim_end_matches('/').to_owned();
        }
        let mut parts: Vec<&str> = cwd.trim_end_matches('/').split('/').collect();
        for part in root.split('/').filter(|part| !part.is_empty() && *part != ".") {
            if part == ".." && parts.len() > 1 {
                parts.pop();
            } else {
                parts.push(part);
            }
        }
        parts.join("/")
    }

    /// Whether a file lies outside of the root, which is worth a word.
    #[must_use]
    pub fn is_outside(&self, filename: &str, cwd: Option<&str>) -> bool {
        let everything =
            Self { include: Globs::default(), exclude: Globs::default(), ..self.clone() };
        !filename.contains("node_modules") && everything.target_file(filename, cwd).is_none()
    }
}

fn unknown(key: &str) -> String {
    let instead = OF_OTHERS.iter().find(|(other, _)| *other == key).map(|(_, instead)| *instead);
    let known = format!("known are {}", KNOWN.join(", "));
    format!("there is no option {key:?}; {}", instead.map_or(known, str::to_owned))
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
        // A relative root is one below the working directory, as in the other hosts.
        for root in ["src", "./src/", "../api/src", "/work/api/src/"] {
            let json = format!(r#"{{"root":"{root}"}}"#);
            assert_eq!(file(&json, "/work/api/src/a.js").as_deref(), Some("a.js"), "{root}");
            assert_eq!(file(&json, "/work/api/lib/a.js"), None, "{root}");
        }
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
        let one = r#"{"include":"src/**"}"#;
        assert_eq!(file(one, "/work/api/src/deep/a.js").as_deref(), Some("src/deep/a.js"));
        assert_eq!(file(one, "/work/api/lib/a.js"), None);
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
        let unknown = message(r#"{"excludes":[]}"#);
        assert!(unknown.contains("there is no option \"excludes\"; known are root, "), "{unknown}");
        let coverage = message(r#"{"coverage":true}"#);
        assert!(coverage.contains("no option \"coverage\"; coverage comes from"), "{coverage}");
        for (json, told) in [
            (r#"{"include":3}"#, "include is 3: a glob"),
            (r#"{"root":["a"]}"#, "root is [\"a\"]: "),
            (r#"{"logical":"x"}"#, "logical is \"x\": "),
        ] {
            assert!(message(json).contains(told), "{}", message(json));
        }
        assert!(message(r#"{"exclude":["[a"]}"#).contains("exclude"));
    }
}
