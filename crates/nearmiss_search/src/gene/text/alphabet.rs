//! Which characters text is made of.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Share of texts that hold more than letters and digits.
const RICH: f64 = 0.25;
/// Longest text that is sampled where more is allowed.
pub(super) const SAMPLED_LENGTH: usize = 16;

/// A unit out of the alphabet; `rich` with punctuation, space and now and then any unit.
pub(crate) fn random_unit(rich: bool, rng: &mut Pcg64Mcg) -> u16 {
    let kind = rng.random_range(0..if rich { 20 } else { 12 });
    match kind {
        0..=6 => rng.random_range(u16::from(b'a')..=u16::from(b'z')),
        7 | 8 => rng.random_range(u16::from(b'A')..=u16::from(b'Z')),
        9..=11 => rng.random_range(u16::from(b'0')..=u16::from(b'9')),
        12..=18 => rng.random_range(0x20..=0x7e),
        _ => match rng.random_range(0..8) {
            0 => rng.random_range(0xd800..=0xdfff),
            1 => rng.random_range(0..0x20),
            2..=4 => rng.random_range(0xa0..=0x17f),
            _ => rng.random_range(0x180..=0xd7ff),
        },
    }
}

/// Another unit of the same kind: a digit for a digit, a letter for a letter of its case; any for others.
pub(super) fn alike_unit(unit: u16, rng: &mut Pcg64Mcg) -> u16 {
    let range = match u8::try_from(unit) {
        Ok(b'0'..=b'9') => b'0'..=b'9',
        Ok(b'a'..=b'z') => b'a'..=b'z',
        Ok(b'A'..=b'Z') => b'A'..=b'Z',
        _ => return random_unit(true, rng),
    };
    u16::from(rng.random_range(range))
}

/// Sampled text of this length.
pub(super) fn sample_units(length: usize, rng: &mut Pcg64Mcg) -> Vec<u16> {
    if rng.random_bool(0.1) {
        // A number in text: what many inputs are parsed as.
        return (0..length).map(|_| rng.random_range(u16::from(b'0')..=u16::from(b'9'))).collect();
    }
    let rich = rng.random_bool(RICH);
    (0..length).map(|_| random_unit(rich, rng)).collect()
}

/// Samples text of `min..=max` units, mostly a short one.
pub(super) fn sample_text(min: usize, max: usize, rng: &mut Pcg64Mcg) -> Vec<u16> {
    let most = max.min(min.max(SAMPLED_LENGTH));
    let length = if rng.random_bool(0.5) {
        rng.random_range(min..=most.min(min.max(4)))
    } else {
        rng.random_range(min..=most)
    };
    sample_units(length, rng)
}

/// Tells whether a unit is a digit.
pub(in crate::gene) fn is_digit(unit: &u16) -> bool {
    (48..58).contains(unit)
}
