use super::*;

fn called_by(user: &str, path: &str, word: &str) -> TestCase {
    let mut call = step("GET", text(path), None);
    call.user = Some(user.to_owned());
    let slot = "Authorization".to_owned();
    let credential = Part::Credential { user: user.to_owned(), slot: slot.clone() };
    let word = (!word.is_empty()).then(|| Part::Text(word.to_owned()));
    call.http_mut().headers.push((slot, word.into_iter().chain([credential]).collect()));
    case(CaseKind::Success, vec![call], vec![answers(200, "application/json", "1")])
}

fn file<'a>(written: &'a WrittenSuite, path: &str) -> &'a str {
    let found = written.files.iter().find(|file| file.path == path);
    found.map_or("", |file| file.content.as_str())
}

#[test]
fn who_calls_is_said_by_a_function_with_his_name() {
    let mut cases = ["ann", "bob", "ann"].map(|name| called_by(name, "/a", "")).to_vec();
    let few = Jest.write(&suite(cases[..2].to_vec()));
    let tests = file(&few, "success.test.js");
    assert!(tests.contains(r#".set("Authorization", headerValue(credential("bob","#), "{tests}");
    assert!(!file(&few, "support/users.cjs").contains("asUser"));

    cases.push(called_by("ann", "/b", "Token "));
    let written = Jest.write(&suite(cases));
    let tests = file(&written, "success.test.js");
    assert!(tests.contains(r#"await call("GET", "/a").use(asUser("bob"));"#), "{tests}");
    // What says it otherwise is written as it is.
    assert!(
        tests.contains(r#"headerValue(`Token ${credential("ann", "Authorization")}`)"#),
        "{tests}"
    );
    let users = file(&written, "support/users.cjs");
    for line in [
        "function asUser(name) {",
        r#"call.set("Authorization", headerValue(credential(name, "Authorization")));"#,
        "module.exports = { asUser, credential, logIn, secret };",
    ] {
        assert!(users.contains(line), "{line}\n{users}");
    }
}

#[test]
fn nothing_is_imported_that_a_function_with_a_name_says() {
    let cases = ["ann", "bob", "ann"].map(|name| called_by(name, "/a", "")).to_vec();
    let mut suite = suite(cases);
    let tests = file(&Jest.write(&suite), "success.test.js").to_owned();
    assert!(tests.contains("const { asUser } = require(\"./support/users.cjs\");"), "{tests}");
    assert!(!tests.contains("headerValue"), "{tests}");
    suite.language = Language::Ts;
    let written = Jest.write(&suite);
    assert!(file(&written, "support/users.d.cts").starts_with("/** Makes a call one of a user"));
}

#[test]
fn bodies_that_are_no_objects_say_what_they_are() {
    for (body, says) in [("[1]", false), (r#"{"a":1}"#, false), ("1", true), ("{", true)] {
        let call = step("POST", text("/books"), Some(("application/json", body)));
        let printed = single(call, answers(200, "application/json", "1"));
        assert_eq!(printed.contains("Content-Type"), says, "{printed}");
    }
    let call = step("POST", text("/books"), Some(("application/vnd.api+json", "{}")));
    assert!(single(call, answers(200, "application/json", "1")).contains("Content-Type"));
}
