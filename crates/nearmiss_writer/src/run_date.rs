//! Values that are equal in two runs of one day and wrong on the next.

use nearmiss_problem::HttpResponse;
use serde_json::Value;

const DAY_SECONDS: i64 = 86_400;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The day on which an answer was given, as its `Date` header says, in all the ways a body may spell
/// it. The days around it count too: the API may live in another time zone than the header.
pub(crate) struct RunDate {
    /// Seconds since 1970 at the start of the day.
    day: i64,
    spellings: Vec<String>,
}

impl RunDate {
    /// `None` if the answer has no `Date` header of the usual form.
    pub(crate) fn of(answer: &HttpResponse) -> Option<Self> {
        // Fri, 20 Nov 2026 23:41:46 GMT
        let header = answer.header("date")?;
        let mut words = header.split_ascii_whitespace().skip(1);
        let (day, month, year) = (words.next()?, words.next()?, words.next()?);
        let month = MONTHS.iter().position(|name| *name == month)? + 1;
        let day =
            days_from_civil(year.parse().ok()?, i64::try_from(month).ok()?, day.parse().ok()?);
        let spellings = (day - 1..=day + 1).flat_map(spellings).collect();
        Some(Self { day: day * DAY_SECONDS, spellings })
    }

    /// Whether text holds the date of the run.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.spellings.iter().any(|spelling| text.contains(spelling))
    }

    /// Whether a scalar holds the date or is a time of the run, in seconds or milliseconds.
    pub(crate) fn is_in_value(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.is_in(text),
            Value::Number(number) => {
                let near = self.day - DAY_SECONDS..self.day + 2 * DAY_SECONDS;
                number.as_i64().is_some_and(|n| near.contains(&n) || near.contains(&(n / 1000)))
            }
            _ => false,
        }
    }
}

fn spellings(day: i64) -> [String; 6] {
    let (y, m, d) = civil_from_days(day);
    let month = MONTHS[usize::try_from(m - 1).unwrap_or(0)];
    [
        format!("{y}-{m:02}-{d:02}"),
        format!("{y}/{m:02}/{d:02}"),
        format!("{m}/{d}/{y}"),
        format!("{d:02}.{m:02}.{y}"),
        format!("{d:02} {month} {y}"),
        format!("{month} {d:02} {y}"),
    ]
}

/// Days since 1970-01-01 of a day of the Gregorian calendar. Years are counted from March, so that a
/// leap day is the last of its year.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let era = year.div_euclid(400);
    let year_of_era = year - era * 400;
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The inverse of [`days_from_civil`].
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days - era * 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (year_of_era + era * 400, if month < 10 { month + 3 } else { month - 9 });
    (if month <= 2 { year + 1 } else { year }, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn date(header: &str) -> Option<RunDate> {
        let headers = vec![("date".to_owned(), header.to_owned())];
        RunDate::of(&HttpResponse { headers, ..HttpResponse::default() })
    }

    #[test]
    fn days_are_counted_as_calendars_do() {
        for (days, civil) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (20_777, (2026, 11, 20)),
        ] {
            assert_eq!(civil_from_days(days), civil);
            assert_eq!(days_from_civil(civil.0, civil.1, civil.2), days);
        }
        for days in (-800_000..800_000).step_by(13) {
            let (y, m, d) = civil_from_days(days);
            assert_eq!(days_from_civil(y, m, d), days);
        }
    }

    #[test]
    fn the_day_of_the_run_is_found_however_it_is_spelt() {
        let date = date("Tue, 01 Dec 2026 00:01:02 GMT").unwrap();
        for text in [
            "2026-12-01",
            "at 2026-11-30T23:59:59Z",
            "12/1/2026",
            "30.11.2026",
            "Tue Dec 01 2026 00:00:00",
            "01 Dec 2026",
        ] {
            assert!(date.is_in(text), "{text}");
        }
        for text in ["2026-11-29", "2025-12-01", "1 of 2"] {
            assert!(!date.is_in(text), "{text}");
        }
        for value in [json!(1_796_083_262), json!(1_796_083_262_123_i64), json!("2026-12-01")] {
            assert!(date.is_in_value(&value), "{value}");
        }
        for value in [json!(1), json!(1_796_083), json!(1.5), json!(true), json!(1_790_000_000)] {
            assert!(!date.is_in_value(&value), "{value}");
        }
    }

    #[test]
    fn other_headers_are_no_date() {
        for header in ["", "yesterday", "Fri, 20 Foo 2026 23:41:46 GMT", "Fri, x Nov 2026"] {
            assert!(date(header).is_none(), "{header}");
        }
    }
}
