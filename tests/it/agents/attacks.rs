//! Somebody wants more of an agent, or of the server, than they may have.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use toolwright_access::NewKey;

use super::{agent, server_with, tools};
use crate::{
    api::{answered, rights::Guarded},
    harness::Modern,
};

/// A client of an agent, with a key.
fn client(guarded: &Guarded, name: &str, key: &str) -> Modern {
    Modern::at(&guarded.api.server, &format!("/mcp/agents/{name}")).with_key(key)
}

async fn list(client: &Modern) -> u16 {
    client.ask("tools/list", json!({})).await.status
}

#[tokio::test]
async fn a_private_agent_of_somebody_else_is_like_none() {
    let guarded = Guarded::start().await;
    assert_eq!(list(&client(&guarded, "mine", &guarded.owner)).await, 200);
    assert_eq!(list(&client(&guarded, "mine", &guarded.admin)).await, 200);
    for name in ["mine", "none"] {
        let answer = client(&guarded, name, &guarded.author);
        let answer = answer.ask("tools/list", json!({})).await;
        assert_eq!(answer, crate::harness::Answer::text(404, "not found\n"));
    }
    for (method, path) in [
        ("GET", "agents/{name}"),
        ("GET", "agents/{name}/export"),
        ("DELETE", "agents/{name}"),
        ("POST", "agents/{name}/restore"),
        ("GET", "agents/{name}/versions"),
        ("POST", "agents/{name}/versions/1/rollback"),
    ] {
        let ask = async |name: &str| {
            let path = path.replace("{name}", name);
            let answer = guarded
                .send(&guarded.author, method, &path, &Value::Null)
                .await;
            format!("{} {}", answer.status, answer.body).replace(name, "NAME")
        };
        assert_eq!(ask("mine").await, ask("none").await, "{method} {path}");
    }
    let taken = guarded
        .send(&guarded.author, "POST", "agents", &agent("mine", &[]))
        .await;
    assert_eq!(taken.status, 409);
    assert_eq!(
        taken.body["detail"],
        "the name `mine` cannot be used: choose another one"
    );
    let list = guarded
        .send(&guarded.author, "GET", "agents", &Value::Null)
        .await
        .expect(200);
    assert_eq!(list["items"], json!([]));
}

/// Makes the agent of `owner` public.
async fn share(guarded: &Guarded) {
    let request = guarded.api.request(Method::PATCH, "agents/mine");
    let request = request
        .bearer_auth(&guarded.owner)
        .header("if-match", "\"1\"");
    let shared = answered(request.json(&json!({"is_public": true}))).await;
    assert_eq!(shared.status, 200, "{}", shared.body);
}

#[tokio::test]
async fn a_shared_agent_lends_no_right_to_a_private_tool() {
    let guarded = Guarded::start().await;
    share(&guarded).await;
    assert_eq!(
        tools(&client(&guarded, "mine", &guarded.owner)).await,
        ["mine", "shared"]
    );
    let stranger = client(&guarded, "mine", &guarded.caller);
    assert_eq!(tools(&stranger).await, ["shared"]);
    let refused = stranger.call("mine", json!({})).await;
    let unknown = stranger.call("none", json!({})).await;
    assert_eq!(
        format!("{refused:?}").replace("mine", "NAME"),
        format!("{unknown:?}").replace("none", "NAME")
    );
}

#[tokio::test]
async fn a_shared_agent_tells_nothing_of_the_rest_of_its_list_and_is_not_theirs() {
    let guarded = Guarded::start().await;
    share(&guarded).await;
    let view = guarded
        .send(&guarded.caller, "GET", "agents/mine", &Value::Null)
        .await
        .expect(200);
    assert_eq!(view["tools"], json!(["shared"]));
    assert_eq!(
        (&view["left_out"], &view["spec"], &view["editable"]),
        (&json!([]), &Value::Null, &json!(false))
    );
    let exported = guarded
        .send(&guarded.caller, "GET", "agents/mine/export", &Value::Null)
        .await
        .expect(200);
    assert_eq!(exported["request"]["tools"].as_array().unwrap().len(), 1);
    // Shared is not theirs.
    for (method, body) in [
        ("PATCH", json!({})),
        ("PUT", agent("mine", &[])),
        ("DELETE", Value::Null),
    ] {
        let answer = guarded
            .send(&guarded.author, method, "agents/mine", &body)
            .await;
        assert_eq!(answer.status, 403, "{method} {}", answer.body);
    }
}

