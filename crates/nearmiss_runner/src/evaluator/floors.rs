//! What slots must exceed to be told, as a lane knows it.

use std::collections::BTreeMap;

/// The floors of a lane. A test that is not run, as its user cannot log in, tells no process of them:
/// the next one does.
#[derive(Debug, Default)]
pub(super) struct Floors {
    /// By slot.
    all: BTreeMap<u32, f64>,
    /// Those that the maps of the process were not told.
    untold: Vec<(u32, f64)>,
}

impl Floors {
    /// Takes in floors that are new.
    pub fn note(&mut self, new: &[(u32, f64)]) {
        self.all.extend(new.iter().copied());
        self.untold.extend(new);
    }

    /// All of them, for maps that have none yet, and those that other maps have not been told; the last
    /// of one slot holds.
    pub fn take_untold(&mut self) -> (&BTreeMap<u32, f64>, Vec<(u32, f64)>) {
        (&self.all, std::mem::take(&mut self.untold))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_of_a_test_that_was_not_run_are_told_with_the_next() {
        let mut floors = Floors::default();
        floors.note(&[(1, 0.5)]);
        // No process was told.
        floors.note(&[(2, 0.25), (1, 0.75)]);
        let (all, untold) = floors.take_untold();
        assert_eq!(all, &BTreeMap::from([(1, 0.75), (2, 0.25)]));
        assert_eq!(untold, [(1, 0.5), (2, 0.25), (1, 0.75)]);
        floors.note(&[(3, 0.0)]);
        let (all, untold) = floors.take_untold();
        assert_eq!((all.len(), untold), (3, vec![(3, 0.0)]));
    }
}
