//! The REST problem as others see it.

mod documents;
mod fixture;
mod judging;
mod sampling;
mod specs;
