//! Points in time that are written as a query wants them: of a year, a month, a day of the week.

use std::cmp::Ordering;

use serde_json::Value;

use crate::arithmetic::{number, text_of};
use crate::dates::{civil, days_of};
use crate::terms::Op;

/// A test of a point in time: how it is written by a format of `strftime` compares so with a value.
pub(crate) type Written = (String, Op, Value);

/// A point in time: days after 1970-01-01, and the minute of the day.
#[derive(Clone, Copy, Debug)]
struct Moment {
    days: i64,
    minute: i64,
}

/// Answers a time that passes all tests and is accepted; with the time of day where that is asked for.
pub(crate) fn moment_of(
    tests: &[&Written],
    has_clock: bool,
    takes: impl Fn(&Value) -> bool,
) -> Option<String> {
    let names = |what: &str| tests.iter().any(|(format, ..)| format.contains(what));
    let hours: Vec<i64> = if names("%H") { (0..24).collect() } else { vec![12] };
    let minutes: Vec<i64> = if names("%M") { (0..60).collect() } else { vec![0] };
    let passes = |moment: Moment| tests.iter().all(|test| is_passed(test, moment));
    let of_year: Vec<&&Written> = tests.iter().filter(|(format, ..)| format == "%Y").collect();
    for year in std::iter::once(2024).chain(1990..2060).chain(1880..1990) {
        let first = days_of(year, 1, 1);
        if !of_year.iter().all(|test| is_passed(test, Moment { days: first, minute: 0 })) {
            continue;
        }
        for days in first..days_of(year + 1, 1, 1) {
            for (hour, minute) in
                hours.iter().flat_map(|hour| minutes.iter().map(move |minute| (hour, minute)))
            {
                let moment = Moment { days, minute: hour * 60 + minute };
                if passes(moment) {
                    let format = if has_clock || names("%H") || names("%M") {
                        "%Y-%m-%d %H:%M:00"
                    } else {
                        "%Y-%m-%d"
                    };
                    let text = moment.written(format);
                    if takes(&Value::from(text.as_str())) {
                        return Some(text);
                    }
                }
            }
        }
    }
    None
}

fn is_passed((format, op, value): &Written, moment: Moment) -> bool {
    let written = moment.written(format);
    let order = match (written.parse::<f64>().ok(), number(value)) {
        (Some(one), Some(other)) => one.partial_cmp(&other).unwrap_or(Ordering::Less),
        _ => written.as_str().cmp(&text_of(value)),
    };
    op.holds(order)
}

impl Moment {
    fn written(self, format: &str) -> String {
        let (year, month, day) = civil(self.days);
        let weekday = (self.days + 4).rem_euclid(7);
        let mut text = String::new();
        let mut letters = format.chars();
        while let Some(letter) = letters.next() {
            if letter != '%' {
                text.push(letter);
                continue;
            }
            text += &match letters.next() {
                Some('Y') => format!("{year:04}"),
                Some('y') => format!("{:02}", year.rem_euclid(100)),
                Some('m') => format!("{month:02}"),
                Some('c') => month.to_string(),
                Some('d') => format!("{day:02}"),
                Some('e') => day.to_string(),
                Some('H') => format!("{:02}", self.minute / 60),
                Some('M' | 'i') => format!("{:02}", self.minute % 60),
                Some('S' | 's') => "00".to_owned(),
                Some('j') => format!("{:03}", self.days - days_of(year, 1, 1) + 1),
                Some('w') => weekday.to_string(),
                // From 1 for Sunday, from 0 for Monday, and from 1 for Monday.
                Some('1') => (weekday + 1).to_string(),
                Some('0') => ((weekday + 6) % 7).to_string(),
                Some('u') => ((weekday + 6) % 7 + 1).to_string(),
                Some('q') => ((month + 2) / 3).to_string(),
                other => other.map(String::from).unwrap_or_default(),
            };
        }
        text
    }
}

/// Answers the format of a part of a time, by its name.
pub(crate) fn format_of(part: &str) -> Option<&'static str> {
    Some(match part {
        "year" => "%Y",
        "quarter" => "%q",
        "month" => "%m",
        "day" | "dayofmonth" => "%d",
        "hour" => "%H",
        "minute" => "%M",
        "dow" => "%w",
        "isodow" => "%u",
        "dayofweek" => "%1",
        "weekday" => "%0",
        "doy" | "dayofyear" => "%j",
        _ => return None,
    })
}

/// Answers the format of `strftime` that a pattern of PostgreSQL's `to_char` is.
pub(crate) fn format_of_pattern(pattern: &str) -> String {
    let words = [
        ("YYYY", "%Y"),
        ("MM", "%m"),
        ("DDD", "%j"),
        ("DD", "%d"),
        ("HH24", "%H"),
        ("MI", "%M"),
        ("SS", "%S"),
    ];
    words.iter().fold(pattern.to_owned(), |text, (word, format)| text.replace(word, format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn are_of_their_parts() {
        let found =
            |tests: &[Written]| moment_of(&tests.iter().collect::<Vec<_>>(), false, |_| true);
        let test = |format: &str, value: Value| (format.to_owned(), Op::Eq, value);
        assert_eq!(
            found(&[test("%u", 7.into()), test("%Y", 1999.into())]).as_deref(),
            Some("1999-01-03")
        );
        assert_eq!(found(&[test("%m-%d", "10-31".into())]).as_deref(), Some("2024-10-31"));
        assert_eq!(found(&[test("%m", 13.into())]), None);
        assert_eq!(format_of_pattern("YYYY-MM"), "%Y-%m");
    }
}
