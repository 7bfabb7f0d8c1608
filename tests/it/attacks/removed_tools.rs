//! An author wants a tool back that an admin took away.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::{
    api::{answered, rights::Guarded},
    registry::constant,
};

fn owned(mut tool: Value) -> Value {
    tool["owner"] = json!("author");
    tool
}

fn program() -> Value {
    owned(json!({
        "name": "program", "type": "shell", "description": "Runs a program.",
        "config": {"command": ["/bin/echo", "run"]},
    }))
}

#[tokio::test]
async fn a_tool_that_an_admin_removed_is_not_restored_by_its_owner() {
    let guarded = Guarded::start().await;
    for (name, tool) in [
        ("program", program()),
        ("plain", owned(constant("plain", "1"))),
    ] {
        let made = guarded.send(&guarded.admin, "POST", "tools", &tool).await;
        let made = made.expect(201);
        let revision = made["revision"].as_str().unwrap().to_owned();
        let path = format!("tools/{name}");
        let removed = guarded
            .api
            .request(Method::DELETE, &path)
            .bearer_auth(&guarded.admin)
            .header("if-match", format!("\"{revision}\""));
        assert_eq!(answered(removed).await.status, 204);
        let path = format!("tools/{name}/restore");
        let restored = guarded
            .send(&guarded.author, "POST", &path, &json!({}))
            .await;
        assert_eq!(restored.status, 403, "{name}: {}", restored.body);
        let restored = guarded
            .send(&guarded.admin, "POST", &path, &json!({}))
            .await;
        assert_eq!(restored.status, 200, "{name}: {}", restored.body);
    }
}

#[tokio::test]
async fn a_program_that_its_owner_removed_is_not_brought_back_by_them() {
    let guarded = Guarded::start().await;
    let made = guarded
        .send(&guarded.admin, "POST", "tools", &program())
        .await;
    let made = made.expect(201);
    let removed = change(&guarded, Method::DELETE, "tools/program", &made);
    assert_eq!(answered(removed).await.status, 204);
    let restored = guarded
        .send(&guarded.author, "POST", "tools/program/restore", &json!({}))
        .await;
    assert_eq!(restored.status, 403, "{}", restored.body);
    let why = "only an admin may define tools that run programs";
    assert_eq!(restored.body["detail"], why);
}

/// A change of the author of a tool that was `made`.
fn change(guarded: &Guarded, method: Method, path: &str, made: &Value) -> RequestBuilder {
    changed_by(&guarded.author, guarded, method, path, made)
}

fn changed_by(
    key: &str,
    guarded: &Guarded,
    method: Method,
    path: &str,
    made: &Value,
) -> RequestBuilder {
    let revision = made["revision"].as_str().unwrap();
    let request = guarded.api.request(method, path);
    request
        .bearer_auth(key)
        .header("x-toolwright-console", "1")
        .header("if-match", format!("\"{revision}\""))
}

/// A tool of the author that an admin switched off.
async fn switched_off(guarded: &Guarded) -> Value {
    let mut off = owned(constant("off", "1"));
    off["is_active"] = json!(false);
    let made = guarded.send(&guarded.admin, "POST", "tools", &off).await;
    made.expect(201)
}

#[tokio::test]
async fn a_tool_that_an_admin_switched_off_is_not_run() {
    let guarded = Guarded::start().await;
    switched_off(&guarded).await;
    let run = guarded
        .send(&guarded.author, "POST", "tools/off/test", &json!({}))
        .await;
    assert_eq!(run.status, 403, "{}", run.body);
    // What the author switched off, the author may try.
    let mut own = constant("own", "2");
    own["is_active"] = json!(false);
    guarded
        .send(&guarded.author, "POST", "tools", &own)
        .await
        .expect(201);
    let run = guarded
        .send(&guarded.author, "POST", "tools/own/test", &json!({}))
        .await;
    assert_eq!(run.status, 200, "{}", run.body);
}

#[tokio::test]
async fn a_tool_that_an_admin_switched_off_is_not_switched_on() {
    let guarded = Guarded::start().await;
    let made = switched_off(&guarded).await;
    let switched = change(&guarded, Method::PATCH, "tools/off", &made);
    let switched = answered(switched.json(&json!({"is_active": true}))).await;
    assert_eq!(switched.status, 403, "{}", switched.body);
    let why = switched.body["detail"].as_str().unwrap();
    assert!(why.contains("switched off by admin"), "{why}");
}

#[tokio::test]
async fn a_tool_that_an_admin_switched_off_is_not_rolled_back_to_when_it_was_on() {
    let guarded = Guarded::start().await;
    let on = owned(constant("off", "1"));
    let made = guarded.send(&guarded.admin, "POST", "tools", &on).await;
    let made = made.expect(201);
    let switch = changed_by(&guarded.admin, &guarded, Method::PATCH, "tools/off", &made);
    let off = answered(switch.json(&json!({"is_active": false}))).await;
    let off = off.expect(200);
    let version = made["revision"].as_str().unwrap();
    let path = format!("tools/off/versions/{version}/rollback");
    let rolled = answered(change(&guarded, Method::POST, &path, &off)).await;
    assert_eq!(rolled.status, 403, "{}", rolled.body);
    let why = rolled.body["detail"].as_str().unwrap();
    assert!(why.contains("switched off by admin"), "{why}");
}
