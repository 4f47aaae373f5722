use serde_json::{from_value, json, to_value};

use crate::*;

#[test]
fn members_of_a_newer_core_are_ignored() {
    let body = json!({"index": 3, "name": "GET:/books", "isRetry": true, "trace": {"id": [1]}});
    let action: ActionDto = from_value(body).unwrap();
    assert_eq!(action, ActionDto { index: 3, name: "GET:/books".into(), ..ActionDto::default() });
    let answer = json!({"data": {"executionResults": [true]}, "error": null, "warnings": []});
    let answer: WrappedResponse<RedisInsertionResultsDto> = from_value(answer).unwrap();
    assert_eq!(
        answer,
        WrappedResponse::of(RedisInsertionResultsDto { execution_results: vec![true] })
    );
}

#[test]
fn null_is_read_as_the_default() {
    let body = json!({
        "targets": null,
        "additionalInfoList": [{"stringSpecializations": null, "headers": null}],
        "extraHeuristics": [{"heuristics": null, "sqlSqlExecutionsDto": {"queriedData": null}}],
    });
    let results: TestResultsDto = from_value(body).unwrap();
    assert_eq!(results.additional_info_list, [AdditionalInfoDto::default()]);
    assert_eq!(results.extra_heuristics[0].sql_executions_dto, Some(SqlExecutionsDto::default()));
    let run: SutRunDto = from_value(json!({"run": null, "resetState": null})).unwrap();
    assert_eq!(run, SutRunDto::default());
    let table: TableDto = from_value(json!({"id": null, "columns": [{"size": null}]})).unwrap();
    assert_eq!(table, TableDto { columns: vec![ColumnDto::default()], ..TableDto::default() });
}

#[test]
fn what_is_missing_has_the_declared_default() {
    let run: SutRunDto = from_value(json!({})).unwrap();
    assert_eq!((run.run, run.reset_state), (None, false));
    let inserted: MongoInsertionResultsDto = from_value(json!({})).unwrap();
    assert_eq!(inserted.failed_insertion_index, -1);
    let empty: WrappedResponse<SutInfoDto> = from_value(json!({})).unwrap();
    assert_eq!(empty, WrappedResponse { data: None, error: None });
}

#[test]
fn lists_and_maps_are_never_written_as_null() {
    let info = json!({
        "queryParameters": [], "headers": [], "stringSpecializations": {},
        "lastExecutedStatement": null, "rawAccessOfHttpBodyPayload": null, "parsedDtoNames": [],
        "externalServices": [], "employedDefaultWM": [], "hostnameResolutionInfoDtos": [],
    });
    assert_eq!(to_value(AdditionalInfoDto::default()).unwrap(), info);
    let results = json!({"targets": [], "additionalInfoList": [], "extraHeuristics": []});
    assert_eq!(to_value(TestResultsDto::default()).unwrap(), results);
    let user = to_value(AuthenticationDto::default()).unwrap();
    assert_eq!(user["fixedHeaders"], json!([]));
    assert_eq!(to_value(UnitsInfoDto::default()).unwrap()["unitNames"], json!([]));
}

#[test]
fn an_error_has_no_data() {
    let answer = WrappedResponse::<SutInfoDto>::failed("no");
    assert_eq!(to_value(answer).unwrap(), json!({"data": null, "error": "no"}));
}
