//! Words that options take.

use clap::ValueEnum;

/// Search algorithms.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum AlgorithmArg {
    /// Many independent objectives: evolves tests towards each target.
    Mio,
    /// The same calls and values, sampled at random: the baseline.
    Random,
}

/// Techniques that a search can do without.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Technique {
    /// What tainted values should have been.
    Taint,
    /// How near a target is to being covered.
    Heuristics,
    /// Which calls work on what others make.
    Resources,
    /// Values of answers, used again.
    Pool,
    /// Rows of databases that queries ask for.
    Rows,
    /// Distances of queries that found nothing.
    QueryDistance,
    /// Answers in the place of services that the API calls.
    Services,
    /// Words and small numbers in the place of what only a search writes.
    PlainValues,
}

/// Compilers of TypeScript.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum CompilerArg {
    /// That of nearmiss, which needs nothing of the project.
    #[default]
    Nearmiss,
    /// The project's own TypeScript, file by file.
    Typescript,
}

/// Source maps of instrumented files.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum SourceMapsArg {
    /// A file beside each instrumented file.
    #[default]
    True,
    /// In the instrumented file.
    Inline,
    /// None.
    False,
}
