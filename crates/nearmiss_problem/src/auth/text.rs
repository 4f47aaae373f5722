//! Text of an auth file: literal, or read from the environment.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::{Form, Variables};

/// A piece of text.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// Literal.
    Text(String),
    /// The value of a variable.
    Variable {
        /// Its name.
        name: String,
        /// How its value is written here.
        form: Form,
    },
    /// These pieces together in base64.
    Base64(Vec<Piece>),
}

/// Text made of pieces.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(pub Vec<Piece>);

impl Text {
    /// Literal text.
    #[must_use]
    pub fn literal(text: &str) -> Self {
        if text.is_empty() { Self::default() } else { Self(vec![Piece::Text(text.to_owned())]) }
    }

    /// The value of a variable.
    #[must_use]
    pub fn variable(name: String, form: Form) -> Self {
        Self(vec![Piece::Variable { name, form }])
    }

    /// Adds literal text.
    pub(super) fn push(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(Piece::Text(before)) => before.push_str(text),
            _ => self.0.push(Piece::Text(text.to_owned())),
        }
    }

    /// Adds other text.
    pub(super) fn append(&mut self, other: Self) {
        for piece in other.0 {
            match piece {
                Piece::Text(text) => self.push(&text),
                piece => self.0.push(piece),
            }
        }
    }

    /// The text with the values of its variables; one that is unknown is empty.
    #[must_use]
    pub fn resolve(&self, variables: &Variables) -> String {
        resolve(&self.0, variables)
    }

    /// Its variables.
    #[must_use]
    pub fn variables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        collect(&self.0, &mut names);
        names
    }
}

fn resolve(pieces: &[Piece], variables: &Variables) -> String {
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Variable { name, form } => form.of(variables.get(name).unwrap_or_default()),
        Piece::Base64(inner) => STANDARD.encode(resolve(inner, variables)),
    });
    texts.collect()
}

fn collect<'p>(pieces: &'p [Piece], names: &mut Vec<&'p str>) {
    for piece in pieces {
        match piece {
            Piece::Text(_) => {}
            Piece::Variable { name, .. } => names.push(name),
            Piece::Base64(inner) => collect(inner, names),
        }
    }
}
