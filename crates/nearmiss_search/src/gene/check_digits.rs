//! Digits of a text that may have to fit all others of it: of a card (ISO/IEC 7812, Luhn), an article (GTIN, ISBN),
//! an account (ISO 13616, modulo 97).
//!
//! Such digits mostly count with a weight of one, so what is missing from a sum of the text is missing from them.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::Gene;
use super::text::alphabet::is_digit;
use super::text::date_text::time_of;
use crate::GeneValue;

/// Least length of a text that may have check digits.
const LEAST_LENGTH: usize = 6;
/// Most check digits.
const MOST_DIGITS: usize = 3;

impl Gene {
    /// Indices, in preorder, of the texts inside that may have check digits.
    pub(crate) fn places_of_check_digits(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.each(&mut 0, &mut |place, gene| {
            if gene.check_text().is_some() {
                found.push(place);
            }
        });
        found
    }

    /// Adds to what may be check digits of the gene of this index. Answers whether that is another text now.
    pub(crate) fn shift_check_digits(
        &mut self,
        index: usize,
        delta: f64,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let mut left = index;
        let Some(gene) = self.at_mut(&mut left) else { return false };
        let made = gene.check_text().and_then(|units| with_check_digits(&units, delta, rng));
        made.is_some_and(|units| gene.take_on(&GeneValue::Text(units)))
    }

    fn check_text(&self) -> Option<Vec<u16>> {
        let GeneValue::Text(units) = self.value() else { return None };
        let is_free = match (self.overridden.is_some(), self.node.as_text()) {
            (true, _) => false,
            (_, Some(text)) => text.taint_number().is_none() && !text.is_numeric(),
            _ => self.node.children().is_empty(),
        };
        (is_free && may_have_check_digits(&units)).then_some(units)
    }
}

/// Tells whether a text may have check digits: it has two digits in a row, and is no date.
fn may_have_check_digits(units: &[u16]) -> bool {
    units.len() >= LEAST_LENGTH
        && units.windows(2).any(|two| two.iter().all(is_digit))
        && time_of(units).is_none()
}

/// The text with something added to a few digits at the start or at the end of a row of them, of which the rest stays
/// as it is; `None` where no row is as long as what is added.
fn with_check_digits(units: &[u16], delta: f64, rng: &mut Pcg64Mcg) -> Option<Vec<u16>> {
    let least = delta.abs().to_string().len();
    if delta.fract() != 0.0 || least > MOST_DIGITS {
        return None;
    }
    let mut rows: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, _) in units.iter().enumerate().filter(|(_, unit)| is_digit(unit)) {
        match rows.last_mut() {
            Some(row) if row.end == at => row.end += 1,
            _ => rows.push(at..at + 1),
        }
    }
    rows.retain(|row| row.len() >= least);
    if rows.is_empty() {
        return None;
    }
    let row = rows[rng.random_range(0..rows.len())].clone();
    let width = rng.random_range(least..=row.len().min(MOST_DIGITS));
    let at = if rng.random() { row.start } else { row.end - width };
    let size = 10_i64.pow(u32::try_from(width).ok()?);
    let own = units[at..at + width].iter().fold(0, |sum, unit| 10 * sum + i64::from(unit - 48));
    // A whole number of at most three digits.
    let mut left = (own + delta as i64).rem_euclid(size);
    let mut made = units.to_vec();
    for unit in made[at..at + width].iter_mut().rev() {
        *unit = 48 + u16::try_from(left % 10).ok()?;
        left /= 10;
    }
    Some(made)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;
    use crate::{FieldSpec, GeneSpec};

    fn made(text: &str, delta: f64) -> BTreeSet<String> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let one = |seed| {
            let made = with_check_digits(&units, delta, &mut Pcg64Mcg::seed_from_u64(seed));
            made.map(|units| String::from_utf16_lossy(&units))
        };
        (0..200).filter_map(one).collect()
    }

    fn texts<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
        texts.map(str::to_owned).into()
    }

    #[test]
    fn digits_at_the_start_or_the_end_of_a_row_become_more_or_less() {
        assert_eq!(made("NL45ABCD", -36.0), texts(["NL09ABCD"]));
        assert_eq!(made("a1-22", 3.0), texts(["a4-22", "a1-52", "a1-25"]));
        assert!(made("4000000000000002", -3.0).contains("4000000000000009"));
        assert_eq!(made("12", 12.0), texts(["24"]));
    }

    #[test]
    fn what_cannot_be_added_is_not() {
        for (text, delta) in [("ab", 1.0), ("a1", 10.0), ("12345", 0.5), ("12345", 1234.0)] {
            assert!(made(text, delta).is_empty(), "{text}");
        }
    }

    #[test]
    fn check_digits_of_a_gene_are_those_of_its_plain_texts() {
        let field = |name: &str| FieldSpec {
            name: name.to_owned(),
            spec: GeneSpec::Text { min_len: 0, max_len: 40 },
        };
        let spec = GeneSpec::Object { fields: vec![field("a"), field("b")], additional: None };
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut gene = Gene::new(&spec, &mut rng);
        let record = |a, b| {
            let text = GeneValue::text;
            GeneValue::Record(vec![("a".to_owned(), text(a)), ("b".to_owned(), text(b))])
        };
        assert!(gene.set_value(&record("lot", "NL45ABCD")));
        assert_eq!(gene.places_of_check_digits(), [2]);
        assert!(gene.shift_check_digits(2, -36.0, &mut rng));
        assert_eq!(gene.value(), record("lot", "NL09ABCD"));
        assert!(!gene.shift_check_digits(1, -36.0, &mut rng));
        let mut tainted = Gene::new(&field("a").spec, &mut rng);
        tainted.visit_texts_mut(&mut |text| assert!(text.taint(1)));
        assert!(tainted.places_of_check_digits().is_empty());
    }

    #[test]
    fn a_date_has_no_check_digits() {
        let may = |text: &str| may_have_check_digits(&text.encode_utf16().collect::<Vec<_>>());
        assert!(may("DE45-x") && may("title;4006381333931"));
        assert!(!may("2024-05-01") && !may("a1b2c3") && !may("12"));
    }
}
