//! Individuals: sequences of actions, each a template with one gene a parameter.

use crate::GeneSpec;
use crate::gene::Gene;

/// Index of an [`ActionTemplate`] in the list the problem gave.
#[derive(
    Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize,
)]
pub struct TemplateId(pub u32);

/// One operation of the SUT: what can be called and with which inputs.
#[derive(Clone, Debug)]
pub struct ActionTemplate {
    /// `GET:/books/{id}`.
    pub name: String,
    /// Name and constraints of each input, in the order in which `Problem::lower` expects values.
    pub parameters: Vec<(String, GeneSpec)>,
}

/// An input of an action that is taken from an answer of an earlier action of the same individual
/// (for example a path parameter from the id of the resource that a POST made).
#[derive(Clone, Debug, Default, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Link {
    /// Index of the parameter that is replaced.
    pub parameter: usize,
    /// The place inside the value of the parameter that is replaced: names of fields, `-` for each
    /// item of a list. Empty: all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// Index of the earlier action in the individual.
    pub from: usize,
    /// What to take from its answer, in words of the problem (for REST a JSON pointer into the
    /// body such as `/id`, or `Location` for the last segment of that header).
    pub source: String,
}

/// Index of a user in the list the problem gave.
#[derive(
    Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize,
)]
pub struct UserId(pub u32);

/// A call with its inputs.
#[derive(Clone, Debug)]
pub struct Action {
    /// What is called.
    pub template: TemplateId,
    /// One gene a parameter of the template.
    pub genes: Vec<Gene>,
    /// Inputs taken from earlier answers; they override the gene of the parameter.
    pub links: Vec<Link>,
    /// Who calls; `None`: nobody who logged in.
    pub user: Option<UserId>,
}

/// A test: actions run one after another after a reset.
#[derive(Clone, Debug, Default)]
pub struct Individual {
    /// At least one.
    pub actions: Vec<Action>,
    /// After the test the last call is made many times more, and what the SUT remembers of it is measured.
    pub soaks: bool,
}

impl Individual {
    /// Takes out an action. Actions linked to it lose the link (their own gene is used again), and
    /// links to later actions are moved.
    pub fn remove_action(&mut self, index: usize) {
        self.actions.remove(index);
        for action in &mut self.actions {
            action.links.retain(|link| link.from != index);
            for link in &mut action.links {
                if link.from > index {
                    link.from -= 1;
                }
            }
        }
    }

    /// Puts an action in at `index`, moving links behind it.
    pub fn insert_action(&mut self, index: usize, action: Action) {
        for later in &mut self.actions[index..] {
            for link in &mut later.links {
                if link.from >= index {
                    link.from += 1;
                }
            }
        }
        self.actions.insert(index, action);
    }
}
