//! Numbers with what is counted.

use std::fmt::Display;

/// `1 route`, `2 routes`.
#[must_use]
pub fn counted<N: Display + From<u8> + PartialEq>(count: N, what: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_one_are_many() {
        assert_eq!(
            [0_usize, 1, 2].map(|count| counted(count, "call")),
            ["0 calls", "1 call", "2 calls"]
        );
        assert_eq!(counted(1_u64, "call"), "1 call");
    }
}
