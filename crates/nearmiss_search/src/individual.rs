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
    /// The action whose answer it is.
    pub from: ActionAt,
    /// What to take from its answer, in words of the problem (for REST a JSON pointer into the
    /// body such as `/id`, or `Location` for the last segment of that header).
    pub source: String,
}

/// Place of an action in its test, and so what a link takes its value from.
#[derive(
    Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize,
)]
pub enum ActionAt {
    /// Among the calls: the answer to an earlier one.
    Call(usize),
    /// Among what is set up: what that has answered (the key of a row).
    Setup(usize),
}

impl ActionAt {
    /// Answers the index of the call, if it is one.
    #[must_use]
    pub fn call(self) -> Option<usize> {
        match self {
            Self::Call(index) => Some(index),
            Self::Setup(_) => None,
        }
    }

    /// Moves it to where it is once another one is gone.
    fn without(self, gone: Self) -> Self {
        match (self, gone) {
            (Self::Call(index), Self::Call(gone)) if index > gone => Self::Call(index - 1),
            (Self::Setup(index), Self::Setup(gone)) if index > gone => Self::Setup(index - 1),
            (same, _) => same,
        }
    }
}

impl Default for ActionAt {
    fn default() -> Self {
        Self::Call(0)
    }
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
    /// Way in which the call is malformed on purpose; `None`: it is well formed.
    pub malformed: Option<Malformed>,
}

/// A way in which what is sent is malformed whatever the inputs are, by its name, in words of the problem.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Malformed(pub String);

/// A test: what is set up after a reset, and the calls that are made then, one after another.
///
/// Every index of an action is one of `calls`; where an input of any action is meant, what is set up has the indexes behind
/// those of the calls ([`Individual::action`]).
#[derive(Clone, Debug, Default)]
pub struct Individual {
    /// Actions that set something up before the calls, in order: a row, an answer of another service. No budget counts it.
    pub setup: Vec<Action>,
    /// The calls, at least one.
    pub calls: Vec<Action>,
    /// After the test the last call is made many times more, and what the SUT remembers of it is measured.
    pub soaks: bool,
}

/// Calls of one operation in a row of which a test has more for a reason of its own, such as a limiter that refuses what is too
/// much.
const LONG: usize = 30;

impl Individual {
    /// Tells whether it ends with so many calls of one operation that it is neither changed nor made shorter: their number shows
    /// something.
    #[must_use]
    pub fn is_long(&self) -> bool {
        let last = self.calls.last().map(|last| last.template);
        let alike = self.calls.iter().rev().take_while(|call| Some(call.template) == last);
        alike.count() > LONG
    }

    /// Lists all actions: the calls, and behind them what is set up.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.calls.iter().chain(&self.setup)
    }

    /// Lists all actions, to be changed.
    pub fn actions_mut(&mut self) -> impl Iterator<Item = &mut Action> {
        self.calls.iter_mut().chain(&mut self.setup)
    }

    /// Answers the action at an index of [`Individual::actions`].
    #[must_use]
    pub fn action(&self, index: usize) -> Option<&Action> {
        self.calls.get(index).or_else(|| self.setup.get(index.checked_sub(self.calls.len())?))
    }

    /// Answers the action at an index of [`Individual::actions`], to be changed.
    pub fn action_mut(&mut self, index: usize) -> Option<&mut Action> {
        let calls = self.calls.len();
        match index.checked_sub(calls) {
            None => self.calls.get_mut(index),
            Some(index) => self.setup.get_mut(index),
        }
    }

    /// Takes out a call. Actions linked to it lose the link (their own gene is used again), and
    /// links to later calls are moved.
    pub fn remove_call(&mut self, index: usize) {
        self.calls.remove(index);
        self.unlink(ActionAt::Call(index));
    }

    /// Takes out something that is set up, and the links to it.
    pub fn remove_setup(&mut self, index: usize) {
        self.setup.remove(index);
        self.unlink(ActionAt::Setup(index));
    }

    fn unlink(&mut self, gone: ActionAt) {
        for action in self.actions_mut() {
            action.links.retain(|link| link.from != gone);
            for link in &mut action.links {
                link.from = link.from.without(gone);
            }
        }
    }

    /// Takes out the links of calls, each by its index, to the answer of an earlier call: their own genes are used again.
    pub fn drop_links(&mut self, of: &[(usize, usize)]) {
        for (index, from) in of {
            if let Some(action) = self.calls.get_mut(*index) {
                action.links.retain(|link| link.from != ActionAt::Call(*from));
            }
        }
    }

    /// Puts a call in at `index`, moving links behind it.
    pub fn insert_call(&mut self, index: usize, action: Action) {
        for later in &mut self.calls[index..] {
            for link in &mut later.links {
                if let ActionAt::Call(from) = &mut link.from
                    && *from >= index
                {
                    *from += 1;
                }
            }
        }
        self.calls.insert(index, action);
    }

    /// Lists what can be taken out of it alone, in the order in which that is tried: a call, the last first, then something
    /// that is set up, the last first. One call stays.
    pub fn lighter(&self) -> impl Iterator<Item = ActionAt> + use<> {
        let calls = (0..self.calls.len()).rev().map(ActionAt::Call);
        calls.chain((0..self.setup.len()).rev().map(ActionAt::Setup))
    }

    /// Takes one of these out.
    pub fn remove(&mut self, what: ActionAt) {
        match what {
            ActionAt::Call(index) => self.remove_call(index),
            ActionAt::Setup(index) => self.remove_setup(index),
        }
    }
}
