//! An operation as it is called: the model that documents of every version are read into.

use std::collections::{BTreeMap, BTreeSet};

use crate::Class;
use crate::OperationName;
use crate::focus::NamedBy;

/// Where a value of a template goes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Place {
    /// Into the path.
    Path,
    /// Into the query.
    Query,
    /// A header of its own.
    Header,
    /// One of the cookies.
    Cookie,
    /// The media type of the body.
    MediaType,
    /// The body.
    Body,
    /// A field of the body.
    BodyField,
}

/// How lists and records are laid out in a parameter (OpenAPI 3, `style`).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Style {
    /// `;name=a`.
    Matrix,
    /// `.a`.
    Label,
    /// `a,b`.
    Simple,
    /// `name=a`.
    Form,
    /// `name=a%20b`.
    SpaceDelimited,
    /// `name=a%09b` (only 2.0).
    TabDelimited,
    /// `name=a%7Cb`.
    PipeDelimited,
    /// `name[key]=a`.
    DeepObject,
}

/// How the value of a parameter becomes text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ParameterFormat {
    /// By a style.
    Style {
        /// The style.
        style: Style,
        /// Whether each item is a parameter of its own.
        explode: bool,
    },
    /// As JSON text (`content`).
    Json,
    /// As the whole path: slashes stay, and one is put before it if there is none.
    Target,
}

/// One value of the template and where it goes; parallel to the parameters of the template.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Parameter {
    /// Its name, a header's in title case.
    pub name: String,
    /// Where it goes.
    pub place: Place,
    /// How it becomes text.
    pub format: ParameterFormat,
}

/// A piece of a path.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum PathPiece {
    /// Text, encoded.
    Literal(String),
    /// Index of a parameter.
    Parameter(usize),
}

/// What a body is written as.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum MediaKind {
    /// JSON text.
    Json,
    /// `application/x-www-form-urlencoded`.
    Form,
    /// `multipart/form-data`.
    Multipart,
    /// The text of the value.
    Text,
}

/// How one field of a form is written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct FieldFormat {
    /// Style and explode, if the document gives them or 2.0 has a `collectionFormat`.
    pub style: Option<(Style, bool)>,
    /// Media type of a part.
    pub content_type: Option<String>,
    /// Sent as a file.
    pub file: bool,
}

/// The body of a request.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct RequestBody {
    /// Index of the parameter with the value.
    pub parameter: usize,
    /// Index of the parameter that chooses among `media`, if there are several.
    pub media_parameter: Option<usize>,
    /// Media types as the document writes them; at least one.
    pub media: Vec<(String, MediaKind)>,
    /// Formats of the fields of a form.
    pub fields: BTreeMap<String, FieldFormat>,
}

/// A field of the body that no schema describes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct BodyField {
    /// Index of the parameter with its value.
    pub parameter: usize,
    /// The names that lead to it; `-` is each item of a list.
    pub path: Vec<String>,
}

/// Which statuses a declared response is for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum StatusPattern {
    /// `200`.
    Exact(u16),
    /// `4XX`.
    Class(u16),
    /// `default`.
    Default,
}

impl StatusPattern {
    /// Whether a status is meant; `default` means all.
    pub fn matches(self, status: u16) -> bool {
        match self {
            Self::Exact(exact) => exact == status,
            Self::Class(class) => status / 100 == class,
            Self::Default => true,
        }
    }

    /// Smaller is told first when several match.
    fn rank(self) -> u8 {
        match self {
            Self::Exact(_) => 0,
            Self::Class(_) => 1,
            Self::Default => 2,
        }
    }
}

/// A declared response.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct DeclaredResponse {
    /// Which statuses it is for.
    pub status: StatusPattern,
    /// Media types in lower case without parameters, each with the index of its validator.
    pub content: Vec<(String, Option<usize>)>,
}

/// A `link` of a response: a value of the answer is a parameter of another operation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct DeclaredLink {
    /// The `operationId` of the other operation, or its place in the document.
    pub target: String,
    /// Name of its parameter.
    pub parameter: String,
    /// Where in the answer, see [`nearmiss_search::Link::source`].
    pub source: String,
}

/// Values that successes of an operation have held.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct SeenAnswers {
    /// There was one.
    pub any: bool,
    /// Names and JSON pointers of single values in bodies; the first item stands for a list.
    pub fields: BTreeSet<(String, String)>,
    /// One had a `Location` header.
    pub location: bool,
}

/// An operation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Operation {
    /// `GET:/books/{id}`.
    pub name: OperationName,
    /// Its `operationId`, if it has one, and its place in the document: what links name.
    pub ids: Vec<String>,
    /// What the document groups it under.
    pub tags: Vec<String>,
    /// Upper-case method.
    pub method: String,
    /// The path as the document writes it.
    pub path: String,
    /// Path of the server and of the operation.
    pub pieces: Vec<PathPiece>,
    /// One a parameter of the template.
    pub parameters: Vec<Parameter>,
    /// How the body is written, if there may be one.
    pub body: Option<RequestBody>,
    /// Fields of the body that are parameters of their own, as they were found while the API ran.
    pub body_fields: Vec<BodyField>,
    /// Value of `Accept`.
    pub accept: String,
    /// Declared responses.
    pub responses: Vec<DeclaredResponse>,
    /// Where an answer may hold the id of the resource: name of the property and JSON pointer, in
    /// the order of the schema, shallow ones first.
    pub answers: Vec<(String, String)>,
    /// A success declares a `Location` header.
    pub declares_location: bool,
    /// Places of values and the header as answers of the running API have shown them.
    pub seen: SeenAnswers,
    /// Links of its successes.
    pub links: Vec<DeclaredLink>,
    /// Its path is a guess: what the API compares it with is a route.
    pub anywhere: bool,
    /// The document says that callers need not be logged in.
    pub is_public: bool,
    /// How many of its parameters no document describes but the running API has shown.
    pub hidden: usize,
}

impl Operation {
    /// What patterns name it by.
    pub fn named_by(&self) -> NamedBy<'_> {
        NamedBy { method: &self.method, path: &self.path, tags: &self.tags, ids: &self.ids }
    }

    /// Tells whether it lists a status with which it refuses calls, or a default.
    pub fn declares_refusals(&self) -> bool {
        self.responses.iter().any(|response| match response.status {
            StatusPattern::Exact(status) => Class::of_status(status) == Class::Refused,
            StatusPattern::Class(class) => class == 4,
            StatusPattern::Default => true,
        })
    }

    /// The declared response for a status: an exact one, else a class, else the default.
    pub fn response_for(&self, status: u16) -> Option<&DeclaredResponse> {
        self.responses
            .iter()
            .filter(|response| response.status.matches(status))
            .min_by_key(|response| response.status.rank())
    }
}
