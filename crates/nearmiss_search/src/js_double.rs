//! Numbers as JavaScript writes them.

/// `Number::toString` of ECMAScript; `-0` is `0`.
#[must_use]
pub fn js_double(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    // Rust's exponent form has the shortest digits that read back as the same number, as
    // ECMAScript asks for; only the layout differs.
    let shortest = format!("{:e}", value.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let digits = mantissa.replace('.', "");
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let sign = if value < 0.0 { "-" } else { "" };
    sign.to_owned() + &lay_out(&digits, point)
}

/// Digits with the decimal point behind the first `point` of them.
fn lay_out(digits: &str, point: i32) -> String {
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |n: i32| "0".repeat(usize::try_from(n).unwrap_or(0));
    let split = |at: i32| digits.split_at(usize::try_from(at).unwrap_or(0));
    match point {
        _ if (count..=21).contains(&point) => digits.to_owned() + &zeros(point - count),
        1..=21 => {
            let (whole, part) = split(point);
            format!("{whole}.{part}")
        }
        -5..=0 => format!("0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = split(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let sign = if point > 0 { '+' } else { '-' };
            format!("{first}{dot}{rest}e{sign}{}", (point - 1).abs())
        }
    }
}
