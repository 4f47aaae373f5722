//! Genes that are made of a value that another gene had: what a saved archive holds.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::{Gene, Override};
use crate::{GeneSpec, GeneValue};

/// Longest text in the place of one that the spec does not allow, where the value is shorter.
const TEXT_LENGTH: usize = 200;

impl Gene {
    /// The gene of a spec with this value, exactly, whether the spec allows it or not: a search sends
    /// on purpose what a schema forbids, and what a validator or the runtime told is not in the spec.
    /// Text that is a taint is tainted again (see [`Individual::retaint`](crate::Individual::retaint));
    /// what else was known of it is forgotten.
    #[must_use]
    pub fn holding(spec: &GeneSpec, value: &GeneValue) -> Self {
        // What is sampled is replaced at once.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut gene = Self::new(spec, &mut rng);
        if !gene.takes(value) {
            match value {
                GeneValue::Text(units) => {
                    let max_len = units.len().max(TEXT_LENGTH);
                    let spec = GeneSpec::Text { min_len: 0, max_len };
                    let mut text = Self::new(&spec, &mut rng);
                    let taken = text.set_value(value);
                    gene.overridden = Some(Box::new(if taken {
                        Override::Text(text)
                    } else {
                        Override::Violation(value.clone())
                    }));
                }
                GeneValue::List(_) | GeneValue::Record(_) => {
                    let mut any = Self::new(&GeneSpec::Any, &mut rng);
                    if any.takes(value) {
                        any.shaped = true;
                        gene = any;
                    } else {
                        gene.overridden = Some(Box::new(Override::Violation(value.clone())));
                    }
                }
                GeneValue::Absent
                | GeneValue::Null
                | GeneValue::Boolean(_)
                | GeneValue::Integer(_)
                | GeneValue::Double(_) => {
                    gene.overridden = Some(Box::new(Override::Violation(value.clone())));
                }
            }
        }
        gene.fresh = false;
        gene.visit_texts_mut(&mut |text| {
            text.take_fresh();
        });
        gene
    }

    /// Takes over a value; answers whether it is the value now, to the last bit.
    fn takes(&mut self, value: &GeneValue) -> bool {
        self.set_value(value) && self.value() == *value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gene::MutationContext;
    use crate::gene::text_formats;
    use crate::taint_text::taint_text;
    use crate::{Action, FieldSpec, Individual, TemplateId};

    /// A spec of every kind.
    fn specs() -> Vec<GeneSpec> {
        let number = || GeneSpec::Integer { min: -5, max: 90, multiple_of: 0 };
        let text = || GeneSpec::Text { min_len: 2, max_len: 30 };
        let pattern = || GeneSpec::Pattern {
            pattern: "^[a-c]{2,4}-\\d+$".to_owned(),
            min_len: 0,
            max_len: 40,
        };
        let field = |name: &str, spec| FieldSpec { name: name.to_owned(), spec };
        let record = GeneSpec::Object {
            fields: vec![
                field("n", number()),
                field("t", GeneSpec::Optional(Box::new(text()))),
                field("o", GeneSpec::Open),
            ],
            additional: Some(Box::new(GeneSpec::Any)),
        };
        vec![
            GeneSpec::Boolean,
            number(),
            GeneSpec::Double { min: -1e9, max: 1e300, multiple_of: 0.0 },
            GeneSpec::Double { min: 0.0, max: 10.0, multiple_of: 0.1 },
            text(),
            pattern(),
            GeneSpec::Enum(vec![GeneValue::text("a"), GeneValue::Integer(7), GeneValue::Null]),
            GeneSpec::Array { item: Box::new(text()), min: 0, max: 5, unique: false },
            GeneSpec::Array { item: Box::new(number()), min: 1, max: 4, unique: true },
            record.clone(),
            GeneSpec::Map { value: Box::new(number()), min: 0, max: 4 },
            GeneSpec::Nullable(Box::new(pattern())),
            GeneSpec::Optional(Box::new(record.clone())),
            GeneSpec::Choice(vec![record, number(), GeneSpec::Boolean]),
            GeneSpec::Suggested {
                values: vec![GeneValue::text("odd"), GeneValue::Integer(3)],
                inner: Box::new(number()),
            },
            GeneSpec::Any,
            GeneSpec::Open,
        ]
        .into_iter()
        .chain(text_formats().iter().copied().map(GeneSpec::Format))
        .collect()
    }

    #[test]
    fn a_gene_of_every_kind_holds_the_value_that_it_had() {
        for spec in specs() {
            for seed in 0..120 {
                let mut rng = Pcg64Mcg::seed_from_u64(seed);
                let mut gene = Gene::new(&spec, &mut rng);
                for step in 0..seed % 7 {
                    gene.mutate(&mut MutationContext::new(&mut rng));
                    if step == 3 {
                        gene.violate(&mut rng);
                    }
                    if step == 5 {
                        gene.override_with_taint(2, &mut rng);
                    }
                }
                let value = gene.value();
                let mut restored = Gene::holding(&spec, &value);
                assert_eq!(restored.value(), value, "{spec:?}");
                assert!(!restored.take_fresh(), "what is restored is not shaped anew");
                // It goes on living.
                for _ in 0..20 {
                    restored.mutate(&mut MutationContext::new(&mut rng));
                }
            }
        }
    }

    #[test]
    fn texts_that_are_taints_are_tainted_again() {
        let spec = GeneSpec::Text { min_len: 0, max_len: 100 };
        let held = |number| Gene::holding(&spec, &GeneValue::Text(taint_text(number, 0)));
        let narrow = GeneSpec::Pattern { pattern: "^a+$".to_owned(), min_len: 1, max_len: 3 };
        let forced = Gene::holding(&narrow, &GeneValue::Text(taint_text(9, 20)));
        let plain = Gene::holding(&spec, &GeneValue::text("_EM_x_XYZ_"));
        let genes = vec![held(3), held(4), held(3), forced, plain];
        let action = Action {
            template: TemplateId(0),
            genes,
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let mut individual = Individual { calls: vec![action], ..Individual::default() };
        let before: Vec<GeneValue> = individual.calls[0].genes.iter().map(Gene::value).collect();
        individual.retaint();
        let genes = &individual.calls[0].genes;
        assert_eq!(genes.iter().map(Gene::value).collect::<Vec<_>>(), before);
        let mut taints = Vec::new();
        for gene in genes {
            gene.visit_texts(&mut |text| taints.push((text.taint_number(), text.shares_taint())));
        }
        let own = |number| (Some(number), false);
        assert_eq!(taints, [own(3), own(4), (Some(3), true), own(9), (None, false)]);
    }
}
