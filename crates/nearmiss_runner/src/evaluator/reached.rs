//! Whether the calls of a search reached anything.

use nearmiss_problem::CallOutcome;

/// Calls by what tells whether they reached a handler of the API at all.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Reached {
    /// Answered with 404.
    pub not_found: u64,
    /// Connections that were refused, closed or broken before an answer.
    pub broken: u64,
    /// Everything else: a call that is not answered in time has reached somebody.
    pub otherwise: u64,
}

impl Reached {
    pub(super) fn note(&mut self, outcome: &CallOutcome) {
        match outcome {
            CallOutcome::Response(answer) if answer.status == 404 => self.not_found += 1,
            CallOutcome::Broken(_) => self.broken += 1,
            CallOutcome::Response(_) | CallOutcome::Timeout => self.otherwise += 1,
        }
    }

    /// Says that nothing was reached, if calls were made and nothing was.
    #[must_use]
    pub fn nothing(&self) -> Option<String> {
        if self.otherwise > 0 || self.not_found + self.broken == 0 {
            return None;
        }
        let (what, hint) = match (self.not_found, self.broken) {
            (_, 0) => (
                "was answered with 404",
                "do the paths of the document begin as those of the API do?",
            ),
            (0, _) => ("found its connection closed", "does the API speak HTTP where it listens?"),
            _ => (
                "was answered with 404 or found its connection closed",
                "is the document that of this API?",
            ),
        };
        let calls = self.not_found + self.broken;
        Some(format!("the search reached nothing: each of {calls} calls {what}; {hint}"))
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::HttpResponse;

    use super::*;

    fn said(outcomes: &[CallOutcome]) -> Option<String> {
        let mut reached = Reached::default();
        outcomes.iter().for_each(|outcome| reached.note(outcome));
        reached.nothing()
    }

    fn answer(status: u16) -> CallOutcome {
        CallOutcome::Response(HttpResponse { status, ..HttpResponse::default() })
    }

    #[test]
    fn only_404_and_broken_connections_are_nothing() {
        let broken = || CallOutcome::Broken("closed".to_owned());
        assert!(
            said(&[answer(404), answer(404)])
                .unwrap()
                .contains("each of 2 calls was answered with 404;")
        );
        assert!(said(&[broken()]).unwrap().contains("connection closed; does the API speak HTTP"));
        assert!(said(&[broken(), answer(404)]).unwrap().contains("404 or"));
        for reached in [answer(200), answer(401), answer(500), CallOutcome::Timeout] {
            assert_eq!(said(&[answer(404), broken(), reached]), None);
        }
        assert_eq!(said(&[]), None);
    }
}
