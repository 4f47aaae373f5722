//! Templates of actions by their ids: those of calls, and those of what is set up before them.

use crate::{ActionTemplate, TemplateId};

/// Number of the first template of setup: far behind those of calls, of which there are more and more.
const FIRST_OF_SETUP: u32 = 1 << 24;
/// Number of the first template of what services answer: far behind those of rows.
const FIRST_OF_SERVICES: u32 = 1 << 28;

impl TemplateId {
    /// Makes the id of a template of a row, by its index among these.
    #[must_use]
    pub fn of_setup(index: usize) -> Self {
        Self(FIRST_OF_SETUP + u32::try_from(index).unwrap_or(0))
    }

    /// Answers the index among the templates of rows, if it is one of these.
    #[must_use]
    pub fn setup(self) -> Option<usize> {
        let index = self.0.checked_sub(FIRST_OF_SETUP)?;
        (self.0 < FIRST_OF_SERVICES).then_some(index as usize)
    }

    /// Makes the id of a template of what a service answers, by its index among these.
    #[must_use]
    pub fn of_service(index: usize) -> Self {
        Self(FIRST_OF_SERVICES + u32::try_from(index).unwrap_or(0))
    }

    /// Answers the index among the templates of what services answer, if it is one of these.
    #[must_use]
    pub fn service(self) -> Option<usize> {
        self.0.checked_sub(FIRST_OF_SERVICES).map(|index| index as usize)
    }

    /// Tells whether it is of something that is set up.
    #[must_use]
    pub fn is_setup(self) -> bool {
        self.0 >= FIRST_OF_SETUP
    }
}

/// All templates of a problem.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    /// Templates of calls.
    pub calls: Vec<ActionTemplate>,
    /// Templates of rows.
    pub setup: Vec<ActionTemplate>,
    /// Templates of what services answer.
    pub services: Vec<ActionTemplate>,
}

impl Templates {
    /// Answers the template of an id.
    #[must_use]
    pub fn get(&self, id: TemplateId) -> Option<&ActionTemplate> {
        match (id.setup(), id.service()) {
            (Some(index), _) => self.setup.get(index),
            (None, Some(index)) => self.services.get(index),
            (None, None) => self.calls.get(id.0 as usize),
        }
    }
}
