//! Turns of something that is tried again and again, ever less often.

/// Times as many after which it is tried again.
const AGAIN: u32 = 8;

/// Tells whether a number is 1, or [`AGAIN`] times another of these: 1, 8, 64, ...
pub(crate) fn is_turn(mut number: u32) -> bool {
    while number.is_multiple_of(AGAIN) && number > 0 {
        number /= AGAIN;
    }
    number == 1
}
