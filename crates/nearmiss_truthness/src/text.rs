//! Distances of strings, over UTF-16 units (lone surrogates are ordinary), as in
//! `npm/nearmiss/runtime/truthness/text.js`.

use crate::distance::near_distance;

/// Units looked at one by one; behind them only "equal or not" counts.
const LONGEST_ALIGNED: usize = 4096;
const UNITS: f64 = 65_536.0;
/// Digits of the number that a string stands for in an ordering: 65,536 units and "ended".
const BASE: f64 = 65_537.0;
/// Common units after which an ordering's distance shrinks no further.
const LONGEST_COMMON: usize = 60;

/// Heuristic of a miss between two different strings: left-aligned, the number of wrong units (those
/// that one of them does not have are wrong) plus less than 1 for how far they are.
#[must_use]
pub fn near_texts(a: &[u16], b: &[u16]) -> f64 {
    let common = a.len().min(b.len());
    let looked = common.min(LONGEST_ALIGNED);
    let mut wrong = a.len().max(b.len()) - common;
    let mut off = 0.0;
    for (&left, &right) in a[..looked].iter().zip(&b[..looked]) {
        if left != right {
            wrong += 1;
            off += f64::from(left.abs_diff(right));
        }
    }
    if a[looked..common] != b[looked..common] {
        wrong += common - looked;
    }
    near_distance(wrong as f64 + off / (off + UNITS))
}

/// Heuristic of a miss of `<`, `<=`, `>`, `>=` between two strings: strings as fractions in base
/// 65,537. Two single units are as far apart as their numbers.
#[must_use]
pub fn near_in_order(a: &[u16], b: &[u16]) -> f64 {
    if let ([left], [right]) = (a, b) {
        return near_distance(f64::from(left.abs_diff(*right)));
    }
    let shorter = a.len().min(b.len());
    let mut at = 0;
    let mut scale = 1.0;
    while at < shorter && at < LONGEST_ALIGNED && a[at] == b[at] {
        if at < LONGEST_COMMON {
            scale /= BASE;
        }
        at += 1;
    }
    let digit = |text: &[u16], at: usize| text.get(at).map_or(0.0, |&unit| f64::from(unit) + 1.0);
    let mut distance = 0.0;
    for place in at..at + 3 {
        distance += (digit(a, place) - digit(b, place)) * scale;
        scale /= BASE;
    }
    near_distance(distance.abs())
}
