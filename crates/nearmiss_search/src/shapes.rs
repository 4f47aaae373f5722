//! Which shape inputs should have, as validators of the SUT say. A schema says more than the facts
//! about single texts can: it takes the place of what the problem said of the input.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::gene::Gene;
use crate::{ActionTemplate, FieldSpec, GeneSpec, GeneValue, Individual, Shape, TemplateId};

/// Share of freshly sampled inputs that get the shape their validator wants; the others keep that of
/// the problem, since not every call reaches the validator.
const SHAPED: f64 = 0.95;
/// Probability that a mutation gives an input the shape that was not known when it was sampled.
pub(crate) const RESHAPE: f64 = 0.1;
/// Different schemas of one input that are followed; each further one is left aside.
const MOST_SCHEMAS: usize = 6;

/// An input of the problem: template and parameter.
type Input = (TemplateId, usize);

/// Where inside an input a schema holds, and what it asks for.
type Part = (Vec<String>, GeneSpec);

/// What validators said of each input.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    parts: BTreeMap<Input, Vec<Part>>,
    /// The spec of the problem with all parts put in.
    whole: BTreeMap<Input, Arc<GeneSpec>>,
}

impl Shapes {
    /// Takes in what was seen while an individual ran. Answers the inputs about which that is news,
    /// as indices of action and parameter.
    pub(crate) fn learn(
        &mut self,
        individual: &Individual,
        templates: &[ActionTemplate],
        seen: Vec<Shape>,
    ) -> Vec<(usize, usize)> {
        let mut news = Vec::new();
        for shape in seen {
            let Some(action) = individual.calls.get(shape.action) else { continue };
            let known = templates.get(action.template.0 as usize);
            // An input that was found in the course of the search is described by nobody else.
            let spec = known.and_then(|of| of.parameters.get(shape.parameter));
            let spec = spec.map_or(&GeneSpec::Any, |(_, spec)| spec);
            let input = (action.template, shape.parameter);
            let parts = self.parts.entry(input).or_default();
            let part = (shape.path, shape.spec);
            if parts.len() >= MOST_SCHEMAS || parts.contains(&part) {
                continue;
            }
            parts.push(part);
            // What is nearer to the root must not take away what is deeper.
            parts.sort_by_key(|(path, _)| path.len());
            self.whole.insert(input, Arc::new(with_parts(spec, parts)));
            if !news.contains(&(shape.action, shape.parameter)) {
                news.push((shape.action, shape.parameter));
            }
        }
        news
    }

    /// Gives freshly sampled inputs their shape, most of the time.
    pub(crate) fn shape_fresh(&self, individual: &mut Individual, rng: &mut Pcg64Mcg) {
        for action in &mut individual.calls {
            let template = action.template;
            for (parameter, gene) in action.genes.iter_mut().enumerate() {
                if gene.take_fresh()
                    && let Some(spec) = self.whole.get(&(template, parameter))
                    && rng.random_bool(SHAPED)
                {
                    *gene = shaped(gene, spec, rng);
                }
            }
        }
    }

    /// Gives all inputs of one action their shape. Answers whether there was any.
    pub(crate) fn shape_action(
        &self,
        individual: &mut Individual,
        action: usize,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let Some(action) = individual.calls.get_mut(action) else { return false };
        let mut any = false;
        for (parameter, gene) in action.genes.iter_mut().enumerate() {
            if let Some(spec) = self.whole.get(&(action.template, parameter)) {
                *gene = shaped(gene, spec, rng);
                any = true;
            }
        }
        any
    }

    /// An action with an input whose shape became known after it was sampled.
    pub(crate) fn any_unshaped(&self, individual: &Individual) -> Option<usize> {
        if self.whole.is_empty() {
            return None;
        }
        individual.calls.iter().position(|action| {
            action.genes.iter().enumerate().any(|(parameter, gene)| {
                !gene.is_shaped() && self.whole.contains_key(&(action.template, parameter))
            })
        })
    }
}

