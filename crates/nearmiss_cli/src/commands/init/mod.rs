//! `init`: finds out how an API starts and where its schema is, and writes a configuration. Nothing is asked but
//! whether data may change, and that of people only.

mod attempt;
mod chosen;
mod config_text;
mod data;
mod findings;
mod framework;
mod install;
mod language;
mod schema;
mod sources;
mod start;
mod tables;
mod test_runner;
mod users_file;
mod variables;
mod workspace;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use self::chosen::Chosen;
use self::findings::Findings;
use self::sources::Sources;
use self::start::{Candidate, Candidates, Known, candidates};
use crate::colour::ColourArg;
use crate::duration::duration;
use crate::failure::Failure;
use crate::host::Host;
use crate::options::LogArgs;
use crate::output::Output;
use crate::project::surroundings::{self, Need};
use crate::project::{PackageManager, Project, strips_types};
use crate::written_file::write_file;

/// What is written.
const FILE: &str = "nearmiss.config.mjs";
/// How long a command may take until it listens, when nothing else is said.
const LIMIT: Duration = Duration::from_secs(20);
/// How long a start may take before quicker ways are tried: each restart of a search costs as much.
const SLOW: Duration = Duration::from_secs(8);
/// Commands that are tried.
const MOST_TRIED: usize = 5;

/// What stands below the options.
pub const HELP: &str = "\
Examples:
  nearmiss init
  nearmiss init services/api --print
  nearmiss init --start \"node server.js\"

Looks at package.json, lock files, sources and documents; starts the API with each command that may
be right, the likeliest first, until one listens (on a free port), and ends it again. Then writes
nearmiss.config.mjs with a comment for each key, and adds what the written tests need and is not
there (superagent, a test runner if there is none) to the devDependencies.

Exit codes: 0 written, 2 wrong usage or no start command was found; a configuration was written, but none
of the commands starts the API: 1 it serves where nearmiss does not call (a Unix socket, a worker
thread), 3 for another reason.";

/// Options of `init`.
#[derive(Args, Clone, Debug, Default)]
pub struct InitArgs {
    /// Folder of the API. Default: this one.
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Command that starts the API, if it is known.
    #[arg(long, value_name = "COMMAND")]
    pub start: Option<String>,
    /// Start nothing: take the likeliest command as it is.
    #[arg(long)]
    pub no_try: bool,
    /// How long a command may take until it listens. Default 20s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub start_timeout: Option<Duration>,
    /// Install nothing: only say which packages the written tests need.
    #[arg(long)]
    pub no_install: bool,
    /// Print the configuration, and write nothing.
    #[arg(long)]
    pub print: bool,
    /// Write over a nearmiss.config.mjs that is there.
    #[arg(long)]
    pub force: bool,
    /// Print only warnings and errors.
    #[arg(long, short)]
    pub quiet: bool,
    /// Where the log goes.
    #[command(flatten)]
    pub log: LogArgs,
}

/// Runs the command and answers the exit code.
///
/// # Errors
/// Wrong usage: no such folder, a configuration that is there, nothing that could be started.
pub fn run(args: &InitArgs, host: &Host, output: &Arc<Output>) -> Result<i32, Failure> {
    let here = std::env::current_dir().map_err(|error| Failure::system("no folder", &error))?;
    let typed = here.join(args.dir.as_deref().unwrap_or(Path::new(".")));
    let unusable = |why: String| Failure::usage(format!("the folder {} {why}", typed.display()));
    let folder =
        typed.canonicalize().map_err(|error| unusable(format!("cannot be used: {error}")))?;
    if !folder.is_dir() {
        return Err(unusable("is a file; give the folder of the API".to_owned()));
    }
    if !args.print {
        refuse_existing(&folder, args.force)?;
    }
    let project = Project::read(&folder)?;
    // What is printed then is the configuration.
    let say = |line: &str| if args.print { output.warn(line) } else { output.say(line) };
    let mut findings = Findings::default();
    let (mut chosen, code) = look(args, &project, host, &say, &mut findings)?;
    if !args.print && !args.quiet {
        chosen.data_may_change = data::ask(chosen.databases(), output);
    }
    let text = config_text::config_text(&chosen.entries());
    if args.print {
        output.result(text.trim_end());
        return Ok(code);
    }
    findings.lines().iter().for_each(|line| output.say(line));
    write_file(&folder.join(FILE), &text)?;
    output.say(&format!("\nwrote {}", shown(&folder.join(FILE), &here)));
    if !args.no_install {
        chosen.install(&project, output);
    }
    for (number, step) in (1..).zip(chosen.next_steps(&shown(&folder, &here))) {
        output.say(&format!("{}{number}. {step}", if number == 1 { "next   " } else { "       " }));
    }
    Ok(code)
}

