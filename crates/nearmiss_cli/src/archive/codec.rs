//! Individuals by name: operations, inputs and users are named, so that an archive fits an API whose
//! document has changed as far as the names have not.

use std::collections::BTreeMap;

use nearmiss_problem::Problem;
use nearmiss_search::gene::Gene;
use nearmiss_search::{
    Action, ActionAt, ActionTemplate, GeneValue, Individual, Link, Malformed, TemplateId,
    Templates, UserId,
};
use serde_json::Map;

use super::document::{StoredCall, StoredFrom, StoredLink, StoredTest};
use super::value::{from_json, to_json};

/// The names of a problem, as they are at one moment.
#[derive(Debug)]
pub struct Names {
    templates: Templates,
    /// Keys of the inputs of each template of calls; those of setup have the names of their parameters.
    keys: Vec<Vec<String>>,
    by_name: BTreeMap<String, TemplateId>,
    users: Vec<String>,
}

/// Why a test is left out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unfit {
    /// An operation of it is gone.
    Operation,
    /// A value or a link of it is none.
    Value,
}

impl Names {
    /// The names of a problem.
    #[must_use]
    pub fn of(problem: &dyn Problem) -> Self {
        let keys = problem.input_keys();
        Self::new(problem.all_templates(), keys, problem.users())
    }

    fn new(templates: Templates, keys: Vec<Vec<String>>, users: Vec<String>) -> Self {
        let named = |(index, template): (usize, &ActionTemplate)| {
            let id = u32::try_from(index).map(TemplateId).ok()?;
            Some((template.name.clone(), id))
        };
        let of_calls = templates.calls.iter().enumerate().filter_map(named);
        let of_setup = templates.setup.iter().enumerate();
        let of_setup =
            of_setup.map(|(at, template)| (template.name.clone(), TemplateId::of_setup(at)));
        let of_services = templates.services.iter().enumerate();
        let of_services =
            of_services.map(|(at, template)| (template.name.clone(), TemplateId::of_service(at)));
        let by_name = of_setup.chain(of_services).chain(of_calls).collect();
        Self { templates, keys, by_name, users }
    }

    /// Lists the keys of the inputs of a template.
    fn keys_of(&self, id: TemplateId) -> Option<Vec<&str>> {
        if id.is_setup() {
            let parameters = &self.templates.get(id)?.parameters;
            return Some(parameters.iter().map(|(name, _)| name.as_str()).collect());
        }
        let keys = self.keys.get(id.0 as usize)?;
        Some(keys.iter().map(String::as_str).collect())
    }

    /// A test by names; `None` if it holds what has no name or no JSON.
    #[must_use]
    pub fn encode(&self, individual: &Individual) -> Option<StoredTest> {
        let stored =
            |actions: &[Action]| actions.iter().map(|action| self.stored(action)).collect();
        let (setup, calls): (Option<Vec<_>>, Option<Vec<_>>) =
            (stored(&individual.setup), stored(&individual.calls));
        Some(StoredTest { setup: setup?, calls: calls?, soaks: individual.soaks })
    }

    fn stored(&self, action: &Action) -> Option<StoredCall> {
        let known = self.templates.get(action.template)?;
        let keys = self.keys_of(action.template)?;
        let mut inputs = Map::new();
        for (key, gene) in keys.iter().zip(&action.genes) {
            match gene.value() {
                GeneValue::Absent => {}
                value => drop(inputs.insert((*key).to_owned(), to_json(&value)?)),
            }
        }
        let links = action.links.iter().map(|link| {
            Some(StoredLink {
                input: (*keys.get(link.parameter)?).to_owned(),
                path: link.path.clone(),
                from: match link.from {
                    ActionAt::Call(index) => StoredFrom::Call(index),
                    ActionAt::Setup(setup) => StoredFrom::Setup { setup },
                },
                source: link.source.clone(),
            })
        });
        let user = match action.user {
            None => None,
            Some(UserId(user)) => Some(self.users.get(user as usize)?.clone()),
        };
        let operation = known.name.clone();
        let malformed = action.malformed.as_ref().map(|way| way.0.clone());
        let links = links.collect::<Option<_>>()?;
        Some(StoredCall { operation, inputs, links, user, malformed })
    }

    /// The individual of a test. Inputs that are gone are left out of it, and so is a user.
    ///
    /// # Errors
    /// When an operation is gone, or a value or link is none.
    pub fn decode(&self, test: &StoredTest) -> Result<Individual, Unfit> {
        let setup = test.setup.iter().enumerate();
        let setup = setup.map(|(at, one)| self.action((at, 0), one)).collect::<Result<_, _>>()?;
        let calls = test.calls.iter().enumerate();
        let before = test.setup.len();
        let calls =
            calls.map(|(at, call)| self.action((before, at), call)).collect::<Result<_, _>>()?;
        let mut individual = Individual { setup, calls, soaks: test.soaks };
        individual.retaint();
        if individual.calls.is_empty() { Err(Unfit::Value) } else { Ok(individual) }
    }

