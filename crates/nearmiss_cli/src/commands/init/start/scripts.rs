//! Scripts of package.json that may start the API.

use super::built::served;
use super::node_words::{file_index, needs_of, without_watch};
use super::process_managers::of_pm2;
use super::watchers::watched;
use super::{Candidate, Candidates, Known};

/// Names of scripts, the likeliest first: those for use before those for development.
const NAMES: [&str; 14] = [
    "start",
    "start:prod",
    "start:production",
    "serve",
    "server",
    "api",
    "start:api",
    "start:server",
    "start:local",
    "start:dev",
    "dev",
    "develop",
    "local",
    "preview",
];
/// Scripts that run scripts that are followed.
const DEEPEST: usize = 4;
/// Programs that serve a front end, or bundle one.
const FRONT_ENDS: [&str; 10] = [
    "react-scripts",
    "vite",
    "ng",
    "vue-cli-service",
    "webpack-dev-server",
    "parcel",
    "gatsby",
    "storybook",
    "start-storybook",
    "expo",
];
/// Programs, each with its first word, that serve sources by a server of their own.
const DEV_SERVERS: [[&str; 2]; 7] = [
    ["nitro", "dev"],
    ["nitropack", "dev"],
    ["nuxt", "dev"],
    ["nuxi", "dev"],
    ["remix", "dev"],
    ["remix", "vite:dev"],
    ["react-router", "dev"],
];
const CONTAINERS: [&str; 4] = ["docker", "docker-compose", "podman", "podman-compose"];
const PROCESS_MANAGERS: [&str; 4] = ["pm2", "pm2-runtime", "forever", "pm2-dev"];
/// Words of what is done before the API starts and makes its files.
const BUILDS: [&str; 13] = [
    "build", "tsc", "compile", "clean", "rimraf", "rm", "tsup", "esbuild", "babel", "swc",
    "prebuild", "generate", "del-cli",
];

/// Adds the scripts.
pub(super) fn add(known: &Known<'_>, found: &mut Candidates) {
    for name in NAMES {
        let Some(text) = known.project.script(name) else { continue };
        match of_script(known, name, text, DEEPEST) {
            Ok(candidate) => found.list.extend(with_hook(known, name, candidate)),
            Err(why) => found.left.push((format!("script \"{name}\" ({text})"), why)),
        }
    }
}

/// Makes the candidates of a script that npm runs another one before (`prestart`), which the command alone does not:
/// where that only builds, the command stays alone and says so; where it does other things, too, the script as it is
/// comes behind it, and in its place where it neither builds nor deletes.
fn with_hook(known: &Known<'_>, name: &str, candidate: Candidate) -> Vec<Candidate> {
    let hook = format!("pre{name}");
    let Some(before) = known.project.script(&hook) else { return vec![candidate] };
    let as_it_is = known.manager.run(name);
    let first = Some(format!("{hook}: {before}"));
    if candidate.command == as_it_is {
        return vec![Candidate { runs_first: first, ..candidate }];
    }
    let why = format!("{}, with its {hook}", candidate.why);
    let whole = Candidate { command: as_it_is, why, runs_first: first, ..candidate.clone() };
    if !builds_somewhere(before) {
        return vec![whole];
    }
    let alone =
        Candidate { why: format!("{}, without its {hook} ({before})", candidate.why), ..candidate };
    // What a build makes is there or is asked for.
    if is_build_text(before) { vec![alone] } else { vec![alone, whole] }
}

