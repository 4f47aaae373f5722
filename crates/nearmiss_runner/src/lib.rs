#![doc = include_str!("../README.md")]

mod connection;
mod control;
mod controller;
mod entered_routes;
mod evaluator;
mod explaining;
mod facts;
mod fakes_refused;
mod files;
mod homes;
mod incidents;
mod java;
mod kept_files;
mod left_running;
mod login;
mod marked;
mod memory_growth;
mod outside;
mod plain_growth;
mod plain_sut;
mod rate_limiters;
mod replay;
mod reset;
mod resolve;
mod schema_source;
mod session;
mod set_up;
mod shared_map;
mod sql_words;
mod start_command;
mod suite_sut;
mod sut;
mod sut_pool;
mod target_registry;
mod told_stream;
mod transport;
mod validators;

pub use connection::{Protocol, ServerAt};
pub use control::{DriverReady, Listening, SearchWords};
pub use controller::{
    AllowedHosts, Controller, ControllerOptions, ServeError, ServedProblem, ServedSut,
    allowed_host, serve,
};
pub use entered_routes::EnteredRoutes;
pub use evaluator::{
    Budget, CostlyCalls, EvaluatorOptions, LaneLogins, OnCall, Reached, SutEvaluator, Timing,
    Without, fault_key,
};
pub use explaining::{Evaluation, Evaluations, ExplainedTest, Explaining, LeftBy, Noted};
pub use files::{Files, ToldFile};
pub use homes::{ForSuites, Ground, Homes, OwnDatabases, ToldHome};
pub use kept_files::{
    DeadRun, KeepError, KeptFiles, PutBack, ToldFiles, WatchedFiles, files_before, files_replaced,
    recover,
};
pub use left_running::{LeftRunning, left_running};
pub use login::{Credentials, LoginFailure, LoginStep, Logins, UserTally};
pub use nearmiss_databases::RowRefusal;
pub use outside::{InPlace, Outside, SeenDatabase, SeenOutside};
pub use plain_growth::growth_on_plain_sut;
pub use rate_limiters::SeenLimiter;
pub use replay::{PlainRun, PlainTest, replay_on_plain_sut};
pub use reset::{Reset, reset_by_call};
pub use schema_source::{LoadSchemaError, load_schema, path_on_sut};
pub use session::Session;
pub use start_command::StartCommand;
pub use suite_sut::SuiteSupport;
pub use sut::{ConnectError, ControllerClient, StartSutError, SutProcess, SutSpec, ToldUnits};
pub use sut_pool::SutPool;
pub use target_registry::TargetRegistry;
pub use transport::{CallLimits, Transport, WireCall};
pub use validators::Validators;
