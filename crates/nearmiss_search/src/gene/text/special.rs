//! What text becomes once the runtime said what it should have been.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::edit::is_separator;
use super::free::{FREE_LENGTH, Free, free_text};
use super::tainted_date::TaintedDate;
use super::url_text::UrlText;
use super::{TextGene, codec};
use crate::gene::date::Day;
use crate::gene::kind::spec_of_kind;
use crate::gene::pattern::PatternGene;
use crate::gene::{Gene, MutationContext};
use crate::taint::{taint_number_text, taint_text};
use crate::{Codec, DatePart, GeneSpec, GeneValue, Kind, Specialisation, js_double, json_text};

/// Probability that a free part stays tainted when text is specialised.
const TAINT_FREE: f64 = 0.9;
/// Farthest from the start or end that a text is placed.
const PLACED_LENGTH: usize = 1000;
/// Longest text of which a segment is tainted.
const SEGMENTED_LENGTH: usize = 200;
/// What stands in a context for a tainted part, and for a sampled one: units that no text consists of.
pub(super) const TAINTED: u16 = 0xfffe;
pub(super) const SAMPLED: u16 = 0xffff;
/// Longest text for an expression.
const PATTERN_LENGTH: usize = 200;

/// Specialised text. Mutations keep what is special about it.
#[derive(Clone, Debug)]
pub(super) enum SpecialText {
    /// One text.
    Fixed(Vec<u16>),
    /// One text in any case.
    AnyCase(Vec<u16>),
    /// A fixed text between free ones; `None` where there must be nothing free.
    Framed { before: Option<Free>, fixed: Vec<u16>, after: Option<Free> },
    /// A text in a code.
    Encoded { codec: Codec, inner: Free },
    /// A number that shows a taint: what it is compared with is reported as for tainted text.
    TaintedNumber(u32),
    /// A date that shows a taint.
    TaintedDate(TaintedDate),
    /// A URL.
    Url(Box<UrlText>),
    /// Text of an expression.
    Pattern(PatternGene),
    /// The text of another gene's value: a number, a date.
    Printed(Gene),
    /// A JSON text.
    Json(Gene),
    /// A value of another type, which is sent as it is.
    Value(Gene),
}

