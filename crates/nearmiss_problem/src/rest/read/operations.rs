//! Paths and operations.

use std::collections::BTreeSet;

use nearmiss_search::{ActionTemplate, GeneSpec};

use super::parameter::{ReadParameter, read_parameter, undescribed};
use super::path_template::{TemplatePiece, encode_literal, template_pieces};
use super::request_body::{
    ReadBody, media_spec, read_body_parameter, read_form_parameters, read_request_body,
};
use super::response::read_responses;
use super::server::{base_path, with_slashes};
use crate::OperationName;
use crate::ProblemOptions;
use crate::rest::document::{Document, Located, Version, kind_of};
use crate::rest::operation::{
    Operation, Parameter, ParameterFormat, PathPiece, Place, RequestBody, SeenAnswers,
};
use crate::rest::parse_schema_error::ParseSchemaError;
use crate::rest::response_schema::ValidatorStore;
use crate::rest::schema_warning::Warnings;

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Operations with their templates, in the order of the document.
pub(in crate::rest) struct ReadOutput {
    /// The operations.
    pub operations: Vec<Operation>,
    /// One template an operation.
    pub templates: Vec<ActionTemplate>,
    /// What responses are checked with.
    pub validators: Vec<jsonschema::Validator>,
}

/// Reads all operations that can be called.
pub(in crate::rest) fn read_operations(
    document: &Document,
    options: &ProblemOptions,
    warnings: &mut Warnings,
) -> Result<ReadOutput, ParseSchemaError> {
    let root = document.root();
    let paths = match root.get("paths") {
        Some(paths) if paths.value.is_object() => paths,
        Some(other) => {
            return Err(ParseSchemaError::NoPaths {
                found: format!("`paths` is {}", kind_of(other.value)),
            });
        }
        None => return Err(ParseSchemaError::NoPaths { found: "there is none".to_owned() }),
    };
    let mut reader = Reader {
        document,
        options,
        warnings,
        validators: ValidatorStore::new(document),
        unusable: Vec::new(),
        names: BTreeSet::new(),
        operations: Vec::new(),
        templates: Vec::new(),
    };
    for (path, item) in paths.entries() {
        if !path.starts_with("x-") {
            reader.path_item(path, item);
        }
    }
    if reader.operations.is_empty() {
        return Err(ParseSchemaError::NoUsableOperation { reasons: reader.unusable });
    }
    Ok(ReadOutput {
        operations: reader.operations,
        templates: reader.templates,
        validators: reader.validators.into_list(),
    })
}

struct Reader<'d, 'w> {
    document: &'d Document,
    options: &'w ProblemOptions,
    warnings: &'w mut Warnings,
    validators: ValidatorStore<'d>,
    unusable: Vec<String>,
    names: BTreeSet<OperationName>,
    operations: Vec<Operation>,
    templates: Vec<ActionTemplate>,
}

