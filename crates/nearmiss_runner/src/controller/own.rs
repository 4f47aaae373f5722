//! What a core of our own is told beyond the protocol: everything that it would read of a process of this machine, so that it searches
//! as it does there.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::PoisonError;
use std::time::Duration;

use nearmiss_targets::layout;
use nearmiss_wire::{
    ActionDto, OwnActionDto, OwnControllerDto, OwnCoreDto, OwnNewsDto, OwnQuiet, OwnResultsDto,
    OwnThreadDto, SlotBits,
};

use super::{Controller, Refusal};
use crate::control::SearchWords;
use crate::reset::Reset;
use crate::shared_map::Drained;
use crate::sut::Quiet;

/// A search of our own core.
#[derive(Debug, Default)]
pub(super) struct OwnSearch {
    told: Told,
    /// What processes covered while they started, untold.
    pub boot: Vec<(u32, f64)>,
    /// What slots must exceed to be told.
    floors: BTreeMap<u32, f64>,
    /// Names of operations by the core's numbers.
    operations: Vec<String>,
    test: OwnTest,
}

/// The test that is under way.
#[derive(Debug, Default)]
struct OwnTest {
    epoch: Option<u32>,
    /// What each action that is over has thrown.
    thrown_at: Vec<Option<u32>>,
    /// The action under way is the last one: the runtime closes the epoch itself.
    is_last: bool,
}

/// How much was told.
#[derive(Debug, Default)]
struct Told {
    tables: usize,
    schemas: usize,
    routes: usize,
    skipped: usize,
    suppressed: usize,
}

impl Told {
    /// What is not.
    fn news(&mut self, words: &SearchWords, boot: &mut Vec<(u32, f64)>) -> OwnNewsDto {
        let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let validators = words.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let routes = words.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let skipped = words.skipped.lock().unwrap_or_else(PoisonError::into_inner);
        let suppressed = words.suppressed.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = registry.since(self.tables);
        let tables =
            tables.filter_map(|(base, table)| Some((base, serde_json::to_value(table).ok()?)));
        let new_routes = routes.since(self.routes);
        let news = OwnNewsDto {
            tables: tables.collect(),
            schemas: validators.since(self.schemas).map(str::to_owned).collect(),
            routes: new_routes.filter_map(|route| serde_json::to_value(route).ok()).collect(),
            boot: bits(std::mem::take(boot)),
            skipped: skipped.iter().skip(self.skipped).cloned().collect(),
            // They are sorted: where there are more, all are told.
            suppressed: if suppressed.len() > self.suppressed {
                suppressed.iter().cloned().collect()
            } else {
                Vec::new()
            },
        };
        self.tables = registry.count();
        self.schemas += news.schemas.len();
        self.routes += news.routes.len();
        self.skipped = skipped.len();
        self.suppressed = suppressed.len();
        news
    }
}

impl Controller {
    /// `PUT /nearmiss`.
    pub(crate) fn begin_own(&mut self, core: &OwnCoreDto) -> Result<OwnControllerDto, Refusal> {
        if core.version != layout::VERSION {
            return Err((
                409,
                "the core is another version of nearmiss than this controller".to_owned(),
            ));
        }
        self.new_search();
        if self.options.spec.incidents != core.incidents {
            self.options.spec.incidents.clone_from(&core.incidents);
            self.stop();
        }
        // A process that runs has told it before; one that is started now tells it again.
        let mut own = OwnSearch { boot: self.boot_slots.clone(), ..OwnSearch::default() };
        self.ensure_running()?;
        let news = own.told.news(&self.words, &mut own.boot);
        self.own = Some(own);
        Ok(OwnControllerDto {
            resets: !matches!(self.options.reset, Reset::None),
            wanted_port: self.sut.as_ref().map_or(0, |sut| sut.server.wanted),
            news,
        })
    }

    /// Another search begins: what is left of one of ours is nobody's.
    pub(super) fn end_own(&mut self) {
        let Some(own) = self.own.take() else { return };
        if own.test.epoch.is_some()
            && let Some(sut) = &mut self.sut
        {
            sut.close_epoch();
            drop(sut.drain());
        }
        self.stale_floors.extend(own.floors.keys().map(|slot| (*slot, 0.0)));
        let mut validators = self.words.validators.lock().unwrap_or_else(PoisonError::into_inner);
        validators.know_operations(self.operations.iter().cloned());
    }

