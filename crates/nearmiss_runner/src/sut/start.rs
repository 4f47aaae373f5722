//! From what is needed to start a SUT to one that listens.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::activity::Activity;
use super::controlled::Controlled;
use super::copies::Copies;
use super::here::Here;
use super::spec::{StartSutError, SutSpec};
use super::{Runs, SutProcess, unseen};
use crate::connection::Protocol;
use crate::control::{Control, DriverReady, Listening, SearchWords};
use crate::homes::Lease;
use crate::kept_files::{KeptFiles, KeptStart};
use crate::start_command::{ProcessTree, describe};

/// Lines of output that are shown.
const MOST_LINES: usize = 15;
/// Times the limit that is waited for what works all the while, such as a compiler.
const MOST_LIMITS: u32 = 4;
/// Starts until homes have what the API asks for: one with names, one with schemas, and some for further databases.
const MOST_HOMES: u32 = 8;
/// Time that a program which listens where nearmiss does not call has to listen on a port, too.
const OTHER_SERVER: Duration = Duration::from_secs(4);

/// Tells why no server was seen: it may be in a process that cannot be looked into.
fn cause(group: u32) -> String {
    unseen::clean_node(group).map_or_else(String::new, |command| {
        format!(
            " It started `{command}` without the environment that it was given, so nearmiss sees nothing of that \
             process: hand NODE_OPTIONS and the variables that begin with NEARMISS_ on, or start it directly."
        )
    })
}

/// Shows the end of what a program printed. Of the places that the stack of an error lists the first is kept: what was
/// thrown before, and why, must not be pushed out by them.
fn shown(output: &str) -> String {
    let is_place = |line: &str| line.trim_start().starts_with("at ");
    let mut was_place = false;
    let mut lines: Vec<&str> = Vec::new();
    for line in output.trim_end().lines() {
        if !(is_place(line) && was_place) {
            lines.push(line);
        }
        was_place = is_place(line);
    }
    let end = lines[lines.len().saturating_sub(MOST_LINES)..].join("\n  ");
    if end.is_empty() {
        " It printed nothing.".to_owned()
    } else {
        format!(" Its output:\n  {end}")
    }
}

/// Tells whether a SUT must be started again, since homes of its databases must have more.
fn begins_again(lease: &Lease, started: &Result<SutProcess, StartSutError>) -> bool {
    lease.begins_again()
        || match started {
            Ok(_) => !lease.settles(),
            Err(StartSutError::Interrupted) => false,
            Err(_) => lease.refused().is_none() && lease.takes_schemas(),
        }
}

impl SutSpec {
    fn environment(
        &self,
        control: &Control,
        copies: &Copies,
        kept: Option<&KeptStart>,
    ) -> Vec<(String, String)> {
        let inherited = std::env::var("NODE_OPTIONS").unwrap_or_default();
        let options = serde_json::json!({
            "listenAt": self.listen_at,
            "root": self.root, "include": self.include, "exclude": self.exclude,
            "logical": "inline", "instrument": self.instrument, "adapters": self.adapters,
            "compiler": if self.project_compiles { "typescript" } else { "nearmiss" },
            "realTimers": self.real_timers, "runSchedules": self.run_schedules,
            "strangers": self.outside.rules(self.answers_services, self.hold_databases, &self.in_place),
            "incidents": if self.instrument { self.incidents.as_slice() } else { &[] },
            "homes": self.homes.is_some(),
            "rows": self.instrument && self.puts_rows,
            "sql": self.instrument && self.tells_sql,
            "copies": kept.map(|_| copies.path()), "grounds": copies.grounds(),
            "shipped": self.kept.as_ref().map(|kept| kept.databases().shipped(&self.start.cwd)),
            "kept": kept.map(KeptStart::options),
        });
        // By `--require`: with `--import` Node loads the main program as it loads ES modules, past compilers that hook
        // `require` (babel-node, `-r @babel/register`, `-r sucrase/register`).
        let firsts = ["sut/strangers/preload.cjs", "register/index.js"];
        let firsts = firsts.iter().filter_map(|file| self.preloaded(file));
        let firsts: String = firsts.map(|file| format!("--require={file} ")).collect();
        vec![
            ("NODE_OPTIONS".to_owned(), format!("{firsts}{inherited}")),
            ("NEARMISS_CONTROL".to_owned(), control.path().display().to_string()),
            ("NEARMISS_OPTIONS".to_owned(), options.to_string()),
        ]
    }

