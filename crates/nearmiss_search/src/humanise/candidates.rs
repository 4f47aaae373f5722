//! Values that may stand in the place of noise.

use super::noise::{
    has_day, in_hundredths, in_shape, is_marked, is_noise, is_uuid, plain_uuid, taint_in, year_of,
};
use super::words::{is_id, is_said_in_words, text_of_length, words_for};
use crate::{GeneSpec, GeneValue};

/// Most values that are tried for one.
const MOST: usize = 6;
/// Text with signs where a taint has them.
const MARKED: &str = "_apple_";
/// The year that dates are moved to, and the day of one that has none.
const YEAR: u32 = 2024;
const DAY: &str = "-05-17";
/// Numbers that people write.
const NUMBERS: [i64; 5] = [3, 12, 25, 7, 40];
/// Keys that are tried before others.
const KEYS: usize = 3;
/// Larger ones, in the order in which they are tried.
const LARGER: [i64; 3] = [100, 1_000, 9_000];

/// Lists what is tried in the place of a value that is called so and described so, best first. `nth`: how many of its
/// kind a test has before it.
pub(super) fn candidates(
    value: &GeneValue,
    name: &str,
    spec: Option<&GeneSpec>,
    examples: &[GeneValue],
    nth: usize,
) -> Vec<GeneValue> {
    let mut found: Vec<GeneValue> = Vec::new();
    let is_like = |example: &&GeneValue| {
        std::mem::discriminant(*example) == std::mem::discriminant(value)
            && !is_noise(example, spec)
    };
    found.extend(examples.iter().filter(is_like).cloned());
    match value {
        GeneValue::Integer(_) | GeneValue::Double(_) if is_id(name) => {
            found.extend(keys(value, spec, nth));
        }
        GeneValue::Integer(number) => found.extend(whole_numbers(*number, spec, nth)),
        GeneValue::Double(number) => found.extend(real_numbers(*number, spec, nth)),
        GeneValue::Text(units) => {
            let text = String::from_utf16_lossy(units);
            let texts = texts(&text, units.len(), name, spec, nth);
            found.extend(texts.iter().map(|text| GeneValue::text(text)));
        }
        _ => {}
    }
    let mut distinct: Vec<GeneValue> = Vec::new();
    for candidate in found {
        if candidate != *value && !distinct.contains(&candidate) {
            distinct.push(candidate);
        }
    }
    // Examples do not crowd it out.
    let marked = GeneValue::text(MARKED);
    if let Some(at) = distinct.iter().position(|one| *one == marked).filter(|at| *at >= MOST) {
        distinct.swap(MOST - 1, at);
    }
    distinct.truncate(MOST);
    distinct
}

/// Lists keys, whole numbers above 0, then other numbers.
fn keys(value: &GeneValue, spec: Option<&GeneSpec>, nth: usize) -> Vec<GeneValue> {
    let plain = (0..KEYS).map(|further| NUMBERS[(nth + further) % NUMBERS.len()]);
    let plain = plain.chain([LARGER[0]]).filter(|key| match spec {
        Some(GeneSpec::Integer { min, max, .. }) => (min..=max).contains(&key),
        Some(GeneSpec::Double { min, max, .. }) => (*min..=*max).contains(&(*key as f64)),
        _ => true,
    });
    match value {
        GeneValue::Integer(number) => {
            plain.map(GeneValue::Integer).chain(whole_numbers(*number, spec, nth)).collect()
        }
        GeneValue::Double(number) => {
            let plain = plain.map(|key| GeneValue::Double(key as f64));
            plain.chain(real_numbers(*number, spec, nth)).collect()
        }
        _ => Vec::new(),
    }
}

fn whole_numbers(number: i64, spec: Option<&GeneSpec>, nth: usize) -> Vec<GeneValue> {
    let (min, max) = match spec {
        Some(GeneSpec::Integer { min, max, .. }) => (*min, *max),
        _ => (i64::MIN, i64::MAX),
    };
    // One that a schema forbids is sent on purpose.
    let is_forbidden = number < min || number > max;
    let sign = number.signum();
    let near = number.checked_abs().map(leading);
    std::iter::once(NUMBERS[nth % NUMBERS.len()])
        .chain(LARGER)
        .chain([0])
        .chain(near)
        .map(|size| sign * size)
        .filter(|plain| is_forbidden || (min..=max).contains(plain))
        .map(GeneValue::Integer)
        .collect()
}

