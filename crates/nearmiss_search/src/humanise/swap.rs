//! Values of a test that others may stand for: the same one wherever the test has it, since calls may have to agree.

use std::collections::BTreeSet;

use super::candidates::candidates;
use super::noise::{is_marked, is_marker, is_noise, is_odd_here, is_odd_name};
use super::words::{ROUND, words_for};
use crate::gene::Gene;
use crate::{Action, FieldSpec, GeneSpec, GeneValue, Individual, Templates};

/// Names that are tried in the place of one.
const NAMES: usize = 3;

/// Part of an input that another one stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// A single value.
    Value(GeneValue),
    /// A name of a field.
    Name(String),
}

/// Values that may stand in the place of a part of inputs.
#[derive(Clone, Debug)]
pub(super) struct Swap {
    pub from: Part,
    /// Texts that the marker finds as a pattern of SQL (`_` is any letter), which stay like it.
    pub also: Vec<Part>,
    /// Best first; not empty.
    pub to: Vec<Part>,
}

impl Swap {
    /// Answers what stands for what with one of its choices.
    pub fn pairs(&self, choice: usize) -> impl Iterator<Item = (&Part, &Part)> {
        let parts = std::iter::once(&self.from).chain(&self.also);
        parts.map(move |part| (part, &self.to[choice]))
    }

    /// Tells whether it stands for what only the search writes, and not for odd text alone.
    pub fn is_of_marker(&self) -> bool {
        match &self.from {
            Part::Value(value) => is_marker(value),
            Part::Name(_) => true,
        }
    }
}

/// Finds what no person would write in the calls of a test, with what may stand for it.
pub(super) fn swaps(individual: &Individual, templates: &Templates) -> Vec<Swap> {
    let mut found: Vec<Swap> = Vec::new();
    let texts = texts(individual);
    for action in individual.actions() {
        let Some(template) = templates.get(action.template) else { continue };
        for (gene, (name, spec)) in action.genes.iter().zip(&template.parameters) {
            let described = Described::by(spec);
            visit(&gene.value(), name, &described, &mut |from, name, described| {
                if found.iter().any(|swap| swap.from == from) {
                    return;
                }
                let to = apart_from((&found, &texts), &from, name, described);
                if !to.is_empty() {
                    let also = found_by(&from, &texts);
                    found.push(Swap { from, also, to });
                }
            });
        }
    }
    let also: Vec<Part> = found.iter().flat_map(|swap| swap.also.iter().cloned()).collect();
    found.retain(|swap| !also.contains(&swap.from));
    // Two fields of one name would be one.
    let names = names(individual);
    for swap in &mut found {
        swap.to.retain(|part| !matches!(part, Part::Name(name) if names.contains(name)));
    }
    found.retain(|swap| !swap.to.is_empty());
    found
}

/// Lists texts of a test that a marker finds as a pattern of SQL: rows are made so that a query finds them.
fn found_by(marker: &Part, texts: &[GeneValue]) -> Vec<Part> {
    let Part::Value(GeneValue::Text(pattern)) = marker else { return Vec::new() };
    if !is_marked(&String::from_utf16_lossy(pattern)) {
        return Vec::new();
    }
    let is_any = |unit: u16| unit == u16::from(b'_');
    let is_found = |text: &&GeneValue| {
        let GeneValue::Text(units) = text else { return false };
        let mut pairs = pattern.iter().zip(units);
        units != pattern
            && units.len() == pattern.len()
            && pairs.all(|(wanted, unit)| is_any(*wanted) || wanted == unit)
    };
    let mut found: Vec<Part> = texts.iter().filter(is_found).cloned().map(Part::Value).collect();
    found.dedup();
    found
}

/// Parts that may stand for one, of which the first stands for no other yet, and is no text of the test, as far as there
/// are enough words: different values stay apart.
fn apart_from(
    (found, texts): (&[Swap], &[GeneValue]),
    from: &Part,
    name: &str,
    described: &Described<'_>,
) -> Vec<Part> {
    let is_text = |part: &Part| matches!(part, Part::Value(value) if texts.contains(value));
    let is_given = |to: &[Part]| {
        found.iter().any(|swap| swap.to.first() == to.first()) || to.first().is_some_and(is_text)
    };
    let mut rounds = (0..2 * ROUND).map(|nth| plain_parts(from, name, described, nth));
    let free = rounds.find(|to| !is_given(to));
    free.unwrap_or_else(|| plain_parts(from, name, described, found.len()))
}