impl<'d> Reader<'d, '_> {
    fn leave_out(&mut self, pointer: &str, message: String) {
        self.unusable.push(format!("{pointer}: {message}"));
        self.warnings.add(pointer, format!("{message}; it is left out"));
    }

    fn path_item(&mut self, path: &str, item: Located<'d>) {
        let pointer = item.pointer.clone();
        let item = match self.document.resolve(item) {
            Ok(item) if item.value.is_object() => item,
            Ok(item) => {
                let found = kind_of(item.value);
                return self.leave_out(&pointer, format!("a path must be an object, not {found}"));
            }
            Err(message) => return self.leave_out(&pointer, message),
        };
        let path = if path.starts_with('/') {
            path.to_owned()
        } else {
            self.warnings.add(&pointer, "a path must begin with `/`; it is put there");
            format!("/{path}")
        };
        for (key, operation) in item.entries() {
            let method = key.to_ascii_lowercase();
            if METHODS.contains(&method.as_str()) {
                self.operation(&path, &method.to_ascii_uppercase(), &item, operation);
            } else if !key.starts_with("x-")
                && !["summary", "description", "servers", "parameters", "$ref"].contains(&key)
            {
                self.warnings.add(&operation.pointer, "this is no HTTP method; it is ignored");
            }
        }
    }

    fn operation(&mut self, path: &str, method: &str, item: &Located<'d>, operation: Located<'d>) {
        let name = OperationName::new(method, path);
        if !operation.value.is_object() {
            let found = kind_of(operation.value);
            let message = format!("an operation must be an object, not {found}");
            return self.leave_out(&operation.pointer, message);
        }
        if !self.names.insert(name.clone()) {
            return self.leave_out(&operation.pointer, format!("{name} is there twice"));
        }
        let declared = self.declared_parameters(item, &operation);
        let mut read: Vec<ReadParameter> = Vec::new();
        for place in &declared {
            if matches!(place.text("in"), Some("body" | "formData"))
                && self.document.version == Version::V2
            {
                continue;
            }
            read.extend(read_parameter(self.document, place, self.warnings));
        }
        // Headers that every call has win over described ones.
        read.retain(|entry| {
            entry.parameter.place != Place::Header
                || !self
                    .options
                    .headers
                    .iter()
                    .any(|(name, _)| name.eq_ignore_ascii_case(&entry.parameter.name))
        });
        let pieces = self.path_pieces(path, item, &operation, &mut read);
        let body = self.body(method, &declared, &operation);
        let produces = self.media_types("produces", &operation);
        let responses = read_responses(
            self.document,
            &operation,
            &produces,
            &mut self.validators,
            self.warnings,
        );
        let mut parameters = Vec::new();
        let mut specs = Vec::new();
        for entry in read {
            specs.push((entry.parameter.name.clone(), entry.spec));
            parameters.push(entry.parameter);
        }
        let body = body.map(|body| push_body(body, &mut parameters, &mut specs));
        self.templates.push(ActionTemplate { name: name.to_string(), parameters: specs });
        let id = operation.text("operationId").map(str::to_owned);
        let tags = operation.get("tags").map(|tags| tags.items()).into_iter().flatten();
        let is_public = self.is_public(&operation);
        let tags = tags.filter_map(|tag| tag.value.as_str().map(str::to_owned)).collect();
        self.operations.push(Operation {
            name,
            ids: id.into_iter().chain([operation.pointer.clone()]).collect(),
            tags,
            method: method.to_owned(),
            path: path.to_owned(),
            pieces,
            parameters,
            body,
            body_fields: Vec::new(),
            accept: responses.accept,
            responses: responses.responses,
            answers: responses.answers,
            declares_location: responses.declares_location,
            seen: SeenAnswers::default(),
            links: responses.links,
            anywhere: false,
            is_public,
            hidden: 0,
        });
    }

    /// Tells whether the document says that nobody need be logged in: `security` of the operation, else of the whole,
    /// is an empty list or has an empty requirement. Where neither says anything, nothing is known.
    fn is_public(&self, operation: &Located<'d>) -> bool {
        let security = operation.get("security").or_else(|| self.document.root().get("security"));
        let list = security.filter(|list| list.value.is_array()).map(|list| list.items());
        list.is_some_and(|list| {
            list.is_empty()
                || list.iter().any(|one| one.value.as_object().is_some_and(|one| one.is_empty()))
        })
    }

    /// Parameters of the path and the operation, resolved; those of the operation win.
    fn declared_parameters(
        &mut self,
        item: &Located<'d>,
        operation: &Located<'d>,
    ) -> Vec<Located<'d>> {
        let mut found: Vec<Located<'d>> = Vec::new();
        for holder in [item, operation] {
            let Some(list) = holder.get("parameters") else { continue };
            if !list.value.is_array() {
                self.warnings.add(&list.pointer, "`parameters` must be a list; it is ignored");
            }
            for place in list.items() {
                let pointer = place.pointer.clone();
                match self.document.resolve(place) {
                    Ok(place) => {
                        let key = (place.text("name"), place.text("in"));
                        found.retain(|known| (known.text("name"), known.text("in")) != key);
                        found.push(place);
                    }
                    Err(message) => {
                        self.warnings
                            .add(&pointer, format!("{message}; the parameter is left out"));
                    }
                }
            }
        }
        found
    }

    fn path_pieces(
        &mut self,
        path: &str,
        item: &Located<'d>,
        operation: &Located<'d>,
        read: &mut Vec<ReadParameter>,
    ) -> Vec<PathPiece> {
        let chosen = self.options.base_path.as_deref().map(with_slashes);
        let base = chosen.unwrap_or_else(|| {
            base_path(self.document, operation, self.warnings)
                .or_else(|| base_path(self.document, item, self.warnings))
                .or_else(|| base_path(self.document, &self.document.root(), self.warnings))
                .unwrap_or_default()
        });
        let mut pieces = vec![PathPiece::Literal(encode_literal(&base))];
        let mut used = BTreeSet::new();
        for piece in template_pieces(path) {
            match piece {
                TemplatePiece::Literal(text) => match pieces.last_mut() {
                    Some(PathPiece::Literal(before)) => before.push_str(&text),
                    _ => pieces.push(PathPiece::Literal(text)),
                },
                TemplatePiece::Name(name) => {
                    let is_it = |entry: &ReadParameter| {
                        entry.parameter.place == Place::Path && entry.parameter.name == name
                    };
                    let index = read.iter().position(is_it).unwrap_or_else(|| {
                        self.warnings.add(
                            &operation.pointer,
                            format!("path parameter `{name}` is not described; any text is sent"),
                        );
                        read.push(undescribed(name));
                        read.len() - 1
                    });
                    used.insert(index);
                    pieces.push(PathPiece::Parameter(index));
                }
            }
        }
        for (index, entry) in read.iter().enumerate() {
            if entry.parameter.place == Place::Path && !used.contains(&index) {
                self.warnings.add(
                    &operation.pointer,
                    format!("path parameter `{}` is not in the path", entry.parameter.name),
                );
            }
        }
        drop_unused(read, &mut pieces, &used);
        pieces
    }

    fn body(
        &mut self,
        method: &str,
        declared: &[Located<'d>],
        operation: &Located<'d>,
    ) -> Option<ReadBody> {
        let body = if self.document.version == Version::V2 {
            let of = |wanted: &str| -> Vec<Located<'d>> {
                declared.iter().filter(|place| place.text("in") == Some(wanted)).cloned().collect()
            };
            let (bodies, form) = (of("body"), of("formData"));
            let consumes = self.media_types("consumes", operation);
            if let Some(place) = bodies.first() {
                if bodies.len() > 1 || !form.is_empty() {
                    self.warnings.add(
                        &operation.pointer,
                        "only one body can be sent; the first `in: body` is taken",
                    );
                }
                Some(read_body_parameter(self.document, place, &consumes, self.warnings))
            } else if form.is_empty() {
                None
            } else {
                Some(read_form_parameters(self.document, &form, &consumes, self.warnings))
            }
        } else {
            let body = operation.get("requestBody")?;
            read_request_body(self.document, body, self.warnings)
        }?;
        if matches!(method, "GET" | "HEAD" | "TRACE") {
            self.warnings
                .add(&operation.pointer, format!("a body means nothing to {method}; none is sent"));
            return None;
        }
        Some(body)
    }

    /// `consumes` or `produces` of 2.0, each with its place.
    fn media_types(&mut self, key: &str, operation: &Located<'d>) -> Vec<(String, String)> {
        if self.document.version != Version::V2 {
            return Vec::new();
        }
        let Some(list) = operation.get(key).or_else(|| self.document.root().get(key)) else {
            return Vec::new();
        };
        if !list.value.is_array() {
            self.warnings.add(&list.pointer, format!("`{key}` must be a list; it is ignored"));
        }
        let media =
            |place: Located<'d>| Some((place.pointer.clone(), place.value.as_str()?.to_owned()));
        list.items().into_iter().filter_map(media).collect()
    }
}

