//! The progress of a search, as people see it while it runs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use nearmiss_runner::Budget;
use nearmiss_search::SearchObserver;

use crate::colour::{RED, painted};
use crate::output::Output;

/// What a bar shows: it fits into 80 columns.
const TEMPLATE: &str = "{percent:>3} % {bar:14} {msg}  {eta} left";
/// How often the bar is drawn, and how long its words stay.
const DRAWS_A_SECOND: u8 = 8;
const WORDS_STAY: Duration = Duration::from_millis(120);

/// Shares of the budget at which the curve of covered targets is recorded.
const CURVE_POINTS: u64 = 20;

/// A point of the curve: covered targets after so many calls.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct CurvePoint {
    /// Calls made.
    pub calls: u64,
    /// Targets covered by then.
    pub covered: usize,
}

/// Shows progress and records the curve.
pub struct Progress {
    bar: Option<ProgressBar>,
    output: Arc<Output>,
    budget: Budget,
    started: Instant,
    curve: Vec<CurvePoint>,
    last_new: (u64, usize),
    said: u64,
    /// When the words of the bar were last changed.
    worded: Option<Instant>,
}

impl Progress {
    /// A bar on a terminal, a line every tenth of the budget elsewhere, nothing when quiet.
    #[must_use]
    pub fn new(budget: Budget, output: &Arc<Output>) -> Self {
        let length = match budget {
            Budget::Calls(calls) | Budget::Whichever(calls, _) => calls,
            Budget::Time(time) => time.as_millis() as u64,
        };
        let bar = output.draws().then(|| {
            let style = ProgressStyle::with_template(TEMPLATE)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let target = ProgressDrawTarget::stderr_with_hz(DRAWS_A_SECOND);
            ProgressBar::with_draw_target(Some(length), target).with_style(style)
        });
        Self {
            bar,
            output: Arc::clone(output),
            budget,
            started: Instant::now(),
            curve: Vec::new(),
            last_new: (0, 0),
            said: 0,
            worded: None,
        }
    }

    /// The curve at every twentieth of the budget.
    #[must_use]
    pub fn curve(&self) -> &[CurvePoint] {
        &self.curve
    }

    /// Calls made when the last new target was covered.
    #[must_use]
    pub fn needed_calls(&self) -> u64 {
        self.last_new.0
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn share(&self, calls: u64) -> f64 {
        self.budget.used(calls, self.started.elapsed())
    }
}

impl SearchObserver for Progress {
    fn evaluated(&mut self, calls: u64, covered: usize, faults: usize) {
        if covered > self.last_new.1 {
            self.last_new = (calls, covered);
        }
        let share = self.share(calls).min(1.0);
        let reached = (share * CURVE_POINTS as f64) as u64;
        while (self.curve.len() as u64) < reached {
            self.curve.push(CurvePoint { calls, covered });
        }
        let speed =
            calls as f64 / self.started.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        if let Some(bar) = &self.bar {
            let length = bar.length().unwrap_or(1);
            bar.set_position((share * length as f64) as u64);
            if self.worded.is_none_or(|worded| worded.elapsed() >= WORDS_STAY) {
                bar.set_message(state(calls, covered, faults, speed));
                self.worded = Some(Instant::now());
            }
        } else if !self.output.quiet() && (share * 10.0) as u64 > self.said {
            self.said = (share * 10.0) as u64;
            let state = state(calls, covered, faults, speed);
            self.output.say(&format!("{:>3} %  {state}", self.said * 10));
        }
    }
}

/// What was found by now; faults in red.
fn state(calls: u64, covered: usize, faults: usize, speed: f64) -> String {
    let faults = match faults {
        0 => "0 faults".to_owned(),
        1 => painted("1 fault", RED),
        faults => painted(&format!("{faults} faults"), RED),
    };
    format!("{covered} targets  {faults}  {calls} calls  {speed:.0}/s")
}
