//! The core's end of the control protocol (README of this crate): one Unix socket a SUT process
//! tree, one thread a connection.

mod exchange;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use nearmiss_problem::FoundRoute;
use nearmiss_targets::TargetTable;
use serde::Deserialize;
use serde_json::{Value, json};

use self::exchange::exchange;
use crate::connection::Protocol;
use crate::entered_routes::EnteredRoutes;
use crate::homes::{AskedHome, Lease};
use crate::java::Translations;
use crate::outside::{SeenDatabase, SeenOutside};
use crate::rate_limiters::{SeenLimiter, note_limiter};
use crate::shared_map::SharedMap;
use crate::target_registry::TargetRegistry;
use crate::validators::Validators;

/// Suppressed waits and jobs that are told apart: a SUT may make code as it runs.
const MOST_SUPPRESSED: usize = 1_000;

/// Models of ORMs that are kept.
const MOST_MODELS: usize = 2_000;

/// What all SUT processes of a search share.
#[derive(Debug, Default)]
pub struct SearchWords {
    /// The table of targets.
    pub registry: Mutex<TargetRegistry>,
    /// Files left out, with the reason; each once.
    pub skipped: Mutex<Vec<(String, String)>>,
    /// Waits and scheduled jobs of the SUT that were shortened or kept from happening: what, and where
    /// in its code. Each once.
    pub suppressed: Mutex<BTreeSet<(String, String)>>,
    /// Rate limiters that have counted calls, in the order in which they were seen.
    pub limiters: Mutex<Vec<SeenLimiter>>,
    /// Ports that the code of any process wanted to listen on, also after it was ready.
    pub wanted_ports: Mutex<BTreeSet<u16>>,
    /// Whom it wanted to reach, and which databases it has.
    pub outside: Mutex<SeenOutside>,
    /// Tests in which a process has written over the map that it is measured by.
    pub overwritten: AtomicU32,
    /// Validators of the program, and what they are given.
    pub validators: Mutex<Validators>,
    /// Models of ORMs, as they are told.
    pub models: Mutex<Vec<Value>>,
    /// Routes that calls entered.
    pub routes: Mutex<EnteredRoutes>,
    /// What drivers of other tools say in Java's words, in ours.
    pub(crate) translations: Mutex<Translations>,
    next_map: AtomicU32,
}

/// A server of the SUT.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Listening {
    /// Process that listens.
    pub pid: u32,
    /// Where it really listens.
    pub port: u16,
    /// Where its code wanted to listen; 0 when any port was welcome.
    pub wanted: u16,
    /// What it speaks.
    pub protocol: Protocol,
}

/// What a driver host told when its SUT had started.
#[derive(Clone, Debug)]
pub struct DriverReady {
    /// Name of its class, if it has one that is an identifier.
    pub name: Option<String>,
    /// Why `require` of its file does not give the class, if it does not.
    pub not_required: Option<String>,
    /// Address of the SUT.
    pub base_url: String,
    /// What `getProblemInfo` answered.
    pub problem: Value,
    /// What `getInfoForAuthentication` answered.
    pub auth: Value,
}

#[derive(Debug, Default)]
struct State {
    maps: Vec<(u32, Arc<SharedMap>)>,
    listening: Vec<Listening>,
    /// Servers that are not called, by where they listen.
    elsewhere: Vec<String>,
    ready: Option<DriverReady>,
    failed: Option<String>,
    /// Connections for orders, each with its process; the last one is that of the driver host, where there is one.
    orders: Vec<(u32, BufReader<UnixStream>)>,
    next_order: u64,
    /// The connection for orders was closed from the other end: its process is ending, or has ended.
    hung_up: bool,
}