/// Answers the number with its first digit alone, the others 0.
fn leading(number: i64) -> i64 {
    let mut unit = 1;
    while number / unit >= 10 {
        unit *= 10;
    }
    number / unit * unit
}

fn real_numbers(number: f64, spec: Option<&GeneSpec>, nth: usize) -> Vec<GeneValue> {
    let (min, max) = match spec {
        Some(GeneSpec::Double { min, max, .. }) => (*min, *max),
        _ => (f64::MIN, f64::MAX),
    };
    let is_forbidden = number < min || number > max;
    let whole = NUMBERS[nth % NUMBERS.len()] as f64;
    // What lies between whole numbers may be asked for, and so may be how large it is.
    let between = if number.fract() == 0.0 { 0.0 } else { 0.5 };
    let sizes = [whole, whole + 0.5].into_iter().filter(|size| size.fract() >= between);
    let larger = LARGER.map(|size| size as f64 + between);
    let plain = sizes.chain(larger).map(|size| size.copysign(number));
    let plain = plain.chain([in_hundredths(number)]);
    let allowed = |plain: &f64| is_forbidden || (min..=max).contains(plain);
    plain.filter(allowed).map(GeneValue::Double).collect()
}

fn texts(
    text: &str,
    length: usize,
    name: &str,
    spec: Option<&GeneSpec>,
    nth: usize,
) -> Vec<String> {
    if let Some(rest) = year_of(text).and_then(|_| text.get(4..)) {
        let day = format!("{YEAR}{DAY}{}", &rest[DAY.len()..]);
        let same = format!("{YEAR}{rest}");
        return if has_day(text) { vec![same] } else { vec![day, same] };
    }
    if is_uuid(text) {
        let words = words_for(name, nth).into_iter();
        let words = words.filter(|_| is_said_in_words(name).is_some());
        return words.chain([plain_uuid(nth)]).collect();
    }
    if text.parse::<f64>().is_ok() {
        let number = NUMBERS[nth % NUMBERS.len()].to_string();
        let words = words_for(name, nth).into_iter();
        let words = words.filter(|_| is_said_in_words(name) == Some(true)).take(1);
        // None at all, where it is refused however large it is.
        return words.chain([number, "0".to_owned(), "1".repeat(length)]).collect();
    }
    let (min, max) = match spec {
        Some(GeneSpec::Text { min_len, max_len }) => (*min_len, *max_len),
        _ => (0, usize::MAX),
    };
    let is_forbidden = length < min || length > max;
    let words = words_for(of_format(spec).unwrap_or(name), nth);
    let mut texts: Vec<String> = words;
    texts.extend(in_shape(text));
    if spec.is_none_or(|spec| !matches!(spec, GeneSpec::Format(_))) {
        // Its length may be what counts.
        texts.push(around_taint(text).unwrap_or_else(|| text_of_length(length)));
        texts.push(text_of_length(min.max(1)));
    }
    if is_marked(text) {
        // Neither a letter nor a digit may be what counts.
        texts.insert(texts.len().min(MOST - 1), MARKED.to_owned());
    }
    texts.retain(|text| is_forbidden || (min..=max).contains(&text.len()));
    texts
}

/// Answers a text with words in the place of the taint that stands in it beside other letters, as long as that.
fn around_taint(text: &str) -> Option<String> {
    let taint = taint_in(text).filter(|taint| taint.len() < text.len())?;
    let words = text_of_length(taint.len());
    Some(format!("{}{words}{}", &text[..taint.start], &text[taint.end..]))
}

