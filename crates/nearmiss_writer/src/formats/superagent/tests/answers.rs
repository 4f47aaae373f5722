use super::*;

#[test]
fn what_was_handed_on_and_where_it_was_made_is_asserted() {
    let made = Expectation::Answer(crate::AnswerExpectation {
        status: Some(201),
        content_type: None,
        location: Some("/books/1".to_owned()),
        cookies: vec!["remember=1; Path=/".to_owned()],
        body: crate::BodyExpectation::Anything,
        shows_stack: true,
        left_out: vec!["the body from character 173 on (a stack trace)".to_owned()],
    });
    let same =
        |pointer: &str| crate::JsonExpectation::SameAs { call: 0, pointer: pointer.to_owned() };
    let fields = vec![("of".to_owned(), same("/made/0/first id")), ("n".to_owned(), same(""))];
    let read = Expectation::Answer(crate::AnswerExpectation {
        status: None,
        content_type: None,
        location: None,
        cookies: Vec::new(),
        body: crate::BodyExpectation::Json(crate::JsonExpectation::Object { fields, whole: true }),
        shows_stack: true,
        left_out: Vec::new(),
    });
    let steps = ["POST", "GET"].map(|method| step(method, text("/books"), None)).to_vec();
    let success = case(CaseKind::Success, steps.clone(), vec![made.clone(), read.clone()]);
    assert!(!body_of(success).contains("test(first.text)"), "it is a defect");
    let printed = body_of(case(CaseKind::Fault, steps, vec![made, read]));
    for line in [
        "  expect(first.headers.location).toBe(\"/books/1\");",
        "  expect(first.headers[\"set-cookie\"]).toEqual([\"remember=1; Path=/\"]);",
        r"  expect(/\bat [^\n]*\D:\d+:\d+/.test(first.text)).toBe(true);",
        "  expect(second.body).toEqual({ of: first.body.made[0][\"first id\"], n: first.body });",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{printed}");
    }
    assert!(!printed.contains("test(second.text)"), "it is compared as a whole: {printed}");
}

#[test]
fn many_answers_have_names_of_their_own() {
    let steps: Vec<Call> = (0..14).map(|_| step("GET", text("/"), None)).collect();
    let names = answer_names(&steps);
    assert_eq!((names[6].as_str(), names[13].as_str()), ("seventh", "answer14"));
}
