//! Secrets in calls of tests: what gives them when the test runs stands in their place.

use std::collections::BTreeMap;

use super::conceal::{Stretch, apart, is_long};
use super::written_text::written_texts;
use super::{Concealed, Concealer, Form, Origin};
use crate::{Call, OperationName, Part, Setup, Source, Test};

/// What is sent where an earlier answer does not have what it had.
pub const NOTHING: &str = "missing";
/// How often a text may be written in a form of a form.
const DEPTH: usize = 3;

/// Where a text stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Place {
    /// In a path or a query.
    Target,
    /// In a body of fields for a form.
    Fields,
    /// Elsewhere.
    Other,
}

impl Place {
    fn of_body(content_type: &str) -> Self {
        let media_type = content_type.split(';').next().unwrap_or_default().trim();
        match media_type.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            true => Self::Fields,
            false => Self::Other,
        }
    }

    /// The forms that a secret is looked for in, the usual one first.
    fn forms(self) -> [Form; 6] {
        use Form::{Component, Escapes, Json, Lower, Plain, Upper};
        match self {
            Self::Target | Self::Fields => [Component, Plain, Json, Upper, Lower, Escapes],
            Self::Other => [Plain, Json, Component, Upper, Lower, Escapes],
        }
    }
}

impl Concealer {
    /// Puts what gives them in the place of the secrets that the calls of a test hold: an environment variable, a login, or the
    /// answer to an earlier call of the test. Answers false if one is left that nothing gives.
    #[must_use]
    pub fn conceal(&self, steps: &mut [Call]) -> bool {
        self.conceal_in(&mut [], steps)
    }

    /// The same of what a test sets up, too.
    #[must_use]
    pub fn conceal_test(&self, test: &mut Test) -> bool {
        self.conceal_in(&mut test.setup, &mut test.calls)
    }

    fn conceal_in(&self, setup: &mut [Setup], steps: &mut [Call]) -> bool {
        let mut test = Recalled { known: self, earlier: Vec::new(), givers: BTreeMap::new() };
        for argument in setup.iter_mut().flat_map(|setup| &mut setup.arguments) {
            test.recall(argument, Place::Other);
        }
        for call in steps.iter_mut() {
            test.recall(&mut call.http_mut().target, Place::Target);
            call.http_mut()
                .headers
                .iter_mut()
                .for_each(|(_, value)| test.recall(value, Place::Other));
            if let Some(body) = &mut call.http_mut().body {
                test.recall(&mut body.text, Place::of_body(&body.content_type));
            }
            test.earlier.push(call.operation.clone());
        }
        let of_setup = setup.iter().flat_map(Setup::parts);
        let mut parts = of_setup.chain(steps.iter().flat_map(|call| call.parts()));
        parts.all(|part| !self.is_told_by(part))
    }

    /// Tells whether a part holds a secret in words.
    fn is_told_by(&self, part: &Part) -> bool {
        match part {
            Part::Text(text)
            | Part::FromResponse { fallback: text, .. }
            | Part::FromSetup { fallback: text, .. } => self.is_in(text),
            Part::Credential { .. } => false,
            Part::Written { parts, .. } => parts.iter().any(|part| self.is_told_by(part)),
        }
    }
}

/// A test whose secrets are replaced, call by call.
struct Recalled<'a> {
    known: &'a Concealer,
    /// The operations of the calls before this one.
    earlier: Vec<OperationName>,
    /// By value, which call gives it, and where in its answer.
    givers: BTreeMap<&'a str, (usize, &'a Origin)>,
}

