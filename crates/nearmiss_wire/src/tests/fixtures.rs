use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Exchange;
use super::schemas::Schemas;
use crate::*;

/// A body read into its type and written again.
fn again<T: DeserializeOwned + Serialize>(body: &Value) -> Result<Value, serde_json::Error> {
    serde_json::to_value(serde_json::from_value::<T>(body.clone())?)
}

fn answer_again<T: DeserializeOwned + Serialize>(body: &Value) -> Result<Value, serde_json::Error> {
    again::<WrappedResponse<T>>(body)
}

type Again = fn(&Value) -> Result<Value, serde_json::Error>;

/// How the bodies of an exchange are read: that of the request, if it has one, and of the answer.
fn bodies(exchange: &Exchange) -> (Option<Again>, Again) {
    let nothing: Again = answer_again::<Value>;
    match exchange.endpoint.as_str() {
        "root" => (None, again::<Value>),
        "infoSUT" => (None, answer_again::<SutInfoDto>),
        "controllerInfo" => (None, answer_again::<ControllerInfoDto>),
        "newSearch" => (Some(again::<NewSearchDto>), nothing),
        "runSUT" => (Some(again::<SutRunDto>), nothing),
        "testResults" => (None, answer_again::<TestResultsDto>),
        "newAction" => (Some(again::<ActionDto>), answer_again::<ActionResponseDto>),
        "databaseCommand" => {
            let rows = exchange.request["body"]["insertions"].as_array().map_or(0, Vec::len);
            let answer: Again = match rows {
                0 => answer_again::<QueryResultDto>,
                _ => answer_again::<InsertionResultsDto>,
            };
            (Some(again::<DatabaseCommandDto>), answer)
        }
        "mongoInsertion" => {
            (Some(again::<MongoDatabaseCommandDto>), answer_again::<MongoInsertionResultsDto>)
        }
        "redisInsertion" => {
            (Some(again::<RedisDatabaseCommandsDto>), answer_again::<RedisInsertionResultsDto>)
        }
        "scheduleTasksCommand" => (
            Some(again::<ScheduleTaskInvocationsDto>),
            answer_again::<ScheduleTaskInvocationsResult>,
        ),
        "postSearchAction" => (Some(again::<PostSearchActionDto>), nothing),
        "deriveParams" => (
            Some(again::<Vec<DerivedParamChangeReqDto>>),
            answer_again::<Vec<DeriveParamResponseDto>>,
        ),
        other => panic!("no endpoint is called {other}"),
    }
}

fn is_default(member: &str, value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => {
            let default = if member == "failedInsertionIndex" { -1.0 } else { 0.0 };
            number.as_f64() == Some(default)
        }
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.iter().all(|(member, value)| is_default(member, value)),
    }
}

/// Where a body as written differs from the body as read, but for defaults.
fn differences(place: &str, member: &str, read: &Value, written: &Value, found: &mut Vec<String>) {
    match (read, written) {
        (Value::Object(read), Value::Object(written)) => {
            for member in read.keys().chain(written.keys().filter(|key| !read.contains_key(*key))) {
                let of = |side: &serde_json::Map<String, Value>| {
                    side.get(member).cloned().unwrap_or_default()
                };
                let place = format!("{place}/{member}");
                differences(&place, member, &of(read), &of(written), found);
            }
        }
        (Value::Array(read), Value::Array(written)) if read.len() == written.len() => {
            for (index, (read, written)) in read.iter().zip(written).enumerate() {
                differences(&format!("{place}/{index}"), member, read, written, found);
            }
        }
        (Value::Number(read), Value::Number(written)) if read.as_f64() == written.as_f64() => {}
        (Value::Null, written) if is_default(member, written) => {}
        _ if read == written => {}
        _ => found.push(format!("{place}: {read} became {written}")),
    }
}

fn assert_same(name: &str, read: &Value, written: &Value) {
    let mut found = Vec::new();
    differences("", "", read, written, &mut found);
    assert_eq!(found, Vec::<String>::new(), "{name}");
}

#[test]
fn bodies_are_written_as_they_were_read_and_answers_follow_their_schemas() {
    let schemas = Schemas::read();
    let exchanges = Exchange::all();
    let mut endpoints: Vec<&str> = exchanges.iter().map(|each| each.endpoint.as_str()).collect();
    endpoints.dedup();
    assert_eq!(endpoints.len(), 13, "{endpoints:?}");
    for exchange in &exchanges {
        let name = &exchange.name;
        let (request, answer) = bodies(exchange);
        let body = &exchange.request["body"];
        match request {
            Some(request) => {
                let written = request(body).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_same(name, body, &written);
            }
            None => assert!(body.is_null(), "{name}"),
        }
        let body = &exchange.answer["body"];
        if exchange.status() == 204 {
            assert!(body.is_null(), "{name}: 204 has no body");
            continue;
        }
        let written = answer(body).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_same(name, body, &written);
        let Some(schema) = exchange.schema() else { continue };
        assert_eq!(schemas.errors(schema, body), Vec::<String>::new(), "{name}");
        assert_eq!(schemas.errors(schema, &written), Vec::<String>::new(), "{name}, as written");
        assert_eq!(exchange.status() < 300, body["error"].is_null(), "{name}");
    }
}

/// The path says which endpoint it is, and an answer has one entry for each action.
#[test]
fn exchanges_are_what_they_say() {
    for exchange in Exchange::all() {
        let endpoint = if exchange.endpoint == "root" { "" } else { &exchange.endpoint };
        let path = format!("/controller/api/{endpoint}");
        assert_eq!(exchange.request["path"], path.as_str(), "{}", exchange.name);
        let data = &exchange.answer["body"]["data"];
        if let (Some(infos), Some(heuristics)) =
            (data["additionalInfoList"].as_array(), data["extraHeuristics"].as_array())
        {
            assert_eq!(infos.len(), heuristics.len(), "{}", exchange.name);
        }
    }
}

/// The comparison above is worth something.
#[test]
fn a_lost_member_is_a_difference() {
    let read = serde_json::json!({"a": [{"b": 1}], "c": null});
    let mut found = Vec::new();
    differences("", "", &read, &serde_json::json!({"a": [{}], "c": []}), &mut found);
    assert_eq!(found, ["/a/0/b: 1 became null"]);
}
