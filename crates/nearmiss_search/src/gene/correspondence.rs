//! Inputs that hold a value which the SUT compared with another one (input-to-state correspondence,
//! REDQUEEN, NDSS 2019, section III): the other one is put in its place. A list holds its length.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::next_to::next_to;
use super::pattern::pattern_text;
use super::{Gene, Override};
use crate::{GeneValue, Kind, MetValue};

/// Longest list that is made for its length.
const LONGEST_LIST: usize = 64;
/// Share of items that are added to a list as copies of another one.
const COPY: f64 = 0.7;

/// A value that was compared with all that a gene held.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The gene inside of the parameter, in preorder.
    pub index: usize,
    pub value: MetValue,
    /// It met an order: what is next to it may be wanted.
    pub bound: bool,
}

impl Gene {
    /// Indices, in preorder, of the genes inside that hold a value themselves.
    pub(crate) fn holders(&self, value: &MetValue) -> Vec<usize> {
        let mut found = Vec::new();
        let mut index = 0;
        self.each(&mut index, &mut |index, gene| {
            if gene.holds(value) {
                found.push(index);
            }
        });
        found
    }

    /// Puts `to` in the place of `from`, or, `beside`, something next to it, in the gene of this index.
    /// Answers whether it did.
    pub(crate) fn put(
        &mut self,
        index: usize,
        from: &MetValue,
        to: &MetValue,
        beside: bool,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let mut left = index;
        if let MetValue::Kind(kind) = to {
            return self.put_kind(&mut left, *kind, rng) == Some(true);
        }
        self.at_mut(&mut left).is_some_and(|gene| gene.put_here(from, to, beside, rng))
    }

    /// The text or number that the gene of this index stands for.
    pub(crate) fn single_value(&self, index: usize) -> Option<GeneValue> {
        let mut found = None;
        self.each(&mut 0, &mut |place, gene| {
            if place == index {
                found = Some(gene.value());
            }
        });
        let is_single = |value: &GeneValue| {
            matches!(value, GeneValue::Text(_) | GeneValue::Integer(_) | GeneValue::Double(_))
        };
        found.filter(is_single)
    }

    /// Gives every gene inside that stands for just the value `from` this one.
    pub(crate) fn put_all(&mut self, from: &MetValue, value: &GeneValue) {
        let mut places = self.holders(from);
        places.retain(|index| self.is_all(*index, from) && self.single_value(*index).is_some());
        for mut left in places {
            if let Some(gene) = self.at_mut(&mut left) {
                gene.take_on(value);
            }
        }
    }

    /// Tells whether a value is all that the gene of this index holds.
    pub(crate) fn is_all(&self, index: usize, value: &MetValue) -> bool {
        let mut found = false;
        let mut at = 0;
        self.each(&mut at, &mut |place, gene| {
            if place == index {
                found = match (gene.value(), value) {
                    (GeneValue::Text(own), MetValue::Text(text)) => own == *text,
                    (GeneValue::Text(_), _) => false,
                    _ => gene.holds(value),
                };
            }
        });
        found
    }

    /// Gives the gene of this index a value that it has met before. Answers whether that is another now.
    pub(crate) fn recall(&mut self, known: &Known, rng: &mut Pcg64Mcg) -> bool {
        let mut left = known.index;
        if let MetValue::Kind(kind) = known.value {
            return self.put_kind(&mut left, kind, rng) == Some(true);
        }
        let Some(gene) = self.at_mut(&mut left) else { return false };
        let own = met_value(gene.value());
        let from = own.filter(|own| matches!(own, MetValue::Text(_) | MetValue::Number(_)));
        let from = from.unwrap_or(MetValue::Number(0.0));
        let before = gene.value();
        if let Some(text) = gene.node.as_text_mut()
            && !text.is_numeric()
            && let MetValue::Text(from) = &from
        {
            text.become_text(from);
        }
        gene.put_here(&from, &known.value, known.bound, rng) && gene.value() != before
    }

    /// Adds to a number or date inside. Answers whether there is one that takes it.
    pub(crate) fn shift(&mut self, delta: f64, rng: &mut Pcg64Mcg) -> bool {
        let mut places = Vec::new();
        let mut index = 0;
        self.each(&mut index, &mut |index, gene| {
            if gene.shifted(delta).is_some() {
                places.push(index);
            }
        });
        if places.is_empty() {
            return false;
        }
        let mut left = places[rng.random_range(0..places.len())];
        self.at_mut(&mut left)
            .is_some_and(|gene| gene.shifted(delta).is_some_and(|value| gene.take_on(&value)))
    }

    /// Calls `visit` for this gene and those inside, with their indices.
    pub(super) fn each(&self, index: &mut usize, visit: &mut dyn FnMut(usize, &Self)) {
        visit(*index, self);
        *index += 1;
        if self.overridden.is_none() {
            for child in self.node.children() {
                child.each(index, visit);
            }
        }
    }

