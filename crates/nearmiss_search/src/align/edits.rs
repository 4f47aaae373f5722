//! Changes of a test that make it plainer: inputs that are left out, and values that other tests have.

use crate::gene::Gene;
use crate::transplant::{Place, apart, is_linked};
use crate::{Action, FieldSpec, GeneSpec, GeneValue, Individual, Templates};

/// Nesting of a body in which fields are left out.
const MOST_DEPTH: usize = 3;
/// Items of a list that show what it holds.
const FEW_ITEMS: usize = 2;

/// A value in the place of another one; [`GeneValue::Absent`]: it is left out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edit {
    /// Index of the call.
    pub call: usize,
    pub place: Place,
    pub value: GeneValue,
}

/// Lists what may be left out of the calls of a test, an input before its fields. Nothing that is taken from an answer.
pub(crate) fn omissions(individual: &Individual, templates: &Templates) -> Vec<Edit> {
    let mut found = Vec::new();
    for (call, action) in individual.calls.iter().enumerate() {
        let Some(template) = templates.get(action.template) else { continue };
        let inputs = action.genes.iter().zip(&template.parameters).enumerate();
        for (parameter, (gene, (_, spec))) in inputs {
            let mut path = Vec::new();
            optional_parts(&gene.value(), Some(spec), &mut path, &mut |path| {
                let place = Place { parameter, path: path.to_vec() };
                if !is_linked(action, &place) {
                    found.push(Edit { call, place, value: GeneValue::Absent });
                }
            });
        }
    }
    found
}

/// Lists the fields of bodies that a schema does not name beside those that it does. Nothing that is taken from an
/// answer.
pub(super) fn unnamed(individual: &Individual, templates: &Templates) -> Vec<Edit> {
    let mut found = Vec::new();
    for (call, action) in individual.calls.iter().enumerate() {
        let Some(template) = templates.get(action.template) else { continue };
        for (parameter, (gene, (_, spec))) in
            action.genes.iter().zip(&template.parameters).enumerate()
        {
            let (GeneValue::Record(sent), GeneSpec::Object { fields, .. }) =
                (gene.value(), described(spec))
            else {
                continue;
            };
            let is_named = |name: &str| fields.iter().any(|field| field.name == name);
            for (name, _) in
                sent.into_iter().filter(|(name, _)| !fields.is_empty() && !is_named(name))
            {
                let place = Place { parameter, path: vec![name] };
                if !is_linked(action, &place) {
                    found.push(Edit { call, place, value: GeneValue::Absent });
                }
            }
        }
    }
    found
}

/// Lists the lists that calls send and that are long or hold something twice, each with its first different items
/// alone. Nothing that is taken from an answer.
pub(super) fn cuts(individual: &Individual) -> Vec<Edit> {
    let mut found = Vec::new();
    for (call, action) in individual.calls.iter().enumerate() {
        for (parameter, gene) in action.genes.iter().enumerate() {
            lists(&gene.value(), &mut Vec::new(), &mut |path, items| {
                let place = Place { parameter, path: path.to_vec() };
                let few = few_of(items);
                if few.len() < items.len() && !is_linked(action, &place) {
                    found.push(Edit { call, place, value: GeneValue::List(few) });
                }
            });
        }
    }
    found
}

/// The first items of a list that differ.
fn few_of(items: &[GeneValue]) -> Vec<GeneValue> {
    let mut few: Vec<GeneValue> = Vec::new();
    for item in items {
        if few.len() < FEW_ITEMS && !few.contains(item) {
            few.push(item.clone());
        }
    }
    few
}

