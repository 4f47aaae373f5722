//! Options of the search.

use std::path::PathBuf;
use std::time::Duration;

use super::kind::{Many, Maybe, OnUnless, Or, Switch};
use super::numbers::Count;
use super::option::{AnyOption, FuzzOption};
use super::places::Place;
use super::single::{Choice, HowLong, Text, Time};
use super::words::{AlgorithmArg, Technique};
use crate::plateau::Plateau;

/// All of them, in the order of the help.
pub const ALL: &[&dyn AnyOption] = &[
    &TIME,
    &CALLS,
    &SEED,
    &ALGORITHM,
    &WITHOUT,
    &SEED_FROM,
    &ONLY,
    &EXCEPT,
    &NO_ORACLE,
    &MAX_ACTIONS,
    &WORKERS,
    &ARCHIVE,
    &RESUME,
    &ONLY_RESUME,
    &PLATEAU,
    &KILL_EVERY,
    &BUSY_WAIT,
    &REPLAY,
];

const HEADING: &str = "The search";

/// The budget in time.
pub const TIME: FuzzOption<Option<Duration>> = FuzzOption::new(
    HEADING,
    "time",
    &Maybe(&Time),
    "Budget in wall time, such as 90s, 10m, 1h. Default 10m.",
)
.doc("Budget in wall time. Default: \"10m\", unless there is one in calls.");

/// The budget in calls.
pub const CALLS: FuzzOption<Option<u64>> = FuzzOption::new(
    HEADING,
    "calls",
    &Maybe(&Count::from(1)),
    "Budget in HTTP calls. The same seed and calls write the same tests. With --time, too: whichever comes first.",
)
.doc("Budget in HTTP calls. With `time`, too: whichever comes first.");

/// The seed.
pub const SEED: FuzzOption<u64> =
    FuzzOption::new(HEADING, "seed", &Or("1", &Count::from(0)), "Seed of the search.");

/// The algorithm.
pub const ALGORITHM: FuzzOption<AlgorithmArg> = FuzzOption::new(
    HEADING,
    "algorithm",
    &Or("mio", &Choice::shown("ALGORITHM")),
    "Search algorithm.",
);

/// Techniques that are left out.
pub const WITHOUT: FuzzOption<Vec<Technique>> = FuzzOption::new(
    HEADING,
    "without",
    &Many(&Choice::shown("TECHNIQUE")),
    "Leave a technique out, to see what it is worth; may be repeated.",
)
.only_typed();

/// Files of calls to begin with.
pub const SEED_FROM: FuzzOption<Vec<PathBuf>> = FuzzOption::new(
    HEADING,
    "seed-from",
    &Many(&Place("FILE")),
    "Begin with the calls of a file: a HAR file, a Postman collection, or curl commands; may be repeated.",
)
.doc("Files of calls to begin with: HAR files, Postman collections, curl commands.");

/// Operations that are tested.
pub const ONLY: FuzzOption<Vec<String>> = FuzzOption::new(
    HEADING,
    "only",
    &Many(&Text("OPERATIONS")),
    "Test only these operations: GET:/books/{id}, a path with all below it, globs (/**/pay), tag:NAME or an \
     operationId; may be repeated. Others are called only for what those need.",
)
.doc("Operations that are tested: `GET:/books/{id}`, paths with all below them, globs, `tag:NAME`, operationIds.");

/// Operations that are never called.
pub const EXCEPT: FuzzOption<Vec<String>> = FuzzOption::new(
    HEADING,
    "except",
    &Many(&Text("OPERATIONS")),
    "Never call these operations; named as for --only, may be repeated.",
)
.doc("Operations that are never called, named likewise.");

/// Oracles that are off.
pub const NO_ORACLE: FuzzOption<Vec<String>> = FuzzOption::new(
    HEADING,
    "no-oracle",
    &Many(&Text("ORACLE")),
    "Do not look for faults of this sort (http-500, invalid-response ...); may be repeated.",
)
.doc("Names of oracles that are off.");

/// The longest test.
pub const MAX_ACTIONS: FuzzOption<usize> = FuzzOption::new(
    HEADING,
    "max-actions",
    // Design section 4.
    &Or("10", &Count::from(1)),
    "Longest test, in calls.",
);

/// How many processes are called at the same time.
pub const WORKERS: FuzzOption<u16> = FuzzOption::new(
    HEADING,
    "workers",
    &Or("1", &Count::to(256)),
    "Processes of the API that are called at the same time.",
);

/// Where what the search knows is saved.
pub const ARCHIVE: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "archive",
    &Maybe(&Place("FILE")),
    "Save what the search knows to this file, at the end and every few seconds.",
);

/// Archives to go on from.
pub const RESUME: FuzzOption<Vec<PathBuf>> = FuzzOption::new(
    HEADING,
    "resume",
    &Many(&Place("FILE")),
    "Go on from what earlier searches saved; may be repeated, and may be the file of --archive.",
)
.only_typed();

/// Whether nothing but the tests of archives is run.
pub const ONLY_RESUME: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "only-resume",
    &Switch,
    "Only run the tests of --resume and write those that still hold.",
)
.only_typed()
.requires("resume");

/// How long nothing new may be found.
pub const PLATEAU: FuzzOption<Option<Plateau>> = FuzzOption::new(
    HEADING,
    "plateau",
    &Maybe(&HowLong),
    "End the search when nothing new was found for so long: a share of the budget (20%), calls (5000) or time (5m).",
)
.doc("End when nothing new was found for so long: \"20%\" of the budget, \"5000\" calls or \"5m\".");

/// How often processes are ended.
pub const KILL_EVERY: FuzzOption<Option<u32>> = FuzzOption::new(
    HEADING,
    "kill-every",
    &Maybe(&Count::from(1)),
    "Signal the SUT process dead after every N tests (for our own tests of restarts).",
)
.hidden();

/// Whether a processor that nobody else needs is kept busy while the SUT works.
pub const BUSY_WAIT: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "busy-wait",
    &OnUnless,
    "Sleep while the SUT works, also with a processor that nobody else needs (for our own benches of the time that \
     the search takes of it).",
)
.flag("no-busy-wait")
.hidden();

/// Whether the tests are run on the plain API, which says what they are to expect.
pub const REPLAY: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "replay",
    &OnUnless,
    "Write the tests without a look at what the plain API answers (for our own experiments that read nothing but the \
     search's figures).",
)
.flag("no-replay")
.hidden();
