//! The single values inside an input, with their places: what problems recognise by its name.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::Gene;
use super::node::GeneNode;
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

    /// Switches one thing inside that is there or left out, true or false, each with the same probability. Answers
    /// whether there is any.
    pub fn switch_one(&mut self, rng: &mut Pcg64Mcg) -> bool {
        let mut count = 0;
        self.each_switch(&mut |_| count += 1);
        if count == 0 {
            return false;
        }
        let (mut at, chosen) = (0, rng.random_range(0..count));
        self.each_switch(&mut |node| {
            if at == chosen {
                node.switch();
            }
            at += 1;
        });
        true
    }

    fn each_switch(&mut self, visit: &mut dyn FnMut(&mut dyn GeneNode)) {
        let is_absent = self.value() == GeneValue::Absent;
        if self.overridden.is_some() {
            return;
        }
        if self.node.has_switch() {
            visit(self.node.as_mut());
        }
        if !is_absent {
            self.node.children_mut().into_iter().for_each(|child| child.each_switch(visit));
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

    #[test]
    fn one_thing_is_switched() {
        let field = |name: &str, spec| FieldSpec { name: name.to_owned(), spec };
        let spec = GeneSpec::Object {
            fields: vec![
                field("now", GeneSpec::Boolean),
                field("note", GeneSpec::Optional(Box::new(GeneSpec::Boolean))),
                field("name", GeneSpec::Text { min_len: 1, max_len: 9 }),
            ],
            additional: None,
        };
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut gene = Gene::new(&spec, &mut rng);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..60 {
            let before = gene.value();
            assert!(gene.switch_one(&mut rng));
            assert_ne!(gene.value(), before);
            let GeneValue::Record(fields) = gene.value() else { panic!() };
            let of = |name| fields.iter().find(|(own, _)| own == name).map(|(_, value)| value);
            assert!(matches!(of("name"), Some(GeneValue::Text(_))));
            seen.insert(format!("{:?} {:?}", of("now"), of("note")));
        }
        assert_eq!(seen.len(), 6, "two of one, three of the other: {seen:?}");
        let mut text = Gene::new(&GeneSpec::Text { min_len: 1, max_len: 9 }, &mut rng);
        assert!(!text.switch_one(&mut rng));
    }
}
