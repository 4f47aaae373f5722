//! Secrets in the values of stored tests: an expression stands in their place, and what it stands for on
//! the day when the archive is taken up comes back.

use nearmiss_problem::auth::{Concealer, Form, TextPiece};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::document::StoredTest;

/// Key of a text that holds secrets.
const TEXT: &str = "concealed";
/// Key of a number that does.
const NUMBER: &str = "concealedNumber";
/// The ways that a secret is looked for in a value.
const FORMS: [Form; 3] = [Form::Plain, Form::Json, Form::Component];

/// A part of a value that holds secrets.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Part {
    Text(String),
    Secret {
        /// Who was given it; nobody: it is the variable `slot`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        user: String,
        slot: String,
        form: Form,
    },
}

/// The test with expressions in the place of secrets; `None` if it holds one where none can stand.
pub fn conceal(test: &StoredTest, secrets: &Concealer) -> Option<StoredTest> {
    let mut test = test.clone();
    for call in test.setup.iter_mut().chain(&mut test.calls) {
        for value in call.inputs.values_mut() {
            *value = conceal_value(value, secrets)?;
        }
    }
    Some(test)
}

fn conceal_value(value: &Value, secrets: &Concealer) -> Option<Value> {
    // None where one is left: nothing stands for it, or it is written in a way that nothing gives.
    let parts = |text: &str| -> Option<Vec<Part>> {
        let pieces = secrets.split(text, &FORMS).into_iter().map(|piece| match piece {
            TextPiece::Plain(text) => (!secrets.is_in(text)).then(|| Part::Text(text.to_owned())),
            TextPiece::Secret(secret, form) => secret.has_expression().then(|| Part::Secret {
                user: secret.user.clone(),
                slot: secret.slot.clone(),
                form,
            }),
        });
        pieces.collect()
    };
    let all = |items: &[Value]| -> Option<Vec<Value>> {
        items.iter().map(|item| conceal_value(item, secrets)).collect()
    };
    Some(match value {
        Value::String(text) if secrets.is_in(text) => json!({ TEXT: parts(text)? }),
        Value::Number(number) if secrets.is_in(&number.to_string()) => {
            json!({ NUMBER: parts(&number.to_string())? })
        }
        Value::Array(items) => Value::Array(all(items)?),
        // The forms of `value.rs`.
        Value::Object(object) => {
            let (key, inner) = object.iter().next()?;
            match (key.as_str(), inner) {
                ("double", number) => json!({ "double": conceal_value(number, secrets)? }),
                ("units", Value::Array(units)) => {
                    let units = units.iter().filter_map(Value::as_u64);
                    let units: Vec<u16> =
                        units.filter_map(|unit| u16::try_from(unit).ok()).collect();
                    (!secrets.is_in(&String::from_utf16_lossy(&units))).then(|| value.clone())?
                }
                ("record", Value::Array(fields)) => {
                    let fields = fields.iter().map(|field| {
                        let name = field.get(0)?.as_str().filter(|name| !secrets.is_in(name))?;
                        Some(json!([name, conceal_value(field.get(1)?, secrets)?]))
                    });
                    json!({ "record": fields.collect::<Option<Vec<_>>>()? })
                }
                _ => value.clone(),
            }
        }
        value => value.clone(),
    })
}

/// Users and variables that secrets of a test are named by: `(user, slot)`.
pub fn named(test: &StoredTest) -> Vec<(String, String)> {
    let mut named = Vec::new();
    for call in test.setup.iter().chain(&test.calls) {
        call.inputs.values().for_each(|value| name_secrets(value, &mut named));
    }
    named
}

fn name_secrets(value: &Value, named: &mut Vec<(String, String)>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| name_secrets(item, named)),
        Value::Object(object) => match parts_of(object) {
            Some((_, parts)) => named.extend(parts.into_iter().filter_map(|part| match part {
                Part::Secret { user, slot, .. } => Some((user, slot)),
                Part::Text(_) => None,
            })),
            None => object.values().for_each(|value| name_secrets(value, named)),
        },
        _ => {}
    }
}

fn parts_of(object: &Map<String, Value>) -> Option<(&str, Vec<Part>)> {
    let (key, parts) = object.iter().next().filter(|_| object.len() == 1)?;
    let is_ours = key == TEXT || key == NUMBER;
    is_ours.then(|| Some((key.as_str(), serde_json::from_value(parts.clone()).ok()?)))?
}

