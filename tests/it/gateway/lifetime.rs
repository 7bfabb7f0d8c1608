//! Programs that nobody uses are stopped, and come back; subscriptions reach the server that has the resource.

use std::{fs, process::Stdio, time::Duration};

use serde_json::{Value, json};
use toolwright::{Client, Server, client::Revision};
use toolwright_gateway::{ChildLauncher, Gateway, ServerConfig, Transport, UpstreamState};

use super::{
    Front, example,
    faults::{ANSWER, script},
    has,
};
use crate::{
    harness::{Home, Serving, TestServer, soon, until, until_async},
    registry::call,
};

/// The program and the arguments of a script.
fn words(script: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    vec![text(&script["command"]), text(&script["args"][0])]
}

#[tokio::test]
async fn a_program_that_nobody_uses_is_stopped_and_the_next_call_starts_it() {
    let home = Home::new();
    let pids = home.join("pids");
    let program = script(&home.join(""), ANSWER);
    let path = program["args"][0].as_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    fs::write(path, format!("echo $$ >> {}\n{text}", pids.display())).unwrap();
    let mut config = ServerConfig::new("lazy", Transport::stdio(words(&program)));
    config.idle = Some(Duration::from_millis(300));
    let gateway = Gateway::new(ChildLauncher::default(), None);
    gateway.configure([config]).unwrap();
    let client = Server::new("front")
        .source(gateway.clone())
        .client()
        .await
        .unwrap();
    let state = || gateway.status().remove(0).state;
    let processes = || -> Vec<String> {
        let text = fs::read_to_string(&pids).unwrap_or_default();
        text.lines().map(ToOwned::to_owned).collect()
    };
    for started in 1..=3 {
        until(|| state() == UpstreamState::Idle).await;
        let pid = processes().pop().unwrap();
        until(|| !std::path::Path::new("/proc").join(&pid).exists()).await;
        assert_eq!(processes().len(), started);
        // Its list stays, and nobody is told of a change.
        assert!(has(&client, "lazy.work").await);
        let _ = client.take_notifications();
        let called = soon(client.call("lazy.work", json!({}))).await.unwrap();
        assert_eq!(called.joined_text(), "done");
        assert_eq!(client.take_notifications(), Vec::<Value>::new());
    }
}

#[tokio::test]
async fn a_program_at_work_is_not_idle() {
    let home = Home::new();
    let program = script(&home.join(""), &format!("sleep 2; {ANSWER}"));
    let mut config = ServerConfig::new("slow", Transport::stdio(words(&program)));
    config.idle = Some(Duration::from_millis(100));
    let gateway = Gateway::new(ChildLauncher::default(), None);
    gateway.configure([config]).unwrap();
    let client = Server::new("front")
        .source(gateway.clone())
        .client()
        .await
        .unwrap();
    until_async(async || has(&client, "slow.work").await).await;
    let called = soon(client.call("slow.work", json!({}))).await.unwrap();
    assert_eq!(called.joined_text(), "done");
}

/// The URIs of the updates that a client has heard of.
fn updates(client: &Client) -> Vec<String> {
    let heard = client.take_notifications().into_iter();
    let heard = heard.filter(|it| it["method"] == "notifications/resources/updated");
    heard
        .map(|it| it["params"]["uri"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_client_hears_of_a_resource_of_another_server_that_it_has_subscribed_to() {
    let mut todo = example("todo");
    todo["idle_seconds"] = json!(0.2);
    let front = Front::with(&json!({"todo": todo}), json!([]));
    let served = TestServer::start(front.registry.server()).await;
    let url = served.url("/mcp");
    let connect = async || {
        let client = Client::connect(url.clone()).revision(Revision::V2025_11_25);
        client.await.unwrap()
    };
    let (listener, other) = (connect().await, connect().await);
    until_async(async || has(&listener, "todo.add_todo").await).await;
    listener.subscribe("todo://all");
    // The stream of changes is open, and the upstream is asked, some time after that.
    until_async(async || {
        call(&other, "todo.add_todo", json!({"title": "Buy milk"})).await;
        updates(&listener).contains(&"todo://all".to_owned())
    })
    .await;
    assert_eq!(updates(&other), Vec::<String>::new());
}

#[tokio::test]
async fn a_server_with_sessions_is_asked_once_and_told_when_nobody_listens() {
    let home = Home::new();
    let asked = home.join("asked");
    let program = script(&home.join(""), ANSWER);
    let path = program["args"][0].as_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let answer =
        |result: &str| format!(r#"echo '{{"jsonrpc":"2.0","id":'$id',"result":{result}}}'"#);
    let resource = r#"{"resources":[{"uri":"x://y","name":"y"}]}"#;
    let updated =
        r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x://y"}}"#;
    let cases = format!(
        "*'resources/list'*) {} ;;\n*'templates/list'*) {} ;;\n*'/subscribe\"'*) echo on >> {asked}; {}; echo '{updated}' ;;\n*'/unsubscribe\"'*) echo off >> {asked}; {} ;;\n",
        answer(resource),
        answer(r#"{"resourceTemplates":[]}"#),
        answer("{}"),
        answer("{}"),
        asked = asked.display(),
    );
    let text = text
        .replace(
            r#""capabilities":{"tools":{}}"#,
            r#""capabilities":{"tools":{},"resources":{"subscribe":true}}"#,
        )
        .replace(
            "case \"$line\" in\n",
            &format!("case \"$line\" in\n{cases}"),
        );
    fs::write(path, text).unwrap();
    let gateway = Gateway::new(ChildLauncher::default(), None);
    gateway
        .configure([ServerConfig::new("s", Transport::stdio(words(&program)))])
        .unwrap();
    let client = Server::new("front")
        .source(gateway.clone())
        .client()
        .await
        .unwrap();
    // A server without resources does not know the method.
    until_async(async || client.resources().await.is_ok_and(|all| !all.is_empty())).await;
    client.subscribe("x://y");
    client.subscribe("x://y");
    until(|| updates(&client).contains(&"x://y".to_owned())).await;
    let lines = || fs::read_to_string(&asked).unwrap_or_default();
    assert_eq!(lines(), "on\n");
    client.close().await.unwrap();
    until(|| lines() == "on\noff\n").await;
}

#[tokio::test]
async fn a_program_is_gone_when_ours_is_killed() {
    let home = Home::new();
    let pids = home.join("pids");
    let program = script(&home.join(""), ANSWER);
    let path = program["args"][0].as_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    // It does not end with its input, and has a child that does not either.
    let stays = format!(
        "sleep 600 & echo $$ $! > {}\n{text}\nwhile :; do sleep 600; done",
        pids.display()
    );
    fs::write(path, stays).unwrap();
    let front = Front::with(&json!({"stays": program}), json!([]));
    let mut command = front.registry.toolwright(&["serve", "--port", "0"]);
    command
        .env("TOOLWRIGHT_DATA_DIR", home.join("data"))
        .stderr(Stdio::piped());
    let mut serving = Serving::start(command);
    let written = || fs::read_to_string(&pids).unwrap_or_default();
    until(|| written().split_whitespace().count() == 2).await;
    // This is `kill -9`.
    serving.kill();
    for pid in written().split_whitespace() {
        let process = std::path::Path::new("/proc").join(pid);
        until(|| !process.exists()).await;
    }
}
