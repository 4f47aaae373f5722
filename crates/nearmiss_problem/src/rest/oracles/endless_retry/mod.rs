//! Code 986: a call asks a service that fails again and again, without a bound that anybody would wait for.

use nearmiss_search::Fault;

use super::in_process::{at, faults};
use super::{JudgedTest, Oracle};

/// The kind of incident that the runtime tells (`npm/nearmiss/sut/strangers/again.js`).
const KIND: &str = "endless-retry";

/// A request to a service that is made again and again.
pub(super) struct EndlessRetry;

impl Oracle for EndlessRetry {
    fn name(&self) -> &'static str {
        "endless-retry"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(986, "Retry Without A Bound")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        faults(test, 986, &[KIND], |one| {
            format!("asks {} again and again while that fails{}", one.detail, at(&one.place))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{Trial, call};
    use super::*;

    #[test]
    fn who_asks_without_a_bound_is_faulty_and_who_asks_once_is_not() {
        let asking = Trial::new().seeing(0, KIND, "src/pay.js:9", "https://pay.example");
        let calls = [call("POST /notes", 503)];
        assert_eq!(asking.codes(&EndlessRetry, &calls), [986]);
        let failing = Trial::new().seeing(0, "failed-service", "src/pay.js:9", "answers 503");
        assert!(!failing.is_faulty(&EndlessRetry, &calls));
    }
}
