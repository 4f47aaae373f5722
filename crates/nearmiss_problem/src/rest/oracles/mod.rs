//! What finds faults. An oracle is one folder here and one line in [`ALL`].
//!
//! An oracle looks at single calls ([`Oracle::judge`]), at whole tests and at what the runtime saw in
//! the SUT's process ([`Oracle::judge_test`]), and may ask for tests that show whether something that it
//! saw is a fault ([`Oracle::examine`]). Places tell faults of one operation apart; neither place nor
//! message may hold values of an answer, so that one defect is one fault.

mod access;
mod anonymous_allowed;
mod anonymous_modification;
mod asked;
mod continuation;
mod created_without_location;
mod database_memory;
mod declared;
mod delete_without_effect;
mod difference;
mod endless_retry;
mod event_loop_block;
mod existence_leak;
mod failed_call_effect;
mod filled;
mod half_done_change;
mod hanging_request;
mod hidden_endpoint;
mod http_500;
mod in_process;
mod invalid_input_accepted;
mod invalid_response;
mod left_over;
mod made_call;
mod mass_assignment;
mod memory;
mod memory_growth;
mod misleading_create;
mod missed_authorization;
mod never_there;
mod open_transaction;
mod path_traversal;
mod process_exit;
mod prototype_pollution;
mod put_not_idempotent;
mod query_loop;
mod refused_value;
mod relations;
mod server_side_request;
mod sql_injection;
mod stack_trace;
mod standing_changes;
mod surroundings;
mod text_inputs;
#[cfg(test)]
mod trial;
mod unhandled_error;
mod unlimited_wait;
mod unreturned_connection;
mod update_without_effect;
mod wrongly_unauthenticated;
mod xss;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

pub(super) use self::continuation::readings;
use self::made_call::Made;
pub(super) use self::made_call::sent_path;
pub(super) use self::memory::Memory;
use super::answer_rules::AnswerRules;
use super::model::Model;
use super::operation::Operation;
use crate::incident::Incident;
use crate::rows::Rows;
use crate::{Call, CallOutcome, HttpResponse, ToldQuery};

pub use http_500::thrown_line;
pub(super) use http_500::{crashes_in, told_of_row};
pub use in_process::watched_oracles;

/// All oracles; their order decides whose examinations come first.
pub(super) const ALL: &[&dyn Oracle] = &[
    &http_500::Http500,
    &invalid_response::InvalidResponse,
    &invalid_input_accepted::InvalidInputAccepted,
    &delete_without_effect::DeleteWithoutEffect,
    &failed_call_effect::FailedCallEffect,
    &sql_injection::SqlInjection,
    &xss::Xss,
    &server_side_request::ServerSideRequest,
    &mass_assignment::MassAssignment,
    &existence_leak::ExistenceLeak,
    &wrongly_unauthenticated::WronglyUnauthenticated,
    &missed_authorization::MissedAuthorization,
    &anonymous_allowed::AnonymousAllowed,
    &anonymous_modification::AnonymousModification,
    &stack_trace::StackTrace,
    &hidden_endpoint::HiddenEndpoint,
    &put_not_idempotent::PutNotIdempotent,
    &created_without_location::CreatedWithoutLocation,
    &misleading_create::MisleadingCreate,
    &update_without_effect::UpdateWithoutEffect,
    &prototype_pollution::PrototypePollution,
    &path_traversal::PathTraversal,
    &event_loop_block::EventLoopBlock,
    &unhandled_error::UnhandledError,
    &process_exit::ProcessExit,
    &memory_growth::MemoryGrowth,
    &hanging_request::HangingRequest,
    &query_loop::QueryLoop,
    &unreturned_connection::UnreturnedConnection,
    &open_transaction::OpenTransaction,
    &refused_value::RefusedValue,
    &half_done_change::HalfDoneChange,
    &unlimited_wait::UnlimitedWait,
    &endless_retry::EndlessRetry,
];

