use serde_json::json;

use super::super::trial::{Told, Trial, call, note};
use super::*;

#[test]
fn what_is_there_is_not_told_from_what_is_not() {
    let trial = Trial::new();
    let own = call("GET /notes/1", 200).by("ann");
    let faults = |seen: u16, missing: u16| {
        let calls = [
            own.clone(),
            call("GET /notes/1", seen).by("bob"),
            call("GET /notes/9", missing).by("bob"),
            call("GET /notes/1", 401),
        ];
        trial.faults(&ExistenceLeak, &calls)
    };
    let fault = vec![(2, "GET:/notes/{id}".to_owned(), String::new())];
    assert_eq!(faults(403, 404), fault);
    for (seen, missing) in [(404, 404), (403, 403), (200, 404), (404, 403), (401, 404)] {
        assert_eq!(faults(seen, missing), [], "{seen} {missing}");
    }
    // Whoever is not logged in may see it, or nobody has looked.
    let [seen, missing] =
        [call("GET /notes/1", 403).by("bob"), call("GET /notes/9", 404).by("bob")];
    let calls = [own.clone(), seen, missing];
    assert_eq!(trial.faults(&ExistenceLeak, &calls), []);
    let public = [&calls[..], &[call("GET /notes/1", 200)]].concat();
    assert_eq!(trial.faults(&ExistenceLeak, &public), []);
    // Nobody has seen the first one; the second one is seen by another user; another operation.
    let refused: Told = call("GET /notes/1", 403).by("bob");
    let missing = call("GET /notes/9", 404).by("bob");
    assert!(!trial.is_faulty(&ExistenceLeak, &[refused.clone(), missing.clone()]));
    let other = [own.clone(), refused, call("GET /notes/9", 404).by("cid")];
    assert!(!trial.is_faulty(&ExistenceLeak, &other));
    let removed = [own, call("DELETE /notes/1", 403).by("bob"), missing];
    assert!(!trial.is_faulty(&ExistenceLeak, &removed));
}

#[test]
fn what_a_list_tells_is_no_secret() {
    let trial = Trial::new().without_reading();
    let list = |ids: &[u32]| {
        let notes: Vec<_> = ids.iter().map(|id| note(*id, "a", 1)).collect();
        call("GET /notes", 200).gets(&json!(notes))
    };
    let faults = |users: &Told, nobodys: &Told| {
        let calls = [
            call("PUT /notes/1", 200).by("ann"),
            call("PUT /notes/1", 403).by("bob"),
            call("PUT /notes/9", 404).by("bob"),
            users.clone().by("bob"),
            nobodys.clone(),
        ];
        trial.faults(&ExistenceLeak, &calls).len()
    };
    let refused = call("GET /notes", 401);
    assert_eq!(faults(&list(&[]), &refused), 1);
    assert_eq!(faults(&list(&[1]), &refused), 0);
    assert_eq!(faults(&list(&[]), &list(&[2, 1])), 0);
    let own = call("PUT /notes/1", 200).gets(&note(1, "a", 1)).by("ann");
    let wanted = trial.examinations(&ExistenceLeak, &[own]);
    assert_eq!(wanted[0][3..], ["GET /notes by bob", "GET /notes"]);
}

#[test]
fn it_asks_by_another_user_for_what_is_there_and_what_is_not() {
    let own = call("GET /notes/1", 200).gets(&note(1, "a", 1)).by("ann");
    let wanted = Trial::new().examinations(&ExistenceLeak, &[own]);
    let of = |user: &str| {
        [
            "GET /notes/1 by ann".to_owned(),
            format!("GET /notes/1 by {user}"),
            format!("GET /notes/98765432 by {user}"),
            "GET /notes/1".to_owned(),
        ]
    };
    assert_eq!(wanted, [of("bob"), of("bob"), of("cid"), of("cid")]);
}
