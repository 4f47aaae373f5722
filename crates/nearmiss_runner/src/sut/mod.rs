//! A SUT that runs: a process of this machine, or one that a controller runs.

mod activity;
mod controlled;
mod copies;
mod databases;
mod here;
mod keeper;
mod quiet;
mod spec;
mod start;
mod unseen;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use nearmiss_problem::{FoundMount, FoundRoute};
use serde_json::Value;

pub use self::controlled::{ConnectError, ControllerClient, ToldUnits};
pub use self::quiet::Quiet;
pub use self::spec::{ListenAt, StartSutError, SutSpec};

use self::controlled::Controlled;
use self::here::Here;
use crate::connection::ServerAt;
use crate::control::{DriverReady, Listening};
use crate::shared_map::{Drained, SharedMap};

/// A SUT that listens.
#[derive(Debug)]
pub struct SutProcess {
    /// The server under test.
    pub server: Listening,
    /// What the driver told, if there is one.
    pub driver: Option<DriverReady>,
    runs: Runs,
    /// Tables of its databases, once they were asked for.
    tables: OnceLock<Vec<Value>>,
}

/// Who runs it.
#[derive(Debug)]
enum Runs {
    Here(Box<Here>),
    Controlled(Box<Controlled>),
}

impl SutProcess {
    /// Slots touched from the start of the process until it was ready, and those that threads touch as they begin, with their
    /// heuristic; a number of a target may stand for the slot.
    #[must_use]
    pub fn boot(&self) -> &[(u32, f64)] {
        match &self.runs {
            Runs::Here(here) => &here.boot,
            Runs::Controlled(controlled) => controlled.boot(),
        }
    }

    /// The same, once.
    pub fn take_boot(&mut self) -> Vec<(u32, f64)> {
        match &mut self.runs {
            Runs::Here(here) => std::mem::take(&mut here.boot),
            Runs::Controlled(controlled) => controlled.take_boot(),
        }
    }

    /// Opens the epoch of a test; `discovers`: the inputs that are read are to be told; `pairs`: so are values that meet; `awake`: how
    /// long the SUT may wait for the next call without sleeping. `floors`: what slots must exceed to be told, all and those that are
    /// new. `first`: the operation of the action that it begins with (an index), and whether that is the only one. What the test
    /// before it has touched must have been drained.
    pub fn open_epoch(
        &mut self,
        number: u32,
        (discovers, pairs, awake): (bool, bool, Duration),
        floors: (&BTreeMap<u32, f64>, &[(u32, f64)]),
        first: (Option<usize>, bool),
    ) {
        match &mut self.runs {
            Runs::Here(here) => here.open_epoch(number, (discovers, pairs, awake), floors, first),
            Runs::Controlled(controlled) => {
                controlled.open_test((discovers, pairs), floors.1, first);
            }
        }
    }

    /// Tells the runtime which action comes and which operation it calls (an index), and forgets the
    /// exception of the one before.
    pub fn begin_action(&mut self, index: usize, operation: Option<usize>, last: bool) {
        match &mut self.runs {
            Runs::Here(here) => here.begin_action(index, operation, last),
            Runs::Controlled(controlled) => controlled.begin_action(index, operation, last),
        }
    }

    /// Slot of the statement that the first exception of this action left, if one passed (0: it
    /// passed outside of any statement). A controller tells it at the end of the test.
    #[must_use]
    pub fn thrown_at(&self) -> Option<u32> {
        self.here().and_then(Here::thrown_at)
    }

    /// The same of all actions of the test that has ended, where only its end tells; a number of a target may stand for the slot.
    pub fn thrown_at_end(&mut self) -> Option<Vec<Option<u32>>> {
        match &mut self.runs {
            Runs::Here(_) => None,
            Runs::Controlled(controlled) => Some(controlled.take_thrown()),
        }
    }

    /// Passes by what all threads have touched so far in this epoch.
    pub(crate) fn look(&self, touched: impl FnMut(usize, &SharedMap)) {
        if let Some(here) = self.here() {
            here.look(touched);
        }
    }

    /// Slots that the main thread has touched in this epoch.
    #[must_use]
    pub fn touched(&self) -> u32 {
        self.here().map_or(0, Here::touched)
    }

