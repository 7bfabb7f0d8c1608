//! Every revision to every revision; what goes along with a call in both directions.

use std::time::Duration;

use serde_json::{Value, json};
use toolwright::{Client, Server, ToolDef, ToolOutput, call::LogLevel, client::Revision};
use toolwright_gateway::{ChildLauncher, Gateway, ServerConfig, Transport, UpstreamState};

use super::{
    Front, as_they_came, elsewhere,
    faults::{ANSWER, script},
    hostile::{done, work},
};
use crate::{
    harness::{
        DropFlag, Gate, Home, Modern, TestServer, defined_tool, example_path, new_server, soon,
        until,
    },
    registry::call,
    tools::local_server::{Asked, LocalServer, Reply},
};

const ALL: [Revision; 5] = [
    Revision::V2024_11_05,
    Revision::V2025_03_26,
    Revision::V2025_06_18,
    Revision::V2025_11_25,
    Revision::V2026_07_28,
];

/// A server that speaks this revision alone.
async fn of_revision(revision: Revision) -> LocalServer {
    let answer = move |_: usize, asked: &Asked| {
        let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        let result = |result: Value| {
            let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
            Reply::json(200, answer)
        };
        let about = json!({"tools": {}});
        match (message["method"].as_str(), revision.is_modern()) {
            (Some("server/discover"), true) => result(json!({
                "resultType": "complete", "supportedVersions": [revision.to_string()], "capabilities": about,
            })),
            (Some("initialize"), false) => result(json!({
                "protocolVersion": revision.to_string(), "capabilities": about,
                "serverInfo": {"name": "old", "version": "1"},
            })),
            (Some("notifications/initialized"), false) => Reply::json(202, ""),
            (Some("tools/list"), _) => result(work()),
            (Some("tools/call"), _) => done(&message),
            (Some(_), _) => {
                let error = json!({"code": -32601, "message": "unknown"});
                Reply::json(
                    200,
                    json!({"jsonrpc": "2.0", "id": message["id"], "error": error}),
                )
            }
            (None, _) => Reply::json(405, ""),
        }
    };
    LocalServer::start(answer).await
}

/// A server of ours with the one at `url` behind it.
pub(super) async fn front(url: String) -> (Server, Gateway) {
    let gateway = Gateway::new(ChildLauncher::default(), None);
    let mut config = ServerConfig::new("other", Transport::http(url));
    config.timeout = Some(Duration::from_secs(20));
    gateway.configure([config]).unwrap();
    soon(gateway.settled()).await;
    (Server::new("front").source(gateway.clone()), gateway)
}

#[tokio::test]
async fn a_client_of_every_revision_calls_a_server_of_every_revision() {
    for theirs in ALL {
        let other = of_revision(theirs).await;
        let (server, gateway) = front(other.url()).await;
        let UpstreamState::Ready { revision, .. } = gateway.status().remove(0).state else {
            panic!("{:?}", gateway.status());
        };
        assert_eq!(revision, theirs.to_string());
        let served = TestServer::start(server).await;
        for ours in ALL {
            let client = Client::connect(served.url("/mcp")).revision(ours);
            let client = client.await.unwrap();
            let output = soon(client.call("other.work", json!({}))).await.unwrap();
            assert_eq!(output.joined_text(), "done", "{ours} to {theirs}");
        }
    }
}

#[tokio::test]
async fn the_trace_of_a_call_goes_on_at_the_other_server() {
    const TRACE: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    for theirs in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let other = of_revision(theirs).await;
        let served = TestServer::start(front(other.url()).await.0).await;
        let modern = Modern::of(&served).meta("traceparent", json!(TRACE));
        let answer = modern.call("other.work", json!({})).await.into_result();
        assert_eq!(answer["content"][0]["text"], "done");
        let asked = other.asked();
        let call = asked
            .iter()
            .find(|it| it.body.contains("tools/call"))
            .unwrap();
        let body: Value = serde_json::from_str(&call.body).unwrap();
        let sent = body["params"]["_meta"]["traceparent"].as_str().unwrap();
        // The same trace; the span is that of the call here, if there is one.
        assert_eq!(sent[..35], TRACE[..35], "{theirs}: {body}");
    }
}

