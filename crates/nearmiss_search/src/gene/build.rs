//! Which gene is made of which spec.

use rand_pcg::Pcg64Mcg;

use super::Gene;
use super::any::any_shapes;
use super::array::ArrayGene;
use super::boolean::BooleanGene;
use super::choice::ChoiceGene;
use super::double::DoubleGene;
use super::enumeration::EnumGene;
use super::format::FormatGene;
use super::integer::IntegerGene;
use super::map::MapGene;
use super::node::GeneNode;
use super::nullable::NullableGene;
use super::object::ObjectGene;
use super::open::OpenGene;
use super::optional::OptionalGene;
use super::pattern::PatternText;
use super::suggested::SuggestedGene;
use super::text::TextGene;
use crate::GeneSpec;

impl Gene {
    /// Makes the gene of `spec`, with a sampled value that satisfies it.
    #[must_use]
    pub fn new(spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Self {
        build(spec, rng).into()
    }
}

fn build(spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Box<dyn GeneNode> {
    let make = Gene::new;
    match spec {
        GeneSpec::Any => Box::new(ChoiceGene::new(any_shapes(), make, rng)),
        GeneSpec::Array { item, min, max, unique } => {
            Box::new(ArrayGene::new(item, (*min, *max), *unique, make, rng))
        }
        GeneSpec::Boolean => Box::new(BooleanGene::new(rng)),
        GeneSpec::Choice(specs) => Box::new(ChoiceGene::new(specs.clone(), make, rng)),
        GeneSpec::Double { min, max, multiple_of } => {
            Box::new(DoubleGene::new((*min, *max), *multiple_of, make, rng))
        }
        GeneSpec::Enum(values) => Box::new(EnumGene::new(values, rng)),
        GeneSpec::Format(format) => Box::new(FormatGene::new((format.sample)(rng))),
        GeneSpec::Integer { min, max, multiple_of } => {
            Box::new(IntegerGene::new((*min, *max), *multiple_of, make, rng))
        }
        GeneSpec::Map { value, min, max } => Box::new(MapGene::new(value, (*min, *max), make, rng)),
        GeneSpec::Nullable(inner) => Box::new(NullableGene::new(make(inner, rng), rng)),
        GeneSpec::Object { fields, additional } => {
            Box::new(ObjectGene::new(fields, additional.as_deref(), make, rng))
        }
        GeneSpec::Open => Box::new(OpenGene::new(make, rng)),
        GeneSpec::Optional(inner) => Box::new(OptionalGene::new(make(inner, rng), rng)),
        GeneSpec::Pattern { pattern, min_len, max_len } => {
            match PatternText::new(pattern, *min_len, *max_len, false, rng) {
                Ok(text) => Box::new(FormatGene::new(Box::new(text))),
                // See `pattern_problem`.
                Err(_) => Box::new(TextGene::new(*min_len, *max_len, make, rng)),
            }
        }
        GeneSpec::Suggested { values, inner } => {
            Box::new(SuggestedGene::new(values, make(inner, rng), rng))
        }
        GeneSpec::Text { min_len, max_len } => {
            Box::new(TextGene::new(*min_len, *max_len, make, rng))
        }
    }
}
