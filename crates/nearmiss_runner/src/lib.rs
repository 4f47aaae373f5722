//! nearmiss_runner.
