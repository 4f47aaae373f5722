//! A call as a line for a POSIX shell.

use nearmiss_problem::auth::{Form, credential_variable};
use nearmiss_problem::{HttpRequest, Part, Source, header_name, header_value, is_own_header};

use crate::js_text::is_shown;

/// Seconds after which a call is given up that curl would wait on for ever.
const PATIENCE_S: u32 = 10;

/// The line that makes a call with curl. `base` is where the API is: `http://localhost:3000`.
///
/// It is one line without invisible characters, so that it can stand in a comment. Credentials are read
/// from environment variables (see [`credential_variable`]); in place of what an earlier answer gives
/// stands `<id of the answer to call 1>`. curl adds `User-Agent`, and `Accept: */*` where the call has
/// none.
#[must_use]
pub fn curl(request: &HttpRequest, base: &str) -> String {
    let mut line = vec!["curl -i --path-as-is".to_owned()];
    if base.starts_with("https:") {
        // People test with certificates that they made themselves.
        line.push("-k".to_owned());
    }
    let has_body = request.body.is_some();
    match (request.method.as_str(), has_body) {
        ("GET", false) => {}
        ("HEAD", false) => line.push("--head".to_owned()),
        // The answer says how long a body would be that does not come.
        ("HEAD", true) => line.push(format!("-X HEAD --max-time {PATIENCE_S}")),
        (method, _) => {
            line.push(format!("-X {}", quoted(&[Piece::Text(method.to_owned())], false)))
        }
    }
    let mut url = vec![Piece::Text(base.to_owned())];
    url.extend(pieces(&request.target));
    if url
        .iter()
        .any(|piece| matches!(piece, Piece::Text(text) if text.contains(['[', ']', '{', '}'])))
    {
        line.push("--globoff".to_owned());
    }
    line.push(quoted(&url, false));
    for (name, value) in headers(request) {
        line.push(format!("-H {}", header(&name, value)));
    }
    let Some(body) = &request.body else { return line.join(" ") };
    line.push(format!(
        "-H {}",
        header("Content-Type", vec![Piece::Text(header_value(&body.content_type))])
    ));
    let text = pieces(&body.text);
    let shown = |piece: &Piece| !matches!(piece, Piece::Text(text) if !text.chars().all(is_shown));
    if text.iter().all(shown) {
        line.push(format!("--data-raw {}", quoted(&text, false)));
        return line.join(" ");
    }
    // An argument holds no NUL, and a command substitution no line feed at its end.
    format!("{} | {} --data-binary @-", printf(&text, Bytes::Utf8), line.join(" "))
}

/// A piece of a word.
enum Piece {
    Text(String),
    /// The name of an environment variable.
    Variable(String),
}

fn pieces(parts: &[Part]) -> Vec<Piece> {
    let pieces = parts.iter().map(|part| match part {
        Part::Text(text) => Piece::Text(text.clone()),
        Part::FromResponse { call: step, source, .. } => {
            Piece::Text(format!("<{} of the answer to call {}>", source_words(source), step + 1))
        }
        Part::FromSetup { setup, .. } => {
            Piece::Text(format!("<of what was set up, {}>", setup + 1))
        }
        Part::Credential { user, slot } => Piece::Variable(credential_variable(user, slot)),
        Part::Written { form, parts } => Piece::Text(format!("<{}>", written_words(*form, parts))),
    });
    pieces.collect()
}

/// `base64 of bob:$NEARMISS_BOB_TOKEN`: no shell writes every form.
fn written_words(form: Form, parts: &[Part]) -> String {
    let words = pieces(parts).into_iter().map(|piece| match piece {
        Piece::Text(text) => text.trim_matches(['<', '>']).to_owned(),
        Piece::Variable(name) => format!("${name}"),
    });
    let words = words.collect::<Vec<_>>().join(" ");
    match form {
        Form::Plain => words,
        form => format!("{} of {words}", form.word()),
    }
}