    /// Answers a file of the package that has what is loaded first.
    fn beside_register(&self, file: &str) -> Option<std::path::PathBuf> {
        let register = self.register.strip_prefix("file://")?;
        let register = percent_encoding::percent_decode_str(register).decode_utf8().ok()?;
        Some(std::path::Path::new(register.as_ref()).parent()?.parent()?.join(file))
    }

    /// Answers a file of the package as `NODE_OPTIONS` quotes a path.
    fn preloaded(&self, file: &str) -> Option<String> {
        let file = self.beside_register(file)?.display().to_string();
        Some(format!("\"{}\"", file.replace('\\', "\\\\").replace('"', "\\\"")))
    }

    /// Starts the SUT and waits until it listens (a driver's: until the driver says so), but not beyond
    /// `until`.
    ///
    /// # Errors
    /// When it ends or does not listen in time.
    pub fn start(
        &self,
        socket: &std::path::Path,
        words: &Arc<SearchWords>,
        until: Option<Instant>,
    ) -> Result<SutProcess, StartSutError> {
        if let Some(controller) = &self.controller {
            let started = Controlled::start(controller, self);
            let (server, driver, runs) = started.map_err(StartSutError::Controller)?;
            let runs = Runs::Controlled(Box::new(runs));
            return Ok(SutProcess { server, driver: Some(driver), runs, tables: OnceLock::new() });
        }
        for attempt in 0..MOST_HOMES {
            let lease = self.homes.as_ref().map(|homes| Arc::new(homes.lease()));
            if let Some(lease) = &lease {
                lease.prepare();
            }
            let socket = socket.with_extension(attempt.to_string());
            let program = self.beside_register("sut/sqlite/keeper.cjs");
            let copies = Arc::new(Copies::beside(&socket, self.kept.clone(), program));
            let started = self.start_here(&socket, words, until, (lease.clone(), &copies));
            if started.is_ok() {
                copies.has_started();
            }
            let is_interrupted = matches!(started, Err(StartSutError::Interrupted));
            let again = lease.as_ref().is_some_and(|lease| begins_again(lease, &started));
            if again || (!is_interrupted && copies.begins_again()) {
                continue;
            }
            return match lease.as_ref().and_then(|lease| lease.refused()) {
                Some(why) => Err(StartSutError::NoHome(why)),
                None => started.map_err(|failure| self.on_homes(failure, lease.as_deref())),
            };
        }
        Err(StartSutError::NoHome("the API asks for ever more databases".to_owned()))
    }

    /// Tells of a start that failed on databases of ours that it had these: by itself the command may do.
    fn on_homes(&self, failure: StartSutError, lease: Option<&Lease>) -> StartSutError {
        let is_own =
            matches!(failure, StartSutError::Exited { .. } | StartSutError::NeverListened { .. });
        let told = self.homes.iter().flat_map(|homes| homes.told());
        let originals: Vec<String> = told.map(|home| home.original).collect();
        if !is_own || originals.is_empty() || !lease.is_some_and(|lease| lease.seen().lack_rows()) {
            return failure;
        }
        StartSutError::OnHomes { failure: Box::new(failure), originals: originals.join(" and ") }
    }

    fn start_here(
        &self,
        socket: &std::path::Path,
        words: &Arc<SearchWords>,
        until: Option<Instant>,
        (lease, copies): (Option<Arc<Lease>>, &Arc<Copies>),
    ) -> Result<SutProcess, StartSutError> {
        let spawn_error = |source| StartSutError::Spawn { folder: self.start.cwd.clone(), source };
        let leased = lease.as_ref().map(Arc::downgrade).unwrap_or_default();
        let control = Control::listen(socket, words, leased).map_err(spawn_error)?;
        let mut start = self.start.clone();
        // Dropped after the processes, on every way out.
        let mut kept = self.kept.as_ref().map(KeptFiles::start);
        start.env.extend(self.environment(&control, copies, kept.as_ref()));
        let began = Instant::now();
        let mut tree = start.spawn().map_err(spawn_error)?;
        let (command, pid, probes) = (&start.command, tree.id(), self.instrument);
        tracing::info!(pid, probes, "process started: {command}");
        let ready = self.wait_until_ready(&control, &mut tree, until);
        let (server, driver) =
            ready.inspect_err(|error| tracing::warn!(pid, "not ready: {error}"))?;
        let Listening { port, wanted, .. } = server;
        tracing::info!(pid, port, wanted, after = ?began.elapsed(), "it listens");
        if let Some(kept) = &mut kept {
            kept.is_ready();
        }
        let parts = (tree, Arc::clone(copies), kept, lease);
        let runs = Runs::Here(Box::new(Here::new(parts, control, server.clone())));
        Ok(SutProcess { server, driver, runs, tables: OnceLock::new() })
    }

