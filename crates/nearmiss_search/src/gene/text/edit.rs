//! Small changes to text.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::alphabet::{alike_unit, random_unit};

/// Share of changes of a unit that move it by a power of two, which follows a distance between
/// characters.
const STEP: f64 = 0.6;

/// Share of changes that repeat what stands between two separators: lists in texts want items.
const SEGMENT: f64 = 0.16;
/// Of these, the share that puts it in the place of what stands between others, and of those the share that does so
/// with all: what is checked of one item is checked of all.
const COPIED: f64 = 0.4;
const COPY_TO_ALL: f64 = 0.5;

/// Share of changes of a unit to another one of its kind that change a second one, too.
const BOTH: f64 = 0.4;

/// A change of one unit by a power of two, which can be gone on with.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct UnitStep {
    at: usize,
    up: bool,
    bits: u32,
}

/// Largest step of a unit, as a power of two.
const STEP_BITS: u32 = 6;

/// Goes on with the last step that survived: at the same unit a larger step the same way or one as
/// large or smaller any way, or the unit beside it. Answers the step.
pub(super) fn continue_step(units: &mut [u16], last: UnitStep, rng: &mut Pcg64Mcg) -> UnitStep {
    let step = match rng.random_range(0..8) {
        0 | 1 => UnitStep { bits: (last.bits + 1).min(STEP_BITS), ..last },
        2..=5 => UnitStep {
            up: rng.random(),
            bits: last.bits.saturating_sub(rng.random::<u32>().trailing_zeros()),
            ..last
        },
        _ => UnitStep { at: last.at + 1, up: rng.random(), bits: rng.random_range(0..=4) },
    };
    let step = UnitStep { at: step.at.min(units.len().saturating_sub(1)), ..step };
    if let Some(unit) = units.get_mut(step.at) {
        *unit = move_unit(*unit, step);
    }
    step
}

fn move_unit(unit: u16, step: UnitStep) -> u16 {
    let delta = 1_u16 << step.bits;
    if step.up { unit.wrapping_add(delta) } else { unit.wrapping_sub(delta) }
}

/// Changes text a little, keeping `min..=max` units: a unit is changed, put in, taken out or put
/// into the other case, two change places, or a piece is copied or taken out. The text may stay as
/// it is. Answers the step, if the change was one.
pub(crate) fn edit_units(
    units: &mut Vec<u16>,
    min: usize,
    max: usize,
    rng: &mut Pcg64Mcg,
) -> Option<UnitStep> {
    if units.is_empty() {
        if max > 0 {
            units.push(random_unit(true, rng));
        }
        return None;
    }
    if rng.random_bool(SEGMENT) {
        let done = if rng.random_bool(COPIED) {
            copy_segment(units, min, max, rng)
        } else {
            repeat_segment(units, max, rng)
        };
        if done {
            return None;
        }
    }
    let at = rng.random_range(0..units.len());
    match rng.random_range(0..24) {
        0..=8 if rng.random_bool(STEP) => {
            let step = UnitStep { at, up: rng.random(), bits: rng.random_range(0..=STEP_BITS) };
            units[at] = move_unit(units[at], step);
            return Some(step);
        }
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
        20..=23 => {
            // What has a form keeps it; check digits want two changes at once.
            units[at] = alike_unit(units[at], rng);
            if rng.random_bool(BOTH) {
                let other = rng.random_range(0..units.len());
                units[other] = alike_unit(units[other], rng);
            }
        }
        _ => {
            // Another character at once; a step can go on from it.
            units[at] = random_unit(true, rng);
            return Some(UnitStep { at, up: rng.random(), bits: 3 });
        }
    }
    None
}

/// Puts what stands between two separators in the place of what stands between others.
fn copy_segment(units: &mut Vec<u16>, min: usize, max: usize, rng: &mut Pcg64Mcg) -> bool {
    let segments: Vec<&[u16]> = units.split(|unit| is_separator(*unit)).collect();
    let separators: Vec<u16> = units.iter().copied().filter(|unit| is_separator(*unit)).collect();
    if segments.len() < 2 {
        return false;
    }
    let from = rng.random_range(0..segments.len());
    let to = (from + rng.random_range(1..segments.len())) % segments.len();
    let all = rng.random_bool(COPY_TO_ALL);
    let mut made = Vec::with_capacity(units.len());
    for (index, segment) in segments.iter().enumerate() {
        if index > 0 {
            made.push(separators[index - 1]);
        }
        made.extend_from_slice(if all || index == to { segments[from] } else { segment });
    }
    let fits = (min..=max).contains(&made.len());
    if fits {
        *units = made;
    }
    fits
}

/// Puts a separator of the text and what follows it, up to the next one, behind itself or at the end; without
/// separators all of the text.
fn repeat_segment(units: &mut Vec<u16>, max: usize, rng: &mut Pcg64Mcg) -> bool {
    let mut cuts: Vec<usize> = (0..units.len()).filter(|at| is_separator(units[*at])).collect();
    if cuts.is_empty() {
        cuts.push(0);
    }
    let index = rng.random_range(0..cuts.len());
    let end = cuts.get(index + 1).copied().unwrap_or(units.len());
    let piece = units[cuts[index]..end].to_vec();
    if units.len() + piece.len() > max {
        return false;
    }
    let to = if rng.random() { units.len() } else { end };
    units.splice(to..to, piece);
    true
}

/// Tells whether programs are likely to take a text apart here.
pub(super) fn is_separator(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_punctuation() || byte == b' ')
}

fn other_case(unit: u16) -> u16 {
    match u8::try_from(unit) {
        Ok(letter @ (b'a'..=b'z' | b'A'..=b'Z')) => u16::from(letter ^ 0x20),
        _ => unit,
    }
}