#[tokio::test]
async fn nobody_lists_a_tool_that_they_may_not_see_or_gives_an_agent_away() {
    let guarded = Guarded::start().await;
    let probe = async |tool: &str| {
        let body = agent("probe", &[tool]);
        guarded.send(&guarded.author, "POST", "agents", &body).await
    };
    let (mine, none) = (probe("mine").await, probe("none").await);
    assert_eq!(
        format!("{} {}", mine.status, mine.body).replace("mine", "NAME"),
        format!("{} {}", none.status, none.body).replace("none", "NAME")
    );
    let mut given = agent("gift", &[]);
    given["owner"] = json!("owner");
    let refused = guarded
        .send(&guarded.author, "POST", "agents", &given)
        .await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn a_bound_key_opens_its_agent_and_nothing_else() {
    let guarded = Guarded::start().await;
    let mut new = NewKey::of("admin");
    new.agent = Some("mine".into());
    let bound = guarded.accounts.create_key(new).unwrap().1.expose();
    let public =
        json!({"name": "open", "model_provider": "openai", "model_name": "m", "is_public": true});
    guarded
        .send(&guarded.admin, "POST", "agents", &public)
        .await
        .expect(201);
    // The server looks at the file of keys twice a second.
    tokio::time::sleep(Duration::from_millis(700)).await;
    let own = client(&guarded, "mine", &bound);
    assert_eq!(tools(&own).await, ["mine", "shared"]);
    assert_eq!(list(&client(&guarded, "open", &bound)).await, 404);
    assert_eq!(list(&client(&guarded, "open", &guarded.caller)).await, 200);
    let whole = Modern::of(&guarded.api.server).with_key(bound.as_str());
    assert_eq!(list(&whole).await, 403);
    for path in ["tools", "agents/mine", "keys", "executions", "events"] {
        let answer = guarded.send(&bound, "GET", path, &Value::Null).await;
        assert!(
            [401, 403].contains(&answer.status),
            "{path}: {}",
            answer.status
        );
    }
    let metrics = guarded.api.server.url("/metrics");
    let metrics = guarded.api.server.http().get(metrics).bearer_auth(&bound);
    assert_eq!(metrics.send().await.unwrap().status(), 403);
    let called = guarded
        .send(&bound, "POST", "tools/shared/call", &json!({}))
        .await;
    assert!([401, 403].contains(&called.status), "{}", called.status);
}

#[tokio::test]
async fn hostile_names_are_no_paths_and_no_lines_of_the_log() {
    let api = server_with(json!([agent("helper", &["one"])])).await;
    for name in [
        "..",
        "helper/..",
        "helper/",
        "",
        "%2e%2e",
        "HELPER",
        "helper%00",
        "a".repeat(9000).as_str(),
    ] {
        let answer = Modern::at(&api.server, &format!("/mcp/agents/{name}"));
        let status = answer.ask("tools/list", json!({})).await.status;
        assert!(
            [400, 404, 405, 414].contains(&status) || name == "helper/..",
            "{name}: {status}"
        );
    }
    for name in [
        "../../etc/passwd",
        "a\nb",
        "a/b",
        "",
        ".",
        "\u{202e}x",
        "a".repeat(65).as_str(),
    ] {
        let made = api.post("agents", agent(name, &[])).await;
        assert_eq!(made.status, 422, "{name:?}");
    }
}

#[tokio::test]
async fn large_agents_are_served_and_too_large_ones_refused() {
    let api = server_with(json!([])).await;
    let many: Vec<String> = (0..10_000).map(|number| format!("none{number}")).collect();
    let all: Vec<&str> = many.iter().map(String::as_str).collect();
    let refused = api.post("agents", agent("large", &all)).await;
    assert_eq!(refused.status, 422);
    // No answer grows with what was sent.
    assert_eq!(refused.body["problems"].as_array().unwrap().len(), 100);
    let mut listed = all.clone();
    listed[9_999] = "one";
    super::write(&api.registry, json!([agent("large", &listed)]));
    crate::harness::until_async(async || api.get("agents/large").await.status == 200).await;
    let large = Modern::at(&api.server, "/mcp/agents/large");
    assert_eq!(tools(&large).await, ["one"]);
    let more = [&all[..], &["one"]].concat();
    assert_eq!(api.post("agents", agent("more", &more)).await.status, 422);
    let mut prompt = agent("prompt", &[]);
    prompt["system_prompt"] = json!("x".repeat(256 * 1024 + 1));
    assert_eq!(api.post("agents", prompt).await.status, 422);
    let mut body = agent("body", &[]);
    body["description"] = json!("x".repeat(2 << 20));
    assert_eq!(api.post("agents", body).await.status, 413);
}

#[tokio::test]
async fn two_changes_at_once_are_one_change() {
    let api = server_with(json!([agent("helper", &["one"])])).await;
    let change = |text: &str| {
        let patch = json!({"description": text});
        api.change(Method::PATCH, "agents/helper", 1, patch)
    };
    let (one, other) = tokio::join!(change("one"), change("other"));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412]);
    let both = tokio::join!(
        api.post("agents", agent("new", &[])),
        api.post("agents", agent("new", &["one"])),
    );
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

#[tokio::test]
async fn the_agents_of_a_user_who_is_removed_are_switched_off() {
    let guarded = Guarded::start().await;
    let remove = |key: &str| {
        guarded
            .api
            .request(Method::DELETE, "users/owner")
            .bearer_auth(key)
    };
    let user = guarded
        .send(&guarded.admin, "GET", "users", &Value::Null)
        .await
        .expect(200);
    let mut users = user["items"].as_array().unwrap().iter();
    let user = users.find(|user| user["name"] == "owner").unwrap();
    let revision = format!("\"{}\"", user["revision"].as_str().unwrap());
    let removed = answered(
        remove(&guarded.admin)
            .header("if-match", revision)
            .header("content-type", "application/json"),
    )
    .await;
    assert_eq!(removed.status, 204, "{}", removed.body);
    assert_eq!(list(&client(&guarded, "mine", &guarded.admin)).await, 404);
    let view = guarded
        .send(&guarded.admin, "GET", "agents/mine", &Value::Null)
        .await
        .expect(200);
    assert_eq!(
        (&view["is_active"], &view["owner"]),
        (&json!(false), &json!("owner"))
    );
}
