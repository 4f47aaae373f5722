//! What controllers of other tools answer, in the words of our runtime. Those of EvoMaster's that the runtime has no word for are left
//! out.

mod json_schema;
mod wishes;

use std::sync::PoisonError;

use nearmiss_targets::layout::fact;
use nearmiss_wire::{AdditionalInfoDto, SutInfoDto, TestResultsDto};
use serde_json::Value;

use self::wishes::Wishes;
use super::ControllerClient;
use super::rows::Rows;
use crate::control::SearchWords;
use crate::shared_map::{Drained, Fact};
use crate::sql_words::note_reports;

/// What a test has come near to; and for each of its actions the target of the statement that it ran last.
pub(super) fn read(
    results: TestResultsDto,
    client: &ControllerClient,
    rows: &Rows,
) -> (Drained, Vec<Option<u32>>) {
    let reached = results.targets.iter().filter(|target| target.value > 0.0 && target.value <= 1.0);
    let targets =
        reached.map(|told| (client.target(told.id, told.descriptive_id.as_deref()), told.value));
    let mut drained = Drained { targets: targets.collect(), ..Drained::default() };
    let mut ran_last = Vec::new();
    for (index, info) in (0..).zip(&results.additional_info_list) {
        facts_of(index, info, &client.words, &mut drained.facts);
        let of_sql = results.extra_heuristics.get(usize::from(index));
        if let Some(of_sql) = of_sql.filter(|_| rows.are_wanted) {
            let before = drained.facts.len();
            note_reports(index, of_sql, rows.tables(), &mut drained.facts);
            if drained.facts.len() > before {
                rows.note_statements();
            }
        }
        let mut registry = client.words.registry.lock().unwrap_or_else(PoisonError::into_inner);
        ran_last.push(info.last_executed_statement.as_deref().map(|key| registry.key(key).0));
    }
    (drained, ran_last)
}

fn facts_of(action: u16, info: &AdditionalInfoDto, words: &SearchWords, facts: &mut Vec<Fact>) {
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
    let mut wishes = Wishes { words, action, facts };
    for (name, wanted) in &info.string_specializations {
        wanted.iter().for_each(|wanted| wishes.take_in(name, wanted));
    }
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
                wish("URL", None),
                wish("NOBODY_KNOWS", None),
                wish("EQUAL", Some("_EM_9_XYZ_")),
            ],
        );
        info.string_specializations.insert("plain".to_owned(), vec![wish("INTEGER", None)]);
        let mut facts = Vec::new();
        facts_of(2, &info, &SearchWords::default(), &mut facts);
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
                (fact::URL, 2, 7, String::new()),
                (fact::EQUAL_TO_TAINT, 2, 7, "9".to_owned()),
                (fact::EQUAL_TO_TAINT, 2, 9, "7".to_owned()),
            ]
        );
    }
}
