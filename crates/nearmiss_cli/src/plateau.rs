//! A search that finds nothing new for long enough ends early, where that is wanted.

use std::time::{Duration, Instant};

use nearmiss_runner::Budget;

use crate::duration::duration;

/// How long nothing new may be found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plateau {
    /// A share of the budget in (0, 1].
    Share(f64),
    /// So many calls.
    Calls(u64),
    /// So long.
    Time(Duration),
}

/// Reads `20%`, `5000` (calls) or `5m`.
///
/// # Errors
/// With a text for people.
pub fn plateau(text: &str) -> Result<Plateau, String> {
    let wrong = || format!("`{text}` is no plateau; try 20% (of the budget), 5000 (calls) or 5m");
    if let Some(percent) = text.strip_suffix('%') {
        let share = percent.trim().parse::<f64>().map_err(|_| wrong())? / 100.0;
        return if share > 0.0 && share <= 1.0 { Ok(Plateau::Share(share)) } else { Err(wrong()) };
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return match text.parse() {
            Ok(calls @ 1..) => Ok(Plateau::Calls(calls)),
            _ => Err(wrong()),
        };
    }
    match duration(text) {
        Ok(time) if !time.is_zero() => Ok(Plateau::Time(time)),
        Ok(_) => Err(wrong()),
        Err(why) => Err(format!("{}: {why}", wrong())),
    }
}

/// Watches for a plateau.
#[derive(Debug)]
pub struct PlateauWatch {
    limit: Option<Plateau>,
    started: Instant,
    /// Covered targets and faults when something new was found last, and when that was.
    found: (usize, usize),
    at: (u64, Duration),
    now: u64,
}

impl PlateauWatch {
    /// A watch from now on. A share is one of the budget.
    #[must_use]
    pub fn new(limit: Option<Plateau>, budget: Budget) -> Self {
        let limit = match (limit, budget) {
            #[expect(clippy::cast_precision_loss, reason = "a share, not a count")]
            (Some(Plateau::Share(share)), Budget::Calls(calls) | Budget::Whichever(calls, _)) => {
                Some(Plateau::Calls(((calls as f64 * share) as u64).max(1)))
            }
            (Some(Plateau::Share(share)), Budget::Time(time)) => {
                Some(Plateau::Time(time.mul_f64(share)))
            }
            (limit, _) => limit,
        };
        Self { limit, started: Instant::now(), found: (0, 0), at: (0, Duration::ZERO), now: 0 }
    }

    /// Takes in what the search has found by now.
    pub fn note(&mut self, calls: u64, covered: usize, faults: usize) {
        self.now = calls;
        if covered > self.found.0 || faults > self.found.1 {
            self.found = (covered, faults);
            self.at = (calls, self.started.elapsed());
        }
    }

    /// Whether the plateau is long enough to end.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        match self.limit {
            None | Some(Plateau::Share(_)) => false,
            Some(Plateau::Calls(calls)) => self.now - self.at.0 >= calls,
            Some(Plateau::Time(time)) => self.started.elapsed().saturating_sub(self.at.1) >= time,
        }
    }

    /// What is said when the search ends by it.
    #[must_use]
    pub fn reason(&self) -> String {
        match self.limit {
            Some(Plateau::Time(time)) => {
                format!("nothing new was found for {} s (--plateau)", time.as_secs_f64())
            }
            Some(Plateau::Calls(calls)) => {
                format!("nothing new was found for {calls} calls (--plateau)")
            }
            None | Some(Plateau::Share(_)) => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plateaus_are_shares_calls_or_times() {
        assert_eq!(plateau("20%"), Ok(Plateau::Share(0.2)));
        assert_eq!(plateau("5000"), Ok(Plateau::Calls(5000)));
        assert_eq!(plateau("5m"), Ok(Plateau::Time(Duration::from_secs(300))));
        for text in ["0%", "120%", "0", "0s", "soon", "", "-5", "5 days"] {
            assert!(plateau(text).unwrap_err().contains("no plateau"), "{text}");
        }
    }

    #[test]
    fn a_share_is_one_of_the_budget() {
        let mut watch = PlateauWatch::new(Some(Plateau::Share(0.2)), Budget::Calls(1000));
        watch.note(10, 5, 0);
        watch.note(209, 5, 0);
        assert!(!watch.is_reached());
        watch.note(209, 5, 1);
        watch.note(408, 5, 1);
        assert!(!watch.is_reached(), "a fault is news");
        watch.note(409, 5, 1);
        assert!(watch.is_reached());
        assert_eq!(watch.reason(), "nothing new was found for 200 calls (--plateau)");
        let mut off = PlateauWatch::new(None, Budget::Calls(10));
        off.note(1_000_000, 0, 0);
        assert!(!off.is_reached());
    }
}
