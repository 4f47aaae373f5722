//! Path, query, header and cookie parameters.

use nearmiss_search::{GeneSpec, GeneValue};

use crate::rest::document::{Document, Located, Version};
use crate::rest::operation::{Parameter, ParameterFormat, Place, Style};
use crate::rest::schema_warning::Warnings;
use crate::rest::spec::{SpecBuilder, with_formed_values};
use crate::{header_name, is_own_header};

/// Longest text of a parameter without a schema.
const PLAIN_TEXT: usize = 512;

/// Header parameters that OpenAPI says to ignore.
const IGNORED_HEADERS: [&str; 3] = ["accept", "content-type", "authorization"];
/// Headers that a parameter cannot be, beside those that [`is_own_header`] keeps from every step.
const OTHER_HEADERS: [&str; 2] = ["content-encoding", "cookie"];

/// A parameter with its spec.
#[derive(Clone, Debug)]
pub(in crate::rest) struct ReadParameter {
    /// Where it goes.
    pub parameter: Parameter,
    /// Its constraints.
    pub spec: GeneSpec,
}

/// Reads a parameter that is no body. `None` (with a warning) if it cannot be sent.
pub(super) fn read_parameter(
    document: &Document,
    place: &Located<'_>,
    warnings: &mut Warnings,
) -> Option<ReadParameter> {
    let Some(name) = place.text("name") else {
        warnings.add(&place.pointer, "a parameter needs a `name`; it is left out");
        return None;
    };
    let (location, default_style) = match place.text("in") {
        Some("path") => (Place::Path, Style::Simple),
        Some("query") => (Place::Query, Style::Form),
        Some("header") => (Place::Header, Style::Simple),
        Some("cookie") => (Place::Cookie, Style::Form),
        Some(other) => {
            warnings.add(
                &place.pointer,
                format!("`in: {other}` is not known; the parameter is left out"),
            );
            return None;
        }
        None => {
            warnings.add(&place.pointer, "a parameter needs `in`; it is left out");
            return None;
        }
    };
    if !name_can_be_sent(name, location, &place.pointer, warnings) {
        return None;
    }
    let (spec, format) = if document.version == Version::V2 {
        let spec = SpecBuilder::new(document, warnings).build(place.clone());
        (spec, collection_format(place, location, warnings))
    } else if let Some(content) = place.get("content") {
        read_content(document, &content, warnings)
    } else {
        let spec = match place.get("schema") {
            Some(schema) => SpecBuilder::new(document, warnings).build(schema),
            None => GeneSpec::Any,
        };
        let spec = SpecBuilder::new(document, warnings).suggest_examples(spec, place);
        (spec, style_of(place, location, default_style, warnings))
    };
    let spec = if format == ParameterFormat::Json { spec } else { plain(spec) };
    let spec = with_formed_values(name, spec);
    let spec = if location == Place::Path { never_empty(spec) } else { spec };
    let required = location == Place::Path || place.is_true("required");
    let spec = if required { spec } else { GeneSpec::Optional(Box::new(spec)) };
    let name = match location {
        Place::Header => header_name(name),
        _ => name.to_owned(),
    };
    Some(ReadParameter { parameter: Parameter { name, place: location, format }, spec })
}

/// A path parameter that the path names and no one describes.
pub(in crate::rest) fn undescribed(name: &str) -> ReadParameter {
    ReadParameter {
        parameter: Parameter {
            name: name.to_owned(),
            place: Place::Path,
            format: ParameterFormat::Style { style: Style::Simple, explode: false },
        },
        spec: with_formed_values(name, GeneSpec::Text { min_len: 1, max_len: PLAIN_TEXT }),
    }
}

fn name_can_be_sent(name: &str, place: Place, pointer: &str, warnings: &mut Warnings) -> bool {
    let lower = name.to_ascii_lowercase();
    match place {
        Place::Header if IGNORED_HEADERS.contains(&lower.as_str()) => {
            warnings.add(
                pointer,
                format!("OpenAPI has no header parameter named `{name}`; it is left out"),
            );
            false
        }
        Place::Header if is_of_connection(name) => {
            warnings
                .add(pointer, format!("header `{name}` belongs to the connection; it is left out"));
            false
        }
        Place::Header | Place::Cookie if !is_token(name) => {
            warnings
                .add(pointer, format!("`{name}` is no name that HTTP allows here; it is left out"));
            false
        }
        _ => true,
    }
}

/// Whether a header belongs to the connection rather than to the API.
fn is_of_connection(name: &str) -> bool {
    !is_own_header(name) || OTHER_HEADERS.contains(&name.to_ascii_lowercase().as_str())
}

