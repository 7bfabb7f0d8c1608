//! Definitions are checked, tried and called.

use std::{fs, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};

use super::{Api, increment};
use crate::{harness::until, registry::constant};

/// The records of the execution log.
fn records(api: &Api) -> Vec<Value> {
    let folder = api.registry.path("../data/executions");
    let files = fs::read_dir(folder).unwrap();
    let lines = files.flat_map(|file| {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let lines: Vec<_> = text.lines().map(ToOwned::to_owned).collect();
        lines
    });
    lines
        .map(|line| serde_json::from_str(&line).unwrap())
        .collect()
}

#[tokio::test]
async fn a_definition_is_checked_without_being_stored() {
    let api = Api::with(json!([])).await;
    let body = json!({"spec": increment("inc")});
    let checked = api.post("tools/check", body).await.expect(200);
    assert_eq!(
        (&checked["ok"], &checked["problems"]),
        (&json!(true), &json!([]))
    );
    assert_eq!(checked["definition"]["name"], "inc");
    let wrong = json!({"spec": {"name": "", "type": "sql", "description": ""}});
    let checked = api.post("tools/check", wrong).await.expect(200);
    assert_eq!(checked["ok"], false);
    assert_eq!(checked["definition"], Value::Null);
    assert_eq!(checked["problems"][0]["path"], "/name");
    assert_eq!(checked["problems"][1]["path"], "/description");
    assert_eq!(api.names("").await, Vec::<String>::new());
}

#[tokio::test]
async fn what_is_wrong_has_a_code_and_what_is_filled_in() {
    let api = Api::with(json!([])).await;
    let wrong = json!({
        "name": "x", "type": "sql", "description": "X.", "timeout_seconds": "soon",
        "config": {"query": "SELECT pg_sleep(1)"},
    });
    let checked = api.post("tools/check", json!({"spec": wrong})).await;
    let number = json!({"message": "a number", "code": "kind_number", "params": {}});
    let reason = json!({
        "message": "it keeps a connection waiting", "code": "denied_sleep", "params": {},
    });
    let advice = json!({
        "message": "query again later", "code": "instead_query_later", "params": {},
    });
    let expected = json!([
        {
            "path": "/timeout_seconds", "message": "expected a number, got `soon`",
            "code": "expected", "params": {"what": number, "value": "`soon`"},
        },
        {
            "path": "/config/query",
            "message": "`pg_sleep` is not allowed: it keeps a connection waiting; query again later. \
                        An administrator may allow single functions",
            "code": "denied_function",
            "params": {"name": "pg_sleep", "reason": reason, "advice": advice},
        },
    ]);
    assert_eq!(checked.expect(200)["problems"], expected);
}

#[tokio::test]
async fn a_definition_is_tried_without_being_stored_and_logged_as_a_test() {
    let api = Api::with(json!([])).await;
    let body = json!({"spec": increment("inc"), "arguments": {"number": 4}});
    let tried = api.post("tools/test", body).await.expect(200);
    assert_eq!(tried["success"], true);
    assert_eq!(tried["result"], json!(5));
    assert_eq!(tried["content"], json!([{"type": "text", "text": "5"}]));
    assert_eq!(api.names("").await, Vec::<String>::new());
    let records = records(&api);
    let [record] = records.as_slice() else {
        panic!("{records:?}");
    };
    assert_eq!(
        (&record["tool"], &record["test"]),
        (&json!("inc"), &json!(true))
    );
    assert_eq!(record["id"], tried["execution_id"]);
}

#[tokio::test]
async fn a_tool_that_is_switched_off_can_be_tried_and_not_called() {
    let mut off = increment("inc");
    off["is_active"] = json!(false);
    let api = Api::with(json!([off])).await;
    let body = json!({"arguments": {"number": 4}});
    let tried = api.post("tools/inc/test", body.clone()).await.expect(200);
    assert_eq!(tried["result"], json!(5));
    let called = api.post("tools/inc/call", body).await.expect(200);
    assert_eq!(called["error"], "Tool 'inc' not found");
}

#[tokio::test]
async fn a_call_is_validated_repaired_and_logged_like_every_other() {
    let api = Api::with(json!([increment("inc")])).await;
    let repaired = json!({"arguments": {"number": "41"}});
    let called = api.post("tools/inc/call", repaired).await.expect(200);
    assert_eq!(called["success"], true);
    assert_eq!(called["result"], json!(42));
    assert_eq!(called["repairs"][0]["repair"], "quoted_value");
    let wrong = json!({"arguments": {"number": "many"}});
    let called = api.post("tools/inc/call", wrong).await.expect(200);
    assert_eq!(called["success"], false);
    assert_eq!(called["error_kind"], "invalid_arguments");
    let outcomes: Vec<_> = records(&api)
        .iter()
        .map(|one| one["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["ok", "invalid_arguments"]);
}

#[tokio::test]
async fn the_whitelist_holds_for_calls_and_trials() {
    let tools = json!([constant("get_one", "1"), constant("two", "2")]);
    let api = Api::with_settings(tools, &[("TOOL_WHITELIST", "get_*")]).await;
    assert_eq!(api.post("tools/get_one/call", json!({})).await.status, 200);
    let called = api.post("tools/two/call", json!({})).await.expect(200);
    assert_eq!(called["error"], "Blocked by whitelist policy");
    let tried = api.post("tools/two/test", json!({})).await.refusal();
    let why = "the policy of the server does not allow a tool of this name".to_owned();
    assert_eq!(tried, (403, why));
    let tool = api.get("tools/two").await.expect(200);
    assert_eq!(
        tool["problem"],
        "the policy (`TOOL_WHITELIST`) does not allow it"
    );
}

#[tokio::test]
async fn a_client_that_goes_away_stops_its_trial_run() {
    let api = Api::with(json!([])).await;
    let folder = api.registry.path("tools");
    let spec = json!({
        "name": "slow", "type": "shell", "description": "Waits.",
        "config": {"command": ["sh", "-c", "echo $$ > pid; sleep 600"]},
    });
    let body = json!({"spec": spec, "arguments": {}});
    let request = api.request(Method::POST, "tools/test").json(&body);
    let running = tokio::spawn(request.send());
    let pid = folder.join("pid");
    until(|| fs::read_to_string(&pid).is_ok_and(|text| text.ends_with('\n'))).await;
    let process = fs::read_to_string(&pid).unwrap();
    let process = format!("/proc/{}", process.trim());
    assert!(fs::exists(&process).unwrap());
    running.abort();
    until(|| !fs::exists(&process).unwrap()).await;
    tokio::time::timeout(Duration::from_secs(10), async {
        while !records(&api)
            .iter()
            .any(|one| one["outcome"] == "cancelled")
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await
    .unwrap();
}
