//! nearmiss_cli.
