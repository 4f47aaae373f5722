//! The client of a controller: EvoMaster's protocol, as its core speaks it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nearmiss_problem::CallOutcome;
use nearmiss_targets::{TargetId, layout};
use nearmiss_wire::{
    ControllerInfoDto, NewSearchDto, OwnControllerDto, OwnCoreDto, OwnNewsDto, SutInfoDto,
    SutRunDto, WrappedResponse,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::units::ToldUnits;
use crate::control::SearchWords;
use crate::transport::{CallLimits, Transport, WireCall};

/// Where all endpoints are.
const BASE: &str = "/controller/api";
/// What a controller is asked beyond starting and stopping the SUT takes no longer.
const LIMIT: Duration = Duration::from_secs(30);
/// In the place of a status where no answer came in time.
const LATE: u16 = 408;
/// Longest answer: of a large SUT all targets with their keys.
const LONGEST_ANSWER: usize = 256 << 20;

/// There is no controller that could be used.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The address is none.
    #[error("--controller {0} is no address of a controller, such as http://localhost:40100")]
    Address(String),
    /// It does not answer as one.
    #[error(
        "the controller at {url} {why}\nStart it first: a driver of EvoMaster's, or `nearmiss serve`."
    )]
    Unusable {
        /// Its address.
        url: String,
        /// What is wrong.
        why: String,
    },
    /// The system gives no event loop.
    #[error("no event loop: {0}")]
    System(#[from] std::io::Error),
}

/// A connection to a controller.
pub struct ControllerClient {
    url: String,
    host: String,
    line: Mutex<Line>,
    /// Name of its driver class.
    pub name: String,
    /// Where what it tells of targets goes.
    pub(super) words: Arc<SearchWords>,
    /// It is one of nearmiss: it tells everything that a process of this machine would.
    ours: Option<Ours>,
}

/// What a controller of ours tells once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ours {
    pub resets: bool,
    pub wanted_port: u16,
}

struct Line {
    transport: Transport,
    /// The SUT was started by us.
    started: bool,
    /// It was told that a search begins.
    searches: bool,
    /// Targets by the controller's numbers.
    targets: HashMap<i32, TargetId>,
    /// What the SUT covered as it started, untold.
    boot: Vec<(u32, f64)>,
    /// Lines and branches that there are, as another tool's controller tells them.
    units: (usize, usize),
}

impl std::fmt::Debug for ControllerClient {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ControllerClient").field("url", &self.url).finish_non_exhaustive()
    }
}

/// What a request was answered: its status, and the data or why there is none.
type Answer<T> = Result<Option<T>, (u16, String)>;

impl ControllerClient {
    /// Connects. A controller of nearmiss is told what the SUT is watched for, and its tables are taken into `words`.
    ///
    /// # Errors
    /// When nothing listens there, or something that is no controller.
    pub fn connect(
        url: &str,
        incidents: Vec<String>,
        words: &Arc<SearchWords>,
    ) -> Result<Self, ConnectError> {
        let host = host_of(url).ok_or_else(|| ConnectError::Address(url.to_owned()))?;
        let mut transport = Transport::new(CallLimits {
            time: LIMIT,
            body: LONGEST_ANSWER,
            ..CallLimits::default()
        })?;
        transport.connect_to(&host);
        let line = Line {
            transport,
            started: false,
            searches: false,
            targets: HashMap::new(),
            boot: Vec::new(),
            units: (0, 0),
        };
        let mut this = Self {
            url: url.to_owned(),
            host,
            line: Mutex::new(line),
            name: String::new(),
            words: Arc::clone(words),
            ours: None,
        };
        let unusable = |why: String| ConnectError::Unusable { url: url.to_owned(), why };
        let info: ControllerInfoDto =
            this.ask("GET", "/controllerInfo", LIMIT).map_err(|(_, why)| unusable(why))?;
        this.name = info.full_name;
        let core = OwnCoreDto { version: layout::VERSION, incidents };
        match this.tell::<OwnControllerDto>("PUT", "/nearmiss", &core, LIMIT) {
            Ok(Some(own)) => {
                this.ours = Some(Ours { resets: own.resets, wanted_port: own.wanted_port });
                this.take_news(own.news).map_err(unusable)?;
            }
            // Another version of ours, or it cannot start the SUT.
            Err((409 | 500, why)) => return Err(unusable(why)),
            // One of another tool's.
            Ok(None) | Err(_) => {}
        }
        Ok(this)
    }

