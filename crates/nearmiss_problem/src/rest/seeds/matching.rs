//! Requests become calls of operations.

use nearmiss_search::{Action, GeneSpec, GeneValue, Individual};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::fit::{fit, fit_text};
use crate::given_requests::{PlainRequest, Seeded};
use crate::rest::model::Model;
use crate::rest::operation::{MediaKind, Operation, PathPiece, Place};

impl Model {
    /// Matches requests to operations by method and path and takes their values over.
    pub(in crate::rest) fn seeded(
        &self,
        requests: &[PlainRequest],
        max_actions: usize,
        rng: &mut Pcg64Mcg,
    ) -> Seeded {
        let mut seeded = Seeded::default();
        let mut actions = Vec::new();
        for request in requests {
            let (path, query) = target_of(&request.url);
            match self.operation_of(&request.method, path) {
                Some((operation, segments)) => {
                    actions.push(self.action_of(operation, &segments, query, request, rng));
                }
                None => seeded.unmatched.push(format!("{} {path}", request.method)),
            }
        }
        seeded.taken = actions.len();
        let alone = actions
            .iter()
            .map(|action| Individual { calls: vec![action.clone()], ..Individual::default() });
        seeded.individuals = alone.collect();
        if max_actions > 1 {
            let rows = actions.chunks(max_actions).filter(|row| row.len() > 1);
            seeded.individuals.extend(
                rows.map(|row| Individual { calls: row.to_vec(), ..Individual::default() }),
            );
        }
        seeded
    }

    /// The operation of a path, the one with fewest parameters first, and the texts of these.
    fn operation_of(&self, method: &str, path: &str) -> Option<(usize, Vec<(usize, String)>)> {
        let matches = self.operations.iter().enumerate().filter_map(|(index, operation)| {
            let mut found = Vec::new();
            (operation.method == method
                && !operation.anywhere
                && fits(&operation.pieces, path, &mut found))
            .then_some((index, found))
        });
        matches.min_by_key(|(_, found)| found.len())
    }

    fn action_of(
        &self,
        index: usize,
        segments: &[(usize, String)],
        query: &str,
        request: &PlainRequest,
        rng: &mut Pcg64Mcg,
    ) -> Action {
        let mut action = self.fresh(index, rng);
        let (operation, template) = (&self.operations[index], &self.templates[index]);
        for (parameter, known) in operation.parameters.iter().enumerate() {
            let Some((_, spec)) = template.parameters.get(parameter) else { continue };
            let text = match known.place {
                Place::Path => segments
                    .iter()
                    .find(|(own, _)| *own == parameter)
                    .map(|(_, text)| decoded(text)),
                Place::Query => joined(query, '&', &known.name),
                Place::Header => header(request, &known.name).map(str::to_owned),
                Place::Cookie => {
                    joined(header(request, "Cookie").unwrap_or_default(), ';', &known.name)
                }
                Place::MediaType | Place::Body | Place::BodyField => continue,
            };
            let value = text.map_or(Some(GeneValue::Absent), |text| fit_text(&text, spec));
            if let Some(value) = value {
                action.genes[parameter].adopt(&value);
            }
        }
        if let Some(body) = &operation.body {
            let spec = template.parameters.get(body.parameter).map(|(_, spec)| spec);
            let media = chosen_media(operation, request);
            let value = match &request.body {
                Some(text) => spec.and_then(|spec| body_value(text, spec)),
                None => Some(GeneValue::Absent),
            };
            if let Some(value) = value {
                action.genes[body.parameter].adopt(&value);
            }
            if let (Some(parameter), Some((name, _))) =
                (body.media_parameter, media.and_then(|at| body.media.get(at)))
            {
                action.genes[parameter].adopt(&GeneValue::text(name));
            }
        }
        action
    }
}

/// Which of its media types a request has, if it is one that is described.
fn chosen_media(operation: &Operation, request: &PlainRequest) -> Option<usize> {
    let body = operation.body.as_ref()?;
    let own = header(request, "Content-Type")?.split(';').next()?.trim();
    body.media
        .iter()
        .position(|(media, _)| {
            media.split(';').next().is_some_and(|media| media.trim().eq_ignore_ascii_case(own))
        })
        .or_else(|| {
            let is_form = own.ends_with("x-www-form-urlencoded");
            body.media.iter().position(|(_, kind)| *kind == MediaKind::Form && is_form)
        })
}

fn body_value(text: &str, spec: &GeneSpec) -> Option<GeneValue> {
    if let Ok(json) = serde_json::from_str::<Value>(text) {
        return fit(&json, spec);
    }
    if matches!(spec, GeneSpec::Object { .. } | GeneSpec::Optional(_)) && text.contains('=') {
        let pairs = text.split('&').map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), Value::String(decoded(value)))
        });
        return fit(&Value::Object(pairs.collect()), spec);
    }
    fit_text(text, spec)
}

/// Path and query of a URL. What stands before the path (a host, a variable of a collection) is cut off.
fn target_of(url: &str) -> (&str, &str) {
    let behind = match url.find("://") {
        Some(at) => {
            let rest = &url[at + 3..];
            rest.find(['/', '?']).map_or("/", |slash| &rest[slash..])
        }
        None if url.starts_with('/') => url,
        None => url.find('/').map_or("/", |slash| &url[slash..]),
    };
    let behind = behind.split('#').next().unwrap_or_default();
    let (path, query) = behind.split_once('?').unwrap_or((behind, ""));
    (if path.is_empty() { "/" } else { path }, query)
}

/// Whether a path is made of these pieces; notes the texts of its parameters.
pub(in crate::rest) fn fits(
    pieces: &[PathPiece],
    path: &str,
    found: &mut Vec<(usize, String)>,
) -> bool {
    match pieces.split_first() {
        None => path.is_empty() || path == "/",
        Some((PathPiece::Literal(text), rest)) => {
            let text = text.split('?').next().unwrap_or_default();
            path.strip_prefix(text).is_some_and(|left| fits(rest, left, found))
        }
        Some((PathPiece::Parameter(index), rest)) => {
            let end = path.find('/').unwrap_or(path.len());
            // The longest text first: `{name}.{ending}`.
            for length in (1..=end).rev().filter(|length| path.is_char_boundary(*length)) {
                let before = found.len();
                found.push((*index, path[..length].to_owned()));
                if fits(rest, &path[length..], found) {
                    return true;
                }
                found.truncate(before);
            }
            false
        }
    }
}

fn header<'a>(request: &'a PlainRequest, name: &str) -> Option<&'a str> {
    let mut headers = request.headers.iter();
    headers.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

/// The values of a name in `a=1&b=2`, between commas.
fn joined(text: &str, separator: char, name: &str) -> Option<String> {
    let values: Vec<String> = text
        .split(separator)
        .map(|pair| pair.trim().split_once('=').unwrap_or((pair.trim(), "")))
        .filter(|(known, _)| decoded(known) == name)
        .map(|(_, value)| decoded(value))
        .collect();
    (!values.is_empty()).then(|| values.join(","))
}

/// Text without percent signs before bytes, and with spaces for `+`.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = text.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (bytes[at], code) {
            (b'%', Some(code)) => {
                out.push(code);
                at += 2;
            }
            (b'+', _) => out.push(b' '),
            (byte, _) => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}
