//! The seam between a kind of API and everything else: what can be called, how a test becomes calls, what answers mean, and
//! what is learnt meanwhile. `rest/` is the first kind; the search, the runner and the command line know none by name.

use std::collections::BTreeSet;
use std::fmt::Debug;

use nearmiss_search::{
    Action, ActionTemplate, EvaluatedIndividual, Fault, GeneSpec, Individual, Reading, Sampler,
    Specialisation, Templates,
};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use crate::auth::Carried;
use crate::focus::{Focus, FocusError, Narrowed};
use crate::given_requests::{PlainRequest, Seeded};
use crate::{
    Call, CallOutcome, FoundRoute, Handled, Incident, NotedQueries, OperationName, ReadInput,
    SeenInput, Test, ToldKey, ToldPassword, ToldQuery, ToldService, ToldStored,
};

/// Options of the user about calls, beside the document.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ProblemOptions {
    /// Headers of every call (authentication, for example). They win over described headers.
    pub headers: Vec<(String, String)>,
    /// Names of those whose values are written nowhere, beside those that say so themselves.
    pub secret_headers: Vec<String>,
    /// Names of the oracles that are off.
    pub without_oracles: Vec<String>,
    /// Calls have nothing to do with one another: no resources.
    pub without_resources: bool,
    /// Values of answers are not used again.
    pub without_pool: bool,
    /// Names of the users who may call.
    pub users: Vec<String>,
    /// Values that calls of each user carry, in the same order; missing for one whose calls carry nothing.
    pub carried: Vec<Vec<Carried>>,
    /// Path before every path of the document (`/api`), in place of the one its servers name.
    pub base_path: Option<String>,
}

/// A call of a test that was made.
#[derive(Clone, Copy, Debug)]
pub struct TestedCall<'a> {
    /// The call.
    pub call: &'a Call,
    /// The outcome of the call.
    pub outcome: &'a CallOutcome,
    /// Key of the statement that its first exception left unfinished.
    pub thrown_at: Option<&'a str>,
}

/// A test that was run.
#[derive(Clone, Copy, Debug)]
pub struct TestRun<'a> {
    /// The individual that it was made from. The calls that were made are those of its first actions.
    pub individual: &'a Individual,
    /// The calls that were made.
    pub calls: &'a [TestedCall<'a>],
    /// Incidents in the process meanwhile.
    pub incidents: &'a [Incident],
    /// Queries to databases that they asked, in the order in which these ended.
    pub queries: &'a [ToldQuery],
}

/// Something that a test showed.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// A fault, with the index of its call. The same defect gives equal faults.
    Fault(usize, Fault),
    /// The key of a target of answers, with its heuristic in `(0, 1]`.
    Target(String, f64),
}

/// Faults and targets that a test showed, in the order of its calls; those of the whole test come last.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// All of it.
    pub shown: Vec<Shown>,
}

impl Verdict {
    /// The faults, each with the index of its call.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &Fault)> {
        self.shown.iter().filter_map(|shown| match shown {
            Shown::Fault(at, fault) => Some((*at, fault)),
            Shown::Target(..) => None,
        })
    }
}

/// Something that the runtime saw the API do with an input of a call.
#[derive(Clone, Debug)]
pub enum Learnable {
    /// It read an input.
    Input(ReadInput),
    /// It read a property of the tainted text with this number, which text has not.
    Property(u32, String),
}

/// A kind of API: what can be called, how, and what answers mean. What can be called grows while the API runs; nothing of
/// it ever goes.
pub trait Problem: Sampler + Debug + Send {
    /// Lists the operations that can be called; [`nearmiss_search::TemplateId`] is an index into it.
    fn templates(&self) -> Vec<ActionTemplate>;

    /// Lists what can be set up before calls, such as a row of a table: its parameters are named as in archives.
    fn setup_templates(&self) -> Vec<ActionTemplate> {
        Vec::new()
    }

    /// Lists what services that the API calls can answer.
    fn service_templates(&self) -> Vec<ActionTemplate> {
        Vec::new()
    }

    /// Lists all templates, those of operations and those of what can be set up.
    fn all_templates(&self) -> Templates {
        Templates {
            calls: self.templates(),
            setup: self.setup_templates(),
            services: self.service_templates(),
        }
    }

    /// Counts the operations that are known.
    fn operation_count(&self) -> usize {
        self.templates().len()
    }

    /// Answers the number of an operation: the index of its template.
    fn operation_index(&self, name: &str) -> Option<usize>;

    /// Lists the keys of the inputs of each operation, in the order of its template (`query:limit`), each once in its operation: what
    /// archives name inputs by.
    fn input_keys(&self) -> Vec<Vec<String>>;

    /// Tells whether an operation is tested, not only called for what it makes.
    fn is_asked(&self, operation: &str) -> bool;

    /// Names of the users who may call; [`nearmiss_search::UserId`] is an index into it.
    fn users(&self) -> Vec<String>;

    /// Tells whether a user of this name calls: he is known, and was not left out.
    fn may_call(&self, name: &str) -> bool;

    /// Goes on without a user: his calls are made as nobody's from now on.
    fn leave_out_user(&self, name: &str);

    /// Adds routes that the document does not list, before the search begins; answers the names of their operations.
    fn add_routes(&self, routes: &[FoundRoute]) -> Vec<String>;

    /// Takes in the routes of the API without adding any to what can be called: what has one of its own is handled by no
    /// other.
    fn note_routes(&self, routes: &[FoundRoute]);

