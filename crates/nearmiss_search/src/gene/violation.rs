//! Deliberate violations of a schema, chosen for an action now and then: a robust SUT answers them
//! with a client error.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::{Gene, Override};
use crate::{GeneSpec, GeneValue};

/// Longest tainted text in the place of a constrained one.
const TAINTED_LENGTH: usize = 200;
/// Name of an undeclared field.
const EXTRA_FIELD: &str = "undeclared";

impl Gene {
    /// Makes this gene, or one inside it, send a value outside its constraints: out of range, of
    /// the wrong type, missing, with a missing or undeclared field.
    pub(crate) fn violate(&mut self, rng: &mut Pcg64Mcg) {
        let mut children = self.children_mut();
        if !children.is_empty() && rng.random_bool(0.7) {
            let index = rng.random_range(0..children.len());
            children[index].violate(rng);
            return;
        }
        let value = violation_of(&self.node.value(), rng);
        self.overridden = Some(Box::new(Override::Violation(value)));
    }

    /// Sends tainted text in the place of constrained text (a pattern, an enumeration, a date),
    /// since the schema may be wrong. Answers false for any other gene.
    pub(crate) fn override_with_taint(&mut self, number: u32, rng: &mut Pcg64Mcg) -> bool {
        let constrained = self.node.as_text().is_none_or(|text| text.is_numeric())
            && self.node.children().is_empty()
            && matches!(self.node.value(), GeneValue::Text(_));
        if constrained {
            let spec = GeneSpec::Text { min_len: 0, max_len: TAINTED_LENGTH };
            let mut gene = Self::new(&spec, rng);
            gene.visit_texts_mut(&mut |text| {
                text.take_fresh();
                text.taint(number);
            });
            self.overridden = Some(Box::new(Override::Text(gene)));
        }
        constrained
    }
}

/// A value that most schemas which allow `value` do not allow.
fn violation_of(value: &GeneValue, rng: &mut Pcg64Mcg) -> GeneValue {
    let pick = rng.random_range(0..6);
    match value {
        GeneValue::Integer(_) => match pick {
            0 => GeneValue::Integer(i64::MAX),
            1 => GeneValue::Integer(i64::MIN),
            2 => GeneValue::Integer(-1),
            3 => GeneValue::Double(0.5),
            4 => GeneValue::text("abc"),
            _ => GeneValue::Null,
        },
        GeneValue::Double(_) => match pick {
            0 => GeneValue::Double(f64::MAX),
            1 => GeneValue::Double(f64::MIN),
            2 => GeneValue::Double(-1.0),
            3 => GeneValue::text("NaN"),
            4 => GeneValue::text("abc"),
            _ => GeneValue::Null,
        },
        GeneValue::Text(_) => match pick {
            0 => GeneValue::text(""),
            1 => GeneValue::Text(vec![u16::from(b'x'); 300]),
            2 => GeneValue::Integer(0),
            3 => GeneValue::text("'\"\u{0}<%"),
            4 => GeneValue::List(vec![value.clone()]),
            _ => GeneValue::Null,
        },
        GeneValue::Boolean(_) => match pick {
            0 | 1 => GeneValue::text("maybe"),
            2 | 3 => GeneValue::Integer(2),
            _ => GeneValue::Null,
        },
        GeneValue::List(items) => match pick {
            0 => GeneValue::Null,
            1 => GeneValue::text("abc"),
            2 => GeneValue::List(Vec::new()),
            3 => GeneValue::Record(Vec::new()),
            _ => {
                let mut items = items.clone();
                items.push(GeneValue::Null);
                GeneValue::List(items)
            }
        },
        GeneValue::Record(fields) => match pick {
            0 => GeneValue::Null,
            1 => GeneValue::List(Vec::new()),
            2 => {
                let mut fields = fields.clone();
                fields.push((EXTRA_FIELD.to_owned(), GeneValue::Boolean(true)));
                GeneValue::Record(fields)
            }
            _ if fields.is_empty() => GeneValue::text("abc"),
            _ => {
                let mut fields = fields.clone();
                fields.remove(rng.random_range(0..fields.len()));
                GeneValue::Record(fields)
            }
        },
        GeneValue::Absent | GeneValue::Null => match pick {
            0..=2 => GeneValue::text("abc"),
            _ => GeneValue::Null,
        },
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::gene::MutationContext;

    #[test]
    fn a_violation_is_another_value_and_ends() {
        let spec = GeneSpec::Integer { min: 1, max: 5, multiple_of: 0 };
        for seed in 0..100 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut gene = Gene::new(&spec, &mut rng);
            gene.violate(&mut rng);
            assert!(!matches!(gene.value(), GeneValue::Integer(1..=5)), "{:?}", gene.value());
            let mut ended = false;
            for _ in 0..20 {
                let before = gene.value();
                let mutated = gene.mutate(&mut MutationContext::new(&mut rng));
                assert_eq!(mutated.changed(), gene.value() != before);
                ended |= matches!(gene.value(), GeneValue::Integer(1..=5));
            }
            assert!(ended, "seed {seed}");
        }
    }

    #[test]
    fn only_constrained_text_is_overridden_with_taint() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut gene = Gene::new(&GeneSpec::Enum(vec![GeneValue::text("a")]), &mut rng);
        assert!(gene.override_with_taint(3, &mut rng));
        assert_eq!(gene.value(), GeneValue::text("_EM_3_XYZ_"));
        let mut seen = Vec::new();
        gene.visit_texts(&mut |text| seen.extend(text.taint_number()));
        assert_eq!(seen, [3]);
        for spec in [GeneSpec::Boolean, GeneSpec::Text { min_len: 0, max_len: 20 }] {
            assert!(!Gene::new(&spec, &mut rng).override_with_taint(3, &mut rng));
        }
    }
}
