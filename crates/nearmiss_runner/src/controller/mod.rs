//! EvoMaster's controller: what its core asks a driver for, done on one SUT process, so that a search of its own runs on our
//! probes. The bodies, and what each request means, are those of `nearmiss_wire`.
//!
//! A test of the core is: reset (`runSUT`), each action announced (`newAction`) and then called by the core itself, results asked for
//! (`testResults`). So the process is not told which call is the last one, as it is in a search of ours: it is given the order `end`
//! when results are asked for, and waits until it is quiet before the epoch is closed.

mod additional_info;
mod answers;
mod databases;
mod hosts;
mod http;
mod own;
mod test_run;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use nearmiss_targets::{COVERED, TargetId};
use nearmiss_wire::{ActionDto, AuthenticationDto, SutRunDto, TestResultsDto};

pub use self::hosts::{AllowedHosts, allowed_host};
pub use self::http::{ServeError, serve};

use self::databases::Served;
use self::own::OwnSearch;
use self::test_run::TestRun;
use crate::control::SearchWords;
use crate::reset::Reset;
use crate::reset::reset_by_call;
use crate::sql_words::Wants;
use crate::sut::{Quiet, SutProcess, SutSpec};
use crate::transport::{CallLimits, Transport};

/// What a core is told of the SUT, beside what is measured.
#[derive(Clone, Debug)]
pub struct ServedSut {
    /// Name of the driver class: a JavaScript identifier, which the core writes into its suites.
    pub full_name: String,
    /// What is to be tested.
    pub problem: ServedProblem,
    /// Who may log in.
    pub auth: Vec<AuthenticationDto>,
}

/// What is to be tested.
#[derive(Clone, Debug)]
pub enum ServedProblem {
    /// A REST API whose schema is answered at this path of it.
    RestAt(String),
    /// A REST API with this schema.
    Rest(String),
    /// A GraphQL API at this path.
    GraphQl(String),
}

/// How the SUT is started and reset.
#[derive(Clone, Debug)]
pub struct ControllerOptions {
    /// How it is started.
    pub spec: SutSpec,
    /// Folder for sockets and maps.
    pub folder: PathBuf,
    /// How it is reset.
    pub reset: Reset,
    /// How long a reset may take.
    pub limits: CallLimits,
    /// How long the runtime may take to become quiet.
    pub quiet_limit: Duration,
}

/// A request that is refused: status and a line for people.
pub(crate) type Refusal = (u16, String);

/// A SUT as an EvoMaster core sees it.
pub struct Controller {
    options: ControllerOptions,
    words: Arc<SearchWords>,
    served: ServedSut,
    sut: Option<SutProcess>,
    started: u32,
    epoch: u32,
    test: TestRun,
    /// Targets that tests before this one were told of, since the search began.
    known: BTreeSet<TargetId>,
    /// Those of this test: told with their keys, however often they are asked for.
    fresh: BTreeSet<TargetId>,
    /// What processes covered while they started.
    boot: BTreeMap<TargetId, f64>,
    /// The same as slots, of the first process that did.
    boot_slots: Vec<(u32, f64)>,
    /// The search of a core of ours.
    own: Option<OwnSearch>,
    /// Floors that maps may still have of a search that is over, to be taken back.
    stale_floors: Vec<(u32, f64)>,
    /// Names of actions by their numbers, for what validators are given.
    operations: Vec<String>,
    /// The database that the core puts rows into.
    served_sql: Served,
}

impl Controller {
    /// A controller of a SUT that runs already.
    #[must_use]
    pub fn new(
        options: ControllerOptions,
        words: Arc<SearchWords>,
        served: ServedSut,
        sut: SutProcess,
    ) -> Self {
        let mut this = Self {
            options,
            words,
            served,
            sut: None,
            started: 0,
            epoch: 0,
            test: TestRun::default(),
            known: BTreeSet::new(),
            fresh: BTreeSet::new(),
            boot: BTreeMap::new(),
            boot_slots: Vec::new(),
            own: None,
            stale_floors: Vec::new(),
            operations: Vec::new(),
            served_sql: Served::default(),
        };
        this.adopt(sut);
        this
    }

    /// Takes a process into use. Another one after it listens where it does: the core knows one address.
    fn adopt(&mut self, mut sut: SutProcess) {
        self.options.spec.listen_at = sut.place();
        self.note_boot(&mut sut);
        self.served_sql.forget();
        self.sut = Some(sut);
    }

