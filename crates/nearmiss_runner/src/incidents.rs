//! What goes wrong in the process of the SUT: what its runtime told of a test, and what is seen from outside.

use std::cell::Cell;
use std::time::{Duration, Instant};

use nearmiss_problem::Incident;
use nearmiss_targets::layout::fact;

use crate::sut::SutProcess;

/// Processor time that one turn of the event loop must take to be a block. Probes slow loops down, and a
/// busy machine stretches the wall clock, not this.
const BLOCKED: Duration = Duration::from_millis(400);

/// Kinds of the incidents that are seen from outside; the runtime has more (`npm/nearmiss/sut/incidents`).
const EXIT: &str = "exit";
const HANG: &str = "hang";
const BLOCK: &str = "block";
const REGEX: &str = "regex";
const GROWTH: &str = "growth";
/// Of the runtime: a connection that is out of its pool, and one in a transaction, which may be.
const OUT: [&str; 2] = ["connection-out", "open-transaction"];
/// Connections of a pool, as most have them.
const USUAL_POOL: u32 = 10;
/// No incident: a signature that the process made, for who keeps secrets.
const SIGNATURE: &str = "signature";

/// The incident that a fact of the runtime tells.
pub(crate) fn told(action: u16, text: &[u16]) -> Option<Incident> {
    let text = String::from_utf16_lossy(text);
    let mut lines = text.splitn(3, '\n').map(str::to_owned);
    Some(Incident {
        action: action.into(),
        kind: lines.next()?,
        place: lines.next()?,
        detail: lines.next().unwrap_or_default(),
    })
}

/// Tells whether so many connections are out of a pool, which nobody gives back, that calls soon get none.
pub(crate) fn drains_pool<'a>(
    mut told: impl Iterator<Item = &'a (u16, u16, u32, Vec<u16>)>,
) -> bool {
    told.any(|(kind, action, _, text)| {
        let incident = (*kind == fact::INCIDENT).then(|| self::told(*action, text)).flatten();
        let Some(incident) = incident.filter(|one| OUT.contains(&one.kind.as_str())) else {
            return false;
        };
        let (out, most) = incident.detail.split_once(' ').unwrap_or_default();
        let out: u32 = out.parse().unwrap_or(0);
        // Of a pool whose size is not known a few.
        let most = most.parse().ok().filter(|most| *most > 0).unwrap_or(USUAL_POOL);
        2 * out >= most
    })
}

/// Takes the signatures out of what was told.
pub(crate) fn take_signatures(told: &mut Vec<Incident>) -> Vec<String> {
    told.extract_if(.., |one| one.kind == SIGNATURE).map(|one| one.detail).collect()
}

/// An input met a regular expression: no incident, but oracles want to know. `place` is the number of the
/// input's taint.
pub(crate) fn met_regex(kind: u16, action: u16, taint: u32, text: &[u16]) -> Option<Incident> {
    matches!(kind, fact::REGEX_PARTIAL | fact::REGEX_WHOLE | fact::REGEX_MATCHED).then(|| {
        Incident {
            action: action.into(),
            kind: REGEX.to_owned(),
            place: taint.to_string(),
            detail: String::from_utf16_lossy(text),
        }
    })
}

/// The process ended: during or after the call `last`, unless the runtime knows better.
pub(crate) fn ended(last: usize, how: &str, told: &[Incident]) -> Incident {
    // An error that nobody handled is why, also where a handler of the program then asked for the end.
    let last_of = |kinds: &[&str]| told.iter().rev().find(|one| kinds.contains(&one.kind.as_str()));
    let why = last_of(&["uncaught", "rejection"]).or_else(|| last_of(&["ends"]));
    Incident {
        action: why.map_or(last, |why| why.action),
        kind: EXIT.to_owned(),
        place: why.map(|why| why.place.clone()).unwrap_or_default(),
        detail: match why {
            Some(why) => format!("{how}: {}", why.detail),
            None => how.to_owned(),
        },
    }
}

