//! Faults that oracles find in answers.

/// A fault that an oracle found in an answer.
#[derive(
    Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize,
)]
pub struct Fault {
    /// Code of the Web Fuzzing Commons list (100 HTTP 500, 101 schema, ...).
    pub code: u32,
    /// `GET:/books/{id}`.
    pub operation: String,
    /// What tells it from others of its code and operation: the statement that threw, or the place
    /// in the answer.
    pub place: String,
    /// One line for people.
    pub message: String,
}

impl Fault {
    /// Tells whether this is the same fault, whatever the messages say.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        (self.code, &self.operation, &self.place) == (other.code, &other.operation, &other.place)
    }
}

/// Takes those faults of a first run that a second one shows at the same action, whatever their message.
pub(crate) fn repeated_faults(
    first: &[(usize, Fault)],
    second: &[(usize, Fault)],
) -> Vec<(usize, Fault)> {
    let same = |a: &(usize, Fault), b: &(usize, Fault)| a.0 == b.0 && a.1.is_same_as(&b.1);
    first.iter().filter(|fault| second.iter().any(|other| same(fault, other))).cloned().collect()
}
