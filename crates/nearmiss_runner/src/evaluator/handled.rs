//! Whose calls they were: the operations whose routes handled the calls of a test.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::PoisonError;

use nearmiss_problem::{Call, CallOutcome, Handled};

use super::SutEvaluator;

/// What is known of routes, by the operation that calls were made for and the number of the route.
#[derive(Debug, Default)]
pub(super) struct HandledBy {
    known: HashMap<(usize, u32), Handled>,
    /// Operations that there were then.
    operations: usize,
}

impl HandledBy {
    /// Forgets what was known when there was another number of operations.
    fn forget_unless(&mut self, operations: usize) {
        if self.operations != operations {
            self.known.clear();
            self.operations = operations;
        }
    }
}

impl SutEvaluator<'_> {
    /// The calls of a test as those of the operations whose routes handled them, and those of them that were made for
    /// another one: index and name. `routes`: numbers of the routes.
    pub(super) fn as_handled<'s>(
        &mut self,
        steps: &'s [Call],
        outcomes: &[CallOutcome],
        routes: &[u32],
    ) -> (Cow<'s, [Call]>, Vec<(usize, String)>) {
        self.handled_by.forget_unless(self.problem.operation_count());
        let mut strayed = Vec::new();
        for (index, call) in steps.iter().enumerate().take(outcomes.len()) {
            let route = routes.get(index).copied().unwrap_or(0);
            let Some(meant) = self.problem.operation_index(&call.operation) else { continue };
            let handled = self.handled(meant, route);
            if *handled != Handled::AsMeant {
                let handled = handled.clone();
                let by = self.problem.handled_by(&handled, call, &outcomes[..index]);
                strayed.extend(by.map(|name| (index, name)));
            }
        }
        if strayed.is_empty() {
            return (Cow::Borrowed(steps), strayed);
        }
        let mut steps = steps.to_vec();
        for (index, name) in &strayed {
            let call = &mut steps[*index];
            call.operation = name.as_str().into();
        }
        (Cow::Owned(steps), strayed)
    }

    fn handled(&mut self, meant: usize, route: u32) -> &Handled {
        let (words, problem) = (&self.words, self.problem);
        self.handled_by.known.entry((meant, route)).or_insert_with(|| {
            let routes = words.routes.lock().unwrap_or_else(PoisonError::into_inner);
            let route = routes.get(route);
            drop(routes);
            problem.handled(meant, route.as_deref())
        })
    }
}