/// The control socket of one SUT process tree.
#[derive(Debug)]
pub struct Control {
    path: PathBuf,
    shared: Arc<(Mutex<State>, Condvar)>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Request {
    Hello {
        pid: u32,
    },
    Module {
        table: TargetTable,
        /// The first slot of a file that was numbered ahead of time.
        base: Option<u32>,
    },
    Skipped {
        file: String,
        reason: String,
    },
    Suppressed {
        what: String,
        place: String,
    },
    Limiter {
        library: String,
        elsewhere: Option<String>,
        limit: Option<u32>,
        operation: Option<u32>,
    },
    Stranger {
        to: String,
        place: String,
    },
    Service {
        to: String,
        place: String,
    },
    Unheld {
        program: String,
        place: String,
    },
    Database {
        database: String,
        at: String,
        driver: String,
    },
    Home {
        #[serde(flatten)]
        asked: AskedHome,
    },
    Model {
        #[serde(flatten)]
        model: Value,
    },
    Schema {
        text: String,
        /// What it is called, where the user is told of it.
        name: String,
        /// Whether parts of it were left out.
        cut: bool,
    },
    Validation {
        operation: u32,
        schema: String,
        /// Whether an input of a call was seen in it.
        input: bool,
    },
    Route {
        routes: Vec<FoundRoute>,
    },
    Listening {
        pid: u32,
        port: u16,
        #[serde(default)]
        wanted: u16,
        #[serde(default)]
        protocol: Protocol,
    },
    Elsewhere {
        place: String,
    },
    Ready {
        name: Option<String>,
        #[serde(default, rename = "notRequired")]
        not_required: Option<String>,
        #[serde(rename = "baseUrl")]
        base_url: String,
        #[serde(default)]
        problem: Value,
        #[serde(default)]
        auth: Value,
    },
    Failed {
        message: String,
    },
    Orders {
        pid: u32,
    },
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere does not make these plain records wrong.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Control {
    /// Listens at `path`; maps are created beside it, under its name: replays side by side all number theirs from 0.
    /// `lease`: the homes that its processes are led to.
    ///
    /// # Errors
    /// When the socket cannot be made.
    pub fn listen(
        path: &Path,
        words: &Arc<SearchWords>,
        lease: Weak<Lease>,
    ) -> std::io::Result<Self> {
        let listener = UnixListener::bind(path)?;
        let shared = Arc::new((Mutex::new(State::default()), Condvar::new()));
        let (accepting, words) = (Arc::downgrade(&shared), Arc::clone(words));
        let beside = path.to_owned();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let Some(shared) = accepting.upgrade() else { return };
                let (words, lease, beside) = (Arc::clone(&words), lease.clone(), beside.clone());
                std::thread::spawn(move || serve(stream, &shared, (&words, &lease), &beside));
            }
        });
        Ok(Self { path: path.to_owned(), shared })
    }

    /// The path of the socket.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Maps of all threads that said hello; those of process `pid` first.
    #[must_use]
    pub fn maps(&self, pid: u32) -> Vec<Arc<SharedMap>> {
        let state = locked(&self.shared.0);
        let mut maps = state.maps.clone();
        maps.sort_by_key(|(of, _)| *of != pid);
        maps.into_iter().map(|(_, map)| map).collect()
    }

    /// Servers reported so far.
    #[must_use]
    pub fn listening(&self) -> Vec<Listening> {
        locked(&self.shared.0).listening.clone()
    }

    /// Where servers listen that are not called, in words.
    #[must_use]
    pub fn elsewhere(&self) -> Vec<String> {
        locked(&self.shared.0).elsewhere.clone()
    }

    /// What a driver host reported: ready, or why not.
    #[must_use]
    pub fn driver(&self) -> Option<Result<DriverReady, String>> {
        let state = locked(&self.shared.0);
        let failed = state.failed.clone().map(Err);
        failed.or_else(|| state.ready.clone().map(Ok))
    }

    /// Whether the process that listens takes orders.
    #[must_use]
    pub fn takes_orders(&self) -> bool {
        !locked(&self.shared.0).orders.is_empty()
    }

    /// Whether an order found its connection closed from the other end: the process ends. Its
    /// parents may not know yet.
    #[must_use]
    pub fn hung_up(&self) -> bool {
        locked(&self.shared.0).hung_up
    }

    /// Waits until something was reported, at most `limit`.
    pub fn wait(&self, limit: Duration) {
        let (state, changed) = &*self.shared;
        drop(changed.wait_timeout(locked(state), limit));
    }

    /// Gives an order and waits for its answer.
    ///
    /// # Errors
    /// With a text for people when the process does not take it, fails, or does not answer in time.
    pub fn order(&self, order: &str, limit: Duration) -> Result<Value, String> {
        self.order_to(None, order, limit)
    }

    /// The same to one process, if it takes orders; else to the one that takes them.
    ///
    /// # Errors
    /// See [`Control::order`].
    pub fn order_to(&self, to: Option<u32>, order: &str, limit: Duration) -> Result<Value, String> {
        self.order_while(to, order, limit, &|| true)
    }

    /// Gives an order as [`Control::order_to`] does; while there is no answer, `waits` is asked now and then whether to
    /// wait on.
    ///
    /// # Errors
    /// See [`Control::order`].
    pub fn order_while(
        &self,
        to: Option<u32>,
        order: &str,
        limit: Duration,
        waits: &dyn Fn() -> bool,
    ) -> Result<Value, String> {
        let (at, of, mut reader, id) = {
            let mut state = locked(&self.shared.0);
            state.next_order += 1;
            let id = state.next_order;
            let wanted = state.orders.iter().position(|(pid, _)| Some(*pid) == to);
            let at = wanted.or(state.orders.len().checked_sub(1));
            let at = at.ok_or("the SUT process takes no orders (yet)")?;
            let (of, reader) = state.orders.remove(at);
            (at, of, reader, id)
        };
        let answer = exchange(&mut reader, (order, id), limit, waits).map_err(|error| {
            // A process that hangs is silent, one that ends closes the connection.
            let closed =
                [ErrorKind::UnexpectedEof, ErrorKind::BrokenPipe, ErrorKind::ConnectionReset];
            locked(&self.shared.0).hung_up |= closed.contains(&error.kind());
            format!("the order `{order}` was not answered: {error}")
        })?;
        let orders = &mut locked(&self.shared.0).orders;
        orders.insert(at.min(orders.len()), (of, reader));
        match answer.get("error").and_then(Value::as_str) {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer),
        }
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn serve(
    stream: UnixStream,
    shared: &(Mutex<State>, Condvar),
    (words, lease): (&Arc<SearchWords>, &Weak<Lease>),
    beside: &Path,
) {
    let Ok(mut writer) = stream.try_clone() else { return };
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    loop {
        line.clear();
        if !matches!(reader.read_line(&mut line), Ok(1..)) {
            return;
        }
        let request = match serde_json::from_str::<Request>(&line) {
            Ok(Request::Orders { pid }) => {
                locked(&shared.0).orders.push((pid, reader));
                shared.1.notify_all();
                return;
            }
            Ok(request) => request,
            Err(error) => {
                let answer = json!({"error": format!("not understood: {error}")});
                let _ = writeln!(writer, "{answer}");
                continue;
            }
        };
        // Not held while nothing is asked: who has it last gives it back.
        let answer = answer(request, shared, (words, lease.upgrade().as_deref()), beside);
        shared.1.notify_all();
        if writeln!(writer, "{answer}").is_err() {
            return;
        }
    }
}