/// What a script starts, without the package manager and what watches files where that is possible: each
/// of them is one more process at each start.
fn of_script(known: &Known<'_>, name: &str, text: &str, depth: usize) -> Result<Candidate, String> {
    let why = format!("script \"{name}\" of package.json");
    let as_it_is = |watches: bool| Candidate {
        command: known.manager.run(name),
        why: format!("{why}: {text}"),
        needs: None,
        watches,
        runs_first: None,
    };
    let Some(words) = shlex::split(text) else { return Ok(as_it_is(false)) };
    let parts: Vec<&[String]> = words.split(|word| word == "&&").collect();
    let (last, first) = parts.split_last().expect("a split has one part at least");
    let only_builds = first.iter().all(|part| is_build(part));
    if !is_simple(text) || !only_builds {
        refuse_others(&words)?;
        return Ok(as_it_is(words.iter().any(|word| is_watcher(word))));
    }
    let (environment, program) = split_environment(last);
    if let Some(other) = other_script(program) {
        let text = known.project.script(other).filter(|_| depth > 0 && other != name);
        let text = text.ok_or_else(|| format!("there is no script \"{other}\""))?;
        let inner = of_script(known, other, text, depth - 1)?;
        return Ok(Candidate {
            command: format!("{environment}{}", inner.command),
            why: format!("{why}, which runs \"{other}\""),
            ..inner
        });
    }
    match of_words(known, program)? {
        Some(Run { environment: own, words, needs }) => Ok(Candidate {
            command: format!("{environment}{own}{words}"),
            why: if first.is_empty() { why } else { format!("{why}, without the build in it") },
            needs,
            watches: false,
            runs_first: None,
        }),
        None => Ok(as_it_is(program.iter().any(|word| is_watcher(word)))),
    }
}

/// What is to be run in place of a script.
struct Run {
    /// Variables, each with a space behind it.
    environment: String,
    words: String,
    needs: Option<String>,
}

/// What a simple command starts; `None` if it is best run as it is.
fn of_words(known: &Known<'_>, words: &[String]) -> Result<Option<Run>, String> {
    let words = match words {
        [first, rest @ ..] if first == "npx" && !rest.is_empty() => rest,
        words => words,
    };
    let managed = of_pm2(known, words).transpose()?;
    let words = managed.as_deref().unwrap_or(words);
    refuse_others(words)?;
    let unwatched = watched(known, words);
    let is_other = unwatched.is_some() || managed.is_some();
    let all = unwatched.unwrap_or_else(|| words.to_vec());
    let (environment, words) = split_environment(&all);
    let mut words = words.to_vec();
    refuse_others(&words)?;
    let Some(program) = words.first().cloned() else { return Ok(None) };
    if let Some(script) = other_script(&words).filter(|_| is_other) {
        let text = known
            .project
            .script(script)
            .ok_or_else(|| format!("there is no script \"{script}\""))?;
        let inner = of_script(known, script, text, 0)?;
        return Ok(Some(Run { environment, words: inner.command, needs: inner.needs }));
    }
    let plain = |words: &[String]| words[1..].iter().all(|word| !word.starts_with('-'));
    let run = |words: &[String], needs| {
        Ok(Some(Run { environment: environment.clone(), words: joined(words), needs }))
    };
    match program.as_str() {
        "node" => {
            let count = words.len();
            without_watch(&mut words);
            let needs = match file_index(&words) {
                Some(at) => needs_of(known, &words[at])?,
                None if count == 1 => return Err("it starts no file".to_owned()),
                None => None,
            };
            run(&words, needs)
        }
        "tsx" if plain(&words) && words.len() > 1 => {
            needs_of(known, &words[1])?;
            run(&[&["node", "--import", "tsx"].map(str::to_owned), &words[1..]].concat(), None)
        }
        "ts-node" if plain(&words) && words.len() > 1 && !known.is_esm() => {
            needs_of(known, &words[1])?;
            let node = ["node", "--require", "ts-node/register"].map(str::to_owned);
            run(&[&node, &words[1..]].concat(), None)
        }
        _ => match served(known, &words) {
            None if !is_other => Ok(None),
            needs => {
                let needs = needs.transpose()?.flatten();
                let words = known.manager.execute(&joined(&words));
                Ok(Some(Run { environment, words, needs }))
            }
        },
    }
}