/// The names of all oracles, as [`ProblemOptions::without_oracles`](super::ProblemOptions) takes them.
#[must_use]
pub fn oracle_names() -> Vec<&'static str> {
    ALL.iter().map(|oracle| oracle.name()).collect()
}

/// Tells what people call the faults of this code; nothing where no oracle finds such.
#[must_use]
pub fn fault_title(code: u32) -> Option<&'static str> {
    let mut faults = ALL.iter().flat_map(|oracle| oracle.faults());
    faults.find(|(own, _)| *own == code).map(|(_, title)| *title)
}

/// A call that an oracle looks at.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    /// What answers must be.
    pub rules: &'a AnswerRules,
    /// The operation that was called.
    pub operation: &'a Operation,
    /// The call.
    pub call: &'a Call,
    /// What became of it.
    pub outcome: &'a CallOutcome,
    /// Key of the statement that the first exception of the call left unfinished.
    pub thrown_at: Option<&'a str>,
    /// It was made for another operation, or is malformed: what it sent are no inputs of this one.
    pub strayed: bool,
}

impl<'a> Judged<'a> {
    /// The answer, if a whole one came.
    pub fn answer(&self) -> Option<&'a HttpResponse> {
        match self.outcome {
            CallOutcome::Response(response) => Some(response),
            CallOutcome::Timeout | CallOutcome::Broken(_) => None,
        }
    }
}

/// A test that an oracle looks at.
pub(super) struct JudgedTest<'a> {
    /// What is known of the API.
    pub model: &'a Model,
    /// The test; its first actions are those of `calls`.
    pub individual: &'a Individual,
    /// Its calls that were made, in order; may be fewer than it has actions.
    pub calls: &'a [Judged<'a>],
    /// What went wrong in the process of the SUT meanwhile; nothing where that is not watched.
    pub incidents: &'a [Incident],
    /// Queries to databases that they asked, in the order in which these ended.
    pub queries: &'a [ToldQuery],
    /// Rows that tests can begin with; nothing where there are none.
    pub rows: Option<&'a Rows>,
    /// Memory of what earlier tests showed, and, where it is examined, this one.
    pub memory: Option<&'a Memory>,
    made: OnceCell<Vec<Made<'a>>>,
}

impl<'a> JudgedTest<'a> {
    /// A test with what its calls showed.
    pub fn new(
        model: &'a Model,
        individual: &'a Individual,
        calls: &'a [Judged<'a>],
        incidents: &'a [Incident],
    ) -> Self {
        let (queries, rows, memory) = (&[][..], None, None);
        Self { model, individual, calls, incidents, queries, rows, memory, made: OnceCell::new() }
    }

    /// Does the same with the queries that it asked, and the rows that others can have.
    pub fn asking(self, queries: &'a [ToldQuery], rows: &'a Rows) -> Self {
        Self { queries, rows: Some(rows), ..self }
    }

    /// The same with what earlier tests showed.
    pub fn remembering(self, memory: &'a Memory) -> Self {
        Self { memory: Some(memory), ..self }
    }
}

/// A fault of an operation.
fn fault_of(code: u32, operation: &Operation, place: &str, message: &str) -> Fault {
    let (operation, place) = (operation.name.to_string(), place.to_owned());
    Fault { code, operation, place, message: message.to_owned() }
}

/// Finds one sort of fault.
pub(super) trait Oracle: Sync {
    /// What it is called on the command line: `http-500`.
    fn name(&self) -> &'static str;

    /// Codes of the faults that it finds, with what people call them: as in the list that a code is from.
    fn faults(&self) -> &'static [(u32, &'static str)];

    /// Whether answers alone show its faults, so that they can be seen on the plain API, too.
    fn sees_answers_only(&self) -> bool {
        true
    }

    /// The faults of a call. The same defect gives equal faults. Deterministic; called once after each
    /// call.
    fn judge(&self, _judged: &Judged<'_>) -> Vec<Fault> {
        Vec::new()
    }

    /// The faults of a whole test that single calls do not show, each with the index of the call that
    /// shows it.
    fn judge_test(&self, _test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        Vec::new()
    }

    /// Tests that would show whether something in this one is a fault. `asked` is what this oracle has
    /// asked for already, in words of its own (mostly the operation): it adds to it, and asks for the
    /// same a few times at most.
    fn examine(
        &self,
        _test: &JudgedTest<'_>,
        _asked: &mut BTreeSet<String>,
        _rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        Vec::new()
    }
}

