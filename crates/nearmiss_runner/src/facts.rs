//! What the facts of a map mean to the search.

use nearmiss_problem::{InputPlace, Learnable, ReadInput};
use nearmiss_search::{
    Codec, DatePart, Kind, MetValue, Pair, ReadField, Specialisation, TaintFact, UrlPart, js_double,
};
use nearmiss_targets::layout::fact;

/// What a fact of the runtime says about inputs that nobody described, with the index of its action.
pub(crate) fn input_fact(
    kind: u16,
    action: u16,
    taint: u32,
    text: &[u16],
) -> Option<(usize, Learnable)> {
    if !matches!(kind, fact::PROPERTY | fact::INPUT) {
        return None;
    }
    let text = String::from_utf16_lossy(text);
    let fact = match kind {
        fact::PROPERTY => Learnable::Property(taint, text),
        fact::INPUT => {
            let place = match text.chars().next()? {
                'q' => InputPlace::Query,
                'h' => InputPlace::Header,
                'c' => InputPlace::Cookie,
                'b' => InputPlace::Body,
                _ => return None,
            };
            Learnable::Input(ReadInput { place, name: text[1..].to_owned() })
        }
        _ => return None,
    };
    Some((usize::from(action), fact))
}

/// What a fact says that a tainted value should be, if it says so.
pub(crate) fn taint_fact(kind: u16, action: u16, taint: u32, text: Vec<u16>) -> Option<TaintFact> {
    let string = || String::from_utf16_lossy(&text);
    let specialisation = match kind {
        fact::CONSTANT => Specialisation::Constant(text),
        fact::CONSTANT_IGNORE_CASE => Specialisation::ConstantIgnoreCase(text),
        fact::REGEX_PARTIAL => Specialisation::RegexPartial(string()),
        fact::REGEX_WHOLE => Specialisation::RegexWhole(string()),
        fact::PREFIX => Specialisation::Prefix(text),
        fact::SUFFIX => Specialisation::Suffix(text),
        fact::CONTAINS => Specialisation::Contains(text),
        fact::EQUAL_TO_TAINT => Specialisation::EqualTo(string().parse().ok()?),
        fact::NUMBER => Specialisation::Number(string().parse().ok()),
        fact::DATE if text.is_empty() => Specialisation::Date,
        fact::DATE => {
            let (part, value) = part_of(&text)?;
            Specialisation::DateWith(
                date_part(&part)?,
                String::from_utf16_lossy(value).parse().ok()?,
            )
        }
        fact::URL if text.is_empty() => Specialisation::Url,
        fact::URL => {
            let (part, value) = part_of(&text)?;
            Specialisation::UrlWith(url_part(&part)?, value.to_vec())
        }
        fact::AT => {
            let comma = text.iter().position(|unit| *unit == u16::from(b','))?;
            let at = String::from_utf16_lossy(&text[..comma]).parse().ok()?;
            Specialisation::At(at, text[comma + 1..].to_vec())
        }
        fact::KIND => Specialisation::Kind(kind_of(&string())?),
        fact::ENCODED if string() == "json" => Specialisation::Json,
        fact::ENCODED => Specialisation::Encoded(match string().as_str() {
            "base64" => Codec::Base64,
            "hex" => Codec::Hex,
            "percent" => Codec::Percent,
            _ => return None,
        }),
        _ => return None,
    };
    Some(TaintFact { action: action.into(), taint, specialisation })
}

/// The pair that a fact is; `open`: whether an outcome of where the two met is not covered.
pub(crate) fn pair(action: u16, text: &[u16], open: bool) -> Option<Pair> {
    let (kind, rest) = text.split_first()?;
    let (one, other) = counted(rest)?;
    let values = [met_value(one)?, met_value(other)?];
    Some(Pair { action: action.into(), values, ordered: *kind == u16::from(b'<'), open })
}

/// What a fact says was read of a JSON text.
pub(crate) fn read_field(action: u16, text: &[u16]) -> Option<ReadField> {
    let (pointer, text) = counted(text)?;
    let pointer = String::from_utf16_lossy(pointer);
    let path = pointer.split('/').skip(1).map(|name| name.replace("~1", "/").replace("~0", "~"));
    Some(ReadField { action: action.into(), text: text.to_vec(), path: path.collect() })
}

/// A length, a comma, so many units, and what follows them.
fn counted(text: &[u16]) -> Option<(&[u16], &[u16])> {
    let comma = text.iter().position(|unit| *unit == u16::from(b','))?;
    let length: usize = String::from_utf16_lossy(&text[..comma]).parse().ok()?;
    text.get(comma + 1..)?.split_at_checked(length)
}

fn met_value(told: &[u16]) -> Option<MetValue> {
    let (kind, rest) = told.split_first()?;
    if *kind == u16::from(b's') {
        return Some(MetValue::Text(rest.to_vec()));
    }
    let digits = String::from_utf16_lossy(rest);
    if *kind == u16::from(b'k') {
        return kind_of(&digits).map(MetValue::Kind);
    }
    if *kind == u16::from(b'w') || *kind == u16::from(b'p') {
        return Some(MetValue::Pattern { source: digits, whole: *kind == u16::from(b'w') });
    }
    let number: f64 = digits.parse().ok()?;
    // More digits than a double has are a BigInt's.
    let is_exact = digits.len() <= 15 || js_double(number) == digits;
    Some(if is_exact { MetValue::Number(number) } else { MetValue::Text(rest.to_vec()) })
}

fn kind_of(name: &str) -> Option<Kind> {
    Some(match name {
        "string" => Kind::Text,
        "number" => Kind::Number,
        "boolean" => Kind::Boolean,
        "object" => Kind::Object,
        "array" => Kind::Array,
        "null" => Kind::Null,
        "undefined" => Kind::Undefined,
        "true" => Kind::True,
        "false" => Kind::False,
        _ => return None,
    })
}

/// The word before the first space, and what follows it.
fn part_of(text: &[u16]) -> Option<(String, &[u16])> {
    let space = text.iter().position(|unit| *unit == u16::from(b' '))?;
    Some((String::from_utf16_lossy(&text[..space]), &text[space + 1..]))
}

fn date_part(name: &str) -> Option<DatePart> {
    Some(match name {
        "year" => DatePart::Year,
        "month" => DatePart::Month,
        "day" => DatePart::Day,
        "weekday" => DatePart::Weekday,
        "time" => DatePart::Time,
        _ => return None,
    })
}

fn url_part(name: &str) -> Option<UrlPart> {
    Some(match name {
        "scheme" => UrlPart::Scheme,
        "host" => UrlPart::Host,
        "hostname" => UrlPart::Hostname,
        "port" => UrlPart::Port,
        "origin" => UrlPart::Origin,
        "path" => UrlPart::Path,
        "query" => UrlPart::Query,
        _ => return None,
    })
}
