//! Which values that met in the SUT are worth trying in an input, each once.

use std::collections::{BTreeMap, BTreeSet};

use crate::gene::text::{at_edge_of_number, may_be_checked, may_be_laid_over};
use crate::gene::{Gene, Known};
use crate::wanted::{Instead, Wanted};
use crate::{Action, GeneValue, Individual, MetValue, Pair, ReadField, TemplateId};

/// Individuals of one operation in which one pair is looked for.
const LOOKS: u8 = 3;
/// Pairs whose looks are counted; then counting begins anew.
const MOST_PAIRS: usize = 1 << 16;
/// Different values that are tried in one input: a SUT that compares with random values must not take
/// the whole budget.
const VALUES_PER_INPUT: usize = 32;
/// Parts of a text in the place of which one value is tried.
const PARTS_PER_VALUE: usize = 10;
/// How often it is tried in the place of the same part: it may stand in a text more than once.
const SAME_PART: usize = 2;
/// Different differences that are tried in one operation, and how often each.
const SHIFTS_PER_OPERATION: usize = 12;
const SHIFT_TRIES: usize = 2;
/// How often a value of an ordering is tried: what is next to it may be wanted.
const ORDERED_TRIES: usize = 3;
/// How often a difference is added to what may be check digits, and how often it is taken from them; how many of them
/// in an input.
const CHECK_TRIES: usize = 2;
const CHECKS_PER_INPUT: usize = 8;
/// How often a shorter text is tried in the place of all of a text: it may be wanted at its start only, and
/// what stands behind it may have to fit: of ten digits one is right.
const PART_TRIES: usize = 16;
/// Fields of JSON texts that one operation learns.
const FIELDS_PER_OPERATION: usize = 64;

/// A gene of the problem: template, parameter, index inside.
pub(crate) type Place = (TemplateId, usize, usize);

/// By value that was tried, what it was tried in the place of.
type Tried = BTreeMap<Vec<u16>, Vec<Vec<u16>>>;

/// The path of a field, and the names of the fields that its text has.
type FieldOf = (Vec<String>, Vec<Vec<u16>>);

/// What has to fit beside a value that is put in the place of another one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Fit {
    /// The rest of a number that it is the first or the last part of.
    AtEdge,
    /// The last digit of a number of another length.
    Checked,
    /// The rest of a text that it is laid over.
    LaidOver,
    /// Nothing that is known.
    Plain,
}

impl Fit {
    /// Tells by what a gene holds, and whether `from` is all of it.
    fn of(own: Option<&GeneValue>, from: &MetValue, to: &MetValue, is_all: bool) -> Self {
        match (own, from, to) {
            (Some(GeneValue::Text(text)), MetValue::Number(from), MetValue::Number(to)) => {
                if at_edge_of_number(text, *from).is_some() {
                    Self::AtEdge
                } else if may_be_checked(text, *from, *to) {
                    Self::Checked
                } else {
                    Self::Plain
                }
            }
            (_, MetValue::Text(from), MetValue::Text(to))
                if is_all && may_be_laid_over(from, to) =>
            {
                Self::LaidOver
            }
            _ => Self::Plain,
        }
    }
}

/// What met, by where it may be put.
#[derive(Debug, Default)]
pub(crate) struct MetValues {
    looks: BTreeMap<(TemplateId, Vec<u16>), u8>,
    /// What each value was tried in the place of.
    values: BTreeMap<Place, Tried>,
    shifts: BTreeMap<TemplateId, BTreeSet<u64>>,
    /// How many differences were tried in what may be check digits.
    checks: BTreeMap<Place, usize>,
    /// Of the values that were tried, those that stood for all of a gene, by input.
    known: BTreeMap<(TemplateId, usize), Vec<Known>>,
    fields: BTreeMap<TemplateId, BTreeSet<FieldOf>>,
}

