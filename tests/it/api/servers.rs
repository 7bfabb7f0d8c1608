//! Other MCP servers through the API: added, imported, changed, tested, removed, with sealed credentials.

use std::fs;

use reqwest::Method;
use serde_json::{Value, json};

use super::{Answered, Api, answered};
use crate::{
    gateway::{
        example,
        faults::{ANSWER, script},
    },
    harness::{Home, run, until_async},
    tools::local_server::{LocalServer, Reply},
};

impl Api {
    /// Changes a server at a version.
    async fn change_server(
        &self,
        method: Method,
        name: &str,
        version: &str,
        body: Value,
    ) -> Answered {
        let request = self.request(method, &format!("servers/{name}"));
        let request = request.json(&body);
        answered(request.header("if-match", format!("\"{version}\""))).await
    }

    /// The server `name`, once it is in this state.
    async fn server_in(&self, name: &str, state: &str) -> Value {
        let mut server = Value::Null;
        until_async(async || {
            server = self.get(&format!("servers/{name}")).await.expect(200);
            server["state"] == state
        })
        .await;
        server
    }

    fn servers_file(&self) -> String {
        fs::read_to_string(self.registry.path("mcp.json")).unwrap_or_default()
    }
}

fn version(server: &Value) -> String {
    server["version"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_server_is_added_changed_and_removed() {
    let api = Api::with(json!([])).await;
    let mut todo = example("todo");
    todo["name"] = json!("todo");
    todo["env"] = json!({"TODO_TOKEN": "s3cr3t", "PLACE": "home", "OTHER_TOKEN": "${HOME}"});
    let created = api.post("servers", todo.clone()).await;
    assert_eq!(created.headers["location"], "/api/v1/servers/todo");
    let tag = created.headers["etag"].to_str().unwrap().to_owned();
    let created = created.expect(201);
    assert_eq!(tag, format!("\"{}\"", version(&created)));
    let shown = json!({"TODO_TOKEN": "********", "PLACE": "home", "OTHER_TOKEN": "${HOME}"});
    assert_eq!(
        (&created["config"]["env"], &created["has_sealed"]),
        (&shown, &json!(true))
    );
    assert!(!api.servers_file().contains("s3cr3t"));
    let ready = api.server_in("todo", "ready").await;
    assert_eq!(ready["era"], "modern");
    assert!(
        ready["tools"]
            .as_array()
            .unwrap()
            .contains(&json!("todo.add_todo"))
    );
    let taken = api.post("servers", todo).await.refusal();
    assert_eq!(
        taken,
        (409, "there is an MCP server `todo` already".to_owned())
    );

    let disable = json!({"disabled": true, "env": {"PLACE": null}});
    let path = "servers/todo";
    let unnamed = answered(api.request(Method::PATCH, path).json(&disable)).await;
    assert_eq!(unnamed.status, 428);
    let outdated = api
        .change_server(Method::PATCH, "todo", "0", disable.clone())
        .await;
    let current = outdated.expect(412)["current"].clone();
    assert_eq!(version(&current), version(&created));
    let before = api.servers_file();
    let changed = api
        .change_server(Method::PATCH, "todo", &version(&created), disable)
        .await;
    let changed = changed.expect(200);
    assert_eq!(changed["state"], "disabled");
    assert_eq!(
        changed["config"]["env"],
        json!({"TODO_TOKEN": "********", "OTHER_TOKEN": "${HOME}"})
    );
    let sealed = |text: &str| {
        let file: Value = serde_json::from_str(text).unwrap();
        file["mcpServers"]["todo"]["env"]["TODO_TOKEN"].clone()
    };
    assert_eq!(sealed(&api.servers_file()), sealed(&before));
    // Another one would be called so.
    let renamed = json!({"name": "other"});
    let renamed = api
        .change_server(Method::PATCH, "todo", &version(&changed), renamed)
        .await;
    assert_eq!(renamed.status, 422);

    let gone = api
        .change_server(Method::DELETE, "todo", &version(&changed), Value::Null)
        .await;
    assert_eq!(gone.status, 204);
    // The file may just be read as it was before.
    until_async(async || api.get("servers").await.expect(200)["items"] == json!([])).await;
    assert_eq!(api.get("servers/todo").await.status, 404);
    let audit = fs::read_to_string(api.registry.path("../data/audit.jsonl")).unwrap();
    for operation in ["create_server", "patch_server", "delete_server"] {
        assert!(audit.contains(operation), "{audit}");
    }
    assert!(!audit.contains("s3cr3t"));
}

#[tokio::test]
async fn what_is_wrong_with_a_server_is_told_with_its_path_and_nothing_is_written() {
    let api = Api::with(json!([])).await;
    for (body, path) in [
        (json!({"command": "x"}), "/name"),
        (json!({"name": "", "command": "x"}), "/name"),
        (json!({"name": "a/b", "command": "x"}), "/name"),
        (json!({"name": "a"}), ""),
        (json!({"name": "a", "command": 5}), "/command"),
        (
            json!({"name": "a", "command": "x", "env": {"E": 1}}),
            "/env/E",
        ),
        (
            json!({"name": "a", "command": "x", "trust": "all"}),
            "/trust",
        ),
        (
            json!({"name": "a", "command": "x", "secrets": 1}),
            "/secrets",
        ),
        (
            json!({"name": "a", "url": "http://b", "headers": {"A": "********"}}),
            "/headers/A",
        ),
        (
            json!({"name": "a", "url": "http://b", "headers": {"A": "sealed:v1:abc"}}),
            "/headers/A",
        ),
    ] {
        let refused = api.post("servers", body.clone()).await.expect(422);
        assert_eq!(refused["problems"][0]["path"], path, "{body}: {refused}");
    }
    assert_eq!(api.servers_file(), "");
}

#[tokio::test]
async fn pasted_servers_are_shown_first_and_then_added() {
    let api = Api::with(json!([])).await;
    api.post(
        "servers",
        json!({"name": "time", "command": "mine", "disabled": true}),
    )
    .await
    .expect(201);
    let text = r#"{
        // Of Visual Studio Code.
        "servers": {
            "time": {"command": "theirs"},
            "own": {"command": "/usr/bin/toolwright"},
            "tickets": {"url": "http://127.0.0.1:1", "disabled": true, "headers": {"Authorization": "Bearer abc"}},
        },
    }"#;
    let dry = api
        .post("servers/import", json!({"text": text, "dry_run": true}))
        .await
        .expect(200);
    assert_eq!(
        dry["added"]["tickets"]["headers"]["Authorization"],
        "********"
    );
    let reason = "there is a server of this name";
    let told = json!({"message": reason, "code": "server_is_there", "params": {}});
    let left_out = json!([{"name": "time", "reason": reason, "told": told}]);
    assert_eq!(dry["left_out"][0], left_out[0]);
    assert!(!api.servers_file().contains("tickets"));
    let added = api
        .post("servers/import", json!({"text": text}))
        .await
        .expect(200);
    assert_eq!(added["added"], dry["added"]);
    let file = api.servers_file();
    assert!(
        file.contains("sealed:v1:") && !file.contains("Bearer"),
        "{file}"
    );
    api.server_in("tickets", "disabled").await;
    for wrong in ["", "{}", "[1]", r#"{"mcpServers": {"a": {"command": 5}}}"#] {
        let refused = api.post("servers/import", json!({"text": wrong})).await;
        assert_eq!(refused.status, 422, "{wrong}");
    }
    assert_eq!(api.servers_file(), file);
}

#[tokio::test]
async fn a_server_is_tested_and_its_last_lines_are_read() {
    let (home, api) = (Home::new(), Api::with(json!([])).await);
    let mut noisy = script(&home.join(""), ANSWER);
    let path = noisy["args"][0].as_str().unwrap().to_owned();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("echo starting >&2\n{text}")).unwrap();
    noisy["name"] = json!("noisy");
    api.post("servers", noisy).await.expect(201);
    let ready = api.server_in("noisy", "ready").await;
    assert_eq!(
        (&ready["era"], &ready["revision"]),
        (&json!("legacy"), &json!("2024-11-05"))
    );
    until_async(async || {
        let logs = api.get("servers/noisy/logs").await.expect(200);
        logs == json!({"lines": ["starting"]})
    })
    .await;
    // Also one that is disabled.
    let off = json!({"disabled": true});
    api.change_server(Method::PATCH, "noisy", &version(&ready), off)
        .await
        .expect(200);
    let tested = api
        .post("servers/noisy/test", Value::Null)
        .await
        .expect(200);
    assert_eq!(
        (&tested["ok"], &tested["tools"]),
        (&json!(true), &json!(["noisy.work"]))
    );
    let gone = json!({"name": "gone", "command": "/nonexistent/server"});
    api.post("servers", gone).await.expect(201);
    let tested = api.post("servers/gone/test", Value::Null).await.expect(200);
    assert_eq!(tested["ok"], false);
    assert!(
        tested["reason"]
            .as_str()
            .unwrap()
            .contains("cannot be started"),
        "{tested}"
    );
    let waiting = api.server_in("gone", "waiting").await;
    assert!(waiting["attempts"].as_u64().unwrap() > 0 && waiting["next_attempt"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_credential_reaches_its_server_and_outlives_a_rotation() {
    let upstream = LocalServer::start(|_, _| Reply::html(418)).await;
    let api = Api::with(json!([])).await;
    let headers = json!({"Authorization": "Bearer s3cr3t", "X-Place": "a${NO_SUCH}b"});
    let body =
        json!({"name": "up", "url": upstream.url(), "headers": headers, "secrets": ["x-place"]});
    api.post("servers", body).await.expect(201);
    api.server_in("up", "waiting").await;
    let asked = upstream.asked();
    assert_eq!(asked[0].headers["authorization"], "Bearer s3cr3t");
    // What is sealed has no variables.
    assert_eq!(asked[0].headers["x-place"], "a${NO_SUCH}b");
    let before = api.servers_file();
    let key = api.registry.path("../data/secret.key");
    let toolwright = |words: &[&str]| {
        let mut command = api.registry.toolwright(words);
        command.env("TOOLWRIGHT_SECRET_KEY_FILE", &key);
        command
    };
    let command = toolwright(&["secrets", "rotate"]);
    let rotated = tokio::task::spawn_blocking(move || run(command))
        .await
        .unwrap();
    assert!(rotated.stdout.contains("1 servers have"), "{rotated:?}");
    let after = api.servers_file();
    assert_ne!(after, before);
    let command = toolwright(&["servers", "test", "up"]);
    let tested = tokio::task::spawn_blocking(move || run(command))
        .await
        .unwrap();
    assert!(tested.stderr.contains("418"), "{tested:?}");
    let last = upstream.asked().pop().unwrap();
    assert_eq!(last.headers["authorization"], "Bearer s3cr3t");
    // One that was moved is told, and the server beside it works.
    let moved = after.replace("\"up\"", "\"other\"");
    fs::write(api.registry.path("mcp.json"), moved).unwrap();
    let other = async || api.get("servers/other").await.status == 200;
    until_async(other).await;
    let other = api.server_in("other", "waiting").await;
    assert!(
        other["reason"].as_str().unwrap().contains("cannot be read"),
        "{other}"
    );
}
