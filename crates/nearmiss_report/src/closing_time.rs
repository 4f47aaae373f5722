//! Lines on where the time of a run went, where that is worth a word.

use crate::{RunSummary, counted};

/// Share of the search from which on a part is named.
const NAMED: f64 = 0.2;
/// A search that took less is too short to say anything.
const LEAST_SECONDS: f64 = 5.0;
/// Share of the search from which on calls are named that ended the process, were not answered, blocked, or were slow.
const NAMED_CALLS: f64 = 0.05;
/// Operations that are named at most.
const MOST_OPERATIONS: usize = 3;

/// Parts of a search that its users can do something about, and what.
const ADVICE: &[(&str, &str)] = &[
    (
        "reset",
        "each test begins with a reset: let it put back only what a test changes, or do without (--reset)",
    ),
    ("restart", "the API is started again after each test (--reset), or because calls end it"),
    (
        "login",
        "users log in anew in each test: fixed headers or tokens that stay valid save that (--auth)",
    ),
    ("quiet", "the API goes on working after its answers, and each test waits for that"),
];

/// Answers what took long beside ordinary calls, a line each: the parts of the search, and then the operations.
pub(crate) fn time_lines(run: &RunSummary) -> Vec<String> {
    let mut lines = Vec::new();
    if run.search_seconds < LEAST_SECONDS {
        return lines;
    }
    let share = |seconds: f64| seconds / (run.search_seconds * lanes(run));
    for (part, advice) in ADVICE {
        let seconds = run.timing.iter().find(|(name, _)| name == part).map_or(0.0, |(_, s)| *s);
        if share(seconds) > NAMED {
            lines
                .push(format!("{part} {seconds:.1} s ({:.0} %): {advice}", 100.0 * share(seconds)));
        }
    }
    let mut costly: Vec<_> =
        run.costly.iter().filter(|of| share(of.seconds) > NAMED_CALLS).collect();
    costly.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    for of in costly.into_iter().take(MOST_OPERATIONS) {
        let counts = [
            (of.ended, "ended the API"),
            (of.unanswered, "without an answer"),
            (of.blocked, "that blocked the API"),
            (of.slow, "answered slowly"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let words: Vec<String> = counts
            .map(|(count, what)| format!("{} {what}", counted(*count as usize, "call")))
            .collect();
        lines.push(format!("{}: {}, {:.1} s", of.operation, words.join(", "), of.seconds));
    }
    lines
}

/// Times of several workers are sums.
fn lanes(run: &RunSummary) -> f64 {
    f64::from(u32::try_from(run.workers.max(1)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReportedCosts;

    #[test]
    fn names_what_takes_more_than_a_fifth_and_costly_operations() {
        let part = |name: &str, seconds| (name.to_owned(), seconds);
        let stop = ReportedCosts {
            operation: "POST:/stop".to_owned(),
            ended: 3,
            seconds: 2.5,
            ..ReportedCosts::default()
        };
        let run = RunSummary {
            search_seconds: 20.0,
            timing: vec![part("reset", 10.0), part("login", 3.0), part("search", 5.0)],
            costly: vec![stop, ReportedCosts { seconds: 0.5, slow: 1, ..ReportedCosts::default() }],
            ..RunSummary::default()
        };
        let lines = time_lines(&run);
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("reset 10.0 s (50 %): each test begins"), "{lines:?}");
        assert_eq!(lines[1], "POST:/stop: 3 calls ended the API, 2.5 s");
        assert!(time_lines(&RunSummary { workers: 4, ..run.clone() }).is_empty());
        assert!(time_lines(&RunSummary { search_seconds: 4.0, ..run }).is_empty());
    }
}
