//! What goes into the configuration, and what is left to do.

use nearmiss_report::counted;
use nearmiss_runner::{ToldFile, ToldHome};

use super::attempt::Listens;
use super::config_text::Entry;
use super::data;
use super::findings::Findings;
use super::framework::Framework;
use super::indented;
use super::install::install;
use super::schema::FoundSchema;
use super::start::Candidate;
use super::test_runner::TestRunner;
use crate::failure::Failure;
use crate::language::{format_of, language_of};
use crate::options::results::FORMAT;
use crate::output::Output;
use crate::project::surroundings::packages;
use crate::project::{PackageManager, Project};

/// Other commands that a comment lists.
const MOST_OTHERS: usize = 4;

/// What was chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    manager: PackageManager,
    framework: Option<Framework>,
    /// Commands, the likeliest first.
    pub candidates: Vec<Candidate>,
    /// Those that were tried and start nothing.
    pub failed: Vec<usize>,
    /// One of those serves where nearmiss does not call.
    pub is_unsupported: bool,
    /// Why none was tried.
    pub untried: Option<String>,
    start: usize,
    listens: Option<Listens>,
    schema: Option<FoundSchema>,
    other_schemas: Vec<String>,
    users: Option<&'static str>,
    /// The user has said that calls may change what is in the databases.
    pub data_may_change: bool,
    pub test_runner: Option<TestRunner>,
    /// What the written tests need and is not there.
    packages: Vec<&'static str>,
    /// What is to be done before anything else.
    pub before: Vec<String>,
}

