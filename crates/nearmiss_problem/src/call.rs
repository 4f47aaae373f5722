//! Calls: the one form in which they are run and written.

use serde::{Deserialize, Serialize};

use crate::auth::Form;
use crate::{Class, OperationName};

/// A call of a test: it is run as it is written.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The operation that it belongs to.
    pub operation: OperationName,
    /// Name of the user who calls, if one who logged in does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The request that is sent.
    pub request: Request,
}

/// The request of a call. Closed: who sends or writes calls must handle every kind.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// An HTTP request.
    Http(HttpRequest),
}

impl Call {
    /// Answers its HTTP request.
    #[must_use]
    pub fn http(&self) -> &HttpRequest {
        match &self.request {
            Request::Http(request) => request,
        }
    }

    /// Answers its HTTP request, to be changed.
    pub fn http_mut(&mut self) -> &mut HttpRequest {
        match &mut self.request {
            Request::Http(request) => request,
        }
    }

    /// All parts of it, those inside of a [`Part::Written`] each by itself.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        match &self.request {
            Request::Http(request) => request.parts(),
        }
    }
}

/// Text, or a piece of an earlier answer of the same test.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub enum Part {
    /// Literal text, already encoded for its place.
    Text(String),
    /// A piece of the answer to an earlier call, encoded with `encodeURIComponent` in a path or query,
    /// as it is elsewhere.
    FromResponse {
        /// Index of the earlier call.
        call: usize,
        /// Where in its answer.
        source: Source,
        /// What is sent when the answer has no such piece; encoded for its place.
        fallback: String,
    },
    /// A piece of what setting something up has answered (the key of a row), encoded as one of an answer.
    FromSetup {
        /// Index of what was set up.
        setup: usize,
        /// Where in the value: a place in a body.
        source: Source,
        /// What is sent when the value has no such piece; encoded for its place.
        fallback: String,
    },
    /// What a user's login gave, or a value of the environment; never written down. In a target it is
    /// encoded with `encodeURIComponent`. Nothing is sent in its place when there is none.
    Credential {
        /// Name of the user; empty: `slot` is the name of an environment variable.
        user: String,
        /// What of the user: the header whose value it is (`Authorization`), a query parameter
        /// (`?access_token`), or the bare `token`.
        slot: String,
    },
    /// These parts together, each as it is whatever the place, written in a form. Nothing more is done to it in a target.
    Written {
        /// The form.
        form: Form,
        /// The parts.
        parts: Vec<Part>,
    },
}

impl Part {
    /// The part, or the parts inside of it: none of them is a [`Part::Written`].
    #[must_use]
    pub fn leaves(&self) -> Vec<&Part> {
        match self {
            Self::Written { parts, .. } => parts.iter().flat_map(Self::leaves).collect(),
            part => vec![part],
        }
    }
}

/// A place in an answer.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub enum Source {
    /// A JSON pointer into the body; strings as they are, numbers and booleans as JSON text.
    Body(String),
    /// A JSON pointer into the body; the value as JSON text, for a place inside a JSON body.
    Json(String),
    /// The last path segment of the `Location` header.
    Location,
    /// A header, by its lower-case name; of several the first.
    Header(String),
    /// The value of a cookie that is set, by its name.
    Cookie(String),
    /// The body as text.
    Text,
    /// What stands in the text at a place between two others, where they are found first.
    Between {
        /// The place.
        of: Box<Source>,
        /// What stands before it.
        before: String,
        /// What stands behind it; nothing is the end of the text.
        after: String,
    },
}

/// A request as Node's `http` client can send it byte for byte.
///
/// The request target is `target` joined: it begins with `/`, holds only printable ASCII without
/// space (Node refuses the rest), and is sent as it is, empty segments and dots included.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct HttpRequest {
    /// Upper-case method.
    pub method: String,
    /// Path and query.
    pub target: Vec<Part>,
    /// Headers beyond those every request has, in order. Names are in title case (`X-Api-Key`): HTTP
    /// does not tell cases apart and every client of ours sends this one. Values hold no control
    /// characters but tab, and no unit above U+00FF.
    pub headers: Vec<(String, Vec<Part>)>,
    /// The body, if any.
    pub body: Option<Body>,
}

impl HttpRequest {
    /// All parts of it, those inside of a [`Part::Written`] each by itself.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        let bodies = self.body.iter().map(|body| &body.text);
        let lists = self.headers.iter().map(|(_, value)| value).chain(bodies).chain([&self.target]);
        lists.flatten().flat_map(Part::leaves)
    }
}

impl Part {
    /// Calls `change` for the part, or for the parts inside of it: none of them is a [`Part::Written`].
    pub fn each_leaf_mut(&mut self, change: &mut dyn FnMut(&mut Self)) {
        match self {
            Self::Written { parts, .. } => {
                parts.iter_mut().for_each(|part| part.each_leaf_mut(change));
            }
            part => change(part),
        }
    }
}

impl HttpRequest {
    /// Calls `change` for all parts of it, those inside of a [`Part::Written`] each by itself.
    pub fn each_part_mut(&mut self, change: &mut dyn FnMut(&mut Part)) {
        let bodies = self.body.iter_mut().map(|body| &mut body.text);
        let values = self.headers.iter_mut().map(|(_, value)| value);
        let lists = values.chain(bodies).chain([&mut self.target]);
        lists.flatten().for_each(|part| part.each_leaf_mut(change));
    }
}

/// A request body.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Value of `Content-Type`.
    pub content_type: String,
    /// The text, sent as UTF-8. Lone surrogates have been escaped or replaced before.
    pub text: Vec<Part>,
}

/// An answer.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct HttpResponse {
    /// Status code.
    pub status: u16,
    /// Headers in order, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, up to the limit of the runner.
    pub body: Vec<u8>,
    /// The body was longer than the limit.
    pub truncated: bool,
}

impl HttpResponse {
    /// Tells what it says of its call.
    #[must_use]
    pub fn class(&self) -> Class {
        Class::of_status(self.status)
    }

    /// Tells whether it says that the call was done.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.class() == Class::Success
    }

    /// First value of a header, by its lower-case name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// What became of a call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum CallOutcome {
    /// An answer came.
    Response(HttpResponse),
    /// No answer within the time allowed.
    Timeout,
    /// The connection was closed or broken before the whole answer came; the text says how.
    Broken(String),
}