    /// Takes in a document that the API serves beside the one in use: what it lists is not hidden. What is none is passed over.
    fn note_document(&self, _text: &str) {}

    /// Leaves only what is asked for and what that needs for its state; before the search begins.
    ///
    /// # Errors
    /// When a pattern names nothing, or nothing is left.
    fn narrow(&self, focus: &Focus) -> Result<Narrowed, FocusError>;

    /// Takes in requests that people have already: the search begins with them. Answers what was taken.
    fn seed(&self, requests: &[PlainRequest], max_actions: usize, rng: &mut Pcg64Mcg) -> Seeded;

    /// Makes the test of an individual: one call an action.
    fn lower(&self, individual: &Individual) -> Test;

    /// Makes the test of one that was run, each call as one of the operation whose route handled it.
    fn lower_as_handled(&self, test: &EvaluatedIndividual) -> Test {
        let mut lowered = self.lower(&test.individual);
        for (index, operation) in &test.strayed {
            if let Some(call) = lowered.calls.get_mut(*index) {
                call.operation = operation.as_str().into();
            }
        }
        lowered
    }

    /// Adds names that nobody looks for to the calls of a test, but to those of operations that refuse them. Answers whether
    /// any call got some.
    fn add_fakes(&self, _calls: &mut [Call], _refusing: &BTreeSet<OperationName>) -> bool {
        false
    }

    /// Tells whose calls are that were made for an operation and that a route has handled; `None`: no route is known to have.
    fn handled(&self, _operation: usize, _route: Option<&[FoundRoute]>) -> Handled {
        Handled::AsMeant
    }

    /// Names the operation whose route handled a call, where it is not the one that the call was made for.
    /// `earlier`: what became of the calls before it in its test.
    fn handled_by(
        &self,
        _handled: &Handled,
        _call: &Call,
        _earlier: &[CallOutcome],
    ) -> Option<String> {
        None
    }

    /// Judges a test: its faults, and the targets that its answers cover.
    fn judge(&self, run: &TestRun<'_>) -> Verdict;

    /// Tells whether faults of this code show in answers alone, and so on the plain API.
    fn shows_in_answers(&self, code: u32) -> bool;

    /// Takes in a test that was run and judged, after which the share `used` of the budget is used: what its answers hold,
    /// and what oracles want to look at further (see [`Sampler::examinations`]).
    fn note(&self, run: &TestRun<'_>, used: f64, rng: &mut Pcg64Mcg);

    /// Makes calls that show what the last call of a test did, best first.
    fn readings(&self, _test: &Individual, _rng: &mut Pcg64Mcg) -> Vec<Reading> {
        Vec::new()
    }

    /// Takes in that a rate limiter lets so many calls of an operation through: that it refuses the next one is to be seen once.
    fn want_refusal(&self, _operation: &str, _limit: u32) {}

    /// Takes in what the API did with an input of a call. Answers whether that is an input of the operation from now on, or
    /// was one.
    fn learn(&self, _call: &Call, _seen: &Learnable) -> bool {
        false
    }

    /// Takes in what a tainted value of a call should have been.
    fn learn_wish(&self, _call: &Call, _taint: u32, _wanted: &Specialisation) {}

    /// Finds the parameters of a call that a validator of the API was given: index, place inside, and what it should be.
    fn places_of_input(
        &self,
        _action: &Action,
        _seen: &SeenInput,
        _spec: &GeneSpec,
    ) -> Vec<(usize, Vec<String>, GeneSpec)> {
        Vec::new()
    }

    /// Takes in tables of the API's databases, as homes tell them: rows of them can be set up from now on.
    fn know_tables(&self, _tables: Vec<Value>) {}

    /// Takes in all models of ORMs that the API has told so far: what these ask of columns beside the database.
    fn know_models(&self, _models: &[Value]) {}

    /// Takes in queries to databases that the calls of a test have asked. Answers what they say.
    fn note_queries(
        &self,
        _individual: &Individual,
        _calls: &[Call],
        _queries: &[ToldQuery],
        _rng: &mut Pcg64Mcg,
    ) -> NotedQueries {
        NotedQueries::default()
    }

    /// Takes in what a test has shown of the services that the API calls. Answers the keys of targets, each with its heuristic
    /// in `(0, 1]`.
    fn note_services(
        &self,
        _individual: &Individual,
        _calls: &[Call],
        _told: &[ToldService],
        _rng: &mut Pcg64Mcg,
    ) -> Vec<(String, f64)> {
        Vec::new()
    }

    /// Takes in that a call of a test has checked a password against what is stored.
    fn note_password(&self, _individual: &Individual, _call: &Call, _told: &ToldPassword) {}

    /// Takes in that a call of a test has derived a key from a password.
    fn note_key(&self, _individual: &Individual, _call: &Call, _told: &ToldKey) {}

    /// Takes in a text with a derived key in it that a call has given the database.
    fn note_stored(&self, _told: &ToldStored) {}

    /// Takes in which rows of a test its database has refused: the index of each among what is set up, and why.
    fn note_refused(&self, _individual: &Individual, _refused: &[(usize, String)]) {}

    /// Answers what was learnt since the problem had its first `listed` operations, for an archive.
    fn save(&self, _listed: usize) -> Vec<Value> {
        Vec::new()
    }

    /// Takes in what an earlier search has saved. What is known already, or fits no more, changes nothing.
    fn restore(&self, _saved: &[Value]) {}
}
