//! Whose call it was: the operation whose route has handled it, which need not be the one that it was made for. An id
//! may be `latest`, and a list stands behind a slash alone.

use std::collections::{BTreeMap, BTreeSet};

use super::operation_of;
use super::shape::{is_case_of, shape_behind, shape_of};
use crate::rest::model::Model;
use crate::rest::operation::Operation;
use crate::rest::seeds::fits;
use crate::{FoundRoute, Handled};

/// Operations by method and shape of their path.
#[derive(Debug, Default)]
struct Known {
    whole: BTreeMap<(String, String), Vec<usize>>,
    /// Without the path of the server, which something before the router may have taken off.
    behind: BTreeMap<(String, String), Vec<usize>>,
}

impl Known {
    /// The operations; `fold`: upper and lower case are the same.
    fn of(operations: &[Operation], fold: bool) -> Self {
        let mut known = Self::default();
        for (index, operation) in operations.iter().enumerate() {
            let key = |shape: String| {
                let shape = if fold { shape.to_lowercase() } else { shape };
                (operation.method.clone(), shape)
            };
            known.whole.entry(key(shape_of(operation))).or_default().push(index);
            known.behind.entry(key(shape_behind(operation))).or_default().push(index);
        }
        known
    }

    fn at(&self, method: &str, shape: &str) -> &[usize] {
        let key = (method.to_owned(), shape.to_owned());
        self.whole.get(&key).or_else(|| self.behind.get(&key)).map_or(&[], Vec::as_slice)
    }
}

impl Model {
    /// Takes in which operations have a route of their own.
    pub(in crate::rest) fn note_routes(&mut self, routes: &[FoundRoute]) {
        let routed: Vec<usize> = self.served_by(routes, None);
        self.routed.extend(routed);
    }

    /// The operations that routes are for; with a method only those that routes of this method are for.
    fn served_by(&self, routes: &[FoundRoute], method: Option<&str>) -> Vec<usize> {
        let shapes: Vec<(String, String)> = routes
            .iter()
            .filter_map(|route| operation_of(route).map(|(operation, _)| operation))
            .filter_map(|operation| {
                let serves = match method {
                    None => true,
                    Some("HEAD") => matches!(&*operation.method, "HEAD" | "GET"),
                    Some(method) => operation.method == method,
                };
                let of = method.map_or(operation.method.clone(), str::to_owned);
                serves.then(|| (of, shape_of(&operation)))
            })
            .collect();
        // Routers mostly do not tell cases apart.
        let (exact, folded) =
            (Known::of(&self.operations, false), Known::of(&self.operations, true));
        let mut found: BTreeSet<usize> = BTreeSet::new();
        for (method, shape) in &shapes {
            match exact.at(method, shape) {
                [] => found.extend(folded.at(method, &shape.to_lowercase())),
                all => found.extend(all),
            }
        }
        found.into_iter().collect()
    }

    /// Whose calls are that were made for an operation and that `route` has handled; `None`: it is not known what has.
    pub(in crate::rest) fn handled(&self, meant: usize, route: Option<&[FoundRoute]>) -> Handled {
        let Some(operation) = self.operations.get(meant) else { return Handled::AsMeant };
        if operation.anywhere {
            return Handled::AsMeant;
        }
        let Some(route) = route else { return self.handled_by_document(meant) };
        let mut candidates = self.served_by(route, Some(&operation.method));
        if candidates.is_empty() {
            // Middleware may have changed the method.
            let others = route.iter().filter(|one| one.method != operation.method).cloned();
            candidates = self.served_by(&others.collect::<Vec<_>>(), None);
        }
        if candidates == [meant] {
            return Handled::AsMeant;
        }
        let has_route = self.routed.contains(&meant);
        if !candidates.contains(&meant) && !has_route && self.is_case_of_any(operation, route) {
            // One route for many: the program tells them apart.
            return Handled::AsMeant;
        }
        match (candidates.is_empty(), has_route) {
            (false, _) => Handled::ByOneOf(candidates),
            (true, false) => Handled::AsMeant,
            (true, true) => {
                let path =
                    route.first().map_or("", |one| one.regexp.as_deref().unwrap_or(&one.path));
                Handled::ByNone(format!("{}:{path}", operation.method))
            }
        }
    }

