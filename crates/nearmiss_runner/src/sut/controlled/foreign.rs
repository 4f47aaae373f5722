//! What controllers of other tools answer, in the words of our runtime. Those of EvoMaster's that the runtime has no word for are left
//! out.

use std::sync::PoisonError;

use nearmiss_targets::layout::fact;
use nearmiss_wire::{AdditionalInfoDto, SutInfoDto, TestResultsDto};
use serde_json::Value;

use super::ControllerClient;
use crate::shared_map::{Drained, Fact};

/// What a test has come near to; and for each of its actions the target of the statement that it ran last.
pub(super) fn read(
    results: TestResultsDto,
    client: &ControllerClient,
) -> (Drained, Vec<Option<u32>>) {
    let reached = results.targets.iter().filter(|target| target.value > 0.0 && target.value <= 1.0);
    let targets =
        reached.map(|told| (client.target(told.id, told.descriptive_id.as_deref()), told.value));
    let mut drained = Drained { targets: targets.collect(), ..Drained::default() };
    let mut ran_last = Vec::new();
    for (index, info) in (0..).zip(&results.additional_info_list) {
        facts_of(index, info, &mut drained.facts);
        let mut registry = client.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        ran_last.push(info.last_executed_statement.as_deref().map(|key| registry.key(key).0));
    }
    (drained, ran_last)
}

fn facts_of(action: u16, info: &AdditionalInfoDto, facts: &mut Vec<Fact>) {
    let mut tell = |kind: u16, taint: u32, text: &str| {
        facts.push((kind, action, taint, text.encode_utf16().collect()));
    };
    for name in &info.query_parameters {
        tell(fact::INPUT, 0, &format!("q{name}"));
    }
    for name in &info.headers {
        tell(fact::INPUT, 0, &format!("h{name}"));
    }
    if info.raw_access_of_http_body_payload == Some(true) {
        tell(fact::INPUT, 0, "b");
    }
    for (tainted, wanted) in &info.string_specializations {
        let Some(taint) = taint_of(tainted) else { continue };
        for one in wanted {
            let value = one.value.as_deref().unwrap_or_default();
            if let Some((kind, text)) = wanted_of(&one.string_specialization, value) {
                tell(kind, taint, &text);
            }
        }
    }
}

/// The number in the name of a taint.
fn taint_of(name: &str) -> Option<u32> {
    name.strip_prefix("_EM_")?.strip_suffix("_XYZ_")?.parse().ok()
}

/// What the protocol calls a wish, as a fact.
fn wanted_of(name: &str, value: &str) -> Option<(u16, String)> {
    Some(match name {
        "CONSTANT" => (fact::CONSTANT, value.to_owned()),
        "CONSTANT_IGNORE_CASE" => (fact::CONSTANT_IGNORE_CASE, value.to_owned()),
        "REGEX_PARTIAL" => (fact::REGEX_PARTIAL, value.to_owned()),
        "REGEX_WHOLE" => (fact::REGEX_WHOLE, value.to_owned()),
        "EQUAL" => (fact::EQUAL_TO_TAINT, taint_of(value)?.to_string()),
        "INTEGER" | "LONG" | "FLOAT" | "DOUBLE" => (fact::NUMBER, String::new()),
        "BOOLEAN" => (fact::KIND, "boolean".to_owned()),
        "DATE_YYYY_MM_DD" | "DATE_FORMAT_UNKNOWN_PATTERN" => (fact::DATE, String::new()),
        "URL" | "URI" => (fact::URL, String::new()),
        "JSON_OBJECT" | "JSON_MAP" => (fact::ENCODED, "json".to_owned()),
        "JSON_ARRAY" => (fact::KIND, "array".to_owned()),
        _ => return None,
    })
}

/// Who may log in, as files of users have it: without what is not there, and some words in lower case.
pub(super) fn users_of(info: &SutInfoDto) -> Value {
    let mut users = serde_json::to_value(&info.info_for_authentication).unwrap_or_default();
    strip(&mut users);
    for user in users.as_array_mut().into_iter().flatten() {
        for place in ["extractFrom", "sendIn"] {
            if let Some(Value::String(word)) =
                user.pointer_mut(&format!("/loginEndpointAuth/token/{place}"))
            {
                *word = word.to_lowercase();
            }
        }
    }
    users
}

/// Takes out what is `null`, no text, no list or false: a default.
fn strip(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(strip),
        Value::Object(members) => {
            members.values_mut().for_each(strip);
            members.retain(|_, member| {
                !(member.is_null()
                    || member == &Value::Bool(false)
                    || member.as_array().is_some_and(Vec::is_empty)
                    || member.as_object().is_some_and(serde_json::Map::is_empty))
            });
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearmiss_wire::StringSpecializationInfoDto;

    #[test]
    fn wishes_are_facts_of_their_action_and_taint() {
        let wish = |name: &str, value: Option<&str>| StringSpecializationInfoDto {
            string_specialization: name.to_owned(),
            value: value.map(str::to_owned),
            taint_type: "FULL_MATCH".to_owned(),
        };
        let mut info = AdditionalInfoDto {
            query_parameters: vec!["page".to_owned()],
            ..AdditionalInfoDto::default()
        };
        info.string_specializations.insert(
            "_EM_7_XYZ_".to_owned(),
            vec![
                wish("CONSTANT", Some("on")),
                wish("INTEGER", None),
                wish("UUID", None),
                wish("EQUAL", Some("_EM_9_XYZ_")),
            ],
        );
        info.string_specializations.insert("plain".to_owned(), vec![wish("INTEGER", None)]);
        let mut facts = Vec::new();
        facts_of(2, &info, &mut facts);
        let told: Vec<_> = facts
            .iter()
            .map(|(kind, action, taint, text)| {
                (*kind, *action, *taint, String::from_utf16_lossy(text))
            })
            .collect();
        assert_eq!(
            told,
            [
                (fact::INPUT, 2, 0, "qpage".to_owned()),
                (fact::CONSTANT, 2, 7, "on".to_owned()),
                (fact::NUMBER, 2, 7, String::new()),
                (fact::EQUAL_TO_TAINT, 2, 7, "9".to_owned()),
            ]
        );
    }
}
