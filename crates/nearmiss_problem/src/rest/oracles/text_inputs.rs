//! The texts among the inputs of a call, and the same call with another one.

use nearmiss_search::{GeneValue, Individual};

use super::JudgedTest;
use crate::rest::operation::{Operation, Place};

/// A text that a call sends.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct TextInput {
    /// Index of its parameter.
    pub parameter: usize,
    /// Where in the value of the parameter: indices of fields or items.
    pub path: Vec<usize>,
    /// Name of the parameter or field.
    pub name: String,
    /// The text.
    pub text: String,
    /// It stands in the path.
    pub in_path: bool,
}

/// The texts that the call `at` of a test sends as inputs, in order.
pub(super) fn text_inputs(test: &JudgedTest<'_>, at: usize) -> Vec<TextInput> {
    inputs(test, at, text_of)
}

/// The inputs of the call of which `read` answers a text.
fn inputs(
    test: &JudgedTest<'_>,
    at: usize,
    read: fn(&GeneValue) -> Option<String>,
) -> Vec<TextInput> {
    let Some(action) = test.individual.calls.get(at) else { return Vec::new() };
    let Some(operation) = test.model.operations.get(action.template.0 as usize) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (index, gene) in action.genes.iter().enumerate() {
        let Some(parameter) = operation.parameters.get(index) else { continue };
        if parameter.place == Place::MediaType {
            continue;
        }
        let in_path = parameter.place == Place::Path;
        collect(&gene.value(), &parameter.name, &mut Vec::new(), &mut |path, name, value| {
            let Some(text) = read(value) else { return };
            let name = name.to_owned();
            found.push(TextInput { parameter: index, path: path.to_vec(), name, text, in_path });
        });
    }
    found
}

fn text_of(value: &GeneValue) -> Option<String> {
    match value {
        GeneValue::Text(text) => Some(String::from_utf16_lossy(text)),
        _ => None,
    }
}

fn text_or_digits(value: &GeneValue) -> Option<String> {
    match value {
        GeneValue::Integer(number) => Some(number.to_string()),
        _ => text_of(value),
    }
}

/// Told of each value that holds no others: where, the name nearest to it, the value.
type Found<'a> = dyn FnMut(&[usize], &str, &GeneValue) + 'a;

fn collect(value: &GeneValue, name: &str, path: &mut Vec<usize>, found: &mut Found<'_>) {
    match value {
        GeneValue::List(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index);
                collect(item, name, path, found);
                path.pop();
            }
        }
        GeneValue::Record(fields) => {
            for (index, (name, field)) in fields.iter().enumerate() {
                path.push(index);
                collect(field, name, path, found);
                path.pop();
            }
        }
        _ => found(path, name, value),
    }
}

/// The test up to the call `at`, which sends `text` in place of one of its texts.
pub(super) fn with_text(
    test: &JudgedTest<'_>,
    at: usize,
    input: &TextInput,
    text: &str,
) -> Individual {
    with_value(test, at, input.parameter, |value| {
        let mut place = value;
        for &index in &input.path {
            place = match place {
                GeneValue::List(items) => &mut items[index],
                GeneValue::Record(fields) => &mut fields[index].1,
                other => other,
            };
        }
        *place = GeneValue::text(text);
    })
}

/// The test up to the call `at`, with the value of one of its parameters changed.
pub(super) fn with_value(
    test: &JudgedTest<'_>,
    at: usize,
    parameter: usize,
    change: impl FnOnce(&mut GeneValue),
) -> Individual {
    let mut individual = test.individual.clone();
    individual.calls.truncate(at + 1);
    if let Some(action) = individual.calls.get_mut(at) {
        action.links.retain(|link| link.parameter != parameter);
        if let Some(gene) = action.genes.get_mut(parameter) {
            let mut value = gene.value();
            change(&mut value);
            gene.send(value);
        }
    }
    individual
}

/// Index of the parameter that is the body, where a call sends it as JSON.
pub(super) fn json_body(operation: &Operation) -> Option<usize> {
    use crate::rest::operation::MediaKind;
    let body = operation.body.as_ref()?;
    let is_json = body.media.first().is_some_and(|(_, kind)| *kind == MediaKind::Json);
    is_json.then_some(body.parameter)
}

/// The texts of the call that hold this one.
pub(super) fn holding(test: &JudgedTest<'_>, at: usize, text: &str) -> Vec<TextInput> {
    among(text_inputs(test, at), text)
}

/// The texts and whole numbers of the call that hold this text.
pub(super) fn showing(test: &JudgedTest<'_>, at: usize, text: &str) -> Vec<TextInput> {
    among(inputs(test, at, text_or_digits), text)
}

fn among(mut inputs: Vec<TextInput>, text: &str) -> Vec<TextInput> {
    inputs.retain(|input| !text.is_empty() && input.text.contains(text));
    inputs
}
