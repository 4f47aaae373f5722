//! What a target that is not covered lacks: the target that was meant, the tests that came near to it, where it stands, what
//! stands in its way, and all of that in words.

mod args;
mod explanation;
mod in_the_way;
mod places;
mod printed;
mod tried;
mod wanted;

pub use args::{EXPLAIN_HELP, ExplainArgs};
pub use explanation::{Explanation, State, Subject, explain};
pub use places::FilePlaces;
pub use printed::lines;
pub use tried::{Archived, Tried, run_tests};
pub use wanted::{Wanted, file_of, predicate_slot, tree_of};