impl Recalled<'_> {
    fn recall(&mut self, parts: &mut Vec<Part>, place: Place) {
        if !parts.iter().any(|part| self.known.is_told_by(part)) {
            return;
        }
        for part in std::mem::take(parts) {
            match part {
                Part::Text(text) if self.known.is_in(&text) => {
                    for part in self.pieces(&text, place, DEPTH) {
                        add(parts, part);
                    }
                }
                Part::FromResponse { call: step, source, fallback }
                    if self.known.is_in(&fallback) =>
                {
                    let fallback = match source {
                        Source::Json(_) => format!("\"{NOTHING}\""),
                        _ => NOTHING.to_owned(),
                    };
                    parts.push(Part::FromResponse { call: step, source, fallback });
                }
                part => add(parts, part),
            }
        }
    }

    /// A text with what gives secrets in their place; where nothing does, it is left.
    fn pieces(&mut self, text: &str, place: Place, depth: usize) -> Vec<Part> {
        let known = self.known;
        let mut found: Vec<Stretch> = Vec::new();
        let forms = place.forms();
        for index in known.held(text) {
            let value = &known.secret(index).value;
            // Short ones stand in other letters by chance.
            let sought = if is_long(value) { forms.len() } else { 3 };
            for (rank, form) in forms.iter().take(sought).enumerate() {
                let written = form.of(value);
                let what = index * forms.len() + rank;
                found.extend(
                    text.match_indices(&written).map(|(at, _)| (at, at + written.len(), what)),
                );
            }
        }
        let mut parts = Vec::new();
        let mut at = 0;
        for (start, (end, what)) in apart(&mut found) {
            self.between_pieces(&text[at..start], depth, &mut parts);
            let (secret, form) = (known.secret(what / forms.len()), forms[what % forms.len()]);
            add(
                &mut parts,
                match self.giver(secret) {
                    Some(part) => in_form(part, form, place),
                    None => Part::Text(text[start..end].to_owned()),
                },
            );
            at = end;
        }
        self.between_pieces(&text[at..], depth, &mut parts);
        parts
    }

    /// Adds a text that holds no secret in one of the forms of its place, but may hold a part that is one written in another
    /// form, with others around it.
    fn between_pieces(&mut self, text: &str, depth: usize, parts: &mut Vec<Part>) {
        let mut at = 0;
        if depth > 0 && self.known.is_in(text) {
            for written in written_texts(text) {
                if written.start < at || !self.known.is_in(&written.text) {
                    continue;
                }
                let inner = self.pieces(&written.text, Place::Other, depth - 1);
                if inner.iter().any(|part| self.known.is_told_by(part)) {
                    continue;
                }
                add(parts, Part::Text(text[at..written.start].to_owned()));
                let forms = written.forms.iter().rev();
                let whole =
                    forms.fold(inner, |parts, form| vec![Part::Written { form: *form, parts }]);
                parts.extend(whole);
                at = written.end;
            }
        }
        add(parts, Part::Text(text[at..].to_owned()));
    }

    /// Answers what gives a secret.
    fn giver(&mut self, secret: &Concealed) -> Option<Part> {
        if secret.has_expression() {
            let (user, slot) = (secret.user.clone(), secret.slot.clone());
            return Some(Part::Credential { user, slot });
        }
        let (step, origin) = self.giving_call(&secret.value)?;
        let (source, fallback) = (origin.source.clone(), NOTHING.to_owned());
        let part = Part::FromResponse { call: step, source, fallback };
        Some(match origin.encoded {
            true => Part::Written { form: Form::Decoded, parts: vec![part] },
            false => part,
        })
    }
}

impl<'a> Recalled<'a> {
    /// The last call before this one that gives a value and gives no other one from there, if there is any, and where in its
    /// answer.
    fn giving_call(&mut self, value: &str) -> Option<(usize, &'a Origin)> {
        if let Some(giver) = self.givers.get(value) {
            return Some(*giver);
        }
        let (value, origins) = self.known.given.origins(value)?;
        let calls = self.earlier.iter().enumerate().rev();
        let calls: Vec<(usize, &Origin)> = calls
            .flat_map(|(step, operation)| {
                let here = move |origin: &&Origin| origin.operation == *operation;
                origins.iter().filter(here).map(move |origin| (step, origin))
            })
            .collect();
        let is_free = |call: &&(usize, &Origin)| self.givers.values().all(|giver| giver != *call);
        let giver = *calls.iter().find(is_free).or(calls.first())?;
        self.givers.insert(value, giver);
        Some(giver)
    }
}

/// A part as it stands in a form at a place.
fn in_form(part: Part, form: Form, place: Place) -> Part {
    let is_encoded = match &part {
        Part::FromResponse { source, .. } => !matches!(source, Source::Location | Source::Json(_)),
        part => matches!(part, Part::Credential { .. }),
    };
    match (place, form) {
        (Place::Target, Form::Component) if is_encoded => part,
        (Place::Fields | Place::Other, Form::Plain) => part,
        _ => Part::Written { form, parts: vec![part] },
    }
}

/// Adds a part; text goes to the text before it.
fn add(parts: &mut Vec<Part>, part: Part) {
    match (parts.last_mut(), part) {
        (_, Part::Text(text)) if text.is_empty() => {}
        (Some(Part::Text(before)), Part::Text(text)) => before.push_str(&text),
        (_, part) => parts.push(part),
    }
}

#[cfg(test)]
#[path = "recall/tests.rs"]
mod tests;
