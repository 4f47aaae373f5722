//! Which values no person would write.

use std::ops::Range;

use super::words::{is_id, is_said_in_words};
use crate::taint_text::NUMBER_TAINT;
use crate::{GeneSpec, GeneValue};

/// Texts that the search and its oracles write to be seen again.
const MARKS: [&str; 4] = ["_EM_", "nmPolluted", "__proto__", "constructor"];
/// A name that stands in records which the search makes.
const FIELDS: [&str; 1] = ["nm"];
/// Numbers that people write.
const LARGEST: f64 = 10_000.0;
/// Years that people write.
const YEARS: std::ops::RangeInclusive<u32> = 2000..=2035;
/// Longest text that is read as words.
const LONGEST: usize = 80;
/// Parts of texts that people write, and that are no words.
const KEPT: [&str; 4] = ["http", "https", "www", "com"];
/// Words that stand for the parts of a text that are none.
const PARTS: [&str; 4] = ["apple", "river", "garden", "window"];
/// Signs that people seldom write.
const SIGNS: [char; 12] = ['{', '}', '[', ']', '<', '>', '\\', '^', '`', '~', '|', '$'];
/// Beginnings of hashes of passwords, which are what they are for a password of the test.
const HASHES: [&str; 3] = ["$2a$", "$2b$", "$argon2"];
/// Words of three letters and fewer that people write; others are drawn by lot, mostly.
const SHORT_WORDS: &str = "ada all and any api app asc ben cat day de dog en eur eva fr id it kg km max min net new no \
    off old on one open org pen put red sum tax tea ten the two up usd vat web yes zip";
/// Letters of such words.
const SHORT: usize = 3;
/// Letters of which it is told whether they can be said.
const LONGEST_LOT: usize = 6;
/// Different digits of a UUID that a person makes up.
const UUID_DIGITS: usize = 7;
/// Consonants in a row that no word has.
const CONSONANTS: usize = 5;

/// Tells whether no person would write this value in an input that is described so.
pub(super) fn is_noise(value: &GeneValue, spec: Option<&GeneSpec>) -> bool {
    match value {
        GeneValue::Integer(number) => is_odd_number(*number as f64),
        GeneValue::Double(number) => is_odd_number(*number),
        GeneValue::Text(units) => match String::from_utf16(units) {
            Ok(text) => is_odd_text(&text, spec),
            Err(_) => true,
        },
        GeneValue::Absent
        | GeneValue::Null
        | GeneValue::Boolean(_)
        | GeneValue::List(_)
        | GeneValue::Record(_) => false,
    }
}

/// Tells whether no person would write this value in an input that is called so: digits where words stand, letters that
/// are no word, and keys below 0 or with a fraction. What may ask for more than a text is left alone.
pub(super) fn is_odd_here(value: &GeneValue, name: &str, spec: Option<&GeneSpec>) -> bool {
    match value {
        GeneValue::Integer(number) => return is_id(name) && *number < 0,
        GeneValue::Double(number) => {
            return is_id(name) && (*number < 0.0 || number.fract() != 0.0);
        }
        _ => {}
    }
    let is_free = matches!(spec, None | Some(GeneSpec::Text { .. }));
    let is_shaped = matches!(spec, Some(GeneSpec::Pattern { .. }));
    let GeneValue::Text(units) = value else { return false };
    let Ok(text) = String::from_utf16(units) else { return false };
    let says = is_said_in_words(name);
    let is_looked_at = is_free || is_shaped && says == Some(true);
    if !is_looked_at {
        return false;
    }
    let is_number = text.parse::<f64>().is_ok();
    let is_sign = |byte: u8| byte.is_ascii_punctuation() && !b"-.:/,+".contains(&byte);
    let has_letter = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_scrawl = !has_letter && text.bytes().any(is_sign);
    match says {
        _ if text.is_empty() => false,
        Some(true) => {
            let is_odd = is_number || is_counted(&text) || is_of_lot(&text) || is_uuid(&text);
            is_odd || is_scrawl
        }
        Some(false) => is_scrawl || is_uuid(&text),
        None => !is_number && is_counted(&text) || is_of_lot(&text) || is_scrawl,
    }
}

