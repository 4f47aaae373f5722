//! What has to be put right beside a part of a text that is tried: its length, its form, its check digits.
//!
//! The same values may have met, and have been tried, where that part was not there; with it they are wanted again. A
//! text of another country has another length, then another form and then other check digits, so what was put right
//! is gone on with.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::met_values::{Place, in_check_digits, key};
use crate::wanted::{Instead, Wanted};
use crate::{Individual, MetValue, Pair};

/// Follow-ups of one part in one input, over the search.
const MOST_OF_PART: u8 = 32;
/// Follow-ups of one part in a row.
const DEEPEST: u8 = 6;
/// Follow-ups of one individual.
const MOST_AT_ONCE: usize = 6;
/// Inputs and parts whose follow-ups are counted; then counting begins anew.
const MOST_PARTS: usize = 1 << 12;

/// A part that was put in a text, and how many follow-ups came after it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chain {
    action: usize,
    place: Place,
    part: MetValue,
    depth: u8,
    /// What met before the last change: that has nothing to do with it.
    before: Arc<[Pair]>,
}

impl Chain {
    /// Tells whether something was put right already.
    pub(crate) fn has_begun(&self) -> bool {
        self.depth > 0
    }

    /// Begins with what is put in the place of a part of a text, where `before` met.
    pub(crate) fn of(
        individual: &Individual,
        wanted: &Wanted,
        before: &Arc<[Pair]>,
    ) -> Option<Self> {
        let Wanted::Instead(instead) = wanted else { return None };
        let Instead { action, parameter, index, from, to, .. } = instead;
        let (template, gene) = {
            let action = individual.calls.get(*action)?;
            (action.template, action.genes.get(*parameter)?)
        };
        let is_part = matches!(to, MetValue::Text(text) if !text.is_empty());
        (is_part && !gene.is_all(*index, from)).then(|| Self {
            action: *action,
            place: (template, *parameter, *index),
            part: to.clone(),
            depth: 0,
            before: Arc::clone(before),
        })
    }
}

/// How often each part was gone on with.
#[derive(Debug, Default)]
pub(crate) struct Repairs(BTreeMap<(Place, Vec<u16>), u8>);

impl Repairs {
    /// What may put an individual right in which a part was tried, by what met in it: what met last comes first, for
    /// it may be why the program went no further.
    pub(crate) fn of(
        &mut self,
        individual: &Individual,
        pairs: &Arc<[Pair]>,
        chain: &Chain,
    ) -> Vec<(Wanted, Chain)> {
        let mut found = Vec::new();
        let gene = individual.calls.get(chain.action).and_then(|action| {
            action.genes.get(chain.place.1).filter(|_| action.template == chain.place.0)
        });
        let (Some(gene), true) = (gene, chain.depth < DEEPEST) else { return found };
        if self.0.len() >= MOST_PARTS {
            self.0.clear();
        }
        let used = self.0.entry((chain.place, key(&chain.part))).or_default();
        let (_, parameter, index) = chain.place;
        let is_new = |pair: &&Pair| {
            pair.action == chain.action && !pair.ordered && !chain.before.contains(pair)
        };
        for pair in pairs.iter().rev().filter(is_new) {
            let [one, other] = &pair.values;
            let mut held = false;
            let mut wanted = Vec::new();
            for (from, to) in [(one, other), (other, one)] {
                if *from == chain.part
                    || gene.is_all(index, from)
                    || !gene.holders(from).contains(&index)
                {
                    continue;
                }
                held = true;
                wanted.push(Wanted::Instead(Instead {
                    call: chain.action,
                    action: chain.action,
                    parameter,
                    index,
                    from: from.clone(),
                    to: to.clone(),
                    beside: false,
                }));
            }
            if let [MetValue::Number(one), MetValue::Number(other)] = pair.values
                && !held
                && gene.places_of_check_digits().contains(&index)
            {
                wanted.extend(in_check_digits((chain.action, parameter, index), other - one));
            }
            for wanted in wanted {
                if *used >= MOST_OF_PART || found.len() >= MOST_AT_ONCE {
                    return found;
                }
                *used += 1;
                let before = Arc::clone(pairs);
                found.push((wanted, Chain { depth: chain.depth + 1, before, ..chain.clone() }));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::met_values::tests::{individual, text};

    fn pair(one: MetValue, other: MetValue) -> Pair {
        Pair { action: 0, values: [one, other], ordered: false, open: true }
    }

    fn numbers(one: f64, other: f64) -> Pair {
        pair(MetValue::Number(one), MetValue::Number(other))
    }

    fn put(from: &str, to: &str) -> Wanted {
        let (from, to) = (text(from), text(to));
        Wanted::Instead(Instead {
            call: 0,
            action: 0,
            parameter: 0,
            index: 0,
            from,
            to,
            beside: false,
        })
    }

    /// What began with `DE` in the place of `NL`, where the users 2 and 1 had met.
    fn begun() -> Chain {
        let before = [pair(text("NL"), text("DE")), numbers(2.0, 1.0)];
        Chain::of(&individual("NL45ABCD01"), &put("NL", "DE"), &before.into()).expect("a part")
    }

    #[test]
    fn what_met_anew_beside_a_part_is_put_right() {
        let mut repairs = Repairs::default();
        let it = individual("DE45ABCD01");
        let pairs = [
            numbers(10.0, 22.0),
            pair(text("ABCD01"), MetValue::Pattern { source: "^.$".to_owned(), whole: true }),
            numbers(2.0, 1.0),
            pair(text("DE"), text("FR")),
        ];
        let found = repairs.of(&it, &pairs.into(), &begun());
        let [(Wanted::Instead(form), one), (Wanted::Instead(length), other)] = &found[..] else {
            panic!("{found:?}")
        };
        assert!(matches!(form.to, MetValue::Pattern { .. }));
        assert_eq!(length.to, MetValue::Number(22.0));
        assert!(one.depth == 1 && other.depth == 1);
    }

    #[test]
    fn what_a_sum_lacks_is_added_to_check_digits_and_taken_from_them() {
        let found = Repairs::default().of(
            &individual("DE45ABCD01"),
            &[numbers(37.0, 1.0)].into(),
            &begun(),
        );
        let deltas: Vec<f64> = found
            .iter()
            .filter_map(|(wanted, _)| match wanted {
                Wanted::CheckDigits { delta, .. } => Some(*delta),
                _ => None,
            })
            .collect();
        assert_eq!(deltas, [-36.0, -36.0, 36.0, 36.0]);
    }

    #[test]
    fn a_whole_text_begins_nothing_and_what_goes_on_comes_to_an_end() {
        let none: Arc<[Pair]> = Arc::new([]);
        assert!(Chain::of(&individual("NL"), &put("NL", "DE"), &none).is_none());
        let mut repairs = Repairs::default();
        let it = individual("DE45ABCD01");
        let pairs: Arc<[Pair]> = [numbers(10.0, 22.0)].into();
        let mut chain = begun();
        for depth in 1..=DEEPEST {
            let mut found = repairs.of(&it, &pairs, &Chain { before: Arc::clone(&none), ..chain });
            chain = found.pop().expect("it goes on").1;
            assert_eq!(chain.depth, depth);
        }
        assert!(repairs.of(&it, &pairs, &Chain { before: none, ..chain }).is_empty());
        let count = (0..100).map(|_| repairs.of(&it, &pairs, &begun()).len()).sum::<usize>();
        assert_eq!(count, usize::from(MOST_OF_PART - DEEPEST));
    }
}