/// A token of RFC 9110.
pub(in crate::rest) fn is_token(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// `content`: one media type; JSON is JSON text, anything else the text of the value.
fn read_content(
    document: &Document,
    content: &Located<'_>,
    warnings: &mut Warnings,
) -> (GeneSpec, ParameterFormat) {
    let text = ParameterFormat::Style { style: Style::Form, explode: true };
    let entries = content.entries();
    let Some((media, entry)) = entries.into_iter().next() else {
        warnings.add(&content.pointer, "`content` needs one media type; any text is sent");
        return (GeneSpec::Any, text);
    };
    let spec = match entry.get("schema") {
        Some(schema) => SpecBuilder::new(document, warnings).build(schema),
        None => GeneSpec::Any,
    };
    let spec = SpecBuilder::new(document, warnings).suggest_examples(spec, &entry);
    let essence = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if essence.ends_with("/json") || essence.ends_with("+json") {
        (spec, ParameterFormat::Json)
    } else {
        (spec, text)
    }
}

fn style_of(
    place: &Located<'_>,
    location: Place,
    default: Style,
    warnings: &mut Warnings,
) -> ParameterFormat {
    let wanted = match place.text("style") {
        None => default,
        Some("matrix") => Style::Matrix,
        Some("label") => Style::Label,
        Some("simple") => Style::Simple,
        Some("form") => Style::Form,
        Some("spaceDelimited") => Style::SpaceDelimited,
        Some("pipeDelimited") => Style::PipeDelimited,
        Some("deepObject") => Style::DeepObject,
        Some(other) => {
            warnings
                .add(&place.pointer, format!("style `{other}` is not known; the default is taken"));
            default
        }
    };
    let fits = match location {
        Place::Path => matches!(wanted, Style::Matrix | Style::Label | Style::Simple),
        Place::Query => !matches!(wanted, Style::Matrix | Style::Label | Style::Simple),
        Place::Header => wanted == Style::Simple,
        _ => wanted == Style::Form,
    };
    let style = if fits {
        wanted
    } else {
        warnings.add(&place.pointer, "this style is not for this place; the default is taken");
        default
    };
    let explode = match place.get("explode") {
        Some(_) => place.is_true("explode"),
        None => style == Style::Form,
    };
    ParameterFormat::Style { style, explode }
}

/// `collectionFormat` of 2.0.
fn collection_format(
    place: &Located<'_>,
    location: Place,
    warnings: &mut Warnings,
) -> ParameterFormat {
    let one =
        if matches!(location, Place::Query | Place::Cookie) { Style::Form } else { Style::Simple };
    let (style, explode) = match place.text("collectionFormat") {
        None | Some("csv") => (one, false),
        Some("ssv") => (Style::SpaceDelimited, false),
        Some("tsv") => (Style::TabDelimited, false),
        Some("pipes") => (Style::PipeDelimited, false),
        Some("multi") if location == Place::Query => (Style::Form, true),
        Some(other) => {
            warnings.add(
                &place.pointer,
                format!("collectionFormat `{other}` is not for this place; csv is taken"),
            );
            (one, false)
        }
    };
    ParameterFormat::Style { style, explode }
}

/// What has no schema is text, and so are undescribed items.
fn plain(spec: GeneSpec) -> GeneSpec {
    match spec {
        GeneSpec::Any => GeneSpec::Text { min_len: 0, max_len: PLAIN_TEXT },
        GeneSpec::Suggested { values, inner } => {
            GeneSpec::Suggested { values, inner: Box::new(plain(*inner)) }
        }
        GeneSpec::Array { item, min, max, unique } => {
            GeneSpec::Array { item: Box::new(plain(*item)), min, max, unique }
        }
        GeneSpec::Map { value, min, max } => {
            GeneSpec::Map { value: Box::new(plain(*value)), min, max }
        }
        other @ (GeneSpec::Boolean
        | GeneSpec::Integer { .. }
        | GeneSpec::Double { .. }
        | GeneSpec::Text { .. }
        | GeneSpec::Pattern { .. }
        | GeneSpec::Format(_)
        | GeneSpec::Enum(_)
        | GeneSpec::Object { .. }
        | GeneSpec::Nullable(_)
        | GeneSpec::Optional(_)
        | GeneSpec::Choice(_)
        | GeneSpec::Open) => other,
    }
}

/// Takes values without text out of a spec: an empty or null segment would be another path.
pub(in crate::rest) fn never_empty(spec: GeneSpec) -> GeneSpec {
    match spec {
        GeneSpec::Text { min_len, max_len } => {
            let min_len = min_len.max(1);
            GeneSpec::Text { min_len, max_len: max_len.max(min_len) }
        }
        GeneSpec::Pattern { pattern, min_len, max_len } => {
            let min_len = min_len.max(1);
            GeneSpec::Pattern { pattern, min_len, max_len: max_len.max(min_len) }
        }
        GeneSpec::Array { item, min, max, unique } => {
            let min = min.max(1);
            GeneSpec::Array { item: Box::new(never_empty(*item)), min, max: max.max(min), unique }
        }
        GeneSpec::Nullable(inner) => never_empty(*inner),
        GeneSpec::Choice(branches) => {
            GeneSpec::Choice(branches.into_iter().map(never_empty).collect())
        }
        GeneSpec::Suggested { mut values, inner } => {
            values.retain(|value| *value != GeneValue::text(""));
            match values.is_empty() {
                true => never_empty(*inner),
                false => GeneSpec::Suggested { values, inner: Box::new(never_empty(*inner)) },
            }
        }
        other @ (GeneSpec::Boolean
        | GeneSpec::Integer { .. }
        | GeneSpec::Double { .. }
        | GeneSpec::Format(_)
        | GeneSpec::Enum(_)
        | GeneSpec::Object { .. }
        | GeneSpec::Map { .. }
        | GeneSpec::Optional(_)
        | GeneSpec::Any
        | GeneSpec::Open) => other,
    }
}
