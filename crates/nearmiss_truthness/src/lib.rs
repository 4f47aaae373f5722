//! How near a predicate was to the outcome it did not have: the formulas of the runtime
//! (`npm/nearmiss/runtime/truthness`) in Rust, for predicates that JavaScript does not evaluate (the
//! conditions of SQL).
//!
//! Both sides are held equal, to the last bit, by `fixtures/vectors/truthness.json`.
//!
//! ```
//! use nearmiss_truthness::{Comparison, number};
//!
//! let near = number(Comparison::Less, 11.0, 10.0);
//! let far = number(Comparison::Less, 1e6, 10.0);
//! assert!(near.to_false == 1.0 && near.to_true > far.to_true);
//! ```

mod compare;
mod distance;
mod levels;
mod logical;
mod text;

pub use compare::{Comparison, number, text};
pub use distance::{near_distance, near_numbers};
pub use levels::{EXCEPTION, MISS, NEAR_CAP, NEAR_FLOOR, Truthness};
pub use logical::{Operand, and, or};
pub use text::{near_in_order, near_texts};
