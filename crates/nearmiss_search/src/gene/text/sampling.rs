//! How specialised text is made, of facts about all of a text or about a part of it.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::alphabet::sample_text;
use super::edit::is_separator;
use super::free::{FREE_LENGTH, Free};
use super::special::SpecialText;
use super::tainted_date::TaintedDate;
use super::url_text::UrlText;
use crate::gene::formats::date::{self, Day};
use crate::gene::formats::date_time;
use crate::gene::pattern::PatternText;
use crate::gene::{Gene, Make};
use crate::taint_text::{taint_number_text, taint_text};
use crate::{DatePart, GeneSpec, GeneValue, Kind, Specialisation};

/// Probability that a free part stays tainted when text is specialised.
const TAINT_FREE: f64 = 0.9;
/// Farthest from the start or end that a text is placed.
const PLACED_LENGTH: usize = 1000;
/// Longest text of which a segment is tainted.
const SEGMENTED_LENGTH: usize = 200;
/// Longest text for an expression.
const PATTERN_LENGTH: usize = 200;

impl SpecialText {
    /// Samples text for a specialisation; `EqualTo` is the business of the gene that holds it. A free part
    /// takes on `taint`, mostly, if there is one.
    pub(super) fn new(
        specialisation: &Specialisation,
        taint: Option<u32>,
        make: Make,
        rng: &mut Pcg64Mcg,
    ) -> Self {
        let taint = taint.filter(|_| rng.random_bool(TAINT_FREE));
        match specialisation {
            Specialisation::Constant(text) => Self::Fixed(text.clone()),
            Specialisation::ConstantIgnoreCase(text) => Self::AnyCase(text.clone()),
            Specialisation::RegexPartial(source) => Self::pattern(source, false, rng),
            Specialisation::RegexWhole(source) => Self::pattern(source, true, rng),
            Specialisation::Prefix(text) => Self::Framed {
                before: None,
                fixed: text.clone(),
                after: Some(Free::new(taint, rng)),
            },
            Specialisation::Suffix(text) => Self::Framed {
                before: Some(Free::new(taint, rng)),
                fixed: text.clone(),
                after: None,
            },
            Specialisation::Contains(text) => {
                let taints_after = rng.random_bool(0.6);
                let before = Free::new(taint.filter(|_| !taints_after), rng);
                let after = Free::new(taint.filter(|_| taints_after), rng);
                Self::Framed { before: Some(before), fixed: text.clone(), after: Some(after) }
            }
            Specialisation::At(at, text) => Self::placed(*at, text, taint, rng),
            Specialisation::Encoded(codec) => {
                Self::Encoded { codec: *codec, inner: Free::new(taint, rng) }
            }
            Specialisation::EqualTo(number) => Self::Fixed(taint_text(*number, 0)),
            Specialisation::Number(None)
                if let Some(number) = taint.filter(|n| taint_number_text(*n).is_some()) =>
            {
                Self::TaintedNumber(number)
            }
            Specialisation::Number(wanted) => Self::Printed(number_gene(*wanted, make, rng)),
            Specialisation::Date if let Some(date) = taint.and_then(TaintedDate::new) => {
                Self::TaintedDate(date)
            }
            Specialisation::DateWith(part, value) => Self::dated(*part, *value, taint, make, rng),
            Specialisation::Url => Self::Url(Box::new(UrlText::new(taint, rng))),
            Specialisation::UrlWith(part, text) => {
                let mut url = UrlText::new(taint, rng);
                url.put(*part, text, rng);
                Self::Url(Box::new(url))
            }
            Specialisation::Json => Self::Json(make(&GeneSpec::Open, rng)),
            Specialisation::Of(spec) => {
                let gene = make(spec, rng);
                let is_plain = matches!(
                    gene.value(),
                    GeneValue::Text(_) | GeneValue::Integer(_) | GeneValue::Double(_)
                );
                if is_plain { Self::Printed(gene) } else { Self::Json(gene) }
            }
            Specialisation::Kind(Kind::Number) => {
                Self::new(&Specialisation::Number(None), taint, make, rng)
            }
            Specialisation::Kind(kind) => Self::Value(make(&kind.spec(), rng)),
            Specialisation::Property(name) => {
                let mut gene = make(&spec_of_property(name), rng);
                gene.grow(std::slice::from_ref(name), rng);
                Self::Value(gene)
            }
            Specialisation::Date => {
                let format = if rng.random() { &date::FORMAT } else { &date_time::FORMAT };
                Self::Printed(make(&GeneSpec::Format(format), rng))
            }
        }
    }

