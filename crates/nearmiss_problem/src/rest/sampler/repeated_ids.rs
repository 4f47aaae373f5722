//! Ids that stand in the path of a call and in its body: who replaces a thing says its id twice.

use nearmiss_search::{Action, GeneValue, Link};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::known_values::adopt;
use crate::rest::experience::id_stem;
use crate::rest::model::Model;
use crate::rest::operation::Place;

/// Share of fresh bodies that repeat an id of the path.
const REPEATED: f64 = 0.4;

impl Model {
    /// Gives fields of the body of a fresh call the ids of the same name in its path.
    pub(super) fn repeat_ids(&self, action: &mut Action, rng: &mut Pcg64Mcg) {
        for (id, body, name) in self.repeatable(action) {
            let value = action.genes[id].value();
            let field = [name.to_owned()];
            action.genes[body].visit_leaves_mut(&mut |path, leaf| {
                if path == field && rng.random_bool(REPEATED) {
                    adopt(leaf, &value);
                }
            });
        }
    }

    /// Takes an id of a body from where the one in the path is taken from, as long as they are the same. To be asked before
    /// the path gets its link.
    pub(super) fn link_repeated(&self, action: &mut Action, link: &Link) {
        for (id, body, name) in self.repeatable(action) {
            if id != link.parameter {
                continue;
            }
            let (value, field) = (action.genes[id].value(), [name.to_owned()]);
            let mut is_same = false;
            action.genes[body].visit_leaves_mut(&mut |path, leaf| {
                is_same |= path == field && is_like(&leaf.value(), &value);
            });
            if is_same {
                action.links.push(Link { parameter: body, path: field.to_vec(), ..link.clone() });
            }
        }
    }

    /// Lists the ids in the path of a call, with the body beside them and their names.
    fn repeatable(&self, action: &Action) -> Vec<(usize, usize, &str)> {
        let Some(known) = self.operations.get(action.template.0 as usize) else {
            return Vec::new();
        };
        let Some(body) = known.body.as_ref().map(|body| body.parameter) else { return Vec::new() };
        let in_path = known.parameters.iter().enumerate().filter(|(index, parameter)| {
            let is_sent = *index < action.genes.len() && body < action.genes.len();
            is_sent && parameter.place == Place::Path && id_stem(&parameter.name).is_some()
        });
        in_path.map(|(index, parameter)| (index, body, &*parameter.name)).collect()
    }
}

/// Tells whether two values are written alike.
fn is_like(one: &GeneValue, other: &GeneValue) -> bool {
    let written = |value: &GeneValue| match value {
        GeneValue::Integer(whole) => Some(whole.to_string()),
        GeneValue::Double(number) => Some(number.to_string()),
        GeneValue::Text(units) => Some(String::from_utf16_lossy(units)),
        _ => None,
    };
    one == other || written(one).is_some_and(|text| Some(text) == written(other))
}

#[cfg(test)]
mod tests {
    use nearmiss_search::ActionAt;
    use rand::SeedableRng;
    use serde_json::json;

    use super::*;
    use crate::ProblemOptions;
    use crate::rest::RestProblem;

    #[test]
    fn a_body_repeats_the_id_of_the_path_now_and_then() {
        let id = json!({"type": "integer"});
        let schema = json!({"type": "object", "required": ["id", "age"], "properties": {"id": id, "age": id}});
        let text = json!({"openapi": "3.0.0", "info": {}, "paths": {"/people/{id}": {"put": {
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
            "requestBody": {"required": true, "content": {"application/json": {"schema": schema}}},
            "responses": {},
        }}}});
        let (problem, _) =
            RestProblem::parse(&text.to_string(), &ProblemOptions::default()).unwrap();
        let (model, mut rng) = (problem.model(), Pcg64Mcg::seed_from_u64(1));
        let link = Link { parameter: 0, from: ActionAt::Call(0), ..Link::default() };
        let mut repeated = 0;
        for _ in 0..200 {
            let mut action = model.fresh(0, &mut rng);
            action.genes[0].send(GeneValue::text("42"));
            model.repeat_ids(&mut action, &mut rng);
            let GeneValue::Record(fields) = action.genes[1].value() else { continue };
            let of = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, v)| v);
            let is_same = of("id") == Some(&GeneValue::Integer(42));
            repeated += u32::from(is_same);
            assert_ne!(of("age"), Some(&GeneValue::Integer(42)));
            model.link_repeated(&mut action, &link);
            let linked: Vec<_> =
                action.links.iter().map(|one| (one.parameter, &one.path)).collect();
            let own = ["id".to_owned()].to_vec();
            assert_eq!(linked, if is_same { vec![(1, &own)] } else { Vec::new() });
        }
        assert!((40..120).contains(&repeated), "{repeated}");
    }
}