/// Joins words as a shell reads them back: `--flag=value` needs no quotes there.
fn joined(words: &[String]) -> String {
    let is_plain = |word: &str| {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:=@+,%".contains(&byte);
        word.starts_with('-') && word.bytes().all(known)
    };
    let quoted = |word: &String| match is_plain(word) {
        true => word.clone(),
        false => shlex::try_quote(word).unwrap_or_default().into_owned(),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// What cannot be an API in a Node process of its own.
fn refuse_others(words: &[String]) -> Result<(), String> {
    for part in words.split(|word| word == "&&") {
        let (_, part) = split_environment(part);
        let Some(first) = part.first() else { continue };
        let program = first.rsplit('/').next().unwrap_or(first);
        let why = if CONTAINERS.contains(&program) {
            "it starts containers; nearmiss looks into a Node process"
        } else if PROCESS_MANAGERS.contains(&program) {
            "it hands the API over to a process manager, which keeps it running; name what that starts"
        } else if FRONT_ENDS.contains(&program) {
            "it serves a front end"
        } else if DEV_SERVERS.iter().any(|known| known == &[program, word(part, 1)]) {
            "it compiles what is called, and serves it from threads of its own; build, and start what that leaves"
        } else if program == "deno" || program == "bun" && other_script(part).is_none() {
            return Err(format!("it runs on {program}, not on Node"));
        } else {
            continue;
        };
        return Err(why.to_owned());
    }
    Ok(())
}

/// Takes a word of a command, if it has so many.
fn word(words: &[String], index: usize) -> &str {
    words.get(index).map_or("", String::as_str)
}

fn is_watcher(word: &str) -> bool {
    let known = ["nodemon", "node-dev", "ts-node-dev", "tsnd", "--watch", "watch", "supervisor"];
    word.split(' ').any(|piece| known.contains(&piece))
}

/// Whether a script is one command after another, without pipes, files and the like.
fn is_simple(text: &str) -> bool {
    let without_and = text.replace("&&", "");
    !without_and.contains(['|', ';', '&', '<', '>', '`', '(', ')', '$', '*'])
}

fn is_build(part: &[String]) -> bool {
    part.iter().any(|word| word.split([':', '/', '-']).any(|piece| BUILDS.contains(&piece)))
}

/// Tells whether one of the commands of a script builds or deletes something.
fn builds_somewhere(text: &str) -> bool {
    shlex::split(text).is_none_or(|words| words.split(|word| word == "&&").any(is_build))
}

fn is_build_text(text: &str) -> bool {
    shlex::split(text).is_some_and(|words| words.split(|word| word == "&&").all(is_build))
}

/// `NAME=value` and `cross-env` in front of a command, as a shell takes them, and the command.
fn split_environment(words: &[String]) -> (String, &[String]) {
    let words = match words.split_first() {
        Some((first, rest)) if first == "cross-env" || first == "env" => rest,
        _ => words,
    };
    let count = words.iter().take_while(|word| assignment(word).is_some()).count();
    let pairs = words[..count].iter().filter_map(|word| assignment(word));
    let pairs = pairs.map(|(name, value)| {
        let value = shlex::try_quote(value).unwrap_or_default();
        format!("{name}={value} ")
    });
    (pairs.collect(), &words[count..])
}

fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    (begins && name.bytes().all(is_name)).then_some((name, value))
}

/// The script that `npm run x`, `yarn x` and the like run.
fn other_script(words: &[String]) -> Option<&str> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["npm" | "pnpm" | "yarn" | "bun", "run", "-s" | "--silent", name] => Some(name),
        ["npm" | "pnpm" | "yarn" | "bun", "run", name] => Some(name),
        ["npm" | "pnpm" | "yarn", "start"] => Some("start"),
        ["yarn" | "pnpm", name] if !name.starts_with('-') => Some(name),
        _ => None,
    }
}
