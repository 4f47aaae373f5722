//! Schemas that the SUT's own validators check inputs against: what the validator was given is found
//! among the inputs of the call.

use nearmiss_search::{Action, GeneSpec, GeneValue};

use super::operation::{Operation, Place};
use super::read::never_empty;
use super::rest_problem::RestProblem;
use crate::SeenInput;

impl RestProblem {
    /// Which parameters of a call the validated input is, where inside them, and what they should be.
    pub(super) fn places_of(
        &self,
        action: &Action,
        seen: &SeenInput,
        spec: &GeneSpec,
    ) -> Vec<(usize, Vec<String>, GeneSpec)> {
        let model = self.model();
        let Some(operation) = model.operations.get(action.template.0 as usize) else {
            return Vec::new();
        };
        let found = by_taint(operation, action, seen);
        let named = || Some((place_named(seen.place.as_deref()?)?, seen.path.clone()));
        let Some((place, path)) = found.or_else(named) else { return Vec::new() };
        placed(operation, place, path, spec)
    }
}

/// The place whose values hold the taints where the validator saw them.
fn by_taint(
    operation: &Operation,
    action: &Action,
    seen: &SeenInput,
) -> Option<(Place, Vec<String>)> {
    for (taint, below) in &seen.taints {
        for (parameter, gene) in operation.parameters.iter().zip(&action.genes) {
            let mut inside = Vec::new();
            if !find_taint(&gene.value(), *taint, &mut inside) {
                continue;
            }
            let mut path = match parameter.place {
                Place::Body | Place::MediaType => Vec::new(),
                _ => vec![name_in(parameter.place, &parameter.name)],
            };
            path.append(&mut inside);
            if path.ends_with(below) {
                path.truncate(path.len() - below.len());
                return Some((parameter.place, path));
            }
        }
    }
    None
}

/// Headers are looked up in lower case.
fn name_in(place: Place, name: &str) -> String {
    if place == Place::Header { name.to_ascii_lowercase() } else { name.to_owned() }
}

fn place_named(name: &str) -> Option<Place> {
    Some(match name {
        "body" => Place::Body,
        "query" => Place::Query,
        "params" => Place::Path,
        "headers" => Place::Header,
        "cookies" => Place::Cookie,
        _ => return None,
    })
}

/// Whether a tainted text is in a value; `path` is then where.
fn find_taint(value: &GeneValue, taint: u32, path: &mut Vec<String>) -> bool {
    match value {
        GeneValue::Text(units) => holds_taint(&String::from_utf16_lossy(units), taint),
        GeneValue::List(items) => items.iter().enumerate().any(|(index, item)| {
            path.push(index.to_string());
            let found = find_taint(item, taint, path);
            if !found {
                path.pop();
            }
            found
        }),
        GeneValue::Record(fields) => fields.iter().any(|(name, field)| {
            path.push(name.clone());
            let found = find_taint(field, taint, path);
            if !found {
                path.pop();
            }
            found
        }),
        _ => false,
    }
}

