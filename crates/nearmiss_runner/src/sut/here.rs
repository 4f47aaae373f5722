//! A SUT process of this machine: supervised, its maps opened and closed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nearmiss_problem::{FoundMount, FoundRoute};
use nearmiss_targets::layout::{ROUTED_ACTIONS, epoch, word};

use super::copies::Copies;
use super::databases::Databases;
use super::quiet::Quiet;
use super::spec::ListenAt;
use crate::control::{Control, Listening};
use crate::homes::{Lease, OwnDatabases};
use crate::kept_files::KeptStart;
use crate::shared_map::{Drained, SharedMap};
use crate::start_command::{ProcessTree, describe};

/// Looks at the cell of a quiet SUT before the core begins to sleep between them: the runtime needs
/// some tens of microseconds, and waking up costs as much again.
const SPINS: u32 = 1_000;
/// Looks whether the SUT has noted that its answer was sent: it does within a few microseconds.
const HOLD_SPINS: u32 = 300;

/// How long the runtime may be silent before it is asked whether it still lives; well above its own
/// bound.
const ASK_AFTER: Duration = Duration::from_millis(200);

/// How long what stands between a SUT and us may need to tell that and how it ended.
const TELLS_HOW: Duration = Duration::from_secs(2);

/// How long what a SUT still does after it listens may count as its start.
const END_OF_BOOT: Duration = Duration::from_secs(1);
/// Time that its event loop may stand still meanwhile, as that of a server that prepares once it listens: what does not
/// answer an order takes none any more.
const BLOCKED_BOOT: Duration = Duration::from_secs(30);

/// How long the SUT may take to tell its routes.
const ROUTES_LIMIT: Duration = Duration::from_secs(30);

/// The processes, what they have in place of databases in files, the files of the project, and homes of databases.
pub(super) type Parts = (ProcessTree, Arc<Copies>, Option<KeptStart>, Option<Arc<Lease>>);

/// The process, with those that it starts.
#[derive(Debug)]
pub(super) struct Here {
    pub tree: ProcessTree,
    pub control: Control,
    /// The server under test.
    pub server: Listening,
    pub boot: Vec<(u32, f64)>,
    maps: Vec<Arc<SharedMap>>,
    /// Behind the processes that have them open.
    copies: Arc<Copies>,
    kept: Option<KeptStart>,
    /// Behind them, too: who starts next may get the same homes.
    lease: Option<Arc<Lease>>,
}

impl Here {
    /// A process that listens.
    pub fn new((tree, copies, kept, lease): Parts, control: Control, server: Listening) -> Self {
        let (boot, maps) = (Vec::new(), Vec::new());
        let mut this = Self { tree, control, server, boot, maps, copies, kept, lease };
        this.end_boot();
        this
    }

