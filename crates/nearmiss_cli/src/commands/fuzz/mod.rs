//! `fuzz`: start the API, search, write tests and a report. A stage is a file; [`run`] has them in their order.

mod after_search;
mod asked;
mod ended;
mod growth;
mod help;
mod hostile;
mod prepare;
mod progress;
mod report;
mod run;
mod search;
mod searched;
mod seeds;
mod told;
mod verify;
mod watch;
mod write;

pub use self::asked::{evaluator_options, search_options};
pub use self::help::HELP;
pub use self::run::run;
