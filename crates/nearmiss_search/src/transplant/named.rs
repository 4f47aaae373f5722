//! Values by what they are called.

use std::collections::BTreeMap;

use super::places::{Place, single_values};
use crate::{Action, ActionTemplate, GeneValue};

/// The values of calls, by the name of their parameter or field.
#[derive(Clone, Debug, Default)]
pub(super) struct Named(BTreeMap<String, Vec<GeneValue>>);

impl Named {
    pub(super) fn of<'a>(
        actions: impl Iterator<Item = &'a Action>,
        templates: &[ActionTemplate],
    ) -> Self {
        let mut known: BTreeMap<String, Vec<GeneValue>> = BTreeMap::new();
        for action in actions {
            for (_, name, value) in single_values(action, templates) {
                let values = known.entry(name).or_default();
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        Self(known)
    }

    /// These, and of names that are not among them the others'.
    pub(super) fn or(&self, others: &Self) -> Self {
        let mut known = others.0.clone();
        known.extend(self.0.clone());
        Self(known)
    }

    /// Places in a call, each with every value that is called the same.
    pub(super) fn for_call(
        &self,
        call: &Action,
        templates: &[ActionTemplate],
    ) -> Vec<(Place, GeneValue)> {
        let mut found = Vec::new();
        for (place, name, _) in single_values(call, templates) {
            let values = self.0.get(&name).into_iter().flatten();
            found.extend(values.map(|value| (place.clone(), value.clone())));
        }
        found
    }
}
