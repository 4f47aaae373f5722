//! What went wrong in the process of the SUT while it worked on a test.

/// Something that the runtime, or the runner, saw go wrong in the process of the SUT. Answers do not show it.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd, serde::Deserialize, serde::Serialize)]
pub struct Incident {
    /// Index of the call during which it was seen.
    pub action: usize,
    /// What it is, in one word of the runtime: `prototype-pollution`, `exit`, `hang` ...
    pub kind: String,
    /// Where in the SUT's code: `src/a.ts:12`; empty if that is not known.
    pub place: String,
    /// For people, in one line; may hold values.
    pub detail: String,
}
