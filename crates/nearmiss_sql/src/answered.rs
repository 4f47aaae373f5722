//! Answers of functions whose arguments are known.

use serde_json::Value;

use crate::arithmetic::{number, text_of, value_of};

/// Longest text that is made.
const LONGEST: usize = 1_000;

/// Answers what a function of a database makes of values; nothing of one that is not known, or of values that it does not take.
pub(crate) fn answer(name: &str, values: &[Value]) -> Option<Value> {
    of_text(name, values).map(Value::from).or_else(|| of_number(name, values)).or_else(|| {
        match (name, values) {
            ("length" | "char_length" | "character_length", [text]) => {
                Some(Value::from(text_of(text).chars().count()))
            }
            ("nullif", [one, other]) if one == other => Some(Value::Null),
            ("nullif" | "coalesce" | "ifnull", [one, ..]) => Some(one.clone()),
            _ => None,
        }
    })
}

/// Functions that answer a text.
fn of_text(name: &str, values: &[Value]) -> Option<String> {
    let text = |at: usize| values.get(at).map(text_of);
    let count = |at: usize| values.get(at).and_then(number).map(|count| count as i64);
    let first = text(0)?;
    let letters: Vec<char> = first.chars().collect();
    let long = i64::try_from(letters.len()).ok()?;
    let made = match (name, values.len()) {
        ("lower" | "lcase", 1) => first.to_lowercase(),
        ("upper" | "ucase", 1) => first.to_uppercase(),
        ("trim" | "btrim", 1) => first.trim().to_owned(),
        ("ltrim", 1) => first.trim_start().to_owned(),
        ("rtrim", 1) => first.trim_end().to_owned(),
        ("reverse", 1) => letters.iter().rev().collect(),
        ("concat", _) => values.iter().map(text_of).collect(),
        // Of a number below 0 PostgreSQL takes all but so many, MySQL none.
        ("left", 2) => piece(&letters, 1, count(1).filter(|count| *count >= 0)?),
        ("right", 2) => {
            let count = count(1).filter(|count| *count >= 0)?.min(long);
            piece(&letters, long - count + 1, count)
        }
        ("substr" | "substring" | "mid", 2) => piece(&letters, start(count(1)?, long), long),
        ("substr" | "substring" | "mid", 3) => {
            piece(&letters, start(count(1)?, long), count(2).filter(|count| *count >= 0)?)
        }
        ("replace", 3) if !text(1)?.is_empty() => first.replace(&text(1)?, &text(2)?),
        ("repeat", 2) => {
            let times = usize::try_from(count(1)?).ok()?;
            (times * first.len() <= LONGEST).then(|| first.repeat(times))?
        }
        ("lpad" | "rpad", 3) => padded(name == "lpad", &letters, count(1)?, &text(2)?)?,
        _ => return None,
    };
    Some(made)
}

/// Answers where a piece begins: from the end where it is below 0, as MySQL and SQLite have it.
fn start(from: i64, long: i64) -> i64 {
    if from < 0 { (long + from + 1).max(1) } else { from }
}

/// Answers so many letters from a place on, which begins at 1.
fn piece(letters: &[char], from: i64, count: i64) -> String {
    let end = from.saturating_add(count);
    let is_in = |at: i64| at >= from && at < end;
    (1..).zip(letters).filter(|(at, _)| is_in(*at)).map(|(_, letter)| letter).collect()
}

/// Makes a text as long as it should be.
fn padded(before: bool, letters: &[char], long: i64, with: &str) -> Option<String> {
    let long = usize::try_from(long).ok().filter(|long| *long <= LONGEST)?;
    if with.is_empty() || letters.len() >= long {
        return Some(letters.iter().take(long).collect());
    }
    let filling: String = with.chars().cycle().take(long - letters.len()).collect();
    let text: String = letters.iter().collect();
    Some(if before { filling + &text } else { text + &filling })
}

/// Functions that answer a number, or the greatest or least of values.
fn of_number(name: &str, values: &[Value]) -> Option<Value> {
    let numbers: Vec<f64> = values.iter().map(number).collect::<Option<_>>()?;
    let made = match (name, &numbers[..]) {
        ("abs", [one]) => one.abs(),
        ("floor", [one]) => one.floor(),
        ("ceil" | "ceiling", [one]) => one.ceil(),
        ("round", [one]) => one.round(),
        ("round", [one, digits]) if (0.0..=9.0).contains(digits) => {
            let step = 10_f64.powf(digits.floor());
            (one * step).round() / step
        }
        ("mod", [one, other]) if *other != 0.0 => one % other,
        ("power" | "pow", [one, other]) => one.powf(*other),
        ("sqrt", [one]) if *one >= 0.0 => one.sqrt(),
        ("greatest", [_, ..]) => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        ("least", [_, ..]) => numbers.iter().copied().fold(f64::INFINITY, f64::min),
        _ => return None,
    };
    made.is_finite().then(|| value_of(made))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn functions_of_texts_answer_as_databases_do() {
        for (name, values, answered) in [
            ("left", json!(["MAT-101", 3]), json!("MAT")),
            ("left", json!(["MAT", 9]), json!("MAT")),
            ("right", json!(["MAT-101", 3]), json!("101")),
            ("substr", json!(["MAT-101", 5]), json!("101")),
            ("substring", json!(["MAT-101", 2, 2]), json!("AT")),
            ("substr", json!(["MAT-101", -3, 2]), json!("10")),
            ("replace", json!(["a-b-c", "-", "+"]), json!("a+b+c")),
            ("lpad", json!([7, 3, "0"]), json!("007")),
            ("rpad", json!(["abcd", 3, "x"]), json!("abc")),
            ("reverse", json!(["abc"]), json!("cba")),
            ("concat", json!(["a", 1]), json!("a1")),
            ("length", json!(["äb"]), json!(2)),
            ("coalesce", json!(["a", "b"]), json!("a")),
        ] {
            let values = values.as_array().unwrap();
            assert_eq!(answer(name, values), Some(answered), "{name} {values:?}");
        }
        assert_eq!(answer("md5", &[json!("a")]), None);
        assert_eq!(answer("left", &[json!("a"), json!(-1)]), None);
    }

    #[test]
    fn functions_of_numbers_answer_as_databases_do() {
        for (name, values, answered) in [
            ("abs", json!([-3]), json!(3)),
            ("floor", json!([2.7]), json!(2)),
            ("round", json!([2.345, 2]), json!(2.35)),
            ("mod", json!([7, 4]), json!(3)),
            ("greatest", json!([1, 5, 3]), json!(5)),
            ("least", json!([4, 2]), json!(2)),
        ] {
            assert_eq!(answer(name, values.as_array().unwrap()), Some(answered), "{name}");
        }
        assert_eq!(answer("mod", &[json!(1), json!(0)]), None);
    }
}
