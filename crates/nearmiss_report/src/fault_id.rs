//! The one name that a fault has everywhere.

use sha2::{Digest, Sha256};

/// Hexadecimal digits that tell faults of one code apart: of 1,000 faults two get the same name once
/// in some 8,000 APIs.
const DIGITS: usize = 8;

/// The name of a fault: its code and a digest of where it is, `100-5f0c31d2`. It is the same in all
/// reports and suites, and in each later run that finds the fault again.
#[must_use]
pub fn fault_id(code: u32, operation: &str, place: &str) -> String {
    // Neither an operation nor a place holds a line end.
    let digest = Sha256::digest(format!("{operation}\n{place}"));
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{code}-{}", &digits[..DIGITS])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_code_operation_and_place() {
        let id = fault_id(100, "GET:/books/{id}", "Statement_a.js_00001_0");
        assert_eq!(id, "100-de904cce");
        let others = [
            fault_id(101, "GET:/books/{id}", "Statement_a.js_00001_0"),
            fault_id(100, "GET:/books", "Statement_a.js_00001_0"),
            fault_id(100, "GET:/books/{id}", "Statement_a.js_00002_0"),
        ];
        assert!(others.iter().all(|other| *other != id));
    }
}
