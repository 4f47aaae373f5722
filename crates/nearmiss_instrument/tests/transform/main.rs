//! Tests of the transform from outside, in one program: each further one would link the parser again.

mod coverage;
mod fuzz;
mod hosted;
mod ignore_comments;
mod probes;
mod slot_places;
mod sources;
mod texts;