    fn note_boot(&mut self, sut: &mut SutProcess) {
        let registry = self.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = sut.take_boot();
        if let Some(own) = &mut self.own {
            own.boot.extend(&slots);
        }
        if self.boot_slots.is_empty() {
            self.boot_slots.clone_from(&slots);
        }
        for (slot, h) in slots {
            registry.targets_of(slot, h, |target, h| {
                if h >= COVERED {
                    self.boot.insert(target, h);
                }
            });
        }
    }

    /// `PUT /runSUT`.
    pub(crate) fn run_sut(&mut self, asked: &SutRunDto) -> Result<(), Refusal> {
        let run = asked.run.ok_or((400, "the member `run` is missing".to_owned()))?;
        if !run {
            if asked.reset_state {
                return Err((400, "a SUT that is stopped cannot be reset".to_owned()));
            }
            self.stop();
            return Ok(());
        }
        self.served_sql.wants = Wants {
            distances: asked.calculate_sql_heuristics,
            executions: asked.extract_sql_execution_info,
        };
        let is_fresh = self.ensure_running()?;
        if !asked.reset_state {
            return Ok(());
        }
        let is_done = is_fresh && matches!(self.options.reset, Reset::Restart);
        let reset = if is_done { Ok(()) } else { self.reset() };
        self.begin_test();
        reset.map_err(|why| (500, why))
    }

    /// Starts the SUT if none runs; answers whether it did.
    fn ensure_running(&mut self) -> Result<bool, Refusal> {
        if let Some(sut) = &mut self.sut {
            let Some(how) = sut.ended() else { return Ok(false) };
            tracing::warn!("the API {how} and is started again");
            self.sut = None;
        }
        self.started += 1;
        let socket = self.options.folder.join(format!("served-{}", self.started));
        let sut = self
            .options
            .spec
            .start(&socket, &self.words, None)
            .map_err(|error| (500, error.to_string()))?;
        self.adopt(sut);
        Ok(true)
    }

    fn reset(&mut self) -> Result<(), String> {
        let limit = self.options.limits.time;
        self.take_rows_out()?;
        let Some(sut) = &self.sut else { return Ok(()) };
        match self.options.reset.clone() {
            Reset::None | Reset::AfterWrites => Ok(()),
            Reset::Databases => {
                sut.put_databases_back()?;
                self.note_put_back();
                Ok(())
            }
            Reset::Restart => self.restart(),
            Reset::Driver => match sut.order("reset", limit) {
                Ok(_) => Ok(()),
                // It did not answer in time, which ends the connection for orders, or is gone: the last test has left it blocked.
                Err(why) if !sut.takes_orders() => {
                    tracing::warn!("the API is started again, since it was not reset: {why}");
                    self.restart()?;
                    let sut = self.sut.as_ref().ok_or("the API does not run")?;
                    let again = sut.order("reset", limit).map(drop);
                    again.map_err(|why| format!("resetStateOfSUT failed: {why}"))
                }
                Err(why) => Err(format!("resetStateOfSUT failed: {why}")),
            },
            Reset::Url(target) => {
                let (host, limits) = (sut.host(), self.options.limits);
                let protocol = sut.server.protocol;
                // It has an event loop of its own, which cannot begin inside of another one.
                let call = || {
                    let mut transport =
                        Transport::new(limits).map_err(|error| error.to_string())?;
                    transport.connect_by(protocol, &host);
                    reset_by_call(&mut transport, &target, &host)
                };
                let called = std::thread::scope(|scope| scope.spawn(call).join());
                called.unwrap_or_else(|_| Err("the reset was not done".to_owned()))
            }
        }
    }

    fn restart(&mut self) -> Result<(), String> {
        self.stop();
        self.ensure_running().map(|_| ()).map_err(|(_, why)| why)
    }

    /// Ends the process.
    pub(crate) fn stop(&mut self) {
        self.close_epoch();
        if let Some(mut sut) = self.sut.take() {
            sut.stop();
        }
    }

    fn begin_test(&mut self) {
        self.close_epoch();
        self.test = TestRun::default();
        self.known.append(&mut self.fresh);
    }

    /// `POST /newSearch`: all targets are new again.
    pub(crate) fn new_search(&mut self) {
        self.end_own();
        self.begin_test();
        self.known.clear();
    }

