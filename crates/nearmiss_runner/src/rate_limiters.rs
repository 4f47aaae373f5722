//! Rate limiters of the SUT, as its processes tell of them (`npm/nearmiss/sut/limiters`).

/// Limiters that are told apart: a SUT may have one for each of its users.
const MOST: usize = 100;

/// A rate limiter that has counted a call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SeenLimiter {
    /// Its package.
    pub library: String,
    /// Where it keeps its counts (`Redis`); `None`: in the memory of the SUT, where each test begins with none.
    pub elsewhere: Option<String>,
    /// The calls that it lets through, where that is known.
    pub limit: Option<u32>,
    /// Number of the operation whose call it counted; `None`: a call of no test.
    pub operation: Option<u32>,
}

/// Takes in a limiter, if it is not known.
pub(crate) fn note_limiter(seen: &mut Vec<SeenLimiter>, limiter: SeenLimiter) {
    if seen.len() < MOST && !seen.contains(&limiter) {
        seen.push(limiter);
    }
}
