//! nearmiss_instrument.
