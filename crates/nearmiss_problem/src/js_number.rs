//! Numbers as JavaScript writes them: a written test reads an answer with `JSON.parse`, so the
//! runner must turn its numbers into the same text.

use nearmiss_search::js_double;
use serde_json::Number;

/// `Number::toString(JSON.parse(text))` of ECMAScript, for a number of a JSON document.
#[must_use]
pub fn js_number(number: &Number) -> String {
    js_double(number.as_f64().unwrap_or(f64::NAN))
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
