//! Bodies of requests.

use std::collections::BTreeMap;

use nearmiss_search::{FieldSpec, GeneSpec, GeneValue};

use crate::rest::document::{Document, Located};
use crate::rest::operation::{FieldFormat, MediaKind, Style};
use crate::rest::schema_warning::Warnings;
use crate::rest::spec::SpecBuilder;

/// A body with its spec.
#[derive(Clone, Debug)]
pub(super) struct ReadBody {
    /// Its constraints.
    pub spec: GeneSpec,
    /// Media types it may be written as, the one to prefer first; at least one.
    pub media: Vec<(String, MediaKind)>,
    /// Formats of the fields of a form.
    pub fields: BTreeMap<String, FieldFormat>,
}

/// Reads a `requestBody` of 3.x.
pub(super) fn read_request_body(
    document: &Document,
    body: Located<'_>,
    warnings: &mut Warnings,
) -> Option<ReadBody> {
    let pointer = body.pointer.clone();
    let body = match document.resolve(body) {
        Ok(body) => body,
        Err(message) => {
            warnings.add(&pointer, format!("{message}; no body is sent"));
            return None;
        }
    };
    let entries = body.get("content").map(|content| content.entries()).unwrap_or_default();
    let mut known: Vec<(String, MediaKind, Located<'_>)> = Vec::new();
    for (name, entry) in entries {
        if let Some((media, kind)) = media_kind(name, &entry.pointer, warnings) {
            known.push((media, kind, entry));
        }
    }
    // Stable: the order of the document decides among equals.
    known.sort_by_key(|(media, kind, _)| preference(media, *kind));
    let Some((_, _, preferred)) = known.first().cloned() else {
        warnings
            .add(&body.pointer, "this body has no media type that can be written; none is sent");
        return None;
    };
    let schema = preferred.get("schema");
    let mut media = Vec::new();
    for (name, kind, entry) in &known {
        let same = entry.get("schema").map(|place| place.value) == schema.as_ref().map(|s| s.value);
        // Text that is not of its type is only sent when there is nothing better.
        let bears_it = media.is_empty() || (same && *kind != MediaKind::Text);
        if bears_it {
            media.push((name.clone(), *kind));
        } else {
            warnings.add(&entry.pointer, format!("this media type is not used; {} is", media[0].0));
        }
    }
    let spec = match schema.clone() {
        Some(schema) => SpecBuilder::new(document, warnings).build(schema),
        None => GeneSpec::Any,
    };
    let spec = SpecBuilder::new(document, warnings).suggest_examples(spec, &preferred);
    let spec = match (media[0].1, spec) {
        (MediaKind::Text, GeneSpec::Any) => GeneSpec::Text { min_len: 0, max_len: 512 },
        (_, spec) => spec,
    };
    let required = body.is_true("required");
    let spec = if required { spec } else { GeneSpec::Optional(Box::new(spec)) };
    let fields = field_formats(document, schema, preferred.get("encoding"), warnings);
    Some(ReadBody { spec, media, fields })
}

/// Reads the `in: body` parameter of 2.0.
pub(super) fn read_body_parameter(
    document: &Document,
    parameter: &Located<'_>,
    consumes: &[(String, String)],
    warnings: &mut Warnings,
) -> ReadBody {
    let spec = match parameter.get("schema") {
        Some(schema) => SpecBuilder::new(document, warnings).build(schema),
        None => {
            warnings.add(&parameter.pointer, "a body needs a `schema`; any value is sent");
            GeneSpec::Any
        }
    };
    let required = parameter.is_true("required");
    let spec = if required { spec } else { GeneSpec::Optional(Box::new(spec)) };
    let mut media: Vec<(String, MediaKind)> = consumes
        .iter()
        .filter_map(|(pointer, name)| media_kind(name, pointer, warnings))
        // Forms are made of `in: formData` parameters.
        .filter(|(_, kind)| matches!(kind, MediaKind::Json | MediaKind::Text))
        .collect();
    media.sort_by_key(|(media, kind)| preference(media, *kind));
    let mut first = true;
    media.retain(|(_, kind)| std::mem::take(&mut first) || *kind != MediaKind::Text);
    if media.is_empty() {
        media.push(("application/json".to_owned(), MediaKind::Json));
    }
    ReadBody { spec, media, fields: BTreeMap::new() }
}

/// Reads the `in: formData` parameters of 2.0; together they are one body.
pub(super) fn read_form_parameters(
    document: &Document,
    parameters: &[Located<'_>],
    consumes: &[(String, String)],
    warnings: &mut Warnings,
) -> ReadBody {
    let mut specs: Vec<FieldSpec> = Vec::new();
    let mut fields = BTreeMap::new();
    let mut has_file = false;
    for parameter in parameters {
        let Some(name) = parameter.text("name") else {
            warnings.add(&parameter.pointer, "a parameter needs a `name`; it is left out");
            continue;
        };
        let file = parameter.text("type") == Some("file");
        has_file |= file;
        let spec = SpecBuilder::new(document, warnings).build(parameter.clone());
        let required = parameter.is_true("required");
        let spec = if required { spec } else { GeneSpec::Optional(Box::new(spec)) };
        specs.retain(|field| field.name != name);
        specs.push(FieldSpec { name: name.to_owned(), spec });
        let style = match parameter.text("collectionFormat") {
            Some("multi") => (Style::Form, true),
            Some("ssv") => (Style::SpaceDelimited, false),
            Some("tsv") => (Style::TabDelimited, false),
            Some("pipes") => (Style::PipeDelimited, false),
            _ => (Style::Form, false),
        };
        let format = FieldFormat { style: Some(style), content_type: None, file };
        fields.insert(name.to_owned(), format);
    }
    let wants = |essence: &str| consumes.iter().any(|(_, media)| media.starts_with(essence));
    let urlencoded = wants("application/x-www-form-urlencoded");
    let media = if has_file || (wants("multipart/") && !urlencoded) {
        ("multipart/form-data".to_owned(), MediaKind::Multipart)
    } else {
        ("application/x-www-form-urlencoded".to_owned(), MediaKind::Form)
    };
    let spec = GeneSpec::Object { fields: specs, additional: None };
    ReadBody { spec, media: vec![media], fields }
}

/// The content type to send for a media type and how the body is written; `None` if it is no
/// media type.
fn media_kind(name: &str, pointer: &str, warnings: &mut Warnings) -> Option<(String, MediaKind)> {
    let essence = name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let printable = name.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    if !printable || !essence.contains('/') {
        warnings
            .add(pointer, format!("`{}` is no media type; it is left out", name.escape_debug()));
        return None;
    }
    let name = name.trim().to_owned();
    Some(match essence.as_str() {
        "*/*" | "application/*" => ("application/json".to_owned(), MediaKind::Json),
        "application/x-www-form-urlencoded" => (name, MediaKind::Form),
        "multipart/*" => ("multipart/form-data".to_owned(), MediaKind::Multipart),
        "text/*" => ("text/plain".to_owned(), MediaKind::Text),
        "application/octet-stream" => (name, MediaKind::Text),
        "text/xml" => unknown_media(name, pointer, warnings),
        text if text.ends_with("/json") || text.ends_with("+json") => (name, MediaKind::Json),
        text if text.starts_with("multipart/") => (essence, MediaKind::Multipart),
        text if text.starts_with("text/") => (name, MediaKind::Text),
        _ => unknown_media(name, pointer, warnings),
    })
}

fn unknown_media(name: String, pointer: &str, warnings: &mut Warnings) -> (String, MediaKind) {
    warnings.add(
        pointer,
        format!("`{name}` cannot be written; as far as it is used, any text is sent"),
    );
    (name, MediaKind::Text)
}

fn preference(media: &str, kind: MediaKind) -> u8 {
    match kind {
        MediaKind::Json => 0,
        MediaKind::Form => 1,
        MediaKind::Multipart => 2,
        MediaKind::Text if media.starts_with("text/plain") => 3,
        MediaKind::Text => 4,
    }
}

/// `encoding`, and which fields are files.
fn field_formats(
    document: &Document,
    schema: Option<Located<'_>>,
    encoding: Option<Located<'_>>,
    warnings: &mut Warnings,
) -> BTreeMap<String, FieldFormat> {
    let mut fields: BTreeMap<String, FieldFormat> = BTreeMap::new();
    let empty = || FieldFormat { style: None, content_type: None, file: false };
    let schema = schema.and_then(|schema| document.resolve(schema).ok());
    let properties = schema.and_then(|schema| schema.get("properties"));
    for (name, property) in properties.map(|place| place.entries()).unwrap_or_default() {
        if is_file(document, property) {
            fields.entry(name.to_owned()).or_insert_with(empty).file = true;
        }
    }
    for (name, entry) in encoding.map(|place| place.entries()).unwrap_or_default() {
        let field = fields.entry(name.to_owned()).or_insert_with(empty);
        let style = match entry.text("style") {
            None if entry.get("explode").is_none() => None,
            None | Some("form") => Some(Style::Form),
            Some("spaceDelimited") => Some(Style::SpaceDelimited),
            Some("pipeDelimited") => Some(Style::PipeDelimited),
            Some("deepObject") => Some(Style::DeepObject),
            Some(other) => {
                warnings.add(&entry.pointer, format!("style `{other}` is not known; ignored"));
                None
            }
        };
        field.style = style.map(|style| {
            let explode = match entry.get("explode") {
                Some(_) => entry.is_true("explode"),
                None => style == Style::Form,
            };
            (style, explode)
        });
        let content_type = entry.text("contentType").and_then(|list| list.split(',').next());
        field.content_type = content_type
            .map(|media| media.trim().to_owned())
            .filter(|media| media.bytes().all(|byte| (0x20..0x7f).contains(&byte)));
    }
    fields
}

fn is_file(document: &Document, property: Located<'_>) -> bool {
    let Ok(property) = document.resolve(property) else { return false };
    let binary = |place: &Located<'_>| {
        place.text("format") == Some("binary")
            || place.text("contentMediaType").is_some_and(|media| !media.ends_with("json"))
    };
    if binary(&property) {
        return true;
    }
    let items = property.get("items").and_then(|items| document.resolve(items).ok());
    items.is_some_and(|items| binary(&items))
}

/// The spec of the parameter that chooses the media type.
pub(super) fn media_spec(media: &[(String, MediaKind)]) -> GeneSpec {
    GeneSpec::Enum(media.iter().map(|(name, _)| GeneValue::text(name)).collect())
}