impl MetValues {
    /// Adds what a pair makes worth trying in an individual.
    pub(crate) fn take_in(
        &mut self,
        individual: &Individual,
        pair: &Pair,
        wanted: &mut Vec<Wanted>,
    ) {
        let Some(action) = individual.calls.get(pair.action) else { return };
        if !self.looks_at(action.template, pair) {
            return;
        }
        let mut held = self.take_in_values((pair.action, action), pair, wanted);
        // What the API has read may be what was set up.
        for (index, action) in individual.actions().enumerate().skip(individual.calls.len()) {
            held |= self.take_in_values((index, action), pair, wanted);
        }
        if let [MetValue::Number(one), MetValue::Number(other)] = pair.values
            && !held
            && !pair.ordered
        {
            if pair.open {
                self.take_in_lack(individual, pair.action, other - one, wanted);
            }
            self.take_in_shifts(action.template, pair.action, [one, other], wanted);
        }
    }

    /// Tells whether a pair is looked for in one more individual.
    fn looks_at(&mut self, template: TemplateId, pair: &Pair) -> bool {
        if self.looks.len() >= MOST_PAIRS {
            self.looks.clear();
        }
        let [one, other] = &pair.values;
        let looks = self.looks.entry((template, [key(one), key(other)].concat())).or_default();
        let is_wanted = *looks < LOOKS;
        *looks += u8::from(is_wanted);
        is_wanted
    }

    /// Adds each value of a pair where the other one stands. Answers whether one of them stands anywhere.
    fn take_in_values(
        &mut self,
        (at, action): (usize, &Action),
        pair: &Pair,
        wanted: &mut Vec<Wanted>,
    ) -> bool {
        let [one, other] = &pair.values;
        let mut held = false;
        for (from, to) in [(one, other), (other, one)] {
            for (parameter, gene) in action.genes.iter().enumerate() {
                if action.links.iter().any(|link| link.parameter == parameter) {
                    continue;
                }
                for index in gene.holders(from) {
                    held = true;
                    let place = (action.template, parameter, index);
                    let tries = self.tries(place, gene, (from, to), pair.ordered);
                    let instead = Wanted::Instead(Instead {
                        call: pair.action,
                        action: at,
                        parameter,
                        index,
                        from: from.clone(),
                        to: to.clone(),
                        beside: pair.ordered,
                    });
                    wanted.extend(std::iter::repeat_n(instead, tries));
                }
            }
        }
        held
    }

    /// Counts how often a value is to be tried in the place of another one; it counts as tried then.
    fn tries(
        &mut self,
        place: Place,
        gene: &Gene,
        (from, to): (&MetValue, &MetValue),
        ordered: bool,
    ) -> usize {
        let (template, parameter, index) = place;
        let values = self.values.entry(place).or_default();
        if values.len() >= VALUES_PER_INPUT && !values.contains_key(&key(to)) {
            return 0;
        }
        let is_all = gene.is_all(index, from);
        let fit = Fit::of(gene.single_value(index).as_ref(), from, to, is_all);
        // A text has several parts in the place of which it may be wanted.
        let (most, same) =
            if is_all || fit == Fit::AtEdge { (1, 1) } else { (PARTS_PER_VALUE, SAME_PART) };
        let parts = values.entry(key(to)).or_default();
        let part = key(from);
        if parts.len() >= most || parts.iter().filter(|p| **p == part).count() >= same {
            return 0;
        }
        parts.push(part);
        if is_all {
            let known = self.known.entry((template, parameter)).or_default();
            known.push(Known { index, value: to.clone(), bound: ordered });
        }
        match fit {
            Fit::AtEdge => PART_TRIES,
            Fit::Checked | Fit::LaidOver | Fit::Plain if ordered => ORDERED_TRIES,
            Fit::Checked | Fit::LaidOver => PART_TRIES,
            Fit::Plain => 1,
        }
    }

