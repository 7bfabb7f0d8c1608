//! `toolwright proxy`: one other server with the governance of ours, and nothing to configure.

use std::process::{Command, Stdio};

use serde_json::json;
use toolwright::{Client, client::Revision};

use crate::harness::{Home, Serving, example_path, run};

/// `toolwright proxy` with these words.
fn proxy(home: &Home, words: &[&str]) -> Command {
    home.toolwright(&[&["proxy"], words].concat())
}

/// A proxy that serves over HTTP.
fn serving(home: &Home, words: &[&str]) -> Serving {
    let mut command = proxy(home, &[&["--port", "0"], words].concat());
    command.stderr(Stdio::piped());
    Serving::start(command)
}

fn stop(mut serving: Serving) {
    serving.kill();
}

async fn connect(serving: &Serving) -> Client {
    let url = format!("http://{}/mcp", serving.address);
    Client::connect(url).await.unwrap()
}

#[tokio::test]
async fn a_program_is_served_over_http_under_its_own_names() {
    let home = Home::new();
    let served = serving(&home, &[example_path("todo").to_str().unwrap()]);
    let client = connect(&served).await;
    let title = json!({"title": "Buy milk"});
    assert!(!client.call("add_todo", title).await.unwrap().is_error);
    let listed = client.call("list_todos", json!({})).await.unwrap();
    assert!(listed.joined_text().contains("Buy milk"));
    assert!(!client.resources().await.unwrap().is_empty());
    assert!(!client.prompts().await.unwrap().is_empty());
    // The call is in the log, as every call of this server.
    let logged = run(home.toolwright(&["logs", "--json"])).answer();
    assert!(logged.contains("add_todo"), "{logged}");
    stop(served);
}

#[tokio::test]
async fn an_address_is_served_on_standard_streams_to_clients_of_any_revision() {
    let home = Home::new();
    let upstream = {
        let mut command = home.example("todo", &["serve", "--port", "0"]);
        command.stderr(Stdio::piped());
        Serving::start(command)
    };
    let url = format!("http://{}/mcp", upstream.address);
    let folder = format!("HOME={}", home.join("").display());
    let program = env!("CARGO_BIN_EXE_toolwright");
    let words = [
        "/usr/bin/env",
        &folder,
        program,
        "proxy",
        "--exclude",
        "delete_*",
        &url,
    ];
    for revision in [Revision::V2024_11_05, Revision::V2026_07_28] {
        let client = Client::spawn(words).revision(revision).await.unwrap();
        let tools = client.tools().await.unwrap();
        let has = |name: &str| tools.iter().any(|tool| tool["name"] == name);
        assert!(has("add_todo") && !has("delete_todo"), "{tools:?}");
        let title = json!({"title": "Buy milk"});
        assert!(!client.call("add_todo", title).await.unwrap().is_error);
    }
    stop(upstream);
}

#[tokio::test]
async fn the_whitelist_holds_behind_a_proxy_too() {
    let home = Home::new();
    let todo = example_path("todo");
    let mut command = proxy(&home, &["--port", "0", todo.to_str().unwrap()]);
    command
        .env("TOOL_WHITELIST", "list_*")
        .stderr(Stdio::piped());
    let served = Serving::start(command);
    let client = connect(&served).await;
    let tools = client.tools().await.unwrap();
    assert!(
        tools.iter().all(|tool| tool["name"] == "list_todos"),
        "{tools:?}"
    );
    assert!(
        client
            .call("add_todo", json!({"title": "x"}))
            .await
            .is_err()
    );
    stop(served);
}

#[test]
fn a_command_line_that_cannot_be_is_refused() {
    let home = Home::new();
    for (words, expected) in [
        (&[][..], "URL|COMMAND"),
        (&["--header", "a: b", "program"], "are for an address"),
        (&["--from-sse", "program"], "are for an address"),
        (&["--header", "nothing", "http://a"], "X-Team: blue"),
        (&["--stdio", "--http", "http://a"], "cannot be used with"),
    ] {
        let refused = run(proxy(&home, words));
        assert_eq!(refused.code, Some(2), "{words:?}");
        assert!(refused.stderr.contains(expected), "{}", refused.stderr);
    }
}