/// A path as people would type it from here.
fn shown(path: &Path, here: &Path) -> String {
    match path.strip_prefix(here) {
        Ok(below) if below.as_os_str().is_empty() => ".".to_owned(),
        Ok(below) => below.display().to_string(),
        Err(_) => path.display().to_string(),
    }
}

/// Nothing is written over, and no folder gets two configurations.
fn refuse_existing(folder: &Path, force: bool) -> Result<(), Failure> {
    let wrong = |why: String| Err(Failure::usage(why));
    for extension in ["mjs", "js", "cjs", "ts", "json"] {
        let file = folder.join(format!("nearmiss.config.{extension}"));
        if !file.exists() || (extension == "mjs" && force && file.is_file()) {
            continue;
        }
        let shown = file.display();
        return wrong(match extension {
            "mjs" => format!(
                "{shown} is there already; --force writes over it, --print shows what would be written"
            ),
            _ => format!(
                "{shown} is there already, and a folder has one configuration; delete it first"
            ),
        });
    }
    let manifest = folder.join("package.json");
    let text = std::fs::read_to_string(&manifest).unwrap_or_default();
    let package: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    if package.get("nearmiss").is_some() {
        return wrong(format!(
            "{} has a key \"nearmiss\", and a folder has one configuration; take it out first",
            manifest.display()
        ));
    }
    Ok(())
}

/// Finds everything out; tells what takes time as it goes.
fn look(
    args: &InitArgs,
    project: &Project,
    host: &Host,
    say: &dyn Fn(&str),
    findings: &mut Findings,
) -> Result<(Chosen, i32), Failure> {
    let (manager, why) = PackageManager::of(project);
    let sources = Sources::of(project);
    let framework = framework::framework(project, &sources);
    findings.add("API", &project.name(), &project.folder.display().to_string());
    match &framework {
        Some(framework) => findings.add("framework", &framework.name, &framework.why),
        None => findings.add("framework", "unknown", "no package of one that is known"),
    }
    let (language, because) = language::language(project, &sources);
    findings.add("language", &language, &because);
    findings.add("package manager", manager.name(), &why);
    let known = Known {
        project,
        manager,
        sources: &sources,
        framework: framework.as_ref(),
        strips_types: strips_types(&project.folder),
    };
    let found = commands(args, &known)?;
    let packages = surroundings::packages(project, manager);
    let mut chosen = Chosen::new(manager, found.list, framework);
    // What is printed with --print is the configuration and nothing else.
    let output = Output::new(args.print || args.quiet, ColourArg::Auto);
    let trial = Trial { args, host, say, output: &output, packages: packages.as_ref() };
    trial.run(project, &mut chosen)?;
    chosen.tell_start(findings);
    data::tell_files(chosen.files(), findings);
    data::tell(chosen.databases(), (chosen.homes(), chosen.no_home()), findings);
    let (files, unusable) = schema::files(project);
    chosen.take_schema(files, unusable, schema::serving_package(project), findings);
    chosen.take_users(users_file::users_file(project), findings);
    chosen.test_runner = test_runner::test_runner(project);
    chosen.tell_test_runner(findings);
    chosen.need_packages(project)?;
    let environment = surroundings::environment(project);
    let (fine, needed) = if chosen.listens() { (environment, None) } else { (None, environment) };
    for need in packages.iter().chain(&needed) {
        tell_need(need, findings);
        chosen.before.push(need.remedy.clone());
    }
    if let Some(need) = fine {
        findings.add("environment", &need.what, "the API starts without");
    }
    if chosen.is_tried_in_vain() {
        variables::tell(&variables::unset(project), findings);
    }
    tables::tell(project, manager, findings);
    let servers = surroundings::servers(project).into_iter();
    for need in servers.filter(|need| !data::has_home(&need.what, chosen.homes())) {
        // A package for it may be there for those who choose it: the API has listened without.
        let key = if chosen.listens() { "may need" } else { "needs" };
        findings.doubt(key, &need.what, &need.remedy);
    }
    let code = match (chosen.starts(), chosen.is_unsupported) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 3,
    };
    Ok((chosen, code))
}

