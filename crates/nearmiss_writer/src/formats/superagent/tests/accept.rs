use super::*;
use crate::formats;

fn asking(accept: Option<&str>) -> TestCase {
    let mut call = step("GET", text("/books"), None);
    let header = |value: &str| ("accept".to_owned(), text(value));
    call.http_mut().headers.extend(accept.map(header));
    case(CaseKind::Success, vec![call], vec![answers(200, "", "")])
}

#[test]
fn what_most_calls_ask_for_is_said_once() {
    let usual = "    .use(exactly(target))\n    .set(\"Accept\", \"application/json\")\n";
    let cases = [Some("text/plain"), Some("application/json"), Some("application/json")];
    let cases = cases.map(asking).to_vec();
    for (format, file) in [("jest", "success.test.js"), ("vitest", "support/api.cjs")] {
        let written = formats::by_name(format).unwrap().write(&suite(cases.clone()));
        let content = |path: &str| {
            written.files.iter().find(|file| file.path == path).unwrap().content.clone()
        };
        assert!(content(file).contains(usual), "{}", content(file));
        let tests = content("success.test.js");
        assert!(tests.contains("call(\"GET\", \"/books\").set(\"Accept\", \"text/plain\");"));
        assert_eq!(tests.matches("call(\"GET\", \"/books\");").count(), 2, "{tests}");
    }
}

#[test]
fn headers_keep_their_order() {
    let mut other = asking(Some("application/json"));
    other.test.calls[0].http_mut().headers.insert(0, ("x-shelf".to_owned(), text("low")));
    let cases = vec![asking(Some("application/json")), other];
    let written = Jest.write(&suite(cases)).files[0].content.clone();
    assert!(!written.contains(".use(exactly(target))\n    .set"), "{written}");
}

#[test]
fn a_call_that_asks_for_nothing_is_sent_so() {
    let cases = [Some("application/json"), None].map(asking).to_vec();
    let written = Jest.write(&suite(cases)).files[0].content.clone();
    assert!(!written.contains(".use(exactly(target))\n    .set"), "{written}");
    assert!(written.contains("call(\"GET\", \"/books\").set(\"Accept\", \"application/json\");"));
}
