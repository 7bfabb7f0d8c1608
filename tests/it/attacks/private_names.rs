//! Somebody wants to know which private tools others have.

use serde_json::{Value, json};

use crate::{api::rights::Guarded, harness::Modern, registry::constant};

/// The answers for a tool that somebody else has, and for one that nobody has, with the names left out.
async fn both(guarded: &Guarded, method: &str, path: &str, body: fn(&str) -> Value) -> [String; 2] {
    let ask = async |name: &str| {
        let path = path.replace("{name}", name);
        let answer = guarded
            .send(&guarded.author, method, &path, &body(name))
            .await;
        let (status, mut body) = (answer.status, answer.body);
        if let Some(members) = body.as_object_mut() {
            // How long it took differs from call to call.
            members.remove("elapsed");
        }
        format!("{status} {body}").replace(name, "NAME")
    };
    [ask("mine").await, ask("none").await]
}

#[tokio::test]
async fn a_private_tool_of_somebody_else_is_like_none() {
    let guarded = Guarded::start().await;
    let nothing: fn(&str) -> Value = |_| Value::Null;
    let empty: fn(&str) -> Value = |_| json!({});
    for (method, path, body) in [
        ("GET", "tools/{name}", nothing),
        ("POST", "tools/{name}/restore", empty),
        ("GET", "tools/{name}/versions", nothing),
        ("POST", "tools/{name}/call", empty),
        ("POST", "tools/{name}/test", empty),
        ("DELETE", "tools/{name}", nothing),
    ] {
        let [private, none] = both(&guarded, method, path, body).await;
        assert_eq!(private, none, "{method} {path}");
    }
}

#[tokio::test]
async fn a_name_that_is_taken_is_one_that_cannot_be_used() {
    let mut off = constant("off", "1");
    (off["owner"], off["is_active"]) = (json!("owner"), json!(false));
    let guarded = Guarded::start_with(vec![off]).await;
    for name in ["mine", "off"] {
        let tool = constant(name, "1");
        let taken = guarded.send(&guarded.author, "POST", "tools", &tool).await;
        assert_eq!(taken.status, 409, "{}", taken.body);
        let why = "the name `NAME` cannot be used: choose another one";
        let told = taken.body.to_string().replace(name, "NAME");
        let expected = json!({
            "type": "about:blank", "title": "Conflict", "status": 409, "detail": why,
            "code": "unusable_name", "params": {"name": "NAME"},
            "problems": [{
                "path": "/name", "message": why,
                "code": "unusable_name", "params": {"name": "NAME"},
            }],
        });
        assert_eq!(serde_json::from_str::<Value>(&told).unwrap(), expected);
    }
}

#[tokio::test]
async fn a_plan_of_an_agent_does_not_tell_a_private_tool_from_none() {
    let settings = [("TOOLWRIGHT_PLANS", "true")];
    let guarded = Guarded::start_with_settings(Vec::new(), &settings).await;
    let agent = Modern::of(&guarded.api.server).with_key(guarded.author.clone());
    let steps = json!([{"tool": "mine"}, {"tool": "none"}]);
    let run = agent.call("run_plan", json!({"steps": steps})).await;
    let mut report = run.into_result()["structuredContent"].take();
    let mut told = report["results"].as_array_mut().unwrap().iter_mut();
    let mut text = |name: &str| {
        let step = told.next().unwrap();
        // Each call has its own time and record.
        for own in ["elapsed", "execution_id"] {
            step.as_object_mut().unwrap().remove(own);
        }
        step.to_string().replace(name, "NAME")
    };
    let (private, none) = (text("mine"), text("none"));
    assert_eq!(private, none);
    assert!(none.contains("Tool 'NAME' not found"), "{none}");
}

#[tokio::test]
async fn neither_plans_nor_the_log_tell_a_private_tool_from_none() {
    let guarded = Guarded::start().await;
    let plan = json!([{"tool": "mine", "arguments": {}}, {"tool": "none", "arguments": {}}]);
    let run = guarded
        .send(&guarded.author, "POST", "plans", &plan)
        .await
        .expect(200);
    let steps = run["results"]
        .as_array()
        .or_else(|| run.as_array())
        .unwrap();
    let text = |at: usize, name: &str| {
        let mut step = steps[at].clone();
        // How long it took differs from call to call.
        for timed in ["elapsed", "elapsed_ms", "execution_id", "id"] {
            step.as_object_mut().unwrap().remove(timed);
        }
        step.to_string().replace(name, "NAME")
    };
    assert_eq!(text(0, "mine"), text(1, "none"));
    let nothing = json!(null);
    let listed = async |key: &str| {
        let calls = guarded
            .send(key, "GET", "executions", &nothing)
            .await
            .expect(200);
        let items = calls["items"].as_array().unwrap().iter();
        let outcomes = items.map(|item| item["outcome"].as_str().unwrap().to_owned());
        outcomes.collect::<std::collections::BTreeSet<_>>()
    };
    let outcomes = listed(&guarded.author).await;
    assert_eq!(outcomes, ["not_found".to_owned()].into());
    assert!(listed(&guarded.admin).await.contains("denied"));
    let statistics = guarded
        .send(&guarded.author, "GET", "statistics", &nothing)
        .await;
    assert_eq!(statistics.expect(200)["outcomes"], json!({"not_found": 2}));
}
