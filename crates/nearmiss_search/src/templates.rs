//! Templates of actions by their ids: those of calls, and those of what is set up before them.

use crate::{ActionTemplate, TemplateId};

/// Number of the first template of setup: far behind those of calls, of which there are more and more.
const FIRST_OF_SETUP: u32 = 1 << 24;

impl TemplateId {
    /// Makes the id of a template of setup, by its index among these.
    #[must_use]
    pub fn of_setup(index: usize) -> Self {
        Self(FIRST_OF_SETUP + u32::try_from(index).unwrap_or(0))
    }

    /// Answers the index among the templates of setup, if it is one of these.
    #[must_use]
    pub fn setup(self) -> Option<usize> {
        self.0.checked_sub(FIRST_OF_SETUP).map(|index| index as usize)
    }
}

/// All templates of a problem.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    /// Templates of calls.
    pub calls: Vec<ActionTemplate>,
    /// Templates of what is set up.
    pub setup: Vec<ActionTemplate>,
}

impl Templates {
    /// Answers the template of an id.
    #[must_use]
    pub fn get(&self, id: TemplateId) -> Option<&ActionTemplate> {
        match id.setup() {
            Some(index) => self.setup.get(index),
            None => self.calls.get(id.0 as usize),
        }
    }
}
