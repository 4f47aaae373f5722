//! Programs that pm2 keeps running: of an ecosystem file, or of its own words. A search starts and ends the API itself.

use std::process::{Command, Stdio};

use serde_json::Value;

use super::Known;
use crate::commands::init::sources::looks_listening;

/// Options of pm2 whose value is the next word.
const WITH_VALUE: [&str; 14] = [
    "--name",
    "-n",
    "-i",
    "--instances",
    "--env",
    "--only",
    "-o",
    "-e",
    "--output",
    "--error",
    "--log",
    "--cron",
    "--max-memory-restart",
    "--cwd",
];
/// Prints what an ecosystem file of JavaScript exports, on a line of its own.
const PRINTS: &str = "import path from 'node:path'; import { pathToFileURL } from 'node:url'; \
    const found = await import(pathToFileURL(path.resolve(process.argv[1]))); \
    console.log('\\n' + JSON.stringify(await (found.default ?? found)));";

/// Finds the words of what `pm2 start` and `pm2-runtime` run, `NAME=value` before them; `None` if they run nothing.
///
/// # Errors
/// The program that it starts cannot be found out.
pub(super) fn of_pm2(known: &Known<'_>, words: &[String]) -> Option<Result<Vec<String>, String>> {
    let (program, rest) = words.split_first()?;
    let rest = match (program.as_str(), rest) {
        ("pm2" | "pm2-dev", [verb, rest @ ..]) if verb == "start" => rest,
        ("pm2-runtime", [verb, rest @ ..]) if verb == "start" => rest,
        ("pm2-runtime" | "pm2-dev", rest) => rest,
        _ => return None,
    };
    let given = Given::of(rest);
    let target = given.target?;
    let is_ecosystem =
        target.contains("ecosystem") || target.contains("pm2.config") || target.ends_with(".json");
    if !is_ecosystem {
        let node = given.node_args.iter().cloned();
        let interpreter = given.interpreter.or_else(|| interpreter_of(known, &target));
        let words = interpreter.into_iter().chain(node).chain([target]).chain(given.args);
        return Some(Ok(words.collect()));
    }
    Some(ecosystem(known, &target).and_then(|config| {
        let apps = config.get("apps").cloned().unwrap_or(config);
        let apps = apps.as_array().cloned().unwrap_or_else(|| vec![apps]);
        let is_named = |app: &&Value| given.only.as_deref().is_none_or(|only| app["name"] == only);
        let apps: Vec<&Value> = apps.iter().filter(is_named).collect();
        let listens = |app: &&&Value| {
            app["script"]
                .as_str()
                .is_some_and(|file| looks_listening(&known.project.folder.join(file)))
        };
        let app = apps.iter().find(listens).or(apps.first());
        let app = app.ok_or_else(|| format!("{target} names no application"))?;
        words_of(known, app, given.environment.as_deref())
            .ok_or_else(|| format!("an application of {target} has no `script`"))
    }))
}

/// Words of pm2, taken apart.
#[derive(Default)]
struct Given {
    target: Option<String>,
    environment: Option<String>,
    only: Option<String>,
    interpreter: Option<String>,
    node_args: Vec<String>,
    args: Vec<String>,
}

impl Given {
    /// Takes the words behind `start` apart.
    fn of(words: &[String]) -> Self {
        let mut given = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (name, joined) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (word.as_str(), None),
            };
            let mut value = || joined.clone().or_else(|| words.next().cloned());
            match name {
                "--" => given.args = words.by_ref().cloned().collect(),
                "--env" => given.environment = value(),
                "--only" => given.only = value(),
                "--interpreter" => given.interpreter = value().map(|path| last_part(&path)),
                "--node-args" | "--interpreter-args" => {
                    given.node_args = split(&value().unwrap_or_default())
                }
                name if WITH_VALUE.contains(&name) => drop(value()),
                name if name.starts_with('-') => {}
                _ if given.target.is_none() => given.target = Some(word.clone()),
                _ => {}
            }
        }
        given
    }
}

/// Makes the words that start an application of an ecosystem file.
fn words_of(known: &Known<'_>, app: &Value, environment: Option<&str>) -> Option<Vec<String>> {
    let script = app["script"].as_str()?.trim_start_matches("./");
    let mut variables = serde_json::Map::new();
    let named = environment.map(|name| format!("env_{name}"));
    for key in std::iter::once("env".to_owned()).chain(named) {
        variables.extend(app[&key].as_object().cloned().unwrap_or_default());
    }
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let variables = variables.iter().map(|(name, value)| format!("{name}={}", text(value)));
    let list = |keys: &[&str]| -> Vec<String> {
        let value = keys.iter().map(|key| &app[*key]).find(|value| !value.is_null());
        match value {
            Some(Value::Array(words)) => words.iter().map(text).collect(),
            Some(value) => split(&text(value)),
            None => Vec::new(),
        }
    };
    let interpreter = app["interpreter"].as_str().or(app["exec_interpreter"].as_str());
    let program = interpreter.map(last_part).or_else(|| interpreter_of(known, script));
    Some(
        variables
            .chain(program)
            .chain(list(&["node_args", "nodeArgs", "interpreter_args"]))
            .chain([script.to_owned()])
            .chain(list(&["args"]))
            .collect(),
    )
}

/// Names the program that runs a file where nothing else is said; none where it is a program itself.
fn interpreter_of(known: &Known<'_>, file: &str) -> Option<String> {
    if ["npm", "yarn", "pnpm"].contains(&file) {
        return None;
    }
    let is_typescript = crate::commands::init::sources::is_typescript(file);
    let by = match (is_typescript, known.project.uses("tsx")) {
        (false, _) => "node",
        (true, true) => "tsx",
        (true, false) => "ts-node",
    };
    Some(by.to_owned())
}

fn last_part(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

fn split(text: &str) -> Vec<String> {
    shlex::split(text).unwrap_or_default()
}

/// Reads what an ecosystem file says: JSON is read, JavaScript is run by Node.
fn ecosystem(known: &Known<'_>, file: &str) -> Result<Value, String> {
    let project = known.project;
    let text = project.read_text(file).ok_or_else(|| format!("there is no file {file}"))?;
    if file.ends_with(".json") {
        return serde_json::from_str(&text).map_err(|error| format!("{file} is not JSON: {error}"));
    }
    if file.ends_with(".yml") || file.ends_with(".yaml") {
        return Err(format!("{file} is YAML; name the program that it starts with --start"));
    }
    let run = Command::new("node")
        .args(["--input-type=module", "-e", PRINTS, file])
        .current_dir(&project.folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("node does not start: {error}"))?;
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    let last = printed.trim_end().lines().last().unwrap_or_default();
    serde_json::from_str(last).map_err(|_| {
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        let why = said
            .lines()
            .find(|line| line.contains("Error"))
            .unwrap_or("it exports nothing")
            .to_owned();
        format!("{file} cannot be read: {}", why.trim())
    })
}
