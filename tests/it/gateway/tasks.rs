//! Calls that another server runs as tasks: clients that know none wait, the others get a task of ours.

use std::time::Duration;

use serde_json::json;
use toolwright::{Client, Server, ToolDef, ToolError, ToolOutput, client::Reaction};
use toolwright_gateway::{ChildLauncher, Gateway, ServerConfig, Transport};

use super::elsewhere;
use crate::{
    harness::{DropFlag, Gate, TestServer, defined_tool, new_server, soon, until, until_async},
    http::tasks::{create, knowing, when},
};

/// A server whose calls are tasks, for clients that know them.
async fn other(gate: &Gate, dropped: &DropFlag) -> TestServer {
    let (gate, dropped) = (gate.clone(), dropped.clone());
    let waits = defined_tool(ToolDef::new("waits", "Waits.").task(), move |ctx, _| {
        let (gate, guard) = (gate.clone(), dropped.guard());
        async move {
            let _guard = guard;
            ctx.progress(1.0, Some(2.0)).await;
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let definition = ToolDef::new("asks", "Asks.").task().read_only();
    let asks = defined_tool(definition, |ctx, _| async move {
        let name: String = ctx.ask("Name?").key("name").await?;
        Ok(ToolOutput::text(name))
    });
    let fails = defined_tool(ToolDef::new("fails", "Fails.").task(), |_, _| async {
        Err(ToolError::refused(-32000, "never"))
    });
    TestServer::start(new_server().tools([waits, asks, fails])).await
}

/// A server of ours in front of it.
async fn front(other: &TestServer) -> (Server, Gateway) {
    let gateway = Gateway::new(ChildLauncher::default(), None);
    let mut config = ServerConfig::new("other", Transport::http(elsewhere(other).await));
    config.timeout = Some(Duration::from_secs(60));
    config.trust.questions = true;
    gateway.configure([config]).unwrap();
    soon(gateway.settled()).await;
    (Server::new("front").source(gateway.clone()), gateway)
}

#[tokio::test]
async fn a_client_that_knows_no_tasks_waits_for_one_of_another_server() {
    let (gate, dropped) = (Gate::shut(), DropFlag::default());
    let other = other(&gate, &dropped).await;
    let client = front(&other).await.0.client().await.unwrap();
    let called = async {
        let output = client.call("other.waits", json!({})).await.unwrap();
        assert_eq!(output.joined_text(), "done");
    };
    let opened = async {
        gate.arrival().await;
        // Its progress is that of the task, which is polled.
        let progress = || {
            let heard = client.take_notifications();
            heard.iter().any(|it| it["params"]["total"] == json!(2.0))
        };
        until(progress).await;
        gate.open();
    };
    soon(async { tokio::join!(called, opened) }).await;
    let refused = soon(client.call("other.fails", json!({}))).await;
    assert!(refused.unwrap_err().to_string().contains("never"));
}

#[tokio::test]
async fn a_client_that_knows_tasks_gets_one_for_a_task_of_another_server() {
    let (gate, dropped) = (Gate::shut(), DropFlag::default());
    let other = other(&gate, &dropped).await;
    let front = TestServer::start(front(&other).await.0).await;
    let modern = knowing(&front);
    let id = create(&modern, "other.waits").await;
    gate.arrival().await;
    gate.open();
    let done = when(&modern, &id, "completed").await;
    assert_eq!(done["result"]["content"][0]["text"], "done");
    // Cancelled here, it is cancelled there.
    let before = dropped.count();
    let id = create(&modern, "other.waits").await;
    gate.arrival().await;
    modern.result("tasks/cancel", json!({"taskId": id})).await;
    until(|| dropped.count() > before).await;
}

#[tokio::test]
async fn a_call_that_is_given_up_cancels_its_task_there() {
    let (gate, dropped) = (Gate::shut(), DropFlag::default());
    let other = other(&gate, &dropped).await;
    let client = front(&other).await.0.client().await.unwrap();
    let call = client.call("other.waits", json!({}));
    // Its progress is heard when it is polled. Before, nobody here knows that there is a task.
    let is_polled = async {
        gate.arrival().await;
        until(|| {
            let heard = client.take_notifications();
            heard.iter().any(|it| it["params"]["total"] == json!(2.0))
        })
        .await;
    };
    tokio::select! {
        _ = call => panic!("the gate is shut"),
        () = is_polled => {}
    }
    until(|| dropped.count() == 1).await;
}

#[tokio::test]
async fn a_question_of_a_task_reaches_the_client_that_called() {
    let other = other(&Gate::shut(), &DropFlag::default()).await;
    let front = TestServer::start(front(&other).await.0).await;
    let client = Client::connect(front.url("/mcp"))
        .answering(|_| Reaction::Accept(json!({"value": "Ada"})))
        .await
        .unwrap();
    until_async(async || !client.tools().await.unwrap().is_empty()).await;
    let called = soon(client.call("other.asks", json!({}))).await.unwrap();
    assert_eq!(called.joined_text(), "Ada", "{called:?}");
}