impl SpecialText {
    /// Samples text for a specialisation; `EqualTo` is the business of [`TextGene`]. A free part
    /// takes on `taint`, mostly, if there is one.
    pub(super) fn new(
        specialisation: &Specialisation,
        taint: Option<u32>,
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
            Specialisation::Number(wanted) => Self::Printed(number_gene(*wanted, rng)),
            Specialisation::Date if let Some(date) = taint.and_then(TaintedDate::new) => {
                Self::TaintedDate(date)
            }
            Specialisation::DateWith(part, value) => Self::dated(*part, *value, taint, rng),
            Specialisation::Url => Self::Url(Box::new(UrlText::new(taint, rng))),
            Specialisation::UrlWith(part, text) => {
                let mut url = UrlText::new(taint, rng);
                url.put(*part, text, rng);
                Self::Url(Box::new(url))
            }
            Specialisation::Json => Self::Json(Gene::new(&GeneSpec::Open, rng)),
            Specialisation::Of(spec) => {
                let gene = Gene::new(spec, rng);
                let is_plain = matches!(
                    gene.value(),
                    GeneValue::Text(_) | GeneValue::Integer(_) | GeneValue::Double(_)
                );
                if is_plain { Self::Printed(gene) } else { Self::Json(gene) }
            }
            Specialisation::Kind(Kind::Number) => {
                Self::new(&Specialisation::Number(None), taint, rng)
            }
            Specialisation::Kind(kind) => Self::Value(Gene::new(&spec_of_kind(*kind), rng)),
            Specialisation::Property(name) => {
                let mut gene = Gene::new(&spec_of_property(name), rng);
                gene.grow(std::slice::from_ref(name), rng);
                Self::Value(gene)
            }
            Specialisation::Date => {
                let spec = if rng.random() { GeneSpec::Date } else { GeneSpec::DateTime };
                Self::Printed(Gene::new(&spec, rng))
            }
        }
    }

    fn pattern(source: &str, whole: bool, rng: &mut Pcg64Mcg) -> Self {
        match PatternGene::new(source, 0, PATTERN_LENGTH, whole, rng) {
            Ok(gene) => Self::Pattern(gene),
            Err(_) => Self::Fixed(TextGene::new(0, FREE_LENGTH, rng).units()),
        }
    }

    /// A text at a place; what stands on the other side of it is free, so that the place stays.
    fn placed(at: i32, text: &[u16], taint: Option<u32>, rng: &mut Pcg64Mcg) -> Self {
        let distance = (at.unsigned_abs() as usize).min(PLACED_LENGTH);
        let free = Some(Free::new(taint, rng));
        if at >= 0 {
            let before = TextGene::new(distance, distance, rng).units();
            return Self::Framed { before: None, fixed: [&before, text].concat(), after: free };
        }
        let rest = distance.saturating_sub(text.len());
        let after = TextGene::new(rest, rest, rng).units();
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
    fn dated(part: DatePart, value: i64, taint: Option<u32>, rng: &mut Pcg64Mcg) -> Self {
        let of_taint = TaintedDate::new(taint.unwrap_or(0)).and_then(|date| date.with(part, value));
        if let Some(date) = of_taint {
            return Self::TaintedDate(date);
        }
        let mut gene = Gene::new(&GeneSpec::DateTime, rng);
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

    /// Whether a part of it is fixed and another is not.
    pub(super) fn is_framed(&self) -> bool {
        matches!(self, Self::Framed { .. })
    }

    /// The text.
    pub(super) fn units(&self) -> Vec<u16> {
        match self {
            Self::Fixed(text) | Self::AnyCase(text) => text.clone(),
            Self::Framed { before, fixed, after } => {
                let part = |free: &Option<Free>| free.as_ref().map_or_else(Vec::new, Free::units);
                [part(before), fixed.clone(), part(after)].concat()
            }
            Self::TaintedNumber(number) => {
                taint_number_text(*number).unwrap_or_else(|| taint_text(*number, 0))
            }
            Self::Encoded { codec, inner } => codec::encode(*codec, &inner.units()),
            Self::TaintedDate(date) => date.text().encode_utf16().collect(),
            Self::Url(url) => url.units(),
            Self::Pattern(gene) => gene.units().to_vec(),
            Self::Printed(gene) => print(&gene.value()),
            Self::Json(gene) | Self::Value(gene) => {
                json_text(&gene.value()).encode_utf16().collect()
            }
        }
    }

    /// Adds where in what text the tainted part stands: what is sampled is left out, what was told of is not.
    pub(super) fn add_context(&self, context: &mut Vec<u16>) {
        match self {
            Self::Fixed(text) | Self::AnyCase(text) => context.extend(text),
            Self::Framed { before, fixed, after } => {
                before.iter().for_each(|free| free.add_context(context));
                context.extend(fixed);
                after.iter().for_each(|free| free.add_context(context));
            }
            Self::Encoded { codec, inner } => {
                context.extend(format!("{codec:?}").encode_utf16());
                inner.add_context(context);
            }
            Self::TaintedNumber(_) | Self::TaintedDate(_) | Self::Url(_) => context.push(TAINTED),
            Self::Pattern(_) | Self::Printed(_) | Self::Json(_) | Self::Value(_) => {
                context.push(SAMPLED);
            }
        }
    }

    /// The gene of the JSON value in it.
    pub(super) fn inner(&self) -> Option<&Gene> {
        match self {
            Self::Json(gene) | Self::Value(gene) => Some(gene),
            Self::Framed { before, after, .. } => {
                [before, after].into_iter().flatten().find_map(Free::inner)
            }
            Self::Encoded { inner, .. } => inner.inner(),
            _ => None,
        }
    }

    /// The gene of the JSON value in it.
    pub(super) fn inner_mut(&mut self) -> Option<&mut Gene> {
        match self {
            Self::Json(gene) | Self::Value(gene) => Some(gene),
            Self::Framed { before, after, .. } => {
                [before, after].into_iter().flatten().find_map(Free::inner_mut)
            }
            Self::Encoded { inner, .. } => inner.inner_mut(),
            _ => None,
        }
    }

    /// Whether the JSON text in it is this one.
    pub(super) fn holds_json(&self, text: &[u16]) -> bool {
        match self {
            Self::Json(_) => self.units() == text,
            Self::Framed { before, after, .. } => {
                [before, after].into_iter().flatten().any(|free| free.holds_json(text))
            }
            Self::Encoded { inner, .. } => inner.holds_json(text),
            _ => false,
        }
    }

    /// The gene of the JSON text in it, if that is this one.
    pub(super) fn json_mut(&mut self, text: &[u16]) -> Option<&mut Gene> {
        if self.holds_json(text) { self.inner_mut() } else { None }
    }

    /// The value that is printed, if it is none of text.
    pub(super) fn printed(&self) -> Option<GeneValue> {
        match self {
            Self::Value(gene) => Some(gene.value()),
            Self::Printed(gene) => {
                Some(gene.value()).filter(|value| !matches!(value, GeneValue::Text(_)))
            }
            Self::TaintedNumber(number) => {
                let text = String::from_utf16(&taint_number_text(*number)?).ok()?;
                text.parse().ok().map(GeneValue::Integer)
            }
            _ => None,
        }
    }

    /// The number of a tainted part.
    pub(super) fn taint_number(&self) -> Option<u32> {
        match self {
            Self::Framed { before, after, .. } => {
                [before, after].into_iter().flatten().find_map(Free::taint_number)
            }
            Self::Encoded { inner, .. } => inner.taint_number(),
            Self::TaintedNumber(number) => Some(*number),
            Self::TaintedDate(date) => Some(date.number),
            Self::Url(url) => url.taint_number(),
            _ => None,
        }
    }

    pub(super) fn taint_mut(&mut self) -> Option<&mut Free> {
        match self {
            Self::Framed { before, after, .. } => {
                [before, after].into_iter().flatten().find_map(Free::taint_mut)
            }
            Self::Encoded { inner, .. } => inner.taint_mut(),
            Self::Url(url) => url.taint_mut(),
            _ => None,
        }
    }

    /// Taints a free part; if there are two, either, and the other one loses its taint: one number
    /// stands for one place.
    pub(super) fn taint_part(&mut self, number: u32, rng: &mut Pcg64Mcg) -> bool {
        if let Self::Encoded { inner, .. } = self {
            *inner = Free::Tainted(number);
            return true;
        }
        if let Self::Url(url) = self {
            return url.taint(number, rng);
        }
        let Self::Framed { before, after, .. } = self else { return false };
        let (free, other) = match (before, after) {
            (Some(before), Some(after)) if rng.random_bool(0.4) => (before, Some(after)),
            (Some(before), Some(after)) => (after, Some(before)),
            (Some(free), None) | (None, Some(free)) => (free, None),
            (None, None) => return false,
        };
        if let Some(other) = other
            && other.taint_number().is_some()
        {
            *other = Free::Plain(free_text(rng));
        }
        *free = Free::Tainted(number);
        true
    }

    /// Gives the tainted part another number.
    pub(super) fn renumber(&mut self, number: u32) {
        match self {
            Self::TaintedNumber(own) => return *own = number,
            Self::TaintedDate(date) => match TaintedDate::new(number) {
                Some(_) => return date.number = number,
                None => return *self = Self::Fixed(self.units()),
            },
            _ => {}
        }
        if let Some(part) = self.taint_mut() {
            *part = Free::Tainted(number);
        }
    }

    /// Puts a specialisation in the place of the tainted part.
    pub(super) fn specialise_part(
        &mut self,
        specialisation: &Specialisation,
        taint: Option<u32>,
        rng: &mut Pcg64Mcg,
    ) {
        match (&mut *self, specialisation) {
            (Self::Url(url), Specialisation::UrlWith(part, text)) => {
                return url.put(*part, text, rng);
            }
            (Self::TaintedDate(date), Specialisation::DateWith(part, value)) => {
                match date.with(*part, *value) {
                    Some(with) => *date = with,
                    None => *self = Self::dated(*part, *value, taint, rng),
                }
                return;
            }
            _ => {}
        }
        if matches!(specialisation, Specialisation::Kind(_) | Specialisation::Property(_)) {
            // A part of a text is text.
            return;
        }
        let special = Self::new(specialisation, taint, rng);
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

    /// Changes the text within its specialisation, if there is room for that.
    pub(super) fn mutate(&mut self, context: &mut MutationContext<'_>) -> bool {
        match self {
            Self::Fixed(_) | Self::TaintedNumber(_) | Self::TaintedDate(_) => false,
            Self::Url(url) => url.mutate(context),
            Self::AnyCase(text) => {
                let mut changed = false;
                for unit in text {
                    let is_letter =
                        u8::try_from(*unit).is_ok_and(|byte| byte.is_ascii_alphabetic());
                    if is_letter && context.rng.random_bool(0.3) {
                        *unit ^= 0x20;
                        changed = true;
                    }
                }
                changed
            }
            Self::Framed { .. } | Self::Encoded { .. }
                if let Some(number) = context.draw_taint() =>
            {
                self.taint_part(number, context.rng)
            }
            Self::Framed { before, after, .. } => match (before, after) {
                (Some(before), Some(after)) => {
                    let free = if context.rng.random() { before } else { after };
                    free.mutate(context)
                }
                (Some(free), None) | (None, Some(free)) => free.mutate(context),
                (None, None) => false,
            },
            Self::Encoded { inner, .. } => inner.mutate(context),
            Self::Pattern(gene) => gene.mutate_text(context.rng),
            Self::Printed(gene) | Self::Json(gene) | Self::Value(gene) => {
                gene.mutate(context).changed()
            }
        }
    }
}

/// What can have a property of this name.
pub(super) fn spec_of_property(name: &str) -> GeneSpec {
    spec_of_kind(if name == "-" { Kind::Array } else { Kind::Object })
}

fn number_gene(wanted: Option<f64>, rng: &mut Pcg64Mcg) -> Gene {
    let whole = GeneSpec::Integer { min: i64::MIN, max: i64::MAX, multiple_of: 0 };
    let any = GeneSpec::Double { min: f64::MIN, max: f64::MAX, multiple_of: 0.0 };
    let is_whole = match wanted {
        Some(wanted) => wanted.fract() == 0.0 && rng.random_bool(0.8),
        None => rng.random_bool(0.6),
    };
    let mut gene = Gene::new(if is_whole { &whole } else { &any }, rng);
    if let Some(wanted) = wanted {
        gene.set_value(&GeneValue::Double(wanted));
    }
    gene
}

fn print(value: &GeneValue) -> Vec<u16> {
    match value {
        GeneValue::Text(text) => text.clone(),
        GeneValue::Integer(number) => number.to_string().encode_utf16().collect(),
        GeneValue::Double(number) => js_double(*number).encode_utf16().collect(),
        other => json_text(other).encode_utf16().collect(),
    }
}
