//! Text with pieces of earlier answers, as it is put together.

use nearmiss_search::ActionAt;

use crate::{Part, Source};

/// Where the text goes, which says how it is encoded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Encoding {
    /// `encodeURIComponent`.
    Component,
    /// Cleaned for a header.
    Header,
}

/// The piece of an answer that stands for a value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Linked {
    /// Whose answer.
    pub from: ActionAt,
    /// Where in its answer.
    pub source: Source,
}

/// The part that takes a piece of what an action has answered.
pub(super) fn piece_of(from: ActionAt, source: Source, fallback: String) -> Part {
    match from {
        ActionAt::Call(call) => Part::FromResponse { call, source, fallback },
        ActionAt::Setup(setup) => Part::FromSetup { setup, source, fallback },
    }
}

/// Parts without neighbours that are both text.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Written(Vec<Part>);

impl Written {
    /// Adds text.
    pub fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(Part::Text(before)) => before.push_str(text),
            _ => self.0.push(Part::Text(text.to_owned())),
        }
    }

    /// Adds a piece of an answer, or `fallback` if there is no such piece.
    pub fn linked(&mut self, linked: &Linked, fallback: String) {
        let Linked { from, source } = linked.clone();
        self.0.push(piece_of(from, source, fallback));
    }

    /// Adds other parts.
    pub fn append(&mut self, other: Self) {
        for part in other.0 {
            self.append_part(part);
        }
    }

    /// Adds one part.
    pub fn append_part(&mut self, part: Part) {
        match part {
            Part::Text(text) => self.text(&text),
            linked => self.0.push(linked),
        }
    }

    /// Writes `otherwise` where there would be no text, also where an earlier answer has none.
    pub fn or(mut self, otherwise: &str) -> Self {
        if self.0.is_empty() {
            self.text(otherwise);
        }
        if let [Part::FromResponse { fallback, .. }] = &mut self.0[..]
            && fallback.is_empty()
        {
            otherwise.clone_into(fallback);
        }
        self
    }

    /// Nothing was written.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The parts; empty text is one part, so that there is something to send.
    pub fn into_parts(self) -> Vec<Part> {
        if self.0.is_empty() { vec![Part::Text(String::new())] } else { self.0 }
    }
}