/// Takes out path parameters that the path does not name.
fn drop_unused(read: &mut Vec<ReadParameter>, pieces: &mut [PathPiece], used: &BTreeSet<usize>) {
    let mut moved = Vec::new();
    let mut kept = 0;
    for (index, entry) in read.iter().enumerate() {
        moved.push(kept);
        if entry.parameter.place != Place::Path || used.contains(&index) {
            kept += 1;
        }
    }
    let mut index = 0;
    read.retain(|entry| {
        let keep = entry.parameter.place != Place::Path || used.contains(&index);
        index += 1;
        keep
    });
    for piece in pieces {
        if let PathPiece::Parameter(index) = piece {
            *index = moved[*index];
        }
    }
}

fn push_body(
    body: ReadBody,
    parameters: &mut Vec<Parameter>,
    specs: &mut Vec<(String, GeneSpec)>,
) -> RequestBody {
    let mut push = |name: &str, place: Place, spec: GeneSpec| {
        parameters.push(Parameter { name: name.to_owned(), place, format: ParameterFormat::Json });
        specs.push((name.to_owned(), spec));
        parameters.len() - 1
    };
    let media_parameter = (body.media.len() > 1)
        .then(|| push("content-type", Place::MediaType, media_spec(&body.media)));
    let parameter = push("body", Place::Body, body.spec);
    RequestBody { parameter, media_parameter, media: body.media, fields: body.fields }
}
