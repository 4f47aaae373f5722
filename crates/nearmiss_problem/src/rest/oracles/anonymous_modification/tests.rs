use super::super::trial::{Told, Trial, call, note};
use super::*;

#[test]
fn nobody_changes_what_a_user_made() {
    let trial = Trial::new();
    let made = || call("POST /notes", 201).gets(&note(1, "a", 1));
    let faults = |calls: &[Told]| trial.faults(&AnonymousModification, calls);
    let fault = vec![(1, "DELETE:/notes/{id}".to_owned(), String::new())];
    assert_eq!(faults(&[made().by("ann"), call("DELETE /notes/1", 204)]), fault);
    // By a user, refused, another thing, and what nobody made.
    assert_eq!(faults(&[made().by("ann"), call("DELETE /notes/1", 204).by("bob")]), []);
    assert_eq!(faults(&[made().by("ann"), call("DELETE /notes/1", 401)]), []);
    assert_eq!(faults(&[made().by("ann"), call("DELETE /notes/2", 204)]), []);
    assert_eq!(faults(&[made(), call("DELETE /notes/1", 204)]), []);
    assert_eq!(faults(&[made().by("ann"), call("GET /notes/1", 200)]), []);
}

#[test]
fn it_asks_for_the_change_by_nobody() {
    let made = call("POST /notes", 201).gets(&note(1, "a", 1)).by("ann");
    let calls = [made, call("DELETE /notes/1", 204).made_by(0).by("ann")];
    let wanted = Trial::new().examinations(&AnonymousModification, &calls);
    assert_eq!(wanted.len(), 3);
    assert!(
        wanted
            .iter()
            .all(|calls| calls[1] == "DELETE /notes/<0/id>" && calls[0].ends_with("by ann"))
    );
}