    /// Answers what the document says alone: a path without parameters is matched before one with them.
    fn handled_by_document(&self, meant: usize) -> Handled {
        let operation = &self.operations[meant];
        let general = shape_of(operation);
        let rivals = self.operations.iter().enumerate().filter(|(index, other)| {
            *index != meant
                && other.method == operation.method
                && !other.anywhere
                && !shape_of(other).contains("{}")
                && general.contains("{}")
                && (is_case_of(&shape_of(other), &general)
                    || is_case_of(&format!("{}/", shape_of(other)), &general))
        });
        let mut candidates: Vec<usize> = rivals.map(|(index, _)| index).collect();
        if candidates.is_empty() {
            return Handled::AsMeant;
        }
        candidates.push(meant);
        Handled::ByOneOf(candidates)
    }

    fn is_case_of_any(&self, operation: &Operation, route: &[FoundRoute]) -> bool {
        let shapes = [shape_of(operation), shape_behind(operation)];
        let mut generals = route.iter().filter_map(|one| match &one.regexp {
            // What it matches is not asked.
            Some(_) => None,
            None => operation_of(one).map(|(general, _)| shape_of(&general)),
        });
        route.iter().any(|one| one.regexp.is_some())
            || generals.any(|general| shapes.iter().any(|shape| is_case_of(shape, &general)))
    }