    /// Adds the difference of two numbers that nothing holds, either way.
    fn take_in_shifts(
        &mut self,
        template: TemplateId,
        action: usize,
        [one, other]: [f64; 2],
        wanted: &mut Vec<Wanted>,
    ) {
        let shifts = self.shifts.entry(template).or_default();
        for delta in [other - one, one - other] {
            if shifts.len() < SHIFTS_PER_OPERATION
                && delta.is_finite()
                && shifts.insert(delta.to_bits())
            {
                let shift = Wanted::Shift { action, delta };
                wanted.extend(std::iter::repeat_n(shift, SHIFT_TRIES));
            }
        }
    }

    /// Adds what makes up in check digits for what a sum lacks.
    fn take_in_lack(
        &mut self,
        individual: &Individual,
        at: usize,
        lack: f64,
        wanted: &mut Vec<Wanted>,
    ) {
        let action = &individual.calls[at];
        for (parameter, gene) in action.genes.iter().enumerate() {
            for index in gene.places_of_check_digits() {
                let place = (action.template, parameter, index);
                let checks = self.checks.entry(place).or_default();
                if *checks < CHECKS_PER_INPUT {
                    *checks += 1;
                    wanted.extend(in_check_digits((at, parameter, index), lack));
                }
            }
        }
    }

    /// What the genes inside of an input have met, with their indices in preorder: the values are worth trying
    /// again with other values beside them.
    pub(crate) fn known(&self, template: TemplateId, parameter: usize) -> &[Known] {
        self.known.get(&(template, parameter)).map_or(&[], Vec::as_slice)
    }

    /// Tells whether no JSON text of this operation with the same fields has been given this one.
    pub(crate) fn is_new_field(&mut self, template: TemplateId, field: &ReadField) -> bool {
        let fields = self.fields.entry(template).or_default();
        fields.len() < FIELDS_PER_OPERATION
            && fields.insert((field.path.clone(), names_in(&field.text)))
    }
}

