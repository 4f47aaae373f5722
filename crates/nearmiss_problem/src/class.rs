//! Classes of answers.

/// The class of an answer: what it says of its call. Decided here alone.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Class {
    /// It was done.
    Success,
    /// The thing that was asked for is elsewhere, or unchanged.
    Redirect,
    /// The call is at fault.
    Refused,
    /// The API is at fault.
    Failed,
    /// None of these.
    Other,
}

impl Class {
    /// Tells what an HTTP status says.
    #[must_use]
    pub fn of_status(status: u16) -> Self {
        match status {
            200..=299 => Self::Success,
            300..=399 => Self::Redirect,
            400..=499 => Self::Refused,
            500..=599 => Self::Failed,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_has_the_class_of_its_hundred() {
        let of = |status| Class::of_status(status);
        assert_eq!([of(200), of(204), of(299)], [Class::Success; 3]);
        assert_eq!([of(300), of(304)], [Class::Redirect; 2]);
        assert_eq!([of(400), of(499)], [Class::Refused; 2]);
        assert_eq!([of(500), of(599)], [Class::Failed; 2]);
        assert_eq!([of(0), of(101), of(600), of(999)], [Class::Other; 4]);
    }
}
