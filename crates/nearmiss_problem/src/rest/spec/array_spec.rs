//! Lists.

use nearmiss_search::GeneSpec;
use serde_json::Value;

use super::conjunction::{Conjunction, Leaf};
use super::keyword;
use super::spec_builder::SpecBuilder;

/// Items beyond the least number where the schema sets no limit.
const MORE_ITEMS: usize = 16;
/// Most items that are made, whatever the schema asks for.
const MOST_ITEMS: usize = 1_000;

impl<'d> SpecBuilder<'d, '_> {
    /// A list; `None` if it needs items and there are none.
    pub(super) fn array(&mut self, leaves: &[Leaf<'d>]) -> Option<GeneSpec> {
        let mut min =
            keyword::counts(leaves, "minItems", self.warnings).into_iter().max().unwrap_or(0);
        if min > MOST_ITEMS {
            self.warn_at(leaves, "`minItems` asks for more than 1000 items; so many are sent");
            min = MOST_ITEMS;
        }
        let max = keyword::counts(leaves, "maxItems", self.warnings).into_iter().min();
        let mut max = max.unwrap_or(min + MORE_ITEMS).min(MOST_ITEMS);
        if max < min {
            self.warn_at(leaves, "`maxItems` is below `minItems`; it is ignored");
            max = min + MORE_ITEMS;
        }
        let mut unique = leaves.iter().any(|leaf| leaf.place.is_true("uniqueItems"));
        let mut items = Conjunction::default();
        for leaf in leaves {
            let Some(place) = leaf.place.get("items") else { continue };
            match place.value {
                // The tuples of draft 4.
                Value::Array(_) => {
                    self.warnings
                        .add(&place.pointer, "`items` as a list is ignored; one schema is read");
                }
                _ => items.leaves.push(Leaf::new(place)),
            }
        }
        let item = if items.leaves.is_empty() {
            Some(GeneSpec::Any)
        } else if self.is_large() && min == 0 {
            None
        } else {
            self.part(&items)
        };
        let Some(item) = item else {
            let empty = GeneSpec::Array { item: Box::new(GeneSpec::Any), min: 0, max: 0, unique };
            return (min == 0).then_some(empty);
        };
        if unique && let Some(distinct) = distinct_values(&item) {
            if distinct < min {
                self.warn_at(leaves, "there are too few different items; they may repeat");
                unique = false;
            } else {
                max = max.min(distinct);
            }
        }
        Some(GeneSpec::Array { item: Box::new(item), min, max, unique })
    }
}

/// How many values a small spec has.
fn distinct_values(spec: &GeneSpec) -> Option<usize> {
    match spec {
        GeneSpec::Boolean => Some(2),
        GeneSpec::Enum(values) => Some(values.len()),
        GeneSpec::Nullable(inner) => distinct_values(inner).map(|count| count + 1),
        GeneSpec::Integer { min, max, multiple_of } => {
            let span = i128::from(*max) - i128::from(*min);
            usize::try_from(span / i128::from((*multiple_of).max(1)) + 1).ok()
        }
        GeneSpec::Double { .. }
        | GeneSpec::Text { .. }
        | GeneSpec::Pattern { .. }
        | GeneSpec::Format(_)
        | GeneSpec::Array { .. }
        | GeneSpec::Object { .. }
        | GeneSpec::Map { .. }
        | GeneSpec::Optional(_)
        | GeneSpec::Choice(_)
        | GeneSpec::Suggested { .. }
        | GeneSpec::Any
        | GeneSpec::Open => None,
    }
}
