//! Small changes to text.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::alphabet::random_unit;

/// Share of changes of a unit that move it by a power of two, which follows a distance between
/// characters.
const STEP: f64 = 0.6;

/// Changes text a little, keeping `min..=max` units: a unit is changed, put in, taken out or put
/// into the other case, or a piece is copied, taken out or reversed. The text may stay as it is.
pub(crate) fn edit_units(units: &mut Vec<u16>, min: usize, max: usize, rng: &mut Pcg64Mcg) {
    if units.is_empty() {
        if max > 0 {
            units.push(random_unit(true, rng));
        }
        return;
    }
    let at = rng.random_range(0..units.len());
    match rng.random_range(0..20) {
        0..=8 => units[at] = change_unit(units[at], rng),
        9..=12 if units.len() < max => {
            // Appending and inserting alike: distances are counted from the left.
            let at = if rng.random() { units.len() } else { at };
            units.insert(at, random_unit(true, rng));
        }
        13..=15 if units.len() > min => {
            let at = if rng.random() { units.len() - 1 } else { at };
            units.remove(at);
        }
        16 => units[at] = other_case(units[at]),
        17 => {
            let end = rng.random_range(at..units.len()) + 1;
            let length = (end - at).min(max.saturating_sub(units.len()));
            let piece = units[at..at + length].to_vec();
            let to = rng.random_range(0..=units.len());
            units.splice(to..to, piece);
        }
        18 => {
            let end = rng.random_range(at..units.len()) + 1;
            let length = (end - at).min(units.len().saturating_sub(min));
            units.drain(at..at + length);
        }
        19 => {
            let other = rng.random_range(0..units.len());
            units.swap(at, other);
        }
        _ => units[at] = change_unit(units[at], rng),
    }
}

fn change_unit(unit: u16, rng: &mut Pcg64Mcg) -> u16 {
    if rng.random_bool(STEP) {
        let delta = 1_u16 << rng.random_range(0..7);
        return if rng.random() { unit.wrapping_add(delta) } else { unit.wrapping_sub(delta) };
    }
    random_unit(true, rng)
}

fn other_case(unit: u16) -> u16 {
    match u8::try_from(unit) {
        Ok(letter @ (b'a'..=b'z' | b'A'..=b'Z')) => u16::from(letter ^ 0x20),
        _ => unit,
    }
}