fn lists(
    value: &GeneValue,
    path: &mut Vec<String>,
    found: &mut dyn FnMut(&[String], &[GeneValue]),
) {
    match value {
        GeneValue::List(items) => found(path, items),
        GeneValue::Record(fields) if path.len() < MOST_DEPTH => {
            for (name, value) in fields {
                path.push(name.clone());
                lists(value, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Calls `found` with the path of each part that may be missing: what a schema says so of, and what none describes.
fn optional_parts(
    value: &GeneValue,
    spec: Option<&GeneSpec>,
    path: &mut Vec<String>,
    found: &mut dyn FnMut(&[String]),
) {
    if *value == GeneValue::Absent {
        return;
    }
    let is_optional = match spec {
        Some(spec) => matches!(spec, GeneSpec::Optional(_)),
        None => !path.is_empty(),
    };
    if is_optional {
        found(path);
    }
    let GeneValue::Record(fields) = value else { return };
    if path.len() >= MOST_DEPTH {
        return;
    }
    let inner = spec.map(described);
    for (name, value) in fields {
        let of_field = match inner {
            Some(GeneSpec::Object { fields, .. }) => {
                fields.iter().find(|FieldSpec { name: own, .. }| own == name).map(|own| &own.spec)
            }
            _ => None,
        };
        path.push(name.clone());
        optional_parts(value, of_field, path, found);
        path.pop();
    }
}

/// Answers a spec without what stands around it.
fn described(mut spec: &GeneSpec) -> &GeneSpec {
    while let GeneSpec::Optional(inner)
    | GeneSpec::Nullable(inner)
    | GeneSpec::Suggested { inner, .. } = spec
    {
        spec = inner;
    }
    spec
}

/// Lists the values of another call of the operation where one of a test has others. None where it has none.
pub(super) fn likenings(individual: &Individual, call: usize, other: &Action) -> Vec<Edit> {
    let own = &individual.calls[call];
    let differences = apart(own, other).into_iter().filter(|(place, _)| has(own, place));
    differences.map(|(place, value)| Edit { call, place, value }).collect()
}

/// Tells whether a call sends anything in a place.
fn has(action: &Action, place: &Place) -> bool {
    let Some(gene) = action.genes.get(place.parameter) else { return false };
    let value = gene.value();
    let mut at = &value;
    for name in &place.path {
        let GeneValue::Record(fields) = at else { return false };
        let Some((_, field)) = fields.iter().find(|(known, _)| known == name) else { return false };
        at = field;
    }
    *at != GeneValue::Absent
}

impl Edit {
    /// Tells whether it changes a part of what another one changes, or all of that.
    pub fn is_inside(&self, other: &Self) -> bool {
        let is_same = (self.call, self.place.parameter) == (other.call, other.place.parameter);
        is_same && self.place.path.starts_with(&other.place.path)
    }

    /// Tells whether it leaves out an input of one value, and no part of a body.
    pub fn is_of_single(&self, individual: &Individual) -> bool {
        let gene = individual.calls[self.call].genes.get(self.place.parameter);
        let has_parts = |value| matches!(value, GeneValue::Record(_) | GeneValue::List(_));
        gene.is_some_and(|gene| !has_parts(gene.value()))
    }
}

/// Makes a test with changes; one that an input does not take is not made.
pub(crate) fn edited(
    individual: &Individual,
    edits: &[&Edit],
    templates: &Templates,
) -> Individual {
    let mut changed = individual.clone();
    for Edit { call, place, value } in edits {
        let action = &mut changed.calls[*call];
        let template = templates.get(action.template);
        let spec = template.and_then(|template| template.parameters.get(place.parameter));
        let Some(((_, spec), gene)) = spec.zip(action.genes.get_mut(place.parameter)) else {
            continue;
        };
        let mut after = gene.value();
        if !replace(&mut after, &place.path, value) {
            continue;
        }
        let holding = Gene::holding(spec, &after);
        if holding.value() == after {
            *gene = holding;
        }
    }
    changed
}

fn replace(record: &mut GeneValue, path: &[String], value: &GeneValue) -> bool {
    let Some((first, rest)) = path.split_first() else {
        *record = value.clone();
        return true;
    };
    let GeneValue::Record(fields) = record else { return false };
    let Some(at) = fields.iter().position(|(name, _)| name == first) else { return false };
    if rest.is_empty() && *value == GeneValue::Absent {
        fields.remove(at);
        return true;
    }
    replace(&mut fields[at].1, rest, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActionTemplate, TemplateId};

    #[test]
    fn what_a_schema_does_not_name_beside_others_is_unnamed() {
        let name = FieldSpec { name: "name".to_owned(), spec: GeneSpec::Any };
        let edits = |fields: Vec<FieldSpec>| {
            let spec = GeneSpec::Object { fields, additional: None };
            let field = |name: &str| (name.to_owned(), GeneValue::text("a"));
            let sent = GeneValue::Record(vec![field("name"), field("more")]);
            let call = Action {
                template: TemplateId(0),
                genes: vec![Gene::holding(&GeneSpec::Any, &sent)],
                links: Vec::new(),
                user: None,
                malformed: None,
            };
            let parameters = vec![("body".to_owned(), spec)];
            let template = ActionTemplate { name: "POST:/a".to_owned(), parameters };
            let templates = Templates { calls: vec![template], ..Templates::default() };
            let individual = Individual { calls: vec![call], ..Individual::default() };
            unnamed(&individual, &templates)
                .into_iter()
                .map(|edit| edit.place.path)
                .collect::<Vec<_>>()
        };
        assert_eq!(edits(vec![name]), [["more"]]);
        // Where it names nothing, all may be meant.
        assert!(edits(Vec::new()).is_empty());
    }

    #[test]
    fn lists_keep_their_first_items_that_differ() {
        let list =
            |words: &[&str]| words.iter().map(|word| GeneValue::text(word)).collect::<Vec<_>>();
        for (before, after) in [
            (&["a", "b", "c"][..], &["a", "b"][..]),
            (&["a", "a", "b", "c"], &["a", "b"]),
            (&["a", "a"], &["a"]),
            (&["a", "b"], &["a", "b"]),
            (&[], &[]),
        ] {
            assert_eq!(few_of(&list(before)), list(after));
        }
    }
}