/// Tells whether no person would call a field so.
pub(super) fn is_odd_name(name: &str) -> bool {
    is_marked(name) || FIELDS.contains(&name) || is_of_lot(name)
}

/// Tells whether letters are drawn by lot, as far as can be told: they are few and no word that is known, or cannot be
/// said.
fn is_of_lot(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_vowel = |letter: char| "aeiouy".contains(letter);
    let can_be_said = lower.contains(is_vowel) && !lower.replace("qu", "").contains('q');
    let is_known = SHORT_WORDS.split_ascii_whitespace().any(|word| word == lower);
    text.bytes().all(|byte| byte.is_ascii_alphabetic())
        && text.bytes().any(|byte| byte.is_ascii_lowercase())
        && !is_known
        && (text.len() <= SHORT || text.len() <= LONGEST_LOT && !can_be_said)
}

/// Tells whether the search alone writes this value: a taint, or what asks for properties of all objects.
pub(super) fn is_marker(value: &GeneValue) -> bool {
    match value {
        GeneValue::Integer(number) => is_taint(*number as f64),
        GeneValue::Double(number) => is_taint(*number),
        GeneValue::Text(units) => {
            let text = String::from_utf16_lossy(units);
            is_marked(&text) || text.parse::<f64>().is_ok_and(is_taint)
        }
        _ => false,
    }
}

pub(super) fn is_marked(text: &str) -> bool {
    MARKS.iter().any(|mark| text.contains(mark))
}

fn is_odd_number(number: f64) -> bool {
    number.abs() >= LARGEST || (number - in_hundredths(number)).abs() > 1e-9
}

/// Answers the number with two digits behind its point.
pub(super) fn in_hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn is_odd_text(text: &str, spec: Option<&GeneSpec>) -> bool {
    if is_marked(text) {
        return true;
    }
    if HASHES.iter().any(|begin| text.starts_with(begin)) {
        return false;
    }
    if is_uuid(text) && !matches!(spec, Some(GeneSpec::Enum(_))) {
        return !is_plain_uuid(text);
    }
    match spec {
        // What a list of values asks for.
        Some(GeneSpec::Enum(_)) => return false,
        // What a pattern asks for, but for signs that it may only allow.
        Some(GeneSpec::Pattern { .. }) => return text.contains(SIGNS),
        Some(GeneSpec::Format(format))
            if !matches!(format.name(), "date" | "date-time" | "email" | "uri") =>
        {
            return false;
        }
        _ => {}
    }
    if let Some(year) = year_of(text) {
        return !YEARS.contains(&year) || !has_day(text);
    }
    if let Ok(number) = text.parse::<f64>() {
        return is_taint(number) || text.len() > LONGEST.min(9);
    }
    !is_plain(text)
}

pub(super) fn is_uuid(text: &str) -> bool {
    let is_right = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.bytes().enumerate().all(is_right)
}

/// Tells whether it is made of a few digits again and again, as people write one.
fn is_plain_uuid(text: &str) -> bool {
    let mut digits: Vec<u8> = text.bytes().filter(|byte| *byte != b'-').collect();
    digits.sort_unstable();
    digits.dedup();
    digits.len() <= UUID_DIGITS
}

/// Answers one that is made of a few digits; `nth`: how many there are before it.
pub(super) fn plain_uuid(nth: usize) -> String {
    format!("00000000-0000-4000-8000-{:012}", nth + 1)
}

fn is_taint(number: f64) -> bool {
    let first = f64::from(NUMBER_TAINT);
    (first..first + f64::from(u16::MAX)).contains(&number)
}

