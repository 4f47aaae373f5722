//! The REST problem as others see it.

mod documents;
mod first_success;
mod fixture;
mod judging;
mod sampling;
mod specs;
