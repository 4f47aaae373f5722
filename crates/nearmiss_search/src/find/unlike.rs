//! Values unlike those that are there, and fields that are called as something that is made calls them.

use super::candidates::Named;
use crate::align::edits::Edit;
use crate::transplant::Place;
use crate::{FieldSpec, GeneSpec, GeneValue, Individual, Templates};

/// Texts one of which is another one.
const TEXTS: [&str; 2] = ["river", "garden"];
/// Fields that are asked for in the place of some that nothing has.
const FIELDS: usize = 2;

/// Lists the changes with which a call has other values in these places; none where there is no other value.
pub(super) fn unlike(
    individual: &Individual,
    call: usize,
    places: &[Place],
    templates: &Templates,
) -> Vec<Edit> {
    let action = &individual.calls[call];
    let other = |place: &Place| {
        let value = action.genes.get(place.parameter)?.value();
        let spec = spec_of(individual, call, place, templates);
        Some(Edit {
            call,
            place: place.clone(),
            value: other_value(at(&value, &place.path)?, spec)?,
        })
    };
    places.iter().filter_map(other).collect()
}

/// Lists the changes with which fields of the last call that nobody has described are called as fields of what is made,
/// and hold what these do: one field at a time.
pub(super) fn named_as_made(
    whole: &Individual,
    asked: &[Named],
    made: &[Named],
    templates: &Templates,
) -> Vec<Edit> {
    let call = whole.calls.len() - 1;
    let mut parents: Vec<Place> = Vec::new();
    for (place, ..) in asked {
        let Some((_, path)) = place.path.split_last() else { continue };
        let parent = Place { parameter: place.parameter, path: path.to_vec() };
        let spec = spec_of(whole, call, &parent, templates);
        let is_free =
            matches!(spec, None | Some(GeneSpec::Map { .. } | GeneSpec::Any | GeneSpec::Open));
        if is_free && !parents.contains(&parent) {
            parents.push(parent);
        }
    }
    let is_text = |named: &&Named| matches!(named.2, GeneValue::Text(_)) && named.0.path.len() == 1;
    let mut edits = Vec::new();
    for parent in parents {
        for (place, _, value) in made.iter().filter(is_text).take(FIELDS) {
            let field = (place.path[0].clone(), value.clone());
            edits.push(Edit { call, place: parent.clone(), value: GeneValue::Record(vec![field]) });
        }
    }
    edits
}

fn other_value(value: &GeneValue, spec: Option<&GeneSpec>) -> Option<GeneValue> {
    if let Some(GeneSpec::Enum(values)) = spec {
        return values.iter().find(|other| *other != value).cloned();
    }
    match value {
        GeneValue::Boolean(is_true) => Some(GeneValue::Boolean(!is_true)),
        GeneValue::Integer(number) => number.checked_add(1).map(GeneValue::Integer),
        GeneValue::Double(number) => Some(GeneValue::Double(number + 1.0)),
        GeneValue::Text(_) => TEXTS.map(GeneValue::text).into_iter().find(|other| other != value),
        GeneValue::Absent | GeneValue::Null | GeneValue::List(_) | GeneValue::Record(_) => None,
    }
}

fn at<'v>(value: &'v GeneValue, path: &[String]) -> Option<&'v GeneValue> {
    path.iter().try_fold(value, |value, name| match value {
        GeneValue::Record(fields) => {
            fields.iter().find(|(own, _)| own == name).map(|(_, value)| value)
        }
        _ => None,
    })
}

/// Answers what a schema says of a place in a call; `None` where it says nothing.
fn spec_of<'t>(
    individual: &Individual,
    call: usize,
    place: &Place,
    templates: &'t Templates,
) -> Option<&'t GeneSpec> {
    let template = templates.get(individual.calls[call].template)?;
    let (_, spec) = template.parameters.get(place.parameter)?;
    place.path.iter().try_fold(plain(spec), |spec, name| match spec {
        GeneSpec::Object { fields, additional } => {
            let declared = fields.iter().find(|FieldSpec { name: own, .. }| own == name);
            declared.map(|field| &field.spec).or(additional.as_deref()).map(plain)
        }
        GeneSpec::Map { value, .. } => Some(plain(value)),
        _ => None,
    })
}

/// The spec without what stands around it.
fn plain(mut spec: &GeneSpec) -> &GeneSpec {
    while let GeneSpec::Optional(inner)
    | GeneSpec::Nullable(inner)
    | GeneSpec::Suggested { inner, .. } = spec
    {
        spec = inner;
    }
    spec
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gene::Gene;
    use crate::{Action, ActionTemplate, TemplateId};

    #[test]
    fn other_values_are_what_the_schema_allows() {
        let states = GeneSpec::Enum(["open", "closed"].map(GeneValue::text).to_vec());
        let of = |value: GeneValue, spec: Option<&GeneSpec>| other_value(&value, spec);
        assert_eq!(of(GeneValue::text("open"), Some(&states)), Some(GeneValue::text("closed")));
        assert_eq!(of(GeneValue::text("river"), None), Some(GeneValue::text("garden")));
        assert_eq!(of(GeneValue::Boolean(true), None), Some(GeneValue::Boolean(false)));
        assert_eq!(of(GeneValue::Integer(i64::MAX), None), None);
        let one = GeneSpec::Enum(vec![GeneValue::text("open")]);
        assert_eq!(of(GeneValue::text("open"), Some(&one)), None);
    }

    #[test]
    fn fields_of_a_map_are_called_as_what_is_made() {
        let text = || GeneSpec::Text { min_len: 0, max_len: 9 };
        let query = GeneSpec::Map { value: Box::new(text()), min: 0, max: 3 };
        let field = |name: &str, spec| FieldSpec { spec, name: name.to_owned() };
        let body = GeneSpec::Object { fields: vec![field("query", query)], additional: None };
        let parameters = vec![("body".to_owned(), body.clone())];
        let template = ActionTemplate { name: "POST:/query".to_owned(), parameters };
        let templates = Templates { calls: vec![template], ..Templates::default() };
        let record = |name: &str, value| GeneValue::Record(vec![(name.to_owned(), value)]);
        let sent = record("query", record("fvuqr", GeneValue::text("apple")));
        let call = Action {
            template: TemplateId(0),
            genes: vec![Gene::holding(&body, &sent)],
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let whole = Individual { calls: vec![call], ..Individual::default() };
        let place = |path: &[&str]| Place {
            parameter: 0,
            path: path.iter().map(|name| (*name).to_owned()).collect(),
        };
        let asked = [(place(&["query", "fvuqr"]), "fvuqr".to_owned(), GeneValue::text("apple"))];
        let made = [(place(&["name"]), "name".to_owned(), GeneValue::text("Harbour"))];
        let edits = named_as_made(&whole, &asked, &made, &templates);
        let value = record("name", GeneValue::text("Harbour"));
        assert_eq!(edits, [Edit { call: 0, place: place(&["query"]), value }]);
        // What a schema names is called as it says.
        let known = [(place(&["query"]), "query".to_owned(), GeneValue::text("apple"))];
        assert_eq!(named_as_made(&whole, &known, &made, &templates), []);
    }
}