/// Takes in a model of an ORM; every process tells its own.
fn note_model(words: &SearchWords, model: Value) -> Value {
    let mut models = locked(&words.models);
    if models.len() < MOST_MODELS && !models.contains(&model) {
        models.push(model);
    }
    json!({})
}

fn answer(
    request: Request,
    shared: &(Mutex<State>, Condvar),
    (words, lease): (&SearchWords, Option<&Lease>),
    beside: &Path,
) -> Value {
    match request {
        Request::Hello { pid } => give_map(pid, shared, words, beside),
        Request::Module { table, base } => register(table, base, words),
        Request::Skipped { file, reason } => {
            note_skipped(words, file, reason);
            json!({})
        }
        Request::Suppressed { what, place } => {
            let mut suppressed = locked(&words.suppressed);
            if suppressed.len() < MOST_SUPPRESSED {
                suppressed.insert((what, place));
            }
            json!({})
        }
        Request::Limiter { library, elsewhere, limit, operation } => {
            let seen = SeenLimiter { library, elsewhere, limit, operation };
            note_limiter(&mut locked(&words.limiters), seen);
            json!({})
        }
        Request::Stranger { to, place } => note_outside(words, |of| &mut of.refused, to, place),
        Request::Service { to, place } => note_outside(words, |of| &mut of.services, to, place),
        Request::Unheld { program, place } => {
            note_outside(words, |of| &mut of.unheld, program, place)
        }
        Request::Database { database, at, driver } => {
            let seen = SeenDatabase { kind: database, at, by: driver };
            locked(&words.outside).databases.insert(seen);
            json!({})
        }
        // Without homes nobody asks; one that asks when they are gone must not reach the original.
        Request::Home { asked } => lease.map_or_else(
            || json!({ "refused": "nearmiss: the API is being ended" }),
            |lease| lease.lead(&asked),
        ),
        Request::Model { model } => note_model(words, model),
        Request::Schema { text, name, cut } => {
            let number = locked(&words.validators).schema(text, name, cut);
            number.map_or_else(|| json!({}), |number| json!({"schema": number}))
        }
        Request::Validation { operation, schema, input } => {
            let known = locked(&words.validators).operation_of(operation, &schema, input);
            let table = known.map(|name| TargetTable::validation(&name, &schema));
            let base = table.and_then(|table| locked(&words.registry).register(table).ok());
            base.map_or_else(|| json!({}), |base| json!({"base": base}))
        }
        Request::Route { routes } => {
            let number = locked(&words.routes).number(routes);
            number.map_or_else(|| json!({}), |number| json!({"route": number}))
        }
        Request::Listening { pid, port, wanted, protocol } => {
            if wanted != 0 {
                locked(&words.wanted_ports).insert(wanted);
            }
            locked(&shared.0).listening.push(Listening { pid, port, wanted, protocol });
            json!({})
        }
        Request::Elsewhere { place } => {
            locked(&shared.0).elsewhere.push(place);
            json!({})
        }
        Request::Ready { name, not_required, base_url, problem, auth } => {
            let ready = DriverReady { name, not_required, base_url, problem, auth };
            locked(&shared.0).ready = Some(ready);
            json!({})
        }
        Request::Failed { message } => {
            locked(&shared.0).failed = Some(message);
            json!({})
        }
        Request::Orders { .. } => json!({}),
    }
}

