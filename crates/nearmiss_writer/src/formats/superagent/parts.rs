//! Texts of a call that take something from answers, logins or the environment.

use nearmiss_problem::{Part, Source, header_value};

use super::made::Made;
use super::users;
use crate::Expectation;
use crate::js_text::{literal, template_text};

/// Where a text stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Place {
    Target,
    Header,
    Body,
}

/// What a text is printed with.
pub(super) struct Taken<'a> {
    /// The name of the constant that holds the answer to a call of the test.
    pub answer: &'a dyn Fn(usize) -> String,
    /// What is expected of each call.
    pub expectations: &'a [Expectation],
    /// What the test has set up.
    pub made: &'a [Made],
    /// The user that the variable `user` of a table stands for.
    pub row_user: Option<&'a str>,
    /// Functions of `support/calls.cjs` and `support/setup.cjs` that the texts use.
    pub helpers: Vec<&'static str>,
}

/// A part of a text.
enum Piece {
    Literal(String),
    Expression(String),
}

/// The text of parts that are nothing but text.
pub(super) fn plain(parts: &[Part]) -> Option<String> {
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => Some(text.as_str()),
        Part::FromResponse { .. }
        | Part::FromSetup { .. }
        | Part::Credential { .. }
        | Part::Written { .. } => None,
    });
    texts.collect()
}

impl Taken<'_> {
    /// A literal, a template literal, or the expression that a text is as a whole.
    pub fn text(&mut self, parts: &[Part], place: Place) -> String {
        let header = place == Place::Header;
        if let Some(text) = plain(parts) {
            return literal(&if header { header_value(&text) } else { text });
        }
        let pieces: Vec<Piece> = parts.iter().map(|part| self.piece(part, place)).collect();
        let whole = match (parts, &pieces[..]) {
            ([Part::Credential { .. } | Part::Written { .. }], [Piece::Expression(value)]) => {
                value.clone()
            }
            _ => template(&pieces),
        };
        if !header || pieces.iter().all(|piece| matches!(piece, Piece::Literal(_))) {
            return whole;
        }
        self.helpers.push("headerValue");
        format!("headerValue({whole})")
    }

    fn piece(&mut self, part: &Part, place: Place) -> Piece {
        match part {
            Part::Text(text) => Piece::Literal(text.clone()),
            Part::FromResponse { call: step, source, fallback } => match self.is_answered(*step) {
                true => Piece::Expression(self.taken(*step, source, fallback, place)),
                false => Piece::Literal(fallback.clone()),
            },
            Part::FromSetup { setup, source, fallback } => {
                Piece::Expression(self.set_up(*setup, source, fallback, place))
            }
            Part::Credential { user, slot } => {
                let value = users::expression(user, slot, self.row_user);
                Piece::Expression(match place {
                    Place::Target => format!("encodeURIComponent({value})"),
                    Place::Header | Place::Body => value,
                })
            }
            Part::Written { form, parts } => {
                let pieces: Vec<Piece> =
                    parts.iter().map(|part| self.piece(part, Place::Body)).collect();
                if let Some(text) = all_literal(&pieces) {
                    return Piece::Literal(form.of(&text));
                }
                self.helpers.push("written");
                let inner = match (&parts[..], &pieces[..]) {
                    // A column may be a number.
                    ([Part::FromSetup { .. }], pieces) => template(pieces),
                    (_, [Piece::Expression(value)]) => value.clone(),
                    (_, pieces) => template(pieces),
                };
                Piece::Expression(format!("written({}, {inner})", literal(form.word())))
            }
        }
    }

    /// Answers what is taken from what setting something up has answered.
    fn set_up(&mut self, setup: usize, source: &Source, fallback: &str, place: Place) -> String {
        let Some(made) = self.made.get(setup) else { return literal(fallback) };
        let (text, helper) = made.piece(source, fallback, place);
        self.helpers.extend(helper);
        text
    }

    fn is_answered(&self, step: usize) -> bool {
        let expectation = self.expectations.get(step);
        !matches!(expectation, None | Some(Expectation::Timeout | Expectation::Broken))
    }

    /// Answers what is taken from an answer; `fallback` where it has none. Nothing is written in the place of an empty one: it is
    /// what functions take without.
    fn taken(&mut self, step: usize, source: &Source, fallback: &str, place: Place) -> String {
        let answer = (self.answer)(step);
        let mut arguments = vec![answer];
        let (helper, encodes) = match source {
            Source::Location => ("fromLocation", false),
            Source::Json(pointer) => {
                arguments.push(literal(pointer));
                ("jsonFrom", false)
            }
            Source::Body(pointer) => {
                arguments.push(literal(pointer));
                (if place == Place::Target { "encodedFrom" } else { "from" }, false)
            }
            Source::Header(name) => {
                arguments.push(literal(name));
                ("headerFrom", true)
            }
            Source::Cookie(name) => {
                arguments.push(literal(name));
                ("cookieFrom", true)
            }
            Source::Text => ("textFrom", true),
            Source::Between { of, before, after } => {
                arguments = vec![self.taken(step, of, "", Place::Body)];
                arguments.extend([literal(before), literal(after)]);
                ("between", true)
            }
        };
        if !fallback.is_empty() {
            arguments.push(literal(fallback));
        }
        self.helpers.push(helper);
        let value = format!("{helper}({})", arguments.join(", "));
        match place {
            Place::Target if encodes => format!("encodeURIComponent({value})"),
            _ => value,
        }
    }
}

fn all_literal(pieces: &[Piece]) -> Option<String> {
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => Some(text.as_str()),
        Piece::Expression(_) => None,
    });
    texts.collect()
}

fn template(pieces: &[Piece]) -> String {
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => template_text(text),
        Piece::Expression(value) => format!("${{{value}}}"),
    });
    format!("`{}`", texts.collect::<String>())
}