/// The names of fields in a JSON text, at any depth: what stands in quotes before a colon.
fn names_in(text: &[u16]) -> Vec<Vec<u16>> {
    const QUOTE: u16 = b'"' as u16;
    let mut names: Vec<Vec<u16>> = text
        .split(|unit| *unit == u16::from(b':'))
        .filter_map(|before| before.strip_suffix(&[QUOTE]))
        .map(|name| name.rsplit(|unit| *unit == QUOTE).next().unwrap_or_default().to_vec())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// What adds to check digits what a sum lacks, and takes it from them, in the gene of an action, a parameter and an
/// index inside.
pub(crate) fn in_check_digits(
    (action, parameter, index): (usize, usize, usize),
    lack: f64,
) -> impl Iterator<Item = Wanted> {
    [lack, -lack].into_iter().flat_map(move |delta| {
        let shift = Wanted::CheckDigits { action, parameter, index, delta };
        std::iter::repeat_n(shift, CHECK_TRIES)
    })
}

/// A value in a form that can be ordered.
pub(crate) fn key(value: &MetValue) -> Vec<u16> {
    match value {
        MetValue::Text(text) => [&[1], text.as_slice()].concat(),
        MetValue::Number(number) => {
            let bits = number.to_bits();
            // Four parts of 16 bits.
            [2, bits as u16, (bits >> 16) as u16, (bits >> 32) as u16, (bits >> 48) as u16].to_vec()
        }
        MetValue::Kind(kind) => vec![5, *kind as u16],
        MetValue::Pattern { source, whole } => {
            [3 + u16::from(*whole)].into_iter().chain(source.encode_utf16()).collect()
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::GeneSpec;

    pub(crate) fn individual(text: &str) -> Individual {
        let spec = GeneSpec::Text { min_len: 0, max_len: 50 };
        let mut gene = Gene::new(&spec, &mut Pcg64Mcg::seed_from_u64(1));
        gene.set_value(&GeneValue::text(text));
        let action = Action {
            template: TemplateId(0),
            genes: vec![gene],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        Individual { calls: vec![action], ..Individual::default() }
    }

    fn pair(values: [MetValue; 2], ordered: bool) -> Pair {
        Pair { action: 0, values, ordered, open: true }
    }

    pub(crate) fn text(text: &str) -> MetValue {
        MetValue::Text(text.encode_utf16().collect())
    }

    fn take(met: &mut MetValues, individual: &Individual, pair: &Pair) -> Vec<Wanted> {
        let mut wanted = Vec::new();
        met.take_in(individual, pair, &mut wanted);
        wanted
    }

    #[test]
    fn the_other_value_is_wanted_where_one_stands() {
        let mut met = MetValues::default();
        let individual = individual("lot-482");
        for values in [[text("482"), text("417")], [text("417"), text("482")]] {
            let wanted = take(&mut met, &individual, &pair(values, false));
            let [Wanted::Instead(instead)] = &wanted[..] else { panic!("{wanted:?}") };
            assert_eq!(instead.to, text("417"));
        }
        assert!(take(&mut met, &individual, &pair([text("482"), text("417")], false)).is_empty());
        assert!(take(&mut met, &individual, &pair([text("999"), text("998")], false)).is_empty());
    }

    #[test]
    fn numbers_that_nothing_holds_are_a_difference() {
        let mut met = MetValues::default();
        let individual = individual("lot");
        let numbers = |a, b| [MetValue::Number(a), MetValue::Number(b)];
        let wanted = take(&mut met, &individual, &pair(numbers(50.0, 80.0), false));
        assert_eq!(wanted.len(), 2 * SHIFT_TRIES);
        assert!(matches!(wanted[0], Wanted::Shift { delta: 30.0, .. }));
        assert!(take(&mut met, &individual, &pair(numbers(60.0, 90.0), false)).is_empty());
        assert!(take(&mut met, &individual, &pair(numbers(1.0, 90.0), true)).is_empty());
        // The length of the text.
        let wanted = take(&mut met, &individual, &pair(numbers(3.0, 9.0), true));
        assert_eq!(wanted.len(), ORDERED_TRIES);
    }

    #[test]
    fn the_length_of_a_number_is_tried_until_a_check_digit_may_fit() {
        let mut met = MetValues::default();
        let length = |from, to| pair([MetValue::Number(from), MetValue::Number(to)], false);
        assert_eq!(take(&mut met, &individual("90210"), &length(5.0, 13.0)).len(), PART_TRIES);
        let mut met = MetValues::default();
        assert_eq!(take(&mut met, &individual("lot-4"), &length(5.0, 13.0)).len(), 1);
    }

    #[test]
    fn a_difference_is_tried_in_check_digits_where_an_outcome_is_open() {
        let mut met = MetValues::default();
        let rests =
            |open| Pair { open, ..pair([MetValue::Number(37.0), MetValue::Number(1.0)], false) };
        let is_check = |wanted: &&Wanted| matches!(wanted, Wanted::CheckDigits { .. });
        let it = individual("NL45ABCD01");
        assert_eq!(take(&mut met, &it, &rests(false)).iter().filter(is_check).count(), 0);
        assert_eq!(
            take(&mut met, &it, &rests(true)).iter().filter(is_check).count(),
            2 * CHECK_TRIES
        );
    }

    #[test]
    fn what_is_tried_is_bounded() {
        let mut met = MetValues::default();
        let individual = individual("lot-482");
        let mut count = 0;
        for n in 0..1000 {
            let values = [text("482"), text(&format!("x{n}"))];
            count += take(&mut met, &individual, &pair(values, false)).len();
            let numbers = [MetValue::Number(1e9), MetValue::Number(f64::from(n))];
            count += take(&mut met, &individual, &pair(numbers, false)).len();
        }
        // 1e9 is tried twice: in the place of the length and of the digits.
        let checks = CHECKS_PER_INPUT * 2 * CHECK_TRIES;
        assert_eq!(count, VALUES_PER_INPUT + 1 + SHIFTS_PER_OPERATION * SHIFT_TRIES + checks);
    }
}