    /// The operation of a call that was sent to `path`, of those that it may be; of several that the path fits, the one
    /// with fewest parameters.
    pub(in crate::rest) fn at_path(&self, candidates: &[usize], meant: usize, path: &str) -> usize {
        if let [only] = candidates {
            return *only;
        }
        let fitting = candidates.iter().filter_map(|index| {
            let mut found = Vec::new();
            fits(&self.operations.get(*index)?.pieces, path, &mut found).then_some((
                found.len(),
                *index != meant,
                *index,
            ))
        });
        let nearest = fitting.min().map(|(_, _, index)| index);
        nearest.or_else(|| candidates.contains(&meant).then_some(meant)).unwrap_or(candidates[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::RestProblem;
    use crate::{Problem, ProblemOptions};

    /// An API with these paths, each of them read.
    fn api(server: &str, paths: &[&str]) -> RestProblem {
        let read = |path: &&str| {
            let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
            let parameters: Vec<_> = names
                .map(|name| serde_json::json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
                .collect();
            let get = serde_json::json!({"parameters": parameters, "responses": {}});
            ((*path).to_owned(), serde_json::json!({"get": get}))
        };
        let paths: serde_json::Map<_, _> = paths.iter().map(read).collect();
        let document = serde_json::json!({
            "openapi": "3.0.0", "info": {"title": "t", "version": "1"},
            "servers": [{"url": server}], "paths": paths,
        });
        RestProblem::parse(&document.to_string(), &ProblemOptions::default()).unwrap().0
    }

    fn routes(paths: &[&str]) -> Vec<FoundRoute> {
        let route = |path: &&str| FoundRoute {
            method: "GET".to_owned(),
            path: (*path).to_owned(),
            ..FoundRoute::default()
        };
        paths.iter().map(route).collect()
    }

    /// The operation of a call that was made for `meant` and sent to `path`, where the routes of one handler are these.
    fn whose(api: &RestProblem, meant: &str, path: &str, route: Option<&[&str]>) -> String {
        let model = api.model();
        let meant = model.find(&format!("GET:{meant}")).unwrap();
        let route = route.map(routes);
        match model.handled(meant, route.as_deref()) {
            Handled::AsMeant => model.operations[meant].name.to_string(),
            Handled::ByOneOf(all) => {
                model.operations[model.at_path(&all, meant, path)].name.to_string()
            }
            Handled::ByNone(name) => format!("none: {name}"),
        }
    }

    const CORES: [&str; 4] = ["/cores", "/cores/latest", "/cores/{id}", "/cores/{id}/boosters"];

    #[test]
    fn a_call_is_the_operations_whose_route_handled_it_whatever_its_parameters_are_called() {
        let api = api("/", &CORES);
        api.add_routes(&routes(&[
            "/cores/",
            "/cores/latest",
            "/cores/{core}",
            "/cores/{core}/boosters",
        ]));
        let of = |path, route: &[&str]| whose(&api, "/cores/{id}", path, Some(route));
        assert_eq!(of("/cores/7", &["/cores/{core}"]), "GET:/cores/{id}");
        assert_eq!(of("/cores/", &["/cores/"]), "GET:/cores");
        assert_eq!(of("/cores/latest", &["/cores/latest"]), "GET:/cores/latest");
        // The router asks in its own order: so `latest` is an id where it says so.
        assert_eq!(of("/cores/latest", &["/cores/{core}"]), "GET:/cores/{id}");
        assert_eq!(of("/Cores/latest", &["/CORES/latest"]), "GET:/cores/latest");
    }

    #[test]
    fn a_route_with_an_optional_part_is_told_apart_by_the_path() {
        let api = api("/", &CORES);
        let both = ["/cores", "/cores/{id}"];
        api.add_routes(&routes(&both));
        assert_eq!(whose(&api, "/cores/{id}", "/cores/7", Some(&both)), "GET:/cores/{id}");
        assert_eq!(whose(&api, "/cores/{id}", "/cores/", Some(&both)), "GET:/cores");
        assert_eq!(whose(&api, "/cores", "/cores", Some(&both)), "GET:/cores");
    }

    #[test]
    fn one_route_for_many_operations_is_each_ones_that_has_no_other() {
        let api = api("/", &["/cores/{id}", "/crews/{id}", "/crews/me"]);
        api.add_routes(&routes(&["/{collection}/{id}", "/crews/{id}"]));
        let all = Some(&["/{collection}/{id}"][..]);
        assert_eq!(whose(&api, "/cores/{id}", "/cores/7", all), "GET:/cores/{id}");
        assert_eq!(whose(&api, "/crews/me", "/crews/me", Some(&["/crews/{id}"])), "GET:/crews/me");
        // What has a route of its own was not handled by it.
        assert_eq!(whose(&api, "/crews/{id}", "/crews/7", all), "GET:/{collection}/{id}");
    }

    #[test]
    fn the_path_of_the_server_may_be_the_routers_or_not() {
        let api = api("https://example.org/v4", &CORES);
        api.note_routes(&routes(&["/v4/cores", "/v4/cores/{id}"]));
        for path in ["/v4/cores", "/cores"] {
            assert_eq!(
                whose(&api, "/cores/{id}", "/v4/cores/", Some(&[path])),
                "GET:/cores",
                "{path}"
            );
        }
    }

    #[test]
    fn what_no_operation_has_a_route_for_is_no_operations() {
        let api = api("/", &CORES);
        assert_eq!(whose(&api, "/cores/{id}", "/cores/7", Some(&["/spare"])), "GET:/cores/{id}");
        api.note_routes(&routes(&["/cores/{id}", "/spare"]));
        assert_eq!(whose(&api, "/cores/{id}", "/cores/7", Some(&["/spare"])), "none: GET:/spare");
    }

    #[test]
    fn where_no_route_is_known_the_document_says_whose_a_path_is() {
        let api = api("/", &CORES);
        let of = |path| whose(&api, "/cores/{id}", path, None);
        assert_eq!(of("/cores/7"), "GET:/cores/{id}");
        assert_eq!(of("/cores/latest"), "GET:/cores/latest");
        assert_eq!(of("/cores/"), "GET:/cores");
        assert_eq!(of("/cores/.."), "GET:/cores/{id}");
        assert_eq!(
            whose(&api, "/cores/{id}/boosters", "/cores/latest/boosters", None),
            "GET:/cores/{id}/boosters"
        );
    }
}