/// A gene of the shape; a number or text that satisfies it, too, is kept.
fn shaped(gene: &Gene, spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Gene {
    let mut new = Gene::new(spec, rng);
    let value = gene.value();
    if matches!(value, GeneValue::Text(_) | GeneValue::Integer(_) | GeneValue::Double(_)) {
        new.set_value(&value);
    }
    new.mark_shaped();
    new
}

/// The spec with all parts put in; parts at one place must hold together, or one of them does.
fn with_parts(spec: &GeneSpec, parts: &[Part]) -> GeneSpec {
    let mut whole = spec.clone();
    let mut done: Vec<&[String]> = Vec::new();
    for (path, _) in parts {
        if !done.contains(&path.as_slice()) {
            done.push(path);
            let here: Vec<&GeneSpec> =
                parts.iter().filter(|part| part.0 == *path).map(|part| &part.1).collect();
            whole = put(&whole, path, &together(&here));
        }
    }
    whole
}

/// What satisfies several schemas of one input: all fields of all where they are records, else any.
fn together(specs: &[&GeneSpec]) -> GeneSpec {
    let [first, rest @ ..] = specs else { return GeneSpec::Any };
    if rest.is_empty() {
        return (*first).clone();
    }
    let mut all: Vec<FieldSpec> = Vec::new();
    let mut records = true;
    for spec in specs {
        let GeneSpec::Object { fields, .. } = spec else {
            records = false;
            break;
        };
        for field in fields {
            match all.iter_mut().find(|known| known.name == field.name) {
                Some(known) if matches!(known.spec, GeneSpec::Optional(_)) => {
                    known.spec = field.spec.clone();
                }
                Some(_) => {}
                None => all.push(field.clone()),
            }
        }
    }
    let mut ways: Vec<GeneSpec> = specs.iter().map(|spec| (*spec).clone()).collect();
    if records {
        ways.insert(0, GeneSpec::Object { fields: all, additional: None });
    }
    GeneSpec::Choice(ways)
}

/// The spec with `part` at the place `path`; what does not bear such a place becomes what does.
fn put(spec: &GeneSpec, path: &[String], part: &GeneSpec) -> GeneSpec {
    let Some((first, rest)) = path.split_first() else { return part.clone() };
    let is_index = !first.is_empty() && first.bytes().all(|unit| unit.is_ascii_digit());
    match spec {
        GeneSpec::Object { fields, additional } => {
            let mut fields = fields.clone();
            match fields.iter_mut().find(|field| field.name == *first) {
                Some(field) => field.spec = put(&field.spec, rest, part),
                None => fields
                    .push(FieldSpec { name: first.clone(), spec: put(&GeneSpec::Any, rest, part) }),
            }
            GeneSpec::Object { fields, additional: additional.clone() }
        }
        GeneSpec::Array { item, min, max, unique } if is_index => GeneSpec::Array {
            item: Box::new(put(item, rest, part)),
            min: *min,
            max: *max,
            unique: *unique,
        },
        GeneSpec::Optional(inner)
        | GeneSpec::Nullable(inner)
        | GeneSpec::Suggested { inner, .. } => put(inner, path, part),
        GeneSpec::Choice(ways) => {
            let bears = |way: &&GeneSpec| matches!(way, GeneSpec::Object { .. });
            let found: Vec<GeneSpec> =
                ways.iter().filter(bears).map(|way| put(way, path, part)).collect();
            if found.is_empty() { put(&GeneSpec::Any, path, part) } else { GeneSpec::Choice(found) }
        }
        GeneSpec::Array { .. }
        | GeneSpec::Boolean
        | GeneSpec::Integer { .. }
        | GeneSpec::Double { .. }
        | GeneSpec::Text { .. }
        | GeneSpec::Pattern { .. }
        | GeneSpec::Format(_)
        | GeneSpec::Enum(_)
        | GeneSpec::Map { .. }
        | GeneSpec::Any
        | GeneSpec::Open => {
            let spec = put(&GeneSpec::Any, rest, part);
            if is_index {
                GeneSpec::Array { item: Box::new(spec), min: 1, max: 3, unique: false }
            } else {
                let field = FieldSpec { name: first.clone(), spec };
                GeneSpec::Object { fields: vec![field], additional: None }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::Action;
    use crate::gene::text_format;

    const NUMBER: GeneSpec = GeneSpec::Integer { min: 3, max: 5, multiple_of: 0 };

    fn uuid() -> GeneSpec {
        text_format("uuid").map(GeneSpec::Format).expect("a format")
    }

    fn email() -> GeneSpec {
        text_format("email").map(GeneSpec::Format).expect("a format")
    }

    fn templates(spec: GeneSpec) -> Vec<ActionTemplate> {
        vec![ActionTemplate {
            name: "POST:/a".to_owned(),
            parameters: vec![("body".to_owned(), spec)],
        }]
    }

    fn individual(spec: &GeneSpec) -> Individual {
        let genes = vec![Gene::new(spec, &mut Pcg64Mcg::seed_from_u64(1))];
        Individual {
            calls: vec![Action {
                template: TemplateId(0),
                genes,
                links: Vec::new(),
                user: None,
                malformed: None,
            }],
            ..Individual::default()
        }
    }

    fn shape(path: &[&str], spec: GeneSpec) -> Shape {
        let path = path.iter().map(|name| (*name).to_owned()).collect();
        Shape { action: 0, parameter: 0, path, spec }
    }

    fn record(fields: &[(&str, GeneSpec)]) -> GeneSpec {
        let field = |(name, spec): &(&str, GeneSpec)| FieldSpec {
            name: (*name).to_owned(),
            spec: spec.clone(),
        };
        GeneSpec::Object { fields: fields.iter().map(field).collect(), additional: None }
    }

    #[test]
    fn a_shape_is_news_once_and_takes_the_place_of_the_spec() {
        let templates = templates(GeneSpec::Any);
        let mut individual = individual(&GeneSpec::Any);
        let mut shapes = Shapes::default();
        assert_eq!(shapes.any_unshaped(&individual), None);
        let seen = || vec![shape(&[], record(&[("size", NUMBER)]))];
        assert_eq!(shapes.learn(&individual, &templates, seen()), [(0, 0)]);
        assert_eq!(shapes.learn(&individual, &templates, seen()), []);
        assert_eq!(shapes.any_unshaped(&individual), Some(0));
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        assert!(shapes.shape_action(&mut individual, 0, &mut rng));
        assert_eq!(shapes.any_unshaped(&individual), None);
        let GeneValue::Record(fields) = individual.calls[0].genes[0].value() else { panic!() };
        assert!(matches!(fields[..], [(ref name, GeneValue::Integer(3..=5))] if name == "size"));
    }

    #[test]
    fn parts_are_put_where_they_belong() {
        let mut shapes = Shapes::default();
        let (templates, individual) = (templates(GeneSpec::Any), individual(&GeneSpec::Any));
        let seen = vec![
            shape(&["user", "age"], NUMBER),
            shape(&["tags", "0"], GeneSpec::Boolean),
            shape(&["user", "name"], email()),
            shape(&[], record(&[("id", uuid())])),
        ];
        assert_eq!(shapes.learn(&individual, &templates, seen), [(0, 0)]);
        let user = record(&[("age", NUMBER), ("name", email())]);
        let tags =
            GeneSpec::Array { item: Box::new(GeneSpec::Boolean), min: 1, max: 3, unique: false };
        let whole = record(&[("id", uuid()), ("user", user), ("tags", tags)]);
        assert_eq!(*shapes.whole[&(TemplateId(0), 0)], whole);
    }

    #[test]
    fn an_input_that_the_templates_lack_takes_its_shape() {
        let mut shapes = Shapes::default();
        let mut individual = individual(&GeneSpec::Any);
        individual.calls[0].genes.push(Gene::new(&GeneSpec::Open, &mut Pcg64Mcg::seed_from_u64(1)));
        let found = Shape { parameter: 1, ..shape(&[], NUMBER) };
        assert_eq!(shapes.learn(&individual, &templates(GeneSpec::Any), vec![found]), [(0, 1)]);
        assert!(shapes.shape_action(&mut individual, 0, &mut Pcg64Mcg::seed_from_u64(2)));
        assert!(matches!(individual.calls[0].genes[1].value(), GeneValue::Integer(3..=5)));
    }

    #[test]
    fn two_schemas_of_one_record_hold_together_or_one_does() {
        let (a, b) = (record(&[("a", NUMBER)]), record(&[("b", GeneSpec::Boolean)]));
        let both = record(&[("a", NUMBER), ("b", GeneSpec::Boolean)]);
        assert_eq!(together(&[&a, &b]), GeneSpec::Choice(vec![both, a, b]));
        let spec = put(&GeneSpec::Choice(vec![uuid()]), &["x".to_owned()], &NUMBER);
        assert_eq!(spec, record(&[("x", NUMBER)]));
    }

    #[test]
    fn schemas_of_one_input_are_bounded() {
        let mut shapes = Shapes::default();
        let (templates, individual) = (templates(GeneSpec::Any), individual(&GeneSpec::Any));
        for max in 0..50 {
            let spec = GeneSpec::Integer { min: 0, max, multiple_of: 0 };
            shapes.learn(&individual, &templates, vec![shape(&[], spec)]);
        }
        assert_eq!(shapes.parts[&(TemplateId(0), 0)].len(), MOST_SCHEMAS);
    }
}
