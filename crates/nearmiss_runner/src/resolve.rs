//! From a step to the call that is sent: pieces of earlier answers are put in.

use nearmiss_problem::auth::Form;
use nearmiss_problem::{CallOutcome, HttpCall, Part, Source, resolve_source, wire_head};

use crate::login::Credentials;
use crate::transport::WireCall;

/// The call that `call` is after the answers `earlier` (one a step before it), with every header
/// that the written test sends too. A header that would hold nothing but a credential that there is not
/// is left out.
#[must_use]
pub fn wire_call(
    call: &HttpCall,
    earlier: &[CallOutcome],
    host: &str,
    credentials: &Credentials,
) -> WireCall {
    let known = Known { earlier, credentials };
    let lacks = |part: &Part| matches!(part, Part::Credential { user, slot } if credentials.value(user, slot).is_none());
    let resolved = HttpCall {
        operation: call.operation.clone(),
        method: call.method.clone(),
        target: known.text(&call.target, true),
        headers: call
            .headers
            .iter()
            .filter(|(_, value)| value.is_empty() || !value.iter().all(lacks))
            .map(|(name, value)| (name.clone(), known.text(value, false)))
            .collect(),
        body: call.body.clone().map(|mut body| {
            body.text = known.text(&body.text, false);
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
        Part::FromResponse { .. } | Part::Credential { .. } => None,
    });
    texts.collect()
}

/// What parts are taken from.
struct Known<'a> {
    earlier: &'a [CallOutcome],
    credentials: &'a Credentials,
}

impl Known<'_> {
    fn text(&self, parts: &[Part], in_target: bool) -> Vec<Part> {
        let texts = parts.iter().map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::FromResponse { step, source, fallback } => {
                piece(self.earlier.get(*step), source, in_target)
                    .unwrap_or_else(|| fallback.clone())
            }
            Part::Credential { user, slot } => {
                let value = self.credentials.value(user, slot).unwrap_or_default();
                if in_target { Form::Component.of(value) } else { value.to_owned() }
            }
        });
        vec![Part::Text(texts.collect())]
    }
}

fn piece(outcome: Option<&CallOutcome>, source: &Source, in_target: bool) -> Option<String> {
    let CallOutcome::Response(response) = outcome? else { return None };
    resolve_source(response, source, in_target)
}
