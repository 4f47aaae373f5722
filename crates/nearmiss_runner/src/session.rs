//! Tests on one process of the API: reset, log in, and then one call after another, each made of what came before it.
//! Whoever runs a test looks at the rest.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use nearmiss_problem::{Call, CallOutcome, SETUP_KINDS, Setup, Test};
use serde_json::{Value, json};

use crate::connection::ServerAt;
use crate::login::{LoginFailure, Logins, locked};
use crate::reset::{Reset, reset_by_call};
use crate::resolve::{Earlier, setup_order, wire_call};
use crate::set_up::SetUpError;
use crate::sut::SutProcess;
use crate::transport::{CallLimits, Transport, WireCall};

/// Makes the calls of tests, one test after another.
pub struct Session {
    /// The way to the API.
    pub(crate) transport: Transport,
    logins: Arc<Mutex<Logins>>,
    /// Answers to what was set up for the test under way.
    set_up: Vec<Value>,
    /// Kinds of which earlier tests have set something up that is still in the process.
    left: Vec<&'static str>,
    /// Outcomes of its calls.
    outcomes: Vec<CallOutcome>,
}

impl Session {
    /// Begins with no process; who is logged in is shared with whoever else holds `logins`.
    ///
    /// # Errors
    /// When the system gives no event loop.
    pub fn new(limits: CallLimits, logins: Arc<Mutex<Logins>>) -> std::io::Result<Self> {
        let transport = Transport::new(limits)?;
        let (set_up, left, outcomes) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { transport, logins, set_up, left, outcomes })
    }

    /// Turns to another process, which knows nobody.
    pub fn turn_to(&mut self, server: &ServerAt) {
        self.transport.connect_by(server.protocol, &server.host);
        self.transport.wait_for(server.databases.clone());
        self.left.clear();
        locked(&self.logins).forget_all();
    }

    /// Turns to a process that is told in its map of what is sent to it.
    pub(crate) fn turn_to_watched(&mut self, sut: &SutProcess) {
        self.turn_to(&sut.at());
        self.transport.tell(sut.main_map().map(|map| (sut.host(), map)));
    }

    /// Brings a process back to its first state, unless a fresh one is to do that.
    ///
    /// # Errors
    /// With a text for people when it says that it cannot, or nothing within `limit`.
    pub(crate) fn reset(
        &mut self,
        sut: &SutProcess,
        reset: &Reset,
        limit: Duration,
    ) -> Result<(), String> {
        match reset {
            Reset::None | Reset::Restart | Reset::AfterWrites => Ok(()),
            Reset::Databases => {
                // An API that may have databases, and has none so far, is one that nothing resets.
                if sut.has_databases() {
                    sut.put_files_back();
                }
                sut.put_databases_back()
                    .map_err(|error| format!("databases were not put back: {error}"))
            }
            Reset::Driver => {
                sut.put_files_back();
                let done = sut.order("reset", limit).map(drop);
                done.map_err(|error| format!("resetStateOfSUT failed: {error}"))
            }
            Reset::Url(target) => {
                sut.put_files_back();
                self.transport.limit_time(limit);
                reset_by_call(&mut self.transport, target, &sut.host())
            }
        }
    }

    /// Begins a test: whom its calls need logs in.
    ///
    /// # Errors
    /// The first login that fails.
    pub fn begin(&mut self, calls: &[Call], server: &ServerAt) -> Result<(), LoginFailure> {
        self.begin_logged_in();
        self.log_in(calls, server)
    }

    /// Begins a test for which everybody is logged in.
    pub(crate) fn begin_logged_in(&mut self) {
        self.set_up.clear();
        self.outcomes.clear();
        locked(&self.logins).begin_test();
    }

    /// Tells whether something is in the process that earlier tests have set up: it goes where the next test sets up what it
    /// needs.
    pub(crate) fn has_left(&self) -> bool {
        !self.left.is_empty()
    }

    /// Sets up what a test needs, and nothing else of its kinds is there then. Answers what was refused, each by its index
    /// with the words of who did: in the place of its answer stands nothing.
    ///
    /// # Errors
    /// With the words of the first function that fails; what is set up before it stays.
    pub(crate) fn set_up(
        &mut self,
        test: &Test,
        order: &mut dyn FnMut(&Value) -> Result<Value, SetUpError>,
    ) -> Result<Vec<(usize, String)>, String> {
        for kind in std::mem::take(&mut self.left) {
            let forgets = json!({ "kind": kind, "function": "forget", "arguments": [] });
            order(&forgets).map_err(|error| format!("{kind}.forget: {}", error.words()))?;
        }
        let stays = SETUP_KINDS.iter().filter(|kind| kind.stays).map(|kind| kind.name);
        self.left = stays.filter(|kind| test.setup.iter().any(|one| one.kind == *kind)).collect();
        let mut refused = Vec::new();
        for (index, setup) in test.setup.iter().enumerate() {
            let Setup { kind, function, .. } = setup;
            let earlier = Earlier { set_up: &self.set_up, calls: &[] };
            let asked = setup_order(setup, earlier, locked(&self.logins).credentials());
            let asked = asked.map_err(|error| SetUpError::Failed(error.to_string()));
            let answer = match asked.and_then(|asked| order(&asked)) {
                Ok(answer) => answer,
                Err(SetUpError::Refused(why)) => {
                    refused.push((index, why));
                    Value::Null
                }
                Err(SetUpError::Failed(why)) => return Err(format!("{kind}.{function}: {why}")),
            };
            self.set_up.push(answer);
        }
        Ok(refused)
    }

    /// Logs in whom the calls need, within a test, too.
    ///
    /// # Errors
    /// The first login that fails.
    pub fn log_in(&mut self, calls: &[Call], server: &ServerAt) -> Result<(), LoginFailure> {
        locked(&self.logins).log_in(calls, server, &mut self.transport)
    }

    /// Logs everybody in, to learn who can; answers who cannot.
    pub(crate) fn log_in_all(&mut self, server: &ServerAt) -> Vec<LoginFailure> {
        locked(&self.logins).log_in_all(server, &mut self.transport)
    }

    /// Tells whether nobody has to log in before these calls.
    pub(crate) fn are_in(&self, calls: &[Call]) -> bool {
        locked(&self.logins).are_in(calls)
    }

    /// Answers who is logged in.
    pub(crate) fn logins(&self) -> &Arc<Mutex<Logins>> {
        &self.logins
    }

    /// Answers what the next call of the test under way sends to `host`.
    pub fn wire(&self, call: &Call, host: &str) -> WireCall {
        self.wire_after(&self.outcomes, call, host)
    }

    /// Answers what a call sends after such outcomes.
    pub(crate) fn wire_after(&self, earlier: &[CallOutcome], call: &Call, host: &str) -> WireCall {
        let earlier = Earlier { set_up: &self.set_up, calls: earlier };
        wire_call(call.http(), earlier, host, locked(&self.logins).credentials())
    }

    /// Makes a call of the test under way, and takes in what became of it. `reached`: as of [`Transport::call`].
    pub fn call(&mut self, wire: &WireCall, reached: impl Fn() -> bool) -> &CallOutcome {
        let outcome = self.transport.call(wire, reached);
        self.note(outcome)
    }

    /// Takes in what became of the call that was made last.
    pub(crate) fn note(&mut self, outcome: CallOutcome) -> &CallOutcome {
        let at = self.outcomes.len();
        self.outcomes.push(outcome);
        &self.outcomes[at]
    }

    /// Ends the test; answers what became of its calls.
    pub fn end(&mut self) -> Vec<CallOutcome> {
        std::mem::take(&mut self.outcomes)
    }
}
