//! The Node addon: thin entries to the crates, no logic of its own.
//!
//! One artefact serves both processes. In a SUT process `npm/nearmiss/register` uses the shared map
//! ([`map`]), the transform ([`instrument`]), the blocking side of the control protocol
//! ([`control`]), the globs ([`source_filter`]) and the hand-over from the loader thread
//! ([`hand_over`]). In the process of `npx nearmiss` only [`cli`] is used.
//!
//! A panic becomes a JavaScript exception that carries its message; nothing is printed.

#[cfg(feature = "cli")]
mod cli;
mod control;
mod guard;
mod hand_over;
mod instrument;
mod map;
mod source_filter;

/// Trees are many small pieces, and so is what a search keeps: the allocator decides how fast both are.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