    /// The slot that the main thread touched last, if it touched any since there were `before`.
    #[must_use]
    pub fn touched_last(&self, before: u32) -> Option<u32> {
        self.here().and_then(|here| here.touched_last(before))
    }

    /// Processor time of the main thread so far; `None` where the system does not tell.
    #[must_use]
    pub fn main_thread_time(&self) -> Option<Duration> {
        self.here().and_then(Here::main_thread_time)
    }

    /// The map of the main thread.
    pub(crate) fn main_map(&self) -> Option<Arc<SharedMap>> {
        self.here().and_then(Here::main_map)
    }

    /// Requests the runtime has seen since the process started; of one that cannot be looked at another number at each look.
    #[must_use]
    pub fn requests(&self) -> u32 {
        match &self.runs {
            Runs::Here(here) => here.requests(),
            Runs::Controlled(controlled) => controlled.requests(),
        }
    }

    /// Whether the first call of the next test may be sent while the test `number`, all of whose answers have come, ends.
    /// It is read when the epoch after that is opened, or when [`SutProcess::withdraw_ahead`] tells that there is none.
    #[must_use]
    pub fn announce_ahead(&self, number: u32) -> bool {
        self.here().is_some_and(|here| here.announce_ahead(number))
    }

    /// Tells that no call was sent ahead.
    pub fn withdraw_ahead(&self) {
        if let Some(here) = self.here() {
            here.withdraw_ahead();
        }
    }

    /// Waits until the runtime has closed the epoch, at most `limit`; then closes it everywhere.
    pub fn wait_quiet(&mut self, number: u32, limit: Duration) -> Quiet {
        match &mut self.runs {
            Runs::Here(here) => here.wait_quiet(number, limit),
            Runs::Controlled(controlled) => controlled.wait_quiet(limit),
        }
    }

    /// Closes the epoch.
    pub fn close_epoch(&self) {
        if let Some(here) = self.here() {
            here.close_epoch();
        }
    }

    /// What each thread has touched. The epoch must be closed.
    #[must_use]
    pub fn drain(&mut self) -> Vec<Drained> {
        match &mut self.runs {
            Runs::Here(here) => here.drain(),
            Runs::Controlled(controlled) => controlled.drain(),
        }
    }

    /// Numbers of the routes that handled the first `actions` actions of the test that has ended, once it was drained;
    /// 0, or none, where that is not known.
    #[must_use]
    pub fn routes_of(&self, actions: usize) -> Vec<u32> {
        match &self.runs {
            Runs::Here(here) => here.routes_of(actions),
            Runs::Controlled(controlled) => controlled.routes_of().to_vec(),
        }
    }

    /// Where the server under test listens, for a process after this one.
    #[must_use]
    pub fn place(&self) -> Option<ListenAt> {
        self.here().map(Here::place)
    }

    /// Whether the process takes orders: one that did not answer in time takes none any more.
    #[must_use]
    pub fn takes_orders(&self) -> bool {
        self.here().is_none_or(Here::takes_orders)
    }

    /// Whether it tells what runs in it: a controller of another tool's does not.
    #[must_use]
    pub fn tells_work(&self) -> bool {
        match &self.runs {
            Runs::Here(_) => true,
            Runs::Controlled(controlled) => controlled.is_ours(),
        }
    }

    /// Gives an order to the process that listens, where there are several.
    ///
    /// # Errors
    /// See [`crate::control::Control::order`].
    pub fn order_to_server(
        &self,
        order: &str,
        limit: Duration,
    ) -> Result<serde_json::Value, String> {
        match &self.runs {
            Runs::Here(here) => here.order_to_server(order, limit),
            Runs::Controlled(controlled) => controlled.order(order),
        }
    }

    /// Gives an order to the process.
    ///
    /// # Errors
    /// See [`crate::control::Control::order`]; what a controller answers.
    pub fn order(&self, order: &str, limit: Duration) -> Result<serde_json::Value, String> {
        self.order_while(order, limit, &|| true)
    }

