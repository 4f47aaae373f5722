//! Numbers as JavaScript writes them: a written test reads an answer with `JSON.parse`, so the
//! runner must turn its numbers into the same text.

use serde_json::Number;

/// `Number::toString(JSON.parse(text))` of ECMAScript, for a number of a JSON document.
#[must_use]
pub fn js_number(number: &Number) -> String {
    js_double(number.as_f64().unwrap_or(f64::NAN))
}

/// `Number::toString` of ECMAScript; `-0` is `0`.
pub(crate) fn js_double(value: f64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_what_node_writes() {
        // `JSON.parse(left).toString()` of Node 20 gave the right sides.
        let vectors = [
            ("0", "0"),
            ("-0", "0"),
            ("1", "1"),
            ("1.0", "1"),
            ("-7", "-7"),
            ("1.50", "1.5"),
            ("-0.001", "-0.001"),
            ("0.000001", "0.000001"),
            ("0.0000001", "1e-7"),
            ("1.25e-9", "1.25e-9"),
            ("100", "100"),
            ("1e21", "1e+21"),
            ("1e20", "100000000000000000000"),
            ("123456789012345678901", "123456789012345680000"),
            ("9007199254740993", "9007199254740992"),
            ("18446744073709551615", "18446744073709552000"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("5e-324", "5e-324"),
        ];
        for (text, expected) in vectors {
            let number: Number = serde_json::from_str(text).unwrap();
            assert_eq!(js_number(&number), expected, "{text}");
        }
    }
}
