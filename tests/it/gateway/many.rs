//! Hundreds of other servers: the start waits for none of them, and what they have is listed as it comes.

use std::{collections::BTreeSet, process::Stdio, time::Duration};

use serde_json::{Map, Value, json};
use toolwright::Client;

use super::{Front, hostile::done};
use crate::{
    harness::{Home, Serving, http_client, soon, until_async},
    tools::local_server::{LocalServer, Reply},
};

/// The number of other servers.
const SERVERS: usize = 200;
/// The number of tools of each.
const TOOLS: usize = 20;

/// A server that never answers.
async fn mute() -> LocalServer {
    LocalServer::start(|_, _| Reply::html(200).after(Duration::from_secs(3600))).await
}

/// A server with many tools.
async fn well() -> LocalServer {
    let tool = |number: usize| {
        json!({
            "name": format!("work_{number}"), "description": format!("Does the work of number {number}."),
            "inputSchema": {"type": "object", "properties": {"what": {"type": "string"}}},
        })
    };
    let list = json!({"tools": (0..TOOLS).map(tool).collect::<Vec<_>>()});
    super::hostile::server(list, |_, message| done(message)).await
}

/// The names of all tools that another server has.
async fn foreign_tools(client: &Client) -> BTreeSet<String> {
    let tools = client.tools().await.unwrap().into_iter();
    let names = tools.filter_map(|tool| tool["name"].as_str().map(ToOwned::to_owned));
    names.filter(|name| name.contains(".work_")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_answers_while_none_of_two_hundred_others_has_answered() {
    let mute = mute().await;
    let servers: Map<String, Value> = (0..SERVERS)
        .map(|number| {
            let server = match number % 2 {
                0 => json!({"command": "/bin/sleep", "args": ["3600"]}),
                _ => json!({"url": format!("{}/{number}", mute.url())}),
            };
            (format!("s{number:03}"), server)
        })
        .collect();
    let front = Front::with(&Value::Object(servers), json!([]));
    let home = Home::new();
    let mut command = front.registry.toolwright(&["serve", "--port", "0"]);
    command
        .env("TOOLWRIGHT_DATA_DIR", home.join("data"))
        .stderr(Stdio::piped());
    let mut serving = tokio::task::spawn_blocking(|| Serving::start(command))
        .await
        .unwrap();
    let origin = format!("http://{}", serving.address);
    let connect = Client::connect(format!("{origin}/mcp"));
    let client = soon(connect.into_future()).await.unwrap();
    let sum = soon(client.call("calculator", json!({"expression": "6*7"}))).await;
    assert!(sum.unwrap().joined_text().contains("42"));
    assert_eq!(foreign_tools(&client).await, BTreeSet::new());
    // Each has been waiting for its first answer since then: nothing has waited for its failure.
    let shown = http_client().get(format!("{origin}/api/v1/servers?limit=200"));
    let shown: Value = shown.send().await.unwrap().json().await.unwrap();
    let states: Vec<_> = shown["items"].as_array().unwrap().iter().collect();
    assert_eq!(states.len(), SERVERS);
    assert!(
        states.iter().all(|it| it["state"] == "connecting"),
        "{shown}"
    );
    serving.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tools_of_two_hundred_servers_are_listed_as_they_come() {
    let (mute, well) = (mute().await, well().await);
    // Every second one never answers.
    let is_mute = |number: usize| number.is_multiple_of(2);
    let servers: Map<String, Value> = (0..SERVERS)
        .map(|number| {
            let place = if is_mute(number) { &mute } else { &well };
            let url = format!("{}/{number}", place.url());
            (format!("s{number:03}"), json!({"url": url}))
        })
        .collect();
    let front = Front::with(&Value::Object(servers), json!([]));
    let client = front.registry.server().client().await.unwrap();
    let expected: BTreeSet<String> = (0..SERVERS)
        .filter(|number| !is_mute(*number))
        .flat_map(|number| (0..TOOLS).map(move |tool| format!("s{number:03}.work_{tool}")))
        .collect();
    for _ in 0..4 {
        // The mute ones keep their places for a moment each.
        let all = async || foreign_tools(&client).await == expected;
        let waited = tokio::time::timeout(Duration::from_secs(25), until_async(all)).await;
        if waited.is_ok() {
            break;
        }
    }
    assert_eq!(foreign_tools(&client).await, expected);
    let called = soon(client.call("s199.work_19", json!({"what": "all"}))).await;
    assert_eq!(called.unwrap().joined_text(), "done");
    // All of them are pinned, although many were stored at once.
    let pinned = std::fs::read_to_string(front.registry.path("mcp.lock")).unwrap();
    let pinned: Value = serde_json::from_str(&pinned).unwrap();
    assert_eq!(pinned["servers"].as_object().unwrap().len(), SERVERS / 2);
    client.close().await.unwrap();
}
