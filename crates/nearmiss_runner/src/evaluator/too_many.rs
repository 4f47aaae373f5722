//! Answers of 429 that go on from test to test: of limiters that are not known, or whose counts are not forgotten.

use std::time::Duration;

use nearmiss_problem::{CallOutcome, HttpResponse};

/// The status of what a rate limiter refuses.
const TOO_MANY: u16 = 429;
/// So many in a row are no test that comes to the limit by itself.
const IN_A_ROW: u32 = 5;
/// Knowledge of such answers.
#[derive(Debug, Default)]
pub(super) struct TooMany {
    pub(super) in_a_row: u32,
    /// Wait that the last of them asks for.
    pub(super) asks: Option<Duration>,
}

impl TooMany {
    /// Counts the answers of a test; answers whether there are too many in a row.
    pub(super) fn go_on(&mut self, outcomes: &[CallOutcome]) -> bool {
        for outcome in outcomes {
            match outcome {
                CallOutcome::Response(answer) if answer.status == TOO_MANY => {
                    self.in_a_row += 1;
                    self.asks = asked_wait(answer);
                }
                CallOutcome::Response(_) => self.in_a_row = 0,
                CallOutcome::Timeout | CallOutcome::Broken(_) => {}
            }
        }
        self.in_a_row >= IN_A_ROW
    }
}

/// The time that an answer asks to wait: in seconds, by `Retry-After` (RFC 9110, section 10.2.3), by `RateLimit-Reset`, or by
/// `RateLimit` (draft-ietf-httpapi-ratelimit-headers: `reset=30` in version 7, `t=30` in version 8).
fn asked_wait(answer: &HttpResponse) -> Option<Duration> {
    let seconds = |text: &str| text.trim().parse::<u64>().ok();
    let whole = ["retry-after", "ratelimit-reset"];
    let mut whole = whole.iter().filter_map(|name| answer.header(name).and_then(seconds));
    let parts = || {
        let mut parts = answer.header("ratelimit")?.split([',', ';']);
        parts.find_map(|part| {
            let (name, value) = part.trim().split_once('=')?;
            matches!(name, "reset" | "t").then(|| seconds(value)).flatten()
        })
    };
    whole.next().or_else(parts).map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, header: (&str, &str)) -> HttpResponse {
        let headers = vec![(header.0.to_owned(), header.1.to_owned())];
        HttpResponse { status, headers, ..HttpResponse::default() }
    }

    #[test]
    fn what_an_answer_asks_to_wait_is_read_from_its_headers() {
        for (name, value, seconds) in [
            ("retry-after", "7", Some(7)),
            ("ratelimit-reset", "12", Some(12)),
            ("ratelimit", "limit=50, remaining=0, reset=30", Some(30)),
            ("ratelimit", "\"50-in-1min\"; r=0; t=44", Some(44)),
            ("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT", None),
            ("x-other", "7", None),
        ] {
            let wait = asked_wait(&answer(429, (name, value)));
            assert_eq!(wait, seconds.map(Duration::from_secs), "{name}: {value}");
        }
    }

    #[test]
    fn only_refusals_in_a_row_go_on() {
        let refused = CallOutcome::Response(answer(429, ("retry-after", "1")));
        let good = CallOutcome::Response(answer(200, ("x", "y")));
        let mut too_many = TooMany::default();
        assert!(!too_many.go_on(&[refused.clone(), refused.clone(), good, refused.clone()]));
        assert!(!too_many.go_on(&vec![refused.clone(); 3]));
        assert!(too_many.go_on(&[refused]));
    }
}
