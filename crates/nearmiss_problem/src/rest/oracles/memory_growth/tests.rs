use super::super::trial::{Trial, call, note};
use super::*;

#[test]
fn what_reads_is_examined_when_the_rest_of_the_budget_just_allows_it() {
    let trial = Trial::new();
    let read = [call("GET /notes/1", 200).gets(&note(1, "a", 1))];
    for (budget, after) in [(3_100, 3_000), (5_000, 4_200), (20_000, 17_600)] {
        assert_eq!(trial.asked_after(&MemoryGrowth, &read, budget), [after], "{budget}");
    }
    assert!(trial.asked_after(&MemoryGrowth, &read, 2_900).is_empty());
    let refused = [call("GET /notes/1", 404)];
    assert!(trial.asked_after(&MemoryGrowth, &refused, 20_000).is_empty());
}
