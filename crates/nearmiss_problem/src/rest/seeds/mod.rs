//! Calls that people have already, as individuals to begin with: matched to operations.

mod fit;
mod matching;

pub(super) use matching::fits;

#[cfg(test)]
mod tests;
