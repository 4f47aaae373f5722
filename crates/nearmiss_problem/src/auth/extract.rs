//! What the answer to a login gives.

use super::{Gives, TokenFrom};
use crate::{HttpResponse, Source, resolve_source};

/// What a login gave.
#[derive(Clone, Eq, PartialEq)]
pub enum Given {
    /// `name=value` pairs as a `Cookie` header has them.
    Cookies(String),
    /// A token.
    Token(String),
}

impl Gives {
    /// Takes it out of the answer.
    ///
    /// # Errors
    /// With what the answer lacks.
    pub fn take(&self, answer: &HttpResponse) -> Result<Given, String> {
        match self {
            Self::Cookies => {
                let cookies = cookies(answer);
                if cookies.is_empty() {
                    return Err("sets no cookie".to_owned());
                }
                Ok(Given::Cookies(cookies))
            }
            Self::Token { from: TokenFrom::Body(pointer), .. } => {
                let source = Source::Body(pointer.clone());
                let token = resolve_source(answer, &source, false);
                token.map(Given::Token).ok_or_else(|| match pointer.as_str() {
                    "" => "has no text for a body".to_owned(),
                    pointer => format!("has no text at `{pointer}` of its body"),
                })
            }
            Self::Token { from: TokenFrom::Header(name), .. } => {
                let value = answer.header(name).filter(|value| !value.is_empty());
                let token = value.map(|value| Given::Token(value.to_owned()));
                token.ok_or_else(|| format!("has no header `{name}`"))
            }
        }
    }
}

/// The cookies that an answer sets; of one name the last, an empty one is none.
fn cookies(answer: &HttpResponse) -> String {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for (_, line) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
        let pair = line.split(';').next().unwrap_or_default();
        let Some((name, value)) = pair.split_once('=') else { continue };
        let (name, value) = (name.trim(), value.trim());
        pairs.retain(|(known, _)| *known != name);
        if !value.is_empty() {
            pairs.push((name, value));
        }
    }
    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
}