fn tell_need(need: &Need, findings: &mut Findings) {
    match need.missing {
        true => findings.missing("needs", &need.what, &need.remedy),
        false => findings.doubt("needs", &need.what, &need.remedy),
    }
}

/// Commands to try: the one that was typed, or all that may be right.
fn commands(args: &InitArgs, known: &Known<'_>) -> Result<Candidates, Failure> {
    let mut found = candidates(known);
    if let Some(start) = &args.start {
        let (command, why) = (start.clone(), "--start".to_owned());
        found.list.retain(|other| other.command != command);
        found
            .list
            .insert(0, Candidate { command, why, needs: None, watches: false, runs_first: None });
    }
    if !found.list.is_empty() {
        return Ok(found);
    }
    let folder = known.project.folder.display();
    let apis = workspace::apis(known.project);
    if !apis.is_empty() {
        let commands = apis.iter().map(|api| format!("  nearmiss init {api}"));
        return Err(Failure::usage(format!(
            "{folder} is the root of a workspace and starts no API itself; give the folder of one:\n{}",
            commands.collect::<Vec<_>>().join("\n")
        )));
    }
    let mut text = format!(
        "{folder} has no start command that could be found: no script start, serve or dev in its package.json, \
         and no file server, app, main or index that listens"
    );
    for (what, why) in &found.left {
        text.push_str(&format!("\n  {what}: {why}"));
    }
    text.push_str("\nGive it: nearmiss init --start \"node server.js\"");
    Err(Failure::usage(text))
}

/// The commands are tried one after another.
struct Trial<'a> {
    args: &'a InitArgs,
    host: &'a Host,
    say: &'a dyn Fn(&str),
    output: &'a Output,
    packages: Option<&'a Need>,
}

impl Trial<'_> {
    fn run(&self, project: &Project, chosen: &mut Chosen) -> Result<(), Failure> {
        if self.args.no_try {
            chosen.untried = Some("--no-try".to_owned());
            return Ok(());
        }
        if let Some(need) = self.packages.filter(|need| need.missing) {
            chosen.untried = Some(format!(
                "{}; after `{}`, try it with nearmiss doctor",
                need.what, need.remedy
            ));
            return Ok(());
        }
        let limit = self.args.start_timeout.unwrap_or(LIMIT);
        let count = if self.args.start.is_some() { 1 } else { MOST_TRIED };
        for index in 0..chosen.candidates.len().min(count) {
            let candidate = &chosen.candidates[index];
            if candidate.needs.is_some() {
                continue;
            }
            let first = candidate.runs_first.as_ref();
            let first =
                first.map(|hook| format!(", which first runs its {hook}")).unwrap_or_default();
            (self.say)(&format!("trying {}{first}", candidate.command));
            match attempt::attempt(&candidate.command, project, limit, self.host, self.output)? {
                Ok(listens) => {
                    let is_slow = listens.after > SLOW;
                    chosen.choose(index, listens);
                    return if is_slow { self.hurry(index, project, chosen) } else { Ok(()) };
                }
                Err(why) => {
                    (self.say)(&indented(&attempt::without_advice(&why.to_string())));
                    chosen.is_unsupported |= why.is_unsupported();
                    chosen.failed.push(index);
                }
            }
        }
        Ok(())
    }

    /// Tries a command that listened late without what it can do without, and takes that where it is quicker.
    fn hurry(&self, index: usize, project: &Project, chosen: &mut Chosen) -> Result<(), Failure> {
        let Some(quicker) = start::without_type_checks(&chosen.candidates[index], project) else {
            return Ok(());
        };
        (self.say)(&format!("that took long: trying {}", quicker.command));
        let limit = self.args.start_timeout.unwrap_or(LIMIT);
        let found = attempt::attempt(&quicker.command, project, limit, self.host, self.output)?;
        if let Ok(listens) = found
            && chosen.is_quicker(&listens)
        {
            chosen.candidates.push(quicker);
            chosen.choose(chosen.candidates.len() - 1, listens);
        }
        Ok(())
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
