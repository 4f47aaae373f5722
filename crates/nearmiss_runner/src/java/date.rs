//! Formats of dates as Java writes them (`SimpleDateFormat`, and what `DateTimeFormatter` has beyond it), as
//! expressions of the texts that they read: `dd/MM/yyyy HH:mm` reads `28/02/2026 09:30`. Days end with 28, which all
//! months have.

/// Days of the week; their first three letters are how they are written short.
const DAYS: &str = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const SHORT_DAYS: &str = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const MONTHS: &str =
    "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const SHORT_MONTHS: &str = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";

/// The expression of a format, in JavaScript's syntax; an error says which letter of it is not known.
pub(crate) fn expression_of(format: &str) -> Result<String, String> {
    let letters: Vec<char> = format.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        if letter == '\'' {
            at = quoted(&letters, at, &mut out)?;
            continue;
        }
        let count = letters[at..].iter().take_while(|other| **other == letter).count();
        if letter.is_ascii_alphabetic() {
            out.push_str(
                &field(letter, count)
                    .ok_or_else(|| format!("`{letter}` in the format of a date `{format}`"))?,
            );
        } else {
            letters[at..at + count].iter().for_each(|letter| push_literal(&mut out, *letter));
        }
        at += count;
    }
    Ok(out)
}

/// Takes in a quote that begins here; answers where it is over. Two in a row stand for themselves, in a quote and
/// outside.
fn quoted(letters: &[char], start: usize, out: &mut String) -> Result<usize, String> {
    if letters.get(start + 1) == Some(&'\'') {
        push_literal(out, '\'');
        return Ok(start + 2);
    }
    let mut at = start + 1;
    while let Some(letter) = letters.get(at) {
        match (letter, letters.get(at + 1)) {
            ('\'', Some('\'')) => {
                push_literal(out, '\'');
                at += 1;
            }
            ('\'', _) => return Ok(at + 1),
            (letter, _) => push_literal(out, *letter),
        }
        at += 1;
    }
    Err("a quote without its end in the format of a date".to_owned())
}

fn push_literal(out: &mut String, letter: char) {
    if r"\^$.|?*+()[]{}/".contains(letter) {
        out.push('\\');
    }
    out.push(letter);
}

/// The expression of a field, by its letter and how often that stands there.
fn field(letter: char, count: usize) -> Option<String> {
    let padded = count > 1;
    let either = |two: &str, one: &str| (if padded { two } else { one }).to_owned();
    Some(match letter {
        'y' | 'Y' if count == 2 => r"\d{2}".to_owned(),
        'y' | 'Y' => r"(?:19|20)\d{2}".to_owned(),
        // A day of the week, but for the newer class a year.
        'u' if count >= 4 => r"(?:19|20)\d{2}".to_owned(),
        'u' | 'e' | 'c' => "[1-7]".to_owned(),
        'M' | 'L' if count >= 4 => MONTHS.to_owned(),
        'M' | 'L' if count == 3 => SHORT_MONTHS.to_owned(),
        'M' | 'L' => either("(?:0[1-9]|1[0-2])", "(?:[1-9]|1[0-2])"),
        'd' => either(r"(?:0[1-9]|1\d|2[0-8])", r"(?:[1-9]|1\d|2[0-8])"),
        'D' => either(r"(?:0[1-9]\d|[12]\d{2}|3[0-5]\d)", r"[1-9]\d?"),
        'E' if count >= 4 => DAYS.to_owned(),
        'E' => SHORT_DAYS.to_owned(),
        'a' => "(?:AM|PM)".to_owned(),
        'H' => either(r"(?:[01]\d|2[0-3])", r"(?:1?\d|2[0-3])"),
        'k' => either(r"(?:0[1-9]|1\d|2[0-4])", r"(?:[1-9]|1\d|2[0-4])"),
        'K' => either(r"(?:0\d|1[01])", r"(?:\d|1[01])"),
        'h' => either("(?:0[1-9]|1[0-2])", "(?:[1-9]|1[0-2])"),
        'm' | 's' => either(r"[0-5]\d", r"[1-5]?\d"),
        'S' | 'n' | 'N' | 'A' => format!("\\d{{{count}}}"),
        'z' | 'v' | 'V' => "(?:UTC|GMT)".to_owned(),
        'Z' => r"[+\-](?:0\d|1[0-2])00".to_owned(),
        'X' | 'x' => {
            let minutes = ["", "00", ":00"][count.clamp(1, 3) - 1];
            let zero = if letter == 'X' { "Z|" } else { "" };
            format!(r"(?:{zero}[+\-](?:0[1-9]|1[0-2]){minutes})")
        }
        'G' => "AD".to_owned(),
        'w' => either(r"(?:0[1-9]|[1-4]\d)", r"(?:[1-9]|[1-4]\d)"),
        'W' | 'F' | 'Q' | 'q' => "[1-4]".to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_becomes_the_expression_of_its_texts() {
        for (format, expression) in [
            (
                "dd/MM/yyyy HH:mm",
                r"(?:0[1-9]|1\d|2[0-8])\/(?:0[1-9]|1[0-2])\/(?:19|20)\d{2} (?:[01]\d|2[0-3]):[0-5]\d",
            ),
            ("yyyyMMdd", r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|1\d|2[0-8])"),
            ("d MMM yy", &format!(r"(?:[1-9]|1\d|2[0-8]) {SHORT_MONTHS} \d{{2}}")),
            ("EEEE", DAYS),
            ("HH'h'mm", r"(?:[01]\d|2[0-3])h[0-5]\d"),
            ("h 'o''clock' a", "(?:[1-9]|1[0-2]) o'clock (?:AM|PM)"),
            ("ss.SSSXXX", r"[0-5]\d\.\d{3}(?:Z|[+\-](?:0[1-9]|1[0-2]):00)"),
            ("''", "'"),
            ("", ""),
        ] {
            assert_eq!(expression_of(format).as_deref(), Ok(expression), "{format}");
        }
        assert!(expression_of("yyyy-b").is_err_and(|why| why.contains("`b`")));
        assert!(expression_of("HH 'h").is_err());
    }
}
