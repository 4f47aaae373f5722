//! Routes of the program's routers that calls entered, each with a number.

use std::collections::HashMap;
use std::sync::Arc;

use nearmiss_problem::FoundRoute;

/// Routes that are kept; a program that makes routes as it runs must not fill the memory.
const MOST_ROUTES: usize = 4096;

/// Routes by number, given once per search. What a router serves by one route may be several for us: of several
/// methods, or with and without an optional part of the path.
#[derive(Debug, Default)]
pub struct EnteredRoutes {
    numbers: HashMap<Arc<[FoundRoute]>, u32>,
    all: Vec<Arc<[FoundRoute]>>,
}

impl EnteredRoutes {
    /// The number of a route, from 1: the same for the same route, in every process.
    pub fn number(&mut self, route: Vec<FoundRoute>) -> Option<u32> {
        if let Some(number) = self.numbers.get(route.as_slice()) {
            return Some(*number);
        }
        let number = u32::try_from(self.all.len() + 1).ok()?;
        if self.all.len() >= MOST_ROUTES {
            return None;
        }
        let route: Arc<[FoundRoute]> = route.into();
        self.all.push(Arc::clone(&route));
        self.numbers.insert(route, number);
        Some(number)
    }

    /// Answers what the route of a number serves.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<Arc<[FoundRoute]>> {
        self.all.get((number as usize).checked_sub(1)?).cloned()
    }

    /// All routes but the first `known`, in the order of their numbers.
    pub fn since(&self, known: usize) -> impl Iterator<Item = &[FoundRoute]> {
        self.all.iter().skip(known).map(AsRef::as_ref)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_keeps_its_number() {
        let route = |path: &str| {
            vec![FoundRoute {
                method: "GET".to_owned(),
                path: path.to_owned(),
                ..FoundRoute::default()
            }]
        };
        let mut routes = EnteredRoutes::default();
        assert_eq!(routes.number(route("/a")), Some(1));
        assert_eq!(routes.number(route("/b")), Some(2));
        assert_eq!(routes.number(route("/a")), Some(1));
        assert_eq!(routes.get(2).unwrap()[0].path, "/b");
        assert!(routes.get(0).is_none() && routes.get(3).is_none());
        assert_eq!(routes.since(1).count(), 1);
        for number in 0..2 * MOST_ROUTES {
            routes.number(route(&format!("/{number}")));
        }
        assert_eq!(routes.all.len(), MOST_ROUTES);
    }
}
