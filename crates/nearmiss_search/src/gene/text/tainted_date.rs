//! A date that shows a taint: its milliseconds are the number of the taint, and so it is known again in
//! whatever the SUT asks of it.

use crate::DatePart;
use crate::gene::formats::date::Day;

/// The time of day of a tainted date (`DATE_TAINT` of the runtime).
const CLOCK: &str = "T19:47:53.";
/// Taints that a date can stand for.
const TAINTS: u32 = 1000;
/// A day whose parts are no numbers that programs have much to do with.
const DAY: (i32, i32, i32) = (2397, 11, 23);

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaintedDate {
    day: Day,
    pub number: u32,
}

impl TaintedDate {
    /// The date that stands for this taint, if there is one.
    pub fn new(number: u32) -> Option<Self> {
        let (year, month, day) = DAY;
        (number < TAINTS).then(|| Self { day: Day::of(year, month, day), number })
    }

    pub fn text(self) -> String {
        format!("{}{CLOCK}{:03}Z", self.day.print(), self.number % TAINTS)
    }

    /// The same with a part as it is wanted; `None` where no tainted date has it.
    pub fn with(self, part: DatePart, value: i64) -> Option<Self> {
        let value = i32::try_from(value).ok()?;
        let (year, month, day) = self.day.parts();
        let day = match part {
            DatePart::Year if (1..=9999).contains(&value) => Day::of(value, month, day),
            // The first days of a month are in all of them.
            DatePart::Month if (0..12).contains(&value) => Day::of(year, value + 1, day.min(28)),
            DatePart::Day if (1..=31).contains(&value) => {
                Day::of(year, [1, 3, 5][(value % 3) as usize], value)
            }
            DatePart::Weekday if (0..7).contains(&value) => self.day.on_weekday(value),
            _ => return None,
        };
        Some(Self { day, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_changes_and_the_taint_stays() {
        let date = TaintedDate::new(7).unwrap();
        assert_eq!(date.text(), "2397-11-23T19:47:53.007Z");
        let date =
            date.with(DatePart::Year, 1912).and_then(|d| d.with(DatePart::Month, 1)).unwrap();
        assert_eq!(date.text(), "1912-02-23T19:47:53.007Z");
        assert_eq!(date.with(DatePart::Day, 31).unwrap().text(), "1912-03-31T19:47:53.007Z");
        // 23 February 1912 was a Friday.
        assert_eq!(date.with(DatePart::Weekday, 0).unwrap().text(), "1912-02-25T19:47:53.007Z");
        assert!(date.with(DatePart::Month, 12).is_none());
        assert!(date.with(DatePart::Time, 0).is_none());
        assert!(TaintedDate::new(1000).is_none());
    }
}