impl Chosen {
    /// The likeliest command, until another one is chosen.
    pub fn new(
        manager: PackageManager,
        candidates: Vec<Candidate>,
        framework: Option<Framework>,
    ) -> Self {
        Self {
            manager,
            framework,
            candidates,
            failed: Vec::new(),
            is_unsupported: false,
            untried: None,
            start: 0,
            listens: None,
            schema: None,
            other_schemas: Vec::new(),
            users: None,
            data_may_change: false,
            test_runner: None,
            packages: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Takes a command that listens.
    pub fn choose(&mut self, index: usize, listens: Listens) {
        self.start = index;
        self.listens = Some(listens);
    }

    /// The command.
    fn candidate(&self) -> &Candidate {
        // One that failed is worse than one that could not be tried.
        let untried = (0..self.candidates.len()).find(|index| !self.failed.contains(index));
        let index = if self.listens.is_some() { self.start } else { untried.unwrap_or(0) };
        &self.candidates[index]
    }

    /// Databases on servers that the API was seen to connect to.
    pub fn databases(&self) -> &[String] {
        self.listens.as_ref().map_or(&[], |listens| &listens.databases)
    }

    /// Answers databases in whose place a search gives the API homes of our own.
    pub fn homes(&self) -> &[ToldHome] {
        self.listens.as_ref().map_or(&[], |listens| &listens.homes)
    }

    /// Answers why a database has no home, if one has none.
    pub fn no_home(&self) -> Option<&str> {
        self.listens.as_ref().and_then(|listens| listens.no_home.as_deref())
    }

    /// Answers databases in files in whose place the API gets others.
    pub fn files(&self) -> &[ToldFile] {
        self.listens.as_ref().map_or(&[], |listens| &listens.files)
    }

    /// Tells whether another command serves the same sooner.
    pub fn is_quicker(&self, other: &Listens) -> bool {
        self.listens.as_ref().is_some_and(|known| {
            other.after < known.after
                && other.routes == known.routes
                && other.wanted == known.wanted
        })
    }

    /// Tells whether commands were tried, and none started the API.
    pub fn is_tried_in_vain(&self) -> bool {
        self.listens.is_none() && !self.failed.is_empty()
    }

    /// Whether the command was seen to start the API.
    pub fn listens(&self) -> bool {
        self.listens.is_some()
    }

    /// Whether the command starts the API, or nobody looked.
    pub fn starts(&self) -> bool {
        self.listens.is_some() || self.untried.is_some() || self.candidate().needs.is_some()
    }

    /// Tells of the command.
    pub fn tell_start(&self, findings: &mut Findings) {
        let candidate = self.candidate();
        match (&self.listens, &self.untried, &candidate.needs) {
            (Some(listens), ..) => {
                let why = format!("{}; {}", candidate.why, listened(listens));
                findings.good("start", &candidate.command, &why);
                if let Some(hook) = &candidate.runs_first {
                    let what = format!("each start runs its {hook}");
                    findings.doubt(
                        "start",
                        &what,
                        "name the command alone in `start` where that need not be",
                    );
                }
                if let Some(other) = listens.others.first() {
                    let what = format!("it has several servers: also one on port {other}");
                    findings.doubt("port", &what, "choose with `port` in the configuration");
                }
            }
            (None, _, Some(needs)) => findings.doubt(
                "start",
                &candidate.command,
                &format!("{needs} first: {} starts what it makes", candidate.why),
            ),
            (None, Some(untried), None) => {
                findings.add(
                    "start",
                    &candidate.command,
                    &format!("{}; not tried: {untried}", candidate.why),
                );
            }
            (None, None, None) => {
                findings.missing(
                    "start",
                    &candidate.command,
                    "it does not start the API; correct `start`",
                );
            }
        }
    }

    /// Takes the document of the API: a file of the project before one that is served.
    pub fn take_schema(
        &mut self,
        files: Vec<FoundSchema>,
        unusable: Vec<(String, String)>,
        serving: Option<&'static str>,
        findings: &mut Findings,
    ) {
        let served = self.listens.as_ref().and_then(|listens| listens.schema.clone());
        let mut all = files.into_iter().chain(served);
        self.schema = all.next();
        self.other_schemas = all.map(|schema| schema.place).collect();
        for (file, why) in unusable {
            findings.doubt("schema", &format!("{file} cannot be used"), &why);
        }
        match &self.schema {
            Some(schema) => {
                findings.good("schema", &schema.place, &operations(schema));
                if schema.warnings > 0 {
                    let what = format!("{} places of it are not understood", schema.warnings);
                    findings.doubt("schema", &what, "nearmiss doctor lists them");
                }
            }
            None => {
                let routes = self.listens.as_ref().map_or(0, |listens| listens.routes);
                let why = match (routes, serving) {
                    (0, _) => "paths follow from what the API compares them with".to_owned(),
                    (count, _) => format!("the router tells its {count} routes"),
                };
                findings.add("schema", "none, and none is needed", &why);
                if let Some(package) = serving {
                    findings.doubt(
                        "schema",
                        &format!("{package} may serve one"),
                        "put its URL into `openapi`",
                    );
                }
            }
        }
        for what in self.listens.iter().flat_map(|listens| &listens.unknown) {
            findings.doubt("not searched", what, "a document can describe it: set `openapi`");
        }
        let tells = self.framework.as_ref().is_none_or(|framework| framework.tells_routes);
        let routes = self.listens.as_ref().map(|listens| listens.routes);
        if !tells && self.schema.is_none() && routes == Some(0) {
            let what = "the router of this framework cannot be asked for its routes";
            findings.doubt("schema", what, "a document finds more: set `openapi`");
        }
    }

    /// Takes the file of who may call.
    pub fn take_users(
        &mut self,
        file: Option<(&'static str, Result<usize, String>)>,
        findings: &mut Findings,
    ) {
        let Some((file, users)) = file else { return };
        match users {
            Ok(count) => findings.good("users", file, &format!("{count} in it")),
            Err(why) => findings.doubt("users", file, &why),
        }
        self.users = Some(file);
    }

    /// Tells of the test runner.
    pub fn tell_test_runner(&self, findings: &mut Findings) {
        match &self.test_runner {
            Some(TestRunner { name, why, format: Some(_) }) => {
                findings.add("test runner", name, why)
            }
            Some(TestRunner { name, why, format: None }) => {
                let why = format!("{why}; the new tests are of another kind, and run beside");
                findings.add("test runner", name, &why);
            }
            None => findings.add("test runner", "none", "the new tests are for Jest"),
        }
    }

    /// Notes which packages the new tests need, in the language that they will have.
    ///
    /// # Errors
    /// There is no such format.
    pub fn need_packages(&mut self, project: &Project) -> Result<(), Failure> {
        let format = format_of(self.format().unwrap_or(&FORMAT.absent()))?;
        let language = language_of(None, format, &project.folder)?;
        let named = |name: &str| project.dependencies().any(|(known, _)| known == name);
        self.packages = format.dev_dependencies(language);
        self.packages.retain(|name| project.installed(name).is_none() && !named(name));
        Ok(())
    }

    /// Adds those packages; what cannot be added remains to be done.
    pub fn install(&mut self, project: &Project, output: &Output) {
        // Packages of a folder without any, or without a package.json, are for those who know why.
        let without = packages(project, self.manager).is_some_and(|need| need.missing);
        let Some(command) = self.install_command() else { return };
        if without || !project.has("package.json") {
            return;
        }
        output.say(&format!("adding what the written tests need: {command}"));
        match install(&command, &project.folder) {
            Ok(()) => self.packages.clear(),
            Err(why) => output.warn(&format!("warning: {command} failed:\n{}", indented(&why))),
        }
    }

    fn install_command(&self) -> Option<String> {
        (!self.packages.is_empty()).then(|| self.manager.add(&self.packages.join(" ")))
    }

    fn format(&self) -> Option<&'static str> {
        self.test_runner.as_ref().and_then(|runner| runner.format)
    }

    /// The keys of the configuration.
    pub fn entries(&self) -> Vec<Entry> {
        let entry = |key, value: &str, comments: Vec<String>| Entry {
            key,
            value: value.into(),
            comments,
            example: false,
        };
        let example = |key, value: &str, comment: &str| Entry {
            example: true,
            ..entry(key, value, vec![comment.to_owned()])
        };
        let mut entries = vec![entry("start", &self.candidate().command, self.start_comments())];
        entries.push(match &self.schema {
            Some(schema) => {
                let what = format!("The OpenAPI document: {}.", operations(schema));
                let others = self.other_schemas.iter().map(|place| format!("Another one: {place}"));
                entry("openapi", &schema.place, std::iter::once(what).chain(others).collect())
            }
            None => example(
                "openapi",
                "openapi.yaml",
                "The OpenAPI document: a file, or a URL that the API answers. Without one, what the router serves is called.",
            ),
        });
        if let Some(other) = self.listens.as_ref().and_then(|listens| listens.others.first()) {
            let comment = "Which server to test: the port that its code asks for.";
            entries.push(Entry { value: (*other).into(), ..example("port", "", comment) });
        }
        entries.push(example(
            "reset",
            "restart",
            "How state is reset before each test: \"restart\", \"databases\" (the default where there are any), \"none\", or a URL of the API that is called by POST.",
        ));
        let comment = "Users and how they log in: see `npx nearmiss fuzz --help`.";
        entries.push(match self.users {
            Some(file) => entry("auth", file, vec![comment.to_owned()]),
            None => example("auth", "auth.yaml", comment),
        });
        entries.extend(data::entry(self.databases(), self.data_may_change));
        entries.push(entry("time", "10m", vec!["How long is searched.".to_owned()]));
        if let (Some(format), Some(runner)) = (self.format(), &self.test_runner) {
            entries.push(entry(
                "format",
                format,
                vec![format!("What the tests are for ({}).", runner.why)],
            ));
        }
        entries
    }

    fn start_comments(&self) -> Vec<String> {
        let candidate = self.candidate();
        let how = match (&self.listens, &self.untried, &candidate.needs) {
            (Some(listens), ..) => listened(listens),
            (None, _, Some(needs)) => format!("run `{needs}` first"),
            (None, Some(_), None) => "it was not tried".to_owned(),
            (None, None, None) => "it was tried and does NOT start the API: correct it".to_owned(),
        };
        let mut comments = vec![format!("How the API starts: {}; {how}.", candidate.why)];
        let others = self.candidates.iter().filter(|other| *other != candidate);
        comments.extend(others.take(MOST_OTHERS).map(|other| {
            let index = self.candidates.iter().position(|one| one == other);
            let failed = index.is_some_and(|index| self.failed.contains(&index));
            let needs = other.needs.as_ref().map(|needs| format!(", after {needs}"));
            let failed = if failed { ", does not start it" } else { "" };
            format!("Or: {} ({}{}{failed})", other.command, other.why, needs.unwrap_or_default())
        }));
        comments
    }

    /// What people should do now.
    pub fn next_steps(&self, folder: &str) -> Vec<String> {
        let mut steps = self.before.clone();
        steps.extend(self.candidate().needs.clone());
        if !self.databases().is_empty() && !self.data_may_change {
            steps.push("let the API use a database whose data may be lost, and set `dataMayChange` in the configuration".to_owned());
        }
        if !self.starts() {
            steps.push("correct `start` in the configuration".to_owned());
        }
        if let Some(add) = self.install_command() {
            steps.push(format!("{add}   (what the written tests need)"));
        }
        let place = if folder == "." { String::new() } else { format!(" --cwd {folder}") };
        steps.push(format!("npx nearmiss doctor{place}   (checks everything)"));
        steps.push(format!("npx nearmiss fuzz{place} --time 2m   (a first, short search)"));
        steps
    }
}

fn operations(schema: &FoundSchema) -> String {
    counted(schema.operations, "operation")
}

fn listened(listens: &Listens) -> String {
    let seconds = listens.after.as_secs_f64();
    match listens.wanted {
        0 => format!("it listened after {seconds:.1} s"),
        port => format!("it listened after {seconds:.1} s, where its code wants port {port}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::config_text::config_text;
    use super::super::test_runner::test_runner;
    use super::*;
    use crate::project::tests::project;

    fn candidate(command: &str, needs: Option<&str>) -> Candidate {
        let (command, needs) = (command.to_owned(), needs.map(str::to_owned));
        let why = "script \"start\"".to_owned();
        Candidate { command, why, needs, watches: false, runs_first: None }
    }

    fn chosen(candidates: Vec<Candidate>) -> Chosen {
        Chosen::new(PackageManager::Npm, candidates, None)
    }

    #[test]
    fn others_are_comments_and_tell_what_became_of_them() {
        let mut chosen = chosen(vec![
            candidate("npm start", None),
            candidate("node b.js", None),
            candidate("node c.js", Some("npm run build")),
        ]);
        chosen.failed.push(0);
        chosen.choose(1, Listens { wanted: 3000, ..Listens::default() });
        let text = config_text(&chosen.entries());
        assert!(text.contains("\n  start: \"node b.js\",\n"), "{text}");
        assert!(text.contains("// Or: npm start (script \"start\", does not start it)"), "{text}");
        assert!(
            text.contains("// Or: node c.js (script \"start\", after npm run build)"),
            "{text}"
        );
        assert!(text.contains("wants port 3000") && text.contains("// openapi: "), "{text}");
        assert!(!text.contains("format:"), "{text}");
    }

    #[test]
    fn tests_in_typescript_need_their_types_too() {
        let needed = |others: &str| {
            let manifest = format!(r#"{{"devDependencies":{{"mocha":"11"{others}}}}}"#);
            let (project, _folder) =
                project(&[("package.json", &manifest), ("tsconfig.json", "{}")]);
            let mut chosen = chosen(vec![candidate("npm start", None)]);
            chosen.test_runner = test_runner(&project);
            chosen.need_packages(&project).unwrap();
            chosen.packages
        };
        assert_eq!(needed(""), ["superagent"]);
        let types = ["@types/mocha", "@types/node", "superagent"];
        assert_eq!(needed(r#","typescript":"5","tsx":"4""#), types);
    }

    #[test]
    fn a_command_that_failed_is_the_last_choice() {
        let mut chosen = chosen(vec![
            candidate("node a.js", None),
            candidate("node b.js", Some("npm run build")),
        ]);
        chosen.failed.push(0);
        assert_eq!(chosen.candidate().command, "node b.js");
        assert!(chosen.starts() && chosen.next_steps(".")[0] == "npm run build");
        let mut failed = self::chosen(vec![candidate("node a.js", None)]);
        failed.failed.push(0);
        assert!(!failed.starts());
        assert!(config_text(&failed.entries()).contains("does NOT start the API"));
        assert!(failed.next_steps("api").iter().any(|step| step.contains("fuzz --cwd api")));
    }
}