    /// Puts a specialisation in the place of the tainted part.
    pub(super) fn specialise_part(
        &mut self,
        specialisation: &Specialisation,
        taint: Option<u32>,
        make: Make,
        rng: &mut Pcg64Mcg,
    ) {
        match (&mut *self, specialisation) {
            (Self::Url(url), Specialisation::UrlWith(part, text)) => {
                return url.put(*part, text, rng);
            }
            (Self::TaintedDate(date), Specialisation::DateWith(part, value)) => {
                match date.with(*part, *value) {
                    Some(with) => *date = with,
                    None => *self = Self::dated(*part, *value, taint, make, rng),
                }
                return;
            }
            _ => {}
        }
        if matches!(specialisation, Specialisation::Kind(_) | Specialisation::Property(_)) {
            // A part of a text is text.
            return;
        }
        let special = Self::new(specialisation, taint, make, rng);
        if let Self::Url(url) = self {
            let number = url.taint_number();
            if let Some(part) = url.taint_mut() {
                *part = Free::Special(Box::new(special));
            }
            if let Some(number) = number.filter(|_| url.taint_number().is_none()) {
                url.taint(number, rng);
            }
            return;
        }
        if matches!(self, Self::TaintedNumber(_) | Self::TaintedDate(_)) {
            *self = special;
            return;
        }
        if let Some(part) = self.taint_mut() {
            *part = Free::Special(Box::new(special));
        }
    }

    fn pattern(source: &str, whole: bool, rng: &mut Pcg64Mcg) -> Self {
        match PatternText::new(source, 0, PATTERN_LENGTH, whole, rng) {
            Ok(gene) => Self::Pattern(gene),
            Err(_) => Self::Fixed(sample_text(0, FREE_LENGTH, rng)),
        }
    }

    /// A text at a place; what stands on the other side of it is free, so that the place stays.
    fn placed(at: i32, text: &[u16], taint: Option<u32>, rng: &mut Pcg64Mcg) -> Self {
        let distance = (at.unsigned_abs() as usize).min(PLACED_LENGTH);
        let free = Some(Free::new(taint, rng));
        if at >= 0 {
            let before = sample_text(distance, distance, rng);
            return Self::Framed { before: None, fixed: [&before, text].concat(), after: free };
        }
        let rest = distance.saturating_sub(text.len());
        let after = sample_text(rest, rest, rng);
        Self::Framed { before: free, fixed: [text, &after].concat(), after: None }
    }

    /// A text of which one part between separators is tainted: what the SUT takes apart it looks at part by
    /// part. `None` where there are no separators.
    pub(super) fn with_segment(units: &[u16], number: u32, rng: &mut Pcg64Mcg) -> Option<Self> {
        let cuts: Vec<usize> = (0..units.len()).filter(|at| is_separator(units[*at])).collect();
        if cuts.is_empty() || units.len() > SEGMENTED_LENGTH {
            return None;
        }
        let index = rng.random_range(0..=cuts.len());
        let start = if index == 0 { 0 } else { cuts[index - 1] + 1 };
        let end = cuts.get(index).copied().unwrap_or(units.len());
        let rest = Self::Framed {
            before: Some(Free::Tainted(number)),
            fixed: units[end..].to_vec(),
            after: None,
        };
        Some(Self::Framed {
            before: None,
            fixed: units[..start].to_vec(),
            after: Some(Free::Special(Box::new(rest))),
        })
    }

    /// A date with a part as it is wanted.
    fn dated(
        part: DatePart,
        value: i64,
        taint: Option<u32>,
        make: Make,
        rng: &mut Pcg64Mcg,
    ) -> Self {
        let of_taint = TaintedDate::new(taint.unwrap_or(0)).and_then(|date| date.with(part, value));
        if let Some(date) = of_taint {
            return Self::TaintedDate(date);
        }
        let mut gene = make(&GeneSpec::Format(&date_time::FORMAT), rng);
        if part == DatePart::Time
            && let Some((day, rest)) = Day::of_time(value)
        {
            let (seconds, millisecond) = (rest / 1000, rest % 1000);
            let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            let text =
                format!("{}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z", day.print());
            gene.set_value(&GeneValue::text(&text));
        }
        Self::Printed(gene)
    }
}

/// Makes the spec of what can have a property of this name.
pub(super) fn spec_of_property(name: &str) -> GeneSpec {
    if name == "-" { Kind::Array.spec() } else { Kind::Object.spec() }
}

fn number_gene(wanted: Option<f64>, make: Make, rng: &mut Pcg64Mcg) -> Gene {
    let whole = GeneSpec::Integer { min: i64::MIN, max: i64::MAX, multiple_of: 0 };
    let any = GeneSpec::Double { min: f64::MIN, max: f64::MAX, multiple_of: 0.0 };
    let is_whole = match wanted {
        Some(wanted) => wanted.fract() == 0.0 && rng.random_bool(0.8),
        None => rng.random_bool(0.6),
    };
    let mut gene = make(if is_whole { &whole } else { &any }, rng);
    if let Some(wanted) = wanted {
        gene.set_value(&GeneValue::Double(wanted));
    }
    gene
}
