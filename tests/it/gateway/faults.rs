//! Servers that are gone, die, hang or misbehave hold up nothing but their own calls.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{Front, has};
use crate::{
    harness::{Home, Serving, soon, until, until_async},
    registry::{call, error},
};

/// A server in a shell script: it answers `initialize` and lists one tool, `work`, and does `then` when
/// that is called.
fn script(front_folder: &std::path::Path, then: &str) -> Value {
    let text = format!(
        r#"while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\(-\{{0,1\}}[0-9]*\).*/\1/p')
  case "$line" in
    *'"initialize"'*) echo '{{"jsonrpc":"2.0","id":'$id',"result":{{"protocolVersion":"2024-11-05","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"s","version":"1"}}}}}}' ;;
    *'"tools/list"'*) echo '{{"jsonrpc":"2.0","id":'$id',"result":{{"tools":[{{"name":"work","description":"Works.","inputSchema":{{"type":"object"}}}},{{"name":5}},{{"name":"bad","inputSchema":{{"type":"no type"}}}}]}}}}' ;;
    *'"server/discover"'*) echo '{{"jsonrpc":"2.0","id":'$id',"error":{{"code":-32601,"message":"unknown"}}}}' ;;
    *'"tools/call"'*) {then} ;;
  esac
done"#
    );
    let path = front_folder.join(format!(
        "{}.sh",
        fs::read_dir(front_folder).unwrap().count()
    ));
    fs::write(&path, text).unwrap();
    json!({"command": "/bin/sh", "args": [path]})
}

const ANSWER: &str =
    r#"echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"done"}]}}'"#;

#[tokio::test]
async fn one_stalled_and_one_dead_server_hold_up_nobody() {
    let home = Home::new();
    let folder = home.join("");
    let mut stalled = script(&folder, ":");
    stalled["timeout_seconds"] = json!(1);
    let servers = json!({
        "stalled": stalled, "well": script(&folder, ANSWER),
        "dead": {"command": "/nonexistent/server"}, "mute": {"command": "/bin/cat", "args": ["/dev/zero"]},
    });
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("well.work").await;
    until_async(async || has(&client, "stalled.work").await).await;
    let slow = async {
        let refused = error(&client, "stalled.work", json!({})).await;
        assert!(refused.starts_with("timed out after"), "{refused}");
    };
    let quick = async {
        let begun = Instant::now();
        for _ in 0..20 {
            assert_eq!(call(&client, "well.work", json!({})).await.0, "done");
        }
        begun.elapsed()
    };
    let ((), took) = soon(async { tokio::join!(slow, quick) }).await;
    assert!(took < Duration::from_secs(1), "{took:?}");
    // A definition that is no definition is left out, and its neighbour is there.
    assert!(!has(&client, "well.bad").await);
    client.close().await.unwrap();
}

#[tokio::test]
async fn garbage_and_answers_to_nobody_are_ignored() {
    let home = Home::new();
    let noisy = format!(
        "echo 'Loading...'; echo '{{}}'; echo '[]'; echo '{{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{{}}}}'; {ANSWER}; {ANSWER}"
    );
    let servers = json!({"noisy": script(&home.join(""), &noisy)});
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("noisy.work").await;
    for _ in 0..3 {
        assert_eq!(call(&client, "noisy.work", json!({})).await.0, "done");
    }
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_server_that_dies_in_mid_call_is_told_and_started_again() {
    let home = Home::new();
    // It dies with the first call, and answers the next ones.
    let marker = home.join("died");
    let then = format!(
        "if [ ! -e {0} ]; then touch {0}; exit 1; fi; {ANSWER}",
        marker.display()
    );
    let servers = json!({"frail": script(&home.join(""), &then)});
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("frail.work").await;
    let refused = error(&client, "frail.work", json!({})).await;
    assert!(
        refused.contains("the connection ended before the answer"),
        "{refused}"
    );
    assert_eq!(call(&client, "frail.work", json!({})).await.0, "done");
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_server_that_goes_away_is_unavailable_after_three_attempts_and_heals() {
    let home = Home::new();
    let serve = |port: &str| {
        let mut command = home.example("todo", &["serve", "--port", port]);
        command.stderr(std::process::Stdio::piped());
        Serving::start(command)
    };
    let mut upstream = serve("0");
    let (address, port) = (
        upstream.address.clone(),
        upstream.address.rsplit(':').next().unwrap().to_owned(),
    );
    let servers = json!({"todo": {"url": format!("http://{address}/mcp"), "timeout_seconds": 10}});
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("todo.list_todos").await;
    call(&client, "todo.list_todos", json!({})).await;
    upstream.child.kill().unwrap();
    upstream.child.wait().unwrap();
    let refused = error(&client, "todo.list_todos", json!({})).await;
    assert!(refused.contains("is not available"), "{refused}");
    let again = Instant::now();
    error(&client, "todo.list_todos", json!({})).await;
    assert!(
        again.elapsed() < Duration::from_millis(500),
        "it fails at once"
    );
    let mut upstream = serve(&port);
    until_async(async || {
        !client
            .call("todo.list_todos", json!({}))
            .await
            .unwrap()
            .is_error
    })
    .await;
    upstream.child.kill().unwrap();
    upstream.child.wait().unwrap();
    client.close().await.unwrap();
}

#[tokio::test]
async fn nothing_of_a_server_is_left_when_ours_stops() {
    let home = Home::new();
    let pids = home.join("pids");
    // A child of its own, which ignores the end of its input and of its parent.
    let then = format!(
        "(trap '' TERM; echo $$ >> {0}; exec sleep 600) & echo $! >> {0}; {ANSWER}",
        pids.display()
    );
    let servers = json!({"forks": script(&home.join(""), &then)});
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("forks.work").await;
    call(&client, "forks.work", json!({})).await;
    let text = fs::read_to_string(&pids).unwrap();
    assert!(!text.trim().is_empty());
    client.close().await.unwrap();
    for pid in text.split_whitespace() {
        let process = std::path::PathBuf::from(format!("/proc/{pid}"));
        until(|| !process.exists()).await;
    }
}

#[tokio::test]
async fn both_examples_can_be_reached_by_the_client_of_the_framework() {
    let client = toolwright::Client::spawn([crate::harness::example_path("todo")])
        .await
        .unwrap();
    let names: Vec<_> = client.tools().await.unwrap();
    assert!(!names.is_empty());
    let added = client
        .call("add_todo", json!({"title": "Buy milk"}))
        .await
        .unwrap();
    assert!(!added.is_error);
    let legacy = toolwright::Client::spawn([crate::harness::example_path("todo")])
        .revision(toolwright::client::Revision::V2024_11_05)
        .await
        .unwrap();
    assert!(
        !legacy
            .call("add_todo", json!({"title": "x"}))
            .await
            .unwrap()
            .is_error
    );
}
