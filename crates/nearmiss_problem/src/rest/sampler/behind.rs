//! Calls that were made elsewhere, put behind a test.

use nearmiss_search::Action;

use crate::rest::model::Model;
use crate::rest::operation::Place;

impl Model {
    /// A call that works on what the last of `earlier` has made or changed, instead of what it worked on: takes its path, and inputs
    /// that name what was made, from there. `None` if it has nothing to do with it, or that call only reads.
    pub(super) fn behind(&self, earlier: &[Action], call: &Action) -> Option<Action> {
        let last = earlier.last()?;
        let before = self.operations.get(last.template.0 as usize)?;
        if matches!(before.method.as_str(), "GET" | "HEAD" | "OPTIONS" | "DELETE") {
            return None;
        }
        let operation = call.template.0 as usize;
        let mut action = Action { links: Vec::new(), ..call.clone() };
        let bound = self.bind_to_earlier(&mut action, operation, earlier)
            || self.bind_to_same_path(&mut action, operation, earlier);
        let linked = self.link_surely(&mut action, earlier);
        (bound || linked).then_some(action)
    }

    /// Takes the parameters of the path over from the last call, as far as its path is the same.
    fn bind_to_same_path(&self, action: &mut Action, operation: usize, earlier: &[Action]) -> bool {
        let Some(from) = earlier.len().checked_sub(1) else { return false };
        let Some(own) = self.operations.get(operation) else { return false };
        let Some(other) = self.operations.get(earlier[from].template.0 as usize) else {
            return false;
        };
        let mut any = false;
        for (parameter, known) in own.parameters.iter().enumerate() {
            let name = format!("{{{}}}", known.name);
            let Some(at) = own.path.find(&name) else { continue };
            let same = other
                .parameters
                .iter()
                .position(|other| other.place == Place::Path && other.name == known.name);
            if known.place == Place::Path
                && other.path.starts_with(&own.path[..at + name.len()])
                && let Some(source) = same
            {
                self.copy(action, parameter, earlier, from, source);
                any = true;
            }
        }
        any
    }
}