/// The oracles that are on.
#[derive(Clone, Debug)]
pub(super) struct Switched {
    on: Vec<bool>,
}

impl Switched {
    /// All but those of these names.
    pub fn without(names: &[String]) -> Self {
        let is_on = |oracle: &&dyn Oracle| !names.iter().any(|name| name == oracle.name());
        Self { on: ALL.iter().map(is_on).collect() }
    }

    /// Each oracle that is on, with its index in [`ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (usize, &'static dyn Oracle)> + '_ {
        let on = |(index, _): &(usize, &&'static dyn Oracle)| self.on[*index];
        ALL.iter().enumerate().filter(on).map(|(index, oracle)| (index, *oracle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of EvoMaster's `ExperimentalFaultCategory` (WebFuzzing/EvoMaster at 16763fcf).
    const EVOMASTERS: [std::ops::RangeInclusive<u32>; 5] =
        [900..=909, 929..=930, 940..=944, 950..=965, 980..=980];
    /// Those of them that are taken, since they mean what the oracle finds.
    const TAKEN: [(u32, &str); 6] = [
        (901, "failed-call-effect"),
        (904, "update-without-effect"),
        (905, "put-not-idempotent"),
        (906, "update-without-effect"),
        (907, "misleading-create"),
        (909, "hanging-request"),
    ];

    #[test]
    fn a_number_means_the_same_here_and_in_the_lists_of_others() {
        let list = include_str!("../../../../../fixtures/wfc/fault_categories.json");
        let list: serde_json::Value = serde_json::from_str(list).unwrap();
        let commons: Vec<u64> =
            list.as_array().unwrap().iter().filter_map(|one| one["code"].as_u64()).collect();
        let mut seen = BTreeSet::new();
        for oracle in ALL {
            for (code, _) in oracle.faults() {
                assert!(seen.insert(code), "{code} is of two oracles");
                let theirs = EVOMASTERS.iter().any(|range| range.contains(code));
                let is_taken = TAKEN.contains(&(*code, oracle.name()));
                match code {
                    0..900 => assert!(commons.contains(&u64::from(*code)), "{code}"),
                    _ => assert_eq!(theirs, is_taken, "{code} of {}", oracle.name()),
                }
            }
        }
        assert!(TAKEN.iter().all(|(code, _)| seen.contains(code)));
    }

    #[test]
    fn titles_are_those_of_the_list_of_others() {
        let list = include_str!("../../../../../fixtures/wfc/fault_categories.json");
        let list: serde_json::Value = serde_json::from_str(list).unwrap();
        let categories = list.as_array().unwrap();
        assert!(categories.len() >= 12);
        for category in categories {
            let code = u32::try_from(category["code"].as_u64().unwrap()).unwrap();
            if let Some(title) = fault_title(code) {
                assert_eq!(title, category["descriptiveName"], "{code}");
            }
        }
    }

    #[test]
    fn each_oracle_has_a_row_in_the_table_of_the_readme() {
        let readme = include_str!("README.md");
        let table: BTreeSet<(String, String)> = readme
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.split_once(" | `"))
            .filter_map(|(codes, rest)| {
                Some((codes.to_owned(), rest.split_once("` | ")?.0.to_owned()))
            })
            .collect();
        let rows = ALL.iter().map(|oracle| {
            let mut codes: Vec<u32> = oracle.faults().iter().map(|(code, _)| *code).collect();
            codes.sort_unstable();
            let codes: Vec<String> = codes.iter().map(u32::to_string).collect();
            (codes.join(", "), oracle.name().to_owned())
        });
        assert_eq!(table, rows.collect());
    }
}
