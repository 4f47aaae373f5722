//! Calls as those of the operations whose routes handled them.

use crate::Handled;
use crate::rest::RestProblem;
use crate::rest::oracles::sent_path;
use crate::{Call, CallOutcome};

impl RestProblem {
    /// The name of the operation whose route handled a call, where it is not the one that the call was made for.
    /// `earlier`: what became of the calls before it in its test.
    pub(in crate::rest) fn whose(
        &self,
        handled: &Handled,
        call: &Call,
        earlier: &[CallOutcome],
    ) -> Option<String> {
        let candidates = match handled {
            Handled::AsMeant => return None,
            Handled::ByNone(name) => return Some(name.clone()),
            Handled::ByOneOf(candidates) => candidates,
        };
        let model = self.model();
        let meant = model.find(&call.operation)?;
        let index = model.at_path(candidates, meant, &sent_path(call, earlier));
        (index != meant).then(|| model.operations[index].name.to_string())
    }
}
