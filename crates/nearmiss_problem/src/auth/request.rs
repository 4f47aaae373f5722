//! Calls before the calls of tests, as they are read.

use super::Form;
use super::fields::{Fields, ReadUsersError};
use super::generator::Generated;
use super::model::Request;
use super::payload::{payload_raw, payload_user_pwd};
use super::read::Reader;
use super::secret_header::is_credential_header;
use super::text::Text;
use super::variables::variable_word;
use crate::{header_name, is_own_header, is_sendable_target};

/// Methods of the schema.
const VERBS: [&str; 5] = ["POST", "GET", "PATCH", "DELETE", "PUT"];
/// Keys that say where a call goes.
const WHERE: [&str; 2] = ["endpoint", "externalEndpointURL"];

/// Where a call goes: another server, if not the SUT, and the target.
pub(super) fn target_of(
    fields: &Fields<'_>,
    reader: &Reader<'_>,
) -> Result<(Option<String>, Text), ReadUsersError> {
    let key = match WHERE.map(|key| fields.has(key)) {
        [true, false] => "endpoint",
        [false, true] => "externalEndpointURL",
        [false, false] => {
            return Err(fields
                .error("endpoint", "is missing: a path such as /login, or externalEndpointURL"));
        }
        [true, true] => {
            return Err(fields.error("endpoint", "and externalEndpointURL exclude each other"));
        }
    };
    let text = fields.needed_text(key)?;
    let (server, target) = match key {
        "endpoint" => (None, text.as_str()),
        _ => {
            let Some(rest) = text.strip_prefix("http://") else {
                return Err(fields.error(key, "must begin with http:// (https is not spoken here)"));
            };
            let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
            let host = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
            (Some(host), if path.is_empty() { "/" } else { path })
        }
    };
    if !target.starts_with('/') {
        return Err(fields.error(key, "must be a path that begins with /"));
    }
    let target = reader.text(target, Form::Component, fields, key)?;
    for piece in &target.0 {
        if let super::Piece::Text(text) = piece
            && !is_sendable_target(&format!("/{text}"))
        {
            return Err(fields.error(key, "holds what cannot be sent in a path; encode it with %"));
        }
    }
    Ok((server, target))
}

/// A call of `loginEndpointAuth` or `createUsers`.
pub(super) fn request_of(
    fields: &Fields<'_>,
    reader: &mut Reader<'_>,
    generated: &[Generated],
) -> Result<Request, ReadUsersError> {
    let (server, target) = target_of(fields, reader)?;
    let method = fields.needed_one_of("verb", &VERBS)?;
    let mut headers = Vec::new();
    for header in fields.list("headers")? {
        header.only(&["name", "value"])?;
        let name = header.needed_text("name")?;
        let value = header.text("value")?.unwrap_or_default();
        headers.push(header_of(&name, &value, is_credential_header(&name), &header, reader)?);
    }
    let content_type = fields.text("contentType")?;
    let body = match (fields.text("payloadRaw")?, fields.inner("payloadUserPwd")?) {
        (Some(_), Some(_)) => {
            return Err(fields.error("payloadRaw", "and payloadUserPwd exclude each other"));
        }
        (Some(raw), None) => Some(payload_raw(&raw, content_type, fields, reader, generated)?),
        (None, Some(pair)) => Some(payload_user_pwd(&pair, content_type, reader, generated)?),
        (None, None) => None,
    };
    Ok(Request { server, method, target, headers, body })
}

/// A header line; `secret`: its value, if it is literal.
pub(super) fn header_of(
    name: &str,
    value: &str,
    secret: bool,
    fields: &Fields<'_>,
    reader: &mut Reader<'_>,
) -> Result<(String, Text), ReadUsersError> {
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(token) || !is_own_header(name) {
        return Err(fields.error("", &format!("{name:?} is no header that a call can set")));
    }
    let text = match secret {
        true => reader.secret(value, &variable_word(name), Form::Plain, fields, "value")?,
        false => reader.text(value, Form::Plain, fields, "value")?,
    };
    Ok((header_name(name), text))
}
