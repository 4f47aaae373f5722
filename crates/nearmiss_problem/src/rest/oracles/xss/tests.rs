use serde_json::json;

use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn markup_comes_back_as_it_was_sent() {
    let trial = Trial::new();
    let page = |status: u16, target: &str, text: &str| {
        call(&format!("GET {target}"), status).gets_text("text/html; charset=utf-8", text)
    };
    let faults = |calls: &[super::super::trial::Told]| trial.faults(&Xss, calls);
    let fault = |index: usize, place: &str| vec![(index, "GET:/page".to_owned(), place.to_owned())];
    let script = "/page?q=%3Cscript%3Enm()%3C%2Fscript%3E";
    assert_eq!(faults(&[page(200, script, "<p><script>nm()</script>")]), fault(0, "reflected"));
    let image = "/page?q=%22%3E%3Cimg%20src%3Dx%20onerror%3Dnm()%3E";
    let shown = "<input value=\"\"><img src=x onerror=nm()>\">";
    assert_eq!(faults(&[page(404, image, shown)]), fault(0, "reflected"));
    // Escaped, in an attribute where a script is text, in a page that says it anyway, and no page.
    assert_eq!(faults(&[page(200, script, "<p>&lt;script>nm()</script>")]), []);
    assert_eq!(faults(&[page(200, script, "<p title=\"<script>nm()</script>\">")]), []);
    assert_eq!(faults(&[page(200, "/page", "<p><script>nm()</script>")]), []);
    let json = call(&format!("GET {script}"), 200).gets(&json!("<script>nm()</script>"));
    assert_eq!(faults(&[json]), []);
    // Stored.
    let made = call("POST /notes", 201).sends(json!({"title": IMAGE, "pages": 1}));
    let stored = page(200, "/page", &format!("<p>{IMAGE}</p>"));
    assert_eq!(faults(&[made, stored]), fault(1, "stored"));
}

#[test]
fn what_browsers_save_or_keep_in_a_sandbox_runs_nothing() {
    let trial = Trial::new();
    let shows = |name: &str, value: &str| {
        let page = "GET /page?q=%3Cscript%3Enm()%3C%2Fscript%3E";
        let answer = call(page, 200).gets_text("text/html", "<p><script>nm()</script></p>");
        trial.is_faulty(&Xss, &[answer.header(name, value)])
    };
    assert!(shows("x-a", "b"));
    assert!(shows("content-disposition", "inline"));
    assert!(shows("content-security-policy", "sandbox allow-scripts"));
    assert!(!shows("content-disposition", "attachment; filename=a.html"));
    assert!(!shows("content-security-policy", "default-src 'none'; sandbox"));
}

#[test]
fn it_asks_for_markup_in_text() {
    let trial = Trial::new();
    let page = call("GET /page?q=abc", 200).gets_text("text/html", "<p>abc</p>");
    let wanted = trial.examinations(&Xss, &[page]);
    let image = "GET /page?q=%22%3E%3Cimg%20src%3Dx%20onerror%3Dnm()%3E";
    let script = "GET /page?q=%3Cscript%3Enm()%3C%2Fscript%3E";
    assert_eq!(wanted, [[image], [image], [script], [script]]);
    let made =
        call("POST /notes", 201).sends(json!({"title": "a", "pages": 1})).gets(&note(1, "a", 1));
    let wanted = trial.examinations(&Xss, &[made]);
    assert_eq!(wanted.len(), 4);
    assert!(
        wanted[2][0].starts_with(r#"POST /notes {"title":"<script>nm()</script>","pages":1"#),
        "{wanted:?}"
    );
    assert_eq!(wanted[2][1], "GET /page");
}