/// A call got no answer, and nothing runs that could still give one.
pub(crate) fn hang(action: usize) -> Incident {
    Incident { action, kind: HANG.to_owned(), place: String::new(), detail: String::new() }
}

/// What is known of earlier calls of an operation that got no whole answer within their limit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InVain {
    /// Nothing ran any more that could have given one.
    pub hangs: u32,
    /// The event loop stood still.
    pub blocks: u32,
    /// Something ran to the end.
    pub waits: u32,
}

impl InVain {
    /// Notes a call whose process was lost with it.
    pub fn note_lost(&mut self, blocked: bool) {
        if blocked {
            self.blocks += 1;
        } else {
            self.waits += 1;
        }
    }

    /// How long the next call is waited for, of at most `most`: what ran to the end twice gets a multiple of what the slowest
    /// answer took.
    pub fn limit(&self, most: Duration, slowest: Duration) -> Duration {
        if self.waits < WAITS_IN_FULL {
            return most;
        }
        most.min((slowest * TIMES_SLOWEST).max(LEAST_WAIT))
    }
}

/// So many calls whose process works are waited for in full.
const WAITS_IN_FULL: u32 = 2;
/// After that one is waited for so many times as long as the slowest answer took, and so long at least.
const TIMES_SLOWEST: u32 = 4;
const LEAST_WAIT: Duration = Duration::from_secs(1);

/// So many calls in vain are waited for to the end.
const WAITED_FOR: u32 = 1;
/// What is waited for one after that.
const SHORT_WAIT: Duration = Duration::from_millis(500);
/// Time that one is waited for where the event loop stands still; longer where so little of the processor was free that this is no block yet.
const SHORT_BLOCK: Duration = Duration::from_secs(1);

/// One turn of the event loop, as it is seen while an order waits for its end.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// Processor time of the main thread when it was first looked at.
    began: Duration,
    took: Duration,
    /// Slot of the statement that ran.
    at: Option<u32>,
}

impl Turn {
    /// A turn that is looked at for the first time.
    fn seen(began: Duration, at: Option<u32>) -> Self {
        Self { began, took: Duration::ZERO, at }
    }

    /// Notes that it was going on, or has just ended, at this processor time. The place is the first that is seen, which on a busy
    /// machine may be a while after the call was sent: what is touched after it may be after the block.
    fn goes_on(&mut self, time: Duration, at: Option<u32>) {
        self.took = time.saturating_sub(self.began);
        self.at = self.at.or(at);
    }

    /// Tells whether it is a block.
    fn is_block(&self) -> bool {
        self.took >= BLOCKED
    }
}

/// Looks at a SUT while a call waits for its answer.
pub(crate) struct Watch<'a> {
    sut: &'a SutProcess,
    before: InVain,
    began: Instant,
    /// The longest block, and the slot of the statement that ran.
    blocked: Cell<Option<(Duration, Option<u32>)>>,
    /// Slots that were touched when the call began.
    touched: u32,
}

impl<'a> Watch<'a> {
    /// A watch over the call that begins now; `touched`: slots that were touched before it.
    pub fn begin(sut: &'a SutProcess, before: InVain, touched: u32) -> Self {
        let blocked = Cell::default();
        Self { sut, before, began: Instant::now(), blocked, touched }
    }

