//! What text becomes once the runtime said what it should have been.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::codec;
use super::free::{Free, free_text};
use super::parts::{is_in, replace};
use super::tainted_date::TaintedDate;
use super::url_text::UrlText;
use crate::gene::pattern::PatternText;
use crate::gene::{Gene, MutationContext};
use crate::taint_text::{taint_number_text, taint_text};
use crate::{Codec, FormatText, GeneValue, js_double, json_text};

/// What stands in a context for a tainted part, and for a sampled one: units that no text consists of.
pub(super) const TAINTED: u16 = 0xfffe;
pub(super) const SAMPLED: u16 = 0xffff;

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
    Pattern(PatternText),
    /// The text of another gene's value: a number, a date.
    Printed(Gene),
    /// A JSON text.
    Json(Gene),
    /// A value of another type, which is sent as it is.
    Value(Gene),
}

impl SpecialText {
    /// Tells whether a part of it is fixed and another is not.
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
            Self::Pattern(text) => text.units(),
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

    /// Tells whether the JSON text in it is this one.
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
            Self::Pattern(text) => text.mutate_text(context.rng),
            Self::Printed(gene) | Self::Json(gene) | Self::Value(gene) => {
                gene.mutate(context).changed()
            }
        }
    }

    /// Tells whether a text stands in it.
    pub(super) fn holds(&self, text: &[u16]) -> bool {
        let inside = match self {
            Self::Framed { before, after, .. } => {
                [before, after].into_iter().flatten().any(|free| free.holds(text))
            }
            Self::Encoded { inner, .. } => inner.holds(text),
            // Its genes speak for themselves.
            Self::Json(_) => return false,
            _ => false,
        };
        inside || (self.taint_number().is_none() && is_in(&self.units(), text))
    }

    /// Puts `to` in the place of `from`: in a free part where it stands in one, so that the rest stays
    /// what it is.
    pub(super) fn replace(&mut self, from: &[u16], to: &[u16], all: bool) -> bool {
        let inside = match self {
            Self::Framed { before, fixed, after } => {
                [before, after].into_iter().flatten().any(|free| free.replace(from, to, all))
                    || replace(fixed, from, to, all)
            }
            Self::Encoded { inner, .. } if inner.holds(from) => {
                return inner.replace(from, to, all);
            }
            Self::Json(_) => return false,
            _ => false,
        };
        if inside {
            return true;
        }
        let mut units = self.units();
        let found = replace(&mut units, from, to, all);
        if found {
            *self = Self::Fixed(units);
        }
        found
    }
}

fn print(value: &GeneValue) -> Vec<u16> {
    match value {
        GeneValue::Text(text) => text.clone(),
        GeneValue::Integer(number) => number.to_string().encode_utf16().collect(),
        GeneValue::Double(number) => js_double(*number).encode_utf16().collect(),
        other => json_text(other).encode_utf16().collect(),
    }
}
