use super::super::trial::{Trial, call};
use super::*;

/// An API whose first call has made these changes.
fn changing(tables: &str) -> Trial {
    Trial::new().seeing(0, "changes", "src/notes.js:9", tables)
}

#[test]
fn what_was_changed_before_a_server_error_and_stays_is_a_fault() {
    let api = changing(r#"[["notes", "INSERT", false]]"#);
    let faults = api.faults(&HalfDoneChange, &[call("POST /notes", 500)]);
    assert_eq!(faults, [(0, "POST:/notes".to_owned(), "src/notes.js:9".to_owned())]);
    for status in [201, 409] {
        assert!(!api.is_faulty(&HalfDoneChange, &[call("POST /notes", status)]));
    }
}

#[test]
fn what_only_keeps_what_happens_is_none() {
    for table in ["audit_log", "login_attempts", "UserSessions", "metrics", "requestLog"] {
        let api = changing(&format!(r#"[["{table}", "INSERT", false]]"#));
        assert!(!api.is_faulty(&HalfDoneChange, &[call("POST /notes", 500)]), "{table}");
    }
    // A catalog is no log.
    let api = changing(r#"[["catalog", "INSERT", false]]"#);
    assert!(api.is_faulty(&HalfDoneChange, &[call("POST /notes", 500)]));
}

#[test]
fn what_came_after_the_failure_is_none_and_takes_back_what_came_before() {
    let late = changing(r#"[["notes", "UPDATE", true]]"#);
    assert!(!late.is_faulty(&HalfDoneChange, &[call("POST /notes", 500)]));
    let undone = changing(r#"[["notes", "INSERT", false], ["notes", "DELETE", true]]"#);
    assert!(!undone.is_faulty(&HalfDoneChange, &[call("POST /notes", 500)]));
    let removed = changing(r#"[["notes", "INSERT", false], ["notes", "DELETE", false]]"#);
    assert!(!removed.is_faulty(&HalfDoneChange, &[call("POST /notes", 500)]));
}
