use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn only_what_is_the_apis_own_and_not_listed_is_hidden() {
    let trial = Trial::new();
    let seen = |line: &str, status: u16| {
        let mut told = call(line, status).gets(&note(1, "a", 1));
        if line == "GET /x" {
            told = call("GET /{any}", status);
        }
        trial.faults(&HiddenEndpoint, &[told])
    };
    let fault = vec![(0, "GET:/internal".to_owned(), String::new())];
    assert_eq!(seen("GET /internal", 200), fault);
    for (line, status) in [
        ("GET /internal", 403),
        ("GET /internal", 404),
        ("GET /internal", 302),
        ("GET /notes", 200),
        ("GET /health", 200),
        ("GET /x", 200),
        ("GET /static/*", 200),
    ] {
        assert_eq!(seen(line, status), [], "{line} {status}");
    }
    assert!(
        is_word("healthz", "health")
            && is_word("openapi.json", "openapi")
            && is_word("docs", "docs")
    );
    assert!(!is_word("healthcare", "health") && !is_word("lively", "live"));
}
