//! What a call says that is to succeed: what is needed, what was said before, or something else than what was refused.

use std::collections::BTreeSet;

use nearmiss_search::gene::{Gene, MutationContext};
use nearmiss_search::{Action, ActionAt, GeneValue, Link, letters_and_digits};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::rest::model::Model;
use crate::rest::operation::Place;

/// Suggested values of an input that are tried.
const SUGGESTED: usize = 3;
/// Probability that a text of a call that was refused says what an earlier call has said.
const SAID: f64 = 0.2;

/// Is told a name, the index of a parameter, a place inside it and its gene.
type Visit<'a> = dyn FnMut(String, usize, &[String], &mut Gene) + 'a;

impl Model {
    /// Changes what a call says that was refused for that.
    pub(super) fn say_otherwise(
        &self,
        action: &mut Action,
        earlier: &[Action],
        rng: &mut Pcg64Mcg,
    ) {
        if action.genes.is_empty() {
            return;
        }
        if !earlier.is_empty() && rng.random_bool(SAID) {
            return self.say_what_was_said(action, earlier, rng);
        }
        match rng.random_range(0..8) {
            0..5 => self.say_one_anew(action, rng),
            5 => {
                let gene = rng.random_range(0..action.genes.len());
                let mut context = MutationContext { rng, taint: None, constants: &[] };
                action.genes[gene].mutate(&mut context);
            }
            6 => {
                for gene in &mut action.genes {
                    gene.reduce();
                }
            }
            _ => {
                let fresh = self.fresh(action.template.0 as usize, rng);
                for (gene, fresh) in action.genes.iter_mut().zip(fresh.genes) {
                    *gene = fresh;
                    gene.complete();
                }
            }
        }
    }

    /// Gives a single value of a call another one, as if it were sampled: what the code asks of it is told then.
    fn say_one_anew(&self, action: &mut Action, rng: &mut Pcg64Mcg) {
        let mut fresh = self.fresh(action.template.0 as usize, rng);
        let mut sampled: Vec<(usize, Vec<String>, Gene)> = Vec::new();
        for (parameter, gene) in fresh.genes.iter_mut().enumerate() {
            gene.complete();
            gene.visit_leaves_mut(&mut |path, leaf| {
                sampled.push((parameter, path.to_vec(), leaf.clone()));
            });
        }
        if sampled.is_empty() {
            return;
        }
        let (parameter, path, value) = sampled.swap_remove(rng.random_range(0..sampled.len()));
        let Some(gene) = action.genes.get_mut(parameter) else { return };
        let mut done = false;
        gene.visit_leaves_mut(&mut |own, leaf| {
            let is_alike =
                std::mem::discriminant(&leaf.value()) == std::mem::discriminant(&value.value());
            if !done && own == path && is_alike {
                *leaf = value.clone();
                done = true;
            }
        });
    }

    /// Gives one text of a call, but of its path, what an earlier call has said, whatever that is called.
    pub(super) fn say_what_was_said(
        &self,
        action: &mut Action,
        earlier: &[Action],
        rng: &mut Pcg64Mcg,
    ) {
        let is_text = |leaf: &Gene| matches!(leaf.value(), GeneValue::Text(_));
        let mut said: Vec<GeneValue> = Vec::new();
        for mut gene in earlier.iter().flat_map(|call| &call.genes).cloned() {
            gene.visit_leaves_mut(&mut |_, leaf| {
                said.extend(is_text(leaf).then(|| leaf.value()));
            });
        }
        let parameters = &self.operations[action.template.0 as usize].parameters;
        let of_path = |at: usize| parameters.get(at).is_some_and(|own| own.place == Place::Path);
        let mut each_text = |visit: &mut dyn FnMut(usize, &mut Gene)| {
            let mut count = 0;
            for (at, gene) in action.genes.iter_mut().enumerate() {
                gene.visit_leaves_mut(&mut |_, leaf| {
                    if !of_path(at) && is_text(leaf) {
                        visit(count, leaf);
                        count += 1;
                    }
                });
            }
            count
        };
        let count = each_text(&mut |_, _| {});
        if count == 0 || said.is_empty() {
            return;
        }
        let value = &said[rng.random_range(0..said.len())];
        let chosen = rng.random_range(0..count);
        each_text(&mut |number, leaf| {
            if number == chosen {
                leaf.adopt(value);
            }
        });
    }

