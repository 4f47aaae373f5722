use super::super::trial::{Told, Trial, call, note};
use super::*;

#[test]
fn a_user_who_is_known_is_not_told_401() {
    let trial = Trial::new();
    let calls = |refusal: u16, later: u16, nobody: u16| {
        vec![
            call("GET /notes/1", 200).by("ann"),
            call("GET /notes/1", refusal).by("bob"),
            call("GET /notes", later).by("bob"),
            call("GET /notes", nobody),
        ]
    };
    let faults = |calls: &[Told]| trial.faults(&WronglyUnauthenticated, calls);
    let fault = vec![(1, "GET:/notes/{id}".to_owned(), String::new())];
    assert_eq!(faults(&calls(401, 200, 401)), fault);
    // It is right; bob is not known; everybody is let in.
    assert_eq!(faults(&calls(403, 200, 401)), []);
    assert_eq!(faults(&calls(401, 401, 401)), []);
    assert_eq!(faults(&calls(401, 200, 200)), []);
    // Nobody else is let in either; he was known before.
    assert_eq!(faults(&calls(401, 200, 401)[1..]), []);
    let mut before = calls(401, 200, 401);
    before.swap(1, 2);
    assert_eq!(faults(&before), []);
}

#[test]
fn it_asks_by_another_user_who_is_known() {
    let list = call("GET /notes", 200).by("ann");
    let own = call("GET /notes/1", 200).gets(&note(1, "a", 1)).by("ann");
    let wanted = Trial::new().examinations(&WronglyUnauthenticated, &[list, own]);
    let expected = [
        "GET /notes by ann",
        "GET /notes/1 by ann",
        "GET /notes/1 by bob",
        "GET /notes by bob",
        "GET /notes",
    ];
    assert!(wanted.iter().any(|calls| *calls == expected), "{wanted:?}");
}

#[test]
fn it_remembers_which_calls_show_that_a_user_is_logged_in() {
    let trial = Trial::new();
    // What bob may do, and nobody may, was seen in other tests.
    let own = [call("GET /notes", 200).by("bob")];
    let nobody = [call("GET /notes", 401)];
    let foreign = call("GET /notes/1", 200).gets(&note(1, "a", 1)).by("ann");
    let proven = ["GET /notes/1 by ann", "GET /notes/1 by bob", "GET /notes by bob", "GET /notes"];
    let calls = [foreign.clone()];
    let wanted = trial.examinations_after(&WronglyUnauthenticated, &[&own, &nobody], &calls);
    assert!(wanted.iter().any(|calls| *calls == proven), "{wanted:?}");
    // It only remains to be shown.
    let calls = [foreign, call("GET /notes/1", 401).by("bob")];
    let wanted = trial.examinations_after(&WronglyUnauthenticated, &[&own, &nobody], &calls);
    assert_eq!(wanted[0], proven);
    // Nobody else has made the call.
    let calls = [call("GET /notes/1", 401).by("bob")];
    let wanted = trial.examinations_after(&WronglyUnauthenticated, &[&own, &nobody], &calls);
    let theirs = [
        "GET /notes/1 by bob",
        "GET /notes/1 by ann",
        "GET /notes/1 by cid",
        "GET /notes by bob",
        "GET /notes",
    ];
    assert_eq!(wanted[0], theirs);
    let foreign = call("GET /notes/1", 200).gets(&note(1, "a", 1)).by("ann");
    let calls = [foreign, call("GET /notes/1", 401).by("bob")];
    // A call that is open to all shows nothing.
    let wanted = trial.examinations_after(&WronglyUnauthenticated, &[&own], &calls);
    assert!(wanted.iter().all(|calls| *calls != proven), "{wanted:?}");
}