    pub(super) fn at_mut(&mut self, left: &mut usize) -> Option<&mut Self> {
        if *left == 0 {
            return Some(self);
        }
        *left -= 1;
        if self.overridden.is_some() {
            return None;
        }
        self.node.children_mut().into_iter().find_map(|child| child.at_mut(left))
    }

    fn holds(&self, value: &MetValue) -> bool {
        match self.overridden.as_deref() {
            Some(Override::Text(gene)) => {
                return gene.node.as_text().is_some_and(|text| text.holds(value));
            }
            Some(Override::Violation(_)) => return false,
            None => {}
        }
        if let Some(text) = self.node.as_text()
            && !text.is_numeric()
        {
            return text.holds(value);
        }
        if let Some(length) = self.node.length() {
            return matches!(value, MetValue::Number(number) if *number == length as f64);
        }
        if !self.node.children().is_empty() {
            return false;
        }
        met_value(self.node.value()).is_some_and(|own| own == *value)
    }

    fn put_here(
        &mut self,
        from: &MetValue,
        to: &MetValue,
        beside: bool,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        if let Some(Override::Text(gene)) = self.overridden.as_deref_mut() {
            return gene.node.as_text_mut().is_some_and(|text| text.put(from, to, beside, rng));
        }
        if let Some(text) = self.node.as_text_mut()
            && !text.is_numeric()
        {
            return text.put(from, to, beside, rng);
        }
        match to {
            MetValue::Number(number) if let Some(own) = self.node.length() => {
                let number = if beside { next_to(*number, own as f64, true, rng) } else { *number };
                self.set_length(number, rng)
            }
            MetValue::Number(number) => {
                // A number without a fraction may have to stay one.
                let is_whole = match self.node.value() {
                    GeneValue::Double(own) => own.fract() == 0.0 && number.fract() == 0.0,
                    _ => true,
                };
                let number = match from {
                    MetValue::Number(from) if beside => next_to(*number, *from, is_whole, rng),
                    _ => *number,
                };
                self.take_on(&GeneValue::Double(number))
            }
            MetValue::Text(text) => self.take_on(&GeneValue::Text(text.clone())),
            MetValue::Kind(_) => false,
            MetValue::Pattern { source, whole } => {
                pattern_text(source, *whole, length_of(from), rng)
                    .is_some_and(|text| self.take_on(&GeneValue::Text(text)))
            }
        }
    }

    /// Gives a list so many items: some are copies of others, since much code asks for equal ones.
    fn set_length(&mut self, length: f64, rng: &mut Pcg64Mcg) -> bool {
        let GeneValue::List(mut items) = self.node.value() else { return false };
        if !(0.0..=LONGEST_LIST as f64).contains(&length) {
            return false;
        }
        // In 0..=LONGEST_LIST.
        let length = length as usize;
        items.truncate(length);
        let copies = rng.random_bool(COPY);
        if copies && !items.is_empty() {
            while items.len() < length {
                let other = items[rng.random_range(0..items.len())].clone();
                items.push(other);
            }
            if self.node.set_value(&GeneValue::List(items)) {
                return true;
            }
        }
        self.node.resize(length, rng)
    }

    /// What this gene itself would be with something added, if that can be.
    fn shifted(&self, delta: f64) -> Option<GeneValue> {
        if self.overridden.is_some() {
            return None;
        }
        if let Some(text) = self.node.as_text()
            && !text.is_numeric()
        {
            return text.shifted(delta).map(GeneValue::Text);
        }
        if !self.node.children().is_empty() {
            return None;
        }
        match self.node.value() {
            // The cast saturates.
            GeneValue::Integer(own) => Some(GeneValue::Integer(own.saturating_add(delta as i64))),
            GeneValue::Double(own) => Some(GeneValue::Double(own + delta)),
            GeneValue::Absent
            | GeneValue::Null
            | GeneValue::Boolean(_)
            | GeneValue::Text(_)
            | GeneValue::List(_)
            | GeneValue::Record(_) => None,
        }
    }

    pub(super) fn take_on(&mut self, value: &GeneValue) -> bool {
        let before = self.value();
        if let (Some(text), GeneValue::Text(units)) = (self.node.as_text_mut(), value) {
            text.become_text(units);
        } else if !self.set_value(value) {
            return false;
        }
        self.value() != before
    }
}

/// Takes the value of a gene as one that may have met another; `None` for what consists of others.
fn met_value(value: GeneValue) -> Option<MetValue> {
    match value {
        GeneValue::Text(text) => Some(MetValue::Text(text)),
        GeneValue::Integer(number) => Some(MetValue::Number(number as f64)),
        GeneValue::Double(number) => Some(MetValue::Number(number)),
        GeneValue::Boolean(true) => Some(MetValue::Kind(Kind::True)),
        GeneValue::Boolean(false) => Some(MetValue::Kind(Kind::False)),
        GeneValue::Null => Some(MetValue::Kind(Kind::Null)),
        GeneValue::Absent | GeneValue::List(_) | GeneValue::Record(_) => None,
    }
}