    /// The action of a call, or of what is set up, before which so much is set up and so many calls are made.
    fn action(&self, (set_up, made): (usize, usize), call: &StoredCall) -> Result<Action, Unfit> {
        let id = *self.by_name.get(&call.operation).ok_or(Unfit::Operation)?;
        let template = self.templates.get(id).ok_or(Unfit::Operation)?;
        let keys = self.keys_of(id).ok_or(Unfit::Operation)?;
        let mut genes = Vec::with_capacity(keys.len());
        for (key, (_, spec)) in keys.iter().zip(&template.parameters) {
            let value = match call.inputs.get(*key) {
                None => GeneValue::Absent,
                Some(json) => from_json(json).ok_or(Unfit::Value)?,
            };
            genes.push(Gene::holding(spec, &value));
        }
        let mut links = Vec::new();
        for link in &call.links {
            let from = match link.from {
                StoredFrom::Call(index) if index < made => ActionAt::Call(index),
                StoredFrom::Setup { setup } if setup < set_up => ActionAt::Setup(setup),
                StoredFrom::Call(_) | StoredFrom::Setup { .. } => return Err(Unfit::Value),
            };
            if let Some(parameter) = keys.iter().position(|key| *key == link.input.as_str()) {
                let (path, source) = (link.path.clone(), link.source.clone());
                links.push(Link { parameter, path, from, source });
            }
        }
        let known = |name: &String| self.users.iter().position(|user| user == name);
        let user = call.user.as_ref().and_then(known);
        let user = user.and_then(|user| u32::try_from(user).ok()).map(UserId);
        let malformed = call.malformed.clone().map(Malformed);
        Ok(Action { template: id, genes, links, user, malformed })
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::GeneSpec;

    use super::*;

    fn names(inputs: &[&str], users: &[&str]) -> Names {
        let spec = GeneSpec::Optional(Box::new(GeneSpec::Text { min_len: 0, max_len: 9 }));
        let template = |name: &str| ActionTemplate {
            name: name.to_owned(),
            parameters: inputs.iter().map(|input| ((*input).to_owned(), spec.clone())).collect(),
        };
        let keys: Vec<String> = inputs.iter().map(|input| format!("query:{input}")).collect();
        let users = users.iter().map(|user| (*user).to_owned()).collect();
        let calls = vec![template("POST:/a"), template("GET:/a")];
        let templates =
            Templates { calls, setup: vec![template("sql:rows")], ..Templates::default() };
        Names::new(templates, vec![keys.clone(), keys], users)
    }

    fn test() -> StoredTest {
        let json = serde_json::json!({"calls": [
            {"operation": "POST:/a", "inputs": {"query:x": "far longer than it may be", "query:y": 7}, "user": "ann"},
            {"operation": "GET:/a", "inputs": {"query:y": "_EM_3_XYZ_"},
             "links": [{"input": "query:x", "path": ["a", "-"], "from": 0, "source": "/id"}]},
        ]});
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn a_test_comes_back_as_it_was() {
        let names = names(&["x", "y"], &["bob", "ann"]);
        let individual = names.decode(&test()).unwrap();
        assert_eq!(individual.calls[0].user, Some(UserId(1)));
        assert_eq!(individual.calls[1].links[0].parameter, 0);
        assert_eq!(names.encode(&individual), Some(test()));
    }

    #[test]
    fn what_is_set_up_comes_back_with_the_links_to_it() {
        let names = names(&["x"], &[]);
        let json = serde_json::json!({
            "setup": [{"operation": "sql:rows", "inputs": {"x": "row"}}],
            "calls": [{"operation": "GET:/a", "inputs": {},
                "links": [{"input": "query:x", "from": {"setup": 0}, "source": "/id"}]}],
        });
        let test: StoredTest = serde_json::from_value(json).unwrap();
        let individual = names.decode(&test).unwrap();
        assert_eq!(individual.setup.len(), 1);
        assert_eq!(individual.calls[0].links[0].from, ActionAt::Setup(0));
        assert_eq!(names.encode(&individual), Some(test.clone()));
        let mut gone = test;
        gone.setup.clear();
        assert_eq!(names.decode(&gone).unwrap_err(), Unfit::Value);
    }

    #[test]
    fn what_still_fits_a_changed_document_is_used() {
        let moved = names(&["new", "y"], &[]);
        let individual = moved.decode(&test()).unwrap();
        let values: Vec<GeneValue> = individual.calls[0].genes.iter().map(Gene::value).collect();
        assert_eq!(values, [GeneValue::Absent, GeneValue::Integer(7)]);
        assert!(individual.calls[1].links.is_empty());
        let mut gone = test();
        gone.calls[1].operation = "GET:/b".to_owned();
        assert_eq!(moved.decode(&gone).unwrap_err(), Unfit::Operation);
        let mut forward = test();
        forward.calls[1].links[0].from = StoredFrom::Call(1);
        assert_eq!(names(&["x"], &[]).decode(&forward).unwrap_err(), Unfit::Value);
    }
}
