use super::super::trial::{Told, Trial, call, note};
use serde_json::json;

use super::*;

/// The faults of calls of a test, in which the user may change what is his own.
fn faults(calls: &[Told]) -> Vec<(usize, String, String)> {
    let own = call("PUT /notes/7", 200).by("bob");
    let removed = call("DELETE /notes/7", 204).by("bob");
    let calls: Vec<Told> = calls.iter().cloned().chain([own, removed]).collect();
    Trial::new().faults(&MissedAuthorization, &calls)
}

#[test]
fn who_may_not_even_with_his_own_is_refused_for_what_he_is() {
    let of = |own: Option<Told>| {
        let calls = [
            call("POST /notes", 201).gets(&note(1, "a", 1)).by("ann"),
            call("DELETE /notes/1", 403).by("bob"),
            call("PUT /notes/1", 200).by("bob"),
            call("DELETE /notes/1", 204).by("ann"),
        ];
        let calls: Vec<Told> = calls.into_iter().chain(own).collect();
        Trial::new().faults(&MissedAuthorization, &calls).len()
    };
    let own = |status: u16| Some(call("DELETE /notes/2", status).by("bob"));
    let others = Some(call("DELETE /notes/2", 204).by("cid"));
    assert_eq!((of(own(204)), of(own(403)), of(others), of(None)), (1, 0, 0, 0));
}

#[test]
fn it_asks_whether_the_user_may_with_his_own() {
    let trial = Trial::new();
    let calls = [
        call("POST /notes", 201).gets(&note(1, "a", 1)).by("ann"),
        call("DELETE /notes/1", 403).made_by(0).by("bob"),
        call("PUT /notes/1", 200).made_by(0).by("bob"),
        call("DELETE /notes/1", 204).made_by(0).by("ann"),
    ];
    let wanted = trial.examinations(&MissedAuthorization, &calls);
    let lines: Vec<&str> = wanted[0].iter().map(String::as_str).collect();
    assert!(lines[4].starts_with("POST /notes ") && lines[4].ends_with(" by bob"), "{lines:?}");
    assert_eq!(
        [&lines[1..4], &lines[5..]].concat(),
        [
            "DELETE /notes/<0/id> by bob",
            lines[2],
            "DELETE /notes/<0/id> by ann",
            "DELETE /notes/<4/id> by bob"
        ]
    );
}

#[test]
fn who_may_not_change_may_not_remove() {
    let made = || call("POST /notes", 201).gets(&note(1, "a", 1)).by("ann");
    let put = |status: u16| call("PUT /notes/1", status);
    let remove = |status: u16| call("DELETE /notes/1", status).by("bob");
    let fault = vec![(3, "DELETE:/notes/{id}".to_owned(), String::new())];
    let all = [made(), put(200).by("ann"), put(403).by("bob"), remove(204)];
    assert_eq!(faults(&all), fault);
    let hidden = [made(), put(200).by("ann"), put(404).by("bob"), remove(204)];
    assert_eq!(faults(&hidden), fault);
    // All or nothing is allowed; nobody knows what the owner may; even the owner may not.
    assert_eq!(faults(&[made(), put(200).by("ann"), put(200).by("bob"), remove(204)]), []);
    assert_eq!(faults(&[made(), put(200).by("ann"), put(403).by("bob"), remove(403)]), []);
    assert_eq!(faults(&[made(), put(403).by("bob"), remove(204)]), []);
    assert_eq!(faults(&[made(), put(403).by("ann"), put(403).by("bob"), remove(204)]), []);
    // It is his own, and what is gone is not refused.
    let own = call("POST /notes", 201).gets(&note(1, "a", 1)).by("bob");
    assert_eq!(faults(&[own, put(200).by("bob"), put(403).by("bob"), remove(204)]), []);
    assert_eq!(faults(&[made(), put(200).by("ann"), remove(204), put(404).by("bob")]), []);
}

#[test]
fn what_was_there_before_is_nobodys_where_such_things_can_be_made() {
    // A registrar uses the course of a teacher, who may change it, and not remove it.
    let of = |first: Option<Told>| {
        let made = first.into_iter();
        let all = made.chain([
            call("PUT /notes/1", 200).by("ann"),
            call("DELETE /notes/1", 403).by("bob"),
            call("PUT /notes/1", 200).by("bob"),
            call("DELETE /notes/1", 204).by("ann"),
        ]);
        faults(&all.collect::<Vec<_>>()).len()
    };
    let made_by =
        |user: &'static str| Some(call("POST /notes", 201).gets(&note(1, "a", 1)).by(user));
    assert_eq!((of(None), of(made_by("bob")), of(made_by("ann"))), (0, 0, 1));
}

#[test]
fn who_is_meant_by_a_thing_may_leave_it() {
    let changed = |name: &str| {
        let answer = json!({"id": 1, "title": name, "role": "member"});
        call("PUT /notes/1", 200).gets(&answer).by("ann")
    };
    let of = |name: &str| {
        let made = call("POST /notes", 201).gets(&note(1, "a", 1)).by("ann");
        let refused = call("PUT /notes/1", 403).by("bob");
        faults(&[made, changed(name), refused, call("DELETE /notes/1", 204).by("bob")]).len()
    };
    assert_eq!((of("Bob"), of("bob@example.com"), of("Bobby"), of("Ann")), (0, 0, 1, 1));
}

#[test]
fn it_asks_for_all_changes_by_another_user_and_then_for_the_owner() {
    let trial = Trial::new();
    let made =
        call("POST /notes", 201).sends(json!({"title": "a", "pages": 1})).gets(&note(1, "a", 1));
    let calls = [made.by("ann"), call("GET /notes/1", 200).made_by(0).by("ann")];
    let wanted = trial.examinations(&MissedAuthorization, &calls);
    let methods = |calls: &Vec<String>| -> Vec<String> {
        calls[2..].iter().map(|call| call.split(' ').next().unwrap().to_owned()).collect()
    };
    assert_eq!(methods(&wanted[0]), ["PUT", "PATCH", "DELETE"]);
    assert_eq!(methods(&wanted[1]), ["DELETE", "PATCH", "PUT"]);
    // The change sends what made the thing.
    assert_eq!(wanted[0][2], r#"PUT /notes/<0/id> {"title":"a","pages":1} by bob"#);
    assert!(
        wanted[0][2..]
            .iter()
            .all(|call| call.contains("/notes/<0/id>") && call.ends_with("by bob"))
    );
    let made = call("POST /notes", 201).gets(&note(1, "a", 1)).by("ann");
    let found = [
        made,
        call("PUT /notes/1", 403).sends(json!({"title": "b", "pages": 1})).by("bob"),
        call("DELETE /notes/1", 204).by("bob"),
    ];
    let wanted = trial.examinations(&MissedAuthorization, &found);
    let owner = |line: &String| {
        line.starts_with("PUT /notes/1 {\"title\":\"b\"") && line.ends_with("by ann")
    };
    assert!(owner(&wanted[0][1]) && wanted[0].len() == 6, "{wanted:?}");
    assert!(wanted[0][4..].iter().all(|call| call.ends_with(" by bob")));
}
