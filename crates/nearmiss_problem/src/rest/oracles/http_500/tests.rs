use super::super::trial::{Trial, call};
use super::*;

/// An API that calls a service in the first call.
fn calling(kind: &str) -> Trial {
    Trial::new().seeing(0, kind, "src/pay.js:9", "https://pay.example answers 402")
}

#[test]
fn a_crash_where_a_service_fails_is_a_category_of_its_own() {
    let failing = calling(FAILED_SERVICE);
    assert_eq!(failing.codes(&Http500, &[call("POST /notes", 500)]), [OF_SERVICE]);
    // Of another call than the one that called it.
    let calls = [call("POST /notes", 201), call("GET /notes", 500)];
    assert_eq!(failing.codes(&Http500, &calls), [STATUS]);
    let working = calling(SERVICE);
    assert_eq!(working.codes(&Http500, &[call("POST /notes", 500)]), [STATUS]);
}

#[test]
fn who_calls_a_service_may_say_that_it_fails() {
    for kind in [FAILED_SERVICE, SERVICE] {
        for status in [502, 503, 504] {
            assert!(!calling(kind).is_faulty(&Http500, &[call("POST /notes", status)]));
        }
    }
    assert_eq!(Trial::new().codes(&Http500, &[call("POST /notes", 502)]), [STATUS]);
}