    /// `PUT /newAction` with the member `nearmiss`.
    pub(crate) fn own_action(
        &mut self,
        action: &ActionDto,
        asked: &OwnActionDto,
    ) -> Result<(), Refusal> {
        let (index, operation) = numbers(action, asked)?;
        let Some(own) = &mut self.own else {
            return Err((409, "PUT nearmiss comes first".to_owned()));
        };
        if asked.opens.is_none() && own.test.epoch.is_none() {
            return Err((409, "no test is under way".to_owned()));
        }
        let Some(mut sut) = self.sut.take() else {
            return Err((500, "the SUT does not run: PUT runSUT comes first".to_owned()));
        };
        if let Some(number) = operation
            && own.operations.get(number) != Some(&action.name)
        {
            own.operations.resize(own.operations.len().max(number + 1), String::new());
            own.operations[number].clone_from(&action.name);
            let mut validators =
                self.words.validators.lock().unwrap_or_else(PoisonError::into_inner);
            validators.know_operations(own.operations.iter().cloned());
        }
        match &asked.opens {
            Some(test) => {
                if own.test.epoch.is_some() {
                    // It was left in the middle.
                    sut.close_epoch();
                    drop(sut.drain());
                }
                let given = values(&test.floors);
                own.floors.extend(given.iter().copied());
                let mut new = std::mem::take(&mut self.stale_floors);
                new.extend(given);
                self.epoch = self.epoch.wrapping_add(1).max(1);
                let flags = (test.discovers, test.pairs, Duration::ZERO);
                sut.open_epoch(self.epoch, flags, (&own.floors, &new), (operation, asked.last));
                own.test = OwnTest { epoch: Some(self.epoch), ..OwnTest::default() };
            }
            None => {
                own.test.thrown_at.push(sut.thrown_at());
                sut.begin_action(index, operation, asked.last);
            }
        }
        own.test.is_last = asked.last;
        own.boot.extend(sut.take_boot());
        self.sut = Some(sut);
        Ok(())
    }

    /// `GET /testResults?nearmiss=true`. Where `waits`, the test has had all its answers, and what it still does is waited for.
    pub(crate) fn own_results(
        &mut self,
        waits: bool,
        within: Duration,
    ) -> Result<OwnResultsDto, Refusal> {
        let Some(own) = &mut self.own else {
            return Err((409, "PUT nearmiss comes first".to_owned()));
        };
        let mut results = OwnResultsDto { quiet: OwnQuiet::Gone, ..OwnResultsDto::default() };
        let test = std::mem::take(&mut own.test);
        if let Some(epoch) = test.epoch
            && let Some(mut sut) = self.sut.take()
        {
            results.thrown_at = test.thrown_at;
            results.thrown_at.push(sut.thrown_at());
            // One that was broken off has no last action.
            let asked = !waits || test.is_last || sut.order_to_server("end", within).is_ok();
            results.quiet = match (waits, asked) {
                (true, true) => quiet(sut.wait_quiet(epoch, within)),
                (true, false) => OwnQuiet::Gone,
                (false, _) => OwnQuiet::Yes,
            };
            sut.close_epoch();
            results.threads = sut.drain().into_iter().map(thread).collect();
            results.routes = sut.routes_of(results.thrown_at.len());
            let lost = matches!(results.quiet, OwnQuiet::Gone | OwnQuiet::NoAnswer);
            if lost {
                results.ended = sut.ended();
            }
            own.boot.extend(sut.take_boot());
            self.sut = (!lost).then_some(sut);
        }
        results.news = own.told.news(&self.words, &mut own.boot);
        Ok(results)
    }

    /// `POST /nearmiss/order`.
    pub(crate) fn own_order(&mut self, order: &str) -> Result<serde_json::Value, Refusal> {
        let Some(sut) = &mut self.sut else { return Err((500, "the SUT does not run".to_owned())) };
        if let Some(how) = sut.ended() {
            return Err((500, format!("the SUT {how}")));
        }
        sut.order(order, self.options.limits.time).map_err(|why| (500, why))
    }
}

/// The numbers of the action and of its operation, if all that the core gives are ones that a map has room for.
fn numbers(action: &ActionDto, asked: &OwnActionDto) -> Result<(usize, Option<usize>), Refusal> {
    let none = |what: &str, number: &dyn Display| (400, format!("there is no {what} {number}"));
    let index = u16::try_from(action.index).map_err(|_| none("action", &action.index))?;
    let operation = asked.operation.map(|number| {
        u16::try_from(number).map(usize::from).map_err(|_| none("operation", &number))
    });
    for (slot, floor) in asked.opens.iter().flat_map(|test| values(&test.floors)) {
        if slot as usize >= layout::SLOTS {
            return Err(none("slot", &slot));
        }
        if !(0.0..1.0).contains(&floor) {
            return Err(none("floor", &floor));
        }
    }
    Ok((usize::from(index), operation.transpose()?))
}

fn bits(slots: Vec<(u32, f64)>) -> Vec<SlotBits> {
    slots.into_iter().map(|(slot, h)| (slot, h.to_bits())).collect()
}

fn values(slots: &[SlotBits]) -> Vec<(u32, f64)> {
    slots.iter().map(|(slot, bits)| (*slot, f64::from_bits(*bits))).collect()
}

fn thread(drained: Drained) -> OwnThreadDto {
    OwnThreadDto { slots: bits(drained.slots), facts: drained.facts, dropped: drained.dropped }
}

fn quiet(how: Quiet) -> OwnQuiet {
    match how {
        Quiet::Yes => OwnQuiet::Yes,
        Quiet::Busy => OwnQuiet::Busy,
        Quiet::Gone => OwnQuiet::Gone,
        Quiet::NoAnswer => OwnQuiet::NoAnswer,
    }
}
