//! Bodies of logins, without the secrets in them.

use nearmiss_search::letters_and_digits;
use serde_json::Value;

use super::Form;
use super::fields::{Fields, ReadUsersError};
use super::generator::{Generated, filled};
use super::read::Reader;
use super::text::Text;
use super::variables::variable_word;

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
/// Pieces of names of fields that hold a secret.
const SECRET_FIELDS: [&str; 7] = ["pass", "pwd", "secret", "pin", "token", "credential", "apikey"];

fn media(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}

/// How variables stand in a body of this type.
fn form_of(content_type: &str) -> Form {
    match media(content_type) {
        FORM => Form::Component,
        media if media == JSON || media.ends_with("+json") => Form::Json,
        _ => Form::Plain,
    }
}

/// A user name and a password, in a field each.
pub(super) fn payload_user_pwd(
    pair: &Fields<'_>,
    content_type: Option<String>,
    reader: &mut Reader<'_>,
    generated: &[Generated],
) -> Result<(String, Text), ReadUsersError> {
    pair.only(&["username", "password", "usernameField", "passwordField"])?;
    let content_type = content_type.unwrap_or_else(|| JSON.to_owned());
    let form = form_of(&content_type);
    let user = filled(&pair.needed_text("username")?, generated);
    let password = pair.needed_text("password")?;
    let (user_field, password_field) =
        (pair.needed_text("usernameField")?, pair.needed_text("passwordField")?);
    let user = reader.encoded(&user, form, pair, "username")?;
    let made = filled(&password, generated);
    let password = match made == password {
        true => reader.secret(&password, "PASSWORD", form, pair, "password")?,
        // Made up: nobody's secret.
        false => reader.encoded(&made, form, pair, "password")?,
    };
    let mut text = Text::default();
    let around = match form {
        Form::Json => ["{\"", "\":\"", "\",\"", "\":\"", "\"}"],
        Form::Component => ["", "=", "&", "=", ""],
        _ => {
            let why = format!("needs a contentType {JSON} or {FORM}; use payloadRaw for others");
            return Err(pair.error("", &why));
        }
    };
    text.push(around[0]);
    text.push(&form.of(&user_field));
    text.push(around[1]);
    text.append(user);
    text.push(around[2]);
    text.push(&form.of(&password_field));
    text.push(around[3]);
    text.append(password);
    text.push(around[4]);
    Ok((content_type, text))
}

/// A body as it is written. Secrets in it are found by the names of their fields; a body in which none
/// is found and nothing comes from the environment is a secret as a whole, unless it was made up.
pub(super) fn payload_raw(
    raw: &str,
    content_type: Option<String>,
    fields: &Fields<'_>,
    reader: &mut Reader<'_>,
    generated: &[Generated],
) -> Result<(String, Text), ReadUsersError> {
    let content_type = content_type.unwrap_or_else(|| {
        let json = raw.trim_start().starts_with(['{', '[']);
        if json { JSON.to_owned() } else { FORM.to_owned() }
    });
    let form = form_of(&content_type);
    let made = filled(raw, generated);
    let mut secrets: Vec<(String, String)> = Vec::new();
    match form {
        Form::Json => {
            let value: Value = serde_json::from_str(&made).unwrap_or_default();
            json_secrets(&value, &mut secrets);
        }
        Form::Component => {
            let pairs = made.split('&').filter_map(|pair| pair.split_once('='));
            let decoded = |text: &str| {
                let text = text.replace('+', " ");
                percent_encoding::percent_decode_str(&text).decode_utf8_lossy().into_owned()
            };
            let pairs = pairs.map(|(name, value)| (decoded(name), decoded(value)));
            secrets
                .extend(pairs.filter(|(name, value)| is_secret_field(name) && !value.is_empty()));
        }
        _ => {}
    }
    // What the environment holds is none of the file's, and what was made up is nobody's secret.
    secrets.retain(|(_, value)| {
        !value.contains("${") && !generated.iter().any(|one| value.contains(&one.text))
    });
    let has_variables = made.contains("${");
    let was_made = made != raw;
    let mut text = reader.text(&made, form, fields, "payloadRaw")?;
    for (name, value) in &secrets {
        let word = variable_word(name);
        let word = if word.contains("PASS") || word.contains("PWD") { "PASSWORD" } else { &word };
        let variable = reader.name_secret(word, value);
        text = replaced(text, &form.of(value), &Text::variable(variable, form));
    }
    if secrets.is_empty() && !has_variables && !was_made && !made.is_empty() {
        let variable = reader.name_secret("PAYLOAD", &made);
        text = Text::variable(variable, Form::Plain);
    }
    Ok((content_type, text))
}

/// Tells whether an input of this name holds a secret.
pub(crate) fn is_secret_field(name: &str) -> bool {
    let name = letters_and_digits(name);
    // `pin` alone: `shipping` is none.
    SECRET_FIELDS
        .iter()
        .any(|word| if *word == "pin" { name == "pin" } else { name.contains(word) })
}

fn json_secrets(value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                match inner {
                    Value::String(text) if is_secret_field(name) && !text.is_empty() => {
                        found.push((name.clone(), text.clone()));
                    }
                    inner => json_secrets(inner, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| json_secrets(item, found)),
        _ => {}
    }
}

/// Text with other text wherever a literal stands in it.
fn replaced(text: Text, literal: &str, by: &Text) -> Text {
    let mut all = Text::default();
    for piece in text.0 {
        match piece {
            super::Piece::Text(text) => {
                for (index, between) in text.split(literal).enumerate() {
                    if index > 0 {
                        all.append(by.clone());
                    }
                    all.push(between);
                }
            }
            piece => all.append(Text(vec![piece])),
        }
    }
    all
}
