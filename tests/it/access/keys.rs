//! `toolwright keys` and `toolwright users`, and a server that asks for keys.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::{Value, json};

use crate::harness::{
    Ended, Home, Modern, Serving, TestServer, http_client, run, tool_names, until_async,
};

/// Runs `toolwright` and returns what it printed.
fn said(home: &Home, words: &[&str]) -> String {
    let Ended {
        code,
        stdout,
        stderr,
    } = run(home.toolwright(words));
    assert_eq!(code, Some(0), "{stderr}");
    stdout.trim_end().to_owned()
}

fn refused(home: &Home, words: &[&str]) -> String {
    let Ended { code, stderr, .. } = run(home.toolwright(words));
    assert_eq!(code, Some(1), "{stderr}");
    stderr
}

#[test]
fn the_first_key_is_made_with_one_command_and_shown_once() {
    let home = Home::new();
    let created = run(home.toolwright(&["keys", "create"]));
    assert!(
        created.stderr.contains("added `admin`"),
        "{}",
        created.stderr
    );
    let key = created.stdout.trim_end();
    assert!(key.starts_with("tw_"), "{key}");
    let listed: Value = serde_json::from_str(&said(&home, &["keys", "list", "--json"])).unwrap();
    assert_eq!(listed[0]["user"], "admin");
    let id = listed[0]["id"].as_str().unwrap();
    let secret = key.strip_prefix(&format!("tw_{id}_")).unwrap();
    let file = home.join(".local/share/toolwright/registry/access.json");
    let stored = fs::read_to_string(&file).unwrap();
    assert!(
        !stored.contains(secret) && stored.contains("sha256:"),
        "{stored}"
    );
    assert_eq!(
        fs::metadata(file).unwrap().permissions().mode() & 0o777,
        0o600
    );
}

#[test]
fn users_and_keys_are_changed_by_commands() {
    let home = Home::new();
    assert_eq!(
        said(&home, &["users", "add", "ada", "--role", "author"]),
        "added `ada`, author"
    );
    assert!(refused(&home, &["users", "add", "ada"]).contains("there is a user `ada` already"));
    assert!(refused(&home, &["users", "add", "a/b"]).contains("cannot be the name of a user"));
    let above = refused(
        &home,
        &["keys", "create", "--user", "ada", "--role", "admin"],
    );
    assert!(
        above.contains("must not be above that of its user"),
        "{above}"
    );
    assert!(refused(&home, &["keys", "create", "--user", "bob"]).contains("no user `bob`"));
    let words = [
        "keys",
        "create",
        "--user",
        "ada",
        "--tool",
        "get_*",
        "--expires",
        "720h",
        "--json",
    ];
    let created: Value = serde_json::from_str(&said(&home, &words)).unwrap();
    let id = created["id"].as_str().unwrap();
    assert_eq!(created["tools"], json!(["get_*"]));
    let rotated: Value =
        serde_json::from_str(&said(&home, &["keys", "rotate", id, "--json"])).unwrap();
    assert_ne!(rotated["id"], created["id"]);
    assert_eq!(rotated["tools"], created["tools"]);
    assert!(refused(&home, &["keys", "revoke", id]).contains("there is no key"));
    said(&home, &["keys", "revoke", rotated["id"].as_str().unwrap()]);
    assert_eq!(said(&home, &["keys", "list", "--json"]), "[]");
    let tool = json!({
        "name": "one", "type": "expression", "description": "One.",
        "config": {"expression": "1"}, "owner": "ada",
    });
    let file = home.join("one.json");
    fs::write(&file, tool.to_string()).unwrap();
    said(&home, &["tools", "add", file.to_str().unwrap(), "--yes"]);
    said(&home, &["users", "remove", "ada"]);
    assert_eq!(said(&home, &["users", "list", "--json"]), "[]");
    let tools: Value = serde_json::from_str(&said(&home, &["tools", "export"])).unwrap();
    let tools = tools["tools"].as_array().unwrap();
    let one = tools.iter().find(|tool| tool["name"] == "one").unwrap();
    assert_eq!(
        (&one["owner"], &one["is_active"]),
        (&json!("ada"), &json!(false))
    );
}

/// The status of a list of tools with this key, and the number of tools.
async fn list(address: &str, key: Option<&str>) -> (u16, usize) {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let request = http_client().post(format!("http://{address}/mcp"));
    let request = match key {
        Some(key) => request.header("X-API-Key", key),
        None => request,
    };
    let request = request.header("accept", "application/json, text/event-stream");
    let response = request.json(&body).send().await.unwrap();
    let status = response.status().as_u16();
    let answer: Value = response.json().await.unwrap_or_default();
    (
        status,
        answer["result"]["tools"].as_array().map_or(0, Vec::len),
    )
}

#[tokio::test]
async fn a_running_server_knows_keys_that_come_and_go() {
    let home = Home::new();
    let first = said(&home, &["keys", "create"]);
    let mut command = home.toolwright(&["serve", "--port", "0"]);
    command.env("TOOLWRIGHT_AUTH", "required");
    let mut serving = Serving::start(command);
    let address = serving.address.clone();
    assert_eq!(list(&address, None).await.0, 401);
    assert_eq!(list(&address, Some("tw_000000000000_AAAA")).await.0, 401);
    let (status, all) = list(&address, Some(&first)).await;
    assert!(status == 200 && all > 3, "{status} {all}");
    let limited = said(&home, &["keys", "create", "--tool", "calculator"]);
    let revoked = said(&home, &["keys", "create"]);
    let id = &revoked[3..15];
    until_async(async || list(&address, Some(&revoked)).await.0 == 200).await;
    assert_eq!(list(&address, Some(&limited)).await, (200, 1));
    said(&home, &["keys", "revoke", id]);
    until_async(async || list(&address, Some(&revoked)).await.0 == 401).await;
    assert_eq!(list(&address, Some(&first)).await.0, 200);
    serving.kill();
}

#[tokio::test]
async fn on_loopback_nothing_needs_a_key_unless_it_is_required() {
    let home = Home::new();
    let open = TestServer::start(home.server(&[])).await;
    let tools = Modern::of(&open).result("tools/list", json!({})).await;
    assert!(tool_names(&tools).len() > 3);
    let wrong = Modern::of(&open)
        .with_key("tw_wrong")
        .ask("tools/list", json!({}))
        .await;
    assert_eq!(wrong.status, 401);
    let closed = TestServer::start(home.server(&[("TOOLWRIGHT_AUTH", "required")])).await;
    assert_eq!(
        Modern::of(&closed)
            .ask("tools/list", json!({}))
            .await
            .status,
        401
    );
}

#[test]
fn beyond_loopback_a_server_without_keys_does_not_start() {
    let home = Home::new();
    let words = ["serve", "--host", "0.0.0.0", "--port", "0"];
    let error = refused(&home, &words);
    assert!(error.contains("refusing to listen on 0.0.0.0:0"), "{error}");
    said(&home, &["keys", "create"]);
    let mut serving = Serving::start(home.toolwright(&words));
    serving.kill();
}

#[test]
fn a_file_of_keys_that_is_broken_stops_the_start() {
    let home = Home::new();
    said(&home, &["keys", "create"]);
    let file = home.join(".local/share/toolwright/registry/access.json");
    let text = fs::read_to_string(&file).unwrap();
    for broken in [&text[..text.len() / 2], "[]", "{\"usrs\": []}"] {
        fs::write(&file, broken).unwrap();
        let error = refused(&home, &["serve", "--port", "0"]);
        assert!(
            error.contains("access.json") && error.contains("line"),
            "{error}"
        );
    }
}
