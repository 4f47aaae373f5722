//! What a run is to do: the options, and what follows from several of them, or from one and what lies on the disk.

mod api;
mod results;
mod search;
mod users;

use std::path::{Path, PathBuf};

use nearmiss_sources::SourceFilter;

pub use self::api::{ApiSettings, Entry};
pub use self::results::ResultSettings;
pub use self::search::SearchSettings;
pub use self::users::users_of;
use crate::config::{self, Config};
use crate::failure::Failure;
use crate::host::Host;
use crate::options::{self, FuzzOption, OptionValue, Options, Typed};

/// Settings of `fuzz`.
#[derive(Clone, Debug)]
pub struct Settings {
    options: Options,
    /// Directory of the API, absolute.
    pub cwd: PathBuf,
    /// The API.
    pub api: ApiSettings,
    /// The search.
    pub search: SearchSettings,
    /// What comes out.
    pub results: ResultSettings,
}

impl Settings {
    /// Merges what was typed in the folder `here` with the configuration; what was typed wins.
    ///
    /// # Errors
    /// Wrong usage: a missing or contradictory option, or a configuration file that is wrong.
    pub fn load<S>(typed: &Typed<S>, here: &Path, host: &Host) -> Result<Self, Failure> {
        let cwd = typed.value(&options::api::CWD, here).unwrap_or_else(|| here.to_owned());
        let cwd = cwd.canonicalize().map_err(|error| {
            Failure::usage(format!("the directory {} cannot be used: {error}", cwd.display()))
        })?;
        let given = typed.value(&options::results::CONFIG, here);
        let config = config::load(host, &cwd, given.as_deref())?;
        let settings = Self::merge(typed, here, cwd, &config)?;
        let wrong = |why: &dyn std::fmt::Display| Failure::usage(why.to_string());
        let (include, exclude) =
            (settings.list(&options::api::INCLUDE), settings.list(&options::api::EXCLUDE));
        SourceFilter::new(include, exclude).map_err(|error| wrong(&error))?;
        if !settings.api.root.is_dir() {
            let root = settings.api.root.display();
            return Err(wrong(&format!(
                "root in the configuration file: there is no folder {root}"
            )));
        }
        Ok(settings)
    }

    fn merge<S>(
        typed: &Typed<S>,
        here: &Path,
        cwd: PathBuf,
        config: &Config,
    ) -> Result<Self, Failure> {
        let options = Options::merge(options::all(), (typed.matches(), here), config, &cwd)?;
        let search = SearchSettings::of(&options)?;
        let api = ApiSettings::of(&options, &cwd)?;
        let results = ResultSettings::of(&options, &cwd)?;
        Ok(Self { options, cwd, api, search, results })
    }

    /// Tells whether a switch is on.
    pub fn is(&self, option: &FuzzOption<bool>) -> bool {
        self.options.is(option)
    }

    /// Answers the values of an option that takes any number of them.
    pub fn list<V: OptionValue>(&self, option: &FuzzOption<Vec<V>>) -> &[V] {
        self.options.list(option)
    }

    /// Answers the value of an option.
    pub fn get<T: OptionValue>(&self, option: &FuzzOption<T>) -> &T {
        self.options.get(option)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use nearmiss_runner::{Budget, Reset};

    use super::*;
    use crate::options::tests::typed;

    fn merged(words: &[&str], config: &str) -> Result<Settings, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let config = serde_json::from_str(config).unwrap();
        Settings::merge(&typed(words), folder.path(), folder.path().to_owned(), &config)
    }

    #[test]
    fn what_was_typed_wins_over_the_file() {
        let config = r#"{"options":{"start":"node a.js","calls":10,"seed":3,"reset":"restart"}}"#;
        let settings = merged(&["--seed", "9"], config).unwrap();
        assert!(matches!(&settings.api.entry, Entry::Start(command) if command == "node a.js"));
        assert!(matches!(settings.search.budget, Budget::Calls(10)));
        assert!(matches!(settings.api.reset, Reset::Restart));
        assert_eq!(*settings.get(&options::search::SEED), 9);
        let settings = merged(&["--time", "1s"], config).unwrap();
        let second = Duration::from_secs(1);
        assert!(matches!(settings.search.budget, Budget::Whichever(10, time) if time == second));
    }

    #[test]
    fn what_was_typed_makes_what_contradicts_it_in_the_file_of_no_account() {
        let both = r#"{"options":{"start":"node a.js","driver":"driver.js","reset":"none"}}"#;
        let entry = |words: &[&str]| merged(words, both).map(|settings| settings.api.entry);
        assert!(matches!(entry(&[]), Ok(Entry::Start(command)) if command == "node a.js"));
        let url = "http://localhost:40100";
        assert!(
            matches!(entry(&["--controller", url]), Ok(Entry::Controller(typed)) if typed == url)
        );
        let why = entry(&["--driver", "other.js"]).unwrap_err().to_string();
        assert!(why.contains("other.js cannot be used"), "{why}");
    }

    #[test]
    fn paths_of_a_file_are_relative_to_its_folder() {
        let config = r#"{"file":"/a/nearmiss.config.mjs","options":{"out":"tests","root":"src"}}"#;
        let settings = merged(&["--start", "node x.js"], config).unwrap();
        assert_eq!(settings.results.out, Path::new("/a/tests"));
        assert_eq!(settings.api.root, Path::new("/a/src"));
        assert_eq!(settings.results.report, Path::new("/a/tests/report.json"));
    }

    #[test]
    fn wrong_usage_is_named() {
        let message = |words: &[&str]| merged(words, r#"{"options":{}}"#).unwrap_err().to_string();
        assert!(message(&[]).contains("--start"));
        assert!(message(&["--start", "a", "--reset", "sometimes"]).contains("sometimes"));
        assert!(message(&["--start", "a", "--header", "no colon"]).contains("no colon"));
        assert!(message(&["--start", "a", "--update-baseline"]).contains("--baseline"));
    }
}
