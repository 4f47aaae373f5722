//! Codes of faults: those of Web Fuzzing Commons, from 900 on those of EvoMaster, and ours where it has no number
//! (`nearmiss_problem/src/rest/oracles/README.md`).

/// What people call the faults of this code.
#[must_use]
pub fn fault_name(code: u32) -> &'static str {
    match code {
        100 => "HTTP Status 500",
        101 => "Received A Response From API With A Structure/Data That Is Not Matching Its Schema",
        102 => "Received Success Response When Sending Wrong Data",
        103 => "Resource Still Accessible After Being Deleted",
        104 => "Failed Creation of Resource Has Side Effects on Backend",
        200 => "SQL Injection (SQLi)",
        201 => "Cross-Site Scripting (XSS)",
        202 => "Server-Side Request Forgery (SSRF)",
        203 => "Mass Assignment",
        204 => "Leakage Information Existence of Protected Resource",
        205 => "Wrongly Not Recognized as Authenticated",
        206 => "Allowed To Modify Resource That Likely Should Had Been Protected",
        207 => "A Protected Resource Is Accessible Without Providing Any Authentication",
        208 => "Anonymous Modifications",
        209 => "Leaked Stack Trace",
        210 => "Hidden Accessible Endpoint",
        901 => "Failed Change Of Resource Has Side Effects",
        904 => "PUT Does Not Replace What It Was Told",
        905 => "PUT Is Not Idempotent",
        906 => "PATCH Changes What It Was Not Told",
        907 => "Location Of Created Resource Leads Nowhere",
        909 => "Call Without An Answer",
        920 => "Prototype Pollution",
        921 => "Path Traversal",
        922 => "Blocked Event Loop",
        923 => "Unhandled Error Behind A Success",
        924 => "Call Ends The Process",
        925 => "Memory That Grows",
        970 => "Created Resource Is Not Told",
        971 => "Created Resource Cannot Be Found",
        972 => "PATCH Does Not Change What It Was Told",
        _ => "A Fault Of Its Own Kind",
    }
}

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
    fn names_are_those_of_the_list() {
        let list = include_str!("../../../fixtures/wfc/fault_categories.json");
        let list: serde_json::Value = serde_json::from_str(list).unwrap();
        let categories = list.as_array().unwrap();
        assert!(categories.len() >= 12);
        for category in categories {
            let code = u32::try_from(category["code"].as_u64().unwrap()).unwrap();
            assert_eq!(fault_name(code), category["descriptiveName"], "{code}");
        }
    }

    #[test]
    fn a_fault_of_an_old_number_has_a_name_under_each_of_its_new_ones() {
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
            assert!(new.iter().all(|code| fault_name(*code) != fault_name(0)), "{new:?}");
        }
    }
}
