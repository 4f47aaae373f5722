//! Inputs that become values of another type, where what they were compared with says so.

use rand_pcg::Pcg64Mcg;

use super::Gene;
use crate::Kind;

impl Gene {
    /// Gives what the gene of this index (preorder) stands for a value of a type: a gene that holds just this one, as a
    /// choice does, where it cannot take it itself. Answers whether it did; `None` if there is no such gene.
    pub(super) fn put_kind(
        &mut self,
        left: &mut usize,
        kind: Kind,
        rng: &mut Pcg64Mcg,
    ) -> Option<bool> {
        if *left == 0 {
            return Some(self.become_kind(kind, rng));
        }
        *left -= 1;
        if self.overridden.is_some() {
            return None;
        }
        let before = self.value();
        let mut wraps = false;
        let mut done = None;
        for child in self.node.children_mut() {
            wraps = child.value() == before;
            done = child.put_kind(left, kind, rng);
            if done.is_some() {
                break;
            }
        }
        if done == Some(false) && wraps {
            return Some(self.become_kind(kind, rng));
        }
        done
    }

    fn become_kind(&mut self, kind: Kind, rng: &mut Pcg64Mcg) -> bool {
        let before = self.value();
        if let Some(text) = self.node.as_text_mut()
            && kind != Kind::Text
        {
            return text.become_kind(kind, rng) && self.value() != before;
        }
        let value = Self::new(&kind.spec(), rng).value();
        self.set_value(&value) && self.value() != before
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::{FieldSpec, GeneSpec, GeneValue, MetValue};

    fn replaced(value: GeneValue, from: &MetValue, kind: Kind) -> Option<GeneValue> {
        let field = FieldSpec { name: "x".to_owned(), spec: GeneSpec::Any };
        let spec = GeneSpec::Object { fields: vec![field], additional: None };
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut gene = Gene::new(&spec, &mut rng);
        assert!(gene.set_value(&GeneValue::Record(vec![("x".to_owned(), value)])));
        let index = *gene.holders(from).first()?;
        gene.put(index, from, &MetValue::Kind(kind), false, &mut rng).then(|| {
            let GeneValue::Record(mut fields) = gene.value() else { panic!() };
            fields.remove(0).1
        })
    }

    #[test]
    fn a_value_becomes_one_of_another_type() {
        let text = || MetValue::Text("dry".encode_utf16().collect());
        let of_text = |kind| replaced(GeneValue::text("dry"), &text(), kind);
        assert_eq!(of_text(Kind::True), Some(GeneValue::Boolean(true)));
        assert_eq!(of_text(Kind::Null), Some(GeneValue::Null));
        assert!(matches!(of_text(Kind::Array), Some(GeneValue::List(_))));
        let seven = || (GeneValue::Integer(7), MetValue::Number(7.0));
        let of_seven = |kind| replaced(seven().0, &seven().1, kind);
        assert!(matches!(of_seven(Kind::Boolean), Some(GeneValue::Boolean(_))));
        assert!(matches!(of_seven(Kind::Text), Some(GeneValue::Text(_))));
        let met = MetValue::Kind(Kind::False);
        let of_false = |kind| replaced(GeneValue::Boolean(false), &met, kind);
        assert_eq!(of_false(Kind::True), Some(GeneValue::Boolean(true)));
        assert_eq!(replaced(GeneValue::Boolean(true), &met, Kind::True), None);
        assert_eq!(of_false(Kind::False), None);
    }
}
