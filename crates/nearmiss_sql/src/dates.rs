//! Days and points in time, as texts.

/// A time that is later than any now, and one that is earlier: what is written today must hold in years.
pub(crate) const FAR_AHEAD: &str = "2999-12-31";
pub(crate) const LONG_AGO: &str = "2001-01-01";
/// A day that is as good as any.
pub(crate) const SOME_DAY: &str = "2024-05-17";

/// Answers a text that begins with a day, that many days later.
pub(crate) fn days_later(text: &str, days: i64) -> Option<String> {
    let (day, rest) = (text.get(..10)?, text.get(10..)?);
    Some(written(whole_day(day)? + days) + rest)
}

/// Answers the days from 1970-01-01 to the day that a text is, without a clock or with one.
pub(crate) fn day_of(text: &str) -> Option<f64> {
    let day = f64::from(i32::try_from(whole_day(text.get(..10)?)?).ok()?);
    let mut clock =
        text.get(11..).unwrap_or_default().split(':').map(|part| part.parse::<f64>().ok());
    let mut part = || clock.next().flatten().unwrap_or(0.0);
    Some(day + part() / 24.0 + part() / 1440.0)
}

/// Answers the days that an interval has, `3 days`.
pub(crate) fn days_in(text: &str) -> Option<f64> {
    let mut words = text.split_whitespace();
    let count: f64 = words.next()?.parse().ok()?;
    let unit = words.next()?.to_ascii_lowercase();
    let is_all = words.next().is_none();
    days_of_unit(&unit).filter(|_| is_all).map(|days| count * days)
}

/// Answers the days of a unit of time.
pub(crate) fn days_of_unit(unit: &str) -> Option<f64> {
    Some(match unit.trim_end_matches('s') {
        "second" => 1.0 / 86_400.0,
        "minute" => 1.0 / 1440.0,
        "hour" => 1.0 / 24.0,
        "day" => 1.0,
        "week" => 7.0,
        "month" => 30.5,
        "year" => 365.25,
        _ => return None,
    })
}

/// Answers the text of a point in time, that many days from 1970-01-01.
pub(crate) fn day_text(days: f64) -> String {
    let whole =
        format!("{:.0}", days.floor().clamp(-700_000.0, 2_900_000.0)).parse::<i64>().unwrap_or(0);
    let seconds = ((days - days.floor()) * 86_400.0).round();
    let day = written(whole);
    if seconds < 1.0 {
        return day;
    }
    let (hours, minutes) = ((seconds / 3600.0).floor(), (seconds % 3600.0 / 60.0).floor());
    format!("{day} {hours:02.0}:{minutes:02.0}:{:02.0}", seconds % 60.0)
}

fn written(days: i64) -> String {
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02}")
}

fn whole_day(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let mut number = || parts.next()?.parse::<i64>().ok();
    let (year, month, day) = (number()?, number()?, number()?);
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| days_of(year, month, day))
}

/// Counts days from 1970-01-01 to a day (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`).
pub(crate) fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Answers year, month and day of so many days after 1970-01-01 (the same, `civil_from_days`).
pub(crate) fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_over_months_and_years() {
        assert_eq!(days_later("2024-02-28T10:00:00Z", 1).as_deref(), Some("2024-02-29T10:00:00Z"));
        assert_eq!(days_later("2024-12-31", 1).as_deref(), Some("2025-01-01"));
        assert_eq!(days_later("2024-03-01", -1).as_deref(), Some("2024-02-29"));
        assert_eq!(days_later("no day", 1), None);
    }
}