    /// `PUT /newAction`.
    pub(crate) fn new_action(&mut self, action: &ActionDto) -> Result<(), Refusal> {
        if action.rpc_call.is_some() {
            return Err((400, "this driver has no RPC problem".to_owned()));
        }
        let index = u16::try_from(action.index)
            .map_err(|_| (400, format!("there is no action {}", action.index)))?;
        if self.sut.is_none() {
            return Err((500, "the SUT does not run: PUT runSUT comes first".to_owned()));
        }
        if self.test.is_made(index) {
            tracing::warn!("action {index} was announced twice");
            return Ok(());
        }
        self.end_own();
        let operation = self.operation(&action.name);
        let Some(mut sut) = self.sut.take() else { return Ok(()) };
        match self.test.epoch() {
            Some(_) => {
                self.test.end_action(&sut);
                sut.begin_action(usize::from(index), Some(operation), false);
            }
            None => {
                self.epoch = self.epoch.wrapping_add(1).max(1);
                let (no_floors, stale) = (BTreeMap::new(), std::mem::take(&mut self.stale_floors));
                let flags = (true, false, Duration::ZERO);
                sut.open_epoch(self.epoch, flags, (&no_floors, &stale), (Some(operation), false));
                sut.begin_action(usize::from(index), Some(operation), false);
            }
        }
        self.note_boot(&mut sut);
        self.test.begin_action(index, operation, self.epoch);
        self.sut = Some(sut);
        Ok(())
    }

    /// The number of an operation, by the name of its actions.
    fn operation(&mut self, name: &str) -> usize {
        if let Some(at) = self.operations.iter().position(|known| known == name) {
            return at;
        }
        self.operations.push(name.to_owned());
        let mut validators = self.words.validators.lock().unwrap_or_else(PoisonError::into_inner);
        validators.know_operations(self.operations.iter().cloned());
        self.operations.len() - 1
    }

    /// `GET /testResults`. Where `ends` (the core's `killSwitch`), what the test still does is no longer noted, and its timers are cancelled;
    /// nothing is thrown into the SUT.
    pub(crate) fn test_results(
        &mut self,
        wanted: &answers::Wanted,
        ends: bool,
    ) -> Result<TestResultsDto, Refusal> {
        if ends {
            self.end_epoch();
        } else {
            self.wait_idle();
        }
        self.results(wanted)
    }

    /// Waits until the SUT is quiet, closes the epoch and takes in what was touched.
    fn end_epoch(&mut self) {
        let Some(epoch) = self.test.epoch() else { return };
        let limit = self.options.quiet_limit;
        if let Some(mut sut) = self.sut.take() {
            self.test.end_action(&sut);
            // A process that has ended answers nothing; its map outlives it.
            let asked = sut.order_to_server("end", limit);
            let quiet = if asked.is_ok() { sut.wait_quiet(epoch, limit) } else { Quiet::Gone };
            sut.close_epoch();
            self.take_in(&mut sut);
            self.note_boot(&mut sut);
            let lost = matches!(quiet, Quiet::Gone | Quiet::NoAnswer);
            if lost {
                tracing::warn!("the API did not say that a test has ended, and is started again");
            }
            // One that is blocked answers nothing any more: the next test has a process that does.
            self.sut = (!lost).then_some(sut);
        }
    }

    /// Closes the epoch at once.
    fn close_epoch(&mut self) {
        if self.test.epoch().is_none() {
            return;
        }
        if let Some(mut sut) = self.sut.take() {
            sut.close_epoch();
            self.take_in(&mut sut);
            self.sut = Some(sut);
        }
    }

    fn take_in(&mut self, sut: &mut SutProcess) {
        let registry = self.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        self.test.close(sut, &registry);
    }

    /// Waits until nothing runs; the epoch stays open.
    fn wait_idle(&mut self) {
        let Some(sut) = self.sut.as_ref().filter(|_| self.test.epoch().is_some()) else { return };
        let end = Instant::now() + self.options.quiet_limit;
        while Instant::now() < end {
            match sut.order("idle", self.options.quiet_limit) {
                Ok(answer) if answer["idle"] != true => {
                    std::thread::sleep(Duration::from_millis(1))
                }
                _ => break,
            }
        }
        self.test.end_action(sut);
    }
}