/// The test with what expressions stand for today; where one stands for nothing it is left.
pub fn reveal(test: &StoredTest, secrets: &Concealer) -> StoredTest {
    let mut test = test.clone();
    for call in test.setup.iter_mut().chain(&mut test.calls) {
        call.inputs.values_mut().for_each(|value| reveal_value(value, secrets));
    }
    test
}

fn reveal_value(value: &mut Value, secrets: &Concealer) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| reveal_value(item, secrets)),
        Value::Object(object) => {
            let Some((key, parts)) = parts_of(object) else {
                return object.values_mut().for_each(|value| reveal_value(value, secrets));
            };
            let texts = parts.into_iter().map(|part| match part {
                Part::Text(text) => Some(text),
                Part::Secret { user, slot, form } => {
                    secrets.value(&user, &slot).map(|value| form.of(value))
                }
            });
            let Some(text) = texts.collect::<Option<String>>() else { return };
            *value = match key {
                TEXT => Value::String(text),
                // Another value today may be no number.
                _ => match serde_json::from_str(&text) {
                    Ok(number @ Value::Number(_)) => number,
                    _ => return,
                },
            };
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::auth::Concealed;

    use super::*;
    use crate::archive::document::StoredCall;

    fn secrets(password: &str, token: &str) -> Concealer {
        let secret = |user: &str, slot: &str, value: &str| Concealed {
            user: user.to_owned(),
            slot: slot.to_owned(),
            value: value.to_owned(),
        };
        let list =
            [secret("", "PW", password), secret("", "PIN", "5521"), secret("bob", "token", token)];
        Concealer::new(list.to_vec())
    }

    fn test(value: Value) -> StoredTest {
        let inputs = Map::from_iter([("query:x".to_owned(), value)]);
        let call = StoredCall { operation: "GET:/a".to_owned(), inputs, ..StoredCall::default() };
        StoredTest { calls: vec![call], ..StoredTest::default() }
    }

    #[test]
    fn no_secret_is_stored_and_all_come_back() {
        let known = secrets("pa\"ss→word", "tok.en-1");
        for value in [
            json!("say pa\"ss→word and tok.en-1"),
            json!("{\"p\":\"pa\\\"ss→word\"}"),
            json!("p=pa%22ss%E2%86%92word&q"),
            json!([1, "tok.en-1", {"record": [["name", "pa\"ss→word"], ["n", 95521]]}]),
            json!(5521),
            json!({"double": 5521.5}),
        ] {
            let stored = conceal(&test(value.clone()), &known).unwrap();
            let text = serde_json::to_string(&stored).unwrap();
            for part in ["pa\\\"ss", "pa%22", "ss→", "tok.en", "5521"] {
                assert!(!text.contains(part), "{text}");
            }
            assert_eq!(conceal(&stored, &known).unwrap(), stored, "once is enough");
            let read: StoredTest = serde_json::from_str(&text).unwrap();
            assert_eq!(reveal(&read, &known), test(value));
        }
        for value in [json!("pa"), json!({"absent": true}), json!({"units": [55296]}), json!(null)]
        {
            assert_eq!(conceal(&test(value.clone()), &known).unwrap(), test(value));
        }
    }

    #[test]
    fn where_no_expression_can_stand_the_test_is_not_stored() {
        let known = secrets("password", "token-123456");
        let mut units: Vec<u16> = "password".encode_utf16().collect();
        units.push(0xd800);
        let base64 = json!("dG9rZW4tMTIzNDU2"); // of token-123456
        for value in [json!({"record": [["password", 1]]}), json!({ "units": units }), base64] {
            assert_eq!(conceal(&test(value), &known), None);
        }
    }

    #[test]
    fn what_is_secret_today_takes_the_place() {
        let stored =
            conceal(&test(json!("Bearer t0k, password")), &secrets("password", "t0k")).unwrap();
        let pair = |user: &str, slot: &str| (user.to_owned(), slot.to_owned());
        assert_eq!(named(&stored), [pair("bob", "token"), pair("", "PW")]);
        let today = reveal(&stored, &secrets("changed", "other"));
        assert_eq!(today, test(json!("Bearer other, changed")));
        assert_eq!(reveal(&stored, &Concealer::default()), stored);
    }
}
