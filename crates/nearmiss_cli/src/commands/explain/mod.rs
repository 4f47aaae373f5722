//! `explain`: what a target that is not covered lacks: the target that was meant, the tests that came near to it, where
//! it stands, what stands in its way, and all of that in words.

mod args;
mod explanation;
mod in_the_way;
mod places;
mod printed;
mod run;
mod tried;
mod wanted;

pub use self::args::{ExplainArgs, HELP};
pub use self::run::run;
