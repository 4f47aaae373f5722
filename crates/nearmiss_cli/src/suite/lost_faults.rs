//! Faults of the search that no written test tells.

use nearmiss_report::counted;
use nearmiss_search::Fault;

use super::Kept;

/// Faults that are named.
const NAMED: usize = 5;

/// Says which faults of the tests that were to be written none of those that are tells: the plain API does not show them
/// again in a fresh process, or their tests do not repeat. `None`: all are told.
#[must_use]
pub fn lost_faults(wanted: &[Kept], written: &[Kept]) -> Option<String> {
    let of = |tests: &[Kept]| -> Vec<Fault> {
        let faults = tests.iter().flat_map(|test| test.faults.iter().chain(&test.told_elsewhere));
        faults.map(|(_, fault)| fault.clone()).collect()
    };
    let told = of(written);
    let mut lost: Vec<Fault> = Vec::new();
    for fault in of(wanted) {
        if !told.iter().chain(&lost).any(|other| other.is_same_as(&fault)) {
            lost.push(fault);
        }
    }
    let named = lost.iter().take(NAMED).map(|fault| {
        let (verb, path) = fault.operation.split_once(':').unwrap_or(("", &fault.operation));
        format!("{} {verb} {path}", fault.code)
    });
    let mut named: Vec<String> = named.collect();
    if lost.len() > NAMED {
        named.push(format!("{} more", lost.len() - NAMED));
    }
    (!lost.is_empty()).then(|| {
        format!(
            "not reported: {} of the search, not shown again on the plain API in a fresh process: {}",
            counted(lost.len(), "fault"),
            named.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::Test;
    use nearmiss_search::Individual;
    use nearmiss_writer::CaseKind;

    use super::*;

    fn test(faults: &[(u32, &str)]) -> Kept {
        let fault = |(code, operation): &(u32, &str)| {
            let (operation, place) = ((*operation).to_owned(), String::new());
            (0, Fault { code: *code, operation, place, message: String::new() })
        };
        Kept {
            individual: Individual::default(),
            test: Test::of_calls(Vec::new()),
            faults: faults.iter().map(fault).collect(),
            told_elsewhere: Vec::new(),
            kind: CaseKind::Fault,
            covered: Vec::new(),
            cause: None,
        }
    }

    #[test]
    fn faults_whose_tests_were_left_out_are_named() {
        let wanted = [
            test(&[(924, "DELETE:/carts/{id}"), (100, "GET:/a")]),
            test(&[(924, "DELETE:/carts/{id}")]),
        ];
        assert_eq!(
            lost_faults(&wanted, &wanted[1..]).unwrap().split(": ").last(),
            Some("100 GET /a")
        );
        assert_eq!(
            lost_faults(&wanted, &[]).unwrap(),
            "not reported: 2 faults of the search, not shown again on the plain API in a fresh process: 924 DELETE \
             /carts/{id}, 100 GET /a"
        );
        assert_eq!(lost_faults(&wanted, &wanted), None);
    }
}