/// Whether `_EM_<taint>_XYZ_` is in the text, the digits padded or not.
fn holds_taint(text: &str, taint: u32) -> bool {
    text.match_indices("_EM_").any(|(start, head)| {
        let rest = &text[start + head.len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest[digits..].starts_with("_XYZ_") && rest[..digits].parse() == Ok(taint)
    })
}

/// The parameters at a place; all but the body are one field of a record each.
fn placed(
    operation: &Operation,
    place: Place,
    mut path: Vec<String>,
    spec: &GeneSpec,
) -> Vec<(usize, Vec<String>, GeneSpec)> {
    let parameters = operation.parameters.iter().enumerate();
    let here = parameters.filter(|(_, parameter)| parameter.place == place);
    if place == Place::Body {
        return here.map(|(index, _)| (index, path.clone(), spec.clone())).collect();
    }
    if !path.is_empty() {
        let name = path.remove(0);
        let named = here.filter(|(_, parameter)| name_in(place, &parameter.name) == name);
        return named.map(|(index, _)| (index, path.clone(), sent(place, spec))).collect();
    }
    let mut found = Vec::new();
    for (index, parameter) in here {
        let mut specs = Vec::new();
        fields_named(spec, &name_in(place, &parameter.name), &mut specs);
        let spec = match specs.len() {
            0 => continue,
            1 => specs.remove(0),
            _ => GeneSpec::Choice(specs),
        };
        found.push((index, Vec::new(), sent(place, &spec)));
    }
    found
}

/// A path has no parameter that is left out or empty.
fn sent(place: Place, spec: &GeneSpec) -> GeneSpec {
    match spec {
        spec if place != Place::Path => spec.clone(),
        GeneSpec::Optional(inner) => never_empty((**inner).clone()),
        spec => never_empty(spec.clone()),
    }
}

/// The specs of a field in all shapes that a record may have.
fn fields_named(spec: &GeneSpec, name: &str, into: &mut Vec<GeneSpec>) {
    match spec {
        GeneSpec::Object { fields, .. } => {
            for field in fields {
                if field.name == name && !into.contains(&field.spec) {
                    into.push(field.spec.clone());
                }
            }
        }
        GeneSpec::Nullable(inner)
        | GeneSpec::Optional(inner)
        | GeneSpec::Suggested { inner, .. } => fields_named(inner, name, into),
        GeneSpec::Choice(specs) => specs.iter().for_each(|spec| fields_named(spec, name, into)),
        GeneSpec::Boolean
        | GeneSpec::Integer { .. }
        | GeneSpec::Double { .. }
        | GeneSpec::Text { .. }
        | GeneSpec::Pattern { .. }
        | GeneSpec::Format(_)
        | GeneSpec::Enum(_)
        | GeneSpec::Array { .. }
        | GeneSpec::Map { .. }
        | GeneSpec::Any
        | GeneSpec::Open => {}
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::TemplateId;
    use nearmiss_search::gene::Gene;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use serde_json::json;

    use super::*;
    use crate::rest::schema_spec;
    use crate::{Problem, ProblemOptions};

    fn problem() -> RestProblem {
        let text = json!({"openapi": "3.0.0", "info": {}, "paths": {"/a/{id}": {"post": {
            "parameters": [
                {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                {"name": "size", "in": "query", "schema": {"type": "string"}},
            ],
            "requestBody": {"required": true, "content": {"application/json": {"schema": {
                "type": "object", "required": ["user"],
                "properties": {"user": {"type": "object", "required": ["name"],
                    "properties": {"name": {"type": "string"}}}},
            }}}},
            "responses": {},
        }}}});
        RestProblem::parse(&text.to_string(), &ProblemOptions::default()).unwrap().0
    }

    fn action(problem: &RestProblem, taint: &str) -> Action {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let parameters = &problem.templates()[0].parameters;
        let mut genes: Vec<Gene> =
            parameters.iter().map(|(_, spec)| Gene::new(spec, &mut rng)).collect();
        let body = GeneValue::Record(vec![(
            "user".to_owned(),
            GeneValue::Record(vec![("name".to_owned(), GeneValue::text(taint))]),
        )]);
        assert!(genes[2].set_value(&body));
        Action { template: TemplateId(0), genes, links: Vec::new(), user: None, malformed: None }
    }

    #[test]
    fn the_input_is_found_by_its_taint_or_its_place() {
        let problem = problem();
        let action = action(&problem, "_EM_7_XYZ_");
        let object = schema_spec(
            r#"{"type":"object","properties":{"name":{"type":"boolean"},"id":{"type":"boolean"}}}"#,
        );
        let spec = object.unwrap();
        let seen = |taints: &[(u32, &[&str])], place: Option<&str>| SeenInput {
            place: place.map(str::to_owned),
            path: Vec::new(),
            taints: taints
                .iter()
                .map(|(taint, path)| (*taint, path.iter().map(|s| (*s).to_owned()).collect()))
                .collect(),
        };
        let places = |seen| problem.places_of_input(&action, &seen, &spec);
        let user = vec![(2, vec!["user".to_owned()], spec.clone())];
        assert_eq!(places(seen(&[(7, &["name"])], None)), user);
        assert_eq!(
            places(seen(&[(7, &["user", "name"])], None)),
            vec![(2, Vec::new(), spec.clone())]
        );
        assert_eq!(places(seen(&[(8, &["name"])], Some("body"))), vec![(2, vec![], spec.clone())]);
        // A path parameter is never left out.
        assert_eq!(places(seen(&[], Some("params"))), vec![(0, vec![], GeneSpec::Boolean)]);
        assert_eq!(places(seen(&[], Some("query"))), vec![]);
        assert_eq!(places(seen(&[], None)), vec![]);
    }
}