    /// Lets the event loop turn once, so that what follows `listen` in the same tick still counts
    /// as boot time, then drains what was touched so far.
    fn end_boot(&mut self) {
        let given_up = Instant::now() + BLOCKED_BOOT;
        while !self.control.takes_orders()
            && self.tree.ended().is_none()
            && Instant::now() < given_up
        {
            self.control.wait(Duration::from_millis(20));
        }
        let end = Instant::now() + END_OF_BOOT;
        let mut idle_turns = 0;
        while idle_turns < 2 && Instant::now() < end {
            if !self.control.takes_orders() {
                self.control.wait(Duration::from_millis(20));
                continue;
            }
            match self.control.order("idle", BLOCKED_BOOT) {
                Ok(answer) if answer["idle"] == true => idle_turns += 1,
                Ok(_) => std::thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        self.set_epoch(0, epoch::CLOSED);
        self.boot = self.maps.iter().flat_map(|map| map.drain().slots).collect();
    }

    fn set_epoch(&mut self, number: u32, state: u32) {
        self.maps = self.control.maps(self.server.pid);
        for map in &self.maps {
            if state == epoch::OPEN && map.load(word::EPOCH_STATE) == epoch::BOOT {
                // A thread that began after the start: its loading of modules is nobody's merit.
                self.boot.extend(map.drain().slots);
            }
            map.store_epoch(number);
            map.store(word::NOT_QUIET, 0);
            map.store(word::EPOCH_STATE, state);
        }
    }

    /// Opens the epoch of a test in every map; `discovers`: the inputs that are read are to be told;
    /// `pairs`: so are values that meet; `first`: the action that it begins with. The maps must have been drained.
    pub fn open_epoch(
        &mut self,
        number: u32,
        (discovers, pairs, awake): (bool, bool, Duration),
        floors: (&BTreeMap<u32, f64>, &[(u32, f64)]),
        (operation, is_last): (Option<usize>, bool),
    ) {
        self.maps = self.control.maps(self.server.pid);
        for map in &self.maps {
            map.store(word::DISCOVERY, u32::from(discovers));
            map.store(word::PAIRS, u32::from(pairs));
            map.store(word::AWAKE, u32::try_from(awake.as_micros()).unwrap_or(u32::MAX));
        }
        self.set_floors(floors);
        self.begin_action(0, operation, is_last);
        self.set_epoch(number, epoch::OPEN);
    }

    /// Sets floors of slots: `changed` in maps that have those before, `all` in new ones. Not in an open
    /// epoch: what was touched there would be overwritten.
    fn set_floors(&mut self, (all, changed): (&BTreeMap<u32, f64>, &[(u32, f64)])) {
        for map in &self.maps {
            if map.load(word::EPOCH_STATE) == epoch::BOOT {
                self.boot.extend(map.drain().slots);
            }
            if map.take_has_floors() {
                changed.iter().for_each(|(slot, floor)| map.set_floor(*slot, *floor));
            } else {
                all.iter().for_each(|(slot, floor)| map.set_floor(*slot, *floor));
            }
        }
    }

    /// Tells the runtime which action comes and which operation it calls (an index), and forgets the
    /// exception of the one before and what an earlier test knew of it.
    pub fn begin_action(&self, index: usize, operation: Option<usize>, last: bool) {
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        for map in &self.maps {
            map.store(word::ACTION, number(index));
            map.store(
                word::OPERATION,
                operation.map_or(0, |index| number(index).saturating_add(1)),
            );
            map.store(word::THROWN, 0);
            map.store(word::THROWN_AT, 0);
            map.store(word::LAST_ACTION, u32::from(last));
            if index < ROUTED_ACTIONS {
                map.store(word::ROUTE + index, 0);
            }
        }
    }

    /// Numbers of the routes that handled the first `actions` actions; 0 where none is known.
    #[must_use]
    pub fn routes_of(&self, actions: usize) -> Vec<u32> {
        let route = |index: usize| {
            let told = self.maps.iter().map(|map| map.load(word::ROUTE + index));
            told.max().unwrap_or(0)
        };
        (0..actions.min(ROUTED_ACTIONS)).map(route).collect()
    }

    /// Slot of the statement that the first exception of this action left, if one passed (0: it
    /// passed outside of any statement).
    #[must_use]
    pub fn thrown_at(&self) -> Option<u32> {
        let map = self.maps.iter().find(|map| map.load(word::THROWN) == 1)?;
        Some(map.load(word::THROWN_AT))
    }

    /// Passes by what all threads have touched so far in this epoch.
    pub(crate) fn look(&self, mut touched: impl FnMut(usize, &SharedMap)) {
        self.maps.iter().enumerate().for_each(|(thread, map)| touched(thread, map));
    }

    /// Slots that the main thread has touched in this epoch.
    #[must_use]
    pub fn touched(&self) -> u32 {
        self.maps.first().map_or(0, |map| map.load(word::TOUCHED_COUNT))
    }

    /// The slot that the main thread touched last, if it touched any since there were `before`.
    #[must_use]
    pub fn touched_last(&self, before: u32) -> Option<u32> {
        let map = self.maps.first()?;
        let count = map.load(word::TOUCHED_COUNT);
        if count > before { map.touched(count - 1) } else { None }
    }

    /// Processor time of the main thread so far; `None` where the system does not tell.
    #[must_use]
    pub fn main_thread_time(&self) -> Option<Duration> {
        let pid = self.server.pid;
        let text = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/schedstat")).ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }

    /// The map of the main thread.
    pub(crate) fn main_map(&self) -> Option<Arc<SharedMap>> {
        self.control.maps(self.server.pid).into_iter().next()
    }

    /// Requests the runtime has seen since the process started.
    #[must_use]
    pub fn requests(&self) -> u32 {
        self.maps.first().map_or(0, |map| map.load(word::REQUESTS))
    }

    /// Whether the first call of the next test may be sent while the test `number`, all of whose answers have come,
    /// ends. It is read when the epoch after that is opened, or when [`Here::withdraw_ahead`] tells that there is none.
    #[must_use]
    pub fn announce_ahead(&self, number: u32) -> bool {
        // Who else answers a call opens his epoch at another time.
        let [main] = &self.maps[..] else { return false };
        // The answer is here before the runtime has noted that it was sent.
        (0..HOLD_SPINS).any(|_| {
            let is_held = main.load(word::HELD) == number;
            if !is_held {
                std::thread::yield_now();
            }
            is_held
        }) && main.announce_ahead(number)
    }

    /// Tells that no call was sent ahead.
    pub fn withdraw_ahead(&self) {
        self.maps.iter().for_each(|map| map.store(word::AHEAD, 0));
    }

    /// Waits until the runtime has closed the epoch, at most `limit`; then closes it everywhere.
    pub fn wait_quiet(&mut self, number: u32, limit: Duration) -> Quiet {
        let Some(main) = self.maps.first().cloned() else { return Quiet::Yes };
        let start = Instant::now();
        let mut turns = 0u32;
        let mut asked = false;
        let mut missing = None;
        while missing.is_none() && main.load(word::QUIET_EPOCH) != number {
            turns += 1;
            if turns < SPINS {
                std::thread::yield_now();
                continue;
            }
            std::thread::sleep(Duration::from_micros(50));
            let waited = start.elapsed();
            if self.tree.ended().is_some() {
                missing = Some(Quiet::Gone);
            } else if waited > limit {
                missing = Some(Quiet::NoAnswer);
            } else if !asked && waited > ASK_AFTER {
                // Behind a shell or npm the end of the process shows only here.
                asked = true;
                if main.is_overwritten() {
                    missing = Some(Quiet::NoAnswer);
                    continue;
                }
                missing = self.control.order("idle", limit).is_err().then_some(Quiet::Gone);
            }
        }
        let busy = main.load(word::NOT_QUIET) != 0;
        self.close_epoch();
        missing.unwrap_or(if busy { Quiet::Busy } else { Quiet::Yes })
    }

    /// Closes the epoch in every map.
    pub fn close_epoch(&self) {
        for map in &self.maps {
            map.store(word::EPOCH_STATE, epoch::CLOSED);
            map.store(word::LAST_ACTION, 0);
        }
    }

    /// Drains every map. The epoch must be closed.
    #[must_use]
    pub fn drain(&self) -> Vec<Drained> {
        self.maps.iter().map(|map| map.drain()).collect()
    }

    /// Where the server under test listens, for a process after this one.
    #[must_use]
    pub fn place(&self) -> ListenAt {
        let Listening { pid, port, wanted, .. } = self.server;
        let servers = self.control.listening();
        let mut alike = servers.iter().filter(|one| one.pid == pid && one.wanted == wanted);
        let nth = alike.position(|one| one.port == port).unwrap_or(0);
        ListenAt { wanted, nth, port }
    }

    /// Whether the process takes orders: one that did not answer in time takes none any more.
    #[must_use]
    pub fn takes_orders(&self) -> bool {
        self.control.takes_orders()
    }

    /// Gives an order to the process that listens, where there are several.
    ///
    /// # Errors
    /// See [`Control::order`].
    pub fn order_to_server(
        &self,
        order: &str,
        limit: Duration,
    ) -> Result<serde_json::Value, String> {
        self.control.order_to(Some(self.server.pid), order, limit)
    }

    /// Gives an order to the process; while there is no answer `waits` is asked now and then whether to wait on.
    ///
    /// # Errors
    /// See [`Control::order`].
    pub fn order_while(
        &self,
        order: &str,
        limit: Duration,
        waits: &dyn Fn() -> bool,
    ) -> Result<serde_json::Value, String> {
        if let Some(main) = self.maps.first() {
            main.note_sent();
        }
        self.control.order_while(None, order, limit, waits)
    }

    /// What the routers of the process serve, as far as it has any that we know.
    #[must_use]
    pub fn routes(&self) -> Vec<FoundRoute> {
        let answer = self.control.order("routes", ROUTES_LIMIT).unwrap_or_default();
        serde_json::from_value(answer["routes"].clone()).unwrap_or_default()
    }

    /// Asks for what stands at a path of its own and shows no routes.
    #[must_use]
    pub fn mounts(&self) -> Vec<FoundMount> {
        let answer = self.control.order("mounts", ROUTES_LIMIT).unwrap_or_default();
        serde_json::from_value(answer["mounts"].clone()).unwrap_or_default()
    }

    /// How the process ended, if it has. One that closed its connection for orders is ending: what
    /// stands between it and us (a shell, npm) is given a moment to hear and to tell how.
    pub fn ended(&mut self) -> Option<String> {
        let end = Instant::now() + TELLS_HOW;
        loop {
            let status = self.tree.ended();
            if status.is_some() || !self.control.hung_up() || Instant::now() >= end {
                return status.map(describe);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The end of what it printed.
    #[must_use]
    pub fn output(&self) -> String {
        self.tree.output()
    }

    /// Ends it by force.
    pub fn kill(&mut self) {
        self.tree.kill(None);
    }

    /// Ends it by force, for another one to find its files as they were.
    pub fn end(&mut self) {
        self.kill();
        self.kept = None;
    }

    /// Notes that it is called from now on.
    pub fn is_called(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.is_called();
        }
    }

    /// Tells whether it has found its files as a process has to that starts now.
    pub fn has_fresh_files(&self) -> bool {
        self.kept.as_ref().is_none_or(KeptStart::is_fresh)
    }

    /// Puts its files back, before it is reset.
    pub fn put_files_back(&self) {
        if let Some(kept) = &self.kept {
            kept.put_back_before_reset(&[self.tree.id(), self.server.pid]);
        }
    }

    /// Tells whether it has databases that are put back.
    pub fn has_databases(&self) -> bool {
        self.copies.path().exists() || self.lease.as_ref().is_some_and(|lease| lease.is_used())
    }

    /// Answers its databases, to put rows into them.
    pub fn databases(&self) -> Databases<'_> {
        Databases { lease: self.lease.as_deref(), copies: &self.copies }
    }

    /// Answers why it was refused a home that it asked for, if it was.
    pub fn refused_home(&self) -> Option<String> {
        self.lease.as_ref().and_then(|lease| lease.refused())
    }

    /// Answers what is known of databases that it has in place of those that it is configured for.
    pub fn own_databases(&self) -> OwnDatabases {
        let own = self.lease.as_ref().map(|lease| lease.seen().clone()).unwrap_or_default();
        if self.copies.lack_rows() {
            own.note_lacking_rows();
        }
        own
    }

    /// Brings its databases back to what its start left in them.
    ///
    /// # Errors
    /// See [`Lease::reset`] and [`Copies::put_back`].
    pub fn put_databases_back(&self) -> Result<(), String> {
        self.copies.put_back()?;
        let Some(lease) = &self.lease else { return Ok(()) };
        let sessions = lease.reset()?;
        if sessions > 0 {
            tracing::info!(sessions, "sessions of the API held locks and were ended");
        }
        Ok(())
    }

    /// Ends it politely, so that it can write what it wants to write.
    pub fn stop(&mut self) {
        let _ = self.control.order("stop", Duration::from_secs(2));
        self.tree.kill(Some(Duration::from_secs(2)));
    }

    /// `host:port` of the server under test.
    #[must_use]
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.server.port)
    }
}
