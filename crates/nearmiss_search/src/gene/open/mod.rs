//! A JSON value that nobody describes. It is text at first, so that taint can tell what it is used as;
//! where the runtime reports that it should be a number, the number is sent as one.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::node::{GeneNode, Mutated};
use super::text::TextGene;
use super::{FreeText, Gene, Make, MutationContext};
use crate::{GeneSpec, GeneValue};

/// Longest text that is made.
const LONGEST_TEXT: usize = 512;
/// Share of mutations that take another type.
const SWITCH: f64 = 0.1;
/// Share of switches that go back to text: taint can tell most about it.
const TO_TEXT: f64 = 0.4;
/// Share of mutations that send what a text prints (a number) as text, or no longer.
const QUOTE: f64 = 0.05;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct OpenGene {
    text: TextGene,
    /// Numbers that the text prints are sent as text.
    quoted: bool,
    /// A value of another type, which is then the value.
    other: Option<Gene>,
    make: Make,
}

impl OpenGene {
    /// Makes the gene of [`GeneSpec::Open`].
    pub(super) fn new(make: Make, rng: &mut Pcg64Mcg) -> Self {
        Self { text: TextGene::open(LONGEST_TEXT, make, rng), quoted: false, other: None, make }
    }
}

/// The types beside text.
fn types() -> Vec<GeneSpec> {
    let open = || Box::new(GeneSpec::Open);
    vec![
        GeneSpec::Integer { min: i64::MIN, max: i64::MAX, multiple_of: 0 },
        GeneSpec::Double { min: f64::MIN, max: f64::MAX, multiple_of: 0.0 },
        GeneSpec::Boolean,
        GeneSpec::Array { item: open(), min: 0, max: usize::MAX, unique: false },
        GeneSpec::Object { fields: Vec::new(), additional: Some(open()) },
        GeneSpec::Enum(vec![GeneValue::Null]),
    ]
}

impl GeneNode for OpenGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.text.randomize(rng);
        self.quoted = false;
        self.other = None;
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.value();
        if context.chance(SWITCH) {
            if self.other.is_some() && context.chance(TO_TEXT) {
                self.other = None;
            } else {
                let types = types();
                let index = context.rng.random_range(0..types.len());
                self.other = Some((self.make)(&types[index], context.rng));
            }
        } else if self.text.printed().is_some() && context.chance(QUOTE) {
            self.quoted = !self.quoted;
        } else if let Some(other) = &mut self.other {
            if !other.mutate(context).changed() {
                self.other = None;
            }
        } else {
            self.text.mutate(context);
        }
        Mutated::if_changed(self.value() != before)
    }

    fn value(&self) -> GeneValue {
        if let Some(other) = &self.other {
            return other.value();
        }
        let printed = if self.quoted { None } else { self.text.printed() };
        printed.unwrap_or_else(|| self.text.value())
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        use rand::SeedableRng;
        if matches!(value, GeneValue::Text(_)) {
            let taken = self.text.set_value(value);
            if taken {
                self.other = None;
            }
            return taken;
        }
        if self.other.as_mut().is_some_and(|other| other.set_value(value)) {
            return true;
        }
        // The sample is replaced at once, so what is sampled here is never seen.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        for spec in types() {
            let mut gene = (self.make)(&spec, &mut rng);
            if gene.set_value(value) {
                self.other = Some(gene);
                return true;
            }
        }
        false
    }

    fn weight(&self) -> f64 {
        self.other.as_ref().map_or_else(|| self.text.weight(), Gene::weight)
    }

    fn field_mut(&mut self, name: &str, rng: &mut Pcg64Mcg) -> Option<&mut Gene> {
        match &mut self.other {
            Some(other) => other.node.field_mut(name, rng),
            None => self.text.field_mut(name, rng),
        }
    }

    fn children(&self) -> Vec<&Gene> {
        self.other.as_ref().map_or_else(|| self.text.children(), |other| vec![other])
    }

    fn children_mut(&mut self) -> Vec<&mut Gene> {
        match &mut self.other {
            Some(other) => vec![other],
            None => self.text.children_mut(),
        }
    }

    fn as_text(&self) -> Option<&dyn FreeText> {
        if self.other.is_none() { Some(&self.text) } else { None }
    }

    fn as_text_mut(&mut self) -> Option<&mut dyn FreeText> {
        if self.other.is_none() { Some(&mut self.text) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::super::contract::gene_contract;
    use super::*;
    use crate::Specialisation;

    #[test]
    fn a_number_that_is_wanted_is_sent_as_one() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut gene = Gene::new(&GeneSpec::Open, &mut rng);
        assert!(matches!(gene.value(), GeneValue::Text(_)));
        gene.visit_texts_mut(&mut |text| {
            text.taint(3);
            text.specialise(&Specialisation::Number(Some(18.0)), &mut rng);
        });
        assert!(matches!(gene.value(), GeneValue::Integer(18) | GeneValue::Double(18.0)));
    }

    gene_contract!(open, GeneSpec::Open, |v| *v != GeneValue::Absent);
}