    /// Lists the names of single values in the inputs of a call, letters and digits alone.
    pub(super) fn names_of(&self, action: &mut Action) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        self.each_named(action, &mut |name, _, _, _| {
            names.insert(name);
        });
        names
    }

    /// Gives inputs of a call the values of inputs of the same name in the latest call before it that has any.
    pub(super) fn echo(&self, action: &mut Action, earlier: &[Action]) {
        for call in earlier.iter().rev() {
            let mut said: Vec<(String, GeneValue)> = Vec::new();
            let mut call = call.clone();
            self.each_named(&mut call, &mut |name, _, _, leaf| said.push((name, leaf.value())));
            let mut taken = false;
            self.each_named(action, &mut |name, _, _, leaf| {
                if let Some((_, value)) = said.iter().find(|(known, _)| *known == name) {
                    taken |= leaf.adopt(value);
                    leaf.settle();
                }
            });
            if taken {
                // What is made of it as the SUT's validators want it would say something else.
                for gene in &mut action.genes {
                    let value = gene.value();
                    gene.adopt(&value);
                }
                return;
            }
        }
    }

    /// Takes inputs of a call from answers to calls before it that hold a value of that name which the API has made.
    pub(super) fn take_by_name(&self, action: &mut Action, earlier: &[Action]) {
        let mut links = Vec::new();
        let linked: Vec<(usize, Vec<String>)> =
            action.links.iter().map(|link| (link.parameter, link.path.clone())).collect();
        let operation = action.template.0 as usize;
        let mut made: Vec<(String, ActionAt, String, bool)> = Vec::new();
        for (at, call) in earlier.iter().enumerate().rev() {
            let said = self.names_of(&mut call.clone());
            for (name, pointer) in &self.operations[call.template.0 as usize].seen.fields {
                let name = letters_and_digits(name);
                let is_said = said.contains(&name);
                made.push((name, ActionAt::Call(at), pointer.clone(), is_said));
            }
        }
        self.each_named(action, &mut |name, parameter, path, _| {
            let place = self.operations[operation].parameters.get(parameter).map(|one| one.place);
            let is_path = place == Some(Place::Path);
            let source =
                made.iter().find(|(known, _, _, is_said)| *known == name && (is_path || !is_said));
            if let Some((_, from, source, _)) = source
                && !linked.contains(&(parameter, path.to_vec()))
            {
                let (path, from, source) = (path.to_vec(), *from, source.clone());
                links.push(Link { parameter, path, from, source });
            }
        });
        action.links.extend(links);
    }

    /// Calls `visit` for each single value in the inputs of a call: its name in letters and digits, the index of the
    /// parameter, the place inside it, the gene.
    pub(super) fn each_named(&self, action: &mut Action, visit: &mut Visit<'_>) {
        let operation = action.template.0 as usize;
        for (parameter, gene) in action.genes.iter_mut().enumerate() {
            let own = self.operations.get(operation).and_then(|own| own.parameters.get(parameter));
            let own = own.map_or("", |own| own.name.rsplit('/').next().unwrap_or_default());
            gene.visit_leaves_mut(&mut |path, leaf| {
                let name = path.iter().rfind(|name| *name != "-").map_or(own, String::as_str);
                visit(letters_and_digits(name), parameter, path, leaf);
            });
        }
    }
}

/// Lets a call say what is needed alone, that and one thing more (a change may have to change something), all that
/// there is, suggested values, or what it says.
pub(super) fn say_one_way(action: &mut Action, rng: &mut Pcg64Mcg) {
    let (way, number) = (rng.random_range(0..5), rng.random_range(0..SUGGESTED));
    for gene in &mut action.genes {
        match way {
            0 | 1 => gene.reduce(),
            2 => gene.complete(),
            3 => {
                gene.suggest(number);
            }
            _ => {}
        }
    }
    if way == 1 && !action.genes.is_empty() {
        let first = rng.random_range(0..action.genes.len());
        let (before, after) = action.genes.split_at_mut(first);
        after.iter_mut().chain(before).any(|gene| gene.switch_one(rng));
    }
}