/// Makes a map for a thread of a process.
fn give_map(
    pid: u32,
    shared: &(Mutex<State>, Condvar),
    words: &SearchWords,
    beside: &Path,
) -> Value {
    let number = words.next_map.fetch_add(1, Ordering::Relaxed);
    let path = PathBuf::from(format!("{}-map-{number}", beside.display()));
    match SharedMap::create(&path) {
        Ok(map) => {
            let answer = json!({"map": map.path()});
            locked(&shared.0).maps.push((pid, Arc::new(map)));
            answer
        }
        Err(error) => json!({"error": format!("no map could be made: {error}")}),
    }
}

/// Gives the targets of a module their numbers.
fn register(table: TargetTable, base: Option<u32>, words: &SearchWords) -> Value {
    let file = table.file.clone();
    let mut registry = locked(&words.registry);
    let registered = match base {
        None => registry.register(table),
        Some(base) => registry.register_at(table, base),
    };
    drop(registry);
    match registered {
        Ok(base) => json!({"base": base}),
        Err(error) => {
            note_skipped(words, file, error.to_string());
            json!({"refused": error.to_string()})
        }
    }
}

/// Notes who asked for something that is beyond the SUT; a place is better than none.
fn note_outside(
    words: &SearchWords,
    of: impl FnOnce(&mut SeenOutside) -> &mut BTreeMap<String, String>,
    what: String,
    place: String,
) -> Value {
    let mut outside = locked(&words.outside);
    let known = of(&mut outside).entry(what).or_default();
    if known.is_empty() {
        *known = place;
    }
    json!({})
}

fn note_skipped(words: &SearchWords, file: String, reason: String) {
    let mut skipped = locked(&words.skipped);
    if !skipped.iter().any(|(known, _)| *known == file) {
        skipped.push((file, reason));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_of_one_folder_have_maps_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let start = |name: &str| {
            let control =
                Control::listen(&folder.path().join(name), &Arc::default(), Weak::new()).unwrap();
            let mut stream = UnixStream::connect(control.path()).unwrap();
            writeln!(stream, r#"{{"type":"hello","pid":1}}"#).unwrap();
            let mut line = String::new();
            BufReader::new(stream).read_line(&mut line).unwrap();
            let answer: Value = serde_json::from_str(&line).unwrap();
            (control, answer["map"].as_str().unwrap().to_owned())
        };
        let (first, second) = (start("a-1"), start("b-1"));
        assert_ne!(first.1, second.1);
        assert!([&first.1, &second.1].iter().all(|map| Path::new(map).is_file()));
    }

    #[test]
    fn an_answer_in_parts_is_waited_for_until_nobody_waits() {
        let folder = tempfile::tempdir().unwrap();
        let control =
            Control::listen(&folder.path().join("orders"), &Arc::default(), Weak::new()).unwrap();
        let mut process = UnixStream::connect(control.path()).unwrap();
        writeln!(process, r#"{{"type":"orders","pid":1}}"#).unwrap();
        while !control.takes_orders() {
            control.wait(Duration::from_millis(10));
        }
        let line = "{\"id\":1,\"text\":\"\u{e9}\",\"idle\":true}\n".as_bytes();
        // In the midst of the letter.
        let (first, second) = line.split_at(17);
        let parts = std::cell::RefCell::new(vec![second, first]);
        let long = Duration::from_hours(1);
        let answer = control.order_while(None, "idle", long, &|| {
            // Each part comes after a look at it.
            if let Some(part) = parts.borrow_mut().pop() {
                (&process).write_all(part).unwrap();
            }
            true
        });
        let answer = answer.unwrap();
        assert_eq!((&answer["idle"], &answer["text"]), (&json!(true), &json!("\u{e9}")));
        let asked = std::cell::Cell::new(0);
        let given_up = control.order_while(None, "idle", long, &|| {
            asked.set(asked.get() + 1);
            asked.get() < 3
        });
        assert!(given_up.is_err() && asked.get() == 3, "{given_up:?}");
    }
}