    /// Looks once, for `left` at most. Answers whether to wait on.
    pub fn look(&self, left: Duration) -> bool {
        let Some(before) = self.sut.main_thread_time() else { return true };
        let turn = Cell::new(Turn::seen(before, self.sut.touched_last(self.touched)));
        let began = Instant::now();
        let known_block = self.before.blocks >= WAITED_FOR;
        let answer = self.sut.order_while("waits", left, &|| {
            let mut now = turn.get();
            now.goes_on(
                self.sut.main_thread_time().unwrap_or(before),
                self.sut.touched_last(self.touched),
            );
            turn.set(now);
            !(known_block && now.is_block() && began.elapsed() >= SHORT_BLOCK)
        });
        let mut turn = turn.get();
        // Where the loop turns again, what was touched last may have been touched after the block.
        let at = if answer.is_err() { self.sut.touched_last(self.touched) } else { None };
        turn.goes_on(self.sut.main_thread_time().unwrap_or(before), at);
        if turn.is_block() && self.blocked.get().is_none_or(|(most, _)| turn.took > most) {
            self.blocked.set(Some((turn.took, turn.at)));
        }
        match answer {
            // Only what runs can answer; where nothing does, waiting was in vain before.
            Ok(answer) => {
                let known_hang = self.before.hangs >= WAITED_FOR;
                !(known_hang && answer["works"] == false && self.began.elapsed() >= SHORT_WAIT)
            }
            Err(_) => !(known_block && turn.is_block()),
        }
    }

    /// The longest turn of the event loop that was seen, if it was long, and the slot of the statement that ran.
    pub fn blocked(&self) -> Option<(Duration, Option<u32>)> {
        self.blocked.get()
    }
}

/// The process remembers so many bytes more with each further call like this one.
pub(crate) fn growth(action: usize, bytes: u64) -> Incident {
    let detail = format!("{bytes} bytes a call");
    Incident { action, kind: GROWTH.to_owned(), place: String::new(), detail }
}

/// The event loop stood still during a call. `place`: `src/a.ts:12`.
pub(crate) fn block(action: usize, took: Duration, place: String) -> Incident {
    let detail = format!("{} ms of processor time in one turn", took.as_millis());
    Incident { action, kind: BLOCK.to_owned(), place, detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_seen_in_the_processor_time_of_all_looks_at_one_turn() {
        let ms = Duration::from_millis;
        // A busy machine: the call has not begun at the first look, and each second of the clock gives it little.
        let mut turn = Turn::seen(ms(5_000), None);
        turn.goes_on(ms(5_010), None);
        assert_eq!((turn.is_block(), turn.at), (false, None));
        turn.goes_on(ms(5_200), Some(7));
        assert_eq!((turn.is_block(), turn.at), (false, Some(7)));
        turn.goes_on(ms(5_410), Some(9));
        assert_eq!((turn.is_block(), turn.took, turn.at), (true, ms(410), Some(7)));
    }

    #[test]
    fn a_pool_is_drained_by_what_is_out_of_it_and_by_transactions_that_nobody_ends() {
        let drains = |kind: &str, detail: &str| {
            let text = format!("{kind}\nsrc/a.js:3\n{detail}").encode_utf16().collect();
            drains_pool([(fact::INCIDENT, 0, 0, text)].iter())
        };
        for kind in OUT {
            assert!(drains(kind, "3 5") && drains(kind, "5 0"), "{kind}");
            assert!(!drains(kind, "2 5") && !drains(kind, "4 0"), "{kind}");
        }
        assert!(!drains("changes", "9 10"));
    }

    #[test]
    fn what_the_runtime_told_last_is_why_the_process_ended() {
        let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        let one = told(2, &units("uncaught\nsrc/a.js:3\nTypeError: x\ny")).unwrap();
        assert_eq!(
            (one.action, one.kind.as_str(), one.place.as_str()),
            (2, "uncaught", "src/a.js:3")
        );
        assert_eq!(one.detail, "TypeError: x\ny");
        assert_eq!(told(0, &units("lonely")), None);
        let signed = told(1, &units("signature\n\nab12")).unwrap();
        let mut all = vec![signed, one.clone()];
        assert_eq!(take_signatures(&mut all), ["ab12"]);
        assert_eq!(all.as_slice(), std::slice::from_ref(&one));
        let end = ended(4, "exited with code 1", &[one]);
        assert_eq!((end.action, end.place.as_str()), (2, "src/a.js:3"));
        let end = ended(4, "was ended by signal 11", &[]);
        assert_eq!((end.action, end.place.as_str()), (4, ""));
    }
}
