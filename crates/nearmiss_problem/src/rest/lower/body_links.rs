//! Pieces of earlier answers inside a JSON body.

use nearmiss_search::{Action, GeneValue, Link, json_text};

use super::body_fields::with_fields;
use super::written::piece_of;
use crate::rest::operation::{Operation, Place};
use crate::{Body, Part, Source};

/// The segment of a path that stands for each item of a list.
const EACH: &str = "-";

/// Writes the body anew, with pieces of answers where the links of the action say so. Does nothing
/// where no link leads into the body, or where the body is no JSON text.
pub(super) fn link_body(
    operation: &Operation,
    action: &Action,
    values: &[GeneValue],
    body: &mut Body,
) {
    let Some(request) = &operation.body else { return };
    let links: Vec<(&Link, &[String])> = action
        .links
        .iter()
        .filter(|link| link.source.starts_with('/'))
        .filter_map(|link| Some((link, place_of(operation, request.parameter, link)?)))
        .collect();
    if links.is_empty() {
        return;
    }
    let described = values.get(request.parameter).unwrap_or(&GeneValue::Absent);
    let whole = with_fields(described, &operation.body_fields, values);
    let plain = whole.as_ref().unwrap_or(described);
    let before = json_text(plain);
    if body.text != [Part::Text(before.clone())] {
        return;
    }
    // A mark that the body does not hold stands for each piece until the text is cut there.
    let mut mark = "@link".to_owned();
    while before.contains(&mark) {
        mark.push('@');
    }
    let mut marked = plain.clone();
    let mut pieces: Vec<(usize, String)> = Vec::new();
    for (number, (_, path)) in links.iter().enumerate() {
        place(&mut marked, path, &mut |value| {
            let fallback = match &*value {
                GeneValue::List(_) | GeneValue::Record(_) => return,
                value => json_text(value),
            };
            *value = GeneValue::text(&format!("{mark}{}@", pieces.len()));
            pieces.push((number, fallback));
        });
    }
    body.text = parts(&json_text(&marked), &mark, &pieces, &links);
}

/// The place in the body that a link is for.
fn place_of<'a>(operation: &'a Operation, body: usize, link: &'a Link) -> Option<&'a [String]> {
    if link.parameter == body {
        return (!link.path.is_empty()).then_some(&link.path);
    }
    let is_field = operation.parameters.get(link.parameter)?.place == Place::BodyField;
    let field = operation.body_fields.iter().find(|field| field.parameter == link.parameter)?;
    (is_field && link.path.is_empty()).then_some(&field.path)
}

/// Calls `put` for each value that a path leads to. A field that a record lacks is added.
fn place(value: &mut GeneValue, path: &[String], put: &mut dyn FnMut(&mut GeneValue)) {
    let Some((name, rest)) = path.split_first() else {
        put(value);
        return;
    };
    match value {
        GeneValue::List(items) if name == EACH => {
            items.iter_mut().for_each(|item| place(item, rest, put));
        }
        GeneValue::Record(fields) => match fields.iter_mut().find(|(known, _)| known == name) {
            Some((_, inner)) => place(inner, rest, put),
            None if rest.is_empty() => {
                let mut inner = GeneValue::Absent;
                put(&mut inner);
                fields.push((name.clone(), inner));
            }
            None => {}
        },
        _ => {}
    }
}

/// The text, cut at its marks.
fn parts(
    text: &str,
    mark: &str,
    pieces: &[(usize, String)],
    links: &[(&Link, &[String])],
) -> Vec<Part> {
    let mut found = Vec::new();
    let mut rest = text;
    let opening = format!("\"{mark}");
    while let Some((before, after)) = rest.split_once(&opening) {
        let Some((number, behind)) = after.split_once("@\"") else { break };
        let Some((link, fallback)) =
            number.parse::<usize>().ok().and_then(|number| pieces.get(number))
        else {
            break;
        };
        let link = links[*link].0;
        found.push(Part::Text(before.to_owned()));
        let source = Source::Json(link.source.clone());
        found.push(piece_of(link.from, source, fallback.clone()));
        rest = behind;
    }
    found.push(Part::Text(rest.to_owned()));
    found
}
