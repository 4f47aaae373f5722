use super::*;

#[test]
fn what_was_handed_on_and_where_it_was_made_is_asserted() {
    let made = Expectation::Answer(crate::AnswerExpectation {
        status: Some(201),
        content_type: None,
        location: Some("/books/1".to_owned()),
        body: crate::BodyExpectation::Anything,
        left_out: Vec::new(),
    });
    let same =
        |pointer: &str| crate::JsonExpectation::SameAs { call: 0, pointer: pointer.to_owned() };
    let fields = vec![("of".to_owned(), same("/made/0/first id")), ("n".to_owned(), same(""))];
    let read = Expectation::Answer(crate::AnswerExpectation {
        status: None,
        content_type: None,
        location: None,
        body: crate::BodyExpectation::Json(crate::JsonExpectation::Object { fields, whole: true }),
        left_out: Vec::new(),
    });
    let steps = ["POST", "GET"].map(|method| step(method, text("/books"), None)).to_vec();
    let printed = body_of(case(CaseKind::Success, steps, vec![made, read]));
    for line in [
        "  expect(first.headers.location).toBe(\"/books/1\");",
        "  expect(second.body).toEqual({ of: first.body.made[0][\"first id\"], n: first.body });",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{printed}");
    }
}

#[test]
fn many_answers_have_names_of_their_own() {
    let steps: Vec<Call> = (0..14).map(|_| step("GET", text("/"), None)).collect();
    let names = answer_names(&steps);
    assert_eq!((names[6].as_str(), names[13].as_str()), ("seventh", "answer14"));
}
