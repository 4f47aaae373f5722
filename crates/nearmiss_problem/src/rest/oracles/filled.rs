//! Values in which nothing is left out.

use nearmiss_search::gene::Gene;
use nearmiss_search::{FieldSpec, GeneSpec, GeneValue};
use rand_pcg::Pcg64Mcg;

/// The value with all that may be there, and an item in each list.
pub(super) fn filled(spec: &GeneSpec, value: &GeneValue, rng: &mut Pcg64Mcg) -> GeneValue {
    match (spec, value) {
        (
            GeneSpec::Optional(inner)
            | GeneSpec::Nullable(inner)
            | GeneSpec::Suggested { inner, .. },
            _,
        ) => filled(inner, value, rng),
        (GeneSpec::Object { fields, .. }, GeneValue::Record(sent)) => {
            let fill = |field: &FieldSpec| {
                let known = sent.iter().find(|(name, _)| *name == field.name);
                let known = known.map_or(&GeneValue::Absent, |(_, value)| value);
                (field.name.clone(), known.clone())
            };
            let known: Vec<(String, GeneValue)> = fields.iter().map(fill).collect();
            let filled = known.into_iter().zip(fields).map(|((name, value), field)| {
                let value = filled(&field.spec, &value, rng);
                (name, value)
            });
            GeneValue::Record(filled.collect())
        }
        (GeneSpec::Array { item, max, .. }, GeneValue::List(items))
            if *max > 0 && items.iter().all(|item| *item == GeneValue::Absent) =>
        {
            let mut gene = Gene::new(item, rng);
            gene.complete();
            GeneValue::List(vec![filled(item, &gene.value(), rng)])
        }
        (_, GeneValue::Absent) => {
            let mut gene = Gene::new(spec, rng);
            gene.complete();
            match gene.value() {
                GeneValue::Absent => GeneValue::Absent,
                value @ (GeneValue::List(_) | GeneValue::Record(_)) => filled(spec, &value, rng),
                value => value,
            }
        }
        _ => value.clone(),
    }
}
