//! Calls as those of the operations whose routes handled them.

use nearmiss_search::EvaluatedIndividual;

use super::{FoundRoute, Handled};
use crate::rest::RestProblem;
use crate::rest::oracles::sent_path;
use crate::{Call, CallOutcome};

impl RestProblem {
    /// Takes in the routes of the API without adding any to what can be called: what has one of its own is handled by
    /// no other.
    pub fn note_routes(&self, routes: &[FoundRoute]) {
        self.grow(|model, _| model.note_routes(routes));
    }

    /// What the route that handled calls made for an operation says of whose they are; `None`: no route is known to
    /// have.
    #[must_use]
    pub fn handled(&self, operation: usize, route: Option<&[FoundRoute]>) -> Handled {
        self.model().handled(operation, route)
    }

    /// The name of the operation whose route handled a call, where it is not the one that the call was made for.
    /// `earlier`: what became of the calls before it in its test.
    #[must_use]
    pub fn handled_by(
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

    /// The calls of a test that was run, each as one of the operation whose route handled it.
    #[must_use]
    pub fn lower_as_handled(&self, test: &EvaluatedIndividual) -> Vec<Call> {
        let mut steps = self.lower(&test.individual);
        for (index, operation) in &test.strayed {
            if let Some(call) = steps.get_mut(*index) {
                call.operation = operation.as_str().into();
            }
        }
        steps
    }
}