/// `/items/0/id` as `items.0.id`.
fn source_words(source: &Source) -> String {
    match source {
        Source::Location => "last segment of Location".to_owned(),
        Source::Body(pointer) | Source::Json(pointer) => match pointer.trim_start_matches('/') {
            "" => "body".to_owned(),
            place => place.replace('/', ".").replace("~1", "/").replace("~0", "~"),
        },
        Source::Header(name) => format!("header {name}"),
        Source::Cookie(name) => format!("cookie {name}"),
        Source::Text => "body".to_owned(),
        Source::Between { of, before, .. } => {
            format!("what stands behind {before:?} in {}", source_words(of))
        }
    }
}

/// The step's own headers; lines of one name stand together where the first of them is.
fn headers(request: &HttpRequest) -> Vec<(String, Vec<Piece>)> {
    let mut headers: Vec<(String, Vec<Piece>)> = Vec::new();
    for (name, value) in &request.headers {
        let name = header_name(name);
        if !is_own_header(&name) || (request.body.is_some() && name == "Content-Type") {
            continue;
        }
        let mut value = pieces(value);
        if let [Piece::Text(text)] = value.as_mut_slice() {
            *text = header_value(text);
        }
        match headers.iter().rposition(|(earlier, _)| *earlier == name) {
            Some(last) => headers.insert(last + 1, (name, value)),
            None => headers.push((name, value)),
        }
    }
    headers
}

/// A header as one word. curl takes `Name:` for "no such header", and `Name;` for an empty one.
fn header(name: &str, value: Vec<Piece>) -> String {
    if value.iter().all(|piece| matches!(piece, Piece::Text(text) if text.is_empty())) {
        return quoted(&[Piece::Text(format!("{name};"))], true);
    }
    let mut word = vec![Piece::Text(format!("{name}: "))];
    word.extend(value);
    quoted(&word, true)
}

/// One word of the shell. `latin_1`: what is not ASCII stands for one byte.
fn quoted(word: &[Piece], latin_1: bool) -> String {
    let plain =
        |text: &str| text.chars().all(|letter| is_shown(letter) && (letter.is_ascii() || !latin_1));
    if !word.iter().all(|piece| !matches!(piece, Piece::Text(text) if !plain(text))) {
        return format!(
            "\"$({})\"",
            printf(word, if latin_1 { Bytes::Latin1 } else { Bytes::Utf8 })
        );
    }
    let mut quoted = String::new();
    let mut text = String::new();
    for piece in word {
        match piece {
            Piece::Text(more) => text.push_str(more),
            Piece::Variable(name) => {
                quoted.push_str(&single_quoted(&std::mem::take(&mut text)));
                quoted.push_str(&format!("\"${name}\""));
            }
        }
    }
    quoted.push_str(&single_quoted(&text));
    if quoted.is_empty() { "''".to_owned() } else { quoted }
}