    /// Where it listens.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether it is one of nearmiss.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        self.ours.is_some()
    }

    /// Whether it resets anything before a test.
    #[must_use]
    pub fn resets(&self) -> bool {
        self.ours.is_none_or(|ours| ours.resets)
    }

    /// What a search through a controller of another tool's can be measured by; `None` of one of nearmiss, which tells
    /// all.
    #[must_use]
    pub fn told_units(&self) -> Option<ToldUnits> {
        let line = self.line();
        let (lines, branches) = line.units;
        let targets = line.targets.values().copied().collect();
        (!self.is_ours()).then_some(ToldUnits { targets, lines, branches })
    }

    /// Takes in how much there is to cover: a driver counts what has been loaded so far.
    pub(super) fn note_units(&self, info: &SutInfoDto) {
        let Some(units) = &info.units_info_dto else { return };
        let count = |number: i32| usize::try_from(number).unwrap_or(0);
        let told = (count(units.number_of_lines), count(units.number_of_branches));
        let mut line = self.line();
        line.units = (line.units.0.max(told.0), line.units.1.max(told.1));
    }

    pub(super) fn wanted_port(&self) -> Option<u16> {
        self.ours.map(|ours| ours.wanted_port)
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what a controller of ours tells.
    pub(super) fn take_news(&self, news: OwnNewsDto) -> Result<(), String> {
        let words = &self.words;
        let wrong = |why: String| format!("tells of a file that cannot be taken in: {why}");
        let mut registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        for (base, table) in news.tables {
            let table = serde_json::from_value(table).map_err(|error| wrong(error.to_string()))?;
            registry.mirror(base, table).map_err(|error| wrong(error.to_string()))?;
        }
        drop(registry);
        let mut validators = words.validators.lock().unwrap_or_else(PoisonError::into_inner);
        for text in news.schemas {
            validators.schema(text, String::new(), false);
        }
        drop(validators);
        let mut routes = words.routes.lock().unwrap_or_else(PoisonError::into_inner);
        for route in news.routes {
            let route = serde_json::from_value(route)
                .map_err(|error| format!("tells of a route that cannot be taken in: {error}"))?;
            routes.number(route);
        }
        drop(routes);
        let mut skipped = words.skipped.lock().unwrap_or_else(PoisonError::into_inner);
        skipped.extend(news.skipped);
        let mut suppressed = words.suppressed.lock().unwrap_or_else(PoisonError::into_inner);
        suppressed.extend(news.suppressed);
        let boot = news.boot.into_iter().map(|(slot, bits)| (slot, f64::from_bits(bits)));
        self.line().boot.extend(boot);
        Ok(())
    }

    pub(super) fn take_boot(&self) -> Vec<(u32, f64)> {
        std::mem::take(&mut self.line().boot)
    }

    /// The number of a target here; `key`: as the controller calls it, when it does.
    pub(super) fn target(&self, id: i32, key: Option<&str>) -> TargetId {
        let mut line = self.line();
        if let Some(target) = line.targets.get(&id) {
            return *target;
        }
        let mut registry = self.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let target = match key {
            Some(key) => registry.key(key),
            None => registry.key(&format!("Target_{id}_of_the_controller")),
        };
        line.targets.insert(id, target);
        target
    }

    /// Has the SUT run and its state reset, which begins a test. `afresh`: it is stopped before, if it was started by us.
    pub(super) fn run_sut(&self, afresh: bool, limit: Duration) -> Result<(), String> {
        let run = |run: bool| SutRunDto {
            run: Some(run),
            reset_state: run,
            // By its distance a query tells whether it has found anything.
            calculate_sql_heuristics: run,
            extract_sql_execution_info: run,
            method_replacement_categories: "BASE,SQL,EXT_0,MONGO".to_owned(),
            ..SutRunDto::default()
        };
        let started = std::mem::replace(&mut self.line().started, true);
        if afresh && started {
            self.done("/runSUT", &run(false), limit)?;
        }
        match self.tell::<serde_json::Value>("PUT", "/runSUT", &run(true), limit) {
            Ok(_) => Ok(()),
            Err((LATE, why)) if afresh => Err(format!(
                "{why}\nGive it more time with --start-timeout: what it starts may need minutes where much else runs."
            )),
            Err((_, why)) => Err(why),
        }
    }

    /// Begins the search, once: a driver forgets which targets it has told of, and calls them by their keys again.
    pub(super) fn begin_search(&self) -> Result<(), String> {
        if std::mem::replace(&mut self.line().searches, true) {
            return Ok(());
        }
        let body = NewSearchDto { new_search: true };
        let answer = self.tell::<serde_json::Value>("POST", "/newSearch", &body, LIMIT);
        answer.map(drop).map_err(|(_, why)| why)
    }

    /// Has the SUT stopped.
    pub(super) fn stop_sut(&self) -> Result<(), String> {
        self.done("/runSUT", &SutRunDto { run: Some(false), ..SutRunDto::default() }, LIMIT)
    }

    /// A `PUT` that is answered without data.
    pub(super) fn done(
        &self,
        path: &str,
        body: &impl Serialize,
        limit: Duration,
    ) -> Result<(), String> {
        match self.tell::<serde_json::Value>("PUT", path, body, limit) {
            Ok(_) => Ok(()),
            Err((_, why)) => Err(why),
        }
    }

    /// What a `GET` is answered with.
    pub(super) fn get<T: DeserializeOwned>(
        &self,
        path: &str,
        limit: Duration,
    ) -> Result<T, String> {
        self.ask("GET", path, limit).map_err(|(_, why)| why)
    }

    fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        limit: Duration,
    ) -> Result<T, (u16, String)> {
        self.request(method, path, None, limit)?
            .ok_or_else(|| (204, format!("answered {method} {path} without data")))
    }

    /// What a request with a body is answered with.
    pub(super) fn tell<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: &impl Serialize,
        limit: Duration,
    ) -> Answer<T> {
        let body = serde_json::to_string(body).map_err(|error| (0, error.to_string()))?;
        self.request(method, path, Some(body), limit)
    }

    fn request<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<String>,
        limit: Duration,
    ) -> Answer<T> {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut headers = vec![header("Host", &self.host), header("Accept", "application/json")];
        headers.push(header("Connection", "keep-alive"));
        if let Some(body) = &body {
            headers.push(header("Content-Type", "application/json"));
            headers.push(header("Content-Length", &body.len().to_string()));
        }
        let call =
            WireCall { method: method.to_owned(), target: format!("{BASE}{path}"), headers, body };
        let mut line = self.line();
        line.transport.limit_time(limit);
        let answer = match line.transport.call(&call, || true) {
            CallOutcome::Response(answer) => answer,
            CallOutcome::Timeout => {
                let seconds = limit.as_secs_f64();
                return Err((LATE, format!("did not answer {method} {path} within {seconds} s")));
            }
            CallOutcome::Broken(why) => {
                return Err((0, format!("did not answer {method} {path}: {why}")));
            }
        };
        drop(line);
        let status = answer.status;
        if answer.body.is_empty() && (200..300).contains(&status) {
            return Ok(None);
        }
        let wrapped: WrappedResponse<T> = serde_json::from_slice(&answer.body)
            .map_err(|error| (status, format!("answered {method} {path} with {status} and what is not of the protocol: {error}")))?;
        match wrapped.error {
            None if (200..300).contains(&status) => Ok(wrapped.data),
            why => {
                let why = why.unwrap_or_default();
                Err((status, format!("answered {method} {path} with {status}: {why}")))
            }
        }
    }
}

/// `host:port` of an address.
fn host_of(url: &str) -> Option<String> {
    let rest = url.trim_end_matches('/').strip_prefix("http://")?;
    let rest = rest.strip_suffix(BASE).unwrap_or(rest);
    let is_host = !rest.is_empty() && !rest.contains(['/', '?', '#', '@', ' ']);
    let has_port = rest.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    is_host.then(|| if has_port { rest.to_owned() } else { format!("{rest}:40100") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_a_port() {
        for (url, host) in [
            ("http://localhost:40100", Some("localhost:40100")),
            ("http://127.0.0.1:5/", Some("127.0.0.1:5")),
            ("http://driver", Some("driver:40100")),
            ("http://driver:7/controller/api", Some("driver:7")),
            ("https://driver:7", None),
            ("driver:7", None),
            ("http://", None),
            ("http://a/b", None),
        ] {
            assert_eq!(host_of(url).as_deref(), host, "{url}");
        }
    }
}
