//! Versions of agents over the API and by commands, the events of their changes, and their calls in the log.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::{agent, client, server_with};
use crate::{
    api::{answered, events::EventStream, rights::Guarded},
    harness::{Modern, run},
    registry::Registry,
};

/// Returns what each version of `helper` did, the newest first.
fn changes(versions: &Value) -> Vec<(u64, &str)> {
    let items = versions["items"].as_array().unwrap().iter();
    let change = |item: &Value| item["version"].as_u64().unwrap();
    items
        .map(|item| (change(item), item["change"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn every_version_is_listed_and_an_earlier_one_is_brought_back() {
    let api = server_with(json!([])).await;
    let made = api.post("agents", agent("helper", &["one"])).await;
    made.expect(201);
    let patch = json!({"tools": ["two"], "system_prompt": "Be short."});
    let changed = api.change(Method::PATCH, "agents/helper", 1, patch).await;
    changed.expect(200);
    let back = api
        .post("agents/helper/versions/1/rollback", json!({}))
        .await;
    assert_eq!(back.headers["etag"], "\"3\"");
    let back = back.expect(200);
    assert_eq!(
        (&back["tools"], &back["system_prompt"]),
        (&json!(["one"]), &json!("You are helper."))
    );
    let versions = api.get("agents/helper/versions").await.expect(200);
    let expected = [(3, "rolled_back"), (2, "updated"), (1, "added")];
    assert_eq!(changes(&versions), expected);
    assert_eq!(versions["items"][1]["spec"]["system_prompt"], "Be short.");
    let late = api.request(Method::POST, "agents/helper/versions/2/rollback");
    let late = answered(late.header("if-match", "\"2\"").json(&json!({}))).await;
    assert_eq!(late.status, 412);
    for unknown in ["0", "9", "x", "-1"] {
        let path = format!("agents/helper/versions/{unknown}/rollback");
        let refused = api.post(&path, json!({})).await.refusal();
        assert_eq!(refused.0, 404, "{unknown}");
    }
}

#[tokio::test]
async fn an_owner_does_not_roll_back_past_an_admins_switch_and_sees_no_other_owners_versions() {
    let guarded = Guarded::start().await;
    let nothing = Value::Null;
    let versions = async |key: &str| {
        let path = "agents/mine/versions";
        guarded.send(key, "GET", path, &nothing).await
    };
    // It was added by a file.
    let listed = versions(&guarded.owner).await.expect(200);
    assert_eq!(changes(&listed), [(1, "found")]);
    assert_eq!(versions(&guarded.author).await.status, 404);
    let off = guarded.api.request(Method::PATCH, "agents/mine");
    let off = off.bearer_auth(&guarded.admin).header("if-match", "\"1\"");
    let off = answered(off.json(&json!({"is_active": false}))).await;
    assert_eq!(off.status, 200);
    let back = async |key: &str| {
        let path = "agents/mine/versions/1/rollback";
        answered(guarded.api.request(Method::POST, path).bearer_auth(key)).await
    };
    let refused = back(&guarded.owner).await.refusal();
    let why = "`mine` was switched off by admin: only an admin may switch it on";
    assert_eq!(refused, (403, why.to_owned()));
    let given = guarded.api.request(Method::PATCH, "agents/mine");
    let given = given
        .bearer_auth(&guarded.admin)
        .header("if-match", "\"2\"");
    let given = answered(given.json(&json!({"owner": "author"}))).await;
    assert_eq!(given.status, 200);
    let listed = versions(&guarded.author).await.expect(200);
    assert_eq!(changes(&listed), [(3, "updated")]);
    assert_eq!(back(&guarded.author).await.status, 404);
    assert_eq!(back(&guarded.admin).await.status, 200);
}

#[tokio::test]
async fn changes_of_agents_are_told_in_the_stream_of_events() {
    let api = server_with(json!([])).await;
    let mut stream = EventStream::open(&api).await;
    let made = api.post("agents", agent("helper", &["one"])).await;
    made.expect(201);
    assert_eq!(stream.next("agents").await, json!({}));
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_through_an_agent_are_found_in_the_log() {
    let api = server_with(json!([agent("helper", &["one"]), agent("other", &["one"])])).await;
    client(&api, "helper").call("one", json!({})).await;
    client(&api, "other").call("one", json!({})).await;
    Modern::of(&api.server).call("one", json!({})).await;
    let listed = api.get("executions?agent=help*").await.expect(200);
    let items = listed["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[0]["agent"]), (1, &json!("helper")));
    let url = api.server.url("");
    let folder = api.registry.path("../data/executions");
    let folder = folder.to_str().unwrap();
    for words in [["--url", url.as_str()], ["--folder", folder]] {
        let words = [&["logs", "--json", "--agent", "helper"], &words[..]].concat();
        let shown = run(api.registry.toolwright(&words)).answer();
        let shown: Vec<Value> = shown
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let agents: Vec<_> = shown.iter().map(|call| &call["agent"]).collect();
        assert_eq!(agents, ["helper"], "{words:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn versions_are_listed_and_brought_back_by_the_same_commands_here_and_elsewhere() {
    let api = server_with(json!([agent("helper", &["one"])])).await;
    let url = api.server.url("");
    let elsewhere = Registry::with(json!([]));
    let on = |registry: &Registry, url: &str, words: &[&str]| {
        let mut command = registry.toolwright(&[&["agents"], words].concat());
        command.env("TOOLWRIGHT_URL", url);
        run(command)
    };
    let mut revision = 1;
    for (registry, url) in [(&api.registry, ""), (&elsewhere, url.as_str())] {
        let off = on(registry, url, &["disable", "helper"]).answer();
        assert_eq!(off, format!("helper (revision {})\n", revision + 1));
        let refused = on(registry, url, &["rollback", "helper", "1"]);
        assert_eq!(refused.code, Some(1));
        assert!(refused.stderr.contains("is_active"), "{}", refused.stderr);
        let unknown = on(registry, url, &["rollback", "helper", "77", "--yes"]);
        let why = "`helper` has no version 77 with a definition";
        assert!(unknown.stderr.contains(why), "{}", unknown.stderr);
        let back = on(registry, url, &["rollback", "helper", "1", "--yes"]);
        let back = back.stdout;
        assert_eq!(back, format!("helper (revision {})\n", revision + 2));
        revision += 2;
        let history = on(registry, url, &["history", "helper"]).answer();
        assert_eq!(history.lines().count(), revision, "{history}");
        // The server notices what a command did to its files.
        let settled = Duration::from_secs(60);
        let until = tokio::time::Instant::now() + settled;
        let path = "agents/helper";
        let latest = json!(revision.to_string());
        while api.get(path).await.expect(200)["revision"] != latest {
            assert!(tokio::time::Instant::now() < until);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