#[tokio::test]
async fn what_a_client_says_in_meta_reaches_the_other_server() {
    for theirs in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let (tools, rest) = (of_revision(theirs).await, as_they_came::other(theirs).await);
        for (other, method, params) in [
            (&tools, "tools/call", json!({"name": "other.work"})),
            (&rest, "resources/read", json!({"uri": "notes://today"})),
            (
                &rest,
                "prompts/get",
                json!({"name": "other.greet", "arguments": {"who": "Ada"}}),
            ),
        ] {
            let served = TestServer::start(front(other.url()).await.0).await;
            let modern = Modern::of(&served)
                .meta("chat.example/room", json!({"id": 7}))
                .meta("io.modelcontextprotocol/later", json!(true))
                .meta("progressToken", json!("mine"));
            modern.result(method, params).await;
            let asked = other.asked();
            let sent = asked.iter().find(|it| it.body.contains(method)).unwrap();
            let sent: Value = serde_json::from_str(&sent.body).unwrap();
            let meta = &sent["params"]["_meta"];
            assert_eq!(meta["chat.example/room"], json!({"id": 7}), "{sent}");
            // What belongs to the protocol is between two neighbours.
            assert_eq!(meta["io.modelcontextprotocol/later"], Value::Null);
            assert_ne!(meta["progressToken"], "mine");
            assert_ne!(meta["io.modelcontextprotocol/clientInfo"]["name"], "it");
        }
    }
}

#[tokio::test]
async fn log_messages_of_a_server_have_their_logger() {
    let home = Home::new();
    let log = |params: Value| {
        let message =
            json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params});
        format!("echo '{message}'")
    };
    let named = json!({"level": "warning", "logger": "disk", "data": {"free": 0}});
    let nameless = json!({"level": "error", "data": "full"});
    let then = format!(
        "{}; {}; {ANSWER}",
        log(named.clone()),
        log(nameless.clone())
    );
    let servers = json!({"disks": script(&home.join(""), &then)});
    let client = Front::with(&servers, json!([]))
        .client_with("disks.work")
        .await;
    let client = client.logging(LogLevel::Info);
    call(&client, "disks.work", json!({})).await;
    let heard = client.take_notifications().into_iter();
    let logs = heard.filter(|it| it["method"] == "notifications/message");
    let logs: Vec<_> = logs.map(|it| it["params"].clone()).collect();
    assert_eq!(logs, [named, nameless]);
}

#[tokio::test]
async fn our_client_speaks_every_revision_to_a_program_and_the_old_transport() {
    let program = example_path("todo");
    for revision in ALL {
        let client = Client::spawn([&program]).revision(revision).await.unwrap();
        let added = client.call("add_todo", json!({"title": "Buy milk"})).await;
        assert!(!added.unwrap().is_error, "{revision}");
        let read = client.read("todo://all").await.unwrap();
        let read = serde_json::to_value(read).unwrap();
        assert!(read.to_string().contains("Buy milk"), "{revision}: {read}");
    }
    let hello = defined_tool(ToolDef::new("hello", "Greets."), |_, _| async {
        Ok(ToolOutput::text("Hello"))
    });
    let served = TestServer::with(new_server().tools([hello]), |options| {
        options.legacy_sse = true;
    });
    let served = served.await;
    let client = Client::sse(served.url("/sse")).await.unwrap();
    let said = client.call("hello", json!({})).await.unwrap();
    assert_eq!(said.joined_text(), "Hello");
}

#[tokio::test]
async fn a_call_that_is_given_up_is_cancelled_at_a_server_of_every_era() {
    for ours in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let (gate, dropped) = (Gate::shut(), DropFlag::default());
        let (shut, flag) = (gate.clone(), dropped.clone());
        let waits = defined_tool(ToolDef::new("waits", "Waits."), move |_, _| {
            let (gate, guard) = (shut.clone(), flag.guard());
            async move {
                let _guard = guard;
                gate.pass().await;
                Ok(ToolOutput::text("done"))
            }
        });
        let other = TestServer::start(new_server().tools([waits])).await;
        let served = TestServer::start(front(elsewhere(&other).await).await.0).await;
        let client = Client::connect(served.url("/mcp")).revision(ours);
        let client = client.await.unwrap();
        tokio::select! {
            _ = client.call("other.waits", json!({})) => panic!("the gate is shut"),
            () = gate.arrival() => {}
        }
        until(|| dropped.count() == 1).await;
    }
}
