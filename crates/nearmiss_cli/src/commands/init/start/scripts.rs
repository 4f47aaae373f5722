//! Scripts of package.json that may start the API.

use super::node_words::{file_index, needs_of, without_watch};
use super::watchers::watched;
use super::{Candidate, Candidates, Known};

/// Names of scripts, the likeliest first: those for use before those for development.
const NAMES: [&str; 12] = [
    "start",
    "start:prod",
    "start:production",
    "serve",
    "server",
    "api",
    "start:api",
    "start:server",
    "start:dev",
    "dev",
    "develop",
    "local",
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
            Ok(candidate) => found.list.push(candidate),
            Err(why) => found.left.push((format!("script \"{name}\" ({text})"), why)),
        }
    }
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
    };
    let before = known.project.script(&format!("pre{name}"));
    let Some(words) = shlex::split(text) else { return Ok(as_it_is(false)) };
    let parts: Vec<&[String]> = words.split(|word| word == "&&").collect();
    let (last, first) = parts.split_last().expect("a split has one part at least");
    let only_builds = first.iter().all(|part| is_build(part)) && before.is_none_or(is_build_text);
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
        Some(Run { words, needs }) => Ok(Candidate {
            command: format!("{environment}{words}"),
            why: if first.is_empty() { why } else { format!("{why}, without the build in it") },
            needs,
            watches: false,
        }),
        None => Ok(as_it_is(program.iter().any(|word| is_watcher(word)))),
    }
}

/// What is to be run in place of a script.
struct Run {
    words: String,
    needs: Option<String>,
}

/// What a simple command starts; `None` if it is best run as it is.
fn of_words(known: &Known<'_>, words: &[String]) -> Result<Option<Run>, String> {
    let words = match words {
        [first, rest @ ..] if first == "npx" && !rest.is_empty() => rest,
        words => words,
    };
    refuse_others(words)?;
    let unwatched = watched(known, words);
    let was_watched = unwatched.is_some();
    let mut words = unwatched.unwrap_or_else(|| words.to_vec());
    refuse_others(&words)?;
    let Some(program) = words.first().cloned() else { return Ok(None) };
    let plain = |words: &[String]| words[1..].iter().all(|word| !word.starts_with('-'));
    let run = |words: &[String], needs| Ok(Some(Run { words: joined(words), needs }));
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
        _ if was_watched => {
            let words = known.manager.execute(&joined(&words));
            Ok(Some(Run { words, needs: None }))
        }
        _ => Ok(None),
    }
}

/// Words as a shell reads them back.
fn joined(words: &[String]) -> String {
    let words = words.iter().map(String::as_str);
    shlex::try_join(words).unwrap_or_default()
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
        } else if program == "deno" || program == "bun" && other_script(part).is_none() {
            return Err(format!("it runs on {program}, not on Node"));
        } else {
            continue;
        };
        return Err(why.to_owned());
    }
    Ok(())
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
