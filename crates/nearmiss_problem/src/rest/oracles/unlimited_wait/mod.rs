//! Code 985: a call asks a service that never answers, and would wait for ever: no limit is set on the request, by nobody.

use nearmiss_search::Fault;

use super::in_process::{at, faults};
use super::{JudgedTest, Oracle};

/// The kind of incident that the runtime tells (`npm/nearmiss/setup/services/leaps.cjs`).
const KIND: &str = "unlimited-wait";

/// A request to a service without a limit.
pub(super) struct UnlimitedWait;

impl Oracle for UnlimitedWait {
    fn name(&self) -> &'static str {
        "unlimited-wait"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(985, "No Limit On A Request To A Service")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        faults(test, 985, &[KIND], |one| {
            format!("waits without a limit for {}{}", one.detail, at(&one.place))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{Trial, call};
    use super::*;

    #[test]
    fn who_waits_for_ever_is_faulty_and_who_gives_up_is_not() {
        let waiting = Trial::new().seeing(0, KIND, "src/pay.js:9", "https://pay.example");
        let calls = [call("POST /notes", 502)];
        assert_eq!(waiting.codes(&UnlimitedWait, &calls), [985]);
        let failing = Trial::new().seeing(0, "failed-service", "src/pay.js:9", "says nothing");
        assert!(!failing.is_faulty(&UnlimitedWait, &calls));
    }
}
