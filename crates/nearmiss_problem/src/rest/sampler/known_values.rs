//! Values that answers held, put into inputs of the same name.

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, GeneValue, Individual};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::Context;
use crate::rest::experience::{DataPool, id_stem, resource_of_field, resource_of_path};
use crate::rest::model::Model;
use crate::rest::operation::Place;

/// How often an id is one that its user is known to work with.
const OWN: f64 = 0.5;
/// How often a fresh input gets a value of answers: an id, and anything else.
const IDS: f64 = 0.4;
const OTHERS: f64 = 0.12;

impl Model {
    /// Gives inputs of a fresh call values that answers held.
    pub(super) fn enliven(&self, action: &mut Action, context: Context<'_>, rng: &mut Pcg64Mcg) {
        if !context.pool {
            return;
        }
        let pool = &context.experience.pool;
        let operation = action.template.0 as usize;
        for parameter in 0..action.genes.len() {
            let Some((name, resource)) = self.name_of(operation, parameter) else { continue };
            action.genes[parameter].visit_leaves_mut(&mut |path, leaf| {
                let (name, resource) = inner_name(&name, &resource, path);
                let share = if id_stem(&name).is_some() { IDS } else { OTHERS };
                if rng.random_bool(share) {
                    put(pool, &name, &resource, leaf, rng);
                }
            });
        }
    }

    /// Gives ids of signed calls values that their users are known to work with: what others own is
    /// mostly refused. Ids that are equal stay so.
    pub(super) fn give_own(
        &self,
        individual: &mut Individual,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) {
        if !context.pool {
            return;
        }
        // Name, resource and value of an id, and the other value that it was given.
        let mut known: Vec<(String, String, GeneValue, Option<GeneValue>)> = Vec::new();
        for action in &mut individual.calls {
            let Some(own) = action.user.and_then(|user| context.experience.own.get(&user)) else {
                continue;
            };
            self.each_id(action, &mut |name, resource, leaf| {
                let before = leaf.value();
                let same = known.iter().find(|(known, of, value, _)| {
                    known == name && of == resource && *value == before
                });
                if let Some((.., given)) = same {
                    if let Some(given) = given {
                        leaf.adopt(given);
                    }
                    return;
                }
                let is_given = rng.random_bool(OWN) && put(own, name, resource, leaf, rng);
                let given = is_given.then(|| leaf.value());
                known.push((name.to_owned(), resource.to_owned(), before, given));
            });
        }
    }

    /// Tells the ids in the inputs of a call that are not taken from other calls: name, resource, value.
    pub(in crate::rest) fn visit_ids(
        &self,
        action: &Action,
        visit: &mut dyn FnMut(&str, &str, GeneValue),
    ) {
        let mut action = action.clone();
        self.each_id(&mut action, &mut |name, resource, leaf| visit(name, resource, leaf.value()));
    }

    /// Tells the ids in the path of a call that are not taken from other calls: name, resource, value.
    pub(in crate::rest) fn visit_path_ids(
        &self,
        action: &Action,
        visit: &mut dyn FnMut(&str, &str, GeneValue),
    ) {
        let operation = action.template.0 as usize;
        let Some(known) = self.operations.get(operation) else { return };
        for (parameter, gene) in action.genes.iter().enumerate() {
            let is_path =
                known.parameters.get(parameter).is_some_and(|own| own.place == Place::Path);
            let is_linked = action.links.iter().any(|link| link.parameter == parameter);
            let Some((name, resource)) = self.name_of(operation, parameter) else { continue };
            if is_path && !is_linked && id_stem(&name).is_some() {
                visit(&name, &resource, gene.value());
            }
        }
    }

    fn each_id(&self, action: &mut Action, visit: &mut dyn FnMut(&str, &str, &mut Gene)) {
        let operation = action.template.0 as usize;
        let Action { genes, links, .. } = action;
        for (parameter, gene) in genes.iter_mut().enumerate() {
            let Some((name, resource)) = self.name_of(operation, parameter) else { continue };
            let linked = |path: &[String]| {
                links.iter().any(|link| link.parameter == parameter && link.path == path)
            };
            gene.visit_leaves_mut(&mut |path, leaf| {
                let (name, resource) = inner_name(&name, &resource, path);
                if id_stem(&name).is_some() && !linked(path) {
                    visit(&name, &resource, leaf);
                }
            });
        }
    }

    /// Gives one input inside a parameter a value that answers held. Answers whether one changed.
    pub(super) fn recall_value(
        &self,
        action: &mut Action,
        parameter: usize,
        context: Context<'_>,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let own = action.user.and_then(|user| context.experience.own.get(&user));
        let pool = match own {
            Some(own) if rng.random_bool(OWN) => own,
            _ => &context.experience.pool,
        };
        let Some((name, resource)) = self.name_of(action.template.0 as usize, parameter) else {
            return false;
        };
        let gene = &mut action.genes[parameter];
        let mut count = 0_usize;
        gene.visit_leaves_mut(&mut |_, _| count += 1);
        if count == 0 {
            return false;
        }
        let (chosen, mut at, mut changed) = (rng.random_range(0..count), 0, false);
        let before = gene.value();
        gene.visit_leaves_mut(&mut |path, leaf| {
            if at == chosen {
                let (name, resource) = inner_name(&name, &resource, path);
                changed = put(pool, &name, &resource, leaf, rng);
            }
            at += 1;
        });
        changed && gene.value() != before
    }

    /// The name of a parameter and the resource that it is about.
    fn name_of(&self, operation: usize, parameter: usize) -> Option<(String, String)> {
        let known = self.operations.get(operation)?;
        let own = known.parameters.get(parameter)?;
        let resource = resource_of_path(&known.path);
        match own.place {
            Place::MediaType => None,
            Place::Body => Some((String::new(), resource)),
            Place::Path => {
                let needs = &self.resources.needs[operation];
                let need = needs.iter().find(|need| need.parameter == parameter);
                let resource = need.map_or(resource, |need| resource_of_path(&need.resource));
                Some((own.name.clone(), resource))
            }
            _ => Some((own.name.clone(), resource)),
        }
    }
}

/// The name of an input inside a parameter and the resource of the record that it is a field of.
fn inner_name(name: &str, resource: &str, path: &[String]) -> (String, String) {
    let mut names = path.iter().filter(|name| *name != "-");
    let Some(last) = names.next_back() else { return (name.to_owned(), resource.to_owned()) };
    let resource =
        names.fold(resource.to_owned(), |resource, name| resource_of_field(name, &resource));
    (last.clone(), resource)
}

/// Puts a known value of that name in. Answers whether there is one that is allowed.
fn put(pool: &DataPool, name: &str, resource: &str, leaf: &mut Gene, rng: &mut Pcg64Mcg) -> bool {
    pool.any(name, resource, rng).is_some_and(|value| adopt(leaf, value))
}

/// Puts a value in, as a number or a text. Answers whether it is allowed.
pub(super) fn adopt(leaf: &mut Gene, value: &GeneValue) -> bool {
    if leaf.adopt(value) {
        return true;
    }
    // `"7"` in an answer may be 7 in a path, and the other way round.
    match value {
        GeneValue::Integer(whole) => leaf.adopt(&GeneValue::text(&whole.to_string())),
        GeneValue::Text(units) => String::from_utf16_lossy(units)
            .parse()
            .is_ok_and(|whole| leaf.adopt(&GeneValue::Integer(whole))),
        GeneValue::Absent
        | GeneValue::Null
        | GeneValue::Boolean(_)
        | GeneValue::Double(_)
        | GeneValue::List(_)
        | GeneValue::Record(_) => false,
    }
}
