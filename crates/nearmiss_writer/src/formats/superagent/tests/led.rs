use super::*;

/// Makes a test of calls that are answered with their paths.
fn chain(kind: CaseKind, paths: &[&str]) -> TestCase {
    let calls = paths.iter().map(|path| step("POST", text(path), None)).collect();
    let answer = |path: &&str| answers(201, "application/json", &format!(r#"{{"at":"{path}"}}"#));
    case(kind, calls, paths.iter().map(answer).collect())
}

/// Lists the paths that each test of a suite asserts.
fn asserted(suite: &TestSuite) -> Vec<Vec<String>> {
    let files = Jest.write(suite).files;
    let tests = files.iter().filter(|file| file.path.contains(".test.")).flat_map(|file| {
        file.content.split("\ntest(").skip(1).map(str::to_owned).collect::<Vec<_>>()
    });
    let places = |test: String| {
        let lines = test.lines().filter_map(|line| line.split_once("toEqual({ at: \""));
        lines.map(|(_, place)| place.trim_end_matches("\" });").to_owned()).collect()
    };
    tests.map(places).collect()
}

#[test]
fn what_another_test_asserts_of_a_call_is_not_asserted_where_it_only_leads_to_another() {
    let success = CaseKind::Success;
    let mut cases = vec![
        // `/a` has a test of its own behind this one, `/a /b` has none.
        chain(success, &["/a", "/b", "/c"]),
        chain(success, &["/a"]),
        chain(success, &["/a", "/b", "/d"]),
        // Here other calls stand before it.
        chain(success, &["/x", "/b", "/e"]),
    ];
    // And what a call shows that is at fault is what a test is about.
    let mut fault = chain(CaseKind::Fault, &["/a", "/b", "/f"]);
    fault.faults = [0, 2].map(|call| ShownFault { call, words: "is wrong".to_owned() }).to_vec();
    cases.push(fault);
    let places =
        [vec!["/b", "/c"], vec!["/a"], vec!["/d"], vec!["/x", "/b", "/e"], vec!["/a", "/f"]];
    assert_eq!(asserted(&suite(cases.clone())), places);
    let printed = Jest.write(&suite(cases)).files[0].content.clone();
    let first =
        "const first = await call(\"POST\", \"/a\");\n  expect(first.status).toBe(201);\n\n  const";
    assert!(printed.contains(first), "{printed}");
}

#[test]
fn what_is_answered_otherwise_is_asserted() {
    let mut other = chain(CaseKind::Success, &["/a", "/b"]);
    other.expectations[0] = answers(201, "application/json", r#"{"at":"/other"}"#);
    let cases = vec![chain(CaseKind::Success, &["/a"]), other];
    assert_eq!(asserted(&suite(cases)), [vec!["/a"], vec!["/other", "/b"]]);
}
