//! From a step to the call that is sent: pieces of earlier answers are put in.

use nearmiss_problem::{CallOutcome, HttpCall, Part, Source, resolve_source, wire_head};

use crate::transport::WireCall;

/// The call that `call` is after the answers `earlier` (one a step before it), with every header
/// that the written test sends too.
#[must_use]
pub fn wire_call(call: &HttpCall, earlier: &[CallOutcome], host: &str) -> WireCall {
    let resolved = HttpCall {
        operation: call.operation.clone(),
        method: call.method.clone(),
        target: text(&call.target, earlier, true),
        headers: call
            .headers
            .iter()
            .map(|(name, value)| (name.clone(), text(value, earlier, false)))
            .collect(),
        body: call.body.clone().map(|mut body| {
            body.text = text(&body.text, earlier, false);
            body
        }),
        user: call.user.clone(),
    };
    let headers = wire_head(&resolved, host);
    WireCall {
        target: joined(&resolved.target),
        headers,
        body: resolved.body.map(|body| joined(&body.text)),
        method: resolved.method,
    }
}

fn joined(parts: &[Part]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.as_str()),
        Part::FromResponse { .. } => None,
    });
    texts.collect()
}

fn text(parts: &[Part], earlier: &[CallOutcome], in_target: bool) -> Vec<Part> {
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => text.clone(),
        Part::FromResponse { step, source, fallback } => {
            piece(earlier.get(*step), source, in_target).unwrap_or_else(|| fallback.clone())
        }
    });
    vec![Part::Text(texts.collect())]
}

fn piece(outcome: Option<&CallOutcome>, source: &Source, in_target: bool) -> Option<String> {
    let CallOutcome::Response(response) = outcome? else { return None };
    resolve_source(response, source, in_target)
}