/// Answers the year of a text that begins with a date.
pub(super) fn year_of(text: &str) -> Option<u32> {
    let date = text.as_bytes().get(..10)?;
    let is_date = date.iter().enumerate().all(|(at, byte)| match at {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    if is_date { text[..4].parse().ok() } else { None }
}

/// Tells whether a text that begins with a date has a month and a day of months.
pub(super) fn has_day(text: &str) -> bool {
    let number =
        |range: Range<usize>| text.get(range).and_then(|digits| digits.parse::<u32>().ok());
    number(5..7).is_some_and(|month| (1..=12).contains(&month))
        && number(8..10).is_some_and(|day| (1..=31).contains(&day))
}

/// Tells whether a text consists of words and short numbers.
fn is_plain(text: &str) -> bool {
    let is_written = |letter: char| letter == ' ' || letter.is_ascii_graphic();
    if text.len() > LONGEST || !text.chars().all(is_written) {
        return false;
    }
    if text.contains(SIGNS) {
        return false;
    }
    // `A quiet morning`: words of one letter stand beside others.
    let is_article = |part: &str| text.contains(' ') && matches!(part, "A" | "a" | "I");
    let mut parts = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.all(|part| part.is_empty() || is_read(part) || is_article(part))
}

fn is_read(part: &str) -> bool {
    is_word(part) || is_counted(part) || KEPT.contains(&part)
}

/// Answers a text with words in the place of its parts that are none, whatever stands between them; `None` where it has
/// no such parts, or is nothing else.
pub(super) fn in_shape(text: &str) -> Option<String> {
    let mut rest = text;
    let mut made = String::new();
    let (mut between, mut words) = (false, 0);
    while !rest.is_empty() {
        let end = part_end(rest);
        if end == 0 {
            let letter = rest.chars().next()?;
            made.push(letter);
            rest = &rest[letter.len_utf8()..];
            between = true;
            continue;
        }
        let part = &rest[..end];
        // What a taint stands beside is kept.
        between |= part.starts_with(MARKS[0]) && end < text.len();
        // A port, or a name of one letter, may be what the text is for.
        let is_short =
            part.len() <= 2 || part.len() <= 5 && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_short || is_read(part) {
            made.push_str(part);
        } else {
            made.push_str(PARTS[words % PARTS.len()]);
            words += 1;
        }
        rest = &rest[end..];
    }
    let is_plain = made.chars().all(|letter| letter.is_ascii_graphic() || letter == ' ');
    (between && words > 0 && is_plain).then_some(made)
}

/// Answers where a taint stands in a text.
pub(super) fn taint_in(text: &str) -> Option<Range<usize>> {
    let start = text.find(MARKS[0])?;
    Some(start..start + part_end(&text[start..]))
}

/// Answers where the first part of a text ends; 0 where none begins there. A taint is one part.
fn part_end(text: &str) -> usize {
    const END: &str = "_XYZ_";
    if text.starts_with(MARKS[0])
        && let Some(at) = text.find(END)
    {
        return at + END.len();
    }
    text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len())
}

/// Tells whether it is a short number, with a few letters before it.
fn is_counted(part: &str) -> bool {
    let digits = part.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let letters = part.len() - digits.len();
    digits.len() <= 4
        && letters <= 3
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.is_empty()
}

fn is_word(part: &str) -> bool {
    let is_vowel = |byte: u8| b"aeiouy".contains(&byte.to_ascii_lowercase());
    let capitals = part.bytes().filter(u8::is_ascii_uppercase).count();
    let has_case = capitals == 0
        || capitals == part.len()
        || part.bytes().next().is_some_and(|first| first.is_ascii_uppercase()) && capitals == 1;
    let consonants = part.split(|letter: char| is_vowel(letter as u8)).map(str::len).max();
    part.bytes().all(|byte| byte.is_ascii_alphabetic())
        && part.len() > 1
        && part.bytes().any(is_vowel)
        && has_case
        && consonants.is_none_or(|most| most < CONSONANTS)
}
