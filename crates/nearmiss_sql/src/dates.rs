//! Days and points in time, as texts.

/// A time that is later than any now, and one that is earlier: what is written today must hold in years.
pub(crate) const FAR_AHEAD: &str = "2999-12-31";
pub(crate) const LONG_AGO: &str = "2001-01-01";
/// A day that is as good as any.
pub(crate) const SOME_DAY: &str = "2024-05-17";

/// Answers a text that begins with a day, that many days later.
pub(crate) fn days_later(text: &str, days: i64) -> Option<String> {
    let (day, rest) = (text.get(..10)?, text.get(10..)?);
    let mut parts = day.split('-');
    let mut number = || parts.next()?.parse::<i64>().ok();
    let (year, month, day) = (number()?, number()?, number()?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (year, month, day) = civil(days_of(year, month, day) + days);
    Some(format!("{year:04}-{month:02}-{day:02}{rest}"))
}

/// Counts days from 1970-01-01 to a day (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`).
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Answers year, month and day of so many days after 1970-01-01 (the same, `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
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
