use super::super::trial::{Told, Trial, call, note};
use super::*;

#[test]
fn who_is_logged_in_is_not_refused_what_nobody_may() {
    let trial = Trial::new();
    let faults = |calls: &[Told]| trial.faults(&AnonymousAllowed, calls);
    let fault = vec![(1, "GET:/notes/{id}".to_owned(), String::new())];
    let refused = |status: u16| call("GET /notes/1", status).by("bob");
    let open = call("GET /notes/1", 200).gets(&note(1, "a", 1));
    assert_eq!(faults(&[refused(403), open.clone()]), fault);
    assert_eq!(faults(&[refused(404), open.clone()]), []);
    assert_eq!(faults(&[refused(403), call("GET /notes/1", 401)]), []);
    assert_eq!(faults(&[refused(403), call("GET /notes/2", 200)]), []);
    // A login that does not work is no refusal of a user.
    assert_eq!(faults(&[refused(401), open.clone()]), []);
    assert!(
        trial
            .is_faulty(&AnonymousAllowed, &[refused(401), open, call("GET /notes", 200).by("bob")])
    );
}

#[test]
fn it_asks_by_another_user_and_by_nobody() {
    let own = call("GET /notes/1", 200).by("ann");
    let wanted = Trial::new().examinations(&AnonymousAllowed, &[own]);
    assert_eq!(wanted[0], ["GET /notes/1 by ann", "GET /notes/1 by bob", "GET /notes/1"]);
    assert_eq!(wanted.len(), 4);
    let refused = call("GET /notes/1", 403).by("ann");
    let wanted = Trial::new().examinations(&AnonymousAllowed, &[refused]);
    assert_eq!(wanted[0], ["GET /notes/1 by ann", "GET /notes/1"]);
}
