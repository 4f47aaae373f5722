//! Full dates of RFC 3339, `2026-11-20`.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::{FormatText, TextFormat};

/// See the module.
pub(in crate::gene) static FORMAT: TextFormat = TextFormat {
    names: &["date"],
    is_id: false,
    is_unique: false,
    sample: |rng| Box::new(Day::sample(rng)),
};

/// 0001-01-01 in days since 1970-01-01.
const FIRST: i32 = -719_162;
/// 9999-12-31 in days since 1970-01-01.
const LAST: i32 = 2_932_896;
/// Most days of a step of a mutation, as a power of two.
const STEP_BITS: u32 = 15;

/// A day, counted from 1970-01-01 in the Gregorian calendar.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::gene) struct Day(i32);

impl Day {
    /// Mostly near our own times; sometimes an end of a month or any day.
    pub(in crate::gene) fn sample(rng: &mut Pcg64Mcg) -> Self {
        match rng.random_range(0..10) {
            0 => Self(rng.random_range(FIRST..=LAST)),
            1 => {
                let year = rng.random_range(1890..2110);
                // 29 February where the year has one, else the day after.
                Self(days_from_civil(year, 3, 1) - 1 + i32::from(rng.random::<bool>()))
            }
            2 => Self([0, FIRST, LAST, -1][rng.random_range(0..4)]),
            _ => {
                Self(days_from_civil(rng.random_range(1970..2050), 1, 1) + rng.random_range(0..365))
            }
        }
    }

    /// A day some power of two of days away, or the same day of another month or year.
    pub(in crate::gene) fn step(self, rng: &mut Pcg64Mcg) -> Self {
        let days = match rng.random_range(0..6) {
            0 => 365,
            1 => 30,
            _ => 1 << rng.random_range(0..=STEP_BITS),
        };
        let wish = if rng.random() { self.0 + days } else { self.0 - days };
        let day = wish.clamp(FIRST, LAST);
        // At a bound the way back is the only one.
        if day == self.0 {
            Self(if day == LAST { LAST - days } else { FIRST + days })
        } else {
            Self(day)
        }
    }

    /// A date that is one, year 1 to 9999.
    pub(in crate::gene) fn of(year: i32, month: i32, day: i32) -> Self {
        Self(days_from_civil(year, month, day).clamp(FIRST, LAST))
    }

    /// The day of a time in milliseconds, and the rest of it; `None` outside of the years 1 to 9999.
    pub(in crate::gene) fn of_time(time: i64) -> Option<(Self, u32)> {
        const DAY: i64 = 86_400_000;
        let day = i32::try_from(time.div_euclid(DAY)).ok()?;
        let rest = u32::try_from(time.rem_euclid(DAY)).ok()?;
        (FIRST..=LAST).contains(&day).then_some((Self(day), rest))
    }

    /// The time of its midnight in UTC, in milliseconds since 1970.
    pub(in crate::gene) fn time(self) -> i64 {
        i64::from(self.0) * 86_400_000
    }

    /// Year, month and day of the month.
    pub(in crate::gene) fn parts(self) -> (i32, i32, i32) {
        civil_from_days(self.0)
    }

    /// The first day from this one on that is this weekday, counted from Sunday, 0.
    pub(in crate::gene) fn on_weekday(self, weekday: i32) -> Self {
        // 1970-01-01 was a Thursday.
        let own = (self.0 + 4).rem_euclid(7);
        Self((self.0 + (weekday - own).rem_euclid(7)).min(LAST))
    }

    /// Reads `2026-11-20`.
    pub(in crate::gene) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut number = |length: usize| -> Option<i32> {
            let part = parts.next()?;
            let plain = part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| part.parse().ok())?
        };
        let (year, month, day) = (number(4)?, number(2)?, number(2)?);
        if parts.next().is_some() || !(1..=12).contains(&month) || day < 1 || year < 1 {
            return None;
        }
        let parsed = Self(days_from_civil(year, month, day));
        (parsed.print() == text).then_some(parsed)
    }

    /// `2026-11-20`.
    pub(in crate::gene) fn print(self) -> String {
        let (year, month, day) = civil_from_days(self.0);
        format!("{year:04}-{month:02}-{day:02}")
    }
}

/// Days since 1970-01-01 of a Gregorian date, counted in eras of 400 years that begin in March.
fn days_from_civil(year: i32, month: i32, day: i32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The inverse of [`days_from_civil`].
fn civil_from_days(days: i32) -> (i32, i32, i32) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + i32::from(month <= 2), month, day)
}

impl FormatText for Day {
    fn boxed_clone(&self) -> Box<dyn FormatText> {
        Box::new(*self)
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        *self = Self::sample(rng);
    }

    fn mutate(&mut self, rng: &mut Pcg64Mcg) {
        *self = self.step(rng);
    }

    fn units(&self) -> Vec<u16> {
        self.print().encode_utf16().collect()
    }

    fn read(&mut self, units: &[u16]) -> bool {
        let parsed = String::from_utf16(units).ok().and_then(|text| Self::parse(&text));
        *self = parsed.unwrap_or(*self);
        parsed.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gene::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(date, GeneSpec::Format(&FORMAT), |v| {
        let GeneValue::Text(units) = v else { return false };
        let text = String::from_utf16(units).unwrap();
        Day::parse(&text).is_some()
    });

    #[test]
    fn days_and_dates_agree() {
        for (text, days) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2026-11-20", 20_777),
            ("0001-01-01", FIRST),
            ("9999-12-31", LAST),
        ] {
            assert_eq!(Day(days).print(), text);
            assert_eq!(Day::parse(text), Some(Day(days)));
        }
        for text in ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-01-01", "x"] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }
}
