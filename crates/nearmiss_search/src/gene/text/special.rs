//! What text becomes once the runtime said what it should have been.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::{TextGene, edit_units};
use crate::gene::pattern::PatternGene;
use crate::gene::{Gene, MutationContext};
use crate::{GeneSpec, GeneValue, Specialisation};

/// Longest free part beside a fixed one.
const FREE_LENGTH: usize = 64;
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
    Framed { before: Option<Vec<u16>>, fixed: Vec<u16>, after: Option<Vec<u16>> },
    /// Text of an expression.
    Pattern(PatternGene),
    /// The text of another gene's value: a number, a date.
    Printed(Gene),
}

impl SpecialText {
    /// Samples text for a specialisation; `EqualTo` is the business of [`TextGene`].
    pub(super) fn new(specialisation: &Specialisation, rng: &mut Pcg64Mcg) -> Self {
        match specialisation {
            Specialisation::Constant(text) => Self::Fixed(text.clone()),
            Specialisation::ConstantIgnoreCase(text) => Self::AnyCase(text.clone()),
            Specialisation::RegexPartial(source) => Self::pattern(source, false, rng),
            Specialisation::RegexWhole(source) => Self::pattern(source, true, rng),
            Specialisation::Prefix(text) => {
                Self::Framed { before: None, fixed: text.clone(), after: Some(free_text(rng)) }
            }
            Specialisation::Suffix(text) => {
                Self::Framed { before: Some(free_text(rng)), fixed: text.clone(), after: None }
            }
            Specialisation::Contains(text) => Self::Framed {
                before: Some(free_text(rng)),
                fixed: text.clone(),
                after: Some(free_text(rng)),
            },
            Specialisation::EqualTo(number) => Self::Fixed(crate::taint::taint_text(*number, 0)),
            Specialisation::Number(wanted) => Self::Printed(number_gene(*wanted, rng)),
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

    /// The text.
    pub(super) fn units(&self) -> Vec<u16> {
        match self {
            Self::Fixed(text) | Self::AnyCase(text) => text.clone(),
            Self::Framed { before, fixed, after } => {
                let mut text = before.clone().unwrap_or_default();
                text.extend_from_slice(fixed);
                text.extend_from_slice(after.as_deref().unwrap_or_default());
                text
            }
            Self::Pattern(gene) => gene.units().to_vec(),
            Self::Printed(gene) => print(&gene.value()),
        }
    }

    /// Changes the text within its specialisation, if there is room for that.
    pub(super) fn mutate(&mut self, context: &mut MutationContext<'_>) -> bool {
        match self {
            Self::Fixed(_) => false,
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
            Self::Framed { before, after, .. } => {
                let free = match (before, after) {
                    (Some(before), Some(after)) => {
                        if context.rng.random() {
                            before
                        } else {
                            after
                        }
                    }
                    (Some(free), None) | (None, Some(free)) => free,
                    (None, None) => return false,
                };
                if context.rng.random_bool(0.1) {
                    free.clear();
                }
                edit_units(free, 0, FREE_LENGTH, context.rng);
                true
            }
            Self::Pattern(gene) => gene.mutate_text(context.rng),
            Self::Printed(gene) => gene.mutate(context).changed(),
        }
    }
}

fn free_text(rng: &mut Pcg64Mcg) -> Vec<u16> {
    if rng.random_bool(0.3) { Vec::new() } else { TextGene::new(0, 8, rng).units() }
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
        GeneValue::Double(number) => {
            // Plain digits for what people write so, an exponent for the rest.
            let text = if *number == 0.0 || (1e-7..1e21).contains(&number.abs()) {
                number.to_string()
            } else {
                format!("{number:e}")
            };
            text.encode_utf16().collect()
        }
        _ => Vec::new(),
    }
}
