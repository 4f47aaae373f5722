//! nearmiss_writer.
