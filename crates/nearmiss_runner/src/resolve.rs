//! From a request to what is sent: pieces of earlier answers are put in.

use nearmiss_problem::{
    CallOutcome, HttpRequest, HttpResponse, Known, Part, Setup, text_of_parts, wire_head,
};
use serde_json::{Value, json};

use crate::login::Credentials;
use crate::transport::WireCall;

/// Resolves a request after what came before it, with every header that the
/// written test sends too. A header that would hold nothing but a credential that there is not is left
/// out.
#[must_use]
pub fn wire_call(
    request: &HttpRequest,
    earlier: Earlier<'_>,
    host: &str,
    credentials: &Credentials,
) -> WireCall {
    let known = Here { earlier, credentials };
    let text =
        |parts: &[Part], in_target| vec![Part::Text(text_of_parts(parts, &known, in_target))];
    let lacks = |part: &Part| match part {
        Part::Credential { user, slot } => credentials.value(user, slot).is_none(),
        _ => false,
    };
    let is_lacking =
        |parts: &[Part]| !parts.is_empty() && parts.iter().flat_map(Part::leaves).all(lacks);
    let resolved = HttpRequest {
        method: request.method.clone(),
        target: text(&request.target, true),
        headers: request
            .headers
            .iter()
            .filter(|(_, value)| !is_lacking(value))
            .map(|(name, value)| (name.clone(), text(value, false)))
            .collect(),
        body: request.body.clone().map(|mut body| {
            body.text = text(&body.text, false);
            body
        }),
    };
    let headers = wire_head(&resolved, host);
    WireCall {
        target: joined(&resolved.target),
        headers,
        body: resolved.body.map(|body| joined(&body.text)),
        method: resolved.method,
    }
}

/// Answers the order that sets something up, as the process of the API is given it.
///
/// # Errors
/// When an argument is no JSON.
pub fn setup_order(
    setup: &Setup,
    earlier: Earlier<'_>,
    credentials: &Credentials,
) -> Result<Value, serde_json::Error> {
    let known = Here { earlier, credentials };
    let arguments = setup.arguments.iter();
    let arguments =
        arguments.map(|parts| serde_json::from_str(&text_of_parts(parts, &known, false)));
    let arguments = arguments.collect::<Result<Vec<Value>, _>>()?;
    Ok(json!({"kind": setup.kind, "function": setup.function, "arguments": arguments}))
}

fn joined(parts: &[Part]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// What came before a call in its test.
#[derive(Clone, Copy, Debug, Default)]
pub struct Earlier<'a> {
    /// What setting up has answered.
    pub set_up: &'a [Value],
    /// What became of the calls.
    pub calls: &'a [CallOutcome],
}

/// What parts are taken from.
struct Here<'a> {
    earlier: Earlier<'a>,
    credentials: &'a Credentials,
}

impl Known for Here<'_> {
    fn answer(&self, call: usize) -> Option<&HttpResponse> {
        match self.earlier.calls.get(call)? {
            CallOutcome::Response(answer) => Some(answer),
            CallOutcome::Timeout | CallOutcome::Broken(_) => None,
        }
    }

    fn set_up(&self, setup: usize) -> Option<&Value> {
        self.earlier.set_up.get(setup)
    }

    fn credential(&self, user: &str, slot: &str) -> Option<&str> {
        self.credentials.value(user, slot)
    }
}
