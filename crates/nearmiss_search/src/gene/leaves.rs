//! The single values inside an input, with their places: what problems recognise by its name.

use super::Gene;
use crate::GeneValue;

impl Gene {
    /// Calls `visit` for each gene inside that holds a single value, with its place: names of fields,
    /// `-` for items. Values that violate a schema on purpose are left out.
    pub fn visit_leaves_mut(&mut self, visit: &mut dyn FnMut(&[String], &mut Self)) {
        self.leaves_mut(&mut Vec::new(), visit);
    }

    fn leaves_mut(&mut self, place: &mut Vec<String>, visit: &mut dyn FnMut(&[String], &mut Self)) {
        if self.overridden.is_some() {
            return;
        }
        if self.node.children().is_empty() {
            if !matches!(self.node.value(), GeneValue::List(_) | GeneValue::Record(_)) {
                visit(place, self);
            }
            return;
        }
        let names: Vec<Option<String>> = (0..self.node.children().len())
            .map(|index| self.node.child_name(index).map(str::to_owned))
            .collect();
        for (child, name) in self.node.children_mut().into_iter().zip(names) {
            let length = place.len();
            place.extend(name);
            child.leaves_mut(place, visit);
            place.truncate(length);
        }
    }

    /// Takes over a value, if it satisfies the constraints, as one that the search is to leave as it
    /// is at first. Answers whether it did.
    pub fn adopt(&mut self, value: &GeneValue) -> bool {
        let taken = self.set_value(value);
        if taken {
            self.fresh = false;
            self.visit_texts_mut(&mut |text| {
                text.take_fresh();
            });
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::{FieldSpec, GeneSpec};

    #[test]
    fn single_values_are_found_by_their_place() {
        let number = GeneSpec::Integer { min: 0, max: 9, multiple_of: 0 };
        let field = |name: &str, spec| FieldSpec { name: name.to_owned(), spec };
        let item = GeneSpec::Object {
            fields: vec![field("productId", GeneSpec::Optional(Box::new(number.clone())))],
            additional: None,
        };
        let items = GeneSpec::Array { item: Box::new(item), min: 2, max: 2, unique: false };
        let spec = GeneSpec::Object {
            fields: vec![
                field("items", items),
                field("total", GeneSpec::Nullable(Box::new(number))),
            ],
            additional: None,
        };
        let mut gene = Gene::new(&spec, &mut Pcg64Mcg::seed_from_u64(1));
        let mut places = Vec::new();
        gene.visit_leaves_mut(&mut |place, leaf| {
            places.push(place.join("/"));
            assert!(leaf.adopt(&GeneValue::Integer(7)));
            assert!(!leaf.adopt(&GeneValue::Integer(70)), "not what the schema allows");
        });
        assert_eq!(places, ["items/-/productId", "items/-/productId", "total"]);
    }
}