    fn wait_until_ready(
        &self,
        control: &Control,
        tree: &mut ProcessTree,
        until: Option<Instant>,
    ) -> Result<(Listening, Option<DriverReady>), StartSutError> {
        let began = Instant::now();
        let end = began + self.start_limit;
        // Since when a server is known that is not called.
        let mut elsewhere: Option<Instant> = None;
        let mut activity = Activity::of(tree.id());
        loop {
            if let Some(driver) = control.driver() {
                let ready = driver.map_err(StartSutError::Driver)?;
                return Ok((self.server_of(&ready, control), Some(ready)));
            }
            let servers = control.listening();
            let wanted = |server: &&Listening| self.port.is_none_or(|port| server.wanted == port);
            if let (false, Some(server)) = (self.driver, servers.iter().find(wanted)) {
                return Ok((server.clone(), None));
            }
            let is_over = until.is_some_and(|until| Instant::now() >= until);
            if is_over || self.interrupt.load(Ordering::Relaxed) {
                return Err(StartSutError::Interrupted);
            }
            let command = self.start.command.clone();
            if let Some(status) = tree.ended() {
                let (how, output) = (describe(status), shown(&tree.last_words()));
                return Err(StartSutError::Exited { command, how, output });
            }
            if elsewhere.is_none() && !control.elsewhere().is_empty() {
                elsewhere = Some(Instant::now());
            }
            let is_only_elsewhere = elsewhere.is_some_and(|since| since.elapsed() > OTHER_SERVER);
            let works = activity.goes_on() && began.elapsed() < self.start_limit * MOST_LIMITS;
            if (Instant::now() > end && !works) || is_only_elsewhere {
                let output = shown(&tree.output());
                let limit = began.elapsed();
                if let (Some(port), false) = (self.port, servers.is_empty()) {
                    let wanted = servers.iter().map(|server| server.wanted).collect();
                    return Err(StartSutError::OtherPorts { command, port, wanted });
                }
                if let Some(place) = control.elsewhere().into_iter().next() {
                    return Err(StartSutError::NotCalled { command, place, output });
                }
                let cause = cause(tree.id());
                return Err(StartSutError::NeverListened { command, limit, cause, output });
            }
            control.wait(Duration::from_millis(20));
        }
    }

    /// The server a driver's base URL names; its process is the one that reported that port.
    fn server_of(&self, ready: &DriverReady, control: &Control) -> Listening {
        let port = ready.base_url.rsplit(':').next().map(|end| end.trim_end_matches('/'));
        let port = port.and_then(|port| port.parse().ok()).unwrap_or(80);
        let known = control.listening().into_iter().find(|server| server.port == port);
        let is_secure = ready.base_url.starts_with("https:");
        let protocol = if is_secure { Protocol::Https } else { Protocol::Http };
        known.unwrap_or(Listening { pid: 0, port, wanted: port, protocol })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_of_a_stack_do_not_push_out_what_was_thrown() {
        let stack = "    at a (a.js:1:1)\n    at b (b.js:2:2)\n".repeat(20);
        let text = format!("Error: no schema \"app\"\n{stack}Retrying\nError: again\n{stack}");
        assert_eq!(
            shown(&text),
            " Its output:\n  Error: no schema \"app\"\n      at a (a.js:1:1)\n  Retrying\n  Error: again\n      at a (a.js:1:1)"
        );
        assert_eq!(shown("\n"), " It printed nothing.");
    }
}