    /// Gives an order to the process; while one of this machine does not answer, `waits` is asked now and then whether
    /// to wait on.
    ///
    /// # Errors
    /// See [`SutProcess::order`].
    pub fn order_while(
        &self,
        order: &str,
        limit: Duration,
        waits: &dyn Fn() -> bool,
    ) -> Result<serde_json::Value, String> {
        match &self.runs {
            Runs::Here(here) => here.order_while(order, limit, waits),
            Runs::Controlled(controlled) => controlled.order(order),
        }
    }

    /// What the routers of the process serve, as far as it has any that we know.
    #[must_use]
    pub fn routes(&self) -> Vec<FoundRoute> {
        match &self.runs {
            Runs::Here(here) => here.routes(),
            Runs::Controlled(controlled) => controlled.routes(),
        }
    }

    /// Asks for what stands at a path of its own and shows no routes; of a controller's API that is not known.
    #[must_use]
    pub fn mounts(&self) -> Vec<FoundMount> {
        match &self.runs {
            Runs::Here(here) => here.mounts(),
            Runs::Controlled(_) => Vec::new(),
        }
    }

    /// How the process ended, if it has. One that closed its connection for orders is ending: what
    /// stands between it and us (a shell, npm) is given a moment to hear and to tell how.
    pub fn ended(&mut self) -> Option<String> {
        match &mut self.runs {
            Runs::Here(here) => here.ended(),
            Runs::Controlled(controlled) => controlled.ended(),
        }
    }

    /// The end of what it printed.
    #[must_use]
    pub fn output(&self) -> String {
        self.here().map(Here::output).unwrap_or_default()
    }

    /// Ends it by force.
    pub fn kill(&mut self) {
        match &mut self.runs {
            Runs::Here(here) => here.kill(),
            Runs::Controlled(controlled) => controlled.stop(),
        }
    }

    /// Ends it by force, for another one to find its files as they were.
    pub fn end(&mut self) {
        match &mut self.runs {
            Runs::Here(here) => here.end(),
            Runs::Controlled(controlled) => controlled.stop(),
        }
    }

    /// Notes that it is called from now on: it is no spare.
    pub fn is_called(&mut self) {
        if let Runs::Here(here) = &mut self.runs {
            here.is_called();
        }
    }

    /// Tells whether it has found its files as a process has to that starts now.
    #[must_use]
    pub fn has_fresh_files(&self) -> bool {
        self.here().is_none_or(Here::has_fresh_files)
    }

    /// Puts its files back, before it is reset.
    pub fn put_files_back(&self) {
        if let Some(here) = self.here() {
            here.put_files_back();
        }
    }

    /// Tells whether it has databases that are put back.
    #[must_use]
    pub fn has_databases(&self) -> bool {
        self.here().is_some_and(Here::has_databases)
    }

    /// Brings its databases back to what its start left in them.
    ///
    /// # Errors
    /// With a text for people when that cannot be: another process has other ones.
    pub fn put_databases_back(&self) -> Result<(), String> {
        self.here().map_or(Ok(()), Here::put_databases_back)
    }

    /// Ends it politely, so that it can write what it wants to write.
    pub fn stop(&mut self) {
        match &mut self.runs {
            Runs::Here(here) => here.stop(),
            Runs::Controlled(controlled) => controlled.stop(),
        }
    }

    /// `host:port` of the server under test.
    #[must_use]
    pub fn host(&self) -> String {
        match &self.runs {
            Runs::Here(here) => here.host(),
            Runs::Controlled(controlled) => controlled.host(),
        }
    }

    /// Where the server under test listens.
    #[must_use]
    pub fn at(&self) -> ServerAt {
        ServerAt {
            host: self.host(),
            protocol: self.server.protocol,
            wanted: self.server.wanted,
            databases: self.here().map(Here::own_databases).unwrap_or_default(),
        }
    }

    /// Answers why it was refused a home for a database, if it was.
    #[must_use]
    pub fn refused_home(&self) -> Option<String> {
        self.here().and_then(Here::refused_home)
    }

    fn here(&self) -> Option<&Here> {
        match &self.runs {
            Runs::Here(here) => Some(here),
            Runs::Controlled(_) => None,
        }
    }

    fn controlled(&self) -> Option<&Controlled> {
        match &self.runs {
            Runs::Here(_) => None,
            Runs::Controlled(controlled) => Some(controlled),
        }
    }
}