fn single_quoted(text: &str) -> String {
    let bare = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if text.chars().all(bare) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// What letters are as bytes.
#[derive(Clone, Copy)]
enum Bytes {
    Utf8,
    Latin1,
}

/// A command that prints pieces byte for byte.
fn printf(word: &[Piece], bytes: Bytes) -> String {
    let mut format = String::new();
    let mut arguments = String::new();
    for piece in word {
        let text = match piece {
            Piece::Text(text) => text,
            Piece::Variable(name) => {
                format.push_str("%s");
                arguments.push_str(&format!(" \"${name}\""));
                continue;
            }
        };
        for letter in text.chars() {
            match (letter, bytes) {
                ('\\', _) => format.push_str("\\\\"),
                ('%', _) => format.push_str("%%"),
                ('\'', _) => format.push_str("'\\''"),
                // Some shells take what begins so for an option.
                ('-', _) if format.is_empty() => format.push_str("\\055"),
                ('\n', _) => format.push_str("\\n"),
                ('\r', _) => format.push_str("\\r"),
                ('\t', _) => format.push_str("\\t"),
                (letter, Bytes::Latin1) if !letter.is_ascii() => {
                    format.push_str(&format!("\\{:03o}", u32::from(letter) & 0xFF));
                }
                (letter, _) if is_shown(letter) => format.push(letter),
                (letter, _) => {
                    let mut buffer = [0; 4];
                    for byte in letter.encode_utf8(&mut buffer).bytes() {
                        format.push_str(&format!("\\{byte:03o}"));
                    }
                }
            }
        }
    }
    format!("printf '{format}'{arguments}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearmiss_problem::Body;

    fn text(text: &str) -> Vec<Part> {
        vec![Part::Text(text.to_owned())]
    }

    fn request(method: &str, target: Vec<Part>, body: Option<(&str, Vec<Part>)>) -> HttpRequest {
        let typed =
            |(content_type, text): (&str, _)| Body { content_type: content_type.to_owned(), text };
        HttpRequest {
            method: method.to_owned(),
            target,
            headers: Vec::new(),
            body: body.map(typed),
        }
    }

    const BASE: &str = "http://localhost:3000";

    #[test]
    fn a_call_is_one_line() {
        let mut post =
            request("POST", text("/books?a=it's"), Some(("application/json", text("{\"a\": 1}"))));
        post.headers.push(("x-empty".to_owned(), text("")));
        assert_eq!(
            curl(&post, BASE),
            "curl -i --path-as-is -X POST 'http://localhost:3000/books?a=it'\\''s' -H 'X-Empty;' \
             -H 'Content-Type: application/json' --data-raw '{\"a\": 1}'"
        );
        assert_eq!(
            curl(&request("HEAD", text("/{a}"), None), BASE),
            "curl -i --path-as-is --head --globoff 'http://localhost:3000/{a}'"
        );
    }

    #[test]
    fn credentials_are_variables_and_earlier_answers_are_named() {
        let from = |source| Part::FromResponse { call: 0, source, fallback: "1".to_owned() };
        let target =
            vec![Part::Text("/a/".to_owned()), from(Source::Body("/items/0/id".to_owned()))];
        let mut get = request("GET", target, None);
        let credential = |user: &str, slot: &str| Part::Credential {
            user: user.to_owned(),
            slot: slot.to_owned(),
        };
        get.headers
            .push(("Authorization".to_owned(), vec![credential("shop-admin", "Authorization")]));
        get.headers.push((
            "X-Key".to_owned(),
            vec![Part::Text("é ".to_owned()), credential("", "SHOP_KEY")],
        ));
        assert_eq!(
            curl(&get, BASE),
            "curl -i --path-as-is 'http://localhost:3000/a/<items.0.id of the answer to call 1>' \
             -H 'Authorization: '\"$NEARMISS_SHOP_ADMIN_AUTHORIZATION\" \
             -H \"$(printf 'X-Key: \\351 %s' \"$SHOP_KEY\")\""
        );
    }

    #[test]
    fn what_is_written_in_a_form_is_said_in_words() {
        let of = Box::new(Source::Header("x-token".to_owned()));
        let source = Source::Between { of, before: "Bearer ".to_owned(), after: String::new() };
        let key = Part::Credential { user: "bob".to_owned(), slot: "/key".to_owned() };
        let parts = vec![
            Part::Text("k:".to_owned()),
            key,
            Part::FromResponse { call: 1, source, fallback: String::new() },
        ];
        let target = vec![Part::Text("/".to_owned()), Part::Written { form: Form::Hex, parts }];
        assert_eq!(
            curl(&request("GET", target, None), BASE),
            "curl -i --path-as-is 'http://localhost:3000/<hex of k: $NEARMISS_BOB_KEY what stands behind \"Bearer \" in \
             header x-token of the answer to call 2>'"
        );
    }

    #[test]
    fn what_cannot_be_seen_is_printed_by_a_command() {
        let body =
            request("POST", text("/a"), Some(("text/plain", text("100%\n\\ 'é'\0\u{2028}\n"))));
        assert_eq!(
            curl(&body, BASE),
            "printf '100%%\\n\\\\ '\\''é'\\''\\000\\342\\200\\250\\n' | curl -i --path-as-is -X POST \
             'http://localhost:3000/a' -H 'Content-Type: text/plain' --data-binary @-"
        );
    }
}
