//! Which test tells of a fault, where several show it.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_report::cause_of;
use nearmiss_search::Fault;

use super::{HTTP_500, Kept};

/// Leaves each fault, and of faults with one cause the first, to one test: that in which nothing comes behind it,
/// and then the shortest. The others show what else they show. Exceptions stay with each test that ends in one.
pub(super) fn tell_once(kept: &mut [Kept]) {
    for test in kept.iter_mut() {
        test.faults.append(&mut test.told_elsewhere);
        test.faults.sort_by_key(|(call, _)| *call);
    }
    let mut teller: BTreeMap<Cause, usize> = BTreeMap::new();
    for (index, test) in kept.iter().enumerate() {
        for (call, fault) in test.faults.iter().filter(|(_, fault)| fault.code != HTTP_500) {
            let rank = |index: usize, call: usize| {
                let calls = kept[index].test.calls.len();
                (calls - call, calls)
            };
            let known = teller.get(&cause(fault)).copied();
            let is_better = known.is_none_or(|known| {
                let told =
                    kept[known].faults.iter().find(|(_, other)| cause(other) == cause(fault));
                told.is_none_or(|(at, _)| rank(index, *call) < rank(known, *at))
            });
            if is_better {
                teller.insert(cause(fault), index);
            }
        }
    }
    for (index, test) in kept.iter_mut().enumerate() {
        let mut told: BTreeSet<(u32, String, String)> = BTreeSet::new();
        let tells = |(_, fault): &(usize, Fault)| {
            let is_own = teller.get(&cause(fault)).is_none_or(|teller| *teller == index);
            is_own && (fault.code == HTTP_500 || told.insert(name(fault)))
        };
        let (tells, others) = test.faults.drain(..).partition(tells);
        (test.faults, test.told_elsewhere) = (tells, others);
    }
}

type Cause = (u32, String, String);

fn cause(fault: &Fault) -> Cause {
    let (code, operation, place) = cause_of(fault.code, &fault.operation, &fault.place);
    (code, operation.to_owned(), place.to_owned())
}

fn name(fault: &Fault) -> (u32, String, String) {
    (fault.code, fault.operation.clone(), fault.place.clone())
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::Test;
    use nearmiss_search::Individual;
    use nearmiss_writer::CaseKind;
    use serde_json::json;

    use super::*;

    /// A test of so many calls that shows faults: the call, the code, the operation and the place.
    fn test(calls: usize, faults: &[(usize, u32, &str, &str)]) -> Kept {
        let request = json!({ "method": "GET", "target": [], "headers": [], "body": null });
        let call = json!({ "operation": "GET:/a", "request": { "Http": request } });
        let calls = (0..calls).map(|_| serde_json::from_value(call.clone()).unwrap());
        let fault = |(call, code, operation, place): &(usize, u32, &str, &str)| {
            let (operation, place) = ((*operation).to_owned(), (*place).to_owned());
            (*call, Fault { code: *code, operation, place, message: String::new() })
        };
        Kept {
            individual: Individual::default(),
            test: Test::of_calls(calls.collect()),
            faults: faults.iter().map(fault).collect(),
            told_elsewhere: Vec::new(),
            kind: CaseKind::Fault,
            covered: Vec::new(),
            cause: None,
        }
    }

    fn told(kept: &[Kept]) -> Vec<usize> {
        kept.iter().map(|test| test.faults.len()).collect()
    }

    #[test]
    fn the_test_tells_a_fault_in_which_nothing_comes_behind_it() {
        let mut kept = [
            test(3, &[(0, 970, "POST:/a", "")]),
            test(2, &[(1, 970, "POST:/a", ""), (1, 209, "GET:/b", "x")]),
            test(1, &[(0, 970, "POST:/a", ""), (0, 970, "POST:/b", "")]),
            test(1, &[(0, 209, "GET:/c", "y")]),
        ];
        tell_once(&mut kept);
        assert_eq!(told(&kept), [0, 0, 2, 1]);
        // The teller goes: another one tells.
        let mut left = [kept[0].clone(), kept[1].clone()];
        tell_once(&mut left);
        assert_eq!(told(&left), [0, 2]);
    }

    #[test]
    fn exceptions_are_told_by_each_test_and_one_cause_of_all_answers_once() {
        let mut kept = [
            test(1, &[(0, HTTP_500, "GET:/a", "Statement_a.js_00001_0")]),
            test(2, &[(1, HTTP_500, "GET:/a", "Statement_a.js_00001_0")]),
            test(1, &[(0, 101, "GET:/a", "status 400")]),
            test(1, &[(0, 101, "GET:/b", "status 400")]),
            test(1, &[(0, 101, "GET:/b", "body/id")]),
        ];
        tell_once(&mut kept);
        assert_eq!(told(&kept), [1, 1, 1, 0, 1]);
        let mut types = [
            test(1, &[(0, 102, "POST:/a", "body/id type")]),
            test(
                1,
                &[(0, 102, "POST:/a", "body/name type"), (0, 102, "POST:/a", "body/n minimum")],
            ),
            test(1, &[(0, 102, "POST:/b", "body/id type")]),
        ];
        tell_once(&mut types);
        assert_eq!(told(&types), [1, 1, 1]);
    }
}
