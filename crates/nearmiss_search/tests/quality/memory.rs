//! 100,000 targets fit in 2 GiB (design section 4).

use nearmiss_search::{Evaluation, Evaluator, FieldSpec, GeneSpec, Hit, Individual, SearchOptions};
use nearmiss_targets::TargetId;

use crate::toy::{self, Flat, int32, text};

/// Reaches, of 100,000 targets, other ones in each run, each nearer than ever.
struct Wide {
    runs: u32,
}

const TARGETS: u32 = 100_000;
const RUNS: u32 = 12_000;
const TOUCHED: u32 = 100;

impl Evaluator for Wide {
    fn evaluate(&mut self, individual: &Individual) -> Evaluation {
        self.runs += 1;
        let h = 0.1 + 0.8 * f64::from(self.runs) / f64::from(RUNS);
        let first = self.runs.wrapping_mul(TOUCHED) % TARGETS;
        let targets = first..first + TOUCHED;
        Evaluation {
            hits: targets.map(|target| Hit { target: TargetId(target), h }).collect(),
            calls: u32::try_from(individual.calls.len()).unwrap(),
            ..Evaluation::default()
        }
    }

    fn stopped(&self) -> bool {
        false
    }

    fn used(&self) -> f64 {
        // All of it in the phase that keeps most.
        if self.runs < RUNS { 0.0 } else { 1.0 }
    }
}

/// Peak of the resident memory of this process in MiB, if the system tells.
fn peak_mebibytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}

#[test]
fn a_hundred_thousand_targets_fit_in_two_gibibytes() {
    let body = GeneSpec::Object {
        fields: (0..4).map(|n| FieldSpec { name: format!("field{n}"), spec: text() }).collect(),
        additional: None,
    };
    let sampler = Flat::new(&[&[int32(), text(), body]]);
    let mut evaluator = Wide { runs: 0 };
    let outcome = toy::search(&sampler, &mut evaluator, SearchOptions::default());
    assert_eq!(outcome.near_misses.len(), TARGETS as usize);
    if let Some(peak) = peak_mebibytes() {
        // Of 12,000 individuals all are kept; 100,000, one a target, take about eight times that.
        assert!(peak < 2048 / 8, "{peak} MiB");
    }
}
