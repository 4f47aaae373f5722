//! Codes of faults as reports have them. What they stand for is told in `nearmiss_problem/src/rest/oracles/README.md`.

/// Lists what a fault may be called today that an earlier version of nearmiss called by this code: EvoMaster's numbers of the
/// same thing were taken later, and some of them depend on what only the fault's answers tell. `verb`: of its operation.
#[must_use]
pub fn renumbered(code: u32, verb: &str, place: &str) -> Vec<u32> {
    match (code, verb) {
        (104, "PATCH") => vec![901],
        (104, "PUT") => vec![104, 901],
        (901, _) => vec![905],
        (902, _) => vec![970],
        (904, _) => vec![907, 971],
        (905, _) if place == "other fields" => vec![906],
        (905, "PUT") => vec![904],
        (905, _) => vec![972],
        (926, _) => vec![909],
        _ => vec![code],
    }
}

/// Whether the schema of reports allows this code (it knows fewer than the list of categories);
/// 900 to 999 are for tools to use as they like.
pub(crate) fn is_reportable(code: u32) -> bool {
    matches!(code, 100..=104 | 200..=206 | 900..=999)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_an_old_number_has_each_of_its_new_ones() {
        let old = [
            (104, "POST", "", vec![104]),
            (104, "PUT", "", vec![104, 901]),
            (104, "PATCH", "", vec![901]),
            (901, "PUT", "", vec![905]),
            (902, "POST", "", vec![970]),
            (904, "POST", "", vec![907, 971]),
            (905, "PATCH", "other fields", vec![906]),
            (905, "PUT", "pages", vec![904]),
            (905, "PATCH", "", vec![972]),
            (926, "GET", "", vec![909]),
            (920, "GET", "Object.prototype", vec![920]),
        ];
        for (code, verb, place, new) in old {
            assert_eq!(renumbered(code, verb, place), new, "{code} {verb} {place}");
        }
    }
}
