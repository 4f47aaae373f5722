//! Fault codes of Web Fuzzing Commons.

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
        901 => "PUT Is Not Idempotent",
        902 => "Created Resource Is Not Told",
        904 => "Created Resource Cannot Be Found",
        905 => "Change Does Not Do What It Was Told",
        920 => "Prototype Pollution",
        921 => "Path Traversal",
        922 => "Blocked Event Loop",
        923 => "Unhandled Error Behind A Success",
        924 => "Call Ends The Process",
        925 => "Memory That Grows",
        926 => "Call Without An Answer",
        _ => "A Fault Of Its Own Kind",
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
}