/// How long the text of a value is.
fn length_of(value: &MetValue) -> usize {
    match value {
        MetValue::Text(text) => text.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::{FieldSpec, GeneSpec};

    fn text(text: &str) -> MetValue {
        MetValue::Text(text.encode_utf16().collect())
    }

    fn gene(spec: &GeneSpec, value: &GeneValue) -> Gene {
        let mut gene = Gene::new(spec, &mut Pcg64Mcg::seed_from_u64(1));
        assert!(gene.set_value(value));
        gene
    }

    const TEXT: GeneSpec = GeneSpec::Text { min_len: 0, max_len: 100 };
    const WHOLE: GeneSpec = GeneSpec::Integer { min: i64::MIN, max: i64::MAX, multiple_of: 0 };

    fn replaced(gene: &mut Gene, from: &MetValue, to: &MetValue) -> Option<GeneValue> {
        let index = *gene.holders(from).first()?;
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        gene.put(index, from, to, false, &mut rng).then(|| gene.value())
    }

    #[test]
    fn what_was_cut_out_of_a_text_is_put_in_its_place() {
        let of = |value: &str| gene(&TEXT, &GeneValue::text(value));
        let cases = [
            ("lot-482-x", text("482"), text("417"), Some("lot-417-x")),
            ("2024-01-02", MetValue::Number(2024.0), MetValue::Number(1889.0), Some("1889-01-02")),
            ("abc", text("zz"), text("y"), None),
            // One unit stands in too many texts.
            ("abc", text("b"), text("y"), None),
            ("b", text("b"), text("yes"), Some("yes")),
            ("12345", MetValue::Number(23.0), MetValue::Number(9.0), None),
            (
                "1970-01-02",
                MetValue::Number(86_400_000.0),
                MetValue::Number(0.0),
                Some("1970-01-01"),
            ),
        ];
        for (whole, from, to, wanted) in cases {
            let wanted = wanted.map(GeneValue::text);
            assert_eq!(replaced(&mut of(whole), &from, &to), wanted, "{whole} {from:?}");
        }
    }

    #[test]
    fn a_length_is_made() {
        let mut word = gene(&TEXT, &GeneValue::text("abc"));
        let made = replaced(&mut word, &MetValue::Number(3.0), &MetValue::Number(7.0));
        assert!(matches!(made, Some(GeneValue::Text(units)) if units.len() == 7));
        let mut number = gene(&TEXT, &GeneValue::text("90210"));
        let made = replaced(&mut number, &MetValue::Number(5.0), &MetValue::Number(13.0));
        let is_digit = |unit: &u16| (48..58).contains(unit);
        assert!(
            matches!(&made, Some(GeneValue::Text(units)) if units.len() == 13 && units.iter().all(is_digit)),
            "a number of another length is no text: {made:?}"
        );
        let list = GeneSpec::Array { item: Box::new(WHOLE), min: 0, max: 9, unique: false };
        let mut list = gene(&list, &GeneValue::List(vec![GeneValue::Integer(5)]));
        let made = replaced(&mut list, &MetValue::Number(1.0), &MetValue::Number(3.0));
        assert!(matches!(made, Some(GeneValue::List(items)) if items.len() == 3));
        assert_eq!(replaced(&mut list, &MetValue::Number(3.0), &MetValue::Number(30.0)), None);
    }

    #[test]
    fn equal_values_are_replaced_together() {
        let list = GeneSpec::Array { item: Box::new(WHOLE), min: 0, max: 9, unique: false };
        let items = |items: [i64; 4]| GeneValue::List(items.map(GeneValue::Integer).to_vec());
        let mut list = gene(&list, &items([7, 5, 7, 4]));
        list.put_all(&MetValue::Number(7.0), &GeneValue::Integer(90));
        assert_eq!(list.value(), items([90, 5, 90, 4]));
        // The length of the list is no value of it.
        list.put_all(&MetValue::Number(4.0), &GeneValue::Integer(3));
        assert_eq!(list.value(), items([90, 5, 90, 3]));
    }

    #[test]
    fn a_number_deep_inside_is_found_and_moved() {
        let field = |name: &str| FieldSpec { name: name.to_owned(), spec: WHOLE };
        let record = GeneSpec::Object { fields: vec![field("a"), field("b")], additional: None };
        let fields = |a, b| {
            GeneValue::Record(vec![
                ("a".to_owned(), GeneValue::Integer(a)),
                ("b".to_owned(), GeneValue::Integer(b)),
            ])
        };
        let mut gene = gene(&record, &fields(41, 7));
        let made = replaced(&mut gene, &MetValue::Number(7.0), &MetValue::Number(3.0));
        assert_eq!(made, Some(fields(41, 3)));
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        assert!(gene.shift(10.0, &mut rng));
        assert!([fields(51, 3), fields(41, 13)].contains(&gene.value()), "{:?}", gene.value());
    }
}
