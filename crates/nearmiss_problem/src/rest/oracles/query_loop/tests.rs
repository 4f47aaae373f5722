use super::*;

fn sizes(of: &[(u64, u64)]) -> BTreeMap<u64, u64> {
    of.iter().copied().collect()
}

#[test]
fn what_grows_with_what_is_read_is_a_loop() {
    assert!(grows(&sizes(&[(1, 1), (4, 4), (14, 14)])));
    // Not each row needs it.
    assert!(grows(&sizes(&[(2, 1), (5, 3), (15, 10)])));
    // Two for each.
    assert!(grows(&sizes(&[(1, 2), (4, 8), (14, 28)])));
}

#[test]
fn what_is_bounded_is_none() {
    // By the request, or the code.
    assert!(!grows(&sizes(&[(3, 3), (6, 3), (16, 3)])));
    // By a cache, or one query for all.
    assert!(!grows(&sizes(&[(1, 1), (4, 1), (14, 1)])));
    // Two sizes, or near ones, say little.
    assert!(!grows(&sizes(&[(1, 1), (14, 14)])));
    assert!(!grows(&sizes(&[(1, 1), (2, 2), (3, 3)])));
}
