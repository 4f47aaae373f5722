//! Why runs differ: by themselves, or for what was other where they ran.

use super::Elsewhere;

/// What stands in front of what a value follows.
pub(super) const FOLLOWS: &str = "follows ";

/// What was other in each run, in their order.
pub(super) struct Origins(Vec<Option<&'static str>>);

impl Origins {
    /// Those of so many runs at home, and of runs elsewhere.
    pub fn of(home: usize, elsewhere: &[Elsewhere<'_>]) -> Self {
        let others = elsewhere.iter().map(|run| Some(run.follows));
        Self(std::iter::repeat_n(None, home).chain(others).collect())
    }

    /// `None` if all values, one a run, are equal; else what the first one that differs follows, where that is known.
    pub fn difference<T: PartialEq>(
        &self,
        mut values: impl Iterator<Item = T>,
    ) -> Option<Option<&'static str>> {
        let first = values.next()?;
        let mut others = values.zip(&self.0[1..]);
        others.find(|(value, _)| *value != first).map(|(_, origin)| *origin)
    }

    /// The same in words: `differs between runs`, `follows the clock`.
    pub fn told<T: PartialEq>(&self, values: impl Iterator<Item = T>) -> Option<String> {
        let difference = self.difference(values)?;
        Some(difference.map_or("differs between runs".to_owned(), Self::follows))
    }

    /// `follows the clock`
    pub fn follows(what: &'static str) -> String {
        format!("{FOLLOWS}{what}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_at_home_follows_nothing() {
        let origins = Origins(vec![None, None, Some("the clock"), Some("the folder")]);
        let told = |values: [u8; 4]| origins.told(values.into_iter());
        assert_eq!(told([1, 1, 1, 1]), None);
        assert_eq!(told([1, 2, 3, 1]).as_deref(), Some("differs between runs"));
        assert_eq!(told([1, 1, 3, 4]).as_deref(), Some("follows the clock"));
        assert_eq!(told([1, 1, 1, 4]).as_deref(), Some("follows the folder"));
    }
}
