//! Where the schema's text comes from: a file or a URL.

use std::path::Path;
use std::time::Duration;

use nearmiss_problem::CallOutcome;

use crate::connection::Protocol;
use crate::control::Listening;
use crate::transport::{CallLimits, Transport, WireCall};

/// The schema could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadSchemaError {
    /// No such file.
    #[error(
        "the schema {path} cannot be read: {source}. Check --openapi; it takes a file or a URL"
    )]
    File {
        /// As given.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The URL is not one we can get.
    #[error("the schema URL {url} cannot be used: {why}")]
    Url {
        /// As given.
        url: String,
        /// What is wrong.
        why: String,
    },
}

/// Longest schema that is read over HTTP, and how long that may take.
const LIMITS: CallLimits =
    CallLimits { time: Duration::from_secs(20), body: 64 << 20, apart: Duration::ZERO };

/// Host, port and path of a URL without its scheme.
fn parts(rest: &str) -> (&str, u16, &str) {
    let (authority, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (authority, "80"),
    };
    (host, port.parse().unwrap_or(80), path)
}

/// The path of a URL that is one of the SUT: on this machine, on the port that its code wanted or that it really has.
#[must_use]
pub fn path_on_sut<'a>(url: &'a str, sut: &Listening) -> Option<&'a str> {
    let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"))?;
    let (host, port, path) = parts(rest);
    let is_local = matches!(host, "localhost" | "127.0.0.1" | "[::1]" | "0.0.0.0");
    (is_local && (port == sut.wanted || port == sut.port)).then_some(path)
}

/// Reads the schema's text. A URL on the port that the SUT's code wanted (or really has) is asked
/// for at the SUT under test, wherever that listens.
///
/// # Errors
/// When the file or URL cannot be read; the message says what to check.
pub fn load_schema(source: &str, base: &Path, sut: &Listening) -> Result<String, LoadSchemaError> {
    let is_sut = path_on_sut(source, sut).is_some();
    let rest = source.strip_prefix("http://");
    let Some(rest) = rest.or_else(|| source.strip_prefix("https://").filter(|_| is_sut)) else {
        if source.starts_with("https://") {
            let why = "only http:// is supported; save the document and give the file".to_owned();
            return Err(LoadSchemaError::Url { url: source.to_owned(), why });
        }
        let path = base.join(source);
        return std::fs::read_to_string(&path)
            .map_err(|source| LoadSchemaError::File { path: path.display().to_string(), source });
    };
    let (host, port, target) = parts(rest);
    let (protocol, address) = match is_sut {
        true => (sut.protocol, format!("127.0.0.1:{}", sut.port)),
        false => (Protocol::Http, format!("{host}:{port}")),
    };
    let failed = |why: String| LoadSchemaError::Url { url: source.to_owned(), why };
    let mut transport = Transport::new(LIMITS).map_err(|error| failed(error.to_string()))?;
    transport.connect_by(protocol, &address);
    let call = WireCall {
        method: "GET".to_owned(),
        target: target.to_owned(),
        headers: vec![("Host".to_owned(), address), ("Accept".to_owned(), "*/*".to_owned())],
        body: None,
    };
    match transport.call(&call, || false) {
        CallOutcome::Response(answer) if answer.status == 200 && !answer.truncated => {
            String::from_utf8(answer.body).map_err(|_| failed("the answer is not UTF-8".to_owned()))
        }
        CallOutcome::Response(answer) => Err(failed(format!("it answered {}", answer.status))),
        CallOutcome::Timeout => Err(failed("it did not answer".to_owned())),
        CallOutcome::Broken(why) => Err(failed(why)),
    }
}