/// All texts that the calls of a test send.
fn texts(individual: &Individual) -> Vec<GeneValue> {
    fn collect(value: &GeneValue, texts: &mut Vec<GeneValue>) {
        match value {
            GeneValue::Record(fields) => {
                fields.iter().for_each(|(_, value)| collect(value, texts));
            }
            GeneValue::List(items) => items.iter().for_each(|item| collect(item, texts)),
            GeneValue::Text(_) => texts.push(as_sent(value)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    for gene in individual.actions().flat_map(|action| &action.genes) {
        collect(&gene.value(), &mut texts);
    }
    texts
}

/// The names of all fields that the calls of a test send.
fn names(individual: &Individual) -> BTreeSet<String> {
    fn collect(value: &GeneValue, names: &mut BTreeSet<String>) {
        match value {
            GeneValue::Record(fields) => {
                for (name, value) in fields {
                    names.insert(name.clone());
                    collect(value, names);
                }
            }
            GeneValue::List(items) => items.iter().for_each(|item| collect(item, names)),
            _ => {}
        }
    }
    let mut names = BTreeSet::new();
    for gene in individual.actions().flat_map(|action| &action.genes) {
        collect(&gene.value(), &mut names);
    }
    names
}

fn plain_parts(from: &Part, name: &str, described: &Described<'_>, nth: usize) -> Vec<Part> {
    match from {
        Part::Value(value) => {
            let found = candidates(value, name, described.spec, described.examples, nth);
            found.into_iter().map(Part::Value).collect()
        }
        Part::Name(_) => {
            // `apple`, `apple2`: none is one of another name's.
            let words = (0..NAMES)
                .filter_map(|round| words_for("", nth + round * ROUND).into_iter().next());
            words.map(Part::Name).collect()
        }
    }
}

/// Makes a test with other parts in the place of some. Nothing else of it changes: what calls take from answers stays so.
pub(super) fn with(
    individual: &Individual,
    swaps: &[(&Part, &Part)],
    templates: &Templates,
) -> Individual {
    let mut changed = individual.clone();
    for action in changed.actions_mut() {
        swap_in(action, swaps, templates);
    }
    changed
}

fn swap_in(action: &mut Action, swaps: &[(&Part, &Part)], templates: &Templates) {
    let Some(template) = templates.get(action.template) else { return };
    for (gene, (_, spec)) in action.genes.iter_mut().zip(&template.parameters) {
        let before = gene.value();
        let after = swapped(&before, swaps);
        if after != before {
            *gene = Gene::holding(spec, &after);
        }
    }
}

fn swapped(value: &GeneValue, swaps: &[(&Part, &Part)]) -> GeneValue {
    match value {
        GeneValue::List(items) => {
            GeneValue::List(items.iter().map(|item| swapped(item, swaps)).collect())
        }
        GeneValue::Record(fields) => {
            let field = |(name, value): &(String, GeneValue)| {
                let named = swaps.iter().find_map(|swap| match swap {
                    (Part::Name(from), Part::Name(to)) if from == name => Some(to),
                    _ => None,
                });
                (named.unwrap_or(name).clone(), swapped(value, swaps))
            };
            GeneValue::Record(fields.iter().map(field).collect())
        }
        single => {
            let other = swaps.iter().find_map(|swap| match swap {
                (Part::Value(from), Part::Value(to)) if *from == as_sent(single) => Some(to),
                _ => None,
            });
            other.unwrap_or(single).clone()
        }
    }
}

/// Answers a value as an API gets it, and gives it back: half a character is sent as the sign for one that is not known.
fn as_sent(value: &GeneValue) -> GeneValue {
    match value {
        GeneValue::Text(units) => GeneValue::text(&String::from_utf16_lossy(units)),
        other => other.clone(),
    }
}

/// Words of a schema about a value.
struct Described<'a> {
    /// Its constraints, without what stands around them; `None` where several may hold, or nobody says any.
    spec: Option<&'a GeneSpec>,
    examples: &'a [GeneValue],
}

impl<'a> Described<'a> {
    fn by(spec: &'a GeneSpec) -> Self {
        let (mut spec, mut examples): (&GeneSpec, &[GeneValue]) = (spec, &[]);
        loop {
            match spec {
                GeneSpec::Optional(inner) | GeneSpec::Nullable(inner) => spec = inner,
                GeneSpec::Suggested { values, inner } => (spec, examples) = (inner, values),
                GeneSpec::Choice(_) | GeneSpec::Any | GeneSpec::Open => {
                    return Self { spec: None, examples };
                }
                _ => return Self { spec: Some(spec), examples },
            }
        }
    }

    const fn nothing() -> Self {
        Self { spec: None, examples: &[] }
    }

    fn item(&self) -> Self {
        match self.spec {
            Some(GeneSpec::Array { item, .. }) => Self::by(item),
            _ => Self::nothing(),
        }
    }

    /// Words about a field, and about its name.
    fn field(&self, name: &str) -> (Self, bool) {
        match self.spec {
            Some(GeneSpec::Object { fields, additional }) => {
                let declared = fields.iter().find(|FieldSpec { name: own, .. }| own == name);
                let described = declared.map(|field| &field.spec).or(additional.as_deref());
                (described.map_or_else(Self::nothing, Self::by), declared.is_some())
            }
            Some(GeneSpec::Map { value, .. }) => (Self::by(value), false),
            _ => (Self::nothing(), false),
        }
    }
}

/// Calls `found` for each part that no person would write, with the name of its field and what is said of it.
fn visit(
    value: &GeneValue,
    name: &str,
    described: &Described<'_>,
    found: &mut dyn FnMut(Part, &str, &Described<'_>),
) {
    match value {
        GeneValue::Record(fields) => {
            for (name, value) in fields {
                let (described, is_declared) = described.field(name);
                if !is_declared && is_odd_name(name) {
                    found(Part::Name(name.clone()), name, &described);
                }
                visit(value, name, &described, found);
            }
        }
        GeneValue::List(items) => {
            let item = described.item();
            items.iter().for_each(|value| visit(value, name, &item, found));
        }
        single => {
            let is_known = described.examples.contains(single);
            let spec = described.spec;
            if !is_known && (is_noise(single, spec) || is_odd_here(single, name, spec)) {
                found(Part::Value(as_sent(single)), name, described);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActionTemplate, TemplateId};

    #[test]
    fn a_text_that_a_marker_finds_as_a_pattern_stays_like_it() {
        let spec = GeneSpec::Any;
        let of = |text: &str| Gene::holding(&spec, &GeneValue::text(text));
        let call = Action {
            template: TemplateId(0),
            genes: vec![of("_EM_0_XYZ_"), of("aEMb0cXYZd"), of("aEMb0cXYd")],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let parameters = ["title", "row", "other"].map(|name| (name.to_owned(), spec.clone()));
        let template =
            ActionTemplate { name: "GET:/a".to_owned(), parameters: parameters.to_vec() };
        let templates = Templates { calls: vec![template], ..Templates::default() };
        let test = Individual { calls: vec![call], ..Individual::default() };
        let found = swaps(&test, &templates);
        let first = &found[0];
        assert_eq!(first.also, [Part::Value(GeneValue::text("aEMb0cXYZd"))]);
        assert!(found[1..].iter().all(|swap| swap.from != first.also[0]));
        let plain = with(&test, &first.pairs(0).collect::<Vec<_>>(), &templates);
        let values: Vec<GeneValue> = plain.calls[0].genes.iter().map(Gene::value).collect();
        assert_eq!(values[0], values[1]);
        assert_eq!(values[2], GeneValue::text("aEMb0cXYd"));
    }

    #[test]
    fn names_stay_apart_from_those_that_are_there() {
        let field = |name: &str| (name.to_owned(), GeneValue::Boolean(true));
        let sent = GeneValue::Record(vec![field("apple"), field("zq"), field("garden")]);
        let spec = GeneSpec::Any;
        let call = Action {
            template: TemplateId(0),
            genes: vec![Gene::holding(&spec, &sent)],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let template = ActionTemplate {
            name: "PATCH:/a".to_owned(),
            parameters: vec![("body".to_owned(), spec)],
        };
        let templates = Templates { calls: vec![template], ..Templates::default() };
        let found = swaps(&Individual { calls: vec![call], ..Individual::default() }, &templates);
        let to = found.iter().map(|swap| (&swap.from, swap.to.clone())).collect::<Vec<_>>();
        let names = ["apple2", "apple3"].map(|name| Part::Name(name.to_owned()));
        assert_eq!(to, [(&Part::Name("zq".to_owned()), names.to_vec())]);
    }
}
