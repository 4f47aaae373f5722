//! Bodies that are malformed on purpose: every parser must refuse them, or read them, and go on.

use nearmiss_search::Malformed;

use crate::rest::operation::MediaKind;
use crate::{Body, Part};

/// A way to malform a body: its name, the kinds of bodies that it is for, and how the body is changed.
struct Way {
    name: &'static str,
    kinds: &'static [MediaKind],
    apply: fn(&mut Body),
}

/// All ways. Archives hold their names.
const ALL: &[Way] = &[
    Way { name: "cut", kinds: &[MediaKind::Json, MediaKind::Multipart], apply: cut },
    Way { name: "no-value", kinds: &[MediaKind::Json], apply: |body| replace(body, "no json") },
    Way { name: "comma", kinds: &[MediaKind::Json], apply: |body| before_end(body, ",") },
    Way {
        name: "empty",
        kinds: &[MediaKind::Json, MediaKind::Multipart],
        apply: |body| replace(body, ""),
    },
    Way { name: "name-twice", kinds: &[MediaKind::Json], apply: name_twice },
    Way { name: "percent", kinds: &[MediaKind::Form], apply: |body| append(body, "&%E0%A4%A=%") },
    Way {
        name: "no-boundary",
        kinds: &[MediaKind::Multipart],
        apply: |body| body.content_type = essence(&body.content_type),
    },
    Way {
        name: "charset",
        kinds: &[MediaKind::Json, MediaKind::Form, MediaKind::Text],
        apply: |body| {
            body.content_type = format!("{}; charset=x-unknown", essence(&body.content_type))
        },
    },
    Way {
        name: "other-type",
        kinds: &[MediaKind::Json, MediaKind::Form],
        apply: |body| body.content_type = "application/x-unknown".to_owned(),
    },
    // The last: what a smaller one shows is shown by that.
    Way {
        name: "large",
        kinds: &[MediaKind::Json],
        apply: |body| replace(body, &format!(r#"{{"text":"{}"}}"#, "a".repeat(TOO_MANY))),
    },
];

/// Letters of a body that is too large for most: what reads bodies takes 100 KiB or 1 MiB where nobody has said otherwise.
const TOO_MANY: usize = 1_200_000;

/// Lists the ways in which a body of a kind can be malformed.
pub(in crate::rest) fn ways(kind: MediaKind) -> impl Iterator<Item = Malformed> {
    ALL.iter()
        .filter(move |way| way.kinds.contains(&kind))
        .map(|way| Malformed(way.name.to_owned()))
}

/// Malforms a body; leaves it where it lacks what that takes.
pub(super) fn malform(body: &mut Body, Malformed(name): &Malformed) {
    if let Some(way) = ALL.iter().find(|way| way.name == *name) {
        (way.apply)(body);
    }
}

fn essence(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_owned()
}

fn replace(body: &mut Body, text: &str) {
    body.text = vec![Part::Text(text.to_owned())];
}

fn append(body: &mut Body, text: &str) {
    body.text.push(Part::Text(text.to_owned()));
}

/// Leaves out the last character.
fn cut(body: &mut Body) {
    let several = body.text.len() > 1;
    match body.text.last_mut() {
        Some(Part::Text(text)) if several || text.chars().count() > 1 => drop(text.pop()),
        _ => replace(body, "{"),
    }
}

/// Puts text before the last character, if a record or a list ends there.
fn before_end(body: &mut Body, text: &str) {
    match body.text.last_mut() {
        Some(Part::Text(last)) if last.ends_with(['}', ']']) => {
            last.insert_str(last.len() - 1, text);
        }
        _ => append(body, text),
    }
}

/// Says the first name of a record twice, with nothing first.
fn name_twice(body: &mut Body) {
    let name = match body.text.first() {
        Some(Part::Text(text)) => first_name(text).map(str::to_owned),
        _ => None,
    };
    match (name, body.text.first_mut()) {
        (Some(name), Some(Part::Text(text))) => text.insert_str(1, &format!("{name}:null,")),
        _ => replace(body, r#"{"a":1,"a":2}"#),
    }
}

/// The first name of a record, with its quotes.
fn first_name(json: &str) -> Option<&str> {
    let rest = json.strip_prefix('{').filter(|rest| rest.starts_with('"'))?;
    let mut escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, char)| {
        let ends = *char == '"' && !escaped;
        escaped = *char == '\\' && !escaped;
        ends
    })?;
    Some(&rest[..=end.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn malformed(name: &str, content_type: &str, text: &str) -> (String, String) {
        let text = vec![Part::Text(text.to_owned())];
        let mut body = Body { content_type: content_type.to_owned(), text };
        malform(&mut body, &Malformed(name.to_owned()));
        let text = body.text.iter().map(|part| match part {
            Part::Text(text) => text.as_str(),
            _ => "?",
        });
        (body.content_type.clone(), text.collect())
    }

    #[test]
    fn bodies_are_malformed_in_ways_of_their_kind() {
        let json = |name, text| malformed(name, "application/json", text).1;
        assert_eq!(json("cut", r#"{"a":1}"#), r#"{"a":1"#);
        assert_eq!(json("cut", "7"), "{");
        assert_eq!(json("comma", r#"{"a":1}"#), r#"{"a":1,}"#);
        assert_eq!(json("comma", "7"), "7,");
        assert_eq!(json("name-twice", r#"{"a\"b":1}"#), r#"{"a\"b":null,"a\"b":1}"#);
        assert_eq!(json("name-twice", "{}"), r#"{"a":1,"a":2}"#);
        assert!(json("large", "{}").len() > 1 << 20);
        assert_eq!(json("no such way", "{}"), "{}");
        let charset = malformed("charset", "text/plain; charset=utf-8", "x");
        assert_eq!(charset, ("text/plain; charset=x-unknown".to_owned(), "x".to_owned()));
        let form = malformed("percent", "application/x-www-form-urlencoded", "a=1");
        assert_eq!(form.1, "a=1&%E0%A4%A=%");
        let multipart = malformed("no-boundary", "multipart/form-data; boundary=b", "x");
        assert_eq!(multipart.0, "multipart/form-data");
    }

    #[test]
    fn each_kind_has_ways() {
        for kind in [MediaKind::Json, MediaKind::Form, MediaKind::Multipart, MediaKind::Text] {
            assert!(ways(kind).next().is_some());
        }
    }
}
