//! Tools are created, replaced, changed and removed.

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Api, answered, increment};
use crate::{
    harness::{Events, Session},
    registry::constant,
};

#[tokio::test]
async fn a_tool_is_created_called_changed_switched_off_removed_and_restored() {
    let api = Api::with(json!([])).await;
    let created = api.post("tools", increment("inc")).await;
    assert_eq!(created.headers["location"], "/api/v1/tools/inc");
    assert_eq!(created.headers["etag"], "\"1\"");
    let tool = created.expect(201);
    assert_eq!(
        (&tool["owner"], &tool["updated_by"]),
        (&json!("local"), &json!("local"))
    );
    let call = || api.post("tools/inc/call", json!({"arguments": {"number": 1}}));
    assert_eq!(call().await.expect(200)["result"], 2);

    let mut changed = increment("inc");
    changed["config"]["expression"] = json!("number + 10");
    let replaced = api.change(Method::PUT, "tools/inc", 1, changed).await;
    assert_eq!(replaced.expect(200)["revision"], "2");
    assert_eq!(call().await.expect(200)["result"], 11);

    let off = json!({"is_active": false});
    let off = api
        .change(Method::PATCH, "tools/inc", 2, off)
        .await
        .expect(200);
    assert_eq!(
        (&off["is_active"], &off["revision"]),
        (&json!(false), &json!("3"))
    );
    assert_eq!(call().await.expect(200)["error"], "Tool 'inc' not found");

    let removed = api
        .change(Method::DELETE, "tools/inc", 3, Value::Null)
        .await;
    assert_eq!(removed.status, 204);
    assert_eq!(api.get("tools/inc").await.status, 404);
    assert_eq!(api.names("&deleted=true").await, ["inc"]);
    let restored = api.post("tools/inc/restore", json!({})).await.expect(200);
    assert_eq!(restored["revision"], "5");
    assert_eq!(api.names("&deleted=true").await, Vec::<String>::new());
    assert_eq!(api.names("").await, ["inc"]);
}

#[tokio::test]
async fn a_connected_client_is_told_of_a_tool_that_was_created() {
    let api = Api::with(json!([])).await;
    let session = Session::open(&api.server).await;
    let mut events: Events = session.listen().await;
    api.post("tools", constant("new", "1")).await.expect(201);
    let told: Value = events.message().await;
    assert_eq!(told["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn all_problems_of_a_definition_are_told_with_their_paths() {
    let api = Api::with(json!([])).await;
    let wrong = json!({
        "name": "a b", "type": "expression", "description": "", "config": {"expression": "1 +"},
        "parameters": [{"name": "x", "type": "colour"}],
    });
    let answer = api.post("tools", wrong).await.expect(422);
    let problems = answer["problems"].as_array().unwrap();
    let paths: Vec<_> = problems
        .iter()
        .map(|one| one["path"].as_str().unwrap())
        .collect();
    assert_eq!(paths, ["/name", "/description", "/parameters/0/type"]);
    assert_eq!(api.names("").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_name_that_is_taken_is_a_conflict() {
    let api = Api::with(json!([constant("one", "1")])).await;
    for name in ["one", "calculator"] {
        let answer = api.post("tools", constant(name, "2")).await.expect(409);
        let message = format!("there is a tool `{name}` already");
        let expected = json!([{
            "path": "/name", "message": message, "code": "tool_taken", "params": {"name": name},
        }]);
        assert_eq!(answer["problems"], expected);
        assert_eq!(answer["detail"], message);
        assert_eq!(answer["code"], "tool_taken");
        assert_eq!(answer["params"], json!({"name": name}));
    }
}

#[tokio::test]
async fn a_change_for_an_old_revision_gets_the_present_tool() {
    let api = Api::with(json!([constant("one", "1")])).await;
    api.change(Method::PATCH, "tools/one", 1, json!({"title": "One"}))
        .await
        .expect(200);
    for (method, body) in [
        (Method::PUT, constant("one", "3")),
        (Method::PATCH, json!({"title": "Eins"})),
        (Method::DELETE, Value::Null),
    ] {
        let refused = api.change(method, "tools/one", 1, body).await.expect(412);
        assert_eq!(refused["current"]["revision"], "2");
        assert_eq!(refused["current"]["spec"]["title"], "One");
    }
    // A body that is invalid for any revision is reported as invalid.
    for (method, body) in [
        (Method::PUT, json!({})),
        (Method::PATCH, json!({"title": 5})),
        (Method::PATCH, json!("title")),
    ] {
        api.change(method, "tools/one", 1, body).await.expect(422);
    }
    let request = api.request(Method::PATCH, "tools/one").json(&json!({}));
    let expected = (
        428,
        "send the revision that you have in `If-Match`".to_owned(),
    );
    assert_eq!(answered(request).await.refusal(), expected);
}

#[tokio::test]
async fn of_concurrent_changes_for_one_revision_exactly_one_is_made() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let mut tasks = JoinSet::new();
    for number in 0..20 {
        let body = constant("one", &number.to_string());
        let request = api.request(Method::PUT, "tools/one").json(&body);
        tasks.spawn(answered(request.header("if-match", "\"1\"")));
    }
    let statuses: Vec<_> = tasks
        .join_all()
        .await
        .iter()
        .map(|one| one.status)
        .collect();
    let made = statuses.iter().filter(|status| **status == 200).count();
    let refused = statuses.iter().filter(|status| **status == 412).count();
    assert_eq!((made, refused), (1, 19), "{statuses:?}");
    assert_eq!(api.get("tools/one").await.expect(200)["revision"], "2");
}

#[tokio::test]
async fn a_tool_gets_another_name_in_one_change() {
    let api = Api::with(json!([constant("one", "1"), constant("other", "2")])).await;
    let taken = api
        .change(Method::PUT, "tools/one", 1, constant("other", "1"))
        .await;
    assert_eq!(taken.status, 409);
    let renamed = api
        .change(Method::PUT, "tools/one", 1, constant("uno", "1"))
        .await;
    assert_eq!(renamed.expect(200)["name"], "uno");
    assert_eq!(api.names("").await, ["other", "uno"]);
}

#[tokio::test]
async fn a_credential_is_kept_where_its_mask_is_sent_back() {
    let tool = json!({
        "name": "weather", "type": "http", "description": "The weather.",
        "config": {"base_url": "https://weather.example.com"},
        "auth": {"type": "bearer", "token": "s3cret-token"},
    });
    let api = Api::with(json!([])).await;
    api.post("tools", tool).await.expect(201);
    let stored = || api.registry.read();
    assert!(!stored().contains("s3cret-token"));
    let sealed = stored().split("sealed:v1:").nth(1).unwrap()[..20].to_owned();
    let spec = api.get("tools/weather").await.expect(200)["spec"].take();
    api.change(Method::PUT, "tools/weather", 1, spec.clone())
        .await
        .expect(200);
    assert!(stored().contains(&sealed), "{}", stored());
    let mut renamed = spec;
    renamed["name"] = json!("climate");
    let refused = api
        .change(Method::PUT, "tools/weather", 2, renamed)
        .await
        .expect(422);
    assert_eq!(refused["problems"][0]["path"], "/auth");
}

#[tokio::test]
async fn a_compiled_tool_cannot_be_changed() {
    let api = Api::with(json!([])).await;
    let off = json!({"is_active": false});
    let refused = api.change(Method::PATCH, "tools/calculator", 0, off).await;
    let why = "`calculator` is compiled in: it cannot be changed".to_owned();
    assert_eq!(refused.refusal(), (403, why));
}
