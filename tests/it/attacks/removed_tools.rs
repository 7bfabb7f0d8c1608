//! An author wants a tool back that an admin took away.

use serde_json::{Value, json};

use crate::{api::rights::Guarded, registry::constant};

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
            .request(reqwest::Method::DELETE, &path)
            .bearer_auth(&guarded.admin)
            .header("if-match", format!("\"{revision}\""));
        assert_eq!(crate::api::answered(removed).await.status, 204);
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
async fn a_tool_that_an_admin_switched_off_is_neither_run_nor_switched_on() {
    let guarded = Guarded::start().await;
    let mut off = owned(constant("off", "1"));
    off["is_active"] = json!(false);
    let made = guarded
        .send(&guarded.admin, "POST", "tools", &off)
        .await
        .expect(201);
    let run = guarded
        .send(&guarded.author, "POST", "tools/off/test", &json!({}))
        .await;
    assert_eq!(run.status, 403, "{}", run.body);
    let revision = made["revision"].as_str().unwrap();
    let switched = guarded
        .api
        .request(reqwest::Method::PATCH, "tools/off")
        .bearer_auth(&guarded.author)
        .header("if-match", format!("\"{revision}\""))
        .json(&json!({"is_active": true}));
    let switched = crate::api::answered(switched).await;
    assert_eq!(switched.status, 403, "{}", switched.body);
    assert!(
        switched.body["detail"]
            .as_str()
            .unwrap()
            .contains("switched off by admin")
    );
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
