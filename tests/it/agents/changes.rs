//! Agents over the REST API: added, changed, removed and restored.

use reqwest::Method;
use serde_json::json;

use super::{agent, server_with};
use crate::api::names;

#[tokio::test]
async fn an_agent_is_made_and_changed() {
    let api = server_with(json!([])).await;
    let made = api
        .post("agents", agent("helper", &["one", "calculator"]))
        .await;
    assert_eq!(made.headers["location"], "/api/v1/agents/helper");
    assert_eq!(made.headers["etag"], "\"1\"");
    let made = made.expect(201);
    assert_eq!(made["tools"], json!(["one", "calculator"]));
    assert_eq!(
        (&made["owner"], &made["is_public"]),
        (&json!("local"), &json!(false))
    );
    assert_eq!(made["endpoint"], "/mcp/agents/helper");
    // They are stored by id.
    let ids = made["spec"]["tools"].as_array().unwrap();
    assert!(
        ids.iter().all(|id| id.as_str().unwrap().len() == 36),
        "{ids:?}"
    );
    let again = api.post("agents", agent("helper", &[])).await.refusal();
    assert_eq!(
        again,
        (409, "there is an agent `helper` already".to_owned())
    );
    // By id and by name it is the same tool.
    let patch = json!({"tools": [ids[1], "two"], "config": {"temperature": 0.5}});
    let changed = api
        .change(Method::PATCH, "agents/helper", 1, patch)
        .await
        .expect(200);
    assert_eq!(changed["tools"], json!(["calculator", "two"]));
    assert_eq!(changed["config"]["temperature"], 0.5);
    let late = api
        .change(Method::PATCH, "agents/helper", 1, json!({}))
        .await;
    assert_eq!(late.status, 412);
    assert_eq!(late.body["current"]["revision"], "2");
}

#[tokio::test]
async fn an_agent_is_renamed_removed_and_restored() {
    let api = server_with(json!([])).await;
    api.post("agents", agent("helper", &["one"]))
        .await
        .expect(201);
    let renamed = agent("assistant", &["two"]);
    api.change(Method::PUT, "agents/helper", 1, renamed)
        .await
        .expect(200);
    assert_eq!(names(&api.get("agents").await.expect(200)), ["assistant"]);
    api.change(Method::DELETE, "agents/assistant", 1, json!(null))
        .await
        .expect(204);
    assert_eq!(
        names(&api.get("agents?deleted=true").await.expect(200)),
        ["assistant", "helper"]
    );
    assert_eq!(api.get("agents/assistant").await.status, 404);
    let restored = api
        .post("agents/assistant/restore", json!({}))
        .await
        .expect(200);
    assert_eq!(
        (&restored["revision"], &restored["tools"]),
        (&json!("3"), &json!(["two"]))
    );
}

#[tokio::test]
async fn what_is_wrong_is_told_with_its_place() {
    let api = server_with(json!([])).await;
    let mut wrong = agent("helper", &[]);
    wrong["config"] = json!({"temperature": 1.5, "top": 1});
    let refused = api.post("agents", wrong).await;
    assert_eq!(refused.status, 422);
    let paths: Vec<_> = refused.body["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["path"].clone())
        .collect();
    assert_eq!(paths, [json!("/config/temperature"), json!("/config/top")]);
    let refused = api
        .post("agents", agent("helper", &["one", "nobody", "gone"]))
        .await;
    assert_eq!(refused.status, 422);
    assert_eq!(
        refused.body["problems"][0],
        json!({
            "path": "/tools/1", "message": "there is no tool `nobody`",
            "code": "no_tool", "params": {"name": "nobody"},
        })
    );
    assert_eq!(refused.body["problems"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_list_keeps_a_tool_that_is_gone_until_somebody_takes_it_out() {
    let api = server_with(json!([])).await;
    api.post("agents", agent("helper", &["one", "two"]))
        .await
        .expect(201);
    api.change(Method::DELETE, "tools/two", 1, json!(null))
        .await
        .expect(204);
    let patch = json!({"description": "Still here."});
    let changed = api
        .change(Method::PATCH, "agents/helper", 1, patch)
        .await
        .expect(200);
    assert_eq!(changed["tools"], json!(["one"]));
    assert_eq!(changed["left_out"][0]["reason"], "unavailable");
    api.post("tools/two/restore", json!({})).await.expect(200);
    let back = api.get("agents/helper").await.expect(200);
    assert_eq!(
        (&back["tools"], &back["left_out"]),
        (&json!(["one", "two"]), &json!([]))
    );
}

#[tokio::test]
async fn agents_are_listed_by_provider_owner_and_words() {
    let mut glm = agent("writer", &[]);
    glm["model_provider"] = json!("zhipuai");
    glm["description"] = json!("Writes short letters.");
    glm["owner"] = json!("ada");
    let api = server_with(json!([agent("helper", &[]), glm])).await;
    for (query, expected) in [
        ("", vec!["helper", "writer"]),
        ("?provider=zhipuai", vec!["writer"]),
        ("?owner=ada", vec!["writer"]),
        ("?q=short%20LETTERS", vec!["writer"]),
        ("?active=false", vec![]),
        ("?limit=1", vec!["helper"]),
        ("?limit=1&cursor=helper", vec!["writer"]),
    ] {
        let list = api.get(&format!("agents{query}")).await.expect(200);
        assert_eq!(names(&list), expected, "{query}");
    }
    assert_eq!(api.get("agents?provider=other").await.status, 400);
}
