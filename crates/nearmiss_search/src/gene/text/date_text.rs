//! Texts that are dates: `2026-11-20` and `2026-11-20T12:00:00.000Z`, as times that can be moved.

use crate::gene::formats::date::Day;

const DAY: i64 = 86_400_000;

/// The time that a text stands for, in milliseconds since 1970, as JavaScript reads it.
pub(in crate::gene) fn time_of(units: &[u16]) -> Option<i64> {
    if units.len() < 10 || units.len() > 24 {
        return None;
    }
    let text = String::from_utf16(units).ok()?;
    let Some((day, clock)) = text.split_once('T') else {
        return Day::parse(&text).map(Day::time);
    };
    let clock = clock.strip_suffix('Z')?;
    let (clock, millisecond) = clock.split_once('.').unwrap_or((clock, "0"));
    let mut parts = clock.split(':').map(|part| part.parse::<i64>().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let seconds = (hour * 60 + minute) * 60 + second;
    Some(Day::parse(day)?.time() + seconds * 1000 + millisecond.parse::<i64>().ok()?)
}

/// The text of a time; `plain`: without a time of day, where it has none.
pub(super) fn text_of(time: i64, plain: bool) -> Option<Vec<u16>> {
    let (day, rest) = Day::of_time(time)?;
    let day = day.print();
    let text = if plain && time.rem_euclid(DAY) == 0 {
        day
    } else {
        let (seconds, millisecond) = (rest / 1000, rest % 1000);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("{day}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
    };
    Some(text.encode_utf16().collect())
}

/// Tells whether a text of a date has no time of day.
pub(super) fn is_plain(units: &[u16]) -> bool {
    units.len() == "2026-11-20".len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_times_agree() {
        let units = |text: &str| -> Vec<u16> { text.encode_utf16().collect() };
        for (text, time) in [
            ("1970-01-02", DAY),
            ("1970-01-01T00:00:01.002Z", 1002),
            ("1969-12-31T23:59:59.999Z", -1),
        ] {
            assert_eq!(time_of(&units(text)), Some(time));
            assert_eq!(text_of(time, is_plain(&units(text))), Some(units(text)));
        }
        assert_eq!(time_of(&units("1970-01-01T00:01Z")), Some(60_000));
        assert_eq!(text_of(1, true), Some(units("1970-01-01T00:00:00.001Z")));
        for text in ["1970-13-01", "1970-01-01T00:00:00", "abcdefghij", "1970-01-01Tx:yZ"] {
            assert_eq!(time_of(&units(text)), None, "{text}");
        }
        assert_eq!(text_of(i64::MAX, true), None);
    }
}
