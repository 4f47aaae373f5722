//! Records: declared fields, and undeclared ones where they are described.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::weighted_index;
use super::node::{GeneNode, Mutated};
use super::{Gene, Make, MutationContext};
use crate::{FieldSpec, GeneSpec, GeneValue};

/// Probability that a sampled record has undeclared fields.
const ADDITIONAL: f64 = 0.1;
/// Most undeclared fields.
const ADDITIONAL_LIMIT: usize = 3;
/// Most fields that a record grows to by what the SUT reads of it.
const GROWN_FIELDS: usize = 64;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct ObjectGene {
    names: Arc<[String]>,
    fields: Vec<Gene>,
    /// The undeclared fields: a map gene, and whether it is used.
    additional: Option<(Gene, bool)>,
    make: Make,
}

impl ObjectGene {
    /// Makes the gene of [`GeneSpec::Object`].
    pub(super) fn new(
        fields: &[FieldSpec],
        additional: Option<&GeneSpec>,
        make: Make,
        rng: &mut Pcg64Mcg,
    ) -> Self {
        let additional = additional.map(|value| {
            let value = Box::new(value.clone());
            let map = GeneSpec::Map { value, min: 1, max: ADDITIONAL_LIMIT };
            (make(&map, rng), rng.random_bool(ADDITIONAL))
        });
        Self {
            names: fields.iter().map(|field| field.name.clone()).collect(),
            fields: fields.iter().map(|field| make(&field.spec, rng)).collect(),
            additional,
            make,
        }
    }

    /// The undeclared fields that are sent; declared names win.
    fn additional_fields(&self) -> Vec<(String, GeneValue)> {
        match &self.additional {
            Some((map, true)) => match map.value() {
                GeneValue::Record(fields) => {
                    fields.into_iter().filter(|(name, _)| !self.names.contains(name)).collect()
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

impl GeneNode for ObjectGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        for field in &mut self.fields {
            field.randomize(rng);
        }
        if let Some((map, used)) = &mut self.additional {
            map.randomize(rng);
            *used = rng.random_bool(ADDITIONAL);
        }
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let mut weights: Vec<f64> = self.fields.iter().map(Gene::weight).collect();
        weights.push(if self.additional.is_some() { 1.0 } else { 0.0 });
        for _ in 0..4 {
            let Some(index) = weighted_index(&weights, context.rng) else { break };
            let mutated = match (self.fields.get_mut(index), &mut self.additional) {
                (Some(field), _) => field.mutate(context).changed(),
                (None, None) => false,
                (None, Some(_)) => {
                    let before = self.additional_fields();
                    if let Some((map, used)) = &mut self.additional {
                        if *used && context.chance(0.5) {
                            map.mutate(context);
                        } else {
                            *used = !*used;
                        }
                    }
                    self.additional_fields() != before
                }
            };
            if mutated {
                return Mutated::Yes;
            }
        }
        Mutated::No
    }

    fn value(&self) -> GeneValue {
        let mut record: Vec<(String, GeneValue)> = self
            .names
            .iter()
            .zip(&self.fields)
            .map(|(name, gene)| (name.clone(), gene.value()))
            .filter(|(_, value)| *value != GeneValue::Absent)
            .collect();
        record.extend(self.additional_fields());
        GeneValue::Record(record)
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        let GeneValue::Record(record) = value else { return false };
        let mut copy = self.clone();
        for (name, field) in self.names.iter().zip(&mut copy.fields) {
            let found = record.iter().find(|(other, _)| other == name).map(|(_, value)| value);
            if !field.set_value(found.unwrap_or(&GeneValue::Absent)) {
                return false;
            }
        }
        let rest: Vec<_> =
            record.iter().filter(|(name, _)| !self.names.contains(name)).cloned().collect();
        match &mut copy.additional {
            _ if rest.is_empty() => {
                if let Some((_, used)) = &mut copy.additional {
                    *used = false;
                }
            }
            Some((map, used)) => {
                *used = true;
                if !map.set_value(&GeneValue::Record(rest)) {
                    return false;
                }
            }
            None => return false,
        }
        // The order of fields is ours.
        let taken = copy.value() == *value;
        if taken {
            *self = copy;
        }
        taken
    }

    fn weight(&self) -> f64 {
        let additional = if self.additional.is_some() { 1.0 } else { 0.0 };
        additional + self.fields.iter().map(Gene::weight).sum::<f64>()
    }

    fn field_mut(&mut self, name: &str, rng: &mut Pcg64Mcg) -> Option<&mut Gene> {
        let known = self.names.iter().position(|known| known == name);
        if known.is_none() && self.names.len() < GROWN_FIELDS {
            self.names = self.names.iter().cloned().chain([name.to_owned()]).collect();
            self.fields.push((self.make)(&GeneSpec::Open, rng));
        }
        let index = known.unwrap_or(self.names.len() - 1);
        self.fields.get_mut(index).filter(|_| self.names[index] == name)
    }

    fn child_name(&self, index: usize) -> Option<&str> {
        // The undeclared fields have no name that anybody knows.
        Some(self.names.get(index).map_or("*", String::as_str))
    }

    fn children(&self) -> Vec<&Gene> {
        self.fields.iter().chain(self.additional.as_ref().map(|(map, _)| map)).collect()
    }

    fn children_mut(&mut self) -> Vec<&mut Gene> {
        self.fields.iter_mut().chain(self.additional.as_mut().map(|(map, _)| map)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;

    fn object(additional: Option<GeneSpec>) -> GeneSpec {
        let field = |name: &str, spec| FieldSpec { name: name.to_owned(), spec };
        GeneSpec::Object {
            fields: vec![
                field("id", GeneSpec::Integer { min: 1, max: 99, multiple_of: 0 }),
                field("name", GeneSpec::Optional(Box::new(GeneSpec::Boolean))),
            ],
            additional: additional.map(Box::new),
        }
    }

    fn holds(value: &GeneValue, most: usize) -> bool {
        let GeneValue::Record(fields) = value else { return false };
        let distinct: std::collections::BTreeSet<_> = fields.iter().map(|field| &field.0).collect();
        distinct.len() == fields.len()
            && fields.len() <= most
            && matches!(&fields[0], (name, GeneValue::Integer(1..=99)) if name == "id")
            && fields
                .iter()
                .all(|(name, value)| name != "name" || matches!(value, GeneValue::Boolean(_)))
    }

    gene_contract!(closed, object(None), |v| holds(v, 2));
    gene_contract!(open, object(Some(GeneSpec::Boolean)), |v| holds(v, 5));
    gene_contract!(empty, GeneSpec::Object { fields: Vec::new(), additional: None }, |v| *v
        == GeneValue::Record(Vec::new()));
}
