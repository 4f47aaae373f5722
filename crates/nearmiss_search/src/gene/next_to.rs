//! Numbers next to others: what stands behind an order is mostly asked for by what is next to its bound.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::js_double;

/// Probability that a number keeps its fraction where it is put next to another one.
const KEEP_FRACTION: f64 = 0.7;

/// Takes a number, or one next to it on the side that `from` does not stand on, mostly with the fraction that `from`
/// has: that may be what another check asks for.
pub(super) fn next_to(number: f64, from: f64, is_whole: bool, rng: &mut Pcg64Mcg) -> f64 {
    let up = if from == number { rng.random() } else { from < number };
    let step = match rng.random_range(0..3) {
        0 => 0.0,
        1 if !is_whole => step_below(number),
        _ => 1.0,
    };
    let next = if up { number + step } else { number - step };
    let fraction = from.fract();
    if !is_whole && fraction != 0.0 && next.fract() == 0.0 && rng.random_bool(KEEP_FRACTION) {
        let kept = next + fraction;
        return if kept == next { next + 0.5 } else { kept };
    }
    next
}

/// A unit of the first decimal place that the number does not use.
fn step_below(number: f64) -> f64 {
    let places = js_double(number).split_once('.').map_or(0, |(_, places)| places.len());
    if places == 0 { 0.5 } else { 10_f64.powi(-1 - i32::try_from(places).unwrap_or(0)) }
}