/// Answers the name of inputs that have texts of this format.
fn of_format(spec: Option<&GeneSpec>) -> Option<&'static str> {
    match spec {
        Some(GeneSpec::Format(format)) => Some(match format.name() {
            "date" | "date-time" => "date",
            name => name,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts_for(value: &str, name: &str, spec: &GeneSpec) -> Vec<String> {
        let found = candidates(&GeneValue::text(value), name, Some(spec), &[], 0);
        let text = |value: GeneValue| match value {
            GeneValue::Text(units) => String::from_utf16_lossy(&units),
            other => panic!("{other:?}"),
        };
        found.into_iter().map(text).collect()
    }

    #[test]
    fn names_say_what_texts_are() {
        let spec = GeneSpec::Text { min_len: 1, max_len: 30 };
        assert_eq!(
            texts_for("_EM_0_XYZ_", "contactEmail", &spec),
            ["ada@example.com", "paper", "The ferry.", "T", "_apple_"]
        );
        assert_eq!(texts_for("0595-06-17", "on", &spec), ["2024-06-17"]);
        assert_eq!(texts_for("2020-41-97T1", "on", &spec), ["2024-05-17T1", "2024-41-97T1"]);
        let shape = texts_for("yoqEMa-_EM_1_XYZ_", "of", &spec);
        assert_eq!(shape[1], "apple-river");
        assert_eq!(texts_for("linseed_EM_0_XYZ_", "x", &spec)[1], "linseedapple");
        let examples = ["a", "b", "c", "d"].map(GeneValue::text);
        let taint = GeneValue::text("_EM_0_XYZ_");
        let found = candidates(&taint, "title", Some(&spec), &examples, 0);
        assert!(found.contains(&GeneValue::text(MARKED)), "{found:?}");
        let isbn = texts_for("isbn:_EM_0_XYZ_ZHO", "q", &spec);
        assert!(
            isbn.iter().any(|text| text.starts_with("isbn:The") && text.len() == 18),
            "{isbn:?}"
        );
        let hook = GeneSpec::Text { min_len: 0, max_len: 90 };
        let hooks = texts_for("https://localhost:23255/_EM_3_XYZ_?q=v", "hook", &hook);
        assert_eq!(hooks[1], "https://localhost:23255/apple?q=v");
        let long = GeneSpec::Text { min_len: 20, max_len: 30 };
        assert_eq!(texts_for("_EM_0_XYZ_", "x", &long).len(), 4, "any, for what is too short");
    }

    #[test]
    fn numbers_stay_what_the_schema_allows() {
        let spec = GeneSpec::Integer { min: 10, max: 20_000, multiple_of: 0 };
        let of = |number| candidates(&GeneValue::Integer(number), "pages", Some(&spec), &[], 0);
        let whole =
            |numbers: &[i64]| numbers.iter().copied().map(GeneValue::Integer).collect::<Vec<_>>();
        assert_eq!(of(15_813), whole(&[100, 1_000, 9_000, 10_000]), "0 is none that may be sent");
        assert_eq!(of(30_000), whole(&[3, 100, 1_000, 9_000, 0]), "none of them may");
        assert_eq!(of(i64::from(i32::MAX)), whole(&[3, 100, 1_000, 9_000, 0, 2_000_000_000]));
        let examples = [GeneValue::Integer(320), GeneValue::text("no number")];
        let found = candidates(&GeneValue::Integer(15_813), "pages", Some(&spec), &examples, 0);
        assert_eq!(found[0], GeneValue::Integer(320));
    }

    #[test]
    fn numbers_with_a_fraction_are_as_large_as_others() {
        let of = |number| candidates(&GeneValue::Double(number), "min", None, &[], 0);
        let real =
            |numbers: &[f64]| numbers.iter().copied().map(GeneValue::Double).collect::<Vec<_>>();
        assert_eq!(of(1_313_669_124.0), real(&[3.0, 3.5, 100.0, 1_000.0, 9_000.0]));
        assert_eq!(of(-1_313_669_121.5), real(&[-3.5, -100.5, -1_000.5, -9_000.5]));
    }

    #[test]
    fn keys_are_whole_and_above_0_where_that_does() {
        let of = |number| candidates(&GeneValue::Double(number), "motherId", None, &[], 1);
        let real = [12.0, 25.0, 7.0, 100.0, -12.5, -100.5].map(GeneValue::Double);
        assert_eq!(of(-3.5), real);
        let spec = GeneSpec::Integer { min: -50, max: 10, multiple_of: 0 };
        let of = |number| candidates(&GeneValue::Integer(number), "id", Some(&spec), &[], 0);
        assert_eq!(of(-16), [3, -3, 0, -10].map(GeneValue::Integer));
    }
}
